//! Whole games, moments of games, records and clocks.

use furlong_room::Now;
use serde_json::{Value, json};

use crate::talk::{Opened, Talk, wanted};

/// Joins as the person of each channel and plays legal moves to the end. Returns the last sights.
pub(crate) fn play_out(talk: &mut Talk, table: &Opened, people: u64) -> Vec<Value> {
    let join = |talk: &mut Talk, channel: u64| {
        talk.join(channel, &table.table, table.token(channel as usize - 1)).expect("a seat")
    };
    let mut sights: Vec<Value> = (1..=people).map(|channel| join(talk, channel)).collect();
    for turn in 0..5_000_u64 {
        talk.work(None);
        // What was pushed last is how the table stands.
        for (channel, sight) in (1..).zip(&mut sights) {
            if let Some(seen) = talk.last_seen(channel) {
                *sight = seen.clone();
            }
        }
        talk.pushed.clear();
        if sights[0]["stage"] == "over" {
            return (1..=people).map(|channel| join(talk, channel)).collect();
        }
        let asked = sights.iter().position(|sight| !sight["question"].is_null()).expect("somebody is asked");
        let sight = &sights[asked];
        let choices = sight["question"]["choices"].as_array().expect("choices").len() as u64;
        let request = json!({ "number": 1 + turn % choices });
        let answer = json!({ "answer": { "request": request, "events": sight["events"] } });
        talk.deed(asked as u64 + 1, &table.table, answer).expect("a legal move");
    }
    panic!("the game does not end");
}

#[test]
fn people_and_bots_play_each_game_to_its_end() {
    for (game, players) in
        [("animal-race", &["Ada", "Bea", "=random"][..]), ("gotham", &["Ada", "=random", "Bea"])]
    {
        let mut talk = Talk::new();
        talk.tells_stories = true;
        let mut table = talk.open(wanted(game, players));
        table.tokens.retain(Option::is_some);
        let sights = play_out(&mut talk, &table, 2);
        for sight in &sights {
            assert!(sight["ending"].as_str().is_some_and(|text| text.ends_with('.')), "{sight}");
            let decided = sight["decided"].as_str().unwrap_or_default();
            let is_known = ["What decided it: in round ", "Nothing by itself "];
            assert!(is_known.iter().any(|words| decided.starts_with(words)), "{decided}");
            assert_eq!(sight["places"]["rows"].as_array().map(Vec::len), Some(players.len()));
        }
        let analysis = talk.deed(1, &table.table, json!({ "moment": 0 })).expect("a moment");
        assert_eq!(analysis["sight"]["past"], 0);
        assert_eq!(analysis["sight"]["to"], "all", "everything is open at the end");
    }
}

#[test]
fn a_sight_tells_what_has_happened_since_the_last_one() {
    let mut talk = Talk::new();
    let table = talk.open(wanted("animal-race", &["Ada", "=random", "=random"]));
    talk.work(None);
    let sight = talk.join(1, &table.table, table.token(0)).expect("a seat");
    assert_eq!(sight["question"]["seat"], 0);
    let events = sight["events"].clone();
    talk.pushed.clear();
    let answer = json!({ "answer": { "request": { "number": 1 }, "events": events } });
    talk.deed(1, &table.table, answer.clone()).expect("a move");
    assert_eq!(talk.seen(1)["since"], events);
    assert!(talk.seen(1)["scenes"][0]["shown"].as_array().is_some_and(|shown| !shown.is_empty()));
    talk.work(None);
    let late = talk.deed(1, &table.table, answer).expect_err("an old sight");
    assert_eq!(late, "The game has moved on. Look at the table again.");
}

#[test]
fn an_answer_to_an_old_sight_is_refused_in_words_too() {
    let mut talk = Talk::new();
    let table = talk.open(wanted("hare-tortoise", &["Ada", "=beginner"]));
    talk.work(None);
    let sight = talk.join(1, &table.table, table.token(0)).expect("a seat");
    let label = sight["question"]["choices"][0]["label"].clone();
    let ask = |request: Value| json!({ "answer": { "request": request, "events": sight["events"] } });
    talk.deed(1, &table.table, ask(json!({ "words": label }))).expect("a move");
    talk.work(None);
    let before = talk.house.saved(&table.table, talk.now.into());
    let again = talk.seen(1)["question"]["choices"][0]["label"].clone();
    for request in
        [json!({ "words": again }), json!({ "explain-choice": 1 }), json!({ "number": 1 }), json!("nothing")]
    {
        let late = talk.deed(1, &table.table, ask(request.clone())).expect_err(&request.to_string());
        assert_eq!(late, "The game has moved on. Look at the table again.", "{request}");
    }
    assert_eq!(talk.house.saved(&table.table, talk.now.into()), before, "nothing has changed");
}

#[test]
fn a_move_out_of_turn_and_a_choice_that_is_none_are_refused() {
    let mut talk = Talk::new();
    let table = talk.open(wanted("gotham", &["Ada", "Bea"]));
    talk.work(None);
    let asked = |talk: &mut Talk, channel: u64| {
        talk.join(channel, &table.table, table.token(channel as usize - 1)).expect("a seat")
    };
    let sight = asked(&mut talk, 1);
    let (asked, other) = if sight["question"].is_null() { (2, 1) } else { (1, 2) };
    let answer =
        |number: u64| json!({ "answer": { "request": { "number": number }, "events": sight["events"] } });
    let before = talk.house.saved(&table.table, 0.into());
    assert_eq!(talk.deed(other, &table.table, answer(1)), Err("It is not your turn.".to_owned()));
    let refused = talk.deed(asked, &table.table, answer(999)).expect_err("no such choice");
    assert!(refused.starts_with("There is no choice 999"), "{refused}");
    assert_eq!(talk.house.saved(&table.table, 0.into()), before, "nothing has changed");
}

#[test]
fn a_table_that_was_saved_goes_on_where_it_was_with_its_clocks_and_proposals() {
    let mut talk = Talk::new();
    let mut open = wanted("gotham", &["Ada", "Bea"]);
    open["clock"] = json!("10m+5s");
    let table = talk.open(open);
    for _ in 0..6 {
        for channel in [1, 2] {
            let sight = talk.join(channel, &table.table, table.token(channel as usize - 1)).expect("a seat");
            if !sight["question"].is_null() {
                talk.now += 7_000;
                let answer = json!({ "answer": { "request": { "number": 1 }, "events": sight["events"] } });
                talk.deed(channel, &table.table, answer).expect("a move");
            }
        }
    }
    talk.deed(1, &table.table, json!("undo")).expect("a proposal");
    talk.now += 3_000;
    let sights = |talk: &mut Talk| {
        [1, 2].map(|channel| {
            talk.join_since(channel, &table.table, table.token(channel as usize - 1), json!(0))
                .expect("a seat")
        })
    };
    let before = sights(&mut talk);
    assert_eq!(before[0]["proposal"]["what"], "undo");
    let saved = talk.house.saved(&table.table, talk.now.into()).expect("a table");

    let mut again = Talk::new();
    again.now = 5_000_000;
    again.house.restore(&saved, again.now.into()).expect("it was saved by a house");
    // Both are here again, before they are shown the table.
    sights(&mut again);
    assert_eq!(sights(&mut again), before, "the pause costs nobody time");
    assert!(
        again.house.restore("{}", 0.into()).is_err() && again.house.restore(&saved[1..], 0.into()).is_err()
    );
}

#[test]
fn a_bot_goes_on_for_somebody_whose_clock_has_fallen_and_the_person_may_come_back() {
    let mut talk = Talk::new();
    let mut open = wanted("animal-race", &["Ada", "=random"]);
    open["clock"] = json!("30s/move");
    let table = talk.open(open);
    talk.work(None);
    let sight = talk.join(1, &table.table, table.token(0)).expect("a seat");
    assert_eq!(sight["players"][0]["clock"], json!({ "left": 30_000, "running": true }));
    assert_eq!(talk.house.next_tick(talk.now.into()), Some(30_000));
    talk.now = 30_999;
    talk.tick();
    assert_eq!(talk.join(1, &table.table, table.token(0)).expect("a seat")["players"][0]["who"], "person");
    talk.now = 31_000;
    talk.tick();
    let sight = talk.seen(1);
    assert_ne!(sight["players"][0]["who"], "person");
    assert!(sight["question"].is_null());
    talk.deed(1, &table.table, json!("come-back")).expect("it is the own seat");
    assert_eq!(talk.seen(1)["players"][0]["who"], "person");
    assert!(!talk.seen(1)["question"].is_null());
}

#[test]
fn a_record_is_had_at_the_end_and_opens_again_to_be_seen_or_gone_on_with() {
    let mut talk = Talk::new();
    let table = talk.open(wanted("animal-race", &["Ada", "Bea"]));
    let early = talk.deed(1, &table.table, json!("record")).expect_err("the game is not over");
    assert!(early.starts_with("The record contains everything hidden"), "{early}");
    for deed in [json!("analyse"), json!({ "play-on": 0 }), json!("rematch")] {
        talk.deed(1, &table.table, deed).expect_err("the game is not over");
    }
    play_out(&mut talk, &table, 2);
    let record = talk.deed(1, &table.table, json!("record")).expect("it is over")["record"].clone();

    let opened = talk.call(5, json!({ "open-record": { "json": record } })).expect("a record");
    let replay = Opened::read(&opened);
    assert!(replay.tokens.iter().all(Option::is_none));
    let sight = talk.join(5, &replay.table, replay.watch.as_deref().expect("a link")).expect("a replay");
    assert_eq!((&sight["stage"], &sight["to"]), (&json!("replay"), &json!("all")));
    let sight = talk.deed(5, &replay.table, json!({ "moment": 3 })).expect("a moment")["sight"].clone();
    assert_eq!((&sight["past"], &sight["events"]), (&json!(3), &json!(3)));
    assert!(sight["of"].as_u64() > Some(3));
    let none = talk.deed(5, &replay.table, json!({ "moment": 100_000 })).expect_err("no such moment");
    assert!(none.starts_with("There is no event 100000"), "{none}");

    let opened = talk.deed(1, &table.table, json!({ "play-on": 2 })).expect("another table");
    let on = Opened::read(&opened);
    let sight = talk.join(6, &on.table, on.token(0)).expect("a seat");
    assert!(sight["events"].as_u64() >= Some(2) && sight["stage"] == "person", "{sight}");
}

#[test]
fn a_guided_game_is_a_table_with_one_seat_and_keeps_its_step() {
    let mut talk = Talk::new();
    for game in ["animal-race", "hare-tortoise", "gotham"] {
        let opened = talk.call(1, json!({ "lesson": { "game": game, "step": 1 } })).expect("lessons");
        let lesson = Opened::read(&opened);
        let sight = talk.join(1, &lesson.table, lesson.token(0)).expect("the learner's seat");
        assert_eq!(sight["lesson"]["step"], 1, "{game}");
        let asked = sight["lesson"]["asked"].as_u64().expect("a choice") + 1;
        let answer = json!({ "answer": { "request": { "number": asked }, "events": sight["events"] } });
        talk.deed(1, &lesson.table, answer).expect("what the step asks for");
        let saved = talk.house.saved(&lesson.table, 0.into()).expect("a table");
        let mut again = Talk::new();
        again.house.restore(&saved, 0.into()).expect("it was saved by a house");
        assert_eq!(again.join(1, &lesson.table, lesson.token(0)).expect("a seat")["lesson"]["step"], 1);
    }
}

#[test]
fn a_computer_that_sleeps_and_a_clock_that_is_corrected_cost_nobody_time() {
    let mut talk = Talk::new();
    let mut open = wanted("animal-race", &["Ada", "Bea"]);
    open["clock"] = json!("30s/move");
    let table = talk.open(open);
    let day = 24 * 3_600_000;
    let asleep = Now { wall: talk.now + day, steady: talk.now + 5_000 };
    assert_eq!(talk.house.next_tick(asleep), Some(25_000));
    talk.house.tick(asleep);
    // Back again, and a call that came a little before the last look at the clocks.
    for steady in [6_000, 5_500, 6_000] {
        talk.house.tick(Now { wall: 0, steady: talk.now + steady });
    }
    talk.now += 6_000;
    let sight = talk.join(1, &table.table, table.token(0)).expect("a seat");
    assert_eq!(
        sight["players"][0]["clock"],
        json!({ "left": 24_000, "running": true }),
        "each second is counted once"
    );
}

#[test]
fn somebody_who_comes_back_after_the_flag_has_fallen_keeps_nobody_busy() {
    let mut talk = Talk::new();
    let mut open = wanted("animal-race", &["Ada", "=random"]);
    open["clock"] = json!("1m");
    let table = talk.open(open);
    talk.work(None);
    talk.now += 60_000;
    talk.tick();
    talk.deed(1, &table.table, json!("come-back")).expect("it is the own seat");
    assert_eq!(talk.seen(1)["players"][0]["clock"], json!({ "left": 0, "running": false }));
    assert_eq!(talk.house.next_tick(talk.now.into()), None, "no flag is left to fall");
}

#[test]
fn moves_that_are_made_and_taken_back_again_and_again_gain_no_time() {
    let mut talk = Talk::new();
    let mut open = wanted("animal-race", &["Ada", "=random"]);
    open["clock"] = json!("1m+5s");
    let table = talk.open(open);
    talk.work(None);
    for _ in 0..3 {
        let sight = talk.join(1, &table.table, table.token(0)).expect("a seat");
        let answer = json!({ "answer": { "request": { "number": 1 }, "events": sight["events"] } });
        talk.deed(1, &table.table, answer).expect("a move");
        talk.deed(1, &table.table, json!("undo")).expect("only bots are beside");
        talk.work(None);
    }
    let sight = talk.join(1, &table.table, table.token(0)).expect("a seat");
    assert_eq!(sight["players"][0]["clock"]["left"], 60_000);
}
