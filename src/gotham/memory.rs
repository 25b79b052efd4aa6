//! What everybody knows about the layers that cards in hands came from (GO-15).
//!
//! The deck that a player draws from is public, and so is the layer on top of it; for a recycled layer the faces
//! are public as well. So each card in a hand has its layer: everybody knows how many cards of each layer a seat
//! has, but only the seat itself knows which. A card that comes to light is forgotten when everybody can work out
//! its layer. When equal cards are unseen in several layers that its seat has drawn from, the card stays as a
//! *case* until later cards decide it. A state has the true layer of each case; a view hides it.

mod update;

use super::card_index::Kind;
use super::cards::Rank;
use crate::common::seat::Seat;

/// The maximum number of open cases.
pub(super) const MOST_CASES: usize = 24;
/// The maximum number of cases that one round can add.
pub(super) const CASES_A_ROUND: usize = 4;

/// A card that was shown and may have come from several layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Case {
    /// The seat that placed the card.
    pub(super) by: Seat,
    pub(super) kind: Kind,
    /// The layer that the card came from, which only its seat knows.
    pub(super) from: u8,
    /// The number of cards that its seat has drawn from the deck since.
    pub(super) later: u8,
}

impl Default for Case {
    fn default() -> Self {
        Self { by: Seat::FIRST, kind: Kind::FREE, from: 0, later: 0 }
    }
}

/// The open cases, in the order in which the cards were shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Memory {
    cases: [Case; MOST_CASES],
    count: u8,
}

impl Memory {
    #[inline]
    pub(super) fn cases(&self) -> &[Case] {
        &self.cases[..usize::from(self.count)]
    }

    #[inline]
    pub(super) fn cases_mut(&mut self) -> &mut [Case] {
        &mut self.cases[..usize::from(self.count)]
    }

    /// The cases of a deck.
    pub(super) fn of(&self, back: Rank) -> impl Iterator<Item = &Case> {
        self.cases().iter().filter(move |case| case.kind.back() == back)
    }

    /// Adds a case, or nothing if there are [`MOST_CASES`] already.
    pub(super) fn add(&mut self, case: Case) {
        if let Some(slot) = self.cases.get_mut(usize::from(self.count)) {
            *slot = case;
            self.count += 1;
        }
    }

    pub(super) fn remove(&mut self, index: usize) {
        self.cases[index..usize::from(self.count)].rotate_left(1);
        self.count -= 1;
        self.cases[usize::from(self.count)] = Case::default();
    }

    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Notes that a seat draws a card of a deck.
    #[inline]
    pub(super) fn draw(&mut self, by: Seat, back: Rank) {
        for case in self.cases_mut() {
            case.later += u8::from(case.by == by && case.kind.back() == back);
        }
    }
}
