//! Files from outside: what is read, replaced and made, and what is said when that cannot be.

use std::fs::{self, File, Permissions};
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::run::{ended, failure, folder, in_time, run_typing, text, typing, within};

/// As [`run_typing`], on a disk that is full when a file has this number of blocks of 512 bytes.
fn run_on_full_disk(folder: &Path, blocks: u64, arguments: &[&str], input: &str) -> Output {
    let mut shell = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_furlong")]).args(arguments);
    typing(within(&mut shell, folder), input)
}

const GAME: [&str; 8] = ["play", "animal-race", "--seed", "4", "--players", "2", "--save", "game.json"];

#[test]
fn on_a_full_disk_there_is_one_warning_and_no_claim_that_the_game_is_saved() {
    let folder = folder();
    let path = folder.path().join("game.json");
    let message = failure(&run_on_full_disk(folder.path(), 0, &GAME, "1\n"));
    assert!(message.contains("cannot write game.json: File too large"), "{message}");
    assert!(!message.contains(".draft"), "{message}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "nothing is left behind");

    // The beginning still fits, and the end does not.
    run_typing(folder.path(), &GAME, "");
    let blocks = fs::metadata(&path).expect("a file").len() / 512 + 1;
    let play = |moves| {
        fs::remove_file(&path).expect("there was a file");
        run_on_full_disk(folder.path(), blocks, &GAME, &"1\n".repeat(moves))
    };
    let whole = play(200);
    let shown = text(&whole.stdout);
    assert!(shown.contains("The game is over."), "{shown}");
    assert_eq!(shown.matches("The game is no longer saved: cannot write game.json").count(), 1, "{shown}");
    assert!(!shown.contains("The game is saved"), "{shown}");
    assert!(failure(&whole).contains("the game is saved only up to event "), "{}", text(&whole.stderr));
    let left = play(20);
    assert!(!text(&left.stdout).contains("The game is saved"), "{}", text(&left.stdout));
    failure(&left);
    let checked = run_typing(folder.path(), &["replay", "--check", "game.json"], "");
    assert!(checked.status.success(), "what was saved before is whole");
}

#[test]
fn results_are_shown_although_the_disk_is_full() {
    let folder = folder();
    let simulate = ["simulate", "animal-race", "--bot", "random", "--games", "40", "--seed", "1"];
    let rows = run_on_full_disk(folder.path(), 1, &[&simulate[..], &["--csv", "rows.csv"]].concat(), "");
    assert!(failure(&rows).contains("cannot write rows.csv: File too large"));
    assert!(text(&rows.stdout).contains("racing-phases"), "{}", text(&rows.stdout));
}

#[test]
fn a_game_is_saved_through_a_link_and_keeps_its_mode() {
    let folder = folder();
    let (target, link) = (folder.path().join("target.json"), folder.path().join("game.json"));
    symlink("target.json", &link).expect("a link");
    let mode = || fs::metadata(&target).expect("a file").permissions().mode() & 0o777;
    assert!(run_typing(folder.path(), &GAME, "1\n").status.success());
    assert!(link.is_symlink());
    assert_eq!(mode(), 0o600, "it holds all hidden cards");
    fs::set_permissions(&target, Permissions::from_mode(0o640)).expect("changed");
    let before = fs::read_to_string(&target).expect("a file");
    let resume = ["play", "animal-race", "--resume", "game.json"];
    assert!(run_typing(folder.path(), &resume, "1\n").status.success());
    assert_ne!(fs::read_to_string(&target).expect("a file"), before);
    assert!(link.is_symlink());
    assert_eq!(mode(), 0o640);
}

#[test]
fn a_postal_game_is_private_and_its_link_stays() {
    let folder = folder();
    symlink("target.json", folder.path().join("postal.json")).expect("a link");
    let mode =
        |file: &str| fs::metadata(folder.path().join(file)).expect("a file").permissions().mode() & 0o777;
    let new = ["postal", "new", "--names", "Ann,Bob", "--seed", "1"];
    assert!(run_typing(folder.path(), &new, "").status.success());
    assert!(run_typing(folder.path(), &["postal", "orders", "--bot"], "").status.success());
    assert_eq!((mode("target.json"), mode("round-1/A.txt")), (0o600, 0o600));
    assert!(run_typing(folder.path(), &["postal", "adjudicate"], "").status.success());
    assert!(folder.path().join("postal.json").is_symlink());
    assert_eq!(mode("target.json"), 0o600);
}

#[test]
fn what_is_no_file_is_neither_read_nor_written() {
    let folder = folder();
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe")).status().expect("mkfifo").success());
    fs::create_dir(folder.path().join("dir")).expect("a folder");
    for (path, kind) in [
        ("pipe", "a device or a pipe"),
        ("/dev/zero", "a device or a pipe"),
        ("/dev/full", "a device or a pipe"),
        ("dir", "a folder"),
    ] {
        let complaint = format!("{path}: it is {kind}, not a file");
        for reading in [
            &["play", "animal-race", "--resume", path][..],
            &["play", "animal-race", "--position", path],
            &["advise", "animal-race", "--view", path],
            &["replay", path],
            &["ladder", "animal-race", "--resume", path],
            &["postal", "status", "--game", path],
        ] {
            let message = failure(&run_typing(folder.path(), reading, ""));
            assert_eq!(message, format!("error: cannot read {complaint}\n"), "{reading:?}");
        }
        for writing in [
            &["play", "animal-race", "--save", path][..],
            &["simulate", "animal-race", "--bot", "random", "--games", "1", "--force", "--csv", path],
            &["rules", "new", "animal-race", path],
            &["postal", "new", "--names", "Ann,Bob", "--game", path],
        ] {
            let message = failure(&run_typing(folder.path(), writing, ""));
            assert!(
                message.starts_with(&format!("error: cannot write {complaint}")),
                "{writing:?}: {message}"
            );
        }
        let rules = path.replace("dir", "./dir").replace("pipe", "./pipe");
        let message = failure(&run_typing(folder.path(), &["rules", "check", "animal-race", &rules], ""));
        assert!(message.contains(&format!("it is {kind}, not a file")), "{message}");
    }
    let merged = |path: &str| failure(&run_typing(folder.path(), &["merge", path], ""));
    assert_eq!(merged("pipe"), "error: cannot read pipe: it is a device or a pipe, not a file\n");
    // A folder stands for the files in it.
    assert_eq!(merged("dir"), "error: dir: there are no .json files\n");
    fs::create_dir(folder.path().join("dir/part.json")).expect("a folder");
    assert_eq!(merged("dir"), "error: cannot read dir/part.json: it is a folder, not a file\n");
    let message = failure(&run_typing(folder.path(), &["postal", "check", "pipe"], ""));
    assert!(message.contains("pipe: cannot be read: it is a device or a pipe"), "{message}");
}

#[test]
fn every_file_that_is_read_has_a_largest_size() {
    let folder = folder();
    // Without a single block on the disk.
    File::create(folder.path().join("huge")).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
    symlink("huge", folder.path().join("huge.toml")).expect("a link");
    for reading in [
        &["play", "animal-race", "--resume", "huge"][..],
        &["play", "animal-race", "--position", "huge"],
        &["play", "animal-race", "--save", "huge"],
        &["play", "animal-race", "--ruleset", "huge.toml"],
        &["replay", "huge"],
        &["merge", "huge"],
        &["ladder", "animal-race", "--resume", "huge"],
        &["postal", "status", "--game", "huge"],
        &["postal", "check", "huge"],
    ] {
        let message = failure(&run_typing(folder.path(), reading, ""));
        let is_clear =
            ["larger than", "longer than", "is not this game"].iter().any(|why| message.contains(why));
        assert!(is_clear, "{reading:?}: {message}");
    }
}

#[test]
fn a_byte_order_mark_is_taken_in_every_file() {
    let folder = folder();
    let mark = |file: &str| {
        let path = folder.path().join(file);
        let content = fs::read_to_string(&path).expect("a file");
        fs::write(path, format!("\u{feff}{content}")).expect("written");
    };
    let good = |arguments: &[&str]| {
        let output = run_typing(folder.path(), arguments, "q\n");
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    };
    good(&GAME);
    mark("game.json");
    good(&["replay", "--check", "game.json"]);
    good(&["play", "animal-race", "--resume", "game.json"]);
    good(&["rules", "new", "animal-race", "mine.toml"]);
    mark("mine.toml");
    good(&["rules", "check", "animal-race", "./mine.toml"]);
    good(&["simulate", "animal-race", "--bot", "random", "--games", "2", "--seed", "1", "--out", "part"]);
    mark("part");
    good(&["merge", "part"]);
    good(&["postal", "new", "--names", "Ann,Bob", "--seed", "1"]);
    mark("postal.json");
    good(&["postal", "status"]);
    good(&["postal", "orders", "--bot"]);
    mark("round-1/A.txt");
    good(&["postal", "check", "round-1"]);
}

#[test]
fn a_game_that_is_resumed_and_saved_elsewhere_says_so() {
    let folder = folder();
    run_typing(folder.path(), &GAME, "1\n");
    let before = fs::read_to_string(folder.path().join("game.json")).expect("saved");
    let elsewhere = ["play", "animal-race", "--resume", "game.json", "--save", "other.json"];
    let shown = text(&run_typing(folder.path(), &elsewhere, "1\nsave\nq\n").stdout);
    let told = "Saved after every move in other.json from now on; game.json is not changed.";
    assert!(shown.contains(told), "{shown}");
    assert!(shown.contains("Saved in other.json.\n"), "{shown}");
    assert_eq!(fs::read_to_string(folder.path().join("game.json")).expect("saved"), before);
}

/// Takes always the first action.
const FIRST: &str = r#"exec:while read line; do case $line in *'"hello"'*) echo '{"protocol": "furlong-bot", "version": 2}';; *decide*) echo '{"action": 0}';; esac; done"#;

#[test]
fn commands_of_a_file_run_only_when_that_is_allowed_and_another_bot_can_take_over() {
    let folder = folder();
    let bot = FIRST.replace("exec:", "2=exec:echo ran >> ran; ");
    run_typing(folder.path(), &[&GAME[..], &["--bot", &bot]].concat(), "1\n");
    let ran = folder.path().join("ran");
    fs::remove_file(&ran).expect("it has run");
    let before = fs::read_to_string(folder.path().join("game.json")).expect("saved");
    let resume = ["play", "animal-race", "--resume", "game.json"];
    let message = failure(&run_typing(folder.path(), &resume, "1\n"));
    assert!(message.contains("game.json contains bot commands: `echo ran >> ran; while"), "{message}");
    assert!(message.contains("to run them, add --allow-exec"), "{message}");
    assert!(!ran.exists());
    assert_eq!(fs::read_to_string(folder.path().join("game.json")).expect("saved"), before);

    let allowed = run_typing(folder.path(), &[&resume[..], &["--allow-exec"]].concat(), "1\n");
    assert!(allowed.status.success() && ran.exists(), "{}", text(&allowed.stderr));
    fs::remove_file(&ran).expect("it has run");

    let other = run_typing(folder.path(), &[&resume[..], &["--bot", "2=random"]].concat(), "1\n");
    assert!(other.status.success(), "{}", text(&other.stderr));
    assert!(text(&other.stdout).contains("bot 2 (random)"), "{}", text(&other.stdout));
    let all = run_typing(folder.path(), &[&resume[..], &["--bot", "heuristic"]].concat(), &"1\n".repeat(200));
    assert!(text(&all.stdout).contains("player 1 (person) and bot 2 (heuristic)"), "{}", text(&all.stdout));
    assert!(text(&all.stdout).contains("The game is over."));
    assert!(!ran.exists());
    assert_eq!(
        run_typing(folder.path(), &[&resume[..], &["--bot", "3=random"]].concat(), "").status.code(),
        Some(2)
    );
}

#[test]
fn a_game_whose_bot_has_died_goes_on_with_another() {
    let folder = folder();
    let watch = ["play", "animal-race", "--watch", "--seed", "1", "--players", "2", "--save", "game.json"];
    let died = failure(&run_typing(folder.path(), &[&watch[..], &["--bot", "2=exec:exit 3"]].concat(), ""));
    assert!(died.contains("seat 2") && died.contains("saved in game.json"), "{died}");
    let resume = ["play", "animal-race", "--resume", "game.json", "--bot", "2=heuristic"];
    let resumed = run_typing(folder.path(), &resume, "");
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    assert!(text(&resumed.stdout).contains("The game is over."));
    let checked = text(&run_typing(folder.path(), &["replay", "--check", "game.json"], "").stdout);
    assert!(checked.contains("all legal; the game is over"), "{checked}");
}

#[test]
fn a_ladder_that_names_commands_is_not_resumed_unasked() {
    let folder = folder();
    let ladder =
        ["ladder", "animal-race", "--players", "2", "--deals", "1", "--seed", "1", "--save", "ladder"];
    let played = run_typing(folder.path(), &[&ladder[..], &["--bot", "random", "--bot", FIRST]].concat(), "");
    assert!(played.status.success(), "{}", text(&played.stderr));
    let resume = ["ladder", "animal-race", "--resume", "ladder", "--deals", "2"];
    let message = failure(&run_typing(folder.path(), &resume, ""));
    assert!(message.contains("ladder contains bot commands: `while read line"), "{message}");
    assert!(run_typing(folder.path(), &[&resume[..], &["--allow-exec"]].concat(), "").status.success());
}

#[test]
fn a_signal_ends_the_bots_with_all_that_they_have_started() {
    for (signal, verb) in
        [("INT", &["play", "animal-race", "--watch"][..]), ("TERM", &["trace", "animal-race"])]
    {
        let folder = folder();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        let bot = "exec:exec 3>pipe; (sleep 20; echo survived >&3) & echo ready >&3; sleep 20";
        let mut child = Command::new(env!("CARGO_BIN_EXE_furlong"))
            .current_dir(folder.path())
            .env("XDG_DATA_HOME", folder.path())
            .args(verb)
            .args(["--seed", "1", "--bot", bot])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        let (mut bots, line) = in_time(move || {
            let mut bots = BufReader::new(File::open(&pipe).expect("the other end of the pipe"));
            let mut line = String::new();
            bots.read_line(&mut line).expect("a line");
            (bots, line)
        });
        assert_eq!(line, "ready\n");
        let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(kill.expect("kill").success());
        assert!(!ended(&mut child).success());
        let rest = in_time(move || {
            let mut rest = String::new();
            bots.read_to_string(&mut rest).expect("the end");
            rest
        });
        assert_eq!(rest, "", "{verb:?}");
    }
}
