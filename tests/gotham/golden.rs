//! Gotham's golden games: short records of 1 to 4 players by both ways of recycling, each of which must replay.

use std::fs;
use std::path::PathBuf;

use furlong::common::Ending;
use furlong::gotham::{Gotham, Recycling, Ruleset};
use furlong::record::apply;
use furlong::{Bot, Race, RaceGame, RandomBot, Record, Turn, ruleset};

fn rules(recycling: Recycling) -> Ruleset {
    let mut rules = ruleset::open::<Ruleset>("standard").expect("the library carries this ruleset");
    rules.rules.recycling = recycling;
    rules
}

fn record_path(players: u8, recycling: Recycling) -> PathBuf {
    let name = format!("gotham-{players}-{recycling}.json");
    [env!("CARGO_MANIFEST_DIR"), "tests", "records", &name].iter().collect()
}

/// Returns true when a card is drawn from a recycled layer: then everybody remembers the draw until it is of no use.
fn draws_recycled_cards(record: &Record<Gotham>) -> bool {
    let (game, mut state) = record.open().expect("playable rules");
    record.events.iter().enumerate().any(|(index, event)| {
        apply(&game, &mut state, event, index + 1, &mut ()).expect("every event is legal");
        !game.position(&state).memory.is_empty()
    })
}

/// A whole game of random bots in which recycled cards are drawn, the shortest of some seeds.
fn play(players: u8, recycling: Recycling) -> Race<Gotham> {
    let game = Gotham::new(rules(recycling)).expect("playable rules");
    let races = (1..=40).map(|seed| {
        let mut race = Race::new(game.clone(), &game.setup(players), seed).expect("1 to 4 may play");
        let mut bots: Vec<Box<dyn Bot<Gotham>>> =
            (0..players).map(|_| Box::new(RandomBot) as Box<dyn Bot<Gotham>>).collect();
        race.play_out(&mut bots, 5_000).expect("random bots play legal actions");
        race
    });
    let recycled = races.filter(|race| draws_recycled_cards(race.record()));
    recycled.min_by_key(Race::events).expect("some game draws recycled cards")
}

/// The end of a game: the figures' coordinates, from the leading one on, the sign, and who has won.
fn result(game: &Gotham, state: &<Gotham as RaceGame>::State) -> String {
    let position = game.position(state);
    let figures: Vec<String> =
        position.open.figures.iter().map(|stand| format!("{}{}", stand.figure, stand.at)).collect();
    let standings = game.standings(state);
    let winners: Vec<String> = match standings.ending {
        Ending::NobodyWins => vec!["nobody".to_owned()],
        _ => standings.leaders().map(|seat| format!("seat {}", seat.number() + 1)).collect(),
    };
    format!(
        "round {}: {}, finish at the {}, {} wins",
        position.open.round,
        figures.join(" "),
        position.open.sign,
        winners.join(" and ")
    )
}

/// The ends of the golden games.
const RESULTS: [(u8, Recycling, &str); 8] = [
    (1, Recycling::WhenADeckIsEmpty, "round 11: B29 A12 C9 D0, finish at the tortoise, nobody wins"),
    (2, Recycling::WhenADeckIsEmpty, "round 7: A21 D20 B16 C11, finish at the snail, seat 1 wins"),
    (3, Recycling::WhenADeckIsEmpty, "round 10: C35 A21 D19 B17, finish at the sheep, seat 3 wins"),
    (4, Recycling::WhenADeckIsEmpty, "round 9: C31 B22 D21 A1, finish at the tortoise, seat 3 wins"),
    (1, Recycling::EveryRound, "round 11: B29 C19 A12 D0, finish at the tortoise, nobody wins"),
    (2, Recycling::EveryRound, "round 7: A21 B16 C11 D0, finish at the snail, seat 1 wins"),
    (3, Recycling::EveryRound, "round 10: A28 B4 D-6 C-11, finish at the tortoise, seat 1 wins"),
    (4, Recycling::EveryRound, "round 8: D21 B15 A-3 C-8, finish at the snail, seat 4 wins"),
];

#[test]
fn golden_games_of_1_to_4_players_replay_by_both_ways_of_recycling() {
    let mut results = Vec::new();
    for (players, recycling, _) in RESULTS {
        let path = record_path(players, recycling);
        let again = play(players, recycling).record().to_json();
        if std::env::var_os("UPDATE_GOLDENS").is_some() {
            fs::write(&path, &again).expect("the record is written");
        }
        let json = fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}; make it with UPDATE_GOLDENS=1", path.display()));
        let name = path.display();
        assert!(json.lines().count() <= 200, "{name}: a golden game is short");
        let record: Record<Gotham> = Record::from_json(&json).expect("a record of this game");
        assert_eq!(*record.ruleset, rules(recycling), "{name}: the rules have changed");
        let (game, state) = record.replay().expect("every event is legal");
        assert_eq!(game.turn(&state), Turn::Over, "{name}");
        results.push((players, recycling, result(&game, &state)));
        // and from its seed it is played so again
        assert_eq!(again, json, "{name}: the seed plays another game now");
    }
    assert_eq!(results, RESULTS.map(|(players, recycling, end)| (players, recycling, end.to_owned())));
}
