//! A full screen that is suspended, hung up, pasted into, or whose game cannot be saved.

use std::fs;
use std::process::Command;

use crate::pty::Terminal;
use crate::run::{finished, folder, start, text, wait_until};

const PLAY: [&str; 6] = ["play", "animal-race", "--seed", "4", "--players", "2"];

pub(super) fn send(signal: &str, terminal: &Terminal) {
    let process = terminal.child.id().to_string();
    assert!(Command::new("kill").args(["-s", signal, &process]).status().expect("kill").success());
}

/// The lines of the screen, on which a place that was never painted is as empty as one that was.
fn shown(terminal: &Terminal) -> Vec<String> {
    terminal.screen().lines().map(|line| line.trim_end().to_owned()).collect()
}

/// Waits until the process is stopped, whom nobody else can wake.
pub(super) fn wait_until_stopped(terminal: &Terminal) {
    let state = || {
        let process = terminal.child.id().to_string();
        let output = Command::new("ps").args(["-o", "state=", "-p", &process]).output().expect("ps");
        text(&output.stdout)
    };
    wait_until(|| format!("{} in:\n{}", state(), terminal.screen()), || state().trim().starts_with('T'));
}

#[test]
fn a_suspended_screen_gives_the_terminal_back_and_comes_back_whole() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &PLAY, (24, 80));
    terminal.until("Saved after every move in");
    terminal.type_until("  ", "h hint");
    for stop in ["\u{1a}", "TSTP", "STOP"] {
        let before = shown(&terminal);
        match stop {
            "\u{1a}" => terminal.send(stop),
            signal => send(signal, &terminal),
        }
        wait_until_stopped(&terminal);
        if stop != "STOP" {
            // What it has written may come in pieces; the last of it restores the terminal, or `next` fails.
            terminal.wait_until(|terminal| !terminal.is_full_screen() && terminal.is_restored());
        }
        send("CONT", &terminal);
        terminal.wait_until(|terminal| {
            shown(terminal) == before && terminal.is_full_screen() && !terminal.is_restored()
        });
    }
    // Keys are heard as before.
    terminal.type_until("l", "The game so far");
    terminal.leave();
}

#[test]
fn pasted_text_is_text_and_never_keys() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &PLAY, (24, 80));
    terminal.until("Saved after every move in");
    terminal.type_until("  ", "h hint");
    let paste = |text: &str| format!("\u{1b}[200~{text}\u{1b}[201~");
    // It would leave the game, and take the first choice. The log that is asked for afterwards shows neither.
    terminal.type_until(&(paste("\rq\r") + "l"), "The game so far");
    terminal.type_until("x", "h hint");
    terminal.type_until(&("/".to_owned() + &paste("no such\rmove")), "no such move");
    terminal.type_until("\r", "There is no card `no`");
    terminal.leave();
}

#[test]
fn a_terminal_that_hangs_up_ends_the_game_which_is_saved() {
    let folder = folder();
    let mut terminal = Terminal::start(folder.path(), &PLAY, (24, 80));
    terminal.until("Saved after every move in");
    send("HUP", &terminal);
    let (status, is_restored, _) = terminal.end();
    assert_eq!((status.code(), is_restored), (Some(129), true));
    assert_eq!(super::games(folder.path()).len(), 1);
    // The menu too leaves the terminal as it was.
    let mut terminal = Terminal::start(folder.path(), &[], (24, 80));
    terminal.until("New game");
    send("HUP", &terminal);
    let (status, is_restored, _) = terminal.end();
    assert_eq!((status.code(), is_restored), (Some(129), true));
}

#[test]
fn a_folder_of_games_that_cannot_be_written_does_not_stop_a_game() {
    let folder = folder();
    fs::write(folder.path().join("furlong"), "not a folder").expect("written");
    let mut terminal = Terminal::start(folder.path(), &PLAY, (24, 80));
    terminal.until("This game is not saved: cannot write");
    terminal.hides(&["Saved after every move"]);
    terminal.type_until("  ", "h hint");
    terminal.type_until("/save mine.json\r", "Saved in mine.json");
    terminal.type_until("x", "h hint");
    terminal.leave();
    assert!(folder.path().join("mine.json").exists());
    // A file that was asked for is another matter.
    let asked = [&PLAY[..], &["--plain", "--save", "furlong/mine.json"]].concat();
    let output = finished(start(folder.path(), &asked));
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("(--save FILE saves elsewhere)"), "{}", text(&output.stderr));
}
