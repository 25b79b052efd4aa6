//! Order files as they come in, and who sent them.

use serde::{Deserialize, Serialize};

use super::error::{OrdersError, SheetPlace, UnusableSheet};
use super::instructions::Instructions;
use super::mail::{is_letter, sheet_in};
use super::occasion::Occasion;
use super::orders::{Sheet, letter};
use super::player_names::Names;
use crate::common::seat::{Seat, Seats};
use crate::formats::is_default;
use crate::text::plain;

/// The maximum number of characters shown of a name or a subject.
const LONGEST_SHOWN: usize = 80;

/// An order file as it came in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sent {
    /// The name of the file.
    pub file: String,
    /// The text of the file, or the reason why it has none.
    pub content: Content,
    /// What is known of the mail, if the file has mail headers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mail: Option<Mail>,
    /// The number of the correction with which the file came; 0 means none. Its sheets replace all earlier ones.
    #[serde(default, skip_serializing_if = "is_default")]
    pub correction: u16,
}

/// What a mail says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Mail {
    /// The name of the sender.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The sender's address in lower case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The subject of the mail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The time at which the mail was sent according to the sender's program, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<i64>,
    /// The time at which the last mail server received it, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<i64>,
    /// Whether a program sent the mail, not a person (RFC 3834).
    #[serde(default, skip_serializing_if = "is_default")]
    pub is_automatic: bool,
}

/// The content of an order file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Content {
    /// Text, correct or not.
    Text(String),
    /// Nothing that can be stored, for this reason: too large, not text, or unreadable.
    Unreadable(String),
}

impl Sent {
    /// Makes a file with this text, which is not a mail.
    pub fn text(file: impl Into<String>, text: impl Into<String>) -> Self {
        Self { file: file.into(), content: Content::Text(text.into()), mail: None, correction: 0 }
    }

    /// Makes a file that could not be read, for this reason.
    pub fn unreadable(file: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { content: Content::Unreadable(reason.into()), ..Self::text(file, "") }
    }

    /// Returns whether the file is an editor's backup copy (`b.txt~`, `b.bak`, `.b.swp`, `#b#`), which never
    /// counts.
    pub fn is_backup(&self) -> bool {
        let file = self.file.to_lowercase();
        let endings = ["~", ".bak", ".swp", ".swo", ".orig", ".tmp"];
        endings.iter().any(|ending| file.ends_with(ending)) || (file.starts_with('#') && file.ends_with('#'))
    }

    /// Returns whether the file is a mail without orders, such as a letter to the master, or was sent by a program.
    pub fn is_only_letter(&self) -> bool {
        let Content::Text(text) = &self.content else { return false };
        self.mail.as_ref().is_some_and(|mail| mail.is_automatic || is_letter(text))
    }

    /// The sender and the subject of a mail, as shown to the master: ` (from Ann <ann@example.org>: my orders)`.
    pub fn origin(&self) -> String {
        let Some(Mail { from, address, subject, .. }) = &self.mail else { return String::new() };
        let shown = |text: &Option<String>| -> String {
            plain(text.as_deref().unwrap_or_default()).chars().take(LONGEST_SHOWN).collect()
        };
        format!(" (from {} <{}>: {})", shown(from), shown(address), shown(subject))
    }

    /// Returns whether another file has the same contents. For a mail, its file name and time of arrival make no
    /// difference.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        (&self.content, &self.mail) == (&other.content, &other.mail)
            && (self.mail.is_some() || self.file == other.file)
    }

    /// The time at which the last mail server received the mail, in seconds since 1970. The sender cannot choose
    /// it.
    pub(super) fn received(&self) -> Option<i64> {
        self.mail.as_ref()?.received
    }

    /// The time of arrival that decides whether the mail is late, in seconds since 1970: when the last mail server
    /// received it, or else the date of the mail.
    pub(super) fn arrival(&self) -> Option<i64> {
        self.received().or(self.mail.as_ref()?.date)
    }

    /// The first and last lines of the sheet in the file, if the file contains more: the sheet came in a mail.
    pub fn lines(&self) -> Option<(usize, usize)> {
        match &self.content {
            Content::Text(text) => sheet_in(text).lines,
            Content::Unreadable(_) => None,
        }
    }

    /// The sheet in the file, for this occasion.
    ///
    /// # Errors
    /// All faults of the sheet.
    pub fn sheet(&self, occasion: &Occasion) -> Result<Sheet, UnusableSheet> {
        Ok(self.instructions(occasion)?.sheet_for(occasion)?.sheet.clone())
    }

    /// Everything written in the file, for any rounds.
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
    /// Refuses a sheet that was sent by somebody other than its player. If the player's addresses are known, they
    /// decide; otherwise the name of the sender does.
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
        let save = "to make it count, save its text without the headers";
        let problem = match by_address.or_else(named).filter(|seat| *seat != writer) {
            Some(sender) => {
                format!("a sheet of player {player} in a mail of player {}; {save}", letter(sender))
            }
            None if by_address.is_none() && is_any(occasion.addresses.get(writer.index())) => {
                format!(
                    "from an address that is not registered for player {player}; `furlong postal address` adds it"
                )
            }
            None => return Ok(()),
        };
        let place = SheetPlace { line: self.lines().map_or(1, |(first, _)| first), column: 1 };
        Err(UnusableSheet { player: Some(writer), faults: vec![OrdersError::Sender { place, problem }] })
    }

    /// The address of the mail if it is still unknown. The master has to say whether it is the player's.
    pub(super) fn new_address(&self, known: &[Vec<String>]) -> Option<&str> {
        let address = self.mail.as_ref()?.address.as_deref()?;
        let is_known = known.iter().flatten().any(|known| known == address);
        (!is_known).then_some(address)
    }

    /// The file as it counts if nobody can be asked about an address: not at all if its address is unknown.
    pub(super) fn without_strangers(self, known: &[Vec<String>]) -> Self {
        if self.new_address(known).is_none() {
            return self;
        }
        let reason = "from an address that was unknown in this round: to make it count, save its text without the \
        headers";
        Self { content: Content::Unreadable(reason.to_owned()), ..self }
    }
}

/// Returns whether there is at least one address.
fn is_any(addresses: Option<&Vec<String>>) -> bool {
    addresses.is_some_and(|addresses| !addresses.is_empty())
}
