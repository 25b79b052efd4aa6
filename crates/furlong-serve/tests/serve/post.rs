//! Games by post over the network, and after a server that was killed.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::client::{Page, Spawned};

async fn command(page: &mut Page, table: &str, command: Value) -> Result<Value, String> {
    page.call(json!({ "at": { "table": table, "do": { "post": command } } })).await
}

#[tokio::test]
async fn what_was_sent_and_drafted_survives_a_kill_and_a_deadline_that_passed_meanwhile_is_carried_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Spawned::start(folder.path());
    let mut ada = Page::open(server.address).await;
    let players = json!([{ "name": "Ada" }, { "name": "Bo" }, { "bot": "postal" }]);
    let wanted = json!({ "game": "hare-tortoise", "players": players, "post": { "hours": 72 } });
    let opened = ada.call(json!({ "open-table": wanted })).await.expect("a game by post")["opened"].clone();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let (table, master) = (text(&opened["table"]), text(&opened["master"]));
    let tokens: Vec<String> = opened["tokens"].as_array().expect("a list").iter().take(2).map(text).collect();
    ada.join(&table, &tokens[0]).await;
    let orders = "player A\nround 1\nfirst: to 5";
    command(&mut ada, &table, json!({ "send": orders })).await.expect("no fault");
    let mut bo = Page::open(server.address).await;
    bo.join(&table, &tokens[1]).await;
    command(&mut bo, &table, json!({ "draft": "player B\nround" })).await.expect("it is kept");
    server.kill();

    let server = Spawned::start(folder.path());
    let mut ada = Page::open(server.address).await;
    assert_eq!(ada.join(&table, &tokens[0]).await["post"]["desk"]["sent"], orders);
    let mut bo = Page::open(server.address).await;
    assert_eq!(bo.join(&table, &tokens[1]).await["post"]["desk"]["sheet"], "player B\nround");
    let mut master_page = Page::open(server.address).await;
    master_page.join(&table, &master).await;
    // A busy machine may take so long that a moment close ahead has passed.
    let mut ahead = 250;
    loop {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a clock").as_millis() as u64;
        match command(&mut master_page, &table, json!({ "deadline": now + ahead })).await {
            Ok(_) => break,
            Err(sentence) => assert!(sentence.contains("has passed") && ahead < 20_000, "{sentence}"),
        }
        ahead *= 10;
    }
    server.kill();

    let server = Spawned::start(folder.path());
    let mut bo = Page::open(server.address).await;
    let mut view = bo.join(&table, &tokens[1]).await;
    while view["post"]["round"] == 1 {
        view = bo.next().await.expect("a push")["push"]["sight"].clone();
    }
    assert_eq!(view["post"]["round"], 2);
    let report = view["post"]["report"].to_string();
    assert!(report.contains("Ada (A): in") && report.contains("Bo (B): MISSING"), "{report}");
    assert_eq!(view["post"]["desk"]["sheet"], "player B\nround", "the draft is not lost");
    server.kill();
}
