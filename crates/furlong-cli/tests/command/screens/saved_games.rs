//! One's own games: the list, statistics, puzzles, other names, and the end of a file.

use std::fs;

use serde_json::{Value, json};

use super::games;
use crate::pty::Terminal;
use crate::run::{folder, printed, run_typing};

const GAME: [&str; 9] =
    ["play", "animal-race", "--ruleset", "apprentice", "--players", "2", "--bot", "random", "--plain"];

/// A folder with a game that is over, and the record of it.
fn played() -> (tempfile::TempDir, Value) {
    let folder = folder();
    let arguments = [&GAME[..], &["--seed", "1"]].concat();
    assert!(run_typing(folder.path(), &arguments, &"1\n".repeat(400)).status.success());
    let json = fs::read_to_string(&games(folder.path())[0]).expect("saved");
    (folder, serde_json::from_str(&json).expect("JSON"))
}

#[test]
fn games_are_listed_renamed_and_deleted_from_the_menu() {
    let (folder, _) = played();
    let listed = printed(folder.path(), &["games"]);
    assert!(listed.contains("animal-race-1: ") && listed.contains(", against random, "), "{listed}");
    let stats = printed(folder.path(), &["games", "--stats"]);
    assert!(stats.contains("1 finished game of one person") && stats.contains(" 1 of 2 "), "{stats}");
    let mut terminal = Terminal::start(folder.path(), &[], (24, 80));
    terminal.until("My games");
    terminal.type_until("4", "> My games");
    terminal.type_until("\r", "> animal-race-1");
    terminal.type_until("\r", "> See the end");
    terminal.type_until("4\r", "> animal-race-1_");
    // A name that cannot be is asked for again, and what was typed stays.
    terminal.type_until("/\r", "Not renamed: `animal-race-1/`");
    terminal.until("> animal-race-1/_");
    terminal.type_until("\u{7f} first\r", "> animal-race-1 first  ");
    terminal.until("Open a file");
    assert!(games(folder.path())[0].ends_with("animal-race-1 first.json"));
    terminal.type_until("3\r", "Winning streak:");
    terminal.type_until("q", "> Statistics");
    terminal.type_until("4\r", "There are no puzzles yet.");
    terminal.type_until("q", "> Puzzles");
    terminal.type_until("1\r", "> See the end");
    terminal.type_until("5\r", "> Keep it");
    terminal.type_until("\r", "> animal-race-1 first");
    terminal.type_until("\r5\r", "> Keep it");
    terminal.type_until("2\r", "> Open a file");
    terminal.hides(&["animal-race-1 first"]);
    assert!(games(folder.path()).is_empty());
    // A file from elsewhere, or the reason why it cannot be opened.
    terminal.type_until("\r", "Which file?");
    terminal.type_until("missing.json\r", "Not opened: cannot read missing.json");
    terminal.type_until("\u{1b}", "> Open a file");
    terminal.leave();
}

#[test]
fn a_mistake_becomes_a_puzzle_whose_answer_is_explained() {
    let (folder, record) = played();
    let events = record["events"].as_array().expect("events");
    let own = |event: &Value| event["seat"] == 0;
    let event = 1 + events.iter().position(own).expect("a decision");
    let kept = json!({
        "seed": 1, "events": events.len(), "luck": [0.1, -0.1], "loss": [0.2, 0.0],
        "mistakes": [{ "event": event, "seat": 0, "taken": "1 fox", "best": "1 lamb", "loss": 0.2, "error": 0.05 }]
    });
    let analyses = folder.path().join("furlong/analyses");
    fs::create_dir(&analyses).expect("a folder");
    let file = analyses.join("furlong-animal-race-1.json");
    fs::write(&file, kept.to_string()).expect("written");
    let mut terminal = Terminal::start(folder.path(), &["games", "--puzzles"], (24, 80));
    terminal.until("You made a mistake here: find a better move.");
    terminal.type_until("h", "You played `1 fox`. Something else is better.");
    terminal.type_until("1\r", "wins about 20 more games in 100 (+- 5)");
    terminal.until("> 1  the next one".trim_start_matches("> "));
    terminal.type_until("2\r", "You made a mistake here");
    terminal.type_until("1\r", "What next?");
    terminal.type_until("1\r", "That was the last of 1 puzzle.");
    terminal.leave();
    // The analysis of a game that has gone on since is none of this one.
    fs::write(&file, kept.to_string().replace("\"seed\":1", "\"seed\":2")).expect("written");
    let mut terminal = Terminal::start(folder.path(), &["games", "--puzzles"], (24, 80));
    terminal.until("There are no puzzles yet.");
    terminal.leave();
}

#[test]
fn an_analysis_from_the_menu_has_the_screen_and_the_keys_of_a_replay() {
    let (folder, _) = played();
    let mut terminal = Terminal::start(folder.path(), &[], (24, 80));
    terminal.until("My games");
    terminal.type_until("4", "> My games");
    terminal.type_until("\r", "> animal-race-1");
    terminal.type_until("\r", "> See the end");
    terminal.type_until("3\r", "Analysing: ");
    terminal.until("q go on without waiting");
    // Hidden, it leaves the replay at the end of the game, and then the list.
    terminal.type_until("q", "The analysis goes on in the background: a shows it.");
    terminal.shows(&["1. ", "a analyse"]);
    terminal.type_until("a", "Analysing: ");
    terminal.type_until("q", "a analyse");
    terminal.type_until("q", "> animal-race-1");
    terminal.leave();
}

#[test]
fn plain_lines_can_leave_out_what_has_not_changed() {
    let shown = |more: &[&str]| {
        let game = ["play", "hare-tortoise", "--players", "3", "--bot", "random", "--seed", "1", "--plain"];
        let arguments = [&game[..], &["--save", "game.json"], more].concat();
        let output = run_typing(folder().path(), &arguments, "1\n1\n1\n1\nq\n");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("text")
    };
    let (all, changed) = (shown(&[]), shown(&["--changes"]));
    let asked = |text: &str| text.matches("Where do you run").count();
    assert!(asked(&all) > 3 && asked(&all) == asked(&changed), "{changed}");
    assert!(changed.lines().count() + 10 < all.lines().count(), "{changed}");
    // Nothing else is said, and nothing in another order.
    let mut rest = all.lines();
    assert!(changed.lines().all(|line| rest.any(|other| other == line)), "{changed}");
}

#[test]
fn a_puzzle_of_a_game_is_solved_from_the_menu_and_not_shown_again() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &["puzzles", "gotham"], (24, 80));
    terminal.until("puzzle 1 of 36");
    terminal.until("One move is clearly best here. Find it.");
    // The first hint is general. The second is on a sheet, which any key closes.
    terminal.type_until("h", "Ask again for more.");
    terminal.hides(&["What the move does: "]);
    terminal.send("h");
    terminal.until_gone("Ask again for more.");
    terminal.type_until("h", "What the move does: ");
    terminal.type_until(" ", "Find it.");
    let solved = |folder: &std::path::Path| fs::read_to_string(folder.join("furlong/puzzles/gotham"));
    for number in 1.. {
        terminal.type_until(&format!("{number}\r"), "What next?");
        if terminal.screen().contains("Yes. ") {
            break;
        }
        // The answer has a reason, and no key for what comes before it.
        terminal.shows(&["is not the best move here. ", ": ", "try again", "show the answer"]);
        terminal.hides(&["h hint", "v view"]);
        terminal.type_until("1\r", "Find it.");
    }
    terminal.until("of 100 games");
    terminal.type_until("1\r", "puzzle 2 of 36");
    assert_eq!(solved(folder.path()).expect("a list").lines().count(), 1);
    terminal.leave();
    let mut terminal = Terminal::start(folder.path(), &[], (60, 200));
    terminal.until("> Learn");
    terminal.type_until("\r", "Which game?");
    terminal.type_until("3\r", "How?");
    terminal.type_until("2\r", "puzzle 1 of 35");
    terminal.type_until("qq", "How?");
    terminal.leave();
}
