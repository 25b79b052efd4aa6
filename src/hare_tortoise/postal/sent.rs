//! Order files as they come in, and the players who have sent them.

use serde::{Deserialize, Serialize};

use super::called::Names;
use super::decode::{Mail, decode};
use super::error::{OrdersError, SheetPlace, UnusableSheet};
use super::instructions::Instructions;
use super::mail::sheet_in;
use super::newest;
use super::occasion::Occasion;
use super::orders::{Sheet, letter};
use crate::ground::seat::{Seat, Seats};

/// An order file as it came in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sent {
    /// The name of the file.
    pub file: String,
    /// Its text, or the reason for which it has none.
    pub content: Content,
    /// The facts of the mail that it is, where it has headers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mail: Option<Mail>,
}

/// The content of an order file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// Text, right or wrong.
    Text(String),
    /// Nothing that can be kept, for this reason: too large, no text, not to be read.
    Unreadable(String),
}

impl Sent {
    /// A file with these bytes: a text, or a mail as it was saved.
    pub fn new(file: impl Into<String>, bytes: &[u8]) -> Self {
        let (content, mail) = match decode(bytes) {
            Ok((text, mail)) => (Content::Text(text), mail),
            Err(error) => (Content::Unreadable(error.to_string()), None),
        };
        Self { file: file.into(), content, mail }
    }

    /// A file that could not be read, for this reason.
    pub fn unreadable(file: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { file: file.into(), content: Content::Unreadable(reason.into()), mail: None }
    }

    /// Returns whether it is a copy that an editor has left (`b.txt~`, `b.bak`, `.b.swp`, `#b#`), which never counts.
    pub fn is_backup(&self) -> bool {
        newest::is_backup(&self.file)
    }

    /// The moment at which its mail was sent, in seconds since 1970.
    pub(super) fn date(&self) -> Option<i64> {
        self.mail.as_ref()?.date
    }

    /// The time of arrival of its mail, in seconds since 1970, which decides whether it is late: the time at which the last mail
    /// server received it, which the sender cannot choose, or else the date of the mail.
    pub(super) fn arrival(&self) -> Option<i64> {
        self.mail.as_ref()?.received.or_else(|| self.date())
    }

    /// The first and the last line of the sheet in it, where these are not all: the sheet came in a mail.
    pub fn lines(&self) -> Option<(usize, usize)> {
        match &self.content {
            Content::Text(text) => sheet_in(text).lines,
            Content::Unreadable(_) => None,
        }
    }

    /// The sheet in it, for this occasion.
    ///
    /// # Errors
    /// All faults of the sheet.
    pub fn sheet(&self, occasion: &Occasion) -> Result<Sheet, UnusableSheet> {
        Ok(self.instructions(occasion)?.sheet_for(occasion)?.sheet.clone())
    }

    /// Everything that is written in it, for whatever rounds.
    ///
    /// # Errors
    /// All faults of the sheet.
    pub fn instructions(&self, occasion: &Occasion) -> Result<Instructions, UnusableSheet> {
        match &self.content {
            Content::Text(text) => {
                let written = Instructions::parse(text, occasion)?;
                self.check_sender(written.player, occasion)?;
                Ok(written)
            }
            Content::Unreadable(reason) => Err(OrdersError::Unreadable(reason.clone()).into()),
        }
    }
}

impl Sent {
    /// Refuses a sheet of another player than the one who sent it. An address that is known decides; without one the name
    /// of the sender does.
    fn check_sender(&self, writer: Seat, occasion: &Occasion) -> Result<(), UnusableSheet> {
        let Some(mail) = &self.mail else { return Ok(()) };
        let address = mail.address.as_deref().unwrap_or_default();
        let owner = |address: &str| {
            let mut seats = Seats::MOST.iter().zip(&occasion.addresses);
            seats.find(|(_, known)| known.iter().any(|known| known == address)).map(|(seat, _)| seat)
        };
        let by_address = owner(address);
        let named = || Names::of(&occasion.names).named(mail.from.as_deref().unwrap_or_default());
        let player = letter(writer);
        let save = "to let it count, save its text without the headers";
        let problem = match by_address.or_else(named).filter(|seat| *seat != writer) {
            Some(sender) => {
                format!("a sheet of player {player} in a mail of player {}; {save}", letter(sender))
            }
            None if by_address.is_none() && is_any(occasion.addresses.get(writer.index())) => {
                format!(
                    "from an address that is not known as that of player {player}; `furlong postal address` makes it known"
                )
            }
            None => return Ok(()),
        };
        let place = SheetPlace { line: self.lines().map_or(1, |(first, _)| first), column: 1 };
        Err(UnusableSheet { player: Some(writer), faults: vec![OrdersError::Sender { place, problem }] })
    }

    /// The address of a mail that nobody is known by yet: whether it is its player's the master has to say.
    pub(super) fn new_address(&self, occasion: &Occasion) -> Option<&str> {
        let address = self.mail.as_ref()?.address.as_deref()?;
        let is_known = occasion.addresses.iter().flatten().any(|known| known == address);
        (!is_known).then_some(address)
    }
}

/// Returns whether there is an address.
fn is_any(addresses: Option<&Vec<String>>) -> bool {
    addresses.is_some_and(|addresses| !addresses.is_empty())
}
