//! Boards of saved games as pictures.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_furlong"));
    command.current_dir(folder).args(arguments).env("NO_COLOR", "1").output().expect("the command ends")
}

fn drawn(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(folder.join("board.svg")).expect("a picture")
}

#[test]
fn every_board_is_drawn_with_all_its_squares_and_runners() {
    for (game, squares, tokens) in [("animal-race", 5 * 13, 5), ("hare-tortoise", 65, 4), ("gotham", 36, 4)] {
        let folder = tempfile::tempdir().expect("a folder");
        let watch =
            ["play", game, "--watch", "--plain", "--seed", "7", "--players", "4", "--save", "game.json"];
        assert!(run(folder.path(), &watch).status.success());
        let end = drawn(folder.path(), &["draw", "game.json", "-o", "board.svg"]);
        assert!(end.starts_with("<svg") && end.trim_end().ends_with("</svg>"), "{end}");
        assert_eq!(end.matches("<rect").count(), squares, "{game}");
        assert_eq!(end.matches("<circle").count(), tokens, "{game}");
        let start = drawn(folder.path(), &["draw", "game.json", "--at", "40", "-o", "board.svg", "--force"]);
        assert_ne!(start, end, "{game}");
    }
}

#[test]
fn a_picture_that_cannot_be_drawn_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let watch =
        ["play", "gotham", "--watch", "--plain", "--seed", "7", "--players", "2", "--save", "game.json"];
    assert!(run(folder.path(), &watch).status.success());
    fs::write(folder.path().join("mine.svg"), "mine").expect("written");
    fs::write(folder.path().join("broken.json"), "{}").expect("written");
    let refused = |arguments: &[&str], code: i32, complaint: &str| {
        let output = run(folder.path(), arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{message}");
        assert!(message.contains(complaint) && message.lines().count() == 1, "{message}");
    };
    refused(&["draw", "game.json", "--at", "9999", "-o", "x.svg"], 2, "there is no event 9999: the game has");
    refused(&["draw", "game.json", "--seat", "3", "-o", "x.svg"], 2, "seat 3");
    refused(&["draw", "game.json", "-o", "mine.svg"], 1, "mine.svg already exists (--force overwrites it)");
    refused(&["draw", "game.json", "-o", "none/x.svg"], 1, "none/x.svg");
    refused(&["draw", "broken.json", "-o", "x.svg"], 1, "broken.json: not a game record");
    refused(&["draw", "missing.json", "-o", "x.svg"], 1, "cannot read missing.json");
    assert_eq!(fs::read_to_string(folder.path().join("mine.svg")).expect("still there"), "mine");
    assert!(!folder.path().join("x.svg").exists());
}
