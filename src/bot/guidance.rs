//! Knowledge of a game beyond its rules, for a search: an estimate of the winner, and moves for playouts.

use std::fmt::Debug;

use crate::common::seat::{Seat, SeatMap};
use crate::game::streams::Stream;
use crate::game::{RaceGame, any_of};

/// Knowledge of a game for searches. Everything is optional: without it, a search plays on at random and counts wins.
///
/// These methods see full states, because the worlds of a search are only imagined. The estimates must be the same on
/// every machine, so that a search with a budget in iterations is reproducible: square roots and fractions are,
/// exponentials and logarithms of the standard library need not be.
pub trait Guidance<G: RaceGame>: Clone + Debug + Send + Sync + 'static {
    /// Results that are cached for the rest of a search.
    type Memory: Default + Debug + Send;

    /// The share of the win that each seat can expect here, before the end: 0 to 1, with a sum of at most 1. `None`
    /// when there is no estimate.
    fn evaluate(&self, _game: &G, _state: &G::State) -> Option<SeatMap<f64>> {
        None
    }

    /// Returns whether the estimate can be trusted here: not in the middle of an exchange that decides a lot.
    fn is_quiet(&self, _game: &G, _state: &G::State) -> bool {
        true
    }

    /// Chooses the action of the seat to move in a playout. By default each action has the same probability. `actions`
    /// are legal and not empty. The same state and random numbers must give the same action, whatever `memory`
    /// contains.
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

    /// The likelihood, 0 to 1, that the other seats would have played as they did to reach this state. A search draws
    /// unlikely worlds less often.
    fn plausibility(&self, _game: &G, _state: &G::State, _searcher: Seat) -> f64 {
        1.0
    }

    /// The expected share of the win of each action of the searching seat before any search, 0 to 1. Leave `into` empty
    /// for no opinion.
    fn first_thoughts(&self, _game: &G, _view: &G::View, _actions: &[G::Action], into: &mut Vec<f64>) {
        into.clear();
    }
}

/// Guidance that knows nothing but the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<G: RaceGame> Guidance<G> for Unguided {
    type Memory = ();
}
