//! Files that are nearly right, for every command that reads one: each is taken or refused, and nothing panics, hangs, or takes
//! memory without bounds. The inputs are made as those of `tests/library/fuzz`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use furlong::Stream;
use furlong::common::StableHasher;
use rand::SeedableRng;

use crate::run::{folder, printed, run, text, typing, within, words};

#[path = "../../../../tests/library/fuzz/mutate.rs"]
mod mutate;

/// The address space of a command, in KiB, and its seconds.
const LIMITS: [&str; 2] = ["4000000", "60"];

/// The number of inputs for each command: a few, or `FUZZ_COMMANDS` in a campaign.
fn inputs() -> u64 {
    std::env::var("FUZZ_COMMANDS").map_or(5, |text| text.parse().expect("a number"))
}

/// Runs the command within the limits and types something.
fn limited(folder: &Path, arguments: &[&str], typed: &[u8]) -> Output {
    let [memory, seconds] = LIMITS;
    let mut shell = Command::new("sh");
    let script = format!("ulimit -v {memory}; exec timeout {seconds} \"$@\"");
    shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_furlong")]).args(arguments);
    typing(within(&mut shell, folder), &String::from_utf8_lossy(typed))
}

/// Makes a valid file of each kind.
fn valid_files(folder: &Path) {
    let goals = "[goals]\nracing-phases = { within = [8, 9] }\n";
    fs::write(folder.join("goals.toml"), goals).expect("written");
    let play = ["play", "animal-race", "--plain", "--seed", "4", "--players", "2", "--save", "game.json"];
    run(folder, &[&play[..], &["--watch"]].concat());
    let many = ["--bot", "random", "--games", "4", "--seed", "1"];
    printed(folder, &[&["simulate", "gotham", "--out", "part.json"][..], &many].concat());
    // Its exit code says whether the goals were met.
    run(folder, &[&words(TUNE)[..], &["--resume", "kept.json"]].concat());
    printed(folder, &[&words(VARY)[..], &["--out", "steps.json"]].concat());
    let ladder =
        ["ladder", "gotham", "--players", "2", "--bot", "random", "--bot", "heuristic", "--deals", "1"];
    printed(folder, &[&ladder[..], &["--save", "ladder.json"]].concat());
    printed(folder, &["rules", "new", "hare-tortoise", "mine.toml", "--extends", "classic"]);
    printed(folder, &["postal", "new", "--names", "Ann,Bob", "--seed", "1"]);
    for postal in [&["orders", "--bot"][..], &["adjudicate"], &["orders", "--bot"]] {
        printed(folder, &[&["postal"], postal].concat());
    }
    let trace = ["trace", "gotham", "--bot", "random", "--players", "2", "--games", "1", "--seed", "1"];
    let trace = printed(folder, &trace);
    let lines = trace.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let decision = lines.filter(|line| line["type"] == "decision" && line["seat"] == 0).nth(4);
    let decision = decision.expect("a decision of the first seat");
    fs::write(folder.join("view.json"), decision["views"][0].to_string()).expect("written");
    fs::write(folder.join("position.json"), decision["position"].to_string()).expect("written");
}

const TUNE: &str = "tune animal-race apprentice --goals goals.toml --bot random --fields hand --games 400 --confirm 64 --seed=2";
const VARY: &str = "vary gotham standard --bot random --games 20 --fields track.spaces=24,60";

/// The commands that read a file, each with the file.
fn commands() -> Vec<(&'static str, Vec<&'static str>)> {
    let check =
        ["check", "animal-race", "apprentice", "--bot", "random", "--games", "100", "--goals", "goals.toml"];
    vec![
        ("game.json", vec!["replay", "--check", "game.json"]),
        ("game.json", vec!["replay", "--plain", "game.json"]),
        ("game.json", vec!["draw", "game.json", "--out", "board.svg", "--force"]),
        ("game.json", vec!["play", "animal-race", "--plain", "--resume", "game.json"]),
        ("game.json", vec!["analyse", "game.json", "--bot", "random", "--playouts", "2", "--worlds", "4"]),
        ("part.json", vec!["merge", "part.json"]),
        ("kept.json", [&words(TUNE)[..], &["--resume", "kept.json"]].concat()),
        ("steps.json", vec!["vary", "gotham", "--resume", "steps.json"]),
        ("steps.json", vec!["merge", "steps.json"]),
        ("ladder.json", vec!["ladder", "gotham", "--resume", "ladder.json", "--deals", "2"]),
        ("goals.toml", check.to_vec()),
        ("mine.toml", vec!["rules", "check", "hare-tortoise", "./mine.toml"]),
        ("mine.toml", vec!["rules", "show", "hare-tortoise", "./mine.toml"]),
        (
            "mine.toml",
            vec![
                "play",
                "hare-tortoise",
                "--ruleset",
                "./mine.toml",
                "--plain",
                "--seed",
                "1",
                "--save",
                "new.json",
            ],
        ),
        ("postal.json", vec!["postal", "status"]),
        ("postal.json", vec!["postal", "report"]),
        ("postal.json", vec!["postal", "replay"]),
        ("postal.json", vec!["postal", "pages", "--player", "A"]),
        ("postal.json", vec!["postal", "adjudicate"]),
        ("round-2/A.txt", vec!["postal", "check", "round-2"]),
        ("view.json", vec!["advise", "gotham", "--view", "view.json", "--bot", "heuristic"]),
        ("position.json", vec!["advise", "gotham", "--position", "position.json", "--bot", "heuristic"]),
        (
            "position.json",
            vec!["play", "gotham", "--position", "position.json", "--plain", "--save", "new.json"],
        ),
    ]
}

/// Checks that a command ended by itself, with or without an error; with 3 it has not decided a goal.
#[track_caller]
fn ended_well(output: &Output, of: &str) {
    let errors = text(&output.stderr);
    assert!(matches!(output.status.code(), Some(0..=3)) && !errors.contains("panicked"), "{of}: {output:?}");
    assert!(output.status.success() || !errors.is_empty() || !output.stdout.is_empty(), "{of}: it says why");
}

#[test]
fn every_command_takes_or_refuses_files_that_are_nearly_right() {
    let valid = folder();
    valid_files(valid.path());
    let mut ends = [0; 4];
    for (file, arguments) in commands() {
        let content = fs::read(valid.path().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        for number in 0..=inputs() {
            let folder = folder();
            let folder = folder.path();
            for name in ["goals.toml", "postal.json", "round-2/A.txt"] {
                fs::create_dir_all(folder.join("round-2")).expect("a folder");
                fs::copy(valid.path().join(name), folder.join(name)).expect("copied");
            }
            let seed = StableHasher::of(&(file, &arguments, number));
            // The first one is valid.
            let mutated = match number {
                0 => content.clone(),
                _ => mutate::mutated(std::slice::from_ref(&content), &mut Stream::seed_from_u64(seed)),
            };
            fs::write(folder.join(file), mutated).expect("written");
            let output = limited(folder, &arguments, b"1\n1\nq\n");
            ended_well(&output, &format!("{arguments:?}, input {number}"));
            let is_taken = output.status.success() || output.stderr.is_empty();
            assert!(number > 0 || is_taken, "{arguments:?}: {output:?}");
            ends[output.status.code().unwrap_or_default() as usize] += 1;
        }
    }
    assert!(ends[0] > 0 && ends[1] + ends[2] > 0, "{ends:?}");
}

#[test]
fn whatever_is_typed_in_a_game_is_answered() {
    const WORDS: &str = "1\n2 hare\nhint\nlog\n? hare\n12\n+3\nto 5\nundo\nback\nview\nwhy\n1st: forward 2\nfinish\nchart\n? 1\n3\nyes\nq\n";
    for game in ["animal-race", "hare-tortoise", "gotham"] {
        for number in 0..inputs() {
            let folder = folder();
            let seed = StableHasher::of(&(game, number));
            let typed = mutate::mutated(&[WORDS.into()], &mut Stream::seed_from_u64(seed));
            let arguments = ["play", game, "--plain", "--seed", "1", "--save", "game.json"];
            let output = limited(folder.path(), &arguments, &typed);
            ended_well(&output, &format!("{game}, input {number}"));
        }
    }
}
