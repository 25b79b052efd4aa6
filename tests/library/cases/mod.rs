//! The clauses of the rules as data: runs every case of `tests/cases`, and checks that every clause has a status.
//! `docs/cases.md` documents the format.

mod expect;
mod files;
mod postal;
mod run;
mod status;

use std::collections::BTreeSet;
use std::path::Path;

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::{Bots, RaceGame};

use files::Fields;

/// A case that was run: its clauses, the rules that it was run under, and the names of what happened and of what it
/// expects never to happen.
struct Executed {
    clauses: BTreeSet<String>,
    rules: serde_json::Value,
    happened: BTreeSet<String>,
    never: BTreeSet<String>,
}

/// Runs all cases of a game and fails with every case that does not hold.
fn run_all<G: Bots>(postal: Option<run::Check<G>>) -> Vec<Executed> {
    let mut executed = Vec::new();
    let mut failures = Vec::new();
    for (file, fields) in files::all(G::ID) {
        match run::run::<G>(&fields, postal) {
            Ok(done) => executed.push(done),
            Err(reason) => failures.push(format!("{file}: {}\n    {reason}", named(&fields))),
        }
    }
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
    executed
}

/// The name of a case in a report.
fn named(fields: &Fields) -> String {
    format!("{} {}", fields["clauses"], fields["shows"])
}

#[test]
fn the_example_of_the_documentation_holds() {
    let page = std::fs::read_to_string("docs/cases.md").expect("the page on cases");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let cases = files::laid_out(AnimalRace::ID, example.expect("an example")).expect("cases");
    assert_eq!(cases.len(), 2);
    for case in cases {
        assert_eq!(run::run::<AnimalRace>(&case, None).err(), None);
    }
}

#[test]
fn the_cases_of_the_animal_race_hold_and_cover_its_clauses() {
    status::check::<AnimalRace>(&run_all::<AnimalRace>(None), Path::new("src/animal_race/rules.md"));
}

#[test]
fn the_cases_of_gotham_hold_and_cover_its_clauses() {
    status::check::<Gotham>(&run_all::<Gotham>(None), Path::new("src/gotham/rules.md"));
}

#[test]
fn the_cases_of_hare_and_tortoise_hold_and_cover_its_clauses() {
    let executed = run_all::<HareTortoise>(Some(postal::check));
    status::check::<HareTortoise>(&executed, Path::new("src/hare_tortoise/rules.md"));
}
