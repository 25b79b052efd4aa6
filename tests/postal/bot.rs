//! Games of the bot: a few of its sheets to be read, and the sums of its sheets and of the reports of many games.

use std::hash::Hasher as _;

use furlong::common::StableHasher;
use furlong::hare_tortoise::HareTortoise;
use furlong::hare_tortoise::postal::{PostalGame, Sheet, write_orders};
use furlong::{Bot, Bots as _, Race, RaceGame as _, RandomBot, Turn, ruleset};

use super::rounds::golden;
use super::table::sent;

/// The rounds of a game that are looked at: those who play at random may never come home.
const ROUNDS: u16 = 30;

/// The sheets of all players for the first rounds of a game in which the first two play well and the others at random.
fn sheets_of_a_game(players: u8, seed: u64) -> Vec<Sheet> {
    let game = HareTortoise::new(ruleset::open("postal").expect("embedded")).expect("playable");
    let mut race =
        Race::new(game.clone(), &game.setup(players), seed).expect("a number of players that fits");
    let mut good = HareTortoise::bot(&"heuristic".parse().expect("a bot")).expect("a bot of this game");
    let mut sheets = Vec::new();
    let mut last = 0;
    while let Turn::Seat(seat) = race.proceed() {
        let round = game.position(race.state()).round.number;
        if round > ROUNDS {
            break;
        }
        if round > last {
            last = round;
            let views = race.seats().iter().map(|seat| race.view(seat).expect("a seat of the table"));
            sheets.extend(views.map(|view| write_orders(&game, &view)));
        }
        let bot: &mut dyn Bot<HareTortoise> = if seat.index() < 2 { &mut *good } else { &mut RandomBot };
        race.ask(bot).expect("a bot plays legal actions");
    }
    sheets
}

#[test]
fn the_sheets_of_the_bot_are_pinned() {
    // Another sum is right when the bot is meant to play otherwise.
    let mut sum = StableHasher::default();
    let mut count = 0;
    for (players, seed) in (2..=6).flat_map(|players| (1..=2).map(move |seed| (players, seed))) {
        for sheet in sheets_of_a_game(players, seed) {
            sum.write(sheet.to_string().as_bytes());
            count += 1;
        }
    }
    assert_eq!((count, sum.finish()), (1_075, 11_042_652_986_822_238_952));
}

#[test]
fn some_sheets_of_the_bot_are_as_they_were() {
    let sheets = sheets_of_a_game(4, 1);
    // Who moves first in a round moves last too.
    let (twice, once): (Vec<_>, Vec<_>) = sheets.iter().partition(|sheet| !sheet.second.is_empty());
    let some = [twice[0], twice[9], once[20], once[60]].map(ToString::to_string);
    golden("sheets.txt", &some.join("\n"));
}

/// The reports of a game of players who send the bot's sheets, each of them none in one round of four.
fn reports_of_a_game(players: u8, seed: u64) -> String {
    let game = HareTortoise::new(ruleset::open("postal").expect("embedded")).expect("playable");
    let names: Vec<String> = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay"].map(str::to_owned).to_vec();
    let names = &names[..usize::from(players)];
    let mut postal = PostalGame::new("spring", &game, &game.setup(players), names, seed).expect("a game");
    let mut text = String::new();
    while let Some(round) = postal.open_round().ok().filter(|round| *round <= ROUNDS) {
        let race = postal.race().expect("a race");
        let senders = race.seats().iter().filter(|seat| (round + u16::from(seat.number())) % 4 > 0);
        let sheets = senders.map(|seat| {
            let sheet = write_orders(&game, &race.view(seat).expect("a seat of the table"));
            sent(&format!("{seat}.txt"), &sheet.to_string())
        });
        let report = postal.adjudicate(sheets.collect(), &[]).expect("a round");
        text += &report.document().to_text();
        text += &report.document().to_markdown();
    }
    text
}

#[test]
fn the_reports_of_games_of_the_bot_are_pinned() {
    let texts: Vec<String> = (2..=6).map(|players| reports_of_a_game(players, 2)).collect();
    for part in
        [" home ", "must chew", "misses a turn", "chew: ", "again: ", "passed over", "for the 2nd time"]
    {
        assert!(texts.iter().any(|text| text.contains(part)), "{part}");
    }
    let mut sum = StableHasher::default();
    for text in texts {
        sum.write(text.as_bytes());
    }
    assert_eq!(sum.finish(), 13_975_383_010_832_770_410);
}
