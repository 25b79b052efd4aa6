//! The decisions that seats make, and the outcomes of chance.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::animals::Animal;
use super::cards::{Card, Cards};
use crate::common::seat::Seat;

/// A decision of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// AR-07: sets this card aside as the second bet.
    Bet(Card),
    /// AR-10: places cards of one animal.
    Place(Placement),
    /// AA-05: moves this animal.
    Move(Animal),
}

/// Cards of one animal that are placed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Placement {
    /// The animal that the cards show.
    pub animal: Animal,
    /// The number of plain cards.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub plain: u8,
    /// The number of cards with a howl; only the wolf has them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub howls: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes the field so")]
fn is_zero(count: &u8) -> bool {
    *count == 0
}

impl Placement {
    /// Plain cards of an animal.
    pub const fn plain(animal: Animal, count: u8) -> Self {
        Self { animal, plain: count, howls: 0 }
    }

    /// The number of cards.
    #[inline]
    pub const fn count(self) -> u8 {
        self.plain.saturating_add(self.howls)
    }

    /// The same cards as a [`Cards`] heap.
    #[inline]
    pub fn cards(self) -> Cards {
        let mut cards = Cards::of_kind(self.animal.card(), self.plain);
        cards.put(Cards::of_kind(Card::Howl, self.howls));
        cards
    }
}

/// An outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// AR-04: a seat is dealt this starting bet card.
    StartingBet(Animal),
    /// AR-05: a stream is laid on this tile.
    Stream(u8),
    /// AA-02: a turbo token is laid on this tile.
    Turbo(u8),
    /// AR-07, AR-12: a seat draws this racing card.
    Card(Card),
    /// AR-09: this seat is the first player.
    FirstPlayer(Seat),
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StartingBet(animal) => animal.fmt(f),
            Self::Stream(tile) | Self::Turbo(tile) => write!(f, "tile {tile}"),
            Self::Card(card) => card.fmt(f),
            Self::FirstPlayer(seat) => write!(f, "seat {seat}"),
        }
    }
}

/// The purposes of this game's chance events.
pub mod purpose {
    use crate::game::Purpose;

    /// AR-04: dealing a seat its starting bet.
    pub const STARTING_BET: Purpose = Purpose::new(0, "starting bet");
    /// AR-05: choosing the tile of a stream.
    pub const STREAM: Purpose = Purpose::new(1, "stream");
    /// AA-02: choosing the tile of a turbo token.
    pub const TURBO: Purpose = Purpose::new(2, "turbo token");
    /// AR-07: dealing a card of a seat's first hand.
    pub const DEAL: Purpose = Purpose::new(3, "deal");
    /// AR-09: choosing the first player.
    pub const FIRST_PLAYER: Purpose = Purpose::new(4, "first player");
    /// AR-12: drawing a card to refill a seat's hand.
    pub const REFILL: Purpose = Purpose::new(5, "refill");
}

/// The reason why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// Chance decides now, or the game is over.
    #[error("there is nothing to decide now")]
    NobodysTurn,
    /// The decision to be made now is of another kind.
    #[error("the decision now is {0}")]
    WrongKind(&'static str),
    /// AR-07: the card is not in the hand.
    #[error("there is no {0} card in the hand")]
    NotInHand(Card),
    /// AR-10: no card was placed.
    #[error("at least one card must be placed")]
    Nothing,
    /// AR-10: howl cards go with the wolf only.
    #[error("only wolf cards can howl, not {0} cards")]
    NoHowls(Animal),
    /// AR-10: too many cards in one placement.
    #[error("{placed} cards at once: at most {most} may be placed in one turn")]
    TooMany {
        /// The number of cards to be placed.
        placed: u8,
        /// The largest number allowed.
        most: u8,
    },
    /// AR-10: more cards than the hand holds.
    #[error("{placed} {card}: the hand has only {held}")]
    TooFewInHand {
        /// The kind of card.
        card: Card,
        /// The number of cards to be placed.
        placed: u8,
        /// The number in the hand.
        held: u8,
    },
    /// AR-11: the table would hold too many cards.
    #[error("{cards} cards would be on the table: at most {most} are allowed")]
    TableFull {
        /// The number of cards that would lie on the table.
        cards: u16,
        /// The largest number allowed.
        most: u8,
    },
    /// AR-11: the table would hold too many cards of one animal.
    #[error("{cards} {animal} cards would be on the table: at most {most} are allowed")]
    TooManyOfOne {
        /// The animal.
        animal: Animal,
        /// The number of its cards that would lie on the table.
        cards: u16,
        /// The largest number allowed.
        most: u8,
    },
    /// AA-05: this animal cannot be chosen.
    #[error(
        "the {0} cannot be chosen: it has moved or arrived, a howl holds it back, or it has no card on the table"
    )]
    CannotMove(Animal),
}
