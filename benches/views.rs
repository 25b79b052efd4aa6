//! Views: the time of a view, and of a view with one determinization, in each game.
//!
//! `cargo bench --bench views [-- BATCHES]` takes positions from the middle of random games. It prints the median time
//! of each in nanoseconds over all batches, and the time of the slowest position.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::hint::black_box;
use std::time::Instant;

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{RaceGame, Ruleset as _, Seat, Stream, Turn, ruleset};
use rand::{RngExt as _, SeedableRng as _};

/// The number of positions in a batch.
const POSITIONS: usize = 400;
/// The range of decisions in each game from which positions are taken.
const MIDDLE: std::ops::Range<usize> = 10..40;

/// Collects positions from the middle of random games whose views satisfy `fits`.
fn positions<G: RaceGame>(game: &G, players: u8, fits: impl Fn(&G::View) -> bool) -> Vec<(G::State, Seat)> {
    let (mut found, mut actions) = (Vec::new(), Vec::new());
    let mut rng = Stream::seed_from_u64(1);
    while found.len() < POSITIONS {
        let mut state = game.start(&game.setup(players)).expect("the players fit");
        let mut decisions = 0;
        while decisions < MIDDLE.end && game.turn(&state) != Turn::Over {
            let Turn::Seat(seat) = game.turn(&state) else {
                let outcome = game.sample_chance(&state, &mut rng);
                game.apply_chance(&mut state, outcome, &mut ());
                continue;
            };
            if MIDDLE.contains(&decisions) && fits(&game.view(&state, seat)) {
                found.push((state.clone(), seat));
            }
            game.actions(&state, &mut actions);
            let action = actions[rng.random_range(0..actions.len() as u32) as usize];
            game.apply(&mut state, action, &mut ());
            decisions += 1;
        }
    }
    found
}

/// Returns the median over batches of the nanoseconds per position.
fn nanos<P>(positions: &[P], batches: usize, mut each: impl FnMut(&P)) -> f64 {
    let batch = |_| {
        let start = Instant::now();
        positions.iter().for_each(&mut each);
        start.elapsed().as_nanos() as f64 / positions.len() as f64
    };
    let mut nanos: Vec<f64> = (0..batches).map(batch).collect();
    nanos.sort_unstable_by(f64::total_cmp);
    nanos[batches / 2]
}

/// Returns the nanoseconds of the slowest position, where each position counts with the fastest of several runs.
fn slowest<P>(positions: &[P], mut each: impl FnMut(&P)) -> f64 {
    const RUNS: usize = 9;
    let mut nanos = |position| {
        let start = Instant::now();
        each(position);
        start.elapsed().as_nanos() as f64
    };
    positions
        .iter()
        .map(|position| (0..RUNS).map(|_| nanos(position)).fold(f64::MAX, f64::min))
        .fold(0.0, f64::max)
}

fn measure<G: RaceGame>(name: &str, players: u8, batches: usize, fits: impl Fn(&G::View) -> bool) {
    let usual = G::Ruleset::EMBEDDED[0].name;
    let game = G::new(ruleset::open(usual).expect("an embedded ruleset")).expect("it is playable");
    let positions = positions(&game, players, fits);
    let mut rng = Stream::seed_from_u64(2);
    let view = nanos(&positions, batches, |(state, seat)| _ = black_box(game.view(state, *seat)));
    let mut imagine = |(state, seat): &(G::State, Seat)| {
        let view = game.view(state, *seat);
        _ = black_box(game.resample(&view, &mut rng).expect("a view of a state"));
    };
    let both = nanos(&positions, batches, &mut imagine);
    let most = slowest(&positions, imagine);
    let sets: Vec<_> = positions
        .iter()
        .map(|(state, seat)| game.information_set(&game.view(state, *seat)).expect("a view of a state"))
        .collect();
    let one = nanos(&sets, batches, |set| _ = black_box(game.determinize(set, &mut rng)));
    println!("{name}, {usual}, {players} players");
    println!("  view {view:>12.0} ns ({} bytes)", size_of::<G::View>());
    println!("  view and one determinization {both:>12.0} ns (slowest position {most:.0} ns)");
    println!("  each further determinization {one:>12.0} ns");
}

fn main() {
    let batches = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(101);
    measure::<AnimalRace>("animal race", 4, batches, |_| true);
    measure::<AnimalRace>("animal race after a shuffle", 5, batches, |view| {
        view.open.game == 1 && view.since_shuffle.deck.len() < 81
    });
    measure::<HareTortoise>("hare & tortoise", 4, batches, |_| true);
    measure::<Gotham>("gotham", 4, batches, |_| true);
}
