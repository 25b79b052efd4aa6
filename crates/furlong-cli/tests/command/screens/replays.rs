//! Recorded games on the full screen: gone through by steps of all lengths, from other eyes, and analysed.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::pty::Terminal;
use crate::run::{folder, printed, run_typing, text};

const HARES: [&str; 6] = ["hare-tortoise", "--players", "3", "--bot", "heuristic", "--watch"];
const ANIMALS: [&str; 6] = ["animal-race", "--players", "3", "--bot", "heuristic", "--watch"];

/// The first two rounds of a race, whose analysis takes a second.
const BEGUN: [&str; 6] = ["animal-race", "--players", "2", "--watch", "--most-events", "12"];

/// Records a game, and shows its replay.
fn replay(folder: &Path, game: &[&str], size: (u16, u16)) -> Terminal {
    let arguments = [&["play"], game, &["--seed", "5", "--plain", "--save", "game.json"]].concat();
    printed(folder, &arguments);
    shown_again(folder, size)
}

fn shown_again(folder: &Path, size: (u16, u16)) -> Terminal {
    let mut terminal = Terminal::start(folder, &["replay", "game.json"], size);
    terminal.until("q leave");
    terminal
}

/// Types this, and waits until the replay is at this event.
#[track_caller]
fn goes_to(terminal: &mut Terminal, keys: &str, event: usize) {
    terminal.type_until(keys, &format!("Event {event} of "));
}

#[test]
fn a_recorded_game_is_gone_through_by_event_move_turn_and_round() {
    let folder = folder();
    let mut terminal = replay(folder.path(), &HARES, (24, 80));
    let record = fs::read_to_string(folder.path().join("game.json")).expect("a record");
    let record: Value = serde_json::from_str(&record).expect("JSON");
    let events = record["events"].as_array().expect("events");
    let decisions: Vec<usize> = (1..)
        .zip(events)
        .filter(|(_, event)| event.get("action").is_some())
        .map(|(number, _)| number)
        .collect();
    let last = events.len();
    terminal.shows(&["63:C Home", "Event 0 of ", "player  square", "p play on"]);

    let (left, right, up, down) = ("\u{1b}[D", "\u{1b}[C", "\u{1b}[A", "\u{1b}[B");
    goes_to(&mut terminal, right, 1);
    goes_to(&mut terminal, right, 2);
    goes_to(&mut terminal, left, 1);
    goes_to(&mut terminal, "\u{1b}[H", 0);
    for decision in &decisions[..3] {
        goes_to(&mut terminal, down, *decision);
    }
    goes_to(&mut terminal, up, decisions[1]);
    goes_to(&mut terminal, "\u{1b}[H", 0);
    terminal.type_until("\u{1b}[6~", "round 2, everything shown");
    let line = terminal.line(|line| line.starts_with("Event "));
    let event = line.split("Event ").nth(1).and_then(|rest| rest.split(' ').next());
    let round: usize = event.and_then(|event| event.parse().ok()).expect("the number of the event");
    goes_to(&mut terminal, "\u{1b}[5~", 0);
    // Three turns, each up to the next one.
    goes_to(&mut terminal, "ttt", round);
    goes_to(&mut terminal, "\u{1b}[F", last);
    terminal.shows(&[" wins.", "player  square"]);
    terminal.type_until("p", "go back to an earlier event");
    // There is nothing beyond: the way back shows that the keys were read.
    goes_to(&mut terminal, &format!("\u{1b}[6~t{right}{left}"), last - 1);
    goes_to(&mut terminal, "\u{1b}[H", 0);
    terminal.type_until("12", "Event 12: press Enter to go there.");
    goes_to(&mut terminal, "\r", 12);
    terminal.type_until("99999\r", &format!("there is no event 99999: the game has {last}."));
    terminal.shows(&["Event 12 of "]);
    terminal.type_until("p", "Which seat do you take?");
    terminal.type_until("q", "Event 12 of ");
    terminal.leave();
}

#[test]
fn a_replay_is_seen_from_any_seat() {
    let folder = folder();
    let mut terminal = replay(folder.path(), &ANIMALS, (24, 80));
    let first_card = |terminal: &mut Terminal| {
        terminal.type_until("\u{1b}[H", "Event 0 of ");
        terminal.type_until("\u{1b}[B", "aside");
        terminal.screen()
    };
    let all_open = first_card(&mut terminal);
    assert!(all_open.contains("Bot 1 sets a hare card aside"), "{all_open}");
    terminal.type_until("s", "as seen by bot 1");
    let own = first_card(&mut terminal);
    assert!(own.contains("You set a hare card aside"), "{own}");
    terminal.type_until("s", "as seen by bot 2");
    let of_another = first_card(&mut terminal);
    assert!(of_another.contains("Bot 1 sets a second bet aside"), "{of_another}");
    terminal.leave();
}

/// Records a game that these people leave at once.
fn unfinished(folder: &Path, people: &str, typed: &str) {
    let game =
        ["play", "animal-race", "--players", "3", "--people", people, "--seed", "5", "--bot", "random"];
    let output = run_typing(folder, &[&game[..], &["--save", "game.json"]].concat(), typed);
    assert!(folder.join("game.json").exists(), "{}", text(&output.stderr));
}

#[test]
fn an_unfinished_game_is_seen_from_other_eyes_only_after_a_notice() {
    let folder = folder();
    unfinished(folder.path(), "1", "1\nq\n");
    let mut terminal = shown_again(folder.path(), (24, 80));
    // From the eyes of its only person.
    terminal.until("as seen by player 1");
    terminal.type_until("\u{1b}[B", "You set a ");
    terminal.type_until("s", "This game is not over");
    terminal.type_until("\u{1b}", "as seen by player 1");
    terminal.type_until("s", "This game is not over");
    terminal.type_until("y", "as seen by bot 2");
    terminal.leave();
}

#[test]
fn an_unfinished_game_of_several_people_is_hidden_until_somebody_agrees() {
    let folder = folder();
    unfinished(folder.path(), "1,2", "\n1\n\nq\n");
    let mut terminal = shown_again(folder.path(), (24, 80));
    terminal.shows(&["This game is not over"]);
    terminal.hides(&["Event", "aside"]);
    terminal.type_until("y", "Event 0 of ");
    terminal.type_until("\u{1b}[B", "Player 1 sets a ");
    terminal.leave();
}

#[test]
fn an_analysed_replay_has_the_curves_and_goes_from_one_key_point_to_the_next() {
    let folder = folder();
    let mut terminal = replay(folder.path(), &BEGUN, (24, 80));
    terminal.type_until("n", "no turning points yet");
    terminal.type_until("a", "any other key closes");
    terminal.shows(&["Turning points"]);
    terminal.type_until("x", "p play on");
    terminal.send("n");
    let is_graded = |line: &str| line.contains(", mistake: ") || line.contains(", inaccuracy: ");
    let is_key_point = |line: &str| {
        line.starts_with("Turning point. Round ") || line.starts_with("Round ") && is_graded(line)
    };
    let first = terminal.line(is_key_point);
    let marks = terminal.line(|line| line.trim_start().starts_with(['^', 'o', '!']));
    assert!(marks.contains('^'), "{marks}");
    let curve = terminal.line(|line| line.starts_with("bot 1") && line.contains('%'));
    assert!(curve.ends_with(|digit: char| digit.is_ascii_digit()), "{curve}");
    terminal.send("n");
    terminal.line(|line| is_key_point(line) && line != first);
    terminal.send("N");
    terminal.line(|line| line == first);
    terminal.leave();
}

#[test]
fn a_replay_tells_the_reasons_of_the_seat_from_which_it_is_seen() {
    let folder = folder();
    let mut terminal = replay(folder.path(), &ANIMALS, (40, 120));
    terminal.type_until("w", "The log shows the bots' reasons");
    for _ in 0..4 {
        let before = terminal.screen();
        terminal.send("\u{1b}[B");
        terminal.wait_until(|terminal| terminal.screen() != before);
    }
    terminal.until("bot 1 to itself: ");
    terminal.type_until("s", "as seen by bot 1");
    terminal.type_until("s", "as seen by bot 2");
    // The log is drawn after the line that names the reader.
    terminal.until_gone("bot 1 to itself");
    terminal.hides(&["bot 3 to itself"]);
    terminal.shows(&["ets "]);
    terminal.leave();
}
