//! Games that are aborted before the first move, and players who resign.

use furlong_tables::Tables;
use serde_json::{Value, json};

use crate::client::{Client, Opened, own, wanted};

/// Makes a move for the person of one of these channels who is asked.
fn one_move(client: &mut Client, table: &Opened, people: u64) {
    client.work(None);
    for channel in 1..=people {
        let view = client.join(channel, &table.table, table.token(channel as usize - 1)).expect("a seat");
        if !view["question"].is_null() {
            let answer = json!({ "answer": { "request": { "number": 1 }, "events": view["events"] } });
            client.command(channel, &table.table, answer).expect("a move");
            return;
        }
    }
    panic!("nobody is asked");
}

/// Saves and restores the table, and returns the view of the first person.
fn restored(client: &mut Client, table: &Opened) -> Value {
    let saved = client.tables.saved(&table.table, client.now.into()).expect("a table");
    client.tables = Tables::new("a", furlong::catalogue(), [8; 32]);
    client.tables.restore(&saved, client.now.into()).expect("the same table");
    client.join(1, &table.table, &own(table.token(0))).expect("a seat")
}

#[test]
fn any_player_aborts_a_game_before_its_first_move_and_it_has_no_result() {
    let mut client = Client::new();
    let mut open = wanted("hare-tortoise", &["Ada", "Bo"]);
    open["clock"] = json!("10m");
    open["watchers"] = json!(true);
    let table = client.open(open);
    let watch = table.watch.clone().expect("a link");
    let view = client.join(9, &table.table, &watch).expect("a watcher");
    assert_eq!(view["may"]["abort"], false);
    client.command(9, &table.table, json!("abort")).expect_err("a watcher");
    client.command(2, &table.table, json!("resign")).expect_err("nobody has moved");
    client.command(2, &table.table, json!("abort")).expect("before the first move");
    let view = client.seen(1).clone();
    assert_eq!(view["ending"], "Bo aborted the game before the first move.");
    assert_eq!(
        (&view["stage"], &view["places"], &view["question"]),
        (&json!("over"), &json!(null), &json!(null))
    );
    assert!(view["players"].as_array().expect("players").iter().all(|player| player["decides"] == false));
    for command in [json!("abort"), json!("resign"), json!("undo"), json!({ "give-up-seat": null })] {
        client.command(1, &table.table, command).expect_err("it is over");
    }
    client.now += 3_600_000;
    client.tick();
    let view = restored(&mut client, &table);
    assert_eq!(view["ending"], "Bo aborted the game before the first move.");
    assert!(!client.tables.is_awake(&table.table), "no clock runs");
    client.command(1, &table.table, json!("rematch")).expect("they can begin anew");
}

#[test]
fn a_game_that_has_begun_is_not_aborted() {
    let mut client = Client::new();
    let table = client.open(wanted("gotham", &["Ada", "Bo"]));
    assert_eq!(client.join(1, &table.table, table.token(0)).expect("a seat")["may"]["abort"], true);
    one_move(&mut client, &table, 2);
    assert_eq!(client.seen(1)["may"]["abort"], false);
    let refused = client.command(1, &table.table, json!("abort")).expect_err("too late");
    assert_eq!(refused, "A game can be aborted only before its first move.");
}

#[test]
fn a_bot_that_was_thinking_does_not_move_in_an_aborted_game() {
    let mut client = Client::new();
    let table = client.open(wanted("hare-tortoise", &["Ada", "=beginner", "=beginner", "=beginner"]));
    let work = client.tables.work().expect("a bot is first");
    client.command(1, &table.table, json!("abort")).expect("before the first move");
    let done = work.run(&furlong::bot::StopFlag::default());
    client.tables.finish(done, client.now.into());
    let view = client.join(1, &table.table, &own(table.token(0))).expect("a seat");
    assert_eq!((&view["events"], &view["stage"]), (&client.seen(1)["events"], &json!("over")));
}

#[test]
fn one_of_two_resigns_and_the_other_wins() {
    let mut client = Client::new();
    let table = client.open(wanted("hare-tortoise", &["Ada", "Bo"]));
    one_move(&mut client, &table, 2);
    assert_eq!(client.seen(1)["may"]["resign"], true);
    client.command(2, &table.table, json!("resign")).expect("a loss");
    client.command(1, &table.table, json!("resign")).expect_err("it is over");
    for view in [client.seen(1).clone(), restored(&mut client, &table)] {
        assert_eq!((&view["ending"], &view["stage"]), (&json!("Bo resigns. You win."), &json!("over")));
        let places = view["places"]["rows"].as_array().expect("rows");
        assert_eq!(places.iter().map(|row| row["seat"].as_u64()).collect::<Vec<_>>(), [Some(0), Some(1)]);
    }
    let record = client.command(1, &table.table, json!("record")).expect("the game is over");
    assert!(record["record"].as_str().is_some_and(|json| json.contains("\"resigned\": 1")), "{record}");
    client.command(1, &table.table, json!("rematch")).expect("they can begin anew");
}

#[test]
fn somebody_alone_against_bots_resigns_and_in_a_group_a_bot_plays_on() {
    let mut client = Client::new();
    let alone = client.open(wanted("animal-race", &["Ada", "=random", "=random"]));
    one_move(&mut client, &alone, 1);
    client.command(1, &alone.table, json!("resign")).expect("a loss");
    assert_eq!(client.seen(1)["ending"], "You resign. Bot 2 and Bot 3 share the win.");

    let mut client = Client::new();
    let group = client.open(wanted("animal-race", &["Ada", "Bo", "=random"]));
    one_move(&mut client, &group, 2);
    assert_eq!(client.seen(1)["may"]["resign"], false);
    client.command(1, &group.table, json!("resign")).expect("a bot plays on");
    assert_eq!(client.seen(2)["ending"], Value::Null);
    assert_ne!(client.seen(2)["players"][0]["who"], "person");
    client.command(1, &group.table, json!("come-back")).expect("their own seat");
}
