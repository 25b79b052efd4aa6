//! Playouts: random legal moves to the end on one thread, through the contract and in a bare loop.
//!
//! `cargo bench --bench playouts [-- BATCHES] [GAME]...` plays batches of games in turn, one through the
//! contract and one in a hand-written loop of the same game. It prints games per second, nanoseconds per
//! decision and per event (a decision or a chance event), and the ratio of the two. Both play the same mix of
//! games. The machine's speed drifts, so read the medians of the paired batches.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod bare;
mod loops;

use std::hint::black_box;

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{RaceGame, Ruleset as _, Stream, ruleset};
use loops::{Tally, median, playout, timed};
use rand::SeedableRng as _;

/// Plays batches in turn and prints both figures and their ratio.
fn compare(
    name: &str,
    batches: usize,
    mut contract: impl FnMut(&mut Tally),
    mut bare: impl FnMut(&mut Tally),
) {
    let mut per_event = [Vec::new(), Vec::new()];
    let mut ratios = Vec::new();
    let mut totals = [(0.0, Tally::default()); 2];
    for batch in 0..=batches {
        let (nanos, tally) = timed(&mut contract);
        let (bare_nanos, bare_tally) = timed(&mut bare);
        // The first pair warms up.
        if batch > 0 {
            let cost = [nanos / tally.events as f64, bare_nanos / bare_tally.events as f64];
            ratios.push(cost[0] / cost[1]);
            for (index, (nanos, tally)) in [(nanos, tally), (bare_nanos, bare_tally)].into_iter().enumerate()
            {
                per_event[index].push(cost[index]);
                let total = &mut totals[index];
                total.0 += nanos;
                total.1.games += tally.games;
                total.1.decisions += tally.decisions;
                total.1.events += tally.events;
            }
        }
    }
    println!("{name}");
    for (label, ((nanos, tally), costs)) in
        ["contract", "bare loop"].into_iter().zip(totals.into_iter().zip(per_event))
    {
        println!(
            "  {label:10} {:>9.0} games/s {:>7.1} ns/decision {:>6.1} ns/event {:>6.1} decisions/game {:>6.1} events/game",
            tally.games as f64 * 1e9 / nanos,
            nanos / tally.decisions as f64,
            median(costs),
            tally.decisions as f64 / tally.games as f64,
            tally.events as f64 / tally.games as f64,
        );
    }
    println!("  ratio      {:.2} (median of {batches} paired batches, per event)", median(ratios));
}

/// Plays a random game in a bare loop, stopped after a number of events.
type Bare = fn(u64, &mut Stream, &mut Tally);

/// A batch of games of one game and set-up.
struct Batch {
    name: &'static str,
    /// The number of games in a batch.
    games: usize,
    /// The number of events after which a game is stopped: random play may never end.
    cap: u64,
    bare: Bare,
}

fn measure<G: RaceGame>(batch: &Batch, batches: usize) {
    let ruleset = G::Ruleset::EMBEDDED[0].name;
    let game = G::new(ruleset::open(ruleset).expect("an embedded ruleset")).expect("it is playable");
    let setup = game.setup(4);
    let [mut rng, mut bare_rng] = [1, 1].map(Stream::seed_from_u64);
    println!("state of {}: {} bytes", batch.name, size_of::<G::State>());
    compare(
        &format!("{}, {ruleset}, 4 players", batch.name),
        batches,
        |tally| {
            for _ in 0..batch.games {
                playout(&game, &setup, batch.cap, &mut rng, tally);
            }
        },
        |tally| {
            for _ in 0..batch.games {
                (batch.bare)(batch.cap, &mut bare_rng, tally);
            }
        },
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let batches = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(31);
    let is_asked = |batch: &Batch| arguments.iter().any(|argument| argument == batch.name);
    let animal_race = Batch {
        name: "animal race",
        games: 2_000,
        cap: 10_000,
        bare: |_, rng, tally| _ = black_box(bare::animal_race::playout(rng, tally)),
    };
    let hare_tortoise = Batch {
        name: "hare & tortoise",
        games: 200,
        // About 300 rounds.
        cap: 1_400,
        bare: |cap, rng, tally| _ = black_box(bare::hare_tortoise::playout(cap, rng, tally)),
    };
    let gotham = Batch {
        name: "gotham",
        games: 2_000,
        cap: 10_000,
        bare: |_, rng, tally| _ = black_box(bare::gotham::playout(rng, tally)),
    };
    let all = ![&animal_race, &hare_tortoise, &gotham].into_iter().any(is_asked);
    let asked = |batch: &Batch| all || is_asked(batch);
    if asked(&animal_race) {
        measure::<AnimalRace>(&animal_race, batches);
    }
    if asked(&hare_tortoise) {
        measure::<HareTortoise>(&hare_tortoise, batches);
    }
    if asked(&gotham) {
        measure::<Gotham>(&gotham, batches);
    }
}
