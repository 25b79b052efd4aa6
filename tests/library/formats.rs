//! All saved data survive JSON, and the codes of errors are documented.

use std::fmt::Debug;
use std::fs;
use std::sync::Arc;

use furlong::animal_race::AnimalRace;
use furlong::formats::ErrorCode;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{Race, RaceGame, RandomBot, Record, Ruleset, Streams, Turn, ruleset};
use serde::Serialize;
use serde::de::DeserializeOwned;
use strum::{EnumMessage as _, IntoEnumIterator as _};

#[track_caller]
fn survives<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let json = serde_json::to_string(value).expect("JSON");
    let read: T = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{json}: {error}"));
    assert_eq!(read, *value);
}

/// Plays a game for each ruleset and number of players, and passes all its data through JSON.
fn everything_survives<G: RaceGame>() {
    for embedded in G::Ruleset::EMBEDDED {
        let game = Arc::new(G::new(ruleset::open(embedded.name).expect("embedded")).expect("playable"));
        for players in game.players() {
            let setup = game.setup(players);
            survives(&setup);
            survives(game.ruleset());
            let mut race = Race::new(game.clone(), &setup, 3).expect("a set-up that fits");
            for step in 0..400 {
                let Turn::Seat(seat) = race.proceed() else { break };
                race.actions(seat).iter().for_each(survives);
                if step % 20 == 0 {
                    survives(&game.position(race.state()));
                    for seat in race.seats().iter() {
                        survives(&race.view(seat).expect("at the table"));
                    }
                }
                race.ask(&mut RandomBot).expect("a legal choice");
            }
            for seat in race.seats().iter() {
                race.seen(seat, 0).iter().for_each(survives);
            }
            race.record().events.iter().for_each(survives);
            survives_as_a_record(race.record());
            survives_as_a_record(&race.record().branch(race.events() / 2, Streams::new(8)));
        }
    }
}

#[track_caller]
fn survives_as_a_record<G: RaceGame>(record: &Record<G>) {
    let json = record.to_json();
    assert_eq!(Record::<G>::from_json(&json).expect("a record").to_json(), json);
}

#[test]
fn what_is_kept_of_the_animal_race_survives_json() {
    everything_survives::<AnimalRace>();
}

#[test]
fn what_is_kept_of_hare_and_tortoise_survives_json() {
    everything_survives::<HareTortoise>();
}

#[test]
fn what_is_kept_of_gotham_survives_json() {
    everything_survives::<Gotham>();
}

#[test]
fn a_record_of_another_version_is_refused_however_it_is_read() {
    let rules = ruleset::open::<furlong::hare_tortoise::Ruleset>("classic").expect("embedded");
    let game = HareTortoise::new(rules).expect("playable");
    let setup = game.setup(2);
    let race = Race::new(game, &setup, 1).expect("a set-up that fits");
    let newer = race.record().to_json().replacen("\"version\": 1", "\"version\": 9", 1);
    let error = serde_json::from_str::<Record<HareTortoise>>(&newer).expect_err("a newer version");
    assert!(error.to_string().contains("version 9"), "{error}");
}

#[test]
fn the_codes_of_errors_are_those_of_the_documentation() {
    let page = fs::read_to_string("docs/serve_messages.md").expect("a page of the documentation");
    let row = |code: ErrorCode| format!("| `{code}` | {} |\n", code.get_documentation().expect("a sentence"));
    let rows: String = ErrorCode::iter().map(row).collect();
    assert!(
        page.contains(&format!("| code | meaning |\n|---|---|\n{rows}\n")),
        "it needs these rows:\n{rows}"
    );
}

/// The text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    Some(text.split_once(start)?.1.split_once(end)?.0)
}

#[test]
fn the_versions_of_all_file_formats_are_those_of_the_documentation() {
    let page = fs::read_to_string("docs/compatibility.md").expect("a page of the documentation");
    let mut found = 0;
    for pattern in ["src/**/*.rs", "crates/*/src/**/*.rs"] {
        for path in glob::glob(pattern).expect("a pattern").map(|path| path.expect("a file")) {
            let source = fs::read_to_string(&path).expect("a source");
            let header = between(&source, "const FORMAT: Format = Format {", "}").and_then(|header| {
                Some((between(header, "name: \"", "\"")?, between(header, "version: ", ",")?))
            });
            let header = header.or_else(|| {
                let name = between(&source, "const FORMAT: &str = \"", "\"")?;
                Some((name, between(&source, "const VERSION: u32 = ", ";")?))
            });
            let Some((name, version)) = header else { continue };
            assert!(
                page.contains(&format!("| `{name}`, {version} |")),
                "{}: {name}, {version}",
                path.display()
            );
            found += 1;
        }
    }
    let listed = page.lines().filter(|line| line.starts_with("| ") && line.contains(" | `furlong-")).count();
    assert_eq!(found, listed, "each format in the table is one of the sources");
}
