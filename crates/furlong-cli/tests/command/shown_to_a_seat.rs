//! Nothing shown to a seat may depend on what it may not know: two games that a seat cannot tell apart are shown to
//! it alike, to the letter, by the library and by the command.

use std::fs;

use furlong::analysis::{Judgement, Settings, analyse};
use furlong::animal_race::AnimalRace;
use furlong::arena::Estimator;
use furlong::bot::StopFlag;
use furlong::gotham::Gotham;
use furlong::record::Player;
use furlong::testkit::twin_records;
use furlong::text::Names;
use furlong::{AnyRace, Playable, Race, Record, Seat, Turn, ruleset};

use crate::run::{folder, printed, run_typing, text};

/// Two unfinished races that the first seat cannot tell apart, and in which it is to move. A person and a bot play.
fn twins<G: Playable>(ruleset: &str, seeds: std::ops::Range<u64>) -> Vec<[Race<G>; 2]> {
    let game = G::new(ruleset::open(ruleset).expect("embedded")).expect("playable");
    let of = |seed: u64| {
        let twins = twin_records(&game, &game.setup(2), Seat::FIRST, 40 + (seed % 20) as u32, seed)?;
        let races = twins.map(|mut record| {
            let player =
                |player: &str| Player { name: player.to_owned(), player: player.to_owned(), colour: None };
            record.seats = vec![player("person"), player("heuristic")];
            Race::resume(record).expect("a game by the rules")
        });
        assert_ne!(races[0].state(), races[1].state());
        Some(races).filter(|races| races[0].turn() == Turn::Seat(Seat::FIRST))
    };
    seeds.filter_map(of).collect()
}

/// All that a program shows a seat, as text.
fn shown(race: &dyn AnyRace, seat: Seat) -> String {
    let names = Names::numbered(race.seats());
    let picture = race.picture(seat, &names, &furlong::text::Canvas::PLAIN).expect("a seat of the table");
    let (told, narrated) = (race.seen(seat, 0), race.narrated(seat, 0, &names));
    let watched = (race.seen_by_watchers(0), race.narrated_for_watchers(0, &names), race.svg(seat, &names));
    let (choices, question) = (race.choices(seat), race.question(seat).expect("a seat of the table"));
    let advice = race.consider(seat, &"heuristic".parse().expect("a bot")).expect("advice");
    format!(
        "{picture}\n{question}\n{choices:?}\n{advice:?}\n{watched:?}\n{:?}\n{narrated:?}\n{told:?}\n{}",
        race.standings(),
        race.view(seat).expect("a seat of the table")
    )
}

/// The judgements of the first seat's decisions.
fn judged<G: Playable>(record: &Record<G>) -> Vec<Judgement> {
    let estimator = Estimator::of::<G>().bot("random".parse().expect("a bot")).playouts(2);
    let settings = Settings::of::<G>().estimator(estimator).worlds(4);
    let analysis = analyse(record, &settings, &StopFlag::default(), &|_| ()).expect("it replays");
    let own = analysis.events.into_iter().filter(|event| event.seat == Some(Seat::FIRST));
    own.filter_map(|event| event.judgement).collect()
}

fn are_shown_alike<G: Playable>(ruleset: &str) {
    let twins = twins::<G>(ruleset, 0..100);
    assert!(twins.len() > 8, "{}", twins.len());
    for [one, other] in &twins {
        let [one, other] = [one, other].map(|race| Box::<dyn AnyRace>::from(race.clone()));
        assert_eq!(shown(&*one, Seat::FIRST), shown(&*other, Seat::FIRST));
    }
    for [one, other] in &twins[..3] {
        let judged = [one, other].map(|race| judged(race.record()));
        assert!(!judged[0].is_empty() && judged[0] == judged[1], "{judged:?}");
    }
}

#[test]
fn races_that_a_seat_cannot_tell_apart_are_shown_and_judged_alike() {
    are_shown_alike::<AnimalRace>("classic");
    are_shown_alike::<Gotham>("standard");
}

/// The texts that the command prints about a race for its first seat, and the picture that it draws.
fn printed_about<G: Playable>(race: &Race<G>) -> Vec<String> {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("race.json"), race.record().to_json()).expect("written");
    let replayed = printed(folder, &["replay", "race.json", "--seat", "1", "--plain"]);
    let drawn = printed(folder, &["draw", "race.json", "--out", "board.svg"]);
    let picture = fs::read_to_string(folder.join("board.svg")).expect("a picture");
    let resume = ["play", G::ID, "--resume", "race.json", "--plain"];
    let resumed = run_typing(folder, &resume, "log\nview\nhint random\nhint\n?\n? 1\nfly\nq\n");
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    vec![replayed, drawn, picture, text(&resumed.stdout)]
}

fn are_printed_alike<G: Playable>(ruleset: &str) {
    let twins = twins::<G>(ruleset, 100..160);
    assert!(twins.len() > 4, "{}", twins.len());
    for [one, other] in &twins[..4] {
        assert_eq!(printed_about(one), printed_about(other));
    }
}

#[test]
fn the_command_prints_the_same_about_races_that_a_seat_cannot_tell_apart() {
    are_printed_alike::<AnimalRace>("classic");
    are_printed_alike::<Gotham>("standard");
}
