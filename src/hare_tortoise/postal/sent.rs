//! Order files as they come in, and the sheets among them that count.

use serde::{Deserialize, Serialize};

use super::called::Names;
use super::decode::{Mail, decode};
use super::error::{OrdersError, SheetPlace, UnusableSheet};
use super::mail::sheet_in;
use super::moment::Moment;
use super::newest;
use super::orders::{Sheet, letter};
use super::parse::Occasion;
use crate::ground::seat::{Seat, SeatSet, Seats};

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
            Content::Text(text) => {
                let sheet = Sheet::parse(text, occasion)?;
                self.check_sender(&sheet, occasion)?;
                Ok(sheet)
            }
            Content::Unreadable(reason) => Err(OrdersError::Unreadable(reason.clone()).into()),
        }
    }
}

impl Sent {
    /// Refuses a sheet of another player than the one who sent it.
    fn check_sender(&self, sheet: &Sheet, occasion: &Occasion) -> Result<(), UnusableSheet> {
        let from = self.mail.as_ref().and_then(|mail| mail.from.as_deref()).unwrap_or_default();
        let Some(seat) = Names::of(&occasion.names).named(from).filter(|seat| *seat != sheet.player) else {
            return Ok(());
        };
        let (player, sender) = (letter(sheet.player), letter(seat));
        let problem = format!(
            "a sheet of player {player} in a mail of player {sender}; to let it count, save its text without the headers"
        );
        let place = SheetPlace { line: self.lines().map_or(1, |(first, _)| first), column: 1 };
        Err(UnusableSheet { player: Some(sheet.player), faults: vec![OrdersError::Unfit { place, problem }] })
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

/// The sheets of a round. Of several for one player the newest that can be used counts: if each came in a mail with a
/// date, the latest mail; otherwise the last by name, in natural order (`bob-10.txt` after `bob-9.txt`).
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
        sent.sort_by(|one, other| newest::by_name(&one.file, &other.file));
        let mut sheets = Self::default();
        let (mut usable, mut unusable) = (Vec::new(), Vec::new());
        for sent in sent {
            if sent.is_backup() {
                sheets.skip(&sent.file, "a copy that an editor has left".to_owned());
                continue;
            }
            match sent.sheet(occasion) {
                Ok(sheet) if dropped_out.contains(sheet.player) => {
                    sheets.skip(&sent.file, format!("player {} has dropped out", letter(sheet.player)));
                }
                Ok(sheet) => usable.push((sent, sheet)),
                Err(sheet) => unusable.push((sent, sheet)),
            }
        }
        for seat in Seats::MOST.iter() {
            let of_seat = usable.iter().filter(|(_, sheet)| sheet.player == seat);
            sheets.take(of_seat.map(|(sent, sheet)| (*sent, sheet)).collect(), occasion);
        }
        for (sent, sheet) in unusable {
            let earlier = sheet.player.and_then(|player| sheets.of(player));
            let is_earlier = |file: &str| newest::by_name(file, &sent.file).is_lt();
            let instead = match earlier.filter(|(earlier, _)| is_earlier(earlier)) {
                Some((earlier, _)) => format!("; {earlier} counts"),
                None => String::new(),
            };
            sheets.skip(&sent.file, format!("{sheet}{instead}"));
        }
        sheets.not_used.sort_by(|one, other| newest::by_name(&one.file, &other.file));
        sheets
    }

    /// Takes the newest of the sheets of a player.
    fn take(&mut self, mut of_player: Vec<(&Sent, &Sheet)>, occasion: &Occasion) {
        // A file without a date can only be compared by name, and then all are.
        let are_dated = of_player.iter().all(|(sent, _)| sent.date().is_some());
        if are_dated {
            of_player.sort_by_key(|(sent, _)| sent.date());
        }
        let Some((newest, sheet)) = of_player.pop() else { return };
        for (older, _) in of_player {
            let date = newest.date().filter(|date| are_dated && older.date() != Some(*date));
            let date = date.and_then(Moment::at);
            let sent = date.map_or_else(String::new, |date| format!(", sent later: {date}"));
            self.skip(&older.file, format!("{} takes its place{sent}", newest.file));
        }
        if let Some(part) = sheet.superfluous(occasion) {
            self.skip(&newest.file, part);
        }
        self.counting.push((newest.file.clone(), sheet.clone()));
    }

    fn skip(&mut self, file: &str, reason: String) {
        self.not_used.push(NotUsed { file: file.to_owned(), reason });
    }

    /// The sheet of a seat, with its file.
    pub fn of(&self, seat: Seat) -> Option<&(String, Sheet)> {
        self.counting.iter().find(|(_, sheet)| sheet.player == seat)
    }
}
