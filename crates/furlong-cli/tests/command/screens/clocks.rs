//! Games by the clock at a terminal: what runs out, what follows, and what is refused.

use crate::pty::Terminal;
use crate::run::{folder, printed, refusal};

const GAME: [&str; 8] = ["play", "animal-race", "--seed", "4", "--players", "2", "--clock", "1s"];

#[test]
fn a_clock_stands_still_until_the_introduction_is_read_and_then_the_game_is_lost() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &GAME, (24, 80));
    terminal.shows(&["Time limit: 1s;", "any other key closes"]);
    terminal.type_until(" ", "Your time is up.");
    terminal.type_until(" ", "You run out of time and lose. Bot 2 wins. You are 2nd of 2.");
    terminal.shows(&["1. bot 2", "2. player 1 (you)", "r play again"]);
    // Another game begins at once, with a full clock.
    terminal.type_until("r", "0:01");
    terminal.until("Your time is up.");
    terminal.leave();
    let listed = printed(folder.path(), &["games"]);
    assert!(listed.contains("lost on time, against beginner"), "{listed}");
}

#[test]
fn a_bot_goes_on_in_the_seat_of_a_person_whose_time_is_up() {
    let folder = folder();
    let arguments = [&GAME[..], &["--flag", "bot:random", "--bot", "random"]].concat();
    let mut terminal = Terminal::start(folder.path(), &arguments, (24, 80));
    terminal.until("any other key closes");
    terminal.type_until(" ", "Your time is up: `random` plays on.");
    terminal.type_until(" ", "Space: to the end at once");
    terminal.type_until(" ", "r play again");
    terminal.leave();
}

#[test]
fn what_is_no_time_to_think_is_refused_in_one_sentence() {
    let folder = folder();
    for (arguments, problem) in [
        (&["--clock", "5x"][..], "`5x` is not a time limit: write 10m, 10m+5s or 30s/move"),
        (&["--clock", "5m", "--flag", "win"], "`win` is not a choice for when time runs out"),
        (&["--clock", "5m", "--flag", "bot:nobody"], "nobody"),
        (&["--flag", "lose"], "--clock"),
        (&["--clock", "5m", "--watch"], "--watch"),
    ] {
        let message = refusal(folder.path(), &[&["play", "gotham"], arguments].concat(), 2);
        assert!(message.contains(problem), "{problem} in: {message}");
    }
}
