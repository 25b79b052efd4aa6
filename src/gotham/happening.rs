//! The events of a race, as reported to players.

use serde::{Deserialize, Serialize};

use super::cards::{Animal, Card, Rank};
use super::track::{FIGURES, Figure};
use crate::common::seat::Seat;
use crate::game::Mark;

/// An event of a race. A card is `None` for those who do not see its face; `back` is the number on its back.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[allow(missing_docs, reason = "the fields say what the variant's sentence names")]
pub enum Happening {
    /// GO-07: a seat is dealt a card.
    Gets { seat: Seat, back: Rank, card: Option<Card> },
    /// GO-09: a figure gets its start number, drawn, given or left over: 1 leads, 4 is last.
    GetsNumber { figure: Figure, owner: Option<Seat>, number: u8 },
    /// A round begins, counted from 1; GO-10: the figures act in this order.
    RoundBegins { round: u16, order: [Figure; FIGURES] },
    /// GO-11: a seat's turn begins: with drawing, or with placing where all draw before anybody places.
    TurnBegins { seat: Seat },
    /// GO-11: a seat chooses the deck that it draws from.
    ChoosesDeck { seat: Seat, back: Rank },
    /// GO-11: a seat draws the top card of that deck.
    Draws { seat: Seat, back: Rank, card: Option<Card> },
    /// GO-11: a seat places a card on the deposit.
    Places { seat: Seat, back: Rank, card: Option<Card> },
    /// GO-12: a card of its rank's deck is placed for an ownerless figure, seen by nobody.
    OwnerlessGets { figure: Figure, back: Rank, card: Option<Card> },
    /// GO-12: the deck for an ownerless figure is empty, and nothing is placed.
    OwnerlessGetsNothing { figure: Figure, back: Rank },
    /// A seat's turn ends.
    TurnEnds { seat: Seat },
    /// GO-13: all have placed, and the pile is turned over.
    PileTurns,
    /// GO-13: a card of the pile is carried out; `order` is that of the race afterwards, the leading figure first.
    TakesEffect {
        placed_for: Figure,
        placed_by: Option<Seat>,
        card: Card,
        change: Change,
        order: [Figure; FIGURES],
    },
    /// GO-14: these cards, which were carried out, go under their deck as its lowest layer.
    Recycles { back: Rank, cards: Vec<Card> },
    /// GO-31: after the last card of a round, a figure is this many spaces beyond the sign.
    Crosses { figure: Figure, owner: Option<Seat>, direction: Direction, spaces: i32 },
    /// A round ends.
    RoundEnds { round: u16 },
    /// The race ends. One figure is furthest beyond, or two that share (GO-33 to GO-35); nobody wins when it is an
    /// ownerless one.
    GameEnds { furthest: Vec<Figure>, winners: Vec<Seat> },
}

/// The change that a card makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[allow(missing_docs, reason = "the fields say what the variant's sentence names")]
pub enum Change {
    /// A figure moves from one coordinate to another, or onto its own location, and has this rank afterwards.
    Moves { figure: Figure, from: i16, to: i16, rank: Rank },
    /// GO-24: the figure of the rank on the card's back exchanges location and lane with another.
    Swaps { figure: Figure, with: Figure },
    /// GO-27: the sign moves from one animal to another, or stays.
    SignMoves { from: Animal, to: Animal },
}

impl Change {
    /// The figure that holds the rank on the card's back; `None` if the card moves the sign.
    pub const fn hits(self) -> Option<Figure> {
        match self {
            Self::Moves { figure, .. } | Self::Swaps { figure, .. } => Some(figure),
            Self::SignMoves { .. } => None,
        }
    }
}

/// The way in which a figure crossed the finish.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::Display,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Direction {
    /// Along the main direction.
    Forwards,
    /// Against it.
    Backwards,
}

impl Happening {
    /// GO-15: the happening as a seat sees it, with the faces of its own cards and of those carried out.
    pub(super) fn shown_to(&self, viewer: Seat) -> Self {
        let mut shown = self.clone();
        match &mut shown {
            Self::Gets { seat, card, .. }
            | Self::Draws { seat, card, .. }
            | Self::Places { seat, card, .. }
                if *seat != viewer =>
            {
                *card = None;
            }
            // GO-12: seen by nobody.
            Self::OwnerlessGets { card, .. } => *card = None,
            _ => {}
        }
        shown
    }

    pub(super) const fn mark(&self) -> Option<Mark> {
        match self {
            Self::TurnBegins { seat } => Some(Mark::TurnBegins(*seat)),
            Self::TurnEnds { seat } => Some(Mark::TurnEnds(*seat)),
            Self::RoundEnds { .. } => Some(Mark::RoundEnds),
            Self::GameEnds { .. } => Some(Mark::GameEnds),
            _ => None,
        }
    }
}
