//! The course of a game: turns, chance events, and the marks that divide it.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use serde::{Deserialize, Serialize};

use crate::common::seat::Seat;
use crate::common::words::separated;

/// Who moves next: a seat, chance, or nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turn {
    /// The seat decides.
    Seat(Seat),
    /// A chance event is next.
    Chance(ChancePoint),
    /// The game is over.
    Over,
}

impl Turn {
    /// Creates the turn of a chance event that belongs to `seat`.
    pub const fn chance_of(seat: Seat, purpose: Purpose) -> Self {
        Self::Chance(ChancePoint { owner: Some(seat), purpose })
    }

    /// The seat from which to draw an open game: the seat to move, or the owner of the chance event.
    pub fn viewer(self) -> Seat {
        match self {
            Self::Seat(seat) => seat,
            Self::Chance(point) => point.owner.unwrap_or(Seat::FIRST),
            Self::Over => Seat::FIRST,
        }
    }
}

/// The owner and the purpose of a chance event. Events of one owner and purpose share a random stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct ChancePoint {
    /// The seat that draws; `None` when the event concerns the whole table.
    pub owner: Option<Seat>,
    /// The purpose of the draw.
    pub purpose: Purpose,
}

/// The purpose of a chance event. A game has at most 16, each one a constant.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(into = "String")]
pub struct Purpose {
    code: u8,
    name: &'static str,
}

impl From<Purpose> for String {
    fn from(purpose: Purpose) -> Self {
        purpose.name.to_owned()
    }
}

impl Purpose {
    /// Creates a purpose from its number (0 to 15, unique within the game) and its name.
    ///
    /// # Panics
    /// When the number is above 15; for a constant, at compile time.
    pub const fn new(code: u8, name: &'static str) -> Self {
        assert!(code < 16, "a purpose's number is 0 to 15");
        Self { code, name }
    }

    /// The number of the purpose within its game.
    #[inline]
    pub const fn code(self) -> u8 {
        self.code
    }

    /// The name of the purpose, for people.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

impl PartialEq for Purpose {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Purpose {}

impl Hash for Purpose {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.code.hash(hasher);
    }
}

/// An outcome with its weight: the number of equally likely physical ways to get it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Weighted<C> {
    /// The outcome.
    pub outcome: C,
    /// The number of ways, above 0.
    pub weight: u32,
}

/// The reason why a chance outcome is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImpossibleOutcome {
    /// A seat is to move, or the game is over.
    #[error("chance has nothing to decide now")]
    NotChancesTurn,
    /// A chance event is next, but it cannot have this outcome.
    #[error("{outcome} is not possible now; possible: {}", separated(possible, ", "))]
    CannotCome {
        /// The outcome, in words.
        outcome: String,
        /// All possible outcomes, in words.
        possible: Vec<String>,
    },
}

impl ImpossibleOutcome {
    /// Explains why `outcome` is not among the possible ones.
    #[cold]
    pub(super) fn of<C: Display>(outcome: C, chances: &[Weighted<C>]) -> Self {
        if chances.is_empty() {
            return Self::NotChancesTurn;
        }
        let possible = chances.iter().map(|weighted| weighted.outcome.to_string()).collect();
        Self::CannotCome { outcome: outcome.to_string(), possible }
    }
}

/// A point in the course of a game that a happening marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A seat's turn begins.
    TurnBegins(Seat),
    /// A seat's turn ends.
    TurnEnds(Seat),
    /// A round ends.
    RoundEnds,
    /// A game ends; in a championship, this is one of several.
    GameEnds,
}
