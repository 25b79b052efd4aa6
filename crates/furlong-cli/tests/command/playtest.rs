//! The form of a playtest, and games of people compared with those of bots.

use std::fs;

use crate::run::{folder, printed, refusal};

const BOTS: [&str; 8] = ["--by", "random,heuristic", "--games", "60", "--seed", "3", "--players", "4"];

#[test]
fn the_form_says_what_to_count_and_what_to_expect() {
    let folder = folder();
    let form = printed(folder.path(), &[&["playtest", "animal-race", "classic"][..], &BOTS].concat());
    let rounds = form
        .lines()
        .find(|line| line.contains("A game lasts ____ rounds") || line.contains("a game lasts ____ rounds"));
    assert!(rounds.is_some_and(|line| line.matches(" to ").count() == 2), "{form}");
    assert!(
        form.contains("`random`") && form.contains("`heuristic`") && form.contains("4 players"),
        "{form}"
    );
    let headings = form.lines().find(|line| line.starts_with("Headings of a .csv file")).expect("headings");
    assert!(headings.contains("rounds,") && !headings.contains("wins-seat"), "{headings}");
}

#[test]
fn games_of_people_are_compared_with_those_of_each_bot() {
    let folder = folder();
    let folder = folder.path();
    let many =
        ["simulate", "animal-race", "--players", "4", "--bot", "random", "--games", "40", "--seed", "5"];
    printed(folder, &[&many[..], &["--save-records", "games"]].concat());
    let mut files: Vec<String> = fs::read_dir(folder.join("games"))
        .expect("a folder")
        .map(|entry| entry.expect("a file").path().display().to_string())
        .collect();
    files.sort();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let told = printed(folder, &[&["playtest", "animal-race", "classic"][..], &files, &BOTS].concat());
    assert!(told.contains("40 games of people."), "{told}");
    let near = told.lines().find(|line| line.starts_with("Average distance")).expect("an answer");
    assert!(near.contains("of a game: `random` 0."), "the games of random bots are closest to them: {near}");

    // Games of 50 rounds are like those of no bot, and a cell may be empty.
    fs::write(folder.join("notes.csv"), "rounds;lead-changes\n50;\n52;2\n51;1\n").expect("written");
    let told = printed(folder, &[&["playtest", "animal-race", "classic", "notes.csv"][..], &BOTS].concat());
    let row = |name: &str| {
        told.lines().find(|line| line.split_whitespace().next() == Some(name)).unwrap_or_default()
    };
    assert!(row("rounds").contains(" 3 ") && row("rounds").matches('*').count() == 2, "{told}");
    assert!(row("lead-changes").contains(" 2 ") && !row("lead-changes").contains('*'), "{told}");
    // A saved game says how long its people have thought; the last time is for a decision that was not made.
    let json = fs::read_to_string(files[0]).expect("a record");
    let mut record: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    record["thought-ms"] = serde_json::json!([[4000, 8000, 900_000], [6000, 30_000, 0]]);
    fs::write(folder.join("timed.json"), record.to_string()).expect("written");
    let told = printed(folder, &[&["playtest", "animal-race", "classic", "timed.json"][..], &BOTS].concat());
    let thought = "Of 4 decisions of people, half took up to 6.0 seconds, and a quarter 30.0 or more.";
    assert!(told.contains(thought), "{told}");

    let refused = |file: &str, words: &str| {
        let told = refusal(folder, &[&["playtest", "animal-race", "classic", file][..], &BOTS].concat(), 1);
        assert!(told.contains(file) && told.contains(words), "{told}");
    };
    fs::write(folder.join("short.csv"), "rounds,turns\n5\n").expect("written");
    refused("short.csv", "line 2 has 1 cells for 2 headings");
    fs::write(folder.join("same.csv"), "nobody-wins\n0\n").expect("written");
    let told = refusal(folder, &[&["playtest", "animal-race", "classic", "same.csv"][..], &BOTS].concat(), 1);
    assert!(told.contains("none of the figures of these people varies"), "{told}");
    fs::write(folder.join("words.csv"), "rounds\nmany\n").expect("written");
    refused("words.csv", "line 2: `many` is not a number");
    fs::write(folder.join("house.toml"), "hand = 5\n[ruleset]\nextends = \"classic\"\n").expect("written");
    let told =
        refusal(folder, &[&["playtest", "animal-race", "house.toml", files[0]][..], &BOTS].concat(), 1);
    assert!(told.contains("by other rules, which differ in `hand`"), "{told}");
    let two =
        ["playtest", "animal-race", "classic", files[0], "--players", "2", "--games", "4", "--by", "random"];
    assert!(refusal(folder, &two, 1).contains("this game has 4 players, and the bots play with 2"));
}
