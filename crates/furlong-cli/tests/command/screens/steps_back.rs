//! One step back with Esc, other keys, and dialogs that are interrupted.

use std::fs;

use super::save_random_game;
use super::suspended::{send, wait_until_stopped};
use crate::pty::Terminal;
use crate::run::folder;

const GAME: [&str; 8] = ["play", "hare-tortoise", "--seed", "97", "--players", "4", "--bot", "random"];

#[test]
fn escape_closes_what_is_open_keeps_what_was_typed_and_then_asks_whether_to_leave() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &GAME, (24, 80));
    terminal.until("any other key closes");
    terminal.type_until("  ", "h hint");
    // From words that are typed, which are still there the next time.
    terminal.type_until("/to 7", "> to 7_");
    terminal.type_until("\u{1b}", "h hint");
    terminal.type_until("/", "> to 7_");
    terminal.type_until("\u{1b}", "h hint");
    // From what is read.
    terminal.type_until("?", "any other key closes");
    terminal.type_until("\u{1b}", "h hint");
    // From the game itself, whatever is chosen or answered.
    terminal.type_until("7", "> 7  to 7 ");
    terminal.type_until("w", "The log now shows the bots' reasons");
    terminal.type_until("\u{1b}", "Leave the game?");
    terminal.until("Esc, n: stay");
    // Stray keys neither answer nor play what was chosen before.
    terminal.type_until("7 u\u{1b}", "h hint");
    terminal.hides(&["Leave the game?", "The log now", "> 7  to 7 "]);
    terminal.type_until("\r", "Choose with the arrows or a number");
    // `q` asks the same.
    terminal.type_until("q", "Esc, n: stay");
    terminal.send("\r");
    let (status, is_restored, last) = terminal.end();
    assert!(status.success() && is_restored && last.contains("The game is saved in"), "{status}\n{last}");
}

#[test]
fn a_command_gets_another_key_which_the_bar_names_and_the_file_keeps() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &[], (24, 80));
    terminal.type_until("5", "> Settings");
    terminal.type_until("\r", "> Colours");
    terminal.type_until("3", "> Keys");
    terminal.type_until("\r", "Which command should get another key?");
    terminal.type_until("\r", "Press the new key: a hint.");
    terminal.type_until("x", "(default: h)");
    terminal.type_until("4\r", "Press the new key: the log.");
    terminal.type_until("x", "x is already the key for: a hint.");
    terminal.leave();
    let kept = fs::read_to_string(folder.path().join("furlong/settings.json")).expect("kept");
    let kept: serde_json::Value = serde_json::from_str(&kept).expect("JSON");
    assert_eq!(kept["keys"], serde_json::json!({ "x": "h" }));
    let mut terminal = Terminal::start(folder.path(), &GAME, (24, 80));
    terminal.until("any other key closes");
    terminal.type_until("  ", "x hint");
    terminal.type_until("x", "The bot `expert`");
    terminal.leave();
    // All as usual again.
    let mut terminal = Terminal::start(folder.path(), &[], (24, 80));
    terminal.until("Continue the last game");
    terminal.type_until("6\r", "> Colours");
    terminal.type_until("3\r", "(default: h)");
    terminal.type_until("\u{1b}[F", "> Reset all");
    terminal.send("\r");
    terminal.until_gone("(default: h)");
    terminal.type_until("\u{1b}[H", "> h");
    terminal.leave();
}

/// Changes the size, and suspends: the dialog is there again with these marks.
fn interrupt(terminal: &mut Terminal, marks: &[&str]) {
    terminal.shows(marks);
    for size in [(20, 60), (40, 120), (24, 80)] {
        terminal.resize(size);
        terminal.shows(marks);
    }
    terminal.send("\u{1a}");
    wait_until_stopped(terminal);
    terminal.wait_until(|terminal| !terminal.is_full_screen() && terminal.is_restored());
    terminal.hides(marks);
    send("CONT", terminal);
    terminal.shows(marks);
    assert!(terminal.is_full_screen());
}

#[test]
fn every_dialog_of_the_menu_outlasts_a_pause_and_other_sizes() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &[], (24, 80));
    // The keys that lead from one dialog to the next, and what it shows.
    let dialogs: [(&str, &[&str]); 12] = [
        ("", &["> Learn", "Leave"]),
        ("2\r", &["Which game?", "> The animal race"]),
        ("2\r", &["Who plays against you?", "> beginner"]),
        ("6\r", &["Set up a table", "> Begin"]),
        ("6\r", &["Who plays seat 2?", "> a person"]),
        ("6\rAda", &["What is the name of the player in seat 2?", "> Ada_"]),
        ("\r9\r", &["How long may people think?", "> no clock"]),
        ("3\r", &["What happens when time runs out?", "> lose"]),
        ("\rqqq5\r", &["Settings", "> Colours", "Keys"]),
        ("3\r\r", &["Press the new key: a hint."]),
        ("\u{1b}", &["Which command should get another key?", "> h"]),
        ("qq4\r\r", &["Which file? (its path)"]),
    ];
    for (keys, marks) in dialogs {
        terminal.send(keys);
        interrupt(&mut terminal, marks);
    }
    terminal.leave();
}

#[test]
fn a_key_that_arrives_together_with_another_size_is_heard() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &[], (24, 80));
    terminal.until("> Learn");
    // Down, and back.
    let keys = [("j", "> New game"), ("k", "> Learn")].into_iter().cycle();
    for (size, (key, mark)) in [(20, 60), (40, 120), (24, 80)].into_iter().cycle().zip(keys).take(60) {
        terminal.resize(size);
        terminal.send(key);
        terminal.shows(&[mark, "q leave"]);
    }
    // One key does not end the program.
    terminal.type_until("q", "Leave the program?");
    terminal.shows(&["> Learn", "Esc, n: stay"]);
    terminal.type_until("\u{1b}", "q leave");
    terminal.send("q\r");
    assert!(terminal.end().0.success());
}

#[test]
fn every_dialog_of_a_replay_outlasts_a_pause_and_other_sizes_and_takes_nothing_that_is_pasted() {
    let folder = folder();
    save_random_game(folder.path(), "30");
    let paste = |text: &str| format!("\u{1b}[200~{text}\u{1b}[201~");
    let mut terminal = Terminal::start(folder.path(), &["replay", "game.json"], (24, 80));
    let dialogs: [(&str, &[&str]); 4] = [
        ("", &["Event 0 of 30"]),
        ("?", &["any other key closes"]),
        ("xp", &["Which seat do you take?", "> bot 1"]),
        ("\r", &["Who plays the other seats?", "> the same players"]),
    ];
    for (keys, marks) in dialogs {
        terminal.send(keys);
        interrupt(&mut terminal, marks);
        // It would leave, or take the first choice.
        terminal.send(&paste("\rq\r"));
        terminal.resize((25, 80));
        terminal.shows(marks);
    }
    terminal.type_until("2", "> beginner");
    terminal.leave();
    // Between people nothing hidden is shown before one of them agrees.
    let record = fs::read_to_string(folder.path().join("game.json")).expect("a record");
    let of_people = record.replace("\"player\":\"random\"", "\"player\":\"person\"");
    assert!(of_people != record, "{record}");
    fs::write(folder.path().join("people.json"), of_people).expect("written");
    let mut terminal = Terminal::start(folder.path(), &["replay", "people.json"], (24, 80));
    interrupt(&mut terminal, &["This game is not over", "y: show"]);
    terminal.send(&paste("\r"));
    terminal.resize((25, 80));
    terminal.shows(&["This game is not over", "y: show"]);
    terminal.hides(&["Event 0 of 30"]);
    terminal.type_until("y", "Event 0 of 30");
    terminal.leave();
}

#[test]
fn text_that_is_pasted_into_a_menu_chooses_nothing_and_into_words_joins_them() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &[], (24, 80));
    terminal.until("> Learn");
    let paste = |text: &str| format!("\u{1b}[200~{text}\u{1b}[201~");
    terminal.type_until(&(paste("\rq2") + "4"), "> My games");
    terminal.type_until("\r", "> Open a file");
    terminal.type_until("\r", "Which file?");
    terminal.type_until(&("a ".to_owned() + &paste("b\rc")), "> a b c_");
    terminal.type_until("\r", "Not opened: cannot read a b c");
    terminal.leave();
}
