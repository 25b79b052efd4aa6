//! Guided first games on the full screen: left, resumed at their step, and followed by a whole game.

use crate::pty::Terminal;
use crate::run::folder;

const LEARN: [&str; 2] = ["learn", "hare-tortoise"];

#[test]
fn a_lesson_goes_on_at_the_step_at_which_it_was_left_or_from_the_first() {
    let folder = folder();
    let begin = || Terminal::start(folder.path(), &LEARN, (24, 80));
    let leave = |mut terminal: Terminal| {
        terminal.send("qy");
        let (status, is_restored, last) = terminal.end();
        assert!(status.success() && is_restored, "{status}\n{last}");
    };
    let mut terminal = begin();
    terminal.until("any other key closes");
    terminal.type_until(" ", "Step 1 of ");
    // The cursor stands on what is asked for, and then on the next step.
    terminal.type_until("\r", "What next?");
    terminal.type_until("\r", "Step 2 of ");
    terminal.until("q leave");
    leave(terminal);
    for (keys, step) in [("\r", "Step 2 of "), ("2\r", "Step 1 of ")] {
        let mut terminal = begin();
        terminal.shows(&["You left it before its end.", "> Continue at step 2", "From the first step"]);
        terminal.until("q back");
        terminal.type_until(keys, "any other key closes");
        terminal.type_until(" ", step);
        terminal.until("q leave");
        if step == "Step 2 of " {
            leave(terminal);
        } else {
            terminal.leave();
        }
    }
}

#[test]
fn the_last_lesson_leads_to_a_first_game_against_beginners() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &LEARN, (24, 80));
    // Enter closes what is read, does what is asked for and goes on; at last it begins a game, which is saved.
    while !folder.path().join("furlong/games").exists() {
        let before = terminal.screen();
        terminal.send("\r");
        terminal.wait_until(|terminal| terminal.screen() != before);
    }
    terminal.until("Hare & Tortoise, ");
    let last = terminal.leave();
    assert!(
        last.contains("The game is saved in") && last.contains("furlong play hare-tortoise --resume"),
        "{last}"
    );
    let json = std::fs::read_to_string(&super::games(folder.path())[0]).expect("a record");
    assert!(json.contains("\"beginner\""), "{json}");
    // The lessons are done, and begin anew.
    let mut terminal = Terminal::start(folder.path(), &LEARN, (24, 80));
    terminal.until("any other key closes");
    terminal.hides(&["You left it"]);
    terminal.leave();
}
