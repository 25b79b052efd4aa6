//! Happenings: the public course of a game, and what each seat sees of it.

use serde::{Deserialize, Serialize};

use super::cards::{Animal, Card, Place};
use super::track::Figure;
use crate::game::Mark;
use crate::seat::Seat;

/// Something that happened. A card is `None` for those who do not see its face.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Happening {
    /// A card of a deck was dealt to a seat (GO-07).
    Dealt {
        /// The seat that gets it.
        seat: Seat,
        /// Its back.
        back: Place,
        /// The card.
        card: Option<Card>,
    },
    /// A figure got its start number, drawn, given or left over (GO-09).
    StartNumber {
        /// The figure.
        figure: Figure,
        /// The seat that runs it.
        owner: Option<Seat>,
        /// 1 leads, 4 is last.
        number: u8,
    },
    /// A round begins.
    RoundBegins {
        /// Its number, from 1.
        round: u16,
        /// The figures in the order of acting: from last to first (GO-10).
        order: Vec<Figure>,
    },
    /// A seat's turn begins: with drawing, or with placing where all draw before anybody places (GO-11).
    TurnBegins {
        /// The seat.
        seat: Seat,
    },
    /// A seat has chosen the deck that it draws from.
    ChoseDeck {
        /// The seat.
        seat: Seat,
        /// The deck.
        back: Place,
    },
    /// A seat has drawn the top card of that deck.
    Drew {
        /// The seat.
        seat: Seat,
        /// Its back.
        back: Place,
        /// The card.
        card: Option<Card>,
    },
    /// A seat has placed a card on the deposit.
    Placed {
        /// The seat.
        seat: Seat,
        /// Its back.
        back: Place,
        /// The card.
        card: Option<Card>,
    },
    /// A card of its position's deck was placed for an ownerless figure, seen by nobody (GO-12).
    PlacedForOwnerless {
        /// The figure.
        figure: Figure,
        /// Its back: the figure's position.
        back: Place,
        /// The card.
        card: Option<Card>,
    },
    /// The deck for an ownerless figure is empty: nothing was placed (GO-12).
    NothingForOwnerless {
        /// The figure.
        figure: Figure,
        /// Its position.
        back: Place,
    },
    /// A seat's turn is over.
    TurnEnds {
        /// The seat.
        seat: Seat,
    },
    /// All have placed; the pile is turned over (GO-13).
    PileTurned,
    /// A card of the pile was carried out.
    CarriedOut {
        /// The figure that it was placed for.
        placed_for: Figure,
        /// The seat that placed it; `None` for an ownerless figure's card.
        placed_by: Option<Seat>,
        /// The card.
        card: Card,
        /// Its effect.
        effect: Outcome,
        /// The order of the race afterwards, the leading figure first.
        order: Vec<Figure>,
    },
    /// The cards of a back that were carried out went under their deck as its lowest layer (GO-14).
    Recycled {
        /// The deck.
        back: Place,
        /// The cards, in no order.
        cards: Vec<Card>,
    },
    /// After the last card of a round, a figure is beyond the sign (GO-31).
    Crossed {
        /// The figure.
        figure: Figure,
        /// The seat that runs it.
        owner: Option<Seat>,
        /// The direction in which it crossed.
        direction: Direction,
        /// The number of spaces beyond.
        spaces: i32,
    },
    /// A round is over.
    RoundEnds {
        /// Its number.
        round: u16,
    },
    /// The race is over.
    GameEnds {
        /// The figures that are furthest beyond: one, or two that share (GO-33 to GO-35).
        furthest: Vec<Figure>,
        /// The seats that have won; none when an ownerless figure is furthest.
        winners: Vec<Seat>,
    },
}

/// The effect of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Outcome {
    /// A figure moved, or was moved onto its own location.
    Moved {
        /// The figure.
        figure: Figure,
        /// Its coordinate before.
        from: i16,
        /// Its coordinate afterwards.
        to: i16,
        /// Its position afterwards.
        place: Place,
    },
    /// Two figures exchanged location and lane.
    Swapped {
        /// The figure in the position on the card's back.
        figure: Figure,
        /// The other one.
        with: Figure,
    },
    /// The sign moved to another animal, or stays where it stood.
    Sign {
        /// The animal that it stood at.
        from: Animal,
        /// The animal that it stands at now.
        to: Animal,
    },
}

impl Outcome {
    /// The figure in the position on the card's back; `None` when the card moved the sign.
    pub const fn hits(self) -> Option<Figure> {
        match self {
            Self::Moved { figure, .. } | Self::Swapped { figure, .. } => Some(figure),
            Self::Sign { .. } => None,
        }
    }
}

/// The way in which a figure crossed the finish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Along the main direction.
    Forwards,
    /// Against it.
    Backwards,
}

impl Happening {
    /// The happening as a seat sees it (GO-15): faces of its own cards and of those carried out; of the others the back.
    pub(super) fn seen_by(&self, viewer: Seat) -> Self {
        let mut seen = self.clone();
        match &mut seen {
            Self::Dealt { seat, card, .. }
            | Self::Drew { seat, card, .. }
            | Self::Placed { seat, card, .. }
                if *seat != viewer =>
            {
                *card = None;
            }
            // GO-12: seen by nobody.
            Self::PlacedForOwnerless { card, .. } => *card = None,
            _ => {}
        }
        seen
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
