//! Choices on the full screen: made by keys, words and the mouse, marked and explained, and taken back.

use std::path::Path;

use crate::pty::Terminal;
use crate::run::{folder, printed, refusal};

/// A game of one person against three bots, at its first choice.
fn first_choice(folder: &Path, game: &str, size: (u16, u16)) -> Terminal {
    let arguments = ["play", game, "--seed", "97", "--players", "4", "--bot", "random"];
    let mut terminal = Terminal::start(folder, &arguments, size);
    terminal.until("any other key closes");
    // The first closes the introduction, the second skips the steps of the others.
    terminal.type_until("  ", "h hint");
    terminal
}

#[test]
fn every_board_and_all_choices_are_in_view_on_a_small_terminal() {
    let folder = folder();
    let mut terminal = first_choice(folder.path(), "hare-tortoise", (24, 80));
    terminal.shows(&["Start", "63:C Home", "> A You             65 carrots", "Where do you run"]);
    terminal.shows(&["10  to 10 - 55 carrots, lettuce", "h hint"]);
    terminal.leave();
    let mut terminal = first_choice(folder.path(), "animal-race", (24, 80));
    terminal.shows(&["hare        H", "Your hand  ", "second bet?", " 1  hare", " 5  lamb", "q leave"]);
    terminal.leave();
    let mut terminal = first_choice(folder.path(), "gotham", (24, 80));
    terminal.shows(&["0S    1     2", "30    29he", "1st  B (bot 2)", "Your hand", " 1  draw 1", "draw 4"]);
    terminal.hides(&["do not fit"]);
    terminal.leave();
}

#[test]
fn a_wide_screen_has_the_log_beside_the_table_and_a_small_one_has_what_matters() {
    let folder = folder();
    let mut terminal = first_choice(folder.path(), "hare-tortoise", (40, 120));
    let line = terminal.line(|line| line.contains("You move first."));
    assert!(line.find("You move first.") > Some(80), "{line}");
    // Nothing is so small or so large that it cannot be drawn.
    for size in [(1, 1), (3, 20), (8, 10), (100, 300)] {
        terminal.resize(size);
    }
    terminal.resize((20, 60));
    terminal.until("  1  to 1");
    terminal.type_until("1", "> 1  to 1");
    terminal.shows(&[">-1   -3   -6", "65c 3l", "Where do you run"]);
    terminal.hides(&["do not fit"]);
    terminal.type_until("v", "any other key closes");
    terminal.type_until("\u{1b}[F", "Bot 4");
    terminal.leave();
}

#[test]
fn a_choice_is_made_by_arrows_digits_words_and_mouse() {
    let folder = folder();
    let mut terminal = first_choice(folder.path(), "hare-tortoise", (24, 80));
    // The first arrow marks the first choice.
    terminal.type_until("\r", "Choose with the arrows or a number");
    terminal.type_until("\u{1b}[B", "> 1  to 1 ");
    terminal.type_until("\u{1b}[B", "> 2  to 2 ");
    terminal.type_until("\u{1b}[C", "> 7  to 7 ");
    terminal.type_until("1", "> 1  to 1 ");
    terminal.type_until("0", ">10  to 10 ");
    terminal.type_until("9", "> 9  to 9 ");
    // There is no choice 93.
    terminal.type_until("3", "> 3  to 3 ");
    decided(&mut terminal, "\r", "You move from Start to 3");

    terminal.type_until("/TO 2", "> TO 2_");
    decided(&mut terminal, "\r", "You move from Start to 2");
    terminal.type_until("\tTO", "> TO_");
    // The first choice that begins so.
    terminal.type_until("\t", "> to 1_");
    terminal.type_until("\u{1b}", "h hint");

    terminal.click(" 8  to 8");
    terminal.until("> 8  to 8 ");
    // A second click decides.
    terminal.click(" 8  to 8");
    terminal.until("You move from Start to 8");
    terminal.leave();
}

/// Decides by these keys, lets the others go on, and takes the move back.
fn decided(terminal: &mut Terminal, keys: &str, news: &str) {
    terminal.type_until(keys, "Space: to your turn");
    terminal.shows(&[news]);
    terminal.until_gone("u undo");
    terminal.type_until(" ", "u undo");
    terminal.type_until("u", "You took back your last move.");
    terminal.shows(&["on Start, 1st", "Where do you run"]);
}

#[test]
fn the_choice_under_the_cursor_is_marked_on_the_board_and_explained() {
    let folder = folder();
    let mut terminal = first_choice(folder.path(), "hare-tortoise", (24, 80));
    terminal.type_until("1", ">-1   -3   -6");
    terminal.type_until("5", " -10 >-15  -21");
    terminal.type_until("?", "5 squares cost 1 + 2 + 3 + 4 + 5 = 15 carrots");
    terminal.leave();
    let mut terminal = first_choice(folder.path(), "animal-race", (24, 80));
    terminal.type_until("1\r", "aside as the second bet");
    terminal.type_until(" ", "Which cards do you place?");
    terminal.type_until("1", ">1  ");
    terminal.shows(&["with your choice 1 of 8 cards"]);
    terminal.leave();
    let mut terminal = first_choice(folder.path(), "gotham", (24, 80));
    terminal.type_until("1\r", "Which card do you place");
    terminal.type_until("1", ">1  ");
    let screen = terminal.screen();
    let is_explained =
        ["Your card, certain:", "Your card, if nothing changes first:"].iter().any(|it| screen.contains(it));
    assert!(is_explained, "{screen}");
    terminal.type_until("/? sign\r", "Five animals sit along the track");
    terminal.leave();
}

#[test]
fn words_that_are_no_move_get_a_sentence_and_keys_without_a_meaning_do_nothing() {
    let folder = folder();
    let mut terminal = first_choice(folder.path(), "animal-race", (24, 80));
    let before = terminal.screen();
    // The keys that follow show that these have been read.
    terminal.type_until("\u{1b}[15~0\u{1b}[B", ">1  ");
    terminal.type_until("\u{1b}", "Leave the game?");
    terminal.type_until("\u{1b}", "h hint");
    assert_eq!(terminal.screen(), before, "nothing is chosen any more");
    // A letter without a meaning begins a word.
    terminal.type_until("z", "> z_");
    terminal.type_until("\u{7f}\u{7f}", "h hint");
    terminal.type_until("scores\r", "any other key closes");
    terminal.type_until("\u{1b}", "second bet?");
    terminal.type_until("/hlep\r", "Did you mean `help`?");
    let last = terminal.leave();
    assert!(last.contains("The game is saved in"), "{last}");
}

#[test]
fn hint_help_and_undo_are_read_on_a_sheet_that_any_key_closes() {
    let folder = folder();
    let mut terminal = first_choice(folder.path(), "animal-race", (24, 80));
    terminal.type_until("h", "The bot `expert`");
    terminal.type_until("x", "second bet?");
    terminal.type_until("?", "any other key closes");
    terminal.shows(&["The rules in brief"]);
    terminal.hides(&["leave the game"]);
    terminal.type_until("\u{1b}[6~", "Your turn");
    terminal.until_gone("Under the cursor");
    terminal.type_until("\u{1b}[F", "leave the game");
    terminal.type_until("x", "second bet?");
    terminal.type_until("1\r", "aside as the second bet");
    terminal.type_until(" ", "Which cards do you place?");
    terminal.type_until("u", "You took back your last move.");
    terminal.shows(&["second bet?"]);
    // It did not happen.
    terminal.hides(&["aside as the second bet"]);
    terminal.leave();
}

#[test]
fn people_take_the_seat_before_they_see_anything() {
    let folder = folder();
    let game = ["play", "animal-race", "--players", "2", "--people", "1,2", "--seed", "5"];
    let mut terminal = Terminal::start(folder.path(), &game, (24, 80));
    terminal.until("any other key closes");
    terminal.type_until("  ", "y: continue");
    terminal.shows(&["It is player 1's turn."]);
    terminal.hides(&["Your hand"]);
    // Nothing can be read yet: the log would be a sheet over the hand.
    terminal.type_until("l\ry", "Your hand");
    terminal.until("h hint");
    terminal.type_until("1\r", "y: continue");
    terminal.shows(&["It is player 2's turn."]);
    terminal.hides(&["Your", "You "]);
    terminal.leave();
}

#[test]
fn bots_give_their_reasons_in_the_log_and_never_hidden_ones_in_play() {
    let folder = folder();
    let reasoned = |game: &str| {
        let arguments = ["play", game, "--seed", "5", "--players", "4"];
        let mut terminal = Terminal::start(folder.path(), &arguments, (40, 120));
        terminal.until("any other key closes");
        terminal.type_until("  ", "h hint");
        terminal.type_until("w", "The log now shows the bots' reasons");
        // Two turns of its own, and so at least one of every bot.
        for _ in 0..2 {
            terminal.type_until("1\r", "Space: to your turn");
            terminal.until_gone("h hint");
            terminal.type_until(" ", "h hint");
        }
        terminal
    };
    let mut open = reasoned("hare-tortoise");
    open.shows(&["to itself: "]);
    open.leave();
    let mut hidden = reasoned("animal-race");
    hidden.hides(&["to itself: "]);
    hidden.type_until("l", "any other key closes");
    hidden.hides(&["to itself: "]);
    hidden.leave();
}

#[test]
fn a_player_has_the_chosen_colour_in_the_record_and_on_the_board_and_no_other_has_it() {
    let folder = folder();
    let colours = ["--colours", "1=pink,3=blue"];
    let game = ["play", "hare-tortoise", "--seed", "97", "--players", "4", "--bot", "random"];
    let mut terminal = Terminal::start(folder.path(), &[&game[..], &colours].concat(), (24, 80));
    terminal.until("any other key closes");
    terminal.type_until("  ", "h hint");
    terminal.leave();
    let file = super::games(folder.path()).remove(0);
    let json = std::fs::read_to_string(&file).expect("a record");
    assert!(json.contains("\"colour\":\"pink\"") && json.contains("\"colour\":\"blue\""), "{json}");
    let file = file.to_str().expect("a path");
    printed(folder.path(), &["draw", file, "--out", "board.svg"]);
    let picture = std::fs::read_to_string(folder.path().join("board.svg")).expect("drawn");
    // The tokens of pink and blue, and of those that nobody chose: the second and the fourth keep theirs.
    for token in ["token t7", "token t0", "token t1", "token t3"] {
        assert_eq!(picture.matches(token).count(), 1, "{token} in:\n{picture}");
    }
    for (colours, problem) in [
        ("1=pink,2=pink", "player 1 is already pink"),
        ("1=pink,1=red", "seat 1 has two colours"),
        ("1=white", "there is no colour `white`"),
        ("9=red", "9"),
        ("red", "2=red"),
    ] {
        let message = refusal(folder.path(), &[&game[..], &["--colours", colours]].concat(), 2);
        assert!(message.contains(problem), "{problem} in: {message}");
    }
}
