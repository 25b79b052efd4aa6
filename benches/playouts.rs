//! Playouts: random legal moves to the end, on one thread, through the contract and by a bare loop.
//!
//! `cargo bench --bench playouts [-- BATCHES] [GAME]...` plays batches of games in turn, one with the contract
//! and one with a hand-written loop of the same game, and prints games per second, nanoseconds per decision and per
//! event (a decision or a chance event), and the ratio of the two. Both play the same mix of games; since
//! the machine's speed drifts, the medians of the paired batches are what to read.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod bare;
mod loops;

use furlong::animal_race::{AnimalRace, Ruleset};
use furlong::gotham::{self, Gotham};
use furlong::hare_tortoise::{self, HareTortoise};
use furlong::{RaceGame as _, Ruleset as _, Stream};
use loops::{Tally, median, playout, timed};
use rand::SeedableRng as _;

/// Plays batches in turn and prints the figures of both and their ratio.
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

fn animal_race(batches: usize) {
    let rules = Ruleset::open("classic").expect("an embedded ruleset");
    let game = AnimalRace::new(rules).expect("an embedded ruleset is playable");
    let setup = game.setup(4);
    let mut actions = Vec::new();
    let mut rng = Stream::seed_from_u64(1);
    let mut bare_rng = Stream::seed_from_u64(1);
    compare(
        "animal race, classic, 4 players",
        batches,
        |tally| {
            for _ in 0..2_000 {
                playout(&game, &setup, 10_000, &mut actions, &mut rng, tally);
            }
        },
        |tally| {
            for _ in 0..2_000 {
                bare::animal_race::playout(&mut bare_rng, tally);
            }
        },
    );
}

fn hare_tortoise(batches: usize) {
    /// Some 300 rounds: random play may never end.
    const CAP: u64 = 1_400;
    let rules = hare_tortoise::Ruleset::open("classic").expect("an embedded ruleset");
    let game = HareTortoise::new(rules).expect("an embedded ruleset is playable");
    let setup = game.setup(4);
    let mut actions = Vec::new();
    let mut rng = Stream::seed_from_u64(1);
    let mut bare_rng = Stream::seed_from_u64(1);
    compare(
        "hare & tortoise, classic, 4 players",
        batches,
        |tally| {
            for _ in 0..200 {
                playout(&game, &setup, CAP, &mut actions, &mut rng, tally);
            }
        },
        |tally| {
            for _ in 0..200 {
                std::hint::black_box(bare::hare_tortoise::playout(CAP, &mut bare_rng, tally));
            }
        },
    );
}

fn gotham(batches: usize) {
    let rules = gotham::Ruleset::open("standard").expect("an embedded ruleset");
    let game = Gotham::new(rules).expect("an embedded ruleset is playable");
    let setup = game.setup(4);
    let mut actions = Vec::new();
    let mut rng = Stream::seed_from_u64(1);
    let mut bare_rng = Stream::seed_from_u64(1);
    compare(
        "gotham, standard, 4 players",
        batches,
        |tally| {
            for _ in 0..2_000 {
                playout(&game, &setup, 10_000, &mut actions, &mut rng, tally);
            }
        },
        |tally| {
            for _ in 0..2_000 {
                std::hint::black_box(bare::gotham::playout(&mut bare_rng, tally));
            }
        },
    );
}

/// A game by name, the size of its state, and what measures it in so many batches.
type Measured = (&'static str, usize, fn(usize));

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let batches = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(31);
    let games: [Measured; 3] = [
        ("animal race", size_of::<furlong::animal_race::State>(), animal_race),
        ("hare & tortoise", size_of::<furlong::hare_tortoise::State>(), hare_tortoise),
        ("gotham", size_of::<furlong::gotham::State>(), gotham),
    ];
    let is_named = |name: &str| arguments.iter().any(|argument| argument == name);
    let all = !games.iter().any(|(name, ..)| is_named(name));
    for (name, bytes, measure) in games.into_iter().filter(|(name, ..)| all || is_named(name)) {
        println!("state of {name}: {bytes} bytes");
        measure(batches);
    }
}
