//! Knowledge of a game beyond its rules, for a search: an estimate of the winner, and hints for playouts.

use std::fmt::Debug;

use crate::game::streams::Stream;
use crate::game::{RaceGame, any_of};
use crate::ground::seat::{Seat, SeatMap};

/// Knowledge of a game for searches. All of it is optional: a search without any plays on at random and
/// counts wins.
///
/// Here full states are seen, since the worlds that a search looks at are worlds of its own imagination. The
/// estimates must come out the same on every machine, so that a search with a budget in iterations does:
/// roots and fractions do, exponentials and logarithms of the standard library need not.
pub trait Guidance<G: RaceGame>: Clone + Debug + Send + Sync + 'static {
    /// Results that are kept for the rest of a search, so that they are not worked out again.
    type Memory: Default + Debug + Send;

    /// The share of the win that each seat may expect here, before the end; 0 to 1, in all at most 1.
    /// `None` when it has no estimate.
    fn evaluate(&self, _game: &G, _state: &G::State) -> Option<SeatMap<f64>> {
        None
    }

    /// Returns whether the estimate can be trusted here: not in the middle of something whose end decides much.
    fn is_quiet(&self, _game: &G, _state: &G::State) -> bool {
        true
    }

    /// The action of the seat to move in a playout; by default any, each with the same chance.
    /// `actions` are legal and not empty. The same state and random numbers give the same action, whatever `memory` holds.
    fn play_on(
        &self,
        _game: &G,
        _state: &G::State,
        actions: &[G::Action],
        _memory: &mut Self::Memory,
        rng: &mut Stream,
    ) -> Option<G::Action> {
        any_of(actions, rng)
    }

    /// The likelihood, 0 to 1, that the others would have played as they have in this state. A search draws unlikely
    /// worlds less often.
    fn plausibility(&self, _game: &G, _state: &G::State, _searcher: Seat) -> f64 {
        1.0
    }

    /// The expected share of the win of each action of the searching seat before any search, 0 to 1; left empty
    /// without an opinion.
    fn first_thoughts(&self, _game: &G, _view: &G::View, _actions: &[G::Action], into: &mut Vec<f64>) {
        into.clear();
    }
}

/// Nothing is known but the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<G: RaceGame> Guidance<G> for Unguided {
    type Memory = ();
}
