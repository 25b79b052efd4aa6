//! `furlong diff`: in which fields two rulesets differ, and positions in which it shows.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Command, value_parser};
use serde_json::json;

use super::args::{count, count_arg, flag_arg, two_rulesets_args};
use super::failure::Failure;
use super::interrupt;
use super::new_file::{NewFile, make_folder};
use super::screen::Screen;
use super::start::ruleset_failure;
use crate::arena::diff::{self, Differences, Search};
use crate::playable::Playable;
use crate::ruleset::Ruleset as _;

pub(super) fn diff_command<G: Playable>() -> Command {
    let usual = Search::default();
    let games =
        format!("How many races to search for each field and number of players [default: {}]", usual.games);
    Command::new(G::ID)
        .about(format!("Tell in which rules two rulesets of {} differ, with positions", G::TITLE))
        .args(two_rulesets_args::<G>())
        .arg(count_arg("games", "N", games))
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
        .arg(flag_arg("force", "Write over files that are there").requires("save"))
        .arg(flag_arg("json", "All that was found as JSON"))
}

pub(super) fn diff<G: Playable>(matches: &ArgMatches) -> Result<(), Failure> {
    let open = |side: &str| {
        let name = matches.get_one::<String>(side).map_or("", String::as_str);
        G::Ruleset::open(name).map_err(ruleset_failure)
    };
    let (first, second) = (open("a")?, open("b")?);
    let usual = Search::default();
    let number = |name: &str, usual| count(matches, name).unwrap_or(usual);
    let search = Search { games: number("games", usual.games), seed: number("seed", usual.seed), ..usual };
    let found = diff::diff_until::<G>(&first, &second, &search, &interrupt::stop_flag());
    let found = found.map_err(Failure::failed)?;
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
        return trouble.and_then(|()| ended(&found));
    }
    let mut screen = Screen::standard(true);
    screen.text(&found.report().to_string())?;
    if let Some(path) = saved.first() {
        let count = saved.len();
        screen.text(&format!("{count} records saved; furlong replay {} shows the first.", path.display()))?;
    }
    trouble.and_then(|()| ended(&found))
}

fn ended<G: Playable>(found: &Differences<G>) -> Result<(), Failure> {
    let stopped = || Failure::Stopped("stopped before all was looked at".to_owned());
    if found.is_stopped { Err(stopped()) } else { Ok(()) }
}

/// Writes the record of each witness under both rulesets; where a set-up is refused there is none.
fn save_records<G: Playable>(
    found: &Differences<G>,
    folder: &Path,
    force: bool,
) -> Result<Vec<PathBuf>, Failure> {
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
    make_folder(folder)?;
    // All are begun before the first is written.
    let begun = |(path, _): &(PathBuf, String)| NewFile::begin(path, force);
    let files = records.iter().map(begun).collect::<Result<Vec<_>, _>>()?;
    for (file, (_, json)) in files.into_iter().zip(&records) {
        file.finish(|out| out.write_all(json.as_bytes()))?;
    }
    Ok(records.into_iter().map(|(path, _)| path).collect())
}
