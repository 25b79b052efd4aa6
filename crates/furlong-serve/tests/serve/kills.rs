//! A server that is ended at any moment has lost no move that it has acknowledged.

use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Page, Spawned};

/// The kills in this run: `KILLS`, or a few.
fn kills() -> u64 {
    std::env::var("KILLS").map_or(4, |text| text.parse().expect("a number"))
}

/// The present views of both players.
async fn views(pages: &mut [Page; 2], table: &str, tokens: &[String]) -> [Value; 2] {
    let [ada, bea] = pages;
    [ada.join(table, &tokens[0]).await, bea.join(table, &tokens[1]).await]
}

#[tokio::test]
async fn no_acknowledged_move_is_lost_by_a_kill() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut rounds: u64 = 0;
    let mut open: Option<(String, Vec<String>)> = None;
    // The moves that were acknowledged, and the last number of events that a page was told.
    let (mut acknowledged, mut told): (Vec<Value>, u64) = (Vec::new(), 0);
    while rounds < kills() {
        let server = Spawned::start(folder.path());
        let mut pages = [Page::open(server.address).await, Page::open(server.address).await];
        let (table, tokens) = if let Some(known) = open.take() {
            known
        } else {
            (acknowledged, told) = (Vec::new(), 0);
            let players = json!([{ "name": "Ada" }, { "name": "Bea" }]);
            pages[0].open_table(json!({ "game": "hare-tortoise", "players": players })).await
        };
        let mut seen = views(&mut pages, &table, &tokens).await;
        let events = seen[0]["events"].as_u64().expect("a number");
        assert!(events >= told, "{events} events after a kill, and a page was told of {told}");
        // Another number of moves in each round, and then one whose answer nobody waits for.
        for step in 0..=rounds * 7 % 5 {
            let Some(asked) = seen.iter().position(|view| !view["question"].is_null()) else { break };
            let choices = seen[asked]["question"]["choices"].as_array().expect("choices");
            let choice = &choices[(rounds + step) as usize % choices.len()];
            let number = 1 + (rounds + step) as usize % choices.len();
            let answer =
                json!({ "answer": { "request": { "number": number }, "events": seen[asked]["events"] } });
            let call = json!({ "at": { "table": table, "do": answer } });
            if step == rounds * 7 % 5 {
                pages[asked].ask(&call).await;
                break;
            }
            pages[asked].call(call.clone()).await.expect("a legal move");
            acknowledged.push(json!({ "seat": asked, "action": choice["action"] }));
            seen = views(&mut pages, &table, &tokens).await;
            told = seen[0]["events"].as_u64().expect("a number");
        }
        server.kill();
        rounds += 1;
        if seen[0]["stage"] == "over" {
            let server = Spawned::start(folder.path());
            check(&server, &table, &tokens[0], &acknowledged).await;
            server.kill();
        } else {
            open = Some((table, tokens));
        }
    }
    if let Some((table, tokens)) = open {
        finish(folder.path(), &table, &tokens, &acknowledged).await;
    }
}

/// Lets bots play the rest without kills, so that the record can be had, and checks it.
async fn finish(folder: &Path, table: &str, tokens: &[String], acknowledged: &[Value]) {
    let server = Spawned::start(folder);
    let mut page = Page::open(server.address).await;
    let mut other = Page::open(server.address).await;
    page.join(table, &tokens[0]).await;
    other.join(table, &tokens[1]).await;
    for page in [&mut page, &mut other] {
        let give_up = json!({ "at": { "table": table, "do": { "give-up-seat": null } } });
        page.call(give_up).await.expect("a bot goes on");
    }
    while page.join(table, &tokens[0]).await["stage"] != "over" {
        _ = page.next().await;
    }
    check(&server, table, &tokens[0], acknowledged).await;
    server.kill();
}

/// The record holds all moves that were acknowledged, in their order.
async fn check(server: &Spawned, table: &str, token: &str, acknowledged: &[Value]) {
    let mut page = Page::open(server.address).await;
    page.join(table, token).await;
    let record = page.call(json!({ "at": { "table": table, "do": "record" } })).await.expect("it is over");
    let record: Value = serde_json::from_str(record["record"].as_str().expect("a text")).expect("JSON");
    let mut events = record["events"].as_array().expect("events").iter();
    for (number, played) in acknowledged.iter().enumerate() {
        assert!(events.any(|event| event == played), "move {number} is lost: {played}");
    }
}
