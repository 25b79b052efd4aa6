//! Mail that reminds people of their turn. They give their address at their seat and confirm it by a link that is mailed;
//! the same link stops the mail.
//!
//! A reminder says whose turn it is, and never what has happened.

use furlong::Seat;
use furlong::formats::ErrorCode;
use serde::{Deserialize, Serialize};

use crate::channel::{Channel, Outcome};
use crate::link::{SeatLink, digest};
use crate::open_table::OpenTable;
use crate::refusal::Refusal;
use crate::reply::{MailView, Reply};
use crate::tables::{GONE, Tables};
use crate::{Millis, Now};

/// The time for which a turn has waited when its player is reminded.
pub(crate) const PATIENCE: Millis = 10 * 60_000;

/// The time between two reminders of a seat.
pub(crate) const EACH: Millis = 24 * 3_600_000;

/// The maximum length of an address.
const LONGEST: usize = 254;

const NO_MAIL: &str = "This server sends no mail.";

/// Where the person in a seat gets mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Mailbox {
    pub(crate) address: String,
    /// Whether the owner of the address has confirmed it. Until then it gets no reminders.
    pub(crate) is_confirmed: bool,
    /// The number of the turn of the latest reminder.
    pub(crate) turn: usize,
    /// The moment of the latest reminder, on the wall clock.
    pub(crate) reminded: Millis,
}

impl Mailbox {
    /// The secret in the links of mails to this address: whoever has it may confirm the address, or stop the mail.
    fn secret(&self, link: &SeatLink, table: &str) -> Option<String> {
        link.secret(&format!("mail {}", self.address), table)
    }
}

/// A mail to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The table that it is about.
    pub table: String,
    /// The address, which has only letters, digits and the usual signs.
    pub address: String,
    /// The secret that confirms the address and stops the mail.
    pub secret: String,
    /// The title of the game and its rules.
    pub heading: String,
    /// The name of the player.
    pub player: String,
    /// What the mail says.
    pub kind: LetterKind,
}

/// What a mail says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LetterKind {
    /// It asks the owner of the address to confirm it.
    Confirm,
    /// It is the player's turn.
    Reminder,
}

/// A call from the link in a mail.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MailCall {
    pub(crate) table: String,
    secret: String,
    /// Whether to stop the mail, rather than to confirm the address.
    #[serde(default)]
    stop: bool,
}

fn letter(table: &dyn OpenTable, seat: Seat, kind: LetterKind) -> Option<Letter> {
    let (_, link, turns) = table.claimable().into_iter().find(|(own, ..)| *own == seat)?;
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
    let (.., turns) = table.claimable().into_iter().find(|(own, ..)| *own == seat)?;
    let (address, confirmed) =
        turns.mail.as_ref().map(|mail| (mail.address.clone(), mail.is_confirmed)).unzip();
    Some(MailView { heading: table.heading(), address, confirmed: confirmed.unwrap_or_default() })
}

impl Tables {
    /// Sets the address of the seat that a channel shows, or removes it.
    pub(crate) fn set_mail(
        &mut self,
        table: &str,
        channel: Channel,
        address: Option<String>,
        outcome: &mut Outcome,
    ) -> Result<Reply, Refusal> {
        if !self.limits.has_mail {
            return Err(NO_MAIL.into());
        }
        let address = address.map(|address| checked(address.trim())).transpose()?;
        let open = self.open.get_mut(table).ok_or((ErrorCode::NoSuchTable, GONE))?;
        let own = open.seat_of(channel).and_then(|seat| Some((seat, open.turn_log(seat)?)));
        let (seat, turns) = own.ok_or((ErrorCode::NotYourSeat, "Only players at this table can do that."))?;
        if address == turns.mail.as_ref().map(|mail| mail.address.clone()) {
            return Err("Nothing is different from what is set already.".into());
        }
        turns.mail = address.map(|address| Mailbox { address, is_confirmed: false, turn: 0, reminded: 0 });
        outcome.changed.push(table.to_owned());
        outcome.letters.extend(letter(&**open, seat, LetterKind::Confirm));
        Ok(Reply::Done {})
    }

    /// Confirms an address, or stops its mail, for somebody who has the secret of a mail to it.
    pub(crate) fn answer_mail(&mut self, call: &MailCall, outcome: &mut Outcome) -> Result<Reply, Refusal> {
        let open = self.open.get_mut(&call.table).ok_or((ErrorCode::NoSuchTable, GONE))?;
        let asked = digest(&call.secret);
        let mut seats = open.claimable().into_iter();
        let found = seats.find(|(_, link, turns)| {
            let secret = turns.mail.as_ref().and_then(|mail| mail.secret(link, &call.table));
            secret.is_some_and(|secret| digest(&secret) == asked)
        });
        let seat = found.map(|(seat, ..)| seat);
        let over = "This link no longer works: its address gets no mail from this seat any more.";
        let seat = seat.ok_or((ErrorCode::NotYourSeat, over))?;
        if let Some(turns) = open.turn_log(seat) {
            if call.stop {
                turns.mail = None;
            } else if let Some(mail) = &mut turns.mail {
                mail.is_confirmed = true;
            }
        }
        outcome.changed.push(call.table.clone());
        mail_view(&**open, seat).map(Reply::Mail).ok_or_else(|| (ErrorCode::NoSuchTable, GONE).into())
    }

    /// Reminds everybody of their turn who wants it and is not at the table.
    pub(crate) fn remind(&mut self, now: Now, outcome: &mut Outcome) {
        for (id, open) in self.open.iter_mut().filter(|_| self.limits.has_mail) {
            let devices = open.devices();
            let seats = open.claimable().into_iter();
            let due = seats
                .filter(|(seat, _, turns)| devices[*seat] == 0 && turns.until_reminder(now.wall) == Some(0));
            for seat in due.map(|(seat, ..)| seat).collect::<Vec<_>>() {
                outcome.letters.extend(letter(&**open, seat, LetterKind::Reminder));
                outcome.changed.push(id.clone());
                let Some(turns) = open.turn_log(seat) else { continue };
                let turn = turns.current().unwrap_or_default();
                if let Some(mail) = &mut turns.mail {
                    (mail.turn, mail.reminded) = (turn, now.wall);
                }
            }
        }
    }
}

/// Returns an address if mail can be sent to it. What has only these signs cannot add anything to the head of a mail.
fn checked(address: &str) -> Result<String, Refusal> {
    let is_name = |name: &str, signs: &str| {
        !name.is_empty()
            && !name.starts_with(['-', '.'])
            && name.chars().all(|sign| sign.is_ascii_alphanumeric() || signs.contains(sign))
    };
    let is_address = |(name, host): (&str, &str)| {
        is_name(name, "!#$%&'*+/=?^_`{|}~-.") && is_name(host, "-.") && host.contains('.')
    };
    if address.len() > LONGEST || !address.split_once('@').is_some_and(is_address) {
        let said = "This is not a mail address like ada@example.org.";
        return Err((ErrorCode::BadValue, said).into());
    }
    Ok(address.to_owned())
}
