//! Messages and gestures of the people at a table.

use furlong_tables::{Channel, Tables};
use serde_json::{Value, json};

use crate::client::{Client, Opened, own, wanted};

/// A table of two with a watcher on channel 9.
fn two() -> (Client, Opened) {
    let mut client = Client::new();
    let mut open = wanted("gotham", &["Ada", "Bo"]);
    open["watchers"] = json!(true);
    let table = client.open(open);
    let watch = table.watch.clone().expect("a link");
    client.join(9, &table.table, &watch).expect("a watcher");
    (client, table)
}

fn text(words: &str) -> Value {
    json!({ "say": { "text": words } })
}

/// The messages that a channel was pushed.
fn heard(client: &Client, channel: u64) -> Vec<Value> {
    let own = client.pushed.iter().filter(|(to, _)| *to == Channel(channel));
    own.filter_map(|(_, message)| message["push"].get("chat").cloned()).collect()
}

#[test]
fn messages_reach_everybody_and_change_nothing_in_the_game() {
    let (mut client, table) = two();
    let view = client.join(1, &table.table, &own(table.token(0))).expect("a seat");
    assert_eq!((&view["chat"], &view["may"]["write"]), (&json!([]), &json!(true)));
    let before = client.tables.saved(&table.table, client.now.into()).expect("a table");
    client.pushed.clear();
    client.changed.clear();
    client.command(1, &table.table, text("  <b>Hi</b> & bye ")).expect("a message");
    client.command(2, &table.table, json!({ "say": { "gesture": "well-played" } })).expect("a gesture");
    let said = [
        json!({ "number": 1, "seat": 0, "said": { "text": "<b>Hi</b> & bye" } }),
        json!({ "number": 2, "seat": 1, "said": { "gesture": "well-played" } }),
    ];
    for channel in [1, 2, 9] {
        assert_eq!(heard(&client, channel), said);
    }
    assert_eq!(client.pushed.len(), 6, "nobody is shown the table again");
    assert_eq!(client.changed, [table.table.clone(), table.table.clone()], "each message is saved");

    let watch = table.watch.as_deref().expect("a link");
    let seen = client.join(10, &table.table, watch).expect("a watcher");
    assert_eq!((&seen["chat"], &seen["may"]["write"]), (&json!(said), &json!(false)));
    assert_eq!(seen["events"], view["events"]);
    let log = client.command(1, &table.table, json!("log")).expect("the log").to_string();
    assert!(!log.contains("bye"), "{log}");
    let record = |saved: &str| serde_json::from_str::<Value>(saved).expect("JSON")["record"].clone();
    let after = client.tables.saved(&table.table, client.now.into()).expect("a table");
    assert_eq!(record(&before), record(&after));
}

#[test]
fn what_is_no_message_is_refused_and_watchers_only_read() {
    let (mut client, table) = two();
    let before = client.tables.saved(&table.table, client.now.into());
    let refused = client.command(9, &table.table, text("Hi")).expect_err("a watcher");
    assert_eq!(refused, "Only players can write messages.");
    let long = "ä".repeat(141);
    for words in ["", "  ", "two\nlines", "\u{202e}back", &long] {
        client.command(1, &table.table, text(words)).expect_err(words);
    }
    for said in [json!({ "gesture": "wave" }), json!({ "text": 7 }), json!("hello"), json!({})] {
        client.command(1, &table.table, json!({ "say": said })).expect_err("no message");
    }
    assert_eq!(client.tables.saved(&table.table, client.now.into()), before, "nothing has changed");
    client.command(1, &table.table, text(&long[2..])).expect("140 characters");
}

#[test]
fn a_seat_writes_five_messages_at_once_and_then_one_every_two_seconds() {
    let (mut client, table) = two();
    for _ in 0..5 {
        client.command(1, &table.table, text("Hi")).expect("a message");
    }
    for _ in 0..3 {
        let refused = client.command(1, &table.table, text("Hi")).expect_err("too many");
        assert_eq!(refused, "You are writing too fast. Wait a moment.");
    }
    client.command(2, &table.table, text("Hi")).expect("another seat has its own allowance");
    client.now += 1_999;
    client.command(1, &table.table, text("Hi")).expect_err("too early");
    client.now += 1;
    client.command(1, &table.table, text("Hi")).expect("one more");
    client.command(1, &table.table, text("Hi")).expect_err("and no other");
}

#[test]
fn the_latest_hundred_are_kept_with_the_table_and_old_tables_have_none() {
    let (mut client, table) = two();
    for number in 1..=103 {
        client.now += 2_000;
        client.command(1, &table.table, text(&format!("message {number}"))).expect("a message");
    }
    let saved = client.tables.saved(&table.table, client.now.into()).expect("a table");
    let mut old: Value = serde_json::from_str(&saved).expect("JSON");
    old.as_object_mut().expect("fields").remove("chat");
    for (saved, count) in [(saved, 100), (old.to_string(), 0)] {
        client.tables = Tables::new("a", furlong::catalogue(), [8; 32]);
        client.tables.restore(&saved, client.now.into()).expect("the same table");
        let view = client.join(2, &table.table, &own(table.token(1))).expect("a seat");
        let chat = view["chat"].as_array().expect("messages");
        assert_eq!((chat.len(), &view["may"]["write"]), (count, &json!(true)));
        if let Some(first) = chat.first() {
            assert_eq!(first["said"]["text"], "message 4");
        }
    }
}

#[test]
fn where_messages_are_switched_off_or_nobody_reads_them_nobody_writes() {
    let mut client = Client::new();
    let mut open = wanted("animal-race", &["Ada", "Bo"]);
    open["messages"] = json!(false);
    let off = client.open(open);
    let alone = client.open(wanted("animal-race", &["Ada", "=random"]));
    for table in [off, alone] {
        let view = client.join(1, &table.table, &own(table.token(0))).expect("a seat");
        assert_eq!((view.get("chat"), &view["may"]["write"]), (None, &json!(false)));
        let refused = client.command(1, &table.table, text("Hi")).expect_err("no messages");
        assert_eq!(refused, "This table has no messages.");
    }
}
