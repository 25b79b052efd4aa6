//! What strangers may send, what waits, and what is put back.

use furlong_tables::{Channel, Limits, ParsedCall};
use serde_json::{Value, json};

use crate::client::{Client, wanted};

/// A refusal repeats no megabytes, whatever was sent.
#[test]
fn what_is_refused_is_refused_in_few_words() {
    let long = "z".repeat(1_900_000);
    let sections = (0..25_000).map(|number| format!("[a{number}]")).collect::<Vec<_>>().join("\n");
    let players = json!([{}, {}]);
    let mut client = Client::new();
    let table = client.open(wanted("animal-race", &["Ada", "=random"])).table;
    let command = |command: Value| json!({ "at": { "table": table, "do": command } });
    for call in [
        json!({ long.clone(): 1 }),
        json!({ "check-ruleset": { "game": "gotham", "text": sections } }),
        json!({ "check-ruleset": { "game": long, "text": "" } }),
        json!({ "lesson": { "game": "gotham", "ruleset": { "name": long } } }),
        json!({ "open-table": { "game": "gotham", "players": players, "options": { long.clone(): "1" } } }),
        json!({ "open-table": { "game": "gotham", "players": [{}, { "bot": long }] } }),
        json!({ "open-table": { "game": "gotham", "players": players, "clock": long } }),
        json!({ "open-table": { "game": "hare-tortoise", "players": players, "post": { "title": long } } }),
        json!({ "open-record": { "json": long } }),
        json!({ "join": { "table": long, "token": "0" } }),
        command(json!({ "explain": long })),
        command(json!({ "hint": long })),
        command(json!({ "answer": { "request": { "words": long }, "events": 1 } })),
    ] {
        let refusal = client.call(1, call.clone()).expect_err("it is refused");
        assert!(refusal.len() < 20_000, "{} bytes: {}", refusal.len(), &refusal[..200]);
    }
}

/// A server reads calls and validates rulesets before they reach the tables.
#[test]
fn a_prepared_call_needs_no_reading_at_the_tables() {
    let mut client = Client::new();
    let (catalogue, limits) = (furlong::catalogue(), Limits::default());
    let read = |call: Value| ParsedCall::read(&json!({ "id": 7, "call": call }).to_string(), &limits);
    let opening = json!({ "open-table": wanted("gotham", &["Ada", "Bea"]) });
    for (call, is_known) in
        [(opening, true), (json!({ "check-ruleset": { "game": "gotham", "text": "[a]" } }), false)]
    {
        let asked = read(call);
        assert!(asked.needs_preparation() && asked.table().is_none());
        let asked = asked.prepared(&catalogue, &limits, || 5);
        assert!(!asked.needs_preparation());
        let sent = client.tables.answer(Channel(1), asked, 0.into()).sent;
        assert_eq!(sent[0].text.contains("\"opened\""), is_known, "{sent:?}");
        assert_eq!((sent[0].answers, sent[0].table.is_some()), (Some(7), is_known));
    }
    assert!(!read(json!({ "hello": { "version": 1 } })).needs_preparation());
}

#[test]
fn bots_pause_while_nobody_looks_at_their_table() {
    let mut client = Client::new();
    let opened = client.call(1, json!({ "open-table": wanted("animal-race", &["=random", "=random"]) }));
    let opened = opened.expect("a table")["opened"].clone();
    let (table, watch) =
        (opened["table"].as_str().expect("a name"), opened["watch"].as_str().expect("a link"));
    assert!(client.tables.work().is_none() && !client.tables.is_awake(table), "nobody has come");
    let events = client.join(1, table, watch).expect("a link")["events"].clone();
    let work = client.tables.work().expect("a bot is to move");
    assert!(work.is_of_bots());
    client.close(1);
    // What it was thinking about when the last one left is still played.
    let outcome = client.tables.finish(work.run(&furlong::bot::StopFlag::default()), client.now.into());
    assert_eq!(outcome.changed, [table]);
    assert!(client.tables.work().is_none() && !client.tables.is_awake(table), "nobody is there");
    assert!(client.join(2, table, watch).expect("a link")["events"].as_u64() > events.as_u64());
    assert!(client.tables.work().is_some_and(|work| work.is_of_bots()), "it goes on");

    let table = client.open(wanted("animal-race", &["Ada", "=random"]));
    client.close(1);
    let give_up = json!({ "give-up-seat": null });
    client.join(1, &table.table, table.token(0)).expect("a seat");
    while let Some(work) = client.tables.work() {
        assert!(!work.is_of_bots(), "somebody waits for it");
        client.tables.finish(work.run(&furlong::bot::StopFlag::default()), client.now.into());
    }
    client.command(1, &table.table, give_up).expect("a bot goes on");
    client.close(1);
    assert!(client.tables.work().is_none(), "bots alone, and nobody there");
}

#[test]
fn a_table_that_could_not_be_kept_is_as_it_was_for_everybody() {
    let mut client = Client::new();
    let table = client.open(wanted("hare-tortoise", &["Ada", "Bea"]));
    let kept = client.tables.saved(&table.table, client.now.into()).expect("a table");
    let views = [1, 2].map(|channel| {
        client.join(channel, &table.table, table.token(channel as usize - 1)).expect("a seat")
    });
    let asked = views.iter().position(|view| !view["question"].is_null()).expect("somebody is asked");
    let answer = json!({ "answer": { "request": { "number": 1 }, "events": views[asked]["events"] } });
    let call = json!({ "id": 9, "call": { "at": { "table": table.table, "do": answer } } }).to_string();
    let outcome = client.tables.call(Channel(asked as u64 + 1), &call, client.now.into());
    assert_eq!(outcome.changed, [table.table.as_str()]);
    let told: Vec<_> = outcome.sent.into_iter().filter_map(furlong_tables::Sent::unsaved).collect();
    let [refusal] = &told[..] else { panic!("the move is refused, and nobody else is told: {told:?}") };
    assert!(refusal.text.starts_with("{\"id\":9,\"refused\":\"The server cannot save"), "{refusal:?}");

    let shown = client.tables.roll_back(&table.table, Some(&kept), client.now.into()).sent;
    assert_eq!(shown.len(), 2, "both are still there: {shown:?}");
    for (sent, before) in shown.iter().zip(&views) {
        let message: Value = serde_json::from_str(&sent.text).expect("JSON");
        for field in ["events", "board", "question"] {
            assert_eq!(message["push"]["sight"][field], before[field], "{field}");
        }
    }
    assert_eq!(client.tables.saved(&table.table, client.now.into()), Some(kept));
    let again = client.tables.call(Channel(asked as u64 + 1), &call, client.now.into());
    assert!(again.sent[0].text.starts_with("{\"id\":9,\"reply\""), "the move can be made later: {again:?}");

    assert!(client.tables.roll_back(&table.table, None, client.now.into()).sent.is_empty());
    assert!(!client.tables.has(&table.table), "nothing was kept of it");
}
