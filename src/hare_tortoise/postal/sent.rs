//! Order files as they come in, and the sheets among them that count.

use serde::{Deserialize, Serialize};

use super::error::{OrdersError, UnusableSheet};
use super::mail::sheet_in;
use super::orders::{Sheet, letter};
use super::parse::Occasion;
use crate::seat::{Seat, SeatSet};

/// An order file as it came in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Sent {
    /// The name of the file.
    pub file: String,
    /// Its text, or the reason for which it has none.
    pub content: Content,
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
    /// A file with these bytes.
    pub fn new(file: impl Into<String>, bytes: &[u8]) -> Self {
        let is_too_large = bytes.len() > super::MOST_BYTES;
        let content = match std::str::from_utf8(bytes) {
            Ok(text) if !is_too_large => Content::Text(text.to_owned()),
            _ => Content::Unreadable(match Sheet::read(bytes, &Occasion::default()) {
                Err(error) => error.to_string(),
                Ok(_) => String::new(),
            }),
        };
        Self { file: file.into(), content }
    }

    /// A file that could not be read, for this reason.
    pub fn unreadable(file: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { file: file.into(), content: Content::Unreadable(reason.into()) }
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
        match &self.content {
            Content::Text(text) => Sheet::parse(text, occasion),
            Content::Unreadable(reason) => Err(OrdersError::Unreadable(reason.clone()).into()),
        }
    }
}

/// A file, or a part of one, that does not count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotUsed {
    /// The name of the file.
    pub file: String,
    /// The reason.
    pub reason: String,
}

/// The sheets of a round: of several for one player the last one by file name that can be used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheets {
    /// The sheets that count, each with its file.
    pub counting: Vec<(String, Sheet)>,
    /// Everything that does not count, in the order of file names.
    pub not_used: Vec<NotUsed>,
}

impl Sheets {
    /// The sheets among these files.
    pub fn among(sent: &[Sent], occasion: &Occasion, dropped_out: SeatSet) -> Self {
        let mut sent: Vec<&Sent> = sent.iter().collect();
        sent.sort_by(|one, other| one.file.cmp(&other.file));
        let mut sheets = Self::default();
        let mut unusable = Vec::new();
        for sent in sent {
            match sent.sheet(occasion) {
                Ok(sheet) if dropped_out.contains(sheet.player) => {
                    sheets.skip(&sent.file, format!("player {} has dropped out", letter(sheet.player)));
                }
                Ok(sheet) => sheets.take(&sent.file, sheet, occasion),
                Err(sheet) => unusable.push((&sent.file, sheet)),
            }
        }
        for (file, sheet) in unusable {
            let earlier = sheet.player.and_then(|player| sheets.of(player));
            let instead = match earlier.filter(|(earlier, _)| earlier < file) {
                Some((earlier, _)) => format!("; {earlier} counts"),
                None => String::new(),
            };
            sheets.skip(file, format!("{sheet}{instead}"));
        }
        sheets.not_used.sort_by(|one, other| one.file.cmp(&other.file));
        sheets
    }

    fn take(&mut self, file: &str, sheet: Sheet, occasion: &Occasion) {
        if let Some(index) = self.counting.iter().position(|(_, held)| held.player == sheet.player) {
            let (earlier, _) = self.counting.remove(index);
            self.not_used.retain(|part| part.file != earlier);
            self.skip(&earlier, format!("{file} takes its place"));
        }
        if let Some(part) = sheet.superfluous(occasion) {
            self.skip(file, part);
        }
        self.counting.push((file.to_owned(), sheet));
    }

    fn skip(&mut self, file: &str, reason: String) {
        self.not_used.push(NotUsed { file: file.to_owned(), reason });
    }

    /// The sheet of a seat, with its file.
    pub fn of(&self, seat: Seat) -> Option<&(String, Sheet)> {
        self.counting.iter().find(|(_, sheet)| sheet.player == seat)
    }
}
