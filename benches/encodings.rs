//! Encodings: the time to encode a view, and the time of a decision in a batch, relative to the playout loop.
//!
//! `cargo bench --bench encodings [-- ROUNDS] [GAME]...` takes positions from random games. It prints the median time
//! over all rounds of a view, of its features, of the masks, of the features of all actions, and of a decision by a
//! learned bot (with random weights). Then it plays a batch of games with random legal actions, writing features and
//! masks, in turn with the playout loop. It prints decisions per second, and the time per decision next to that of the
//! loop.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod loops;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use furlong::animal_race::AnimalRace;
use furlong::batch::{ActionLists, Batch, Buffers};
use furlong::encoding::{self, Encoded, Features};
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::learned::{LearnedBot, Network};
use furlong::{Bot as _, Decision, Ruleset as _, Seat, Stream, Turn, ruleset};
use loops::{Tally, median, playout, timed};
use rand::{RngExt as _, SeedableRng as _};

/// The number of games in a batch.
const GAMES: usize = 1_024;
/// The steps in a round. There are so few that a busy machine interrupts only a few rounds, which the median ignores.
const STEPS: usize = 2;
/// The number of events after which a game is stopped, in the batch and in the loop: random play may never end.
const CAP: u32 = 1_400;
/// The number of positions whose views are encoded.
const POSITIONS: usize = 400;
/// The number of decisions of a game between two positions that are taken from it.
const APART: usize = 7;

/// Collects positions in which a seat is to move.
fn positions<G: Encoded>(game: &G) -> Vec<(G::State, Seat)> {
    let (mut found, mut rng) = (Vec::new(), Stream::seed_from_u64(1));
    while found.len() < POSITIONS {
        let mut state = game.start(&game.setup(4)).expect("four may play");
        for decision in 0..CAP as usize {
            while let Turn::Chance(_) = game.turn(&state) {
                let outcome = game.sample_chance(&state, &mut rng);
                game.apply_chance(&mut state, outcome, &mut ());
            }
            let Turn::Seat(seat) = game.turn(&state) else { break };
            if decision % APART == APART - 1 {
                found.push((state.clone(), seat));
            }
            let action = game.sample_action(&state, &mut rng).expect("a seat is to move");
            game.apply(&mut state, action, &mut ());
        }
    }
    found.truncate(POSITIONS);
    found
}

/// Returns the nanoseconds per item of one run over all items.
fn nanos<P>(items: &[P], mut each: impl FnMut(&P)) -> f64 {
    let start = Instant::now();
    items.iter().for_each(&mut each);
    start.elapsed().as_nanos() as f64 / items.len() as f64
}

/// A network with random weights. As in a learned one, about half of its inner numbers are 0.
fn some_network<G: Encoded>() -> Network {
    let mut rng = Stream::seed_from_u64(2);
    let mut network = Network::zeros(G::ViewFeatures::LEN, G::ActionFeatures::LEN);
    for weight in network.parts_mut().into_iter().flatten() {
        *weight = rng.random_range(-0.5..0.5);
    }
    network
}

fn measure<G: Encoded>(name: &str, rounds: usize) {
    let usual = G::Ruleset::EMBEDDED[0].name;
    let game = G::new(ruleset::open(usual).expect("an embedded ruleset")).expect("it is playable");
    let setup = game.setup(4);
    let positions = positions(&game);
    let seen: Vec<(G::View, Vec<G::Action>)> = positions
        .iter()
        .map(|(state, seat)| {
            let mut actions = Vec::new();
            game.actions(state, &mut actions);
            (game.view(state, *seat), actions)
        })
        .collect();
    let mut features = vec![0.0; G::ViewFeatures::LEN];
    let mut of_action = vec![0.0; G::ActionFeatures::LEN];
    let mut bytes = vec![0; G::ACTIONS];
    let mut bits = vec![0; encoding::mask_words::<G>()];
    let mut learned = LearnedBot::new(Arc::new(some_network::<G>()));
    let mut rng = Stream::seed_from_u64(1);
    let mut times: [Vec<f64>; 6] = std::array::from_fn(|_| Vec::new());
    for _ in 0..=rounds {
        times[0].push(nanos(&positions, |(state, seat)| _ = black_box(game.view(state, *seat))));
        times[1].push(nanos(&seen, |(view, _)| {
            game.encode(black_box(view), &mut features).expect("the buffer fits");
            black_box(&features);
        }));
        times[2].push(nanos(&seen, |(_, actions)| {
            encoding::mask::<G>(black_box(actions), &mut bytes).expect("the buffer fits");
            black_box(&bytes);
        }));
        times[3].push(nanos(&seen, |(_, actions)| {
            encoding::mask_bits::<G>(black_box(actions), &mut bits).expect("the buffer fits");
            black_box(&bits);
        }));
        times[4].push(nanos(&seen, |(view, actions)| {
            for action in actions {
                game.encode_action(black_box(view), *action, &mut of_action).expect("the buffer fits");
                black_box(&of_action);
            }
        }));
        times[5].push(nanos(&seen, |(view, actions)| {
            let chosen = learned.choose(&mut Decision::new(&game, black_box(view), actions, &mut rng));
            black_box(chosen.expect("it chooses"));
        }));
    }
    let actions = seen.iter().map(|(_, actions)| actions.len()).sum::<usize>() as f64 / POSITIONS as f64;
    println!(
        "{name}, {usual}, 4 players: {} features of a view, {} of an action, {} actions",
        G::ViewFeatures::LEN,
        G::ActionFeatures::LEN,
        G::ACTIONS
    );
    let [view, encoded, bytes, bits, of_actions, decision] = times.map(median);
    println!(
        "  view {view:.0} ns, features {encoded:.0} ns, mask of bytes {bytes:.0} ns, of bits {bits:.0} ns; \
         features of {actions:.1} actions {of_actions:.0} ns; a decision of a learned bot {decision:.0} ns"
    );
    play::<G>(&game, &setup, rounds);
}

/// Plays batches and the playout loop in turn.
fn play<G: Encoded>(game: &G, setup: &G::Setup, rounds: usize) {
    let mut batch = Batch::new(game.clone(), setup, 1, GAMES).expect("four may play").most_events(CAP);
    let mut features = vec![0.0; GAMES * G::ViewFeatures::LEN];
    let mut mask = vec![0; GAMES * G::ACTIONS];
    let (mut endings, mut rewards) = (vec![0; GAMES], vec![0.0; GAMES * 4]);
    let (mut chosen, mut lists) = (vec![0; GAMES], ActionLists::with_features());
    let mut rng = Stream::seed_from_u64(1);
    let (mut bare, mut stepped, mut full, mut listed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let decisions = (GAMES * STEPS) as f64;
    for _ in 0..=rounds {
        let (time, tally) = timed(|tally: &mut Tally| {
            while tally.decisions < decisions as u64 {
                playout(game, setup, CAP.into(), &mut rng, tally);
            }
        });
        bare.push(time / tally.decisions as f64);
        let mut run = |with_numbers: bool| {
            let (time, _) = timed(|_| {
                for _ in 0..STEPS {
                    batch.sample_uniform(&mut chosen).expect("the buffer fits");
                    let buffers = Buffers::default().endings(&mut endings).rewards(&mut rewards);
                    let mut buffers =
                        if with_numbers { buffers.features(&mut features).mask(&mut mask) } else { buffers };
                    batch.step(&chosen, &mut buffers).expect("legal actions");
                }
            });
            time / decisions
        };
        stepped.push(run(false));
        full.push(run(true));
        listed.push(timed(|_| batch.list(&mut lists)).0 / GAMES as f64);
    }
    let ratio = |times: &[f64]| median(times.iter().zip(&bare).map(|(time, bare)| time / bare).collect());
    println!(
        "  batch of {GAMES}: {:.0} ns a decision without numbers ({:.2} times the loop), {:.0} ns with features and mask \
         ({:.2} times the loop), {:.2} million decisions a second; lists with features {:.0} ns; playout loop {:.0} ns",
        median(stepped.clone()),
        ratio(&stepped),
        median(full.clone()),
        ratio(&full),
        1e3 / median(full),
        median(listed),
        median(bare.clone()),
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let rounds = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(301);
    let is_asked = |name: &str| {
        let mut names = arguments.iter().filter(|word| word.parse::<usize>().is_err()).peekable();
        names.peek().is_none() || names.any(|asked| asked == name)
    };
    if is_asked("animal race") {
        measure::<AnimalRace>("animal race", rounds);
    }
    if is_asked("hare & tortoise") {
        measure::<HareTortoise>("hare & tortoise", rounds);
    }
    if is_asked("gotham") {
        measure::<Gotham>("gotham", rounds);
    }
}
