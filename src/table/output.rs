//! The values that a table emits.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::VariantNames;

use crate::common::seat::Seat;
use crate::formats::json;
use crate::text::{Names, Text, listed, ordinal};

/// The version of the values, which every [`Message`] names. It increases when the form or the meaning of an existing
/// value changes; new kinds of [`Shown`] may be added without it.
pub const TABLE_VERSION: u32 = 1;

/// Somebody who is shown the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reader {
    /// The player of a seat, whom sentences address as "you".
    Player(Seat),
    /// Somebody next to a seat, who sees what its player sees but plays for nobody.
    Beside(Seat),
    /// Somebody who has no seat and sees what is public.
    Watcher,
    /// Somebody who sees everything, including what is hidden: for people who watch bots, and for a game that is over.
    All,
}

impl Reader {
    /// Returns the player of this seat, or a reader who sees everything if there is none.
    pub fn of(seat: Option<Seat>) -> Self {
        seat.map_or(Self::All, Self::Player)
    }

    /// Returns the seat from whose point of view the table is shown.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Self::Player(seat) | Self::Beside(seat) => Some(seat),
            Self::Watcher | Self::All => None,
        }
    }

    /// Returns the seat that the reader plays for.
    pub const fn player(self) -> Option<Seat> {
        if let Self::Player(seat) = self { Some(seat) } else { None }
    }

    /// Returns the names as this reader sees them.
    pub(super) fn names(self, names: &Names) -> Names {
        names.addressing(self.player())
    }
}

/// A message from a table to one reader, to be sent as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Message {
    /// The version of the message format, [`TABLE_VERSION`].
    pub version: u32,
    /// The reader.
    pub to: Reader,
    /// The number of events at the moment that is shown.
    pub events: usize,
    /// The values, in their order.
    pub shown: Vec<Shown>,
}

/// One item that a table shows, tagged with its kind. A front end lays it out.
///
/// Texts may come from people, files and programs: a terminal must remove what it would interpret
/// ([`plain`](crate::text::plain)), and a page must escape them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum Shown {
    /// A title for what follows.
    Heading(String),
    /// A text that continues below the previous one. Each of its lines is a paragraph or, with `- `, an item of a
    /// list.
    Sentence(String),
    /// A text that starts a new paragraph.
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
    /// A chart or a price list, as lines of text that must not be reflowed.
    Sheet(String),
    /// The reason why a request is refused, or why there is no advice. Nothing has changed.
    Refused(String),
    /// A part of what has happened, in sentences, as far as the reader may know it.
    Happened(String),
    /// The reasons of a bot for its decision.
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
    /// A sentence on whose point of view this is; `None` where that is obvious.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The picture in characters, as lines of text.
    pub picture: String,
}

/// A question to a seat, with all its possible answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Question {
    /// The seat that is asked.
    pub seat: Seat,
    /// The question.
    pub text: String,
    /// The legal actions. An answer selects one by its number, from 1, or by its label.
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
    /// The names of the things on the board and in the hand that the action is [about](crate::Text::on).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<String>,
}

impl Shown {
    /// The kinds of values, as JSON names them.
    pub const KINDS: &'static [&'static str] = Self::VARIANTS;
}

impl Choice {
    /// Lists these actions of the viewer.
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
    /// The title of each cell of a row; empty while the game is not over and only the score is shown.
    pub titles: Vec<String>,
    /// A row for each seat.
    pub rows: Vec<Rank>,
}

impl Ranking {
    /// Describes the place of a seat that has not won, and names those who share it. `None` for the first place.
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
    /// The name, with a mark at the reader's own.
    pub name: String,
    /// What the seat has, with one cell for each title; only the score if there are no titles.
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
