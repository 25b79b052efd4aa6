//! Golden games: what chance brings first under a seed, and one short record of each ruleset that must replay.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use furlong::hare_tortoise::{Happening, HareTortoise, Ruleset};
use furlong::record::Event;
use furlong::{Bot, Bots as _, Race, RaceGame as _, RandomBot, Record, Ruleset as _, Turn};

use super::table::game;

/// The outcomes of chance in the first 80 events of seed 1, with three random players.
fn first_draws(name: &str) -> String {
    let game = game(name, |_| {});
    let mut race = Race::new(game.clone(), &game.setup(3), 1).expect("three may play");
    while let (Turn::Seat(_), true) = (race.proceed(), race.events() < 80) {
        race.ask(&mut RandomBot).expect("a random bot plays legal actions");
    }
    let drawn = race.record().events.iter().filter_map(|event| match event {
        Event::Chance(drawn) => Some(drawn.chance.to_string()),
        Event::Action(_) => None,
    });
    drawn.take(6).collect::<Vec<_>>().join(", ")
}

#[test]
fn the_first_draws_of_seed_1_are_pinned() {
    // A change here makes every seed mean another game: it must stand in the changelog.
    let pinned = FIRST_DRAWS.map(|(name, drawn)| (name, drawn.to_owned()));
    assert_eq!(pinned.clone().map(|(name, _)| (name, first_draws(name))), pinned);
}

const FIRST_DRAWS: [(&str, &str); 8] = [
    ("classic", "seat 2, card 2, card 3, card 2, card 1, card 2"),
    ("postal", "seat 2, die 2, die 2, die 2, die 3, die 1"),
    (
        "ravensburger-1978",
        "seat 2, chew-a-carrot, forward-to-a-carrot-square, miss-a-turn, move-up, back-to-a-carrot-square",
    ),
    (
        "ravensburger-2008",
        "seat 2, carrots-become, miss-or-move, miss-or-move, show-carrots, shuffle-and-collect",
    ),
    ("olympiad", "seat 2"),
    ("gibsons-1987", "seat 2, die 2, die 2, die 6, die 2, die 4"),
    (
        "ravensburger-1995",
        "seat 2, chew-a-carrot, forward-to-a-carrot-square, miss-a-turn, move-up, back-to-a-carrot-square",
    ),
    ("abacus-2000", "seat 2, card 2, card 3, card 4, card 2, card 5"),
];

/// The numbers of players of the golden games, and their ends: the carrots left to each; the place of each runner at
/// home, or its square and its lettuces.
const RESULTS: [(&str, u8, &str); 8] = [
    ("classic", 2, "0 carrots, home 1 and home 2; 62 carrots, on 50 with 2 and on 38 with 2; 30 rounds"),
    ("postal", 3, "5 carrots, home 1; 5 carrots, home 2; 3 carrots, on 48 with 0; 19 rounds"),
    (
        "gibsons-1987",
        4,
        "11 carrots, home 2; 22 carrots, home 3; 0 carrots, home 1; 98 carrots, on 36 with 0; 22 rounds",
    ),
    (
        "ravensburger-1978",
        2,
        "4 carrots, home 1 and home 2; 48 carrots, on 7 with 0 and on 16 with 0; 64 rounds",
    ),
    ("ravensburger-1995", 3, "1 carrots, home 1; 19 carrots, home 2; 46 carrots, on 62 with 1; 25 rounds"),
    (
        "abacus-2000",
        5,
        "6 carrots, home 2; 5 carrots, home 3; 1 carrots, home 1; 33 carrots, home 4; 121 carrots, on 49 with 2; 25 rounds",
    ),
    (
        "ravensburger-2008",
        2,
        "8 carrots, home 2 and home 1; 1 carrots, on 62 with 0 and on 34 with 0; 42 rounds",
    ),
    ("olympiad", 3, "17 carrots, home 2; 9 carrots, home 1; 95 carrots, on 44 with 2; 25 rounds"),
];

/// The longest golden record, in events.
const LONGEST: usize = 180;

fn record_path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "records", &format!("hare-tortoise-{name}.json")].iter().collect()
}

/// A whole game in which the last seat plays at random: of the short ones of many seeds the one in which the
/// most different things happen.
fn play(name: &str, players: u8) -> Race<HareTortoise> {
    let game = Arc::new(game(name, |_| {}));
    let races = (1..=60).map(|seed| {
        let mut race =
            Race::new(Arc::clone(&game), &game.setup(players), seed).expect("a number of players that fits");
        let mut bots: Vec<Box<dyn Bot<HareTortoise>>> = (1..players)
            .map(|_| HareTortoise::bot(&"heuristic".parse().expect("a bot")).expect("a bot of this game"))
            .collect();
        bots.push(Box::new(RandomBot));
        race.play_out(&mut bots, LONGEST).map(|_| race)
    });
    let kinds = |race: &Race<HareTortoise>| {
        let named = |happening: &Happening| {
            let seen = format!("{happening:?}");
            seen.split(' ').next().map(str::to_owned)
        };
        race.happenings().iter().filter_map(named).collect::<std::collections::BTreeSet<_>>().len()
    };
    races.filter_map(Result::ok).filter(Race::is_over).max_by_key(kinds).expect("a short game")
}

/// The end of a race in a line.
fn result(race: &Race<HareTortoise>) -> String {
    let position = race.game().position(race.state());
    let player = |player: &furlong::hare_tortoise::PlayerPosition| {
        let runners: Vec<String> = player
            .runners
            .iter()
            .map(|runner| match runner.arrived {
                Some(place) => format!("home {place}"),
                None => format!("on {} with {}", runner.square, runner.lettuces),
            })
            .collect();
        format!("{} carrots, {}", player.carrots, runners.join(" and "))
    };
    let players: Vec<String> = position.players.iter().map(player).collect();
    format!("{}; {} rounds", players.join("; "), position.round.number)
}

#[test]
fn every_ruleset_has_a_golden_game_that_replays() {
    let embedded: Vec<&str> = Ruleset::EMBEDDED.iter().map(|embedded| embedded.name).collect();
    assert_eq!(embedded, RESULTS.map(|(name, ..)| name), "every ruleset has its game");
    let mut results = Vec::new();
    for (name, players, _) in RESULTS {
        let path = record_path(name);
        if std::env::var_os("UPDATE_GOLDENS").is_some() {
            fs::write(&path, play(name, players).record().to_json()).expect("the record is written");
        }
        let json = fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; make it with UPDATE_GOLDENS=1", path.display()));
        assert!(json.lines().count() <= 200, "{name}: a golden game is short");
        let record: Record<HareTortoise> = Record::from_json(&json).expect("a record of this game");
        assert_eq!(*record.ruleset, *game(name, |_| {}).ruleset(), "the rules of {name} have changed");
        let race = Race::resume(record).expect("every event is legal");
        assert_eq!(race.turn(), Turn::Over);
        assert_eq!(race.record().to_json(), json, "{name}: the record is written as it was read");
        results.push((name, players, result(&race)));
    }
    assert_eq!(results, RESULTS.map(|(name, players, end)| (name, players, end.to_owned())));
}
