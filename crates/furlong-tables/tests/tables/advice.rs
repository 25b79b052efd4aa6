//! What people are told beside the game: hints of bots, and what can be looked up.

use furlong::bot::StopFlag;
use furlong_tables::Channel;
use serde_json::{Value, json};

use crate::client::{Client, wanted};

/// The messages that a call brings at once.
fn at_once(client: &mut Client, channel: u64, call: &Value) -> Vec<Value> {
    let text = json!({ "id": 500 + channel, "call": call }).to_string();
    let sent = client.tables.call(Channel(channel), &text, client.now.into()).sent;
    sent.iter().map(|sent| serde_json::from_str(&sent.text).expect("JSON")).collect()
}

/// The message that a call has come which takes a while.
fn acknowledged(channel: u64) -> [Value; 1] {
    [json!({ "id": 500 + channel, "progress": 0 })]
}

#[test]
fn a_hint_is_thought_about_while_other_tables_are_answered() {
    let mut client = Client::new();
    let advised = client.open(wanted("gotham", &["Ada", "Bea"]));
    let asked = (1..=2).find(|channel| {
        let view = client.join(*channel, &advised.table, advised.token(*channel as usize - 1));
        !view.expect("a seat")["question"].is_null()
    });
    let asked = asked.expect("somebody is asked");
    let hint = json!({ "at": { "table": advised.table, "do": { "hint": "strong" } } });
    assert_eq!(at_once(&mut client, asked, &hint), acknowledged(asked), "the bot thinks");
    let work = client.tables.work().expect("a hint");
    assert!(!work.is_long(), "somebody waits for it");

    let other = json!({ "open-table": wanted("animal-race", &["Cid", "=random"]) });
    assert!(at_once(&mut client, 9, &other)[0]["reply"]["opened"].is_object());
    let again = at_once(&mut client, asked, &hint);
    assert_eq!(again[0]["refused"], "The bot is already thinking about a hint.");

    let outcome = client.tables.finish(work.run(&StopFlag::default()), client.now.into());
    assert!(outcome.changed.is_empty(), "advice changes nothing");
    let [sent] = &outcome.sent[..] else { panic!("one answer: {outcome:?}") };
    assert_eq!(sent.channel, Channel(asked));
    let message: Value = serde_json::from_str(&sent.text).expect("JSON");
    assert_eq!(message["id"], 500 + asked);
    assert_eq!(message["reply"]["said"][0]["sentence"], "The bot `strong` suggests:");
    assert_eq!(at_once(&mut client, asked, &hint), acknowledged(asked), "another hint is thought about");
}

#[test]
fn hints_that_need_no_thought_and_unknown_bots_are_answered_at_once() {
    let mut client = Client::new();
    let table = client.open(wanted("hare-tortoise", &["Ada", "Bea"]));
    let asked = client.join(1, &table.table, table.token(0)).expect("a seat")["question"].is_object();
    let (asked, other) = if asked { (1, 2) } else { (2, 1) };
    let mut refused = |channel: u64, bot: Value| {
        let hint = json!({ "at": { "table": table.table, "do": { "hint": bot } } });
        at_once(&mut client, channel, &hint)[0]["refused"].as_str().expect("a sentence").to_owned()
    };
    assert_eq!(refused(other, Value::Null), "No hint: it is not your turn.");
    for bot in ["nobody", "exec:touch x", "strong:seconds=9"] {
        assert!(refused(asked, json!(bot)).contains("no bot"), "{bot}");
    }
    let lesson =
        client.call(1, json!({ "lesson": { "game": "gotham" } })).expect("a lesson")["opened"].clone();
    let id = lesson["table"].as_str().expect("a name");
    client.join(1, id, lesson["tokens"][0].as_str().expect("a link")).expect("a seat");
    let told = at_once(&mut client, 1, &json!({ "at": { "table": id, "do": { "hint": null } } }));
    let told = told[0]["reply"]["said"][0]["sentence"].as_str().expect("a sentence");
    assert!(told.starts_with("This step is about"), "{told}");
}

#[test]
fn all_that_can_be_looked_up_is_listed_and_each_word_has_its_meaning() {
    for game in ["animal-race", "hare-tortoise", "gotham"] {
        let mut client = Client::new();
        let table = client.open(wanted(game, &["Ada", "Bea"]));
        let listed = client.command(1, &table.table, json!("words")).expect("a list")["said"].clone();
        let listed = listed.as_array().expect("values");
        let sheets = listed.iter().filter_map(|value| value["word"]["word"].as_str());
        let sheets: Vec<&str> = sheets.collect();
        assert!(!sheets.is_empty(), "{game}: {listed:?}");
        for sheet in sheets {
            let ask = json!({ "answer": { "request": { "words": sheet }, "events": 0 } });
            let said = client.command(1, &table.table, ask).expect("a sheet");
            assert!(said["said"][0]["sheet"].is_string(), "{game} {sheet}: {said}");
        }
        let words: Vec<&str> = listed.iter().filter_map(|value| value["heading"].as_str()).collect();
        assert!(words.len() > 5, "{game}: {words:?}");
        assert!(words.is_sorted_by_key(|word| word.to_lowercase()), "{game}: {words:?}");
        let meanings = listed.iter().filter_map(|value| value["sentence"].as_str());
        assert_eq!(meanings.filter(|meaning| !meaning.is_empty()).count(), words.len(), "{game}");
    }
}

/// A table with a saved game of bots that has just begun, a page that looks at it, and the analysis that the page asks for.
fn analysis(client: &mut Client) -> furlong_tables::Work {
    let wanted = furlong::NewRace::default().game("gotham").players(Some(2)).seed(Some(7));
    let mut race = furlong::catalogue().begin(&wanted).expect("a race");
    let bot = |name: &str| furlong::record::Player {
        name: name.to_owned(),
        player: "random".to_owned(),
        colour: None,
    };
    race.set_players(["a", "b"].map(bot).to_vec());
    let mut table = race.table().expect("a table");
    (0..12).for_each(|_| _ = table.advance().expect("random bots play"));
    let call = json!({ "open-record": { "json": table.record_json() } });
    let opened = client.call(1, call).expect("a record")["opened"].clone();
    let table = opened["table"].as_str().expect("a name");
    client.join(1, table, opened["watch"].as_str().expect("a link")).expect("everything is seen");
    let asked = json!({ "at": { "table": table, "do": "analyse" } });
    assert_eq!(at_once(client, 1, &asked), acknowledged(1), "it takes a while");
    client.tables.work().expect("an analysis")
}

#[test]
fn an_analysis_tells_how_far_it_has_come_and_then_what_each_decision_was_worth() {
    let mut client = Client::new();
    let work = analysis(&mut client);
    assert_eq!(work.asker(), Some(Channel(1)));
    let waits = client.tables.finish(work.waiting(3).expect("somebody waits"), client.now.into());
    assert!(waits.changed.is_empty() && waits.sent[0].text == "{\"id\":501,\"waiting\":3}", "{waits:?}");
    let told = std::sync::Mutex::new(Vec::new());
    let done = work.run_with_progress(&StopFlag::default(), &|done| told.lock().expect("whole").push(done));
    let mut messages = Vec::new();
    for done in told.into_inner().expect("whole").into_iter().chain([done]) {
        let sent = client.tables.finish(done, client.now.into()).sent;
        messages.extend(sent.iter().map(|sent| serde_json::from_str::<Value>(&sent.text).expect("JSON")));
    }
    let (last, before) = messages.split_last().expect("an answer");
    assert!(!before.is_empty());
    for message in before {
        let percent = message["progress"].as_u64().expect("hundredths");
        assert!(message["id"] == 501 && percent > 0 && percent <= 100 && percent % 10 == 0, "{message}");
    }
    assert!(last["reply"]["analysis"]["decisions"].as_array().is_some_and(|all| !all.is_empty()), "{last}");
}

#[test]
fn an_analysis_that_takes_too_long_says_so_and_can_be_asked_for_again() {
    let mut client = Client::new();
    let work = analysis(&mut client);
    let table = work.table().to_owned();
    let stop = StopFlag::default();
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let sent = client.tables.finish(work.run(&stop), client.now.into()).sent;
    assert!(sent.len() == 1 && sent[0].text.contains("The analysis took too long"), "{sent:?}");
    let asked = json!({ "at": { "table": table, "do": "analyse" } });
    assert_eq!(at_once(&mut client, 1, &asked), acknowledged(1), "it is tried again");
}
