//! Who is reminded of a turn by mail.

use furlong::Seat;

use crate::mail::{Letter, LetterKind};
use crate::open_table::OpenTable;
use crate::reply::MailView;

/// A mail to the person in a seat; `None` without an address.
pub(crate) fn letter(table: &dyn OpenTable, seat: Seat, kind: LetterKind) -> Option<Letter> {
    let (link, turns) = table.claim(seat)?;
    let mail = turns.mail.as_ref()?;
    Some(Letter {
        table: table.id().to_owned(),
        address: mail.address.clone(),
        secret: mail.secret(link, table.id())?,
        heading: table.heading(),
        player: table.name(seat),
        kind,
    })
}

/// Returns whether somebody gets a reminder of the current turn, now or later.
pub(crate) fn is_reminder_due(table: &dyn OpenTable) -> bool {
    table.claimable().into_iter().any(|(.., turns)| turns.until_reminder(0).is_some())
}

/// The address that the holder of a seat sees; `None` if there is no such seat.
pub(crate) fn mail_view(table: &dyn OpenTable, seat: Seat) -> Option<MailView> {
    let (_, turns) = table.claim(seat)?;
    let (address, confirmed) =
        turns.mail.as_ref().map(|mail| (mail.address.clone(), mail.is_confirmed)).unzip();
    Some(MailView { heading: table.heading(), address, confirmed: confirmed.unwrap_or_default() })
}
