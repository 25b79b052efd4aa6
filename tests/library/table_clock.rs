//! Games by the clock at a table: what a flag that falls brings, and what a record keeps.

use std::time::Duration;

use furlong::animal_race::AnimalRace;
use furlong::record::{Flag, Player};
use furlong::table::{GameTable, Outcome, Reader, Request, Stage, Table};
use furlong::{Race, RaceGame as _, Record, Seat, ruleset};
use serde_json::{Value, json};

const YOU: Reader = Reader::Player(Seat::FIRST);
const LONG: Duration = Duration::from_secs(3600);

fn second() -> Seat {
    Seat::new(1).expect("a seat")
}

fn table(players: &[&str], time: &str, flag: &str) -> GameTable<AnimalRace> {
    let game = AnimalRace::new(ruleset::open("classic").expect("embedded")).expect("playable");
    let setup = game.setup(players.len() as u8);
    let mut race = Race::new(game, &setup, 8).expect("a set-up that fits");
    let player = |(player, name): (&&str, &str)| Player {
        name: name.to_owned(),
        player: (*player).to_owned(),
        colour: None,
    };
    race.set_players(players.iter().zip(["Ada", "Bob", "Cleo", "Dan"]).map(player).collect());
    let mut table = GameTable::new(race).expect("a table");
    table.play_by(time.parse().expect("a time"), flag.parse().expect("a flag")).expect("a bot of the game");
    table
}

/// Lets chance and bots decide until a person has to, or the game is over.
fn proceed(table: &mut dyn Table) -> Stage {
    loop {
        match table.advance().expect("the bots of the game play") {
            Stage::Bot(_) | Stage::Chance => {}
            stage => return stage,
        }
    }
}

fn left(table: &dyn Table, seat: Seat) -> Option<String> {
    table.clocks().and_then(|clocks| clocks.in_words(seat))
}

/// How long each seat's person has thought about each decision, in milliseconds, as the record says.
fn thought(table: &dyn Table) -> Value {
    let mut record: Value = serde_json::from_str(&table.record_json()).expect("a record");
    record["thought-ms"].take()
}

#[test]
fn the_clock_of_a_person_who_decides_runs_and_a_move_adds_to_it() {
    let mut table = table(&["person", "person", "random"], "1m+5s", "lose");
    assert_eq!(proceed(&mut table), Stage::Person(Seat::FIRST));
    let bot = Seat::new(2).expect("a seat");
    assert!(!table.run_clock(bot, LONG).expect("nothing happens"), "a bot has no clock");
    assert!(!table.run_clock(Seat::FIRST, Duration::from_secs(10)).expect("in time"));
    assert_eq!(left(&table, Seat::FIRST).as_deref(), Some("0:50"));
    // A question is no move, and a refusal neither.
    table.answer(YOU, &Request::Help).expect("help");
    table.answer(YOU, &Request::Number(99)).expect("refused");
    assert_eq!(left(&table, Seat::FIRST).as_deref(), Some("0:50"));
    assert_eq!(thought(&table), json!([[10_000]]));
    assert_eq!(table.answer(YOU, &Request::Number(1)).expect("a move").outcome, Outcome::Decided);
    assert_eq!(thought(&table), json!([[10_000, 0]]), "the next decision begins");
    assert_eq!(left(&table, Seat::FIRST).as_deref(), Some("0:55"));
    assert_eq!(left(&table, second()).as_deref(), Some("1:00"));
    assert_eq!(left(&table, bot), None);
    // The record keeps what is left.
    let record = Record::<AnimalRace>::from_json(&table.record_json()).expect("a record");
    let mut resumed = GameTable::new(Race::resume(record).expect("a game")).expect("a table");
    assert_eq!(resumed.clocks(), table.clocks());
    // Another game begins anew, and a game that branches off has no clocks.
    assert_eq!(left(&*resumed.again(9).expect("a game"), Seat::FIRST).as_deref(), Some("1:00"));
    let players = resumed.players().to_vec();
    assert!(resumed.play_on(9, players).expect("a game").clocks().is_none());
    proceed(&mut resumed);
}

#[test]
fn a_person_whose_time_is_up_loses_and_the_others_share_the_win() {
    let mut table = table(&["person", "person", "random"], "1m", "lose");
    proceed(&mut table);
    assert!(table.run_clock(Seat::FIRST, LONG).expect("it falls"));
    assert_eq!((table.stage(), table.lost()), (Stage::TimeUp(Seat::FIRST), Some(Seat::FIRST)));
    assert!(table.deciding().is_empty() && table.question(Seat::FIRST).is_none());
    let events = table.events();
    let answer = table.answer(YOU, &Request::Number(1)).expect("a seat");
    assert_eq!((answer.outcome, table.events()), (Outcome::Asked, events), "too late");
    assert_eq!(table.proceed(), Stage::TimeUp(Seat::FIRST));
    assert!(table.ask_bot().is_err());
    let (sentence, places) = table.ending(YOU);
    assert_eq!(sentence, "You run out of time and lose. Bob and Cleo share the win.");
    let places: Vec<(u8, usize)> = places.rows.iter().map(|row| (row.place, row.seat.index())).collect();
    assert_eq!(places, [(1, 1), (1, 2), (3, 0)]);
    // Nothing hidden is opened, and a replay tells the same at its end and not before.
    assert!(!table.is_open());
    let mut replay = table.replay();
    assert_eq!(replay.lost(), None);
    replay.go_to(events).expect("the end");
    assert_eq!(replay.lost(), Some(Seat::FIRST));
    assert_eq!(
        replay.ending(Reader::Player(second())).0,
        "Ada runs out of time and loses. You and Cleo share the win."
    );
    // The same people play again.
    assert_eq!(table.again(9).expect("a game").lost(), None);
}

#[test]
fn a_bot_goes_on_for_a_person_whose_time_is_up_and_the_screen_is_handed_over() {
    let mut table = table(&["person", "person"], "30s/move", "bot:random");
    table.share_screen();
    assert_eq!(proceed(&mut table), Stage::HandOver(Seat::FIRST));
    table.confirm(true);
    assert_eq!(table.stage(), Stage::Person(Seat::FIRST));
    assert!(table.run_clock(Seat::FIRST, LONG).expect("it falls"));
    assert_eq!(table.players()[0].player, "random");
    assert_eq!((table.stage(), table.lost()), (Stage::Bot(Seat::FIRST), None));
    // Ada still sits before the screen, and does not see what Bob sees.
    assert_eq!(proceed(&mut table), Stage::HandOver(second()));
    assert_eq!(table.at_screen(), Some(Seat::FIRST));
    table.confirm(true);
    assert_eq!((table.stage(), table.at_screen()), (Stage::Person(second()), Some(second())));
    // In the next game both play.
    assert_eq!(table.again(9).expect("a game").people().len(), 2);
    let problem = table.play_by("1m".parse().expect("a time"), Flag::Bot(furlong::BotSpec::named("nobody")));
    assert!(problem.expect_err("no such bot").to_string().contains("nobody"));
}

/// Answers with the first choice for a person who is asked.
fn choose(table: &mut dyn Table, seat: Seat) {
    let reply = table.answer(Reader::Player(seat), &Request::Number(1)).expect("a seat");
    assert_eq!(reply.outcome, Outcome::Decided);
}

#[test]
fn a_take_back_returns_the_increments_of_all_moves_that_go_with_it() {
    let mut table = table(&["person", "person"], "1m+5s", "lose");
    proceed(&mut table);
    // Bets are secret: the one of Bob waits, and is withdrawn alone.
    choose(&mut table, second());
    assert_eq!(left(&table, second()).as_deref(), Some("1:05"));
    table.take_back(second()).expect("nobody has seen it");
    assert_eq!(left(&table, second()).as_deref(), Some("1:00"));
    choose(&mut table, second());
    choose(&mut table, Seat::FIRST);
    proceed(&mut table);
    assert_eq!(
        [Seat::FIRST, second()].map(|seat| left(&table, seat)),
        ["1:05"; 2].map(|text| Some(text.to_owned()))
    );
    table.take_back(Seat::FIRST).expect("with the bet of Bob");
    assert_eq!(
        [Seat::FIRST, second()].map(|seat| left(&table, seat)),
        ["1:00"; 2].map(|text| Some(text.to_owned()))
    );
    assert_eq!(table.undone().len(), 1);
}

#[test]
fn under_time_per_move_all_questions_that_are_asked_again_have_their_whole_time() {
    let mut table = table(&["person", "person"], "30s/move", "lose");
    proceed(&mut table);
    let think =
        |table: &mut dyn Table, seat| table.run_clock(seat, Duration::from_secs(20)).expect("in time");
    think(&mut table, Seat::FIRST);
    // A secret choice that is withdrawn asks nobody else again.
    choose(&mut table, second());
    table.take_back(second()).expect("it waits");
    assert_eq!(left(&table, Seat::FIRST).as_deref(), Some("0:10"));
    choose(&mut table, Seat::FIRST);
    choose(&mut table, second());
    proceed(&mut table);
    let asked = table.deciding().iter().next().expect("somebody is asked");
    think(&mut table, asked);
    assert_eq!(left(&table, asked).as_deref(), Some("0:10"));
    table.take_back(Seat::FIRST).expect("the last decision");
    for seat in [Seat::FIRST, second()] {
        assert_eq!(left(&table, seat).as_deref(), Some("0:30"));
    }
}

#[test]
fn a_person_whose_seat_a_bot_has_held_has_the_whole_time_for_the_next_move() {
    let mut table = table(&["person", "person"], "30s/move", "bot:random");
    proceed(&mut table);
    let people = table.players().to_vec();
    assert!(table.run_clock(Seat::FIRST, LONG).expect("it falls"));
    proceed(&mut table);
    table.sit(people).expect("Ada comes back");
    assert_eq!(left(&table, Seat::FIRST).as_deref(), Some("0:30"));
}

#[test]
fn a_player_who_resigns_loses_and_the_record_says_so() {
    let mut table = table(&["person", "person", "random"], "1m", "lose");
    assert!(!table.has_begun());
    proceed(&mut table);
    let seat = second();
    assert!(table.resign(Seat::new(3).expect("a seat")).is_err(), "three play");
    let unchanged = table.record_json();
    table.resign(seat).expect("a player");
    assert_eq!((table.stage(), table.lost()), (Stage::Resigned(seat), Some(seat)));
    assert!(table.deciding().is_empty() && table.resign(Seat::FIRST).is_err(), "the game is over");
    let (sentence, places) = table.ending(YOU);
    assert_eq!(sentence, "Bob resigns. You and Cleo share the win.");
    let places: Vec<(u8, usize)> = places.rows.iter().map(|row| (row.place, row.seat.index())).collect();
    assert_eq!(places, [(1, 0), (1, 2), (3, 1)]);

    let json = table.record_json();
    assert!(json.contains("\"resigned\": 1"), "{json}");
    assert!(!unchanged.contains("resigned"));
    let read = |json: &str| Record::<AnimalRace>::from_json(json).expect("a record");
    let resumed = GameTable::new(Race::resume(read(&json)).expect("a game")).expect("a table");
    assert_eq!(resumed.stage(), Stage::Resigned(seat));
    assert!(read(&json).continues(&read(&unchanged)) && !read(&unchanged).continues(&read(&json)));
    let Err(error) = Race::resume(read(&json.replace("\"resigned\": 1", "\"resigned\": 3"))) else {
        panic!("nobody sits there");
    };
    assert_eq!(error.to_string(), "seat 4 has resigned, but is not in the game");
}

#[test]
fn a_move_that_is_taken_back_takes_the_resignation_back() {
    let mut table = table(&["person", "random"], "1m", "lose");
    proceed(&mut table);
    table.answer(YOU, &Request::Number(1)).expect("a move");
    assert!(table.has_begun());
    table.resign(Seat::FIRST).expect("a player");
    table.take_back(Seat::FIRST).expect("a move to take back");
    assert_eq!((table.resigned(), table.stage()), (None, Stage::Person(Seat::FIRST)));
}
