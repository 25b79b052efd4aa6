//! A person who is home in hare & tortoise, while the others race on.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::run::{printed, run_typing};

/// A game of four bots, `watched.json`, and in `game.json` the same up to the move that brings the first one home, which is
/// a person's. Returns the number of events before it.
fn before_the_finish(folder: &Path) -> usize {
    printed(folder, &["play", "hare-tortoise", "--watch", "--seed", "3", "--save", "watched.json"]);
    let saved = fs::read_to_string(folder.join("watched.json")).expect("a saved game");
    let mut record: Value = serde_json::from_str(&saved).expect("JSON");
    let events = record["events"].as_array_mut().expect("a list");
    let arrives = |event: &Value| event["action"] == json!({ "to": 64 });
    let before = events.iter().position(arrives).expect("somebody wins");
    let seat = events[before]["seat"].as_u64().expect("a seat") as usize;
    events.truncate(before);
    record["seats"][seat]["player"] = "person".into();
    fs::write(folder.join("game.json"), record.to_string()).expect("written");
    before
}

#[test]
fn a_person_who_is_home_is_told_at_once_and_chooses_to_watch_the_rest() {
    for (answer, is_watched) in [("yes", true), ("no", false)] {
        let folder = tempfile::tempdir().expect("a folder");
        before_the_finish(folder.path());
        let resume = ["play", "hare-tortoise", "--resume", "game.json", "--plain"];
        let played = run_typing(folder.path(), &resume, &format!("finish\n{answer}\n"));
        let text = String::from_utf8(played.stdout).expect("text");
        let (before, after) = text.split_once("Watch them?").unwrap_or_else(|| panic!("asked in:\n{text}"));
        assert!(before.contains("You have finished in 1st place: that is the win."), "{before}");
        assert_eq!(after.contains("is home in 2nd place."), is_watched, "{after}");
        assert!(after.contains("The game is over.\nYou win."), "{after}");
        assert!(!after.contains("? carrots"), "{after}");
    }
}

#[test]
fn a_replay_with_all_open_shows_the_carrots_of_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let before = before_the_finish(folder.path()).to_string();
    let open = printed(folder.path(), &["replay", "watched.json", "--event", &before]);
    assert!(open.contains("The table, with everything shown:") && !open.contains("? carrots"), "{open}");
    let seen = printed(folder.path(), &["replay", "watched.json", "--event", &before, "--seat", "1"]);
    assert_eq!(seen.matches("? carrots").count(), 3, "{seen}");
}
