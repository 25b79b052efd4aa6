//! Tables between pages, and after a pause.

use furlong_serve::Bounds;
use serde_json::{Value, json};

use crate::client::{Page, Running};

fn two() -> Value {
    json!({ "game": "gotham", "players": [{ "name": "Ada" }, { "name": "Bea" }], "watchers": true })
}

/// The index of the player who is asked.
fn asked(views: &[Value]) -> usize {
    views.iter().position(|view| !view["question"].is_null()).expect("somebody is asked")
}

/// The call that plays the first choice of a view.
fn first_choice(table: &str, view: &Value) -> Value {
    let answer = json!({ "answer": { "request": { "number": 1 }, "events": view["events"] } });
    json!({ "at": { "table": table, "do": answer } })
}

#[tokio::test]
async fn what_one_plays_the_other_is_shown() {
    let server = Running::start(None, Bounds::default()).await;
    let (mut ada, mut bea) = (Page::open(server.address).await, Page::open(server.address).await);
    let (table, tokens) = ada.open_table(two()).await;
    let views = [ada.join(&table, &tokens[0]).await, bea.join(&table, &tokens[1]).await];
    let asked = asked(&views);
    let (mover, other) = if asked == 0 { (&mut ada, &mut bea) } else { (&mut bea, &mut ada) };
    mover.call(first_choice(&table, &views[asked])).await.expect("a legal move");
    loop {
        let push = other.next().await.expect("a push");
        let seen = &push["push"]["sight"];
        assert_eq!(seen["to"], json!({ "player": 1 - asked }));
        if seen["events"].as_u64() > views[asked]["events"].as_u64() {
            break;
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn bots_move_by_themselves_and_a_game_of_bots_comes_to_its_end() {
    let server = Running::start(None, Bounds::default()).await;
    let mut page = Page::open(server.address).await;
    let bots = json!({ "game": "animal-race", "players": [{ "bot": "random" }, { "bot": "random" }] });
    let opened = page.call(json!({ "open-table": bots })).await.expect("a table");
    let (table, watch) = (&opened["opened"]["table"], &opened["opened"]["watch"]);
    let mut view = page.join(table.as_str().expect("a name"), watch.as_str().expect("a link")).await;
    while view["stage"] != "over" {
        view = page.next().await.expect("a push")["push"]["sight"].clone();
    }
    assert!(view["ending"].is_string());
    server.stop().await;
}

#[tokio::test]
async fn tables_go_on_after_the_server_was_ended_and_started_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(Some(folder.path()), Bounds::default()).await;
    let mut ada = Page::open(server.address).await;
    let mut wanted = two();
    wanted["clock"] = json!("72h/move");
    let (table, tokens) = ada.open_table(wanted).await;
    let mut bea = Page::open(server.address).await;
    let views = [ada.join(&table, &tokens[0]).await, bea.join(&table, &tokens[1]).await];
    let mover = [&mut ada, &mut bea].into_iter().nth(asked(&views)).expect("one of the two");
    mover.call(first_choice(&table, &views[asked(&views)])).await.expect("a legal move");
    ada.call(json!({ "at": { "table": table, "do": "undo" } })).await.expect("a proposal");
    let before = ada.join(&table, &tokens[0]).await;
    server.stop().await;
    assert!(ada.next().await.is_none(), "the connection has ended");

    let server = Running::start(Some(folder.path()), Bounds::default()).await;
    let mut ada = Page::open(server.address).await;
    let after = ada.join(&table, &tokens[0]).await;
    for field in ["events", "board", "hand", "question", "proposal", "places", "heading"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(before["proposal"]["what"], "undo");
    let wrong = json!({ "join": { "table": table, "token": "0" } });
    assert_eq!(ada.call(wrong).await, Err("This link is not valid at this table.".to_owned()));
    server.stop().await;
}
