//! The bots that sit down at tables.

use furlong::bot::BotKind;

use crate::refusal::Refusal;

/// The bots that may sit down: those that finish their games.
pub(crate) fn seatable_bots(kinds: &[BotKind]) -> impl Iterator<Item = &BotKind> {
    kinds.iter().filter(|kind| kind.finishes)
}

/// The refusal of a bot that does not sit down here.
pub(crate) fn no_such_bot(name: &str) -> Refusal {
    Refusal(format!("There is no bot `{}` at this table.", furlong::text::plain(name)))
}
