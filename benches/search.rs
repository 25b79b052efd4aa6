//! Searches: iterations per second and the time per decision, for each level and game.
//!
//! `cargo bench --bench search [-- DECISIONS]` asks every level for decisions in positions from games of the default
//! bots. It prints the median and the 90th percentile of the time per decision, the iterations per second, and the
//! cost of the tree itself: how much longer an iteration takes than drawing a determinization and playing it out.
#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::sync::Arc;
use std::time::Instant;

use furlong::animal_race::AnimalRace;
use furlong::bot::{Ismcts, Playouts, Settings, Unguided};
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{Bot, BotSpec, Bots, Decision, Race, RaceGame, Ruleset, Stream, Turn, ruleset};
use rand::SeedableRng;

/// A decision to make in a game.
struct Due<G: RaceGame> {
    view: G::View,
    actions: Vec<G::Action>,
}

/// Collects decisions between several actions, from games of the default bots.
fn due<G: Bots>(game: &Arc<G>, players: u8, count: usize) -> Vec<Due<G>> {
    let mut due = Vec::new();
    let mut decisions = 0_usize;
    for seed in 0.. {
        let mut race = Race::new(Arc::clone(game), &game.setup(players), seed).expect("the set-up fits");
        let mut bot = G::bot(&BotSpec::named(G::BOTS[0].name)).expect("the usual bot");
        while let Turn::Seat(seat) = race.proceed() {
            let actions = race.actions(seat);
            // Take only every third decision, so that several games contribute.
            decisions += 1;
            if actions.len() > 1 && decisions.is_multiple_of(3) {
                due.push(Due { view: race.view(seat).expect("a seat of the table"), actions });
            }
            if due.len() == count {
                return due;
            }
            race.ask(&mut bot).expect("it plays legally");
        }
    }
    due
}

/// The given percentile of the values.
fn percentile(values: &[f64], percent: usize) -> f64 {
    let mut values = values.to_vec();
    values.sort_unstable_by(f64::total_cmp);
    values[(values.len() * percent / 100).min(values.len() - 1)]
}

/// The bot's time for each decision, in seconds.
fn times<G: Bots>(game: &G, due: &[Due<G>], spec: &str) -> Vec<f64> {
    let mut bot = G::bot(&spec.parse().expect("a spec")).expect("a bot of the game");
    let time = |due: &Due<G>| {
        let start = Instant::now();
        let chosen =
            bot.choose(&mut Decision::new(game, &due.view, &due.actions, &mut Stream::seed_from_u64(1)));
        std::hint::black_box(chosen).expect("it chooses");
        start.elapsed().as_secs_f64()
    };
    due.iter().map(time).collect()
}

fn measure<G: Bots>(name: &str, players: u8, decisions: usize) {
    const ITERATIONS: u32 = 200;
    let ruleset = G::Ruleset::EMBEDDED[0].name;
    let game =
        Arc::new(G::new(ruleset::open(ruleset).expect("an embedded ruleset")).expect("it is playable"));
    let due = due(&game, players, decisions);
    println!("{name}, {ruleset}, {players} players: {decisions} decisions");
    for level in ["heuristic", "easy", "medium", "hard"] {
        let times = times(&*game, &due, level);
        let [median, most] = [50, 90].map(|percent| 1e6 * percentile(&times, percent));
        println!("  {level:<10} {median:>9.1} us a decision (median), {most:>9.1} us (90 of 100)");
    }
    let counted = times(&*game, &due, &format!("hard:iterations={ITERATIONS}"));
    println!("  hard       {:>8.0} iterations a second", f64::from(ITERATIONS) / percentile(&counted, 50));
}

/// Measures the cost of the tree: an iteration without guidance, compared with drawing a determinization and playing
/// it out from the root.
fn own_cost<G: Bots>(name: &str, players: u8) {
    const WORLDS: u32 = 300;
    let ruleset = G::Ruleset::EMBEDDED[0].name;
    let game =
        Arc::new(G::new(ruleset::open(ruleset).expect("an embedded ruleset")).expect("it is playable"));
    let due = due(&game, players, 10);
    let time = |bot: &mut dyn Bot<G>| {
        let start = Instant::now();
        for due in &due {
            let chosen =
                bot.choose(&mut Decision::new(&game, &due.view, &due.actions, &mut Stream::seed_from_u64(1)));
            std::hint::black_box(chosen).expect("it chooses");
        }
        start.elapsed().as_secs_f64()
    };
    let playouts = Playouts::default().guided_percent(0);
    let [tree, root] = [200_000, 1].map(|nodes| {
        let settings = Settings::iterations(WORLDS).playouts(playouts).nodes(nodes);
        time(&mut Ismcts::new(Unguided, settings).expect("settings"))
    });
    let each = 1e9 / f64::from(WORLDS) / due.len() as f64;
    println!(
        "  {name}: {:.0} ns an iteration with the tree, {:.0} ns with its root alone",
        tree * each,
        root * each
    );
}

fn main() {
    let decisions = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(31);
    assert!(decisions > 0, "at least one decision");
    for players in [2, 4] {
        measure::<AnimalRace>("animal race", players, decisions);
        measure::<Gotham>("gotham", players, decisions);
        measure::<HareTortoise>("hare & tortoise", players, decisions);
    }
    println!("random playouts to the end, without guidance");
    own_cost::<AnimalRace>("animal race", 2);
    own_cost::<Gotham>("gotham", 4);
    own_cost::<HareTortoise>("hare & tortoise", 2);
}
