//! A copy of the tables that is made while people play.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::client::{Page, Spawned};

fn furlong_serve(command: &str, folder: &Path, file: &Path) -> Output {
    let mut process = Command::new(env!("CARGO_BIN_EXE_furlong-serve"));
    process.args([command, "--data"]).args([folder, file]).output().expect("the command runs")
}

/// Two people at a table on one server.
struct Game {
    pages: [Page; 2],
    table: String,
    tokens: Vec<String>,
}

impl Game {
    async fn views(&mut self) -> [Value; 2] {
        let [ada, bea] = &mut self.pages;
        [ada.join(&self.table, &self.tokens[0]).await, bea.join(&self.table, &self.tokens[1]).await]
    }

    /// Makes a move, and returns the number of events before it.
    async fn play(&mut self) -> u64 {
        let views = self.views().await;
        let events = views[0]["events"].as_u64().expect("a number");
        let asked = views.iter().position(|view| !view["question"].is_null()).expect("the game is not over");
        let answer = json!({ "answer": { "request": { "number": 1 }, "events": events } });
        let call = json!({ "at": { "table": self.table, "do": answer } });
        self.pages[asked].call(call).await.expect("a legal move");
        events
    }
}

#[tokio::test]
async fn a_backup_is_made_while_people_play_and_the_game_continues_from_it() {
    let (folder, elsewhere) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (file, restored) = (elsewhere.path().join("backup.sqlite"), elsewhere.path().join("restored"));
    let server = Spawned::start(folder.path());
    let mut pages = [Page::open(server.address).await, Page::open(server.address).await];
    let (table, tokens) = pages[0].open_table(json!({ "game": "hare-tortoise", "players": [{}, {}] })).await;
    let mut game = Game { pages, table, tokens };
    let before = game.play().await;

    let (live, to) = (folder.path().to_owned(), file.clone());
    let copying = tokio::task::spawn_blocking(move || furlong_serve("backup", &live, &to));
    while !copying.is_finished() {
        game.play().await;
    }
    let copied = copying.await.expect("no panic");
    assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
    let after = game.play().await;

    let refused = furlong_serve("restore", folder.path(), &file);
    let sentence = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && sentence.contains("is in use: stop the other server"), "{sentence}");
    server.kill();
    let refused = furlong_serve("restore", folder.path(), &file);
    let sentence = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && sentence.contains("exists: move it away"), "{sentence}");

    assert!(furlong_serve("restore", &restored, &file).status.success());
    let server = Spawned::start(&restored);
    game.pages = [Page::open(server.address).await, Page::open(server.address).await];
    let copied = game.play().await;
    assert!((before + 1..=after).contains(&copied), "{before} {copied} {after}");
    assert!(game.play().await > copied, "the game goes on");
    server.kill();
}
