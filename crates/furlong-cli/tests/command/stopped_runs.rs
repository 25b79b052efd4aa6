//! Runs that end before their end: by a signal, or by a bot that fails. What was played is reported, and that it is
//! not all.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

use crate::run::{
    ended, failure, finished, folder, in_time, printed, start, text, wait_for, wait_until, within, words,
};

/// The answer of a bot in the shell to the hello.
const READY: &str = r#"*'"hello"'*) echo '{"protocol": "furlong-bot", "version": 2}';;"#;

/// A bot that takes the first action, and at this decision of all its games makes a file that says so.
fn bot(folder: &Path, decision: u32) -> String {
    let bot = format!(
        "while read line; do case $line in {READY} *decide*) echo x >> asked
         if [ $(wc -l < asked) -ge {decision} ]; then echo > ready; fi
         echo '{{\"action\": 0}}';; esac; done"
    );
    fs::write(folder.join("bot.sh"), bot).expect("written");
    "exec:seconds=3000 sh bot.sh".to_owned()
}

/// Checks that every line has as many fields as the heading: commas within quotes are text.
fn assert_is_table(csv: &str) {
    let fields = |line: &str| line.split('"').step_by(2).map(|text| text.matches(',').count()).sum::<usize>();
    let heading = csv.lines().next().map_or(0, fields);
    assert!(heading > 10 && csv.lines().all(|line| fields(line) == heading), "{csv}");
}

/// Waits for the bot, sends the signal, and waits for the end.
fn stop(mut child: Child, folder: &Path, signal: &str) -> Output {
    wait_for(&mut child, || folder.join("ready").exists());
    send(signal, &child);
    finished(child)
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().expect("kill");
    assert!(sent.success());
}

/// More games than any machine plays while a test runs.
const ENDLESS: &str = "100000000";

#[test]
fn a_comparison_that_is_interrupted_says_so_everywhere() {
    let folder = folder();
    let folder = folder.path();
    let bot = bot(folder, 600);
    let compare = [
        "compare",
        "animal-race",
        "classic",
        "apprentice",
        "--seed",
        "3",
        "--players",
        "2",
        "--games",
        ENDLESS,
    ];
    let files = ["--threads", "1", "--csv", "games.csv", "--html", "page.html", "--out", "part.json"];
    let child = start(folder, &[&compare[..], &["--bot", &bot], &files].concat());
    let output = stop(child, folder, "INT");
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    let first = table.lines().next().expect("a line");
    assert!(first.starts_with("Stopped after ") && first.ends_with(" of 200,000,000 games."), "{table}");
    assert!(table.contains("apprentice against classic: "), "what was played is reported: {table}");
    let words = first.trim_end_matches('.').to_lowercase();
    assert!(text(&output.stderr).contains(&words), "{}", text(&output.stderr));
    let read = |file: &str| fs::read_to_string(folder.join(file)).expect("written");
    assert_is_table(&read("games.csv"));
    assert!(read("page.html").contains(first));
    // A merge of the file says it too.
    let merged = finished(start(folder, &["merge", "part.json"]));
    assert_eq!(text(&merged.stdout).lines().next(), Some(first));
}

#[test]
fn runs_that_are_terminated_say_so_in_their_data() {
    let until = ["--until", "exec:seconds=3000 sh bot.sh=0.000001", "--bot", "2=random"];
    for more in [&[][..], &until] {
        let folder = folder();
        let folder = folder.path();
        let bot = bot(folder, 600);
        let simulate = [
            "simulate",
            "animal-race",
            "--seed",
            "3",
            "--players",
            "2",
            "--games",
            ENDLESS,
            "--json",
            "--bot",
            &bot,
        ];
        let output = stop(start(folder, &[&simulate[..], more].concat()), folder, "TERM");
        assert_eq!(output.status.code(), Some(143), "{}", text(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let groups = report["results"]["groups"].as_array().expect("groups").len();
        let games = groups as u64 * if more.is_empty() { 1 } else { 2 };
        assert!(games > 0);
        assert_eq!(report["stopped"], serde_json::json!({ "games": games, "of": 100_000_000 }));
    }
}

/// A bot that has started a process which goes on for long and holds a pipe open, and what is read from the pipe in the end. The
/// bot is ready no sooner than the process: one that is killed before it opens the pipe leaves the reader waiting.
fn with_a_child(folder: &Path) -> (String, std::thread::JoinHandle<String>) {
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().expect("mkfifo").success());
    let bot = bot(folder, 600);
    let pipe = folder.join("pipe");
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).expect("a pipe"));
    let starts = "mkfifo open; (exec 3> pipe; trap '' HUP TERM INT; echo > open; sleep 20; echo survived >&3) </dev/null >/dev/null 2>&1 & read x < open;";
    (bot.replace("sh bot.sh", &format!("{starts} sh bot.sh")), reader)
}

#[test]
fn bots_and_what_they_have_started_end_with_the_program_however_it_ends() {
    for (signal, code) in [("HUP", Some(129)), ("KILL", None)] {
        let folder = folder();
        let folder = folder.path();
        let (bot, left) = with_a_child(folder);
        let simulate = ["simulate", "animal-race", "--players", "2", "--games", ENDLESS, "--threads", "1"];
        let files = ["--csv", "games.csv"];
        let output = stop(start(folder, &[&simulate[..], &["--bot", &bot], &files].concat()), folder, signal);
        assert_eq!(output.status.code(), code, "{}", text(&output.stderr));
        assert_eq!(in_time(|| left.join().expect("read")), "", "after {signal}");
        assert_eq!(folder.join("games.csv").exists(), code.is_some(), "what was played is reported");
    }
}

/// `nohup` lets a program ignore this signal.
#[cfg(target_os = "linux")]
#[test]
fn a_run_that_ignores_the_end_of_its_terminal_goes_on() {
    let folder = folder();
    let folder = folder.path();
    assert!(Command::new("mkfifo").arg(folder.join("go")).status().expect("mkfifo").success());
    let bot = format!(
        "while read line; do case $line in {READY} *decide*) echo > ready; [ -e gone ] || read x < go; echo > gone
         echo '{{\"action\": 0}}';; esac; done"
    );
    fs::write(folder.join("bot.sh"), bot).expect("written");
    let mut command = Command::new("sh");
    let simulate = "trap '' HUP; exec \"$0\" simulate animal-race --players 2 --games 2 --threads 1 --bot 'exec:sh bot.sh'";
    command.args(["-c", simulate, env!("CARGO_BIN_EXE_furlong")]);
    let mut child = within(&mut command, folder).spawn().expect("the command starts");
    wait_for(&mut child, || folder.join("ready").exists());
    send("HUP", &child);
    let go = folder.join("go");
    in_time(move || fs::write(go, "go\n").expect("a pipe"));
    let output = finished(child);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn a_ladder_that_is_terminated_says_so() {
    let folder = folder();
    let folder = folder.path();
    let bot = bot(folder, 600);
    let ladder =
        ["ladder", "animal-race", "--players", "2", "--deals", ENDLESS, "--json", "--save", "l.json"];
    let output =
        stop(start(folder, &[&ladder[..], &["--bot", &bot, "--bot", "random"]].concat()), folder, "TERM");
    assert_eq!(output.status.code(), Some(143), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["stopped"]["of"], 200_000_000);
    let kept = fs::read_to_string(folder.join("l.json")).expect("kept");
    let kept: Value = serde_json::from_str(&kept).expect("JSON");
    let deals = kept["content"]["pairings"][0]["deals"].as_array().expect("deals").len() as u64;
    assert_eq!(report["stopped"]["games"], 2 * deals, "the report agrees with the file");
}

#[test]
fn a_bot_in_the_middle_of_a_long_search_is_stopped() {
    let silent = format!("exec:seconds=3000 while read line; do case $line in {READY} esac; done");
    for search in ["hard:iterations=4000000000", "flat:worlds=1000000", &silent] {
        let folder = folder();
        let folder = folder.path();
        let first = bot(folder, 1);
        let (first, second) = (format!("1={first}"), format!("2={search}"));
        let hard = ["simulate", "animal-race", "--players", "2", "--threads", "1", "--option", "first=1"];
        let output =
            stop(start(folder, &[&hard[..], &["--bot", &first, "--bot", &second]].concat()), folder, "INT");
        assert_eq!(output.status.code(), Some(130), "{search}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty(), "there is nothing to report");
        assert_eq!(text(&output.stderr), "error: stopped before any result\n");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_for_differences_that_is_interrupted_says_so() {
    let folder = folder();
    let diff = ["diff", "animal-race", "classic", "course", "--games", ENDLESS];
    let child = start(folder.path(), &diff);
    // Signals that a process catches are a mask in hexadecimal digits.
    let caught = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a process");
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask");
        u64::from_str_radix(mask.trim(), 16).expect("digits")
    };
    wait_until(|| format!("it catches {:x}", caught()), || caught() & (1 << 1) != 0);
    send("INT", &child);
    let output = finished(child);
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("\nStopped after "), "{}", text(&output.stdout));
}

#[test]
fn a_search_for_rulesets_that_is_interrupted_reports_its_front_and_goes_on_later() {
    let folder = folder();
    let folder = folder.path();
    fs::write(folder.join("goals.toml"), "[goals]\nracing-phases = { within = [8, 9] }\n").expect("written");
    let tune = |games: &'static str| {
        let what = words("tune animal-race classic --goals goals.toml --bot random --fields hand");
        start(folder, &[&what[..], &["--games", games, "--resume", "kept.json", "--confirm", "64"]].concat())
    };
    let mut child = tune(ENDLESS);
    wait_for(&mut child, || folder.join("kept.json").exists());
    send("INT", &child);
    let output = finished(child);
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert!(table.starts_with("Stopped after "), "{table}");
    assert!(table.contains("Not confirmed on fresh deals, so nothing is proven."), "{table}");
    let resumed = finished(tune("2000"));
    assert!(text(&resumed.stdout).contains("On fresh deals:"), "{}", text(&resumed.stderr));
}

#[test]
fn a_game_that_is_left_by_a_signal_says_where_it_is_saved() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let folder = folder();
        let mut command = Command::new(env!("CARGO_BIN_EXE_furlong"));
        command.current_dir(folder.path()).args(["play", "animal-race", "--seed", "4"]);
        command.env("XDG_DATA_HOME", folder.path());
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the command starts");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (mut out, mut shown) = in_time(move || {
            let mut shown = String::new();
            while !shown.contains("Choose by number") {
                assert!(out.read_line(&mut shown).expect("text") > 0, "{shown}");
            }
            (out, shown)
        });
        send(signal, &child);
        assert_eq!(ended(&mut child).code(), Some(code));
        out.read_to_string(&mut shown).expect("text");
        let saved = folder.path().join("furlong/games/furlong-animal-race-4.json");
        let farewell = format!("The game is saved in {}. Continue with:", saved.display());
        assert!(shown.contains(&farewell) && saved.exists(), "{shown}");
    }
}

/// A bot that ends in this game of its process, before it chooses.
fn dies_in_game(folder: &Path, game: u32) -> &'static str {
    let bot = format!(
        "while read line; do case $line in {READY} *'\"game\":{game}'*) echo 'I am tired' >&2; exit 3;;
         *decide*) echo '{{\"action\": 0}}';; esac; done"
    );
    fs::write(folder.join("bot.sh"), bot).expect("written");
    "1=exec:sh bot.sh"
}

#[test]
fn games_before_one_in_which_a_bot_fails_are_not_lost() {
    let folder = folder();
    let folder = folder.path();
    let bot = dies_in_game(folder, 6);
    let simulate =
        ["simulate", "animal-race", "--players", "2", "--seed", "4", "--games", "40", "--threads", "1"];
    let bots = ["--bot", "random", "--bot", bot];
    let output = finished(start(folder, &[&simulate[..], &bots].concat()));
    assert_eq!(output.status.code(), Some(1));
    let (table, complaint) = (text(&output.stdout), text(&output.stderr));
    assert!(
        table.starts_with(
            "Stopped after 6 of 40 games: game 7 of seed 4 (group 3, seating 0), exec:sh bot.sh: "
        ),
        "{table}"
    );
    assert!(table.contains("I am tired") && table.contains("racing-phases"), "{table}");
    assert!(
        complaint.contains("stopped after 6 of 40 games") && complaint.contains("I am tired"),
        "{complaint}"
    );
}

/// A bot that answers well, and in its second decision what is not legal.
fn errs(folder: &Path) -> &'static str {
    let bot = format!(
        "n=0; while read line; do case $line in {READY} *decide*) n=$((n + 1)); [ $n = 1 ] || echo 'I am lost' >&2
         [ $n = 1 ] && echo '{{\"action\": 0}}' || echo '{{\"action\": 99}}';; esac; done"
    );
    fs::write(folder.join("bot.sh"), bot).expect("written");
    "exec:sh bot.sh"
}

#[test]
fn a_game_that_fails_is_told_by_seed_and_number_and_its_record_is_kept() {
    let runs: [&[&str]; 4] = [
        &["simulate", "animal-race", "--games", "4"],
        &["simulate", "animal-race", "--games", "4", "--save-records", "kept"],
        &["compare", "animal-race", "classic", "apprentice", "--games", "4"],
        &["ladder", "animal-race", "--deals", "2", "--bot", "random"],
    ];
    for run in runs {
        let folder = folder();
        let folder = folder.path();
        let bot = errs(folder);
        let rest = ["--seed", "9", "--players", "2", "--threads", "1", "--bot", bot];
        let complaint = failure(&finished(start(folder, &[run, &rest[..]].concat())));
        assert!(complaint.contains("game 1 of seed 9 (group 0, seating 0), exec:sh bot.sh: "), "{complaint}");
        let fault = "chose action 99, which is not legal: `sh bot.sh` was given ";
        assert!(
            complaint.contains(fault) && complaint.contains("last line on standard error: I am lost"),
            "{complaint}"
        );
        let kept = if run.contains(&"kept") { "kept" } else { "furlong/games" };
        let files: Vec<_> = fs::read_dir(folder.join(kept)).expect("a folder").flatten().collect();
        let [file] = &files[..] else { panic!("{files:?}") };
        assert!(
            complaint.contains("; the game is saved in ")
                && complaint.contains("classic-9-1.json; `furlong play animal-race --resume "),
            "{complaint}"
        );
        assert!(complaint.contains("last line on standard error: I am lost (event "), "{complaint}");
        let is_alone = !run.contains(&"ladder");
        let place = if is_alone { ", its decision 2)" } else { ", its decision 2; against random)" };
        assert!(complaint.contains(place), "{complaint}");
        assert_eq!(complaint.contains("--seed 9 --game 1 plays it from the start"), is_alone, "{complaint}");
        // It ends where the bot was asked for what it got wrong, and can be looked at and played on.
        let path = file.path();
        printed(folder, &["replay", "--check", path.to_str().expect("a path in UTF-8")]);
        let record: Value = serde_json::from_str(&fs::read_to_string(&path).expect("kept")).expect("JSON");
        let asked =
            ["play", "animal-race", "--resume", path.to_str().expect("a path in UTF-8"), "--allow-exec"];
        let again = failure(&finished(start(folder, &asked)));
        assert!(again.contains("chose action") || again.contains("saved"), "{again}");
        let own =
            record["events"].as_array().expect("events").iter().filter(|event| event["seat"].is_number());
        assert!(own.count() > 0, "{record}");
    }
}

/// A bot that takes the first action, and dies in some games: as the numbers say that it is handed.
fn frail(folder: &Path) -> &'static str {
    let bot = format!(
        "while read line; do case $line in {READY} *'\"random\":12'*) echo 'I am tired.' >&2; exit 3;;
         *decide*) echo '{{\"action\": 0}}';; esac; done"
    );
    fs::write(folder.join("bot.sh"), bot).expect("written");
    "exec:sh bot.sh"
}

fn run(folder: &Path, arguments: &[&str], more: &[&str]) -> Output {
    finished(start(folder, &[arguments, more].concat()))
}

#[test]
fn games_in_which_a_bot_fails_are_forfeited_where_that_is_asked_for() {
    let folder = folder();
    let folder = folder.path();
    let bot = frail(folder);
    let table =
        ["animal-race", "--players", "2", "--seed", "4", "--games", "30", "--bot", bot, "--bot", "random"];
    let simulate = [&["simulate"][..], &table, &["--forfeit"]].concat();
    let files = ["--csv", "games.csv", "--html", "page.html", "--threads", "2"];
    let output = run(folder, &simulate, &files);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    let json = text(&run(folder, &simulate, &["--json", "--threads", "1"]).stdout);
    assert_eq!(json, text(&run(folder, &simulate, &["--json", "--threads", "2"]).stdout));
    let report: Value = serde_json::from_str(&json).expect("JSON");
    let forfeits = &report["forfeits"][0][0];
    let games = forfeits["games"].as_u64().expect("a number");
    assert!((2..28).contains(&games) && forfeits["bot"] == bot, "{forfeits}");
    let words = format!(
        "exec:sh bot.sh forfeited {games} games (the other seats share the win): the first time `sh bot.sh`"
    );
    let by_kind = format!("last line on standard error: I am tired ({games} crash).");
    assert!(shown.contains(&words) && shown.contains(&by_kind), "{shown}");
    assert!(shown.lines().any(|line| line.starts_with(" forfeited ")), "{shown}");
    let read = |file: &str| fs::read_to_string(folder.join(file)).expect("written");
    let words = words.replace("`sh bot.sh`", "<code>sh bot.sh</code>");
    assert!(read("page.html").contains(&words));
    let rows = read("games.csv");
    assert_is_table(&rows);
    assert!(rows.contains("last line on standard error: I am tired."), "a row says why: {rows}");
    let place = rows.lines().next().and_then(|head| head.split(',').position(|name| name == "forfeited-by"));
    let by = |row: &str| row.split(',').nth(place.expect("a column")).is_some_and(|seat| !seat.is_empty());
    assert_eq!(rows.lines().skip(1).filter(|row| by(row)).count() as u64, games);

    let compare =
        [&["compare", "animal-race", "classic", "apprentice"][..], &table[1..], &["--forfeit"]].concat();
    let shown = text(&run(folder, &compare, &[]).stdout);
    for ruleset in ["classic", "apprentice"] {
        assert!(shown.contains(&format!("Warning: {ruleset}: exec:sh bot.sh forfeited ")), "{shown}");
    }

    let ladder = [
        "ladder",
        "animal-race",
        "--players",
        "2",
        "--seed",
        "4",
        "--deals",
        "20",
        "--bot",
        bot,
        "--bot",
        "random",
    ];
    let output = run(folder, &ladder, &["--forfeit", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(report["forfeits"][0]["games"].as_u64() > Some(0));
    assert_eq!(report["tables"][0]["pairings"][0]["forfeited"], report["forfeits"][0]["games"]);
    let shown = text(&run(folder, &ladder, &["--forfeit"]).stdout);
    assert!(shown.contains("exec:sh bot.sh forfeited ") && shown.contains("I am tired"), "{shown}");
    assert_eq!(run(folder, &ladder, &[]).status.code(), Some(1), "without it the ladder ends there");
}
