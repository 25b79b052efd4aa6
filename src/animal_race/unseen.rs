//! The cards that a viewer cannot see, and where they may be.

use std::ops::RangeInclusive;

use super::animals::MOST_PLAYERS;
use super::cards::{Card, Cards};
use crate::common::seat::Seat;

/// The maximum number of other seats.
pub(super) const OTHERS: usize = MOST_PLAYERS as usize - 1;

/// The unseen cards and the places where they may be.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Unseen {
    /// The hidden cards that the other seats held at the last shuffle.
    pub(super) held: Cards,
    /// The cards of the shuffled deck that the viewer has not drawn.
    pub(super) drawn: Cards,
    pub(super) others: [OtherSeat; OTHERS],
    len: u8,
}

/// Another seat, as the viewer knows it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OtherSeat {
    pub(super) seat: Seat,
    /// The number of cards in its hand at the last shuffle.
    pub(super) held: u8,
    /// The number of cards that it has drawn since, without a second bet.
    pub(super) drawn: u8,
    /// The cards that it has placed since.
    pub(super) placed: Cards,
    /// Whether it has a second bet that is not revealed.
    pub(super) hides_bet: bool,
}

impl Unseen {
    /// Adds one of at most [`OTHERS`] seats.
    pub(super) fn add(&mut self, other: OtherSeat) {
        self.others[usize::from(self.len)] = other;
        self.len += 1;
    }

    /// The other seats.
    pub(super) fn others(&self) -> &[OtherSeat] {
        &self.others[..usize::from(self.len)]
    }

    /// The number of cards of a kind that all other seats have placed.
    pub(super) fn placed(&self, card: Card) -> u8 {
        self.others().iter().map(|other| other.placed[card]).sum()
    }

    /// The possible numbers of held cards among the placed cards of a kind; empty if the heaps have too few.
    pub(super) fn held_of_kind(&self, card: Card) -> RangeInclusive<u8> {
        let placed = self.placed(card);
        placed.saturating_sub(self.drawn[card])..=placed.min(self.held[card])
    }

    /// Returns whether all placed cards can have come from the deck.
    pub(super) fn can_be_of_deck(&self) -> bool {
        Card::ALL.iter().all(|card| *self.held_of_kind(*card).start() == 0)
            && self.others().iter().all(|other| *other.held_of_seat().start() == 0)
    }

    /// Returns whether the placed cards can have come from the two heaps.
    pub(super) fn can_be(&self) -> bool {
        // By Hoffman's circulation theorem: no set of seats needs more held cards than their kinds allow, and the
        // kinds do not need more than the seats outside the set have placed and those in it have held.
        let kinds = Card::ALL.map(|card| self.held_of_kind(card));
        let suffices = |set: u32| {
            let is_in = |index: usize| set >> index & 1 == 1;
            let count = |inside: bool, value: &dyn Fn(&OtherSeat) -> u8| -> u32 {
                let seats = self.others().iter().enumerate().filter(|(index, _)| is_in(*index) == inside);
                seats.map(|(_, other)| u32::from(value(other))).sum()
            };
            let of_kind = |inside, card: Card| count(inside, &|other| other.placed[card]);
            let (mut allowed, mut needed) = (0, 0);
            for (card, range) in Card::ALL.into_iter().zip(&kinds) {
                allowed += of_kind(true, card).min(u32::from(*range.end()));
                needed += u32::from(*range.start()).saturating_sub(of_kind(false, card));
            }
            count(true, &|other| *other.held_of_seat().start()) <= allowed
                && needed <= count(true, &|other| *other.held_of_seat().end())
        };
        kinds.iter().all(|range| !range.is_empty()) && (0..1 << self.others().len()).all(suffices)
    }
}

impl OtherSeat {
    /// The possible numbers of held cards among those that the seat has placed.
    pub(super) fn held_of_seat(&self) -> RangeInclusive<u8> {
        let placed = self.placed.len();
        placed.saturating_sub(self.drawn)..=placed.min(self.held)
    }
}
