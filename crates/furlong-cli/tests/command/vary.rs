//! The effect of each rule from outside: tables, files, parts, resumed runs, and what is refused.

use std::fs;

use serde_json::Value;

use crate::run::{folder, printed, refusal, run, text, words};

const VARY: &str = "vary gotham standard --bot random --players 3 --seed 4 --games 60 --fields track.spaces=24,60 rules --pairs 2";

#[test]
fn a_run_shows_the_strongest_steps_and_names_the_rules_without_effect() {
    let folder = folder();
    let folder = folder.path();
    let table = printed(
        folder,
        &[&words(VARY)[..], &["--csv", "steps.csv", "--html", "page.html", "--metric", "rounds"]].concat(),
    );
    for part in [
        "gotham, standard: each rule changed by one step; bots random; seed 4;",
        "The strongest is a circle of 60 spaces instead of 36: ",
        "that follow from the rules by definition (--all shows them)",
        "Effects on rounds",
        "Without effect at this table, where 128 deals played at random went the same way: ",
        "Significant interactions",
    ] {
        assert!(table.contains(part), "{part} is not in\n{table}");
    }
    let csv = fs::read_to_string(folder.join("steps.csv")).expect("written");
    assert!(csv.starts_with(
        "field,path,old,new,players,deals,alike,metric,base,difference,low,high,effect,p-value,verdict,finding,apart,"
    ));
    let drawing = |line: &&str| line.starts_with("rules.drawing,") && line.contains(",turns,");
    assert!(csv.lines().find(drawing).is_some_and(|line| line.ends_with(",more,holds,,,,")), "{csv}");
    let page = fs::read_to_string(folder.join("page.html")).expect("written");
    assert!(page.contains("<svg") && page.contains("a circle of 60 spaces instead of 36"), "{page}");
    let json = printed(folder, &[&words(VARY)[..], &["--json"]].concat());
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["run"]["groups"], 60);
    assert_eq!(
        json["report"]["steps"][0]["effects"].as_array().map(Vec::len),
        json["run"]["metrics"].as_array().map(Vec::len)
    );
}

#[test]
fn parts_that_are_merged_and_a_resumed_run_are_the_run_in_one_piece() {
    let folder = folder();
    let folder = folder.path();
    let steps = &words(VARY)[..14];
    let whole = printed(folder, &[steps, &["--out", "whole.json"]].concat());
    for part in ["1", "2"] {
        printed(
            folder,
            &[steps, &["--shard", &format!("{part}/2"), "--out", &format!("{part}.json")]].concat(),
        );
    }
    assert_eq!(printed(folder, &["merge", "2.json", "1.json"]), whole);
    // Everything is played already: only the report is made again.
    assert_eq!(printed(folder, &["vary", "gotham", "--resume", "whole.json"]), whole);
    let missing = refusal(folder, &["merge", "1.json"], 1);
    assert!(missing.contains("1.json is one of 2 parts; missing: 2"), "{missing}");
    let other = refusal(folder, &["vary", "animal-race", "--resume", "whole.json"], 1);
    assert!(other.contains("a run of gotham, not of animal-race"), "{other}");
}

#[test]
fn what_holds_whoever_plays_stands_first_in_every_form() {
    let folder = folder();
    let folder = folder.path();
    let asked = words(
        "vary gotham standard --by random,heuristic --players 3 --seed 4 --games 60 --fields track.spaces=60 rules",
    );
    let whole = printed(
        folder,
        &[&asked[..], &["--csv", "steps.csv", "--html", "page.html", "--out", "whole.json"]].concat(),
    );
    let first = whole.lines().nth(2).expect("an answer");
    assert!(first.contains("have a significant effect at 5 % over all tests (Holm) that holds for all players (random and heuristic). The strongest is a circle of"), "{whole}");
    assert!(first.contains(" by random, ") && first.ends_with(" by heuristic."), "{first}");
    assert!(
        whole.contains("  holds for all") && whole.contains("played by random and heuristic in turn"),
        "{whole}"
    );
    let csv = fs::read_to_string(folder.join("steps.csv")).expect("written");
    let drawing = |line: &&str| line.starts_with("rules.drawing,") && line.contains(",turns,");
    let drawing: Vec<&str> = csv.lines().filter(drawing).collect();
    assert!(drawing.len() == 2 && drawing.iter().all(|line| line.contains(",more,holds,")), "{drawing:?}");
    let page = fs::read_to_string(folder.join("page.html")).expect("written");
    assert!(page.contains("hold for all players") && page.contains("legend side-2"), "{page}");
    let json: Value =
        serde_json::from_str(&printed(folder, &[&asked[..], &["--json"]].concat())).expect("JSON");
    assert_eq!(json["report"]["players"], serde_json::json!(["random", "heuristic"]));
    assert_eq!(json["report"]["steps"][0]["effects"][0]["others"].as_array().map(Vec::len), Some(1));
    for part in ["1", "2"] {
        let parts = ["--shard", &format!("{part}/2"), "--out", &format!("{part}.json")];
        printed(folder, &[&asked[..], &parts].concat());
    }
    assert_eq!(printed(folder, &["merge", "2.json", "1.json"]), whole);
    assert_eq!(printed(folder, &["vary", "gotham", "--resume", "whole.json"]), whole);
    let twice = refusal(folder, &["vary", "gotham", "--by", "random,heuristic,random"], 2);
    assert!(twice.contains("--by: random is listed twice"), "{twice}");
    let both = refusal(folder, &["vary", "gotham", "--by", "random", "--bot", "heuristic"], 2);
    assert!(both.contains("'--by <BOT,...>' cannot be used with '--bot"), "{both}");
}

#[test]
fn all_faults_of_a_request_are_reported_at_once_and_nothing_is_written() {
    let folder = folder();
    let folder = folder.path();
    let fields = ["--fields", "track.space", "rules.drawing=never", "decks=1", "--out", "run.json"];
    let output = run(folder, &[&["vary", "gotham"][..], &fields].concat());
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 3, "{message}");
    assert!(
        lines[0].starts_with(
            "error: --fields: track.space: there is no such field; did you mean `track.spaces`?"
        )
    );
    assert!(lines[1].starts_with("error: --fields: rules.drawing: must be one of"), "{message}");
    assert!(!folder.join("run.json").exists());
    for (asked, told) in [
        (&["--games", "0"][..], "not a whole number from 1 to"),
        (&["--total", "100"], "100 games are too few for"),
        (&["--metric", "length", "--games", "10"], "there is no metric `length`"),
        (&["--fields", "hand="], "after `=` there must be values"),
    ] {
        let refused = refusal(folder, &[&["vary", "gotham", "--bot", "random"][..], asked].concat(), 2);
        assert!(refused.contains(told), "{refused}");
    }
}

#[test]
fn steps_towards_goals_are_ranked_and_parts_of_them_are_the_run_in_one_piece() {
    const STEER: &str = "vary animal-race classic --goals goals.toml --bot random --players 3 --seed 4 --games 60 --fields hand table.cards movement.streams";
    let folder = folder();
    let folder = folder.path();
    let goals = "[goals]\nstream-stops = { below = 0.2 }\nchoices = { above = 5.2 }\n";
    fs::write(folder.join("goals.toml"), goals).expect("written");
    let files = ["--out", "whole.json", "--csv", "steps.csv", "--html", "page.html"];
    let whole = printed(folder, &[&words(STEER)[..], &files].concat());
    for part in [
        "animal-race, classic: each rule changed by one step, towards 2 goals; bots random",
        "bring stream-stops below 0.2 significantly nearer, most of all the effect of a stream: none: 0.00",
        "Steps that bring stream-stops below 0.2 nearer",
    ] {
        assert!(whole.contains(part), "{part} is not in\n{whole}");
    }
    let csv = fs::read_to_string(folder.join("steps.csv")).expect("written");
    let hand =
        csv.lines().find(|line| line.starts_with("hand,hand,6,5,a hand of 5 cards instead of 6,60,choices"));
    assert!(hand.is_some_and(|line| line.ends_with(",away")), "{csv}");
    let page = fs::read_to_string(folder.join("page.html")).expect("written");
    assert!(page.contains("<svg") && page.contains("the effect of a stream: none"), "{page}");
    for part in ["1", "2"] {
        let out = format!("{part}.json");
        printed(folder, &[&words(STEER)[..], &["--shard", &format!("{part}/2"), "--out", &out]].concat());
    }
    assert_eq!(printed(folder, &["merge", "2.json", "1.json"]), whole);
    assert_eq!(printed(folder, &["vary", "animal-race", "--resume", "whole.json"]), whole);
    let refused = refusal(folder, &[&words(STEER)[..], &["--pairs", "2"]].concat(), 2);
    assert!(refused.contains("--pairs"), "{refused}");
}
