//! A fingerprint of the happenings that a seat has seen.

use std::hash::{Hash as _, Hasher as _};

use crate::common::observer::Observer;
use crate::common::seat::Seat;
use crate::common::stable_hash::StableHasher;
use crate::game::RaceGame;

/// Computes a 64-bit hash of the happenings that one seat sees, in order.
///
/// A collision merges two nodes of a search, which makes it slightly weaker but never leads to an illegal action.
pub(super) struct Fingerprint<'a, G> {
    game: &'a G,
    seat: Seat,
    hasher: StableHasher,
}

impl<'a, G: RaceGame> Fingerprint<'a, G> {
    pub(super) fn of(game: &'a G, seat: Seat) -> Self {
        Self { game, seat, hasher: StableHasher::default() }
    }

    pub(super) fn value(&self) -> u64 {
        self.hasher.finish()
    }
}

impl<G: RaceGame> Observer<G::Happening> for Fingerprint<'_, G> {
    fn see(&mut self, happening: impl FnOnce() -> G::Happening) {
        if let Some(seen) = self.game.seen_by(&happening(), self.seat) {
            seen.hash(&mut self.hasher);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dash::{Action, Dash};

    #[test]
    fn a_secret_choice_looks_the_same_to_the_others_and_not_to_its_seat() {
        let game = Dash::short();
        let state = game.start(&game.setup(2)).expect("two can play");
        let value = |number, seat| {
            let mut seen = Fingerprint::of(&game, seat);
            game.apply(&mut state.clone(), Action::Pick(number), &mut seen);
            seen.value()
        };
        let other = Seat::new(1).expect("a second seat");
        assert_eq!(value(1, other), value(2, other));
        assert_ne!(value(1, Seat::FIRST), value(2, Seat::FIRST));
    }
}
