//! The bots that are allowed at tables.

use furlong::bot::BotKind;
use furlong::formats::ErrorCode;

use crate::refusal::Refusal;

/// The bots that are allowed: those that finish their games.
pub(crate) fn seatable_bots(kinds: &[BotKind]) -> impl Iterator<Item = &BotKind> {
    kinds.iter().filter(|kind| kind.finishes)
}

/// The refusal of a bot that is not allowed here.
pub(crate) fn no_such_bot(name: &str) -> Refusal {
    Refusal::new(
        ErrorCode::UnknownName,
        format!("There is no bot `{}` at this table.", furlong::text::plain(name)),
    )
}
