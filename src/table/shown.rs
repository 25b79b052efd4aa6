//! The values that a table emits.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::VariantNames;

use crate::forms::json;
use crate::ground::seat::Seat;
use crate::text::{Names, Text, listed, ordinal};

/// The version of the values, which every [`Message`] names. It grows when a value that was there before gets another
/// form or another meaning; new kinds of [`Shown`] may come without it.
pub const TABLE_VERSION: u32 = 1;

/// Somebody who is shown the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reader {
    /// The player of a seat, whom sentences address as "you".
    Player(Seat),
    /// Somebody beside a seat, who sees what its player sees, and plays for nobody.
    Beside(Seat),
    /// Somebody who has no seat and sees what is open to all.
    Watcher,
    /// Somebody who sees everything, with all that is hidden: for those who watch bots, and for a game that is over.
    All,
}

impl Reader {
    /// The player of this seat, or somebody who sees everything.
    pub fn of(seat: Option<Seat>) -> Self {
        seat.map_or(Self::All, Self::Player)
    }

    /// The seat from whose eyes it is shown.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Player(seat) | Self::Beside(seat) => Some(seat),
            Self::Watcher | Self::All => None,
        }
    }

    /// The seat for which the reader plays.
    pub const fn player(self) -> Option<Seat> {
        if let Self::Player(seat) = self { Some(seat) } else { None }
    }

    /// The names as this reader reads them.
    pub(super) fn names(self, names: &Names) -> Names {
        names.addressing(self.player())
    }
}

/// The words of a table to one reader, to be sent as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Message {
    /// The version of the form, [`TABLE_VERSION`].
    pub version: u32,
    /// The reader.
    pub to: Reader,
    /// The number of events at the moment that is shown.
    pub events: usize,
    /// The values, in their order.
    pub shown: Vec<Shown>,
}

/// One value: what a table shows at once, with its kind. A front end lays it out.
///
/// Texts come from people, files and programs too: a terminal cleans them of what it would obey
/// ([`plain`](crate::text::plain)), a page escapes them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Shown {
    /// The title of what follows.
    Heading(String),
    /// A text that goes on below the one before; each of its lines is a paragraph or, with `- `, an item of a list.
    Sentence(String),
    /// A text that begins anew.
    Paragraph(String),
    /// An item of a list.
    Item(String),
    /// A word that can be typed, and its meaning.
    Word {
        /// The word.
        word: String,
        /// Its meaning, as a short clause.
        meaning: String,
    },
    /// A chart or a price list, as lines of text that stay as they are.
    Sheet(String),
    /// The reason why an answer is refused, or why there is no advice. Nothing has changed.
    Refused(String),
    /// A part of what has happened, in sentences, as the reader knows it.
    Happened(String),
    /// The reasons of a bot after its decision.
    Reason(String),
    /// The table.
    Board(Board),
    /// A question to the reader.
    Question(Question),
    /// The places of all seats.
    Places(Ranking),
}

/// The table as its reader sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Board {
    /// A sentence on whose eyes these are; `None` where that goes without saying.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The picture in characters, as lines of text.
    pub picture: String,
}

/// A question to a seat, with all that it may answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Question {
    /// The seat that is asked.
    pub seat: Seat,
    /// The question.
    pub text: String,
    /// The legal actions. An answer names one by its number, from 1, or by its label.
    pub choices: Vec<Choice>,
}

/// A legal action of any game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Choice {
    /// The action in its JSON form.
    pub action: Value,
    /// The action's name for people, which can be typed.
    pub label: String,
    /// A remark on the action, for example its cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// The names of the things on the board and in the hand that it is [about](crate::Text::on).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
}

impl Shown {
    /// The kinds of values, as JSON names them.
    pub const KINDS: &'static [&'static str] = Self::VARIANTS;
}

impl Choice {
    /// These actions of the viewer.
    pub(crate) fn list<G: Text>(game: &G, view: &G::View, actions: &[G::Action]) -> Vec<Self> {
        let choice = |action: &G::Action| Self {
            action: json::plain(action),
            label: game.label(view, *action),
            remark: game.remark(view, *action),
            on: game.on(view, *action),
        };
        actions.iter().map(choice).collect()
    }
}

/// The places of all seats, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ranking {
    /// The title of each cell of a row; empty while the game is not over and the score alone is told.
    pub titles: Vec<String>,
    /// A row for each seat.
    pub rows: Vec<Rank>,
}

impl Ranking {
    /// The place of a seat that has not won, in a sentence; who shares it is named. `None` for the first place.
    pub fn place_in_words(&self, seat: Seat) -> Option<String> {
        let own = self.rows.iter().find(|row| row.seat == seat && row.place > 1)?;
        let beside = self.rows.iter().filter(|row| row.place == own.place && row.seat != seat);
        let beside: Vec<&str> = beside.map(|row| row.name.as_str()).collect();
        let place = ordinal(own.place);
        Some(if beside.is_empty() {
            format!("You are {place} of {}.", self.rows.len())
        } else {
            format!("You share {place} place with {}.", listed(beside))
        })
    }
}

/// The place of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Rank {
    /// The place, from 1.
    pub place: u8,
    /// The seat.
    pub seat: Seat,
    /// The name, with a mark at the one who reads.
    pub name: String,
    /// The possessions of the seat, a cell for each title; the score where there are no titles.
    pub cells: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_several_have_is_said_to_be_shared() {
        let row = |place, number| Rank {
            place,
            seat: Seat::new(number).expect("a seat"),
            name: format!("bot {}", number + 1),
            cells: Vec::new(),
        };
        let place = |places: [u8; 4]| {
            let rows = places.into_iter().zip(0..).map(|(place, number)| row(place, number)).collect();
            Ranking { titles: Vec::new(), rows }.place_in_words(Seat::FIRST)
        };
        assert_eq!(place([1, 2, 3, 4]), None);
        assert_eq!(place([3, 1, 2, 4]).as_deref(), Some("You are 3rd of 4."));
        assert_eq!(place([2, 1, 2, 2]).as_deref(), Some("You share 2nd place with bot 3 and bot 4."));
    }
}
