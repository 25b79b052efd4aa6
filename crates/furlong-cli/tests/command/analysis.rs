//! The analysis of a saved game from outside.

use std::fs;

use serde_json::Value;

use crate::run::{printed, refusal};

/// A folder with a saved game of three bots: `game.json`.
fn played(game: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let bots = ["--watch", "--bot", "random", "--players", "3", "--seed", "7", "--save", "game.json"];
    printed(folder.path(), &[&["play", game][..], &bots].concat());
    folder
}

const ANALYSE: [&str; 8] = ["analyse", "game.json", "--playouts", "3", "--worlds", "8", "--bot", "random"];

#[test]
fn an_analysis_tells_the_story_of_a_saved_game_within_80_columns() {
    let folder = played("gotham");
    let report = printed(folder.path(), &ANALYSE);
    for part in [
        "Gotham, standard rules. Bot 3 won after ",
        " by 3 playouts of `random` with 10 % random errors; decisions judged in 8 worlds that fit what the player knew (seed 1; estimate ",
        "  others' choices  ",
        "Turning points:\n- Round ",
        "\n  bot 3  ",
        "\n  round  1 ",
        "\nEvents per round: ",
    ] {
        assert!(report.contains(part), "{part} in:\n{report}");
    }
    assert!(
        report.contains("Mistakes and inaccuracies, given what")
            || report.contains("No decision was significantly worse"),
        "{report}"
    );
    // Sentences are wrapped on a terminal; tables and the chart stay as they are.
    let fixed = |line: &&str| line.starts_with(' ') || line.contains("own loss");
    assert_eq!(report.lines().filter(fixed).count(), 9);
    for line in report.lines().filter(fixed) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert_eq!(report, printed(folder.path(), &ANALYSE), "the same seed gives the same analysis");
    let unjudged = printed(folder.path(), &["analyse", "game.json", "--playouts", "2", "--worlds", "0"]);
    assert!(!unjudged.contains("own loss") && !unjudged.contains("istake"), "{unjudged}");
}

#[test]
fn the_json_of_an_analysis_holds_every_event_and_the_parts_add_up() {
    let folder = played("animal-race");
    let json = printed(folder.path(), &[&ANALYSE[..], &["--json"]].concat());
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["settings"]["worlds"], 8);
    assert_eq!(json["settings"]["estimator"]["bot"], "random");
    for seat in json["seats"].as_array().expect("a list") {
        let part = |name: &str| seat[name].as_f64().expect("a number");
        let sum: f64 = ["start", "luck", "own", "others"].map(part).iter().sum();
        assert!((sum - part("result")).abs() < 1e-9, "{seat}");
        assert!(part("loss-error") >= 0.0);
    }
    let events = json["events"].as_array().expect("a list");
    let judged: Vec<&Value> = events.iter().filter(|event| !event["judgement"].is_null()).collect();
    assert!(!judged.is_empty());
    for event in judged {
        let judgement = &event["judgement"];
        let share = |name: &str| judgement[name].as_f64().expect("a number");
        assert!((share("best-share") - share("taken-share") - share("loss")).abs() < 1e-9, "{judgement}");
        assert!(event["choices"].as_u64() > Some(1) && !judgement["taken"].is_null(), "{event}");
    }
}

#[test]
fn a_page_of_an_analysis_needs_nothing_else_and_overwrites_nothing_unasked() {
    let folder = played("gotham");
    let with_page = [&ANALYSE[..], &["--html", "game.html"]].concat();
    let report = printed(folder.path(), &with_page);
    let page = fs::read_to_string(folder.path().join("game.html")).expect("a page");
    for outside in ["<script", "http", "src=", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside} would need a network or a script");
    }
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    let boards = page.matches("<svg class=\"board\"").count();
    assert_eq!(
        boards,
        report.lines().filter(|line| line.starts_with("- Round") && !line.contains(" chose `")).count()
    );
    for seat in ["curve s1", "curve s2", "curve s3"] {
        assert_eq!(page.matches(seat).count(), 2, "{seat} in the legend and in the chart");
    }
    let turning_point = report.lines().find(|line| line.starts_with("- Round")).expect("a turning point");
    assert!(page.contains(&turning_point[2..].replace('"', "&quot;")), "{turning_point}");
    assert!(page.contains("<details>") && page.contains("game.json") == report.contains("game.json"));

    let message = refusal(folder.path(), &with_page, 1);
    assert!(message.contains("game.html already exists (--force overwrites it)"), "{message}");
    printed(folder.path(), &[&with_page[..], &["--force"]].concat());
    assert!(
        !printed(folder.path(), &[&ANALYSE[..], &["--json", "--html", "other.html"]].concat()).is_empty()
    );
    assert!(folder.path().join("other.html").exists());
}

#[test]
fn an_unfinished_game_is_analysed_so_far_with_a_warning() {
    let folder = played("animal-race");
    let short =
        ["play", "animal-race", "--watch", "--seed", "7", "--most-events", "40", "--save", "short.json"];
    printed(folder.path(), &short);
    let report = printed(folder.path(), &["analyse", "short.json", "--playouts", "2", "--worlds", "4"]);
    assert!(report.contains("The game is unfinished; analysed so far: "), "{report}");
    assert!(report.contains("\nWarning: this reveals hidden cards;"), "{report}");

    let path = folder.path().join("short.json");
    let text = fs::read_to_string(&path).expect("saved");
    let mut record: Value = serde_json::from_str(&text).expect("JSON");
    record["events"] = Value::Array(Vec::new());
    fs::write(&path, record.to_string()).expect("written");
    let report = printed(folder.path(), &["analyse", "short.json", "--playouts", "2", "--worlds", "4"]);
    assert!(report.contains("analysed so far: 0 rounds and 0 events."), "{report}");
}

#[test]
fn what_cannot_be_analysed_is_refused_in_one_sentence() {
    let folder = played("animal-race");
    let folder = folder.path();
    let good = fs::read_to_string(folder.join("game.json")).expect("saved");
    let record: Value = serde_json::from_str(&good).expect("JSON");
    let mut broken = record.clone();
    broken["events"].as_array_mut().expect("a list").remove(0);
    for (text, complaint) in [
        (broken.to_string(), "broken.json: the record does not replay: event "),
        (good.replace("\"version\": 1", "\"version\": 9"), "version 9"),
        (good.replace("\"animal-race\"", "\"chess\""), "broken.json: there is no game `chess`"),
        ("{}".to_owned(), "not a game record"),
        ("my diary".to_owned(), "not JSON"),
    ] {
        fs::write(folder.join("broken.json"), text).expect("written");
        let message = refusal(folder, &["analyse", "broken.json", "--html", "page.html"], 1);
        assert!(message.contains(complaint), "{complaint} in: {message}");
        assert!(!folder.join("page.html").exists(), "nothing is written");
    }
    for (arguments, code, complaint) in [
        (&["analyse", "none.json"][..], 1, "cannot read none.json"),
        (&["analyse", "game.json", "--bot", "planner"], 2, "--bot: there is no bot `planner`; there are: "),
        (&["analyse", "game.json", "--bot", "exec:cat"], 2, "'exec:cat' for '--bot <BOT>': "),
        (
            &["analyse", "game.json", "--worlds", "3"],
            2,
            "--worlds: judging decisions needs at least 4 worlds",
        ),
        (&["analyse", "game.json", "--worlds", "4294967296"], 2, "not a whole number from 0 to 4294967295"),
        (
            &["analyse", "game.json", "--playouts", "1"],
            2,
            "--playouts: an estimate needs at least 2 playouts",
        ),
        (&["analyse", "game.json", "--html", "none/page.html"], 1, "none/page.html"),
    ] {
        let message = refusal(folder, arguments, code);
        assert!(message.contains(complaint), "{complaint} in: {message}");
    }
}
