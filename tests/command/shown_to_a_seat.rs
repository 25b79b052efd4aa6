//! The screen of a seat must not depend on what it may not know: two games that a seat cannot tell apart are shown to
//! it alike, to the letter.

use std::fs;
use std::process::Command;

use furlong::animal_race::{Action, AnimalRace, Card};
use furlong::record::Event;
use furlong::{AnyRace, Names, Race, RaceGame, RandomBot, Record, Ruleset as _, Seat, Turn};

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// A race of two that is broken off in the middle.
fn unfinished(seed: u64) -> Race<AnimalRace> {
    let game = AnimalRace::new(furlong::animal_race::Ruleset::open("classic").expect("embedded"));
    let game = game.expect("playable");
    let setup = game.setup(2);
    let mut race = Race::new(game, &setup, seed).expect("a set-up that fits");
    while let (Turn::Seat(_), 0..60) = (race.proceed(), race.events()) {
        race.ask(&mut RandomBot).expect("a legal choice");
    }
    assert!(!race.is_over());
    race
}

/// The same race with other second bets of the second seat, all that replay and that the first seat cannot tell
/// from it: what is placed later can tell.
fn twins(race: &Race<AnimalRace>) -> Vec<Race<AnimalRace>> {
    let is_bet = |event: &&mut Event<Action, _>| match event {
        Event::Action(choice) => choice.seat == seat(1) && matches!(choice.action, Action::Bet(_)),
        Event::Chance(_) => false,
    };
    let with_bet = |card: &Card| {
        let mut record: Record<AnimalRace> = race.record().clone();
        let bet = record.events.iter_mut().find(is_bet).expect("the second bet");
        if let Event::Action(choice) = bet {
            choice.action = Action::Bet(*card);
        }
        Race::resume(record).ok()
    };
    let twins = Card::ALL.iter().filter_map(with_bet);
    let is_other = |twin: &Race<AnimalRace>| twin.record().events != race.record().events;
    twins.filter(|twin| is_other(twin) && twin.view(Seat::FIRST) == race.view(Seat::FIRST)).collect()
}

/// All that a program shows a seat, as text.
fn shown(race: &dyn AnyRace, seat: Seat) -> String {
    let names = Names::numbered(race.seats());
    let picture = race.picture(seat, &names, &furlong::Canvas::PLAIN).expect("a seat of the table");
    let (told, narrated) = (race.told(seat, 0), race.narrated(seat, 0, &names));
    format!(
        "{picture}\n{:?}\n{narrated:?}\n{told:?}\n{}",
        race.standings(),
        race.view(seat).expect("a seat of the table")
    )
}

#[test]
fn races_that_a_seat_cannot_tell_apart_are_shown_to_it_alike() {
    let mut compared = 0;
    for seed in 0..20 {
        let race = unfinished(seed);
        for twin in twins(&race) {
            compared += 1;
            assert_eq!(shown(&twin, Seat::FIRST), shown(&race, Seat::FIRST));
        }
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn replay_shows_a_seat_an_unfinished_race_without_the_bets_of_others() {
    let races = (0..20).map(unfinished).map(|race| (twins(&race), race));
    let (twins, race) = races.into_iter().find(|(twins, _)| !twins.is_empty()).expect("twins");
    let folder = tempfile::tempdir().expect("a folder");
    let replayed = |race: &Race<AnimalRace>| {
        let file = folder.path().join("race.json");
        fs::write(&file, race.record().to_json()).expect("written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_furlong"));
        let arguments = ["replay", "race.json", "--seat", "1", "--plain"];
        let output = command.current_dir(&folder).args(arguments).output().expect("the command ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    for twin in twins {
        assert_eq!(replayed(&twin), replayed(&race));
    }
}
