//! Playouts, guided ones too, views, determinizations and decisions of learned bots allocate nothing on the heap.

use std::sync::Arc;

use allocation_counter::measure;
use furlong::animal_race::{self, AnimalRace};
use furlong::batch::{ActionLists, Batch, Buffers};
use furlong::bot::Guidance;
use furlong::encoding::{self, Encoded, Features};
use furlong::gotham::{self, Gotham};
use furlong::hare_tortoise::{self, HareTortoise};
use furlong::learned::{LearnedBot, Network};
use furlong::{Bot as _, Decision, RaceGame, Ruleset as _, Stream, Turn, ruleset};
use rand::SeedableRng as _;

/// The most events of a game: random play may never end.
const MOST_EVENTS: usize = 1_000;

/// Plays a random game of each ruleset and number of players, and counts the allocations of each step. An information set
/// takes at most `allowed` of them.
fn allocates_nothing<G: RaceGame, P: Guidance<G>>(guidance: &P, seed: u64, allowed: u64) {
    let mut actions = Vec::with_capacity(256);
    let mut rng = Stream::seed_from_u64(seed);
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(ruleset::open(embedded.name).expect("embedded")).expect("playable");
        for players in game.players() {
            let mut state = game.start(&game.setup(players)).expect("the players fit");
            let mut memory = P::Memory::default();
            for event in 0..MOST_EVENTS {
                let mut is_over = false;
                let step = measure(|| match game.turn(&state) {
                    Turn::Chance(_) => {
                        let outcome = game.sample_chance(&state, &mut rng);
                        game.apply_chance(&mut state, outcome, &mut ());
                    }
                    Turn::Seat(_) => {
                        game.actions(&state, &mut actions);
                        let action = game.sample_action(&state, &mut rng).expect("an action");
                        game.apply(&mut state, action, &mut ());
                    }
                    Turn::Over => is_over = true,
                });
                assert_eq!(step.count_total, 0, "{}, {players} players, event {event}", embedded.name);
                if let Turn::Seat(_) = game.turn(&state) {
                    game.actions(&state, &mut actions);
                    let mut advise = || guidance.play_on(&game, &state, &actions, &mut memory, &mut rng);
                    // A game may work out tables when they are asked for first.
                    assert!(advise().is_some());
                    let advised = measure(|| _ = advise());
                    assert_eq!(advised.count_total, 0, "{}: advice at {event}", embedded.name);
                }
                for seat in game.seats(&state).iter() {
                    let mut view = None;
                    let viewed = measure(|| view = Some(game.view(&state, seat)));
                    assert_eq!(viewed.count_total, 0, "{}: view {event} of seat {seat}", embedded.name);
                    let view = view.expect("just made");
                    let mut set = None;
                    let worked_out = measure(|| set = game.information_set(&view).ok());
                    assert!(
                        worked_out.count_total <= allowed,
                        "{}: set {event} of seat {seat}",
                        embedded.name
                    );
                    let set = set.expect("the view of a state");
                    let imagined = measure(|| _ = game.determinize(&set, &mut rng));
                    assert_eq!(imagined.count_total, 0, "{}: state {event} for seat {seat}", embedded.name);
                }
                if is_over {
                    break;
                }
            }
        }
    }
}

/// Plays a batch of games of each ruleset, and counts the allocations of its encodings and its steps.
fn encoded_without_a_heap<G: Encoded>(seed: u64) {
    const GAMES: usize = 3;
    let mut of_action = vec![0.0; G::ActionFeatures::LEN];
    let mut features = vec![0.0; GAMES * G::ViewFeatures::LEN];
    let mut mask = vec![0; GAMES * G::ACTIONS];
    let mut mask_bits = vec![0; GAMES * encoding::mask_words::<G>()];
    let (mut chosen, logits) = (vec![0; GAMES], vec![0.0; GAMES * G::ACTIONS]);
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(ruleset::open(embedded.name).expect("embedded")).expect("playable");
        let players = *game.players().end();
        let mut batch = Batch::new(game.clone(), &game.setup(players), seed, GAMES).expect("they may play");
        let mut lists = ActionLists::with_features();
        for step in 0..200 {
            let view = batch.view(0).expect("a seat is to move");
            let action = batch.actions(0)[0];
            let counted = measure(|| {
                batch.sample(&logits, &mut chosen).expect("logits");
                let buffers = Buffers::default().features(&mut features).mask(&mut mask);
                batch.step(&chosen, &mut buffers.mask_bits(&mut mask_bits)).expect("legal actions");
                game.encode(&view, &mut features[..G::ViewFeatures::LEN]).expect("the buffer fits");
                game.encode_action(&view, action, &mut of_action).expect("the buffer fits");
            });
            batch.list(&mut lists);
            // The lists of actions grow at first.
            assert!(step < 100 || counted.count_total == 0, "{}: step {step}", embedded.name);
        }
    }
}

#[test]
fn the_animal_race_is_encoded_without_a_heap() {
    encoded_without_a_heap::<AnimalRace>(1);
}

#[test]
fn hare_and_tortoise_is_encoded_without_a_heap() {
    encoded_without_a_heap::<HareTortoise>(1);
}

#[test]
fn gotham_is_encoded_without_a_heap() {
    encoded_without_a_heap::<Gotham>(1);
}

/// Asks a learned bot in positions of random games of each ruleset, and counts the allocations of its decisions.
fn decides_without_a_heap<G: Encoded>(seed: u64) {
    let network = Arc::new(Network::zeros(G::ViewFeatures::LEN, G::ActionFeatures::LEN));
    let mut bots = [LearnedBot::new(Arc::clone(&network)), LearnedBot::new(network).heated(1.0)];
    let mut rng = Stream::seed_from_u64(seed);
    let mut actions = Vec::new();
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(ruleset::open(embedded.name).expect("embedded")).expect("playable");
        let mut state = game.start(&game.setup(*game.players().end())).expect("the players fit");
        for _ in 0..MOST_EVENTS {
            match game.turn(&state) {
                Turn::Chance(_) => {
                    let outcome = game.sample_chance(&state, &mut rng);
                    game.apply_chance(&mut state, outcome, &mut ());
                }
                Turn::Seat(seat) => {
                    game.actions(&state, &mut actions);
                    let view = game.view(&state, seat);
                    for bot in &mut bots {
                        let mut choose = || {
                            let mut decision = Decision::new(&game, &view, &actions, &mut rng);
                            bot.choose(&mut decision).expect("it chooses");
                        };
                        // Its list of scores may grow, and a game may work out tables when they are asked for first.
                        choose();
                        // In a race that takes too long, it looks for the way out instead.
                        let is_scored = game.way_out(&view, &actions).is_none();
                        assert!(measure(choose).count_total == 0 || !is_scored, "{}", embedded.name);
                    }
                    let action = game.sample_action(&state, &mut rng).expect("an action");
                    game.apply(&mut state, action, &mut ());
                }
                Turn::Over => break,
            }
        }
    }
}

#[test]
fn a_learned_bot_decides_without_a_heap() {
    decides_without_a_heap::<AnimalRace>(1);
    decides_without_a_heap::<HareTortoise>(1);
    decides_without_a_heap::<Gotham>(1);
}

#[test]
fn the_animal_race_is_played_seen_and_imagined_without_a_heap() {
    allocates_nothing::<AnimalRace, _>(&animal_race::Guide, 1, 1);
}

#[test]
fn hare_and_tortoise_is_played_seen_and_imagined_without_a_heap() {
    allocates_nothing::<HareTortoise, _>(&hare_tortoise::Guide, 1, 0);
}

#[test]
fn gotham_is_played_seen_and_imagined_without_a_heap() {
    // A list for each deck whose recycled cards can have come from several layers (GO-15), and the four lists together.
    // Few games come to a card on the deposit then.
    (1..=4).for_each(|seed| allocates_nothing::<Gotham, _>(&gotham::Guide, seed, 5));
}
