//! Boards of saved games as pictures.

use std::fs;
use std::path::Path;

use crate::run::{folder, printed, refusal};

fn drawn(folder: &Path, arguments: &[&str]) -> String {
    printed(folder, arguments);
    fs::read_to_string(folder.join("board.svg")).expect("a picture")
}

#[test]
fn every_board_is_drawn_with_all_its_squares_and_runners() {
    let animals = ["hare", "tortoise", "wolf", "fox", "lamb"];
    let figures = ["A", "B", "C", "D"];
    let boards = [
        ("animal-race", 5 * 13, &animals[..]),
        ("hare-tortoise", 65, &figures[..]),
        ("gotham", 36, &figures[..]),
    ];
    for (game, squares, runners) in boards {
        let folder = folder();
        let watch =
            ["play", game, "--watch", "--plain", "--seed", "7", "--players", "4", "--save", "game.json"];
        printed(folder.path(), &watch);
        let end = drawn(folder.path(), &["draw", "game.json", "-o", "board.svg"]);
        assert!(end.starts_with("<svg") && end.trim_end().ends_with("</svg>"), "{end}");
        assert!(end.matches("<rect").count() >= squares, "{game}");
        let named = |runner: &&str| end.matches(&format!("data-name=\"{runner}\"")).count() == 1;
        assert!(runners.iter().all(named), "{game}: {end}");
        let start = drawn(folder.path(), &["draw", "game.json", "--at", "40", "-o", "board.svg", "--force"]);
        assert_ne!(start, end, "{game}");
    }
}

#[test]
fn a_picture_that_cannot_be_drawn_is_refused_in_one_sentence() {
    let folder = folder();
    let watch =
        ["play", "gotham", "--watch", "--plain", "--seed", "7", "--players", "2", "--save", "game.json"];
    printed(folder.path(), &watch);
    fs::write(folder.path().join("mine.svg"), "mine").expect("written");
    fs::write(folder.path().join("broken.json"), "{}").expect("written");
    let refused = |arguments: &[&str], code: i32, complaint: &str| {
        let message = refusal(folder.path(), arguments, code);
        assert!(message.contains(complaint), "{message}");
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
