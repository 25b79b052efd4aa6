//! The cost of measuring: random games in the arena, relative to the bare playout loop.
//!
//! `cargo bench --bench arena [-- BATCHES] [GAME]... [ROW]...` plays batches of the same games in several ways, in
//! turn and on one thread: in the bare playout loop, in the arena without measuring, with bots that look at their
//! views, with all metrics, and as recorded races of random bots. For each way it prints the median ratio of its time
//! per event to that of the paired loop. Then it plays the same games on one thread and on two, in alternating pairs,
//! and prints the median ratio.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod loops;

use std::num::NonZeroUsize;
use std::sync::Arc;

use furlong::animal_race::AnimalRace;
use furlong::arena::{Arena, Entrant, Measured, Measuring};
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{Bot, BotError, Decision, Race, RaceGame, RandomBot, Ruleset as _, Stream, ruleset};
use loops::{Tally, median, playout, timed};
use rand::SeedableRng as _;

/// The number of events after which a game is stopped, in the loop and in the arena: random play may never
/// end.
const CAP: u32 = 1_400;
/// The number of pairs of runs on one thread and on two.
const PAIRS: usize = 10;

/// A bot that looks at its view and then plays at random.
struct Looking;

impl<G: RaceGame> Bot<G> for Looking {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        std::hint::black_box(&decision.view());
        RandomBot.choose(decision)
    }
}

/// An arena of random games for four players, on one thread.
fn arena<G: Measured>(groups: u64, measuring: Measuring, entrant: &Entrant<G>) -> Arena<G> {
    let usual = G::Ruleset::EMBEDDED[0].name;
    let game = G::new(ruleset::open(usual).expect("an embedded ruleset")).expect("it is playable");
    let setup = game.setup(4);
    let mut arena = Arena::new(game, setup, vec![entrant.clone(); 4], 1, groups);
    (arena.measuring, arena.most_events, arena.threads) = (measuring, CAP, NonZeroUsize::new(1));
    arena
}

/// Plays recorded races of random bots, one in each group, and counts their events.
fn record<G: RaceGame>(game: &Arc<G>, setup: &G::Setup, groups: u64, tally: &mut Tally) {
    let mut bots: Vec<Box<dyn Bot<G>>> = (0..4).map(|_| Box::new(RandomBot) as _).collect();
    for seed in 0..groups {
        let mut race = Race::new(Arc::clone(game), setup, seed).expect("four may play");
        // The only possible error is that the game takes more events than the limit.
        _ = race.play_out(&mut bots, CAP as usize);
        tally.games += 1;
        tally.events += race.events() as u64;
    }
}

/// Plays the games of the arena and counts their events.
fn run<G: Measured>(arena: &Arena<G>, tally: &mut Tally) {
    let results = arena.run().expect("random games run");
    for game in results.groups().iter().flat_map(|group| &group.games) {
        tally.games += 1;
        tally.decisions += u64::from(game.decisions);
        tally.events += u64::from(game.events);
    }
}

/// A way to play a batch, with its name.
type Row<'a> = (&'static str, &'a dyn Fn(&mut Tally));

/// Measures the rows named in `asked`, or all rows when it is empty.
fn measure<G: Measured>(name: &str, groups: u64, batches: usize, asked: &[&str]) {
    let blind = Entrant::new("random", || Box::new(RandomBot));
    let looking = Entrant::new("looking", || Box::new(Looking));
    let [nothing, views, metrics, both] = [
        (Measuring::Nothing, &blind),
        (Measuring::Nothing, &looking),
        (Measuring::Everything, &blind),
        (Measuring::Everything, &looking),
    ]
    .map(|(measuring, entrant)| arena::<G>(groups, measuring, entrant));
    let (game, setup) = (nothing.game.clone(), nothing.setup.clone());
    let rows: [Row<'_>; 5] = [
        ("nothing measured", &|tally| run(&nothing, tally)),
        ("with views", &|tally| run(&views, tally)),
        ("all metrics", &|tally| run(&metrics, tally)),
        ("views and metrics", &|tally| run(&both, tally)),
        ("recorded races", &|tally| record(&game, &setup, groups, tally)),
    ];
    let is_asked = |label: &str| asked.is_empty() || asked.contains(&label);
    let rows: Vec<_> = rows.into_iter().filter(|(label, _)| is_asked(label)).collect();
    let mut rng = Stream::seed_from_u64(1);
    let mut ratios = vec![Vec::new(); rows.len()];
    let mut loops = Vec::new();
    // The first batch warms up.
    for batch in 0..=batches {
        for ((_, row), ratios) in rows.iter().zip(&mut ratios) {
            let (nanos, tally) = timed(|tally| {
                for _ in 0..groups {
                    playout(&*game, &setup, CAP.into(), &mut rng, tally);
                }
            });
            let bare = nanos / tally.events as f64;
            let (nanos, tally) = timed(row);
            if batch > 0 {
                loops.push(bare);
                ratios.push(nanos / tally.events as f64 / bare);
            }
        }
    }
    println!("{name}, {}, 4 players", G::Ruleset::EMBEDDED[0].name);
    if !rows.is_empty() {
        println!("  playout loop       {:>6.1} ns/event", median(loops));
    }
    for ((label, _), ratios) in rows.iter().zip(ratios) {
        println!("  {label:18} {:>6.2} times the loop (median of {batches} paired batches)", median(ratios));
    }
    if is_asked("two threads") {
        compare_threads(&metrics);
    }
}

/// Plays the same games on one thread and on two.
fn compare_threads<G: Measured>(arena: &Arena<G>) {
    let [one, two] = [1, 2].map(|threads| {
        let mut arena = arena.clone();
        arena.threads = NonZeroUsize::new(threads);
        // Enough games that the time to start the threads makes no difference.
        arena.groups.end *= 10;
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
    const GAMES: [&str; 3] = ["animal race", "hare & tortoise", "gotham"];
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let batches = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(15);
    let words = arguments.iter().map(String::as_str).filter(|word| word.parse::<usize>().is_err());
    let (games, rows): (Vec<&str>, Vec<&str>) = words.partition(|word| GAMES.contains(word));
    let is_asked = |name: &str| games.is_empty() || games.contains(&name);
    if is_asked(GAMES[0]) {
        measure::<AnimalRace>(GAMES[0], 2_000, batches, &rows);
    }
    if is_asked(GAMES[1]) {
        measure::<HareTortoise>(GAMES[1], 400, batches, &rows);
    }
    if is_asked(GAMES[2]) {
        measure::<Gotham>(GAMES[2], 2_000, batches, &rows);
    }
}
