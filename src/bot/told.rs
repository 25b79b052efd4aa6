//! A fingerprint of the happenings that a seat has seen.

use std::hash::{Hash as _, Hasher as _};

use crate::game::RaceGame;
use crate::observer::Observer;
use crate::seat::Seat;
use crate::stable_hash::StableHasher;

/// Keeps a 64-bit hash of the happenings that one seat sees, in their order.
///
/// A collision merges two nodes of a search, which weakens it a little and makes nothing illegal.
pub(super) struct Told<'a, G> {
    game: &'a G,
    seat: Seat,
    hasher: StableHasher,
}

impl<'a, G: RaceGame> Told<'a, G> {
    pub(super) fn to(game: &'a G, seat: Seat) -> Self {
        Self { game, seat, hasher: StableHasher::default() }
    }

    pub(super) fn fingerprint(&self) -> u64 {
        self.hasher.finish()
    }
}

impl<G: RaceGame> Observer<G::Happening> for Told<'_, G> {
    fn see(&mut self, happening: impl FnOnce() -> G::Happening) {
        if let Some(told) = self.game.seen_by(&happening(), self.seat) {
            told.hash(&mut self.hasher);
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
        let told = |number, seat| {
            let mut told = Told::to(&game, seat);
            game.apply(&mut state.clone(), Action::Pick(number), &mut told);
            told.fingerprint()
        };
        let other = Seat::new(1).expect("a second seat");
        assert_eq!(told(1, other), told(2, other));
        assert_ne!(told(1, Seat::FIRST), told(2, Seat::FIRST));
    }
}
