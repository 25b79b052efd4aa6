//! Whole games, moments of games, records and clocks.

use furlong_tables::Now;
use serde_json::{Value, json};

use crate::client::{Client, Opened, wanted};

/// Joins as the person of each channel and plays legal moves to the end. Returns the last views.
pub(crate) fn play_out(client: &mut Client, table: &Opened, people: u64) -> Vec<Value> {
    let join = |client: &mut Client, channel: u64| {
        client.join(channel, &table.table, table.token(channel as usize - 1)).expect("a seat")
    };
    let mut views: Vec<Value> = (1..=people).map(|channel| join(client, channel)).collect();
    for turn in 0..5_000_u64 {
        client.work(None);
        // What was pushed last is how the table stands.
        for (channel, view) in (1..).zip(&mut views) {
            if let Some(seen) = client.last_seen(channel) {
                *view = seen.clone();
            }
        }
        client.pushed.clear();
        if views[0]["stage"] == "over" {
            return (1..=people).map(|channel| join(client, channel)).collect();
        }
        let asked = views.iter().position(|view| !view["question"].is_null()).expect("somebody is asked");
        let view = &views[asked];
        let choices = view["question"]["choices"].as_array().expect("choices").len() as u64;
        let request = json!({ "number": 1 + turn % choices });
        let answer = json!({ "answer": { "request": request, "events": view["events"] } });
        client.command(asked as u64 + 1, &table.table, answer).expect("a legal move");
    }
    panic!("the game does not end");
}

#[test]
fn people_and_bots_play_each_game_to_its_end() {
    for (game, players) in
        [("animal-race", &["Ada", "Bea", "=random"][..]), ("gotham", &["Ada", "=random", "Bea"])]
    {
        let mut client = Client::new();
        client.tells_stories = true;
        let mut table = client.open(wanted(game, players));
        table.tokens.retain(Option::is_some);
        let views = play_out(&mut client, &table, 2);
        for view in &views {
            assert!(view["ending"].as_str().is_some_and(|text| text.ends_with('.')), "{view}");
            let decided = view["decided"].as_str().unwrap_or_default();
            let is_known =
                ["decided it: in round ", "decided it: luck, in round ", "decided it: no single moment"];
            assert!(is_known.iter().any(|words| decided.contains(words)), "{decided}");
            assert_eq!(view["places"]["rows"].as_array().map(Vec::len), Some(players.len()));
        }
        let analysis = client.command(1, &table.table, json!({ "moment": 0 })).expect("a moment");
        assert_eq!(analysis["sight"]["past"], 0);
        assert_eq!(analysis["sight"]["to"], "all", "everything is open at the end");
    }
}

#[test]
fn a_sight_tells_what_has_happened_since_the_last_one() {
    let mut client = Client::new();
    let table = client.open(wanted("animal-race", &["Ada", "=random", "=random"]));
    client.work(None);
    let view = client.join(1, &table.table, table.token(0)).expect("a seat");
    assert_eq!(view["question"]["seat"], 0);
    let events = view["events"].clone();
    client.pushed.clear();
    let answer = json!({ "answer": { "request": { "number": 1 }, "events": events } });
    client.command(1, &table.table, answer.clone()).expect("a move");
    assert_eq!(client.seen(1)["since"], events);
    assert!(client.seen(1)["scenes"][0]["shown"].as_array().is_some_and(|shown| !shown.is_empty()));
    client.work(None);
    let late = client.command(1, &table.table, answer).expect_err("an old sight");
    assert_eq!(late, "The game has moved on. Look at the table again.");
}

#[test]
fn an_answer_to_an_old_sight_is_refused_in_words_too() {
    let mut client = Client::new();
    let table = client.open(wanted("hare-tortoise", &["Ada", "=beginner"]));
    client.work(None);
    let view = client.join(1, &table.table, table.token(0)).expect("a seat");
    let label = view["question"]["choices"][0]["label"].clone();
    let ask = |request: Value| json!({ "answer": { "request": request, "events": view["events"] } });
    client.command(1, &table.table, ask(json!({ "words": label }))).expect("a move");
    client.work(None);
    let before = client.tables.saved(&table.table, client.now.into());
    let again = client.seen(1)["question"]["choices"][0]["label"].clone();
    for request in
        [json!({ "words": again }), json!({ "explain-choice": 1 }), json!({ "number": 1 }), json!("nothing")]
    {
        let late = client.command(1, &table.table, ask(request.clone())).expect_err(&request.to_string());
        assert_eq!(late, "The game has moved on. Look at the table again.", "{request}");
    }
    assert_eq!(client.tables.saved(&table.table, client.now.into()), before, "nothing has changed");
}

#[test]
fn a_move_out_of_turn_and_a_choice_that_is_none_are_refused() {
    let mut client = Client::new();
    let table = client.open(wanted("gotham", &["Ada", "Bea"]));
    client.work(None);
    let asked = |client: &mut Client, channel: u64| {
        client.join(channel, &table.table, table.token(channel as usize - 1)).expect("a seat")
    };
    let view = asked(&mut client, 1);
    let (asked, other) = if view["question"].is_null() { (2, 1) } else { (1, 2) };
    let answer =
        |number: u64| json!({ "answer": { "request": { "number": number }, "events": view["events"] } });
    let before = client.tables.saved(&table.table, 0.into());
    assert_eq!(client.command(other, &table.table, answer(1)), Err("It is not your turn.".to_owned()));
    let refused = client.command(asked, &table.table, answer(999)).expect_err("no such choice");
    assert!(refused.starts_with("There is no choice 999"), "{refused}");
    assert_eq!(client.tables.saved(&table.table, 0.into()), before, "nothing has changed");
}

#[test]
fn a_table_that_was_saved_goes_on_where_it_was_with_its_clocks_and_proposals() {
    let mut client = Client::new();
    let mut open = wanted("gotham", &["Ada", "Bea"]);
    open["clock"] = json!("10m+5s");
    let table = client.open(open);
    for _ in 0..6 {
        for channel in [1, 2] {
            let view = client.join(channel, &table.table, table.token(channel as usize - 1)).expect("a seat");
            if !view["question"].is_null() {
                client.now += 7_000;
                let answer = json!({ "answer": { "request": { "number": 1 }, "events": view["events"] } });
                client.command(channel, &table.table, answer).expect("a move");
            }
        }
    }
    client.command(1, &table.table, json!("undo")).expect("a proposal");
    client.now += 3_000;
    let views = |client: &mut Client| {
        [1, 2].map(|channel| {
            client
                .join_since(channel, &table.table, table.token(channel as usize - 1), json!(0))
                .expect("a seat")
        })
    };
    let before = views(&mut client);
    assert_eq!(before[0]["proposal"]["what"], "undo");
    let saved = client.tables.saved(&table.table, client.now.into()).expect("a table");

    let mut again = Client::new();
    again.now = 5_000_000;
    again.tables.restore(&saved, again.now.into()).expect("it was saved by a tables");
    // Both are here again, before they are shown the table.
    views(&mut again);
    assert_eq!(views(&mut again), before, "the pause costs nobody time");
    assert!(
        again.tables.restore("{}", 0.into()).is_err() && again.tables.restore(&saved[1..], 0.into()).is_err()
    );
}

#[test]
fn a_bot_goes_on_for_somebody_whose_clock_has_fallen_and_the_person_may_come_back() {
    let mut client = Client::new();
    let mut open = wanted("animal-race", &["Ada", "=random"]);
    open["clock"] = json!("30s/move");
    let table = client.open(open);
    client.work(None);
    let view = client.join(1, &table.table, table.token(0)).expect("a seat");
    assert_eq!(view["players"][0]["clock"], json!({ "left": 30_000, "running": true }));
    assert_eq!(client.tables.next_tick(client.now.into()), Some(30_000));
    client.now = 30_999;
    client.tick();
    assert_eq!(client.join(1, &table.table, table.token(0)).expect("a seat")["players"][0]["who"], "person");
    client.now = 31_000;
    client.tick();
    let view = client.seen(1);
    assert_ne!(view["players"][0]["who"], "person");
    assert!(view["question"].is_null());
    client.command(1, &table.table, json!("come-back")).expect("it is the own seat");
    assert_eq!(client.seen(1)["players"][0]["who"], "person");
    assert!(!client.seen(1)["question"].is_null());
}

#[test]
fn a_record_is_had_at_the_end_and_opens_again_to_be_seen_or_gone_on_with() {
    let mut client = Client::new();
    let table = client.open(wanted("animal-race", &["Ada", "Bea"]));
    let early = client.command(1, &table.table, json!("record")).expect_err("the game is not over");
    assert!(early.starts_with("The record contains everything hidden"), "{early}");
    for command in [json!("analyse"), json!({ "play-on": 0 }), json!("rematch")] {
        client.command(1, &table.table, command).expect_err("the game is not over");
    }
    play_out(&mut client, &table, 2);
    let record = client.command(1, &table.table, json!("record")).expect("it is over")["record"].clone();

    let opened = client.call(5, json!({ "open-record": { "json": record } })).expect("a record");
    let replay = Opened::read(&opened);
    assert!(replay.tokens.iter().all(Option::is_none));
    let view = client.join(5, &replay.table, replay.watch.as_deref().expect("a link")).expect("a replay");
    assert_eq!((&view["stage"], &view["to"]), (&json!("replay"), &json!("all")));
    let view = client.command(5, &replay.table, json!({ "moment": 3 })).expect("a moment")["sight"].clone();
    assert_eq!((&view["past"], &view["events"]), (&json!(3), &json!(3)));
    assert!(view["of"].as_u64() > Some(3));
    let none = client.command(5, &replay.table, json!({ "moment": 100_000 })).expect_err("no such moment");
    assert!(none.starts_with("There is no event 100000"), "{none}");

    let opened = client.command(1, &table.table, json!({ "play-on": 2 })).expect("another table");
    let on = Opened::read(&opened);
    let view = client.join(6, &on.table, on.token(0)).expect("a seat");
    assert!(view["events"].as_u64() >= Some(2) && view["stage"] == "person", "{view}");
}

#[test]
fn a_guided_game_is_a_table_with_one_seat_and_keeps_its_step() {
    let mut client = Client::new();
    for game in ["animal-race", "hare-tortoise", "gotham"] {
        let opened = client.call(1, json!({ "lesson": { "game": game, "step": 1 } })).expect("lessons");
        let lesson = Opened::read(&opened);
        let view = client.join(1, &lesson.table, lesson.token(0)).expect("the learner's seat");
        assert_eq!(view["lesson"]["step"], 1, "{game}");
        let asked = view["lesson"]["asked"].as_u64().expect("a choice") + 1;
        let answer = json!({ "answer": { "request": { "number": asked }, "events": view["events"] } });
        client.command(1, &lesson.table, answer).expect("what the step asks for");
        let saved = client.tables.saved(&lesson.table, 0.into()).expect("a table");
        let mut again = Client::new();
        again.tables.restore(&saved, 0.into()).expect("it was saved by a tables");
        assert_eq!(again.join(1, &lesson.table, lesson.token(0)).expect("a seat")["lesson"]["step"], 1);
    }
}

#[test]
fn every_step_of_a_lesson_can_be_played_whatever_the_number_of_its_seats() {
    let mut client = Client::new();
    for game in ["animal-race", "hare-tortoise", "gotham"] {
        let opened = client.call(1, json!({ "lesson": { "game": game, "step": 0 } })).expect("lessons");
        let lesson = Opened::read(&opened);
        let is_played = (0..100).any(|_| {
            let view = client.join(1, &lesson.table, lesson.token(0)).expect("the learner's seat");
            let asked = view["lesson"]["asked"].as_u64().expect("a choice");
            let last = view["question"]["choices"].as_array().and_then(|choices| choices.last()).expect("choices");
            let answer = |number: u64| {
                json!({ "answer": { "request": { "number": number + 1 }, "events": view["events"] } })
            };
            // Some steps ask for what is forbidden first, to show why.
            let played = client.command(1, &lesson.table, answer(asked));
            let played = played.or_else(|_| client.command(1, &lesson.table, answer(1 - asked.min(1))));
            played.expect("what the step asks for");
            last["label"] == "leave" && view["question"]["text"].as_str().is_some_and(|text| text.contains("whole game"))
        });
        assert!(is_played, "{game}");
    }
}

#[test]
fn a_computer_that_sleeps_and_a_clock_that_is_corrected_cost_nobody_time() {
    let mut client = Client::new();
    let mut open = wanted("animal-race", &["Ada", "Bea"]);
    open["clock"] = json!("30s/move");
    let table = client.open(open);
    let day = 24 * 3_600_000;
    let asleep = Now { wall: client.now + day, steady: client.now + 5_000 };
    assert_eq!(client.tables.next_tick(asleep), Some(25_000));
    client.tables.tick(asleep);
    // Back again, and a call that came a little before the last look at the clocks.
    for steady in [6_000, 5_500, 6_000] {
        client.tables.tick(Now { wall: 0, steady: client.now + steady });
    }
    client.now += 6_000;
    let view = client.join(1, &table.table, table.token(0)).expect("a seat");
    assert_eq!(
        view["players"][0]["clock"],
        json!({ "left": 24_000, "running": true }),
        "each second is counted once"
    );
}

#[test]
fn somebody_who_comes_back_after_the_flag_has_fallen_keeps_nobody_busy() {
    let mut client = Client::new();
    let mut open = wanted("animal-race", &["Ada", "=random"]);
    open["clock"] = json!("1m");
    let table = client.open(open);
    client.work(None);
    client.now += 60_000;
    client.tick();
    client.command(1, &table.table, json!("come-back")).expect("it is the own seat");
    assert_eq!(client.seen(1)["players"][0]["clock"], json!({ "left": 0, "running": false }));
    assert_eq!(client.tables.next_tick(client.now.into()), None, "no flag is left to fall");
}

#[test]
fn moves_that_are_made_and_taken_back_again_and_again_gain_no_time() {
    let mut client = Client::new();
    let mut open = wanted("animal-race", &["Ada", "=random"]);
    open["clock"] = json!("1m+5s");
    let table = client.open(open);
    client.work(None);
    for _ in 0..3 {
        let view = client.join(1, &table.table, table.token(0)).expect("a seat");
        let answer = json!({ "answer": { "request": { "number": 1 }, "events": view["events"] } });
        client.command(1, &table.table, answer).expect("a move");
        client.command(1, &table.table, json!("undo")).expect("only bots are beside");
        client.work(None);
    }
    let view = client.join(1, &table.table, table.token(0)).expect("a seat");
    assert_eq!(view["players"][0]["clock"]["left"], 60_000);
}
