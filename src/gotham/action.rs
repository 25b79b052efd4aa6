//! The decisions that seats make, and the outcomes of chance.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cards::{Card, Rank};
use crate::game::Purpose;

/// Dealing the cards of the first hands (GO-07).
pub const DEAL: Purpose = Purpose::new(0, "deal");
/// Drawing start numbers (GO-09).
pub const START_NUMBER: Purpose = Purpose::new(1, "start number");
/// Drawing cards for players (GO-11).
pub const DRAW: Purpose = Purpose::new(2, "draw");
/// Placing cards for ownerless figures (GO-12).
pub const OWNERLESS: Purpose = Purpose::new(3, "ownerless");

/// A decision of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Draws the top card of this deck (GO-11).
    Draw(Rank),
    /// Places this card of its hand face down (GO-11).
    Place(Card),
}

/// The outcome of a chance event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// The card that is dealt, drawn, or placed for an ownerless figure.
    Card(Card),
    /// The start number that a seat draws, 1 to 4.
    StartNumber(u8),
}

/// The reason why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// No seat is to move.
    #[error("no seat is to move now")]
    NobodysTurn,
    /// A deck must be chosen first, and this action is a card.
    #[error("first draw a card from a deck, then place one")]
    DrawFirst,
    /// A card must be placed now, and this action is a deck.
    #[error("place a card now: one has been drawn")]
    PlaceNow,
    /// The deck has no card left.
    #[error("the deck of the {0} is empty")]
    EmptyDeck(Rank),
    /// The seat has no such card.
    #[error("there is no card `{0}` in the hand")]
    NotInHand(Card),
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => card.fmt(f),
            Self::StartNumber(number) => number.fmt(f),
        }
    }
}
