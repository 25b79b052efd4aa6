//! The level `hard` finds the best action in positions where it is beyond doubt.
#![allow(clippy::unwrap_used, reason = "a failed step fails the test")]

use furlong::ruleset;
use std::sync::Arc;

use furlong::animal_race::{Action, Animal, AnimalRace, Placement};
use furlong::bot::Considered;
use furlong::common::{Share, StableHasher};
use furlong::gotham::{self, Gotham};
use furlong::hare_tortoise::{self, HareTortoise};
use furlong::{
    AnyRace, Bot, BotSpec, Bots, Decision, Race, RaceGame, RandomBot, Ruleset, Seat, Stream, Turn,
};
use rand::{RngExt, SeedableRng};

fn open<G: RaceGame>(ruleset: &str) -> G {
    G::new(ruleset::open(ruleset).unwrap()).unwrap()
}

fn consider<G: Bots>(game: &G, state: &G::State, bot: &str) -> Vec<Considered<G::Action>> {
    let Turn::Seat(seat) = game.turn(state) else { panic!("a seat is to move") };
    let mut actions = Vec::new();
    game.actions(state, &mut actions);
    let mut bot = G::bot(&bot.parse().unwrap()).unwrap();
    bot.consider(&mut Decision::new(game, &game.view(state, seat), &actions, &mut Stream::seed_from_u64(1)))
        .unwrap()
}

/// The opinion of `hard` about a turn of the first seat with this hand. Two animals have arrived, and the
/// third arrival ends the race (AR-30). The seat has bet on `first` of them and twice on `wanted`: it wins
/// when that one comes in third, whatever the other seat has bet.
fn last_phase(hand: &str, podium: [&str; 2], bets: [&str; 2], open_table: &str) -> Vec<Considered<Action>> {
    let game: AnimalRace = open("classic");
    let [first, second] = podium;
    let [arrived, wanted] = bets;
    let others: Vec<&str> = ["hare", "tortoise", "wolf", "fox", "lamb"]
        .into_iter()
        .filter(|animal| !bets.contains(animal))
        .take(2)
        .collect();
    let position = format!(
        r#"{{ "open": {{ "players": 2, "phase": {{ "placing": 0 }}, "streams": [3, 9],
                "podium": ["{first}", "{second}"], {open_table} }},
            "deck": {{ "lamb": 4, "fox": 2 }}, "hands": [{hand}, {{ "lamb": 6 }}],
            "bets": [{{ "dealt": ["{arrived}", "{wanted}"], "chosen": "{wanted}" }},
                     {{ "dealt": ["{}", "{}"], "chosen": "tortoise" }}] }}"#,
        others[0], others[1],
    );
    let state = game.state(&serde_json::from_str(&position).unwrap()).unwrap();
    // Without first thoughts, so that the search itself has to find it.
    consider(&game, &state, "hard:iterations=1000,thoughts=0,exploration=0.7")
}

fn assert_certain(considered: &[Considered<Action>], best: Placement) {
    assert_eq!(considered[0].action, Action::Place(best), "{considered:?}");
    assert!(considered[0].chance.unwrap() > 0.999, "{considered:?}");
    assert!(considered[1].chance.unwrap() < 0.999, "{considered:?}");
}

#[test]
fn animal_race_a_nap_to_be_forced() {
    // AR-21: with three cards the hare would arrive.
    let open = r#""animals": { "hare": 10, "fox": 9, "lamb": 3 }, "table": { "hare": 3, "fox": 3 }"#;
    let considered =
        last_phase(r#"{ "hare": 1, "lamb": 2, "tortoise": 3 }"#, ["wolf", "tortoise"], ["wolf", "fox"], open);
    assert_certain(&considered, Placement::plain(Animal::Hare, 1));
}

#[test]
fn animal_race_a_finish_in_reach() {
    // AR-13: the fourth fox card starts the phase, in which the fox runs four tiles and arrives before the
    // lamb. After any other placement the other seat's fourth lamb starts it, and the lamb arrives alone.
    let open = r#""animals": { "hare": 3, "fox": 8, "lamb": 10 }, "table": { "fox": 2, "lamb": 3 }"#;
    let considered =
        last_phase(r#"{ "fox": 2, "tortoise": 4 }"#, ["wolf", "tortoise"], ["wolf", "fox"], open);
    assert_certain(&considered, Placement::plain(Animal::Fox, 2));
}

#[test]
fn animal_race_a_howl_that_saves() {
    // AR-25: without it the hare arrives before the wolf.
    let open = r#""animals": { "hare": 10, "fox": 3, "wolf": 10 }, "table": { "hare": 3, "wolf": 3 }"#;
    let considered =
        last_phase(r#"{ "howl": 1, "wolf": 1, "fox": 4 }"#, ["tortoise", "lamb"], ["tortoise", "wolf"], open);
    assert_certain(&considered, Placement { animal: Animal::Wolf, plain: 0, howls: 1 });
}

/// The number of determinizations in which an action is tried.
const WORLDS: usize = 60;

/// For each determinization of the seat's view, whether an action wins the game before another seat decides.
fn wins<G: RaceGame>(
    game: &G,
    state: &G::State,
    seat: Seat,
    action: G::Action,
) -> impl Iterator<Item = bool> {
    let mut rng = Stream::seed_from_u64(2);
    let open = game.information_set(&game.view(state, seat)).unwrap();
    (0..WORLDS).map(move |_| {
        let mut world = game.determinize(&open, &mut rng);
        game.apply(&mut world, action, &mut ());
        while let Turn::Chance(_) = game.turn(&world) {
            let outcome = game.sample_chance(&world, &mut rng);
            game.apply_chance(&mut world, outcome, &mut ());
        }
        game.turn(&world) == Turn::Over && game.returns(&world)[seat] == Share::WIN
    })
}

/// Plays games with these bots and asks `hard` in positions where some actions certainly win at once and
/// others seldom do. Returns the number of these positions, and the number in which it chose a winning
/// action.
fn certain_wins<G: Bots>(game: G, players: u8, bot: &str, hard: &str, games: u64) -> (u32, u32) {
    let game = Arc::new(game);
    let (mut positions, mut found) = (0, 0);
    for seed in 0..games {
        let mut race = Race::new(Arc::clone(&game), &game.setup(players), seed).unwrap();
        let mut bots = G::bot(&BotSpec::named(bot)).unwrap();
        while let Turn::Seat(seat) = race.proceed() {
            let actions = race.actions(seat);
            let (certain, others): (Vec<_>, Vec<_>) =
                actions.iter().partition(|action| wins(&*game, race.state(), seat, **action).all(|won| won));
            let seldom = |action: &G::Action| {
                let won = wins(&*game, race.state(), seat, *action).filter(|won| *won).count();
                won < WORLDS / 2
            };
            if !certain.is_empty() && others.into_iter().any(seldom) {
                positions += 1;
                let best = consider(&*game, race.state(), hard)[0].action;
                found += u32::from(certain.contains(&&best));
            }
            if race.events() > 1_500 {
                break;
            }
            race.ask(&mut bots).unwrap();
        }
    }
    (positions, found)
}

#[test]
fn gotham_a_card_that_wins_at_once() {
    let (positions, found) =
        certain_wins(open::<Gotham>("standard"), 4, "random", "hard:iterations=600", 120);
    assert!(positions >= 1, "{positions} positions");
    assert_eq!(found, positions);
}

#[test]
fn hare_tortoise_a_finish_in_reach() {
    let (positions, found) =
        certain_wins(open::<HareTortoise>("classic"), 2, "easy", "hard:iterations=300", 3);
    assert!(positions >= 2, "{positions} positions");
    assert_eq!(found, positions);
}

/// Checks that every level plays legally with every number of players.
fn plays_legally<G: Bots>(ruleset: &str) {
    let game = Arc::new(open::<G>(ruleset));
    for players in game.players() {
        let names =
            ["hard:iterations=5", "medium:iterations=4,trees=2", "easy:iterations=3", "flat:worlds=1"];
        let mut race = Race::new(Arc::clone(&game), &game.setup(players), 4).unwrap();
        let mut bots: Vec<Box<dyn Bot<G>>> = (0..usize::from(players))
            .map(|seat| G::bot(&names[seat % names.len()].parse().unwrap()).unwrap())
            .collect();
        if let Err(error) = race.play_out(&mut bots, 200) {
            // A race of bots with very short searches may be long.
            assert!(matches!(error, furlong::race::TurnError::TooLong(_)), "{error}");
        }
    }
}

#[test]
fn every_level_plays_every_game() {
    for ruleset in furlong::animal_race::Ruleset::EMBEDDED {
        plays_legally::<AnimalRace>(ruleset.name);
    }
    for ruleset in gotham::Ruleset::EMBEDDED {
        plays_legally::<Gotham>(ruleset.name);
    }
    for ruleset in hare_tortoise::Ruleset::EMBEDDED {
        plays_legally::<HareTortoise>(ruleset.name);
    }
}

#[test]
fn a_search_never_depends_on_what_the_view_hides() {
    // Two states with the same view: the choice is the same.
    let game: AnimalRace = open("classic");
    let mut rng = Stream::seed_from_u64(4);
    let mut state = game.start(&game.setup(3)).unwrap();
    let mut actions = Vec::new();
    let mut compared = 0;
    while game.turn(&state) != Turn::Over && compared < 6 {
        if let Turn::Seat(seat) = game.turn(&state) {
            let other = game.resample(&game.view(&state, seat), &mut rng).unwrap();
            let bot = "hard:iterations=30";
            assert_eq!(consider(&game, &state, bot), consider(&game, &other, bot));
            compared += u32::from(other != state);
            game.actions(&state, &mut actions);
            let action = actions[rng.random_range(0..actions.len() as u32) as usize];
            game.play(&mut state, action, &mut ()).unwrap();
        } else {
            let outcome = game.sample_chance(&state, &mut rng);
            game.resolve(&mut state, outcome, &mut ()).unwrap();
        }
    }
    assert_eq!(compared, 6);
}

#[test]
fn wrong_parameters_are_told() {
    let error = |spec: &str| AnimalRace::bot(&spec.parse().unwrap()).err().map(|error| error.to_string());
    let zero = error("hard:iterations=0").unwrap();
    assert!(zero.contains("`hard` cannot have iterations = `0`"), "{zero}");
    let unknown = error("hard:depth=3").unwrap();
    assert!(unknown.contains("no parameter `depth`") && unknown.contains("iterations"), "{unknown}");
}

#[test]
fn a_search_that_is_asked_ahead_of_its_turn_tries_the_actions_of_its_own_seat() {
    let game = Arc::new(open::<AnimalRace>("classic"));
    for seed in 0..8 {
        let mut race = Race::new(game.clone(), &game.setup(2), seed).expect("two may play");
        let ahead = loop {
            let Turn::Seat(mover) = race.proceed() else { panic!("second bets are secret") };
            if let Some(ahead) = race.deciding().into_iter().find(|seat| *seat != mover) {
                break ahead;
            }
            race.ask(&mut RandomBot).expect("a legal choice");
        };
        // The seat to move may lack the card.
        let race: Box<dyn AnyRace> = race.into();
        let own = race.choices(ahead);
        for bot in ["hard:iterations=40", "flat:worlds=20", "heuristic"] {
            let considered = race.consider(ahead, &bot.parse().expect("a spec")).expect(bot);
            assert!(!considered.is_empty(), "{bot}");
            for best in considered {
                assert!(own.iter().any(|choice| choice.action == best.action), "{bot}: {best:?}");
            }
        }
    }
}

/// The hash of the record of a game among `hard-0.1`, with few iterations.
fn hash_of_hard_0_1<G: Bots>(ruleset: &str, players: u8) -> u64 {
    let game = open::<G>(ruleset);
    let setup = game.setup(players);
    let mut race = Race::new(game, &setup, 9).unwrap();
    let mut bots: Vec<_> =
        (0..players).map(|_| G::bot(&"hard-0.1:iterations=24".parse().unwrap()).unwrap()).collect();
    _ = race.play_out(&mut bots, 150);
    StableHasher::of(&[&serde_json::to_string(&race.record().events).unwrap()])
}

#[test]
fn the_bot_hard_of_release_0_1_plays_as_ever() {
    // What is learned and built later is measured against it: it never changes, whatever `hard` becomes.
    let hashes = [
        hash_of_hard_0_1::<AnimalRace>("classic", 3),
        hash_of_hard_0_1::<HareTortoise>("classic", 3),
        hash_of_hard_0_1::<Gotham>("standard", 3),
    ];
    assert_eq!(hashes, [15_317_828_665_009_197_475, 5_353_882_761_918_268_249, 14_359_039_799_696_918_741]);
}
