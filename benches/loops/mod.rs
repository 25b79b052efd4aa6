//! Shared code of the benchmarks: the playout loop through the contract, and timing.

use std::time::Instant;

use furlong::{RaceGame, Stream, Turn};

/// The events and decisions counted in a batch of games.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) games: u64,
    pub(crate) decisions: u64,
    pub(crate) events: u64,
}

/// Plays one random game through the contract.
pub(crate) fn playout<G: RaceGame>(
    game: &G,
    setup: &G::Setup,
    cap: u64,
    rng: &mut Stream,
    tally: &mut Tally,
) {
    let Ok(mut state) = game.start(setup) else { return };
    let mut events = 0;
    while events < cap {
        match game.turn(&state) {
            Turn::Chance(_) => {
                let outcome = game.sample_chance(&state, rng);
                game.apply_chance(&mut state, outcome, &mut ());
            }
            Turn::Seat(_) => {
                let Some(action) = game.sample_action(&state, rng) else { break };
                game.apply(&mut state, action, &mut ());
                tally.decisions += 1;
            }
            Turn::Over => break,
        }
        events += 1;
    }
    tally.events += events;
    tally.games += 1;
}

/// Plays a batch and returns its nanoseconds and its counts.
pub(crate) fn timed(mut play: impl FnMut(&mut Tally)) -> (f64, Tally) {
    let mut tally = Tally::default();
    let start = Instant::now();
    play(&mut tally);
    (start.elapsed().as_nanos() as f64, tally)
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
