//! What strangers may send, what waits, and what is put back.

use furlong_room::{Asked, Channel, Limits};
use serde_json::{Value, json};

use crate::talk::{Talk, wanted};

/// A refusal repeats no megabytes, whatever was sent.
#[test]
fn what_is_refused_is_refused_in_few_words() {
    let long = "z".repeat(1_900_000);
    let sections = (0..25_000).map(|number| format!("[a{number}]")).collect::<Vec<_>>().join("\n");
    let players = json!([{}, {}]);
    let mut talk = Talk::new();
    let table = talk.open(wanted("animal-race", &["Ada", "=random"])).table;
    let deed = |deed: Value| json!({ "at": { "table": table, "do": deed } });
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
        deed(json!({ "explain": long })),
        deed(json!({ "hint": long })),
        deed(json!({ "answer": { "request": { "words": long }, "events": 1 } })),
    ] {
        let refusal = talk.call(1, call.clone()).expect_err("it is refused");
        assert!(refusal.len() < 20_000, "{} bytes: {}", refusal.len(), &refusal[..200]);
    }
}

/// A server reads calls and validates rulesets before they reach the tables.
#[test]
fn a_prepared_call_needs_no_reading_at_the_tables() {
    let mut talk = Talk::new();
    let (catalogue, limits) = (furlong::catalogue(), Limits::default());
    let read = |call: Value| Asked::read(&json!({ "id": 7, "call": call }).to_string(), &limits);
    let opening = json!({ "open-table": wanted("gotham", &["Ada", "Bea"]) });
    for (call, is_known) in
        [(opening, true), (json!({ "check-ruleset": { "game": "gotham", "text": "[a]" } }), false)]
    {
        let asked = read(call);
        assert!(asked.needs_preparation() && asked.table().is_none());
        let asked = asked.prepared(&catalogue, &limits, || 5);
        assert!(!asked.needs_preparation());
        let sent = talk.house.answer(Channel(1), asked, 0.into()).sent;
        assert_eq!(sent[0].text.contains("\"opened\""), is_known, "{sent:?}");
        assert_eq!((sent[0].answers, sent[0].table.is_some()), (Some(7), is_known));
    }
    assert!(!read(json!({ "hello": { "version": 1 } })).needs_preparation());
}

#[test]
fn bots_pause_while_nobody_looks_at_their_table() {
    let mut talk = Talk::new();
    let opened = talk.call(1, json!({ "open-table": wanted("animal-race", &["=random", "=random"]) }));
    let opened = opened.expect("a table")["opened"].clone();
    let (table, watch) =
        (opened["table"].as_str().expect("a name"), opened["watch"].as_str().expect("a link"));
    assert!(talk.house.work().is_none() && !talk.house.is_awake(table), "nobody has come");
    let events = talk.join(1, table, watch).expect("a link")["events"].clone();
    let work = talk.house.work().expect("a bot is to move");
    assert!(work.is_of_bots());
    talk.close(1);
    // What it was thinking about when the last one left is still played.
    let outcome = talk.house.finish(work.run(&furlong::bot::StopFlag::default()), talk.now.into());
    assert_eq!(outcome.changed, [table]);
    assert!(talk.house.work().is_none() && !talk.house.is_awake(table), "nobody is there");
    assert!(talk.join(2, table, watch).expect("a link")["events"].as_u64() > events.as_u64());
    assert!(talk.house.work().is_some_and(|work| work.is_of_bots()), "it goes on");

    let table = talk.open(wanted("animal-race", &["Ada", "=random"]));
    talk.close(1);
    let give_up = json!({ "give-up-seat": null });
    talk.join(1, &table.table, table.token(0)).expect("a seat");
    while let Some(work) = talk.house.work() {
        assert!(!work.is_of_bots(), "somebody waits for it");
        talk.house.finish(work.run(&furlong::bot::StopFlag::default()), talk.now.into());
    }
    talk.deed(1, &table.table, give_up).expect("a bot goes on");
    talk.close(1);
    assert!(talk.house.work().is_none(), "bots alone, and nobody there");
}

#[test]
fn a_table_that_could_not_be_kept_is_as_it_was_for_everybody() {
    let mut talk = Talk::new();
    let table = talk.open(wanted("hare-tortoise", &["Ada", "Bea"]));
    let kept = talk.house.saved(&table.table, talk.now.into()).expect("a table");
    let sights = [1, 2]
        .map(|channel| talk.join(channel, &table.table, table.token(channel as usize - 1)).expect("a seat"));
    let asked = sights.iter().position(|sight| !sight["question"].is_null()).expect("somebody is asked");
    let answer = json!({ "answer": { "request": { "number": 1 }, "events": sights[asked]["events"] } });
    let call = json!({ "id": 9, "call": { "at": { "table": table.table, "do": answer } } }).to_string();
    let outcome = talk.house.call(Channel(asked as u64 + 1), &call, talk.now.into());
    assert_eq!(outcome.changed, [table.table.as_str()]);
    let told: Vec<_> = outcome.sent.into_iter().filter_map(furlong_room::Sent::unkept).collect();
    let [refusal] = &told[..] else { panic!("the move is refused, and nobody else is told: {told:?}") };
    assert!(refusal.text.starts_with("{\"id\":9,\"refused\":\"The server cannot save"), "{refusal:?}");

    let shown = talk.house.put_back(&table.table, Some(&kept), talk.now.into()).sent;
    assert_eq!(shown.len(), 2, "both are still there: {shown:?}");
    for (sent, before) in shown.iter().zip(&sights) {
        let message: Value = serde_json::from_str(&sent.text).expect("JSON");
        for field in ["events", "board", "question"] {
            assert_eq!(message["push"]["sight"][field], before[field], "{field}");
        }
    }
    assert_eq!(talk.house.saved(&table.table, talk.now.into()), Some(kept));
    let again = talk.house.call(Channel(asked as u64 + 1), &call, talk.now.into());
    assert!(again.sent[0].text.starts_with("{\"id\":9,\"reply\""), "the move can be made later: {again:?}");

    assert!(talk.house.put_back(&table.table, None, talk.now.into()).sent.is_empty());
    assert!(!talk.house.has(&table.table), "nothing was kept of it");
}
