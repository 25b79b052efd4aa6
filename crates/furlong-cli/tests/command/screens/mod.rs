//! Games on the full screen, from the menu to the end, and through signals.

mod choices;
mod clocks;
mod lessons;
mod replays;
mod saved_games;
mod steps_back;
mod suspended;

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::pty::Terminal;
use crate::run::{folder, printed};

/// The files of games that a folder holds.
fn games(folder: &Path) -> Vec<std::path::PathBuf> {
    let files = fs::read_dir(folder.join("furlong/games")).expect("a folder");
    files.map(|file| file.expect("a file").path()).collect()
}

/// Takes the first choice of each question. Enter also closes a sheet, and skips the steps of the others.
fn play_to_the_end(terminal: &mut Terminal) {
    terminal.wait_until(|terminal| {
        let is_over = terminal.screen().contains("r play again");
        if !is_over {
            terminal.send("1\r");
        }
        is_over
    });
}

fn assert_replays(folder: &Path, file: &Path) {
    printed(folder, &["replay", "--check", file.to_str().expect("a path in UTF-8")]);
}

/// Names the player of the second seat, and chooses its colour.
fn name_and_colour_seat_2(terminal: &mut Terminal) {
    terminal.type_until("\r", "Who plays seat 2?");
    terminal.type_until("6", "> the name");
    terminal.type_until("\r", "the name of the player in seat 2?");
    terminal.type_until("player 1\r", "two seats are called `player 1`");
    terminal.type_until("\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}Ada\r", "> Seat 2    Ada: beginner");
    terminal.type_until("\r", "Who plays seat 2?");
    terminal.type_until("7", "> the colour");
    terminal.type_until("\r", "Which colour for seat 2?");
    terminal.type_until("7\r", "> Seat 2    Ada: beginner, teal");
}

#[test]
fn a_game_is_chosen_from_the_menu_played_to_its_end_and_played_again() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &[], (24, 80));
    // A player with no saved games is offered a lesson first.
    terminal.until("> Learn");
    terminal.type_until("2", "> New game");
    terminal.type_until("\r", "Which game?");
    terminal.type_until("\r", "Who plays against you?");
    terminal.shows(&["> beginner", "club", "strong", "expert", "people", "choose", "q back"]);
    // Other bots are for those who measure, by `--bot`.
    terminal.hides(&["heuristic", "medium", "hard", "flat"]);
    // The edition, seats and names are asked of those who want to choose.
    terminal.type_until("6", "> choose");
    terminal.type_until("\r", "Set up a table");
    terminal.type_until("2", "> Edition");
    terminal.type_until("\r", "Which edition?");
    terminal.type_until("3", "> apprentice");
    terminal.type_until("\r", "> Edition   apprentice");
    terminal.type_until("6", "> Seat 2    bot 2: beginner");
    name_and_colour_seat_2(&mut terminal);
    terminal.type_until("1", "> Begin     1 person and 3 bots");
    terminal.type_until("\r", "Ada (beginner)");
    terminal.until("Saved after every move in");
    terminal.hides(&["Seed:"]);
    terminal.type_until("  ", "h hint");
    play_to_the_end(&mut terminal);
    // Two first places leave no second, so the others are looked for by name.
    terminal.shows(&[
        "1. ",
        "player 1 (you)",
        "Ada ",
        "bot 3 ",
        "bot 4 ",
        "a what decided it",
        "e page",
        "b replay",
    ]);
    // The log opens at its newest line.
    terminal.type_until("l", "any other key closes");
    terminal.type_until("x", "r play again");
    terminal.type_until("b", "Event 0 of ");
    // The way back from the replay leads to the end. A game that is over is not continued; its end is among the games.
    terminal.type_until("q", "r play again");
    terminal.type_until("q", "> New game");
    terminal.hides(&["Continue the last game"]);
    terminal.type_until("4\r\r", "> See the end");
    terminal.type_until("\r", "r play again");
    // Whoever plays again knows the game: no introduction has to be closed.
    terminal.type_until("r ", "h hint");
    // A game that was opened from the list leads back to it.
    terminal.type_until("qq", "Open a file");
    terminal.type_until("q", "Continue the last game");
    terminal.type_until("5\r", "Which game?");
    // Esc goes back to the first menu and never leaves it.
    terminal.type_until("\u{1b}", "Continue the last game");
    terminal.type_until("\u{1b}\u{1b}jk", "> My games");
    let files = games(folder.path());
    assert_eq!(files.len(), 2, "{files:?}");
    for file in files {
        assert_replays(folder.path(), &file);
    }
    terminal.leave();
}

#[test]
fn a_guided_game_is_learned_from_the_menu_with_the_board_in_view() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &[], (24, 80));
    terminal.until("> Learn");
    terminal.type_until("\r", "Which game?");
    terminal.type_until("2", "> Hare & Tortoise");
    terminal.type_until("\r", "> A guided first game");
    terminal.type_until("\r", ": a guided first game");
    terminal.type_until(" ", "Step 1 of ");
    terminal.until("Run to 5, a carrot square");
    terminal.type_until("5", ">-15");
    let screen = terminal.screen();
    assert!(screen.contains("63:C Home") && screen.contains("One square costs 1"), "{screen}");
    terminal.type_until("?", "5 squares cost 1 + 2 + 3 + 4 + 5 = 15 carrots");
    terminal.type_until("x", ">-15");
    terminal.type_until("1", ">-1 ");
    terminal.type_until("\r", "This step is about `to 5`");
    terminal.type_until("2", ">2  try again");
    terminal.type_until("\r", "Run to 5, a carrot square");
    terminal.type_until("5\r", "You have 50 left.");
    // An answer that no longer holds does not stay.
    terminal.type_until("h", "Choose `go on` or `try again`.");
    terminal.type_until("u", "Run to 5, a carrot square");
    terminal.until_gone("Choose `go on` or `try again`.");
    terminal.type_until("5\r", "You have 50 left.");
    terminal.type_until("\r", "Step 2 of ");
    terminal.type_until("qq", "> Learn");
    assert!(!folder.path().join("furlong/games").exists(), "a guided game is not saved");
    terminal.leave();
}

const GAME: [&str; 6] = ["play", "hare-tortoise", "--seed", "4", "--bot", "random"];

#[test]
fn a_screen_can_change_its_size_and_ctrl_c_leaves_a_saved_game() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &GAME, (24, 80));
    terminal.until("David Parlett");
    terminal.type_until("  ", "h hint");
    terminal.resize((40, 120));
    // A key that comes together with the signal of a new size may wait for the next key.
    let is_beside = |line: &str| line.find(" first.").is_some_and(|column| column > 80);
    terminal.line(is_beside);
    terminal.send("/");
    terminal.type_until("to 7", "> to 7_");
    terminal.type_until("\u{1b}", "h hint");
    let last = terminal.leave();
    assert!(last.contains("The game is saved in"), "{last}");
    assert_replays(folder.path(), &games(folder.path())[0]);
}

#[test]
fn a_signal_gives_the_terminal_back_and_a_kill_leaves_a_file_that_replays() {
    for (signal, code) in [("TERM", Some(143)), ("KILL", None)] {
        let folder = folder();
        let mut terminal = Terminal::start(folder.path(), &GAME, (24, 80));
        terminal.until("David Parlett");
        terminal.type_until("  ", "h hint");
        terminal.type_until("1\r", "Space: to your turn");
        let id = terminal.child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status().expect("kill");
        assert!(sent.success());
        let (status, is_restored, last) = terminal.end();
        assert_eq!(status.code(), code, "{last}");
        assert!(is_restored || signal == "KILL", "{last}");
        assert_replays(folder.path(), &games(folder.path())[0]);
    }
}

#[test]
fn pipes_plain_mode_and_dumb_or_tiny_terminals_get_lines() {
    let folder = folder();
    let plain = [&GAME[..], &["--plain"]].concat();
    let mut terminal = Terminal::start(folder.path(), &plain, (24, 80));
    terminal.until("Where do you run");
    assert!(!terminal.is_full_screen());
    terminal.send("q\r");
    assert!(terminal.end().0.success());
    let mut terminal = Terminal::start(folder.path(), &GAME, (12, 40));
    terminal.until("Where do you run");
    assert!(!terminal.is_full_screen());
    terminal.send("q\r");
    assert!(terminal.end().0.success());
    let mut terminal = Terminal::start(folder.path(), &[], (12, 40));
    terminal.until("the menu needs a terminal of 60 x");
    assert_eq!(terminal.end().0.code(), Some(2));
}

#[test]
fn a_saved_game_is_replayed_from_the_menu_and_played_on_from_a_moment_of_it() {
    let folder = folder();
    let path = "furlong/games/furlong-animal-race-4.json";
    fs::create_dir_all(folder.path().join("furlong/games")).expect("a folder");
    let bots = ["--watch", "--players", "2", "--bot", "random", "--plain"];
    let game = ["play", "animal-race", "--ruleset", "apprentice", "--seed", "4", "--save", path];
    printed(folder.path(), &[&game[..], &bots].concat());
    let mut terminal = Terminal::start(folder.path(), &[], (24, 80));
    terminal.until("My games");
    terminal.type_until("4", "> My games");
    terminal.type_until("\r", "Which game?");
    terminal.type_until("\r", "> See the end");
    terminal.type_until("2", "> Replay");
    terminal.type_until("\r", "Event 0 of ");
    terminal.type_until("\u{1b}[F", " wins with ");
    assert!(terminal.screen().contains("starting bets"), "{}", terminal.screen());
    terminal.type_until("\u{1b}[H", "Event 0 of ");
    terminal.type_until("\u{1b}[B", "next.");
    terminal.type_until("s", "as seen by bot 1");
    terminal.type_until("p", "Which seat do you take?");
    terminal.type_until("2", "> bot 2");
    terminal.type_until("\r", "Who plays the other seats?");
    terminal.type_until("\r", "Continued from event ");
    terminal.type_until("  ", "h hint");
    terminal.type_until("1\r", "Space: to your turn");
    // A game that was opened from the list leads back to it.
    terminal.type_until("qq", "Open a file");
    terminal.type_until("q", "Continue the last game");
    terminal.leave();
    let files = games(folder.path());
    assert_eq!(files.len(), 2, "the game that was played on is a game of its own: {files:?}");
    for file in &files {
        assert_replays(folder.path(), file);
    }
    let branch = files
        .iter()
        .map(|file| fs::read_to_string(file).expect("a record"))
        .filter(|json| json.contains("\"branch\""));
    let branch: Vec<String> = branch.collect();
    assert!(branch.len() == 1 && branch[0].contains("\"seed\":4"), "{branch:?}");
}

/// Saves a game of two bots as `game.json`, up to this event.
fn save_random_game(folder: &Path, last_event: &str) {
    let bots = ["--watch", "--players", "2", "--bot", "random", "--plain"];
    let game = ["play", "animal-race", "--seed", "4", "--save", "game.json", "--most-events", last_event];
    printed(folder, &[&game[..], &bots].concat());
}

#[test]
fn a_page_is_made_of_a_replayed_game() {
    let folder = folder();
    save_random_game(folder.path(), "2");
    let mut terminal = Terminal::start(folder.path(), &["replay", "game.json"], (24, 80));
    terminal.until("Event 0 of 2");
    terminal.type_until("e", "Wrote the page ");
    let page = fs::read_to_string(folder.path().join("furlong/games/game.html")).expect("the page");
    assert!(page.contains("Turning points"), "{page}");
    terminal.leave();
}

#[test]
fn lines_of_several_people_leave_no_hand_on_the_terminal() {
    for last_keys in ["\u{3}", "q\r"] {
        let folder = folder();
        let game = ["play", "animal-race", "--people", "1,2", "--seed", "4", "--plain"];
        let mut terminal = Terminal::start(folder.path(), &game, (30, 80));
        terminal.until("Press Enter when only player 1");
        terminal.type_until("\r", "Which card do you set aside");
        assert!(terminal.screen().contains("Your hand"), "{}", terminal.screen());
        terminal.send(last_keys);
        let (_, _, last) = terminal.end();
        assert!(last.contains("The game is saved in") && !last.contains("Your hand"), "{last}");
    }
}

/// The number of decisions of the first seat in the only saved game.
fn saved_decisions(folder: &Path) -> usize {
    let record = fs::read_to_string(&games(folder)[0]).expect("a record");
    let record: serde_json::Value = serde_json::from_str(&record).expect("JSON");
    let events = record["events"].as_array().expect("events");
    events.iter().filter(|event| event.get("action").is_some() && event["seat"] == 0).count()
}

#[test]
fn every_move_of_a_person_is_saved_before_the_next_one() {
    let folder = folder();
    let game = ["play", "animal-race", "--players", "2", "--people", "1,2", "--seed", "5"];
    let mut terminal = Terminal::start(folder.path(), &game, (24, 80));
    terminal.until("any other key closes");
    terminal.type_until("  ", "y: continue");
    terminal.type_until("y", "h hint");
    terminal.type_until("1\r", "It is player 2's turn.");
    terminal.until("y: continue");
    assert_eq!(saved_decisions(folder.path()), 1);
    terminal.leave();
}

#[test]
fn a_move_that_is_taken_back_is_taken_out_of_the_file() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &GAME, (24, 80));
    terminal.until("any other key closes");
    terminal.type_until("  ", "h hint");
    terminal.type_until("1\r", "Space: to your turn");
    terminal.until_gone("u undo");
    terminal.type_until(" ", "u undo");
    assert_eq!(saved_decisions(folder.path()), 1);
    terminal.type_until("u", "You took back your last move.");
    assert_eq!(saved_decisions(folder.path()), 0);
    terminal.leave();
}

#[test]
fn the_last_move_of_a_game_is_saved() {
    let folder = folder();
    let game = ["play", "animal-race", "--ruleset", "apprentice", "--players", "2", "--seed", "5"];
    let mut terminal = Terminal::start(folder.path(), &game, (24, 80));
    play_to_the_end(&mut terminal);
    let wins = terminal.line(|line| line.contains(" wins") || line.contains("share"));
    // The sentence on the own place is the screen's own.
    let wins = wins.split(" You are ").next().unwrap_or_default().to_owned();
    terminal.leave();
    let file = games(folder.path()).remove(0);
    let told = printed(folder.path(), &["replay", file.to_str().expect("a path in UTF-8")]);
    assert!(told.contains(&wins), "{wins} in:\n{told}");
}

#[test]
fn a_file_that_cannot_be_written_any_more_is_told_at_the_next_move() {
    let folder = folder();
    let kept = folder.path().join("kept");
    fs::create_dir(&kept).expect("a folder");
    let mut terminal =
        Terminal::start(folder.path(), &[&GAME[..], &["--save", "kept/game.json"]].concat(), (24, 80));
    terminal.until("any other key closes");
    terminal.type_until("  ", "h hint");
    fs::remove_dir_all(&kept).expect("it is removed");
    terminal.type_until("1\r", "any other key closes");
    terminal.shows(&["The game is no longer saved: cannot write kept/game.json"]);
    terminal.type_until("x", "Space: to your turn");
    terminal.send("\u{3}");
    let (status, is_restored, last) = terminal.end();
    assert!(status.code() == Some(1) && is_restored, "{status}\n{last}");
    assert!(last.contains("the game is saved only up to event"), "{last}");
}
