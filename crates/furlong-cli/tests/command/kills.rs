//! Programs that are killed, that run at the same time, or that find no room: nothing that was complete is lost or damaged,
//! the run can be repeated or continued with the same result, to the byte, and the only file that may be left over is the
//! draft beside a file (`.game.json.draft`), which the next program that writes this file removes.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;
use std::time::Instant;

use furlong::Stream;
use rand::{RngExt, SeedableRng};

use crate::run::{
    PATIENCE, failure, finished, folder, furlong, output, printed, run, start, text, within, words,
};

/// The number of kills of each command: a few, or `KILLS` in a campaign.
fn kills() -> u32 {
    std::env::var("KILLS").map_or(4, |text| text.parse().expect("a number"))
}

/// The files of a folder with their contents, those of folders within it too.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("text").to_owned();
        if path.is_dir() {
            let inner = self::files(&path).into_iter();
            files.extend(inner.map(|(inner, content)| (format!("{name}/{inner}"), content)));
        } else {
            // It may be gone by now, while a program runs.
            files.extend(fs::read(&path).ok().map(|content| (name, content)));
        }
    }
    files
}

/// Returns whether a name is that of a draft.
fn is_draft(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "draft")
}

fn drafts(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = files(folder).into_keys().collect();
    names.retain(|name| is_draft(name));
    names
}

/// The moment of a kill, of which the seed chooses one.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// After this share of the looks that a whole run takes.
    Share(f64),
    /// When this number of drafts have been seen.
    Draft(u32),
}

impl Moment {
    fn of(seed: u64) -> Self {
        let mut rng = Stream::seed_from_u64(seed);
        if rng.random() { Self::Share(rng.random()) } else { Self::Draft(rng.random_range(1..20)) }
    }
}

/// Runs a command, looks at its folder all the time, and kills it when `is_time`. Returns the number of looks, and whether
/// it was killed before its end.
fn watch(folder: &Path, arguments: &[&str], mut is_time: impl FnMut(u64, bool) -> bool) -> (u64, bool) {
    let mut child = furlong(folder, arguments).spawn().expect("the command starts");
    let (mut looks, since) = (0, Instant::now());
    while child.try_wait().expect("a process").is_none() {
        looks += 1;
        let is_writing = fs::read_dir(folder)
            .expect("a folder")
            .flatten()
            .any(|entry| entry.file_name().to_str().is_some_and(is_draft));
        // Then the end is waited for, and not for long.
        if is_time(looks, is_writing) || since.elapsed() > PATIENCE {
            child.kill().expect("killed, or ended already");
            break;
        }
        thread::yield_now();
    }
    let status = finished(child).status;
    (looks, status.signal() == Some(9))
}

/// Kills a command many times, each time in a new folder, and looks at what is left.
fn kill_often(prepare: impl Fn(&Path), arguments: &[&str], check: impl Fn(&Path)) {
    let whole = folder();
    prepare(whole.path());
    let (mut looks, _) = watch(whole.path(), arguments, |_, _| false);
    let (mut killed, mut left) = (0, 0);
    for seed in 0..u64::from(kills()) * 20 {
        if killed == kills() {
            break;
        }
        let folder = folder();
        prepare(folder.path());
        let moment = Moment::of(seed);
        let (mut seen, mut was_writing) = (0, false);
        let (looked, was_killed) = watch(folder.path(), arguments, |look, is_writing| {
            seen += u32::from(is_writing && !was_writing);
            was_writing = is_writing;
            match moment {
                Moment::Share(share) => look as f64 >= share * looks as f64,
                Moment::Draft(count) => seen >= count,
            }
        });
        left += u32::from(!drafts(folder.path()).is_empty());
        killed += u32::from(was_killed);
        if !was_killed {
            // A busy machine leaves fewer or more looks to each run.
            looks = looked;
        }
        check(folder.path());
        assert_eq!(drafts(folder.path()), Vec::<String>::new(), "after the next run");
    }
    assert_eq!(killed, kills(), "enough of them were killed in time");
    report(&format!("{arguments:?}: {killed} killed, {left} with a draft left over"));
}

#[allow(clippy::print_stdout, reason = "figures of a campaign")]
fn report(line: &str) {
    println!("{line}");
}

const PLAY: &str = "play animal-race --watch --plain --seed 4 --players 3 --save game.json";

#[test]
fn a_game_whose_program_is_killed_goes_on_to_the_same_end() {
    let whole = folder();
    printed(whole.path(), &words(PLAY));
    let whole = files(whole.path());
    assert_eq!(whole.keys().collect::<Vec<_>>(), ["game.json"]);
    kill_often(
        |_| (),
        &words(PLAY),
        |folder| {
            if folder.join("game.json").exists() {
                printed(folder, &["replay", "--check", "game.json"]);
                printed(folder, &["play", "animal-race", "--plain", "--resume", "game.json"]);
            } else {
                printed(folder, &words(PLAY));
            }
            // A game that was complete is not written again, and its draft was never there.
            assert_eq!(files(folder), whole);
        },
    );
}

const RUN: &str = "simulate gotham --bot random --games 60 --seed 1 --threads 1 --csv rows.csv --html page.html --out part.json";

#[test]
fn a_run_that_is_killed_leaves_whole_files_or_none_and_can_be_repeated() {
    let whole = folder();
    printed(whole.path(), &words(RUN));
    let whole = files(whole.path());
    assert_eq!(whole.keys().collect::<Vec<_>>(), ["page.html", "part.json", "rows.csv"]);
    kill_often(
        |_| (),
        &words(RUN),
        |folder| {
            for (name, content) in files(folder).into_iter().filter(|(name, _)| !is_draft(name)) {
                assert!(whole[&name] == content, "{name} is there and not whole");
            }
            printed(folder, &[&words(RUN)[..], &["--force"]].concat());
            assert!(files(folder) == whole);
        },
    );
}

const SHARDS: [[&str; 12]; 2] = [
    [
        "simulate", "gotham", "--bot", "random", "--games", "60", "--seed", "1", "--shard", "1/2", "--out",
        "1.json",
    ],
    [
        "simulate", "gotham", "--bot", "random", "--games", "60", "--seed", "1", "--shard", "2/2", "--out",
        "2.json",
    ],
];

#[test]
fn a_part_that_is_killed_is_played_again_and_merges_to_the_same_run() {
    let whole = folder();
    for shard in SHARDS {
        printed(whole.path(), &shard);
    }
    let merged = printed(whole.path(), &["merge", "1.json", "2.json"]);
    let first = files(whole.path()).remove("1.json").expect("the first part");
    kill_often(
        |folder| fs::write(folder.join("1.json"), &first).expect("written"),
        &SHARDS[1],
        |folder| {
            assert!(files(folder)["1.json"] == first, "the other part is as it was");
            if !folder.join("2.json").exists() {
                printed(folder, &SHARDS[1]);
            }
            assert_eq!(printed(folder, &["merge", "1.json", "2.json"]), merged);
        },
    );
}

/// A command that keeps what it has played in a file, and the one that continues from it.
fn kept_and_continued(prepare: impl Fn(&Path), file: &str, begun: &[&str], continued: &[&str]) {
    let whole = folder();
    prepare(whole.path());
    let report = printed(whole.path(), begun);
    let whole = files(whole.path());
    kill_often(prepare, begun, |folder| {
        let next = if folder.join(file).exists() { continued } else { begun };
        assert_eq!(printed(folder, next), report);
        assert!(files(folder) == whole, "the same files as after one run");
    });
}

#[test]
fn a_ladder_that_is_killed_is_continued_to_the_same_results() {
    let end = ["--no-times", "--threads", "1"];
    let ladder = ["ladder", "animal-race", "--players", "2", "--seed", "1", "--deals", "40"];
    let bots = ["--bot", "random", "--bot", "heuristic", "--bot", "course", "--out", "l.json"];
    let resumed = ["ladder", "animal-race", "--resume", "l.json"];
    let begun = [&ladder[..], &bots, &end].concat();
    kept_and_continued(|_| (), "l.json", &begun, &[&resumed[..], &end].concat());
}

#[test]
fn a_run_of_steps_that_is_killed_is_continued_to_the_same_results() {
    let begun = words(
        "vary gotham --bot random --players 3 --seed 4 --games 16 --fields rules --threads 1 --out run.json",
    );
    let continued = ["vary", "gotham", "--resume", "run.json", "--threads", "1"];
    kept_and_continued(|_| (), "run.json", &begun, &continued);
}

#[test]
fn a_search_for_rulesets_that_is_killed_is_continued_to_the_same_results() {
    let goals = |folder: &Path| {
        let text = "[goals]\nnaps = { below = 3 }\n";
        fs::write(folder.join("goals.toml"), text).expect("written");
    };
    let tune = words(
        "tune animal-race classic --goals goals.toml --bot random --fields hand table.cards=6..12 --games 2000 --confirm 64 --seed 2 --threads 1 --resume kept.json",
    );
    kept_and_continued(goals, "kept.json", &tune, &tune);
}

/// A postal game with the orders for its first round.
fn postal(folder: &Path) {
    printed(folder, &["postal", "new", "--names", "Ann,Bob,Cleo,Dan", "--seed", "7"]);
    printed(folder, &["postal", "orders", "--bot"]);
}

/// The files of a postal game. The acts in its log are timed, and other people's locks say when.
fn postal_files(folder: &Path) -> BTreeMap<String, String> {
    let mut files: BTreeMap<String, String> =
        files(folder).into_iter().map(|(name, bytes)| (name, text(&bytes))).collect();
    let game = files.get_mut("postal.json").expect("the game");
    let mut data: serde_json::Value = serde_json::from_str(game).expect("JSON");
    data["log"] = serde_json::Value::Null;
    *game = data.to_string();
    files
}

#[test]
fn a_round_whose_adjudication_is_killed_is_adjudicated_once() {
    let whole = folder();
    postal(whole.path());
    let report = printed(whole.path(), &["postal", "adjudicate"]);
    let whole = postal_files(whole.path());
    kill_often(postal, &["postal", "adjudicate"], |folder| {
        let status = printed(folder, &["postal", "status"]);
        let again = if status.contains("Round 1 is open") { "adjudicate" } else { "report" };
        assert_eq!(printed(folder, &["postal", again]), report);
        if again == "report" {
            // Any command that changes the game clears away what the killed one left.
            printed(folder, &["postal", "deadline", "2999-12-01"]);
            assert!(printed(folder, &["postal", "replay"]).contains("1 round, all reports are the same."));
            let left: Vec<String> = postal_files(folder).into_keys().collect();
            assert!(left.iter().eq(whole.keys()), "{left:?}");
        } else {
            assert_eq!(postal_files(folder), whole);
        }
    });
}

/// Runs a command that the system kills when a file has this number of blocks of 512 bytes: in the middle of it.
fn killed_within_a_file(folder: &Path, blocks: u32, arguments: &[&str]) -> Output {
    let mut shell = Command::new("sh");
    let script = format!("ulimit -c 0; ulimit -f {blocks}; exec \"$@\"");
    shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_furlong")]).args(arguments);
    output(within(&mut shell, folder))
}

#[test]
fn what_is_killed_in_the_middle_of_a_file_leaves_a_draft_that_the_next_run_removes() {
    let whole = folder();
    printed(whole.path(), &words(PLAY));
    let game = fs::read(whole.path().join("game.json")).expect("the game");
    printed(whole.path(), &words(RUN));
    let whole = files(whole.path());
    for blocks in 0..6 {
        let folder = folder();
        let folder = folder.path();
        let played = killed_within_a_file(folder, blocks, &words(PLAY));
        assert_eq!(played.status.signal(), Some(25), "SIGXFSZ: {}", text(&played.stderr));
        assert_eq!(drafts(folder), [".game.json.draft"]);
        if folder.join("game.json").exists() {
            printed(folder, &["play", "animal-race", "--plain", "--resume", "game.json"]);
        } else {
            printed(folder, &words(PLAY));
        }
        assert_eq!(fs::read(folder.join("game.json")).expect("the game"), game);
        assert_eq!(killed_within_a_file(folder, blocks, &words(RUN)).status.signal(), Some(25));
        assert_eq!(drafts(folder).len(), 1);
        printed(folder, &[&words(RUN)[..], &["--force"]].concat());
        assert!(files(folder) == whole, "{blocks} blocks");
    }
}

#[test]
fn two_programs_that_write_one_file_leave_it_whole() {
    let whole = folder();
    printed(whole.path(), &words(PLAY));
    printed(whole.path(), &words(RUN));
    let whole = files(whole.path());
    for _ in 0..kills() {
        let folder = folder();
        let folder = folder.path();
        let players = [(); 2].map(|()| start(folder, &words(PLAY)));
        let runs = [(); 2].map(|()| start(folder, &words(RUN)));
        let players = players.map(finished);
        let runs = runs.map(finished);
        assert!(players.iter().any(|output| output.status.success()), "{players:?}");
        let refused: Vec<&Output> = runs.iter().filter(|output| !output.status.success()).collect();
        // Of each file one is the first, and need not be the same.
        assert!(
            refused.iter().all(|output| failure(output).contains("already exists (--force overwrites it)"))
        );
        assert!(files(folder) == whole);
    }
}

#[test]
fn of_two_masters_one_waits_and_no_round_is_lost() {
    for _ in 0..kills() {
        let folder = folder();
        let folder = folder.path();
        postal(folder);
        let masters = [(); 2].map(|()| start(folder, &["postal", "adjudicate", "--yes"]));
        let masters = masters.map(finished);
        let done: Vec<&Output> = masters.iter().filter(|output| output.status.success()).collect();
        for refused in masters.iter().filter(|output| !output.status.success()) {
            assert!(failure(refused).contains("is in use by "), "{refused:?}");
        }
        let replayed = printed(folder, &["postal", "replay"]);
        let rounds = if done.len() == 1 { "1 round" } else { "2 rounds" };
        assert!(replayed.contains(&format!("{rounds}, all reports are the same.")), "{replayed}");
        assert!(files(folder).keys().all(|name| !name.starts_with('.')), "nothing is left over");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_named_before_anything_is_played() {
    // Nobody writes here, not even the administrator.
    let folder = folder();
    for arguments in [
        &["simulate", "gotham", "--bot", "random", "--games", "100000000", "--out", "/proc/part.json"][..],
        &["play", "gotham", "--watch", "--plain", "--save", "/proc/game.json"],
        &["postal", "new", "--names", "Ann,Bob", "--game", "/proc/postal.json"],
        &["rules", "new", "gotham", "/proc/mine.toml"],
    ] {
        let message = failure(&run(folder.path(), arguments));
        let path = arguments.iter().find(|argument| argument.starts_with("/proc")).expect("a path");
        assert!(message.contains(&format!("cannot write {path}: ")), "{message}");
    }
    assert!(files(folder.path()).is_empty());
}
