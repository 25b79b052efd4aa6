//! The status of every clause: executed by a case, or not executable for a reason.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use furlong::ruleset::Kind;
use furlong::{RaceGame, Ruleset};
use serde::Deserialize;
use serde_json::Value;

use super::Executed;

/// The clauses of a game that no case executes, or not all of it, each with the reason.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Status {
    #[serde(default)]
    not_executable: BTreeMap<String, String>,
    #[serde(default)]
    partly: BTreeMap<String, String>,
}

/// The numbers of the clauses that a catalogue lists, in its tables and lists.
fn catalogue(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).expect("the rules of a game");
    let first_words = text.lines().filter_map(|line| {
        let row = line.strip_prefix("| ").and_then(|row| row.split(" |").next());
        row.or_else(|| line.strip_prefix("- **").and_then(|item| item.split("**").next()))
    });
    let clauses: BTreeSet<String> = first_words.filter(|word| is_clause(word)).map(str::to_owned).collect();
    assert!(clauses.len() > 30, "{} clauses in {}", clauses.len(), path.display());
    clauses
}

/// Two letters and two digits: `AR-01`.
fn is_clause(word: &str) -> bool {
    let Some((letters, digits)) = word.split_once('-') else { return false };
    letters.len() == 2
        && letters.bytes().all(|byte| byte.is_ascii_uppercase())
        && digits.len() == 2
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Fails with everything that is wrong with the status of a game's clauses.
pub(super) fn check<G: RaceGame>(executed: &[Executed], rules: &Path) {
    let catalogue = catalogue(rules);
    let text = fs::read_to_string("tests/cases/status.toml").expect("the status of clauses");
    let mut all: BTreeMap<String, Status> = toml::from_str(&text).expect("a table for each game");
    let Status { not_executable, partly } = all.remove(G::ID).expect("the game's table");
    let named: BTreeSet<&String> = executed.iter().flat_map(|case| &case.clauses).collect();
    let mut wrong = Vec::new();
    for clause in &catalogue {
        match (named.contains(clause), not_executable.contains_key(clause)) {
            (false, false) => wrong.push(format!("{clause} has no status")),
            (true, true) => wrong.push(format!("{clause} is executed, but listed as not executable")),
            _ => {}
        }
    }
    wrong.extend(
        named
            .iter()
            .filter(|clause| !catalogue.contains(**clause))
            .map(|clause| format!("{clause} is named by a case, but is no clause")),
    );
    for (clause, reason) in not_executable.iter().chain(&partly) {
        if !catalogue.contains(clause) || reason.len() < 20 {
            wrong.push(format!("{clause} in the status: no such clause, or no reason"));
        }
    }
    for clause in partly.keys().filter(|clause| !named.contains(clause)) {
        wrong.push(format!("{clause} is listed as partly executed, but no case names it"));
    }
    wrong.extend(choices_without_case::<G>(executed));
    // A misspelled happening never happens, so a case that excludes it could not fail.
    let happened: BTreeSet<&String> = executed.iter().flat_map(|case| &case.happened).collect();
    let never = executed.iter().flat_map(|case| &case.never).filter(|name| !happened.contains(name));
    wrong.extend(never.map(|name| format!("no case has a happening `{name}`, which another one excludes")));
    let line = format!(
        "{} of {} clauses in {} cases",
        catalogue.len() - not_executable.len(),
        catalogue.len(),
        executed.len()
    );
    let readme = fs::read_to_string("README.md").expect("the front page");
    let row = readme.lines().find(|row| row.contains("docs/cases.md")).unwrap_or_default();
    if !row.contains(&format!("{}: {line}", G::ID)) {
        wrong.push(format!("the row on docs/cases.md in README.md does not say `{}: {line}`", G::ID));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The choices of a ruleset of which some value is in force in no case that names the choice's clause.
fn choices_without_case<G: RaceGame>(executed: &[Executed]) -> Vec<String> {
    let mut missing = Vec::new();
    for field in G::Ruleset::FIELDS {
        let Kind::Choice(choices) = field.kind else { continue };
        // The packs of hare & tortoise have no clauses of their own: a value needs any case.
        let has_clause = field.clause.split(", ").any(is_clause);
        let pointer = format!("/{}", field.path.replace('.', "/"));
        for choice in choices {
            let is_case = |case: &Executed| {
                case.rules.pointer(&pointer).and_then(Value::as_str) == Some(choice.word)
                    && (!has_clause
                        || case.clauses.iter().any(|clause| field.clause.contains(clause.as_str())))
            };
            if !executed.iter().any(is_case) {
                missing.push(format!("no case of {} has {} = {}", field.clause, field.path, choice.word));
            }
        }
    }
    missing
}
