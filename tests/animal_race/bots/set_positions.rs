//! The bot of the course in set positions.

use std::collections::BTreeMap;

use furlong::animal_race::{Action, Animal, AnimalRace, CourseBot, Ruleset};
use furlong::{Bot as _, Decision, Race, RaceGame, Seat, Streams, Turn, ruleset};

const TRIES: u32 = 3_000;

/// The choices of the bot in this position, as JSON, each with its number among [`TRIES`].
fn choices(ruleset: &str, position: &str) -> BTreeMap<String, u32> {
    let rules = ruleset::open::<Ruleset>(ruleset).expect("a ruleset of the library");
    let game = AnimalRace::new(rules).expect("its rulesets are playable");
    let position = serde_json::from_str(position).expect("the position reads");
    let state = game.state(&position).expect("the position can be");
    let view = game.view(&state, Seat::FIRST);
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let mut counts = BTreeMap::new();
    for nth in 0..TRIES {
        let mut rng = Streams::new(11).bot(Seat::FIRST, nth);
        let action =
            CourseBot.choose(&mut Decision::new(&game, &view, &actions, &mut rng)).expect("it can choose");
        assert!(actions.contains(&action), "{action:?} is not legal");
        *counts.entry(serde_json::to_string(&action).expect("plain data")).or_insert(0) += 1;
    }
    counts
}

/// Exactly these choices, with these weights: within five standard deviations.
fn assert_chosen(chosen: &BTreeMap<String, u32>, weights: &[(&str, u32)]) {
    let all: u32 = weights.iter().map(|(_, weight)| weight).sum();
    let expected: Vec<&str> = weights.iter().map(|(action, _)| *action).collect();
    let mut found: Vec<&str> = chosen.keys().map(String::as_str).collect();
    found.sort_by_key(|action| expected.iter().position(|other| other == action));
    assert_eq!(found, expected);
    for (action, weight) in weights {
        let chance = f64::from(*weight) / f64::from(all);
        let mean = f64::from(TRIES) * chance;
        let deviation = (mean * (1.0 - chance)).sqrt();
        let count = f64::from(chosen[*action]);
        assert!((count - mean).abs() <= 5.0 * deviation, "{action} {count} times, {mean} expected");
    }
}

/// A turn of the first seat, with this hand, these bets, and more open information.
fn turn(hand: &str, bets: &str, open: &str) -> String {
    format!(
        r#"{{ "open": {{ "players": 2, "phase": {{ "placing": 0 }}, "streams": [3, 9], {open} }},
            "deck": {{ "lamb": 4 }}, "hands": [{hand}, {{ "lamb": 6 }}],
            "bets": [{bets}, {{ "dealt": ["hare", "tortoise"], "chosen": "lamb" }}] }}"#
    )
}

#[test]
fn ab_01_one_card_of_an_animal_that_it_has_bet_on() {
    let position = turn(
        r#"{ "fox": 3, "lamb": 1, "tortoise": 2 }"#,
        r#"{ "dealt": ["fox", "lamb"], "chosen": "wolf" }"#,
        r#""animals": { "fox": 5 }"#,
    );
    // AB-04: each animal equally likely, however many cards there are of it
    let one_of_two =
        [(r#"{"place":{"animal":"fox","plain":1}}"#, 1), (r#"{"place":{"animal":"lamb","plain":1}}"#, 1)];
    assert_chosen(&choices("classic", &position), &one_of_two);
}

#[test]
fn ab_01_the_second_bet_counts_and_so_does_an_animal_that_has_finished() {
    let position = turn(
        r#"{ "wolf": 2, "howl": 1, "tortoise": 3 }"#,
        r#"{ "dealt": ["fox", "lamb"], "chosen": "wolf" }"#,
        r#""podium": ["wolf", "tortoise"]"#,
    );
    // AB-04: of wolf cards plain ones first
    assert_chosen(&choices("classic", &position), &[(r#"{"place":{"animal":"wolf","plain":1}}"#, 1)]);
}

#[test]
fn ab_02_as_many_as_is_legal_of_an_animal_that_has_finished() {
    let position = turn(
        r#"{ "tortoise": 3, "wolf": 2, "howl": 1 }"#,
        r#"{ "dealt": ["fox", "lamb"], "chosen": "fox" }"#,
        r#""podium": ["tortoise", "wolf"], "table": { "tortoise": 2, "hare": 3 }"#,
    );
    // AR-11: four tortoises at most; AB-04: the plain wolves, and the howl too
    let one_of_two = [
        (r#"{"place":{"animal":"tortoise","plain":2}}"#, 1),
        (r#"{"place":{"animal":"wolf","plain":2,"howls":1}}"#, 1),
    ];
    assert_chosen(&choices("classic", &position), &one_of_two);
}

#[test]
fn ab_02_plain_wolves_come_before_howls() {
    let position = turn(
        r#"{ "wolf": 2, "howl": 1, "tortoise": 3 }"#,
        r#"{ "dealt": ["fox", "lamb"], "chosen": "fox" }"#,
        r#""podium": ["wolf"], "table": { "wolf": 2 }"#,
    );
    assert_chosen(&choices("classic", &position), &[(r#"{"place":{"animal":"wolf","plain":2}}"#, 1)]);
}

#[test]
fn ab_03_one_card_of_the_rearmost_animal_it_holds() {
    let hand = r#"{ "hare": 1, "tortoise": 2, "wolf": 3 }"#;
    let bets = r#"{ "dealt": ["fox", "lamb"], "chosen": "fox" }"#;
    // the fox and the lamb are behind, but it holds no card of theirs
    let open = r#""animals": { "hare": 4, "tortoise": 2, "wolf": 2, "fox": 1 }"#;
    // AB-04: each of the two rearmost
    let one_of_two = [
        (r#"{"place":{"animal":"tortoise","plain":1}}"#, 1),
        (r#"{"place":{"animal":"wolf","plain":1}}"#, 1),
    ];
    assert_chosen(&choices("classic", &turn(hand, bets, open)), &one_of_two);
    // an animal that the position does not name stands on the start line
    let open = r#""animals": { "hare": 4, "tortoise": 2 }"#;
    let wolf = [(r#"{"place":{"animal":"wolf","plain":1}}"#, 1)];
    assert_chosen(&choices("classic", &turn(hand, bets, open)), &wolf);
}

#[test]
fn ab_03_reads_a_view_that_leaves_out_the_animals_on_the_start_line() {
    let rules = ruleset::open::<Ruleset>("classic").expect("a ruleset of the library");
    let game = AnimalRace::new(rules).expect("its rulesets are playable");
    let position = turn(
        r#"{ "hare": 3, "wolf": 3 }"#,
        r#"{ "dealt": ["fox", "lamb"], "chosen": "fox" }"#,
        r#""animals": { "hare": 4 }"#,
    );
    let state = game.state(&serde_json::from_str(&position).expect("it reads")).expect("it can be");
    let mut view = game.view(&state, Seat::FIRST);
    view.open.animals[Animal::Wolf] = None;
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    let mut rng = Streams::new(1).bot(Seat::FIRST, 0);
    let action = CourseBot.choose(&mut Decision::new(&game, &view, &actions, &mut rng));
    assert_eq!(action, Ok(Action::Place(furlong::animal_race::Placement::plain(Animal::Wolf, 1))));
}

#[test]
fn asked_about_some_of_the_legal_actions_it_takes_one_of_them() {
    let rules = ruleset::open::<Ruleset>("classic").expect("a ruleset of the library");
    let game = AnimalRace::new(rules).expect("its rulesets are playable");
    let mut race = Race::new(game.clone(), &game.setup(2), 5).expect("a game for two");
    let mut decisions = 0;
    while let Turn::Seat(seat) = race.proceed() {
        let actions = race.actions(seat);
        let view = race.seat_view(seat);
        for only in &actions {
            let mut rng = Streams::new(1).bot(seat, decisions);
            let among = [*only];
            let chosen = CourseBot.choose(&mut Decision::new(&game, &view, &among, &mut rng));
            assert_eq!(chosen, Ok(*only), "at decision {decisions}");
        }
        race.play(seat, actions[0]).expect("a legal action");
        decisions += 1;
    }
    assert!(decisions > 10, "a game has more decisions than {decisions}");
}

#[test]
fn ab_04_each_card_of_the_hand_is_equally_likely_as_the_second_bet() {
    let position = r#"{
        "open": { "players": 2, "phase": { "second-bet": 0 }, "streams": [3, 9] },
        "deck": { "hare": 15, "tortoise": 15, "wolf": 10, "howl": 2, "fox": 12, "lamb": 13 },
        "hands": [{ "hare": 3, "wolf": 1, "howl": 1, "fox": 2 },
                  { "tortoise": 2, "wolf": 2, "fox": 1, "lamb": 2 }],
        "bets": [{ "dealt": ["fox", "lamb"] }, { "dealt": ["hare", "tortoise"] }] }"#;
    let weights = [
        (r#"{"bet":"hare"}"#, 3),
        (r#"{"bet":"wolf"}"#, 1),
        (r#"{"bet":"howl"}"#, 1),
        (r#"{"bet":"fox"}"#, 2),
    ];
    assert_chosen(&choices("classic", position), &weights);
}

#[test]
fn ab_04_each_animal_is_equally_likely_to_be_moved() {
    let position = r#"{
        "open": { "players": 2, "first": 1, "phase": { "moving": { "seat": 0, "moved": ["fox"] } }, "streams": [3, 9],
                  "turbo": { "hare": 2, "tortoise": 4, "wolf": 6, "fox": 8, "lamb": 10 },
                  "table": { "fox": 4, "hare": 1, "lamb": 3 } },
        "deck": { "hare": 9 }, "hands": [{ "wolf": 5 }, { "tortoise": 5 }],
        "bets": [{ "dealt": ["fox", "lamb"] }, { "dealt": ["hare", "tortoise"] }] }"#;
    let one_of_two = [(r#"{"move":"hare"}"#, 1), (r#"{"move":"lamb"}"#, 1)];
    assert_chosen(&choices("apprentice", position), &one_of_two);
}
