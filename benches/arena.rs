//! The cost of measuring: random games in the arena, relative to the bare playout loop.
//!
//! `cargo bench --bench arena [-- BATCHES]` plays batches of games in turn on one thread: in the playout
//! loop, and in the arena without measuring, with bots that look at their views, and with all metrics. It
//! prints the median ratio of the time per event to that of the paired loop. Then it plays the same games on
//! one thread and on two, in alternating pairs, and prints the median ratio.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod loops;

use std::num::NonZeroUsize;

use furlong::animal_race::AnimalRace;
use furlong::arena::{Arena, Entrant, Measured, Measuring};
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{Bot, BotError, Decision, RaceGame, RandomBot, Ruleset as _, Stream};
use loops::{Tally, median, playout, timed};
use rand::SeedableRng as _;

/// The number of events after which a game is stopped, in the loop and in the arena: random play may never
/// end.
const CAP: u32 = 1_400;
/// The number of pairs of runs on one thread and on two.
const PAIRS: usize = 10;

/// Plays at random, and looks at its view.
struct Looking;

impl<G: RaceGame> Bot<G> for Looking {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        std::hint::black_box(decision.view());
        RandomBot.choose(decision)
    }
}

/// An arena of random games for four players, on one thread.
fn arena<G: Measured>(groups: u64, measuring: Measuring, entrant: &Entrant<G>) -> Arena<G> {
    let usual = G::Ruleset::EMBEDDED[0].name;
    let game = G::new(G::Ruleset::open(usual).expect("an embedded ruleset")).expect("it is playable");
    let setup = game.setup(4);
    let mut arena = Arena::new(game, setup, vec![entrant.clone(); 4], 1, groups);
    (arena.measuring, arena.most_events, arena.threads) = (measuring, CAP, NonZeroUsize::new(1));
    arena
}

/// Plays the games of the arena and counts their events.
fn run<G: Measured>(arena: &Arena<G>, tally: &mut Tally) {
    let results = arena.run().expect("random games run");
    for game in results.groups.iter().flat_map(|group| &group.games) {
        tally.games += 1;
        tally.decisions += u64::from(game.decisions);
        tally.events += u64::from(game.events);
    }
}

fn measure<G: Measured>(name: &str, groups: u64, batches: usize) {
    let blind = Entrant::new("random", || Box::new(RandomBot));
    let looking = Entrant::new("looking", || Box::new(Looking));
    let arenas = [
        ("nothing measured", arena::<G>(groups, Measuring::Nothing, &blind)),
        ("with views", arena::<G>(groups, Measuring::Nothing, &looking)),
        ("all metrics", arena::<G>(groups, Measuring::Everything, &blind)),
        ("views and metrics", arena::<G>(groups, Measuring::Everything, &looking)),
    ];
    let (game, setup) = (arenas[0].1.game.clone(), arenas[0].1.setup.clone());
    let mut actions = Vec::new();
    let mut rng = Stream::seed_from_u64(1);
    let mut ratios = [const { Vec::new() }; 4];
    let mut loops = Vec::new();
    // The first batch warms up.
    for batch in 0..=batches {
        for ((_, arena), ratios) in arenas.iter().zip(&mut ratios) {
            let (nanos, tally) = timed(|tally| {
                for _ in 0..groups {
                    playout(&*game, &setup, CAP.into(), &mut actions, &mut rng, tally);
                }
            });
            let bare = nanos / tally.events as f64;
            let (nanos, tally) = timed(|tally| run(arena, tally));
            if batch > 0 {
                loops.push(bare);
                ratios.push(nanos / tally.events as f64 / bare);
            }
        }
    }
    println!("{name}, {}, 4 players", G::Ruleset::EMBEDDED[0].name);
    println!("  playout loop       {:>6.1} ns/event", median(loops));
    for ((label, _), ratios) in arenas.iter().zip(ratios) {
        println!("  {label:18} {:>6.2} times the loop (median of {batches} paired batches)", median(ratios));
    }
    let [one, two] = [1, 2].map(|threads| {
        let mut arena = arenas[2].1.clone();
        arena.threads = NonZeroUsize::new(threads);
        arena
    });
    let pair = |_| {
        let [one, two] = [&one, &two].map(|arena| timed(|tally| run(arena, tally)).0);
        one / two
    };
    println!(
        "  two threads        {:>6.2} times as fast as one, all metrics (median of {PAIRS} alternating pairs)",
        median((0..PAIRS).map(pair).collect())
    );
}

fn main() {
    let batches = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(15);
    measure::<AnimalRace>("animal race", 2_000, batches);
    measure::<HareTortoise>("hare & tortoise", 400, batches);
    measure::<Gotham>("gotham", 2_000, batches);
}
