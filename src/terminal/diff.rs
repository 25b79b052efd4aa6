//! `furlong diff`: in which fields two rulesets differ, and positions in which it shows.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde_json::json;

use super::failure::Failure;
use super::save;
use super::screen::Screen;
use super::start::ruleset_failure;
use crate::arena::diff::{self, Differences, Search};
use crate::playable::Playable;
use crate::ruleset::Ruleset as _;

pub(super) fn diff_command<G: Playable>() -> Command {
    let names: Vec<&str> = G::Ruleset::EMBEDDED.iter().map(|embedded| embedded.name).collect();
    let side = |name: &'static str, value: &'static str, which: &str| {
        let help = format!("The {which} ruleset: {}, or the path of a file", names.join(", "));
        Arg::new(name).value_name(value).help(help).required(true)
    };
    let usual = Search::default();
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)
    };
    Command::new(G::ID)
        .about(format!("Tell in which rules two rulesets of {} differ, with positions", G::TITLE))
        .arg(side("a", "A", "first"))
        .arg(side("b", "B", "second"))
        .arg(
            Arg::new("games")
                .long("games")
                .value_name("N")
                .help(format!(
                    "How many races to search for each field and number of players [default: {}]",
                    usual.games
                ))
                .value_parser(value_parser!(u64).range(1..)),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .short('s')
                .value_name("N")
                .help(format!("The same seed finds the same positions [default: {}]", usual.seed))
                .value_parser(value_parser!(u64)),
        )
        .arg(
            Arg::new("save")
                .long("save")
                .value_name("DIR")
                .help("Save each race that leads there in this folder, as it goes under A and under B")
                .value_parser(value_parser!(PathBuf)),
        )
        .arg(flag("force", "Write over files that are there").requires("save"))
        .arg(flag("json", "All that was found as JSON"))
}

pub(super) fn diff<G: Playable>(matches: &ArgMatches) -> Result<(), Failure> {
    let open = |side: &str| {
        let name = matches.get_one::<String>(side).map_or("", String::as_str);
        G::Ruleset::open(name).map_err(ruleset_failure)
    };
    let (first, second) = (open("a")?, open("b")?);
    let usual = Search::default();
    let number = |name: &str, usual| matches.get_one::<u64>(name).copied().unwrap_or(usual);
    let search = Search { games: number("games", usual.games), seed: number("seed", usual.seed), ..usual };
    let found = diff::diff::<G>(&first, &second, &search).map_err(Failure::failed)?;
    // What was found is told even when it cannot be saved.
    let (saved, trouble) = match matches.get_one::<PathBuf>("save") {
        Some(folder) => match save_records(&found, folder, matches.get_flag("force")) {
            Ok(saved) => (saved, Ok(())),
            Err(failure) => (Vec::new(), Err(failure)),
        },
        None => (Vec::new(), Ok(())),
    };
    if matches.get_flag("json") {
        let saved: Vec<String> = saved.iter().map(|path| path.display().to_string()).collect();
        let report = json!({ "version": env!("CARGO_PKG_VERSION"), "diff": found.report(), "saved": saved });
        writeln!(io::stdout().lock(), "{report}")?;
        return trouble;
    }
    let mut screen = Screen::standard(true);
    screen.text(&found.report().to_string())?;
    if let Some(path) = saved.first() {
        let count = saved.len();
        screen.text(&format!("{count} records saved; furlong replay {} shows the first.", path.display()))?;
    }
    trouble
}

/// Writes the record of each witness under both rulesets; where a set-up is refused there is none.
fn save_records<G: Playable>(
    found: &Differences<G>,
    folder: &Path,
    may_replace: bool,
) -> Result<Vec<PathBuf>, Failure> {
    let failed = |path: &Path, error: &io::Error| {
        let hint =
            if error.kind() == io::ErrorKind::AlreadyExists { " (--force writes over it)" } else { "" };
        Failure::Failed(format!("cannot write {}: {error}{hint}", path.display()))
    };
    let mut records = Vec::new();
    for group in &found.groups {
        for witness in &group.witnesses {
            for (side, name) in ["a", "b"].iter().enumerate() {
                let record = witness.record(side);
                if record.open().is_ok() {
                    let field = group.fields.first().map_or("", |field| field.field.path);
                    let path = folder.join(format!("{field}-{}-{name}.json", witness.kind));
                    records.push((path, record.to_json()));
                }
            }
        }
    }
    fs::create_dir_all(folder)
        .map_err(|error| Failure::Failed(format!("cannot make the folder {}: {error}", folder.display())))?;
    // All are looked at before the first is written.
    if let Some((path, _)) = records.iter().find(|(path, _)| !may_replace && path.exists()) {
        return Err(failed(path, &io::Error::from(io::ErrorKind::AlreadyExists)));
    }
    for (path, json) in &records {
        save::replace(path, json).map_err(|error| failed(path, &error))?;
    }
    Ok(records.into_iter().map(|(path, _)| path).collect())
}
