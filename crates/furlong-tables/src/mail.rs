//! Mail that reminds people of their turn. They give their address at their seat and confirm it by a link that is mailed;
//! the same link stops the mail.
//!
//! A reminder says whose turn it is, and never what has happened.

use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::link::SeatLink;

/// The time for which a turn has waited when its player is reminded.
pub(crate) const PATIENCE: Millis = 10 * 60_000;

/// The time between two reminders of a seat.
pub(crate) const EACH: Millis = 24 * 3_600_000;

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
    /// The secret in the links of mails to this address: anyone who has it may confirm the address, or stop the mail.
    pub(crate) fn secret(&self, link: &SeatLink, table: &str) -> Option<String> {
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
