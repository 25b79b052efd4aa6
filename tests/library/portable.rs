//! The library without the features `process` and `parallel` needs only its arguments: no clock, thread, process, network,
//! environment or file, so that it can run in a browser.

use std::fs;
use std::path::Path;

/// The parts of the standard library, and functions of other crates, that need an operating system.
const SYSTEM: [&str; 9] = [
    "std::time::",
    "std::thread",
    "std::process",
    "std::net",
    "std::env",
    "std::fs",
    "std::io::std",
    "Timestamp::now",
    "rand::rng(",
];

/// The uses that remain, each with its reason.
const ALLOWED: &[(&str, &str)] = &[
    // Only for a budget of time, which a bot has when somebody asks for it.
    ("bot/settings.rs", "std::time::"),
    // The type of a length of time.
    ("bot/levels.rs", "std::time::"),
    ("record/clock.rs", "std::time::"),
    ("table/contract.rs", "std::time::"),
    ("table/table_impl.rs", "std::time::"),
    ("table/clocks.rs", "std::time::"),
    // Only with the feature `parallel`.
    ("bot/ismcts.rs", "std::thread"),
    ("common/threads.rs", "std::process"),
    // A ruleset or a position in a file that the caller names.
    ("formats/files.rs", "std::fs"),
    // Only with the feature `process`: the type of a length of time.
    ("conformance/report.rs", "std::time::"),
    ("conformance/recent_lines.rs", "std::time::"),
    // Only with the feature `process`.
    ("hare_tortoise/postal/moment.rs", "Timestamp::now"),
];

/// The module of the feature `process`.
const PROCESS: &str = "bot/process";

/// The uses of the system in the files of a folder, with the paths below `src`.
fn uses(folder: &Path, found: &mut Vec<(String, &'static str)>) {
    for entry in fs::read_dir(folder).expect("a folder of the source") {
        let path = entry.expect("an entry").path();
        let below = path.strip_prefix("src").expect("a path of the source").to_string_lossy().into_owned();
        let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
        if below == PROCESS || is_test {
            continue;
        }
        if path.is_dir() {
            uses(&path, found);
            continue;
        }
        let source = fs::read_to_string(&path).expect("a file of the source");
        let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let lines = || code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let of_system = SYSTEM.into_iter().filter(|part| lines().any(|line| line.contains(part)));
        found.extend(of_system.map(|part| (below.clone(), part)));
    }
}

#[test]
fn only_what_is_asked_for_needs_an_operating_system() {
    let mut found = Vec::new();
    uses(Path::new("src"), &mut found);
    let unknown: Vec<_> =
        found.iter().filter(|(file, part)| !ALLOWED.contains(&(file.as_str(), *part))).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    let gone = ALLOWED.iter().filter(|(file, part)| !found.contains(&((*file).to_owned(), *part)));
    assert_eq!(gone.count(), 0, "every exception is still needed");
}
