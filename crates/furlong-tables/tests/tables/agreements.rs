//! What people agree on.

use serde_json::{Value, json};

use crate::client::{Client, wanted};
use crate::play::play_out;

fn move_of_whoever_is_asked(client: &mut Client, table: &str, tokens: [&str; 2]) -> u64 {
    for (channel, token) in [1, 2].into_iter().zip(tokens) {
        let view = client.join(channel, table, token).expect("a seat");
        if !view["question"].is_null() {
            let answer = json!({ "answer": { "request": { "number": 1 }, "events": view["events"] } });
            client.command(channel, table, answer).expect("a move");
            return channel;
        }
    }
    panic!("nobody is asked");
}

#[test]
fn a_move_is_taken_back_when_all_people_agree() {
    let mut client = Client::new();
    let table = client.open(wanted("animal-race", &["Ada", "Bea"]));
    let tokens = [table.token(0), table.token(1)];
    let first = client.join(1, &table.table, table.token(0)).expect("a seat");
    let before = first["events"].clone();
    assert_eq!(first["may"]["undo"], json!(false), "there is nothing to take back");
    let mover = move_of_whoever_is_asked(&mut client, &table.table, tokens);
    let other = 3 - mover;
    assert_eq!(client.seen(mover)["may"]["undo"], json!(true));
    client.command(mover, &table.table, json!("undo")).expect("a proposal");
    assert_eq!(
        client.seen(other)["proposal"],
        json!({ "what": "undo", "by": mover - 1, "agreed": [mover - 1] })
    );
    client.command(other, &table.table, json!({ "agree": false })).expect("an answer");
    assert_eq!(client.seen(mover)["proposal"], Value::Null);
    assert_ne!(client.seen(mover)["events"], before);
    client.command(mover, &table.table, json!("undo")).expect("a proposal");
    client.command(other, &table.table, json!({ "agree": true })).expect("an answer");
    assert_eq!(client.seen(other)["events"], before);
    assert_eq!(
        client.command(other, &table.table, json!({ "agree": true })),
        Err("There is no proposal to answer.".to_owned())
    );
}

#[test]
fn a_proposal_lapses_with_the_next_move() {
    let mut client = Client::new();
    let table = client.open(wanted("animal-race", &["Ada", "Bea"]));
    let tokens = [table.token(0), table.token(1)];
    let mover = move_of_whoever_is_asked(&mut client, &table.table, tokens);
    client.command(mover, &table.table, json!("undo")).expect("a proposal");
    move_of_whoever_is_asked(&mut client, &table.table, tokens);
    assert_eq!(client.seen(1)["proposal"], Value::Null);
}

#[test]
fn where_nothing_is_taken_back_the_wish_is_refused_and_against_bots_it_is_done_at_once() {
    let mut client = Client::new();
    let mut open = wanted("animal-race", &["Ada", "Bea"]);
    open["undo"] = json!("never");
    let never = client.open(open);
    let refused = client.command(1, &never.table, json!("undo")).expect_err("never");
    assert_eq!(refused, "Moves cannot be taken back at this table.");

    let alone = client.open(wanted("animal-race", &["Ada", "=random"]));
    client.work(None);
    let view = client.join(1, &alone.table, alone.token(0)).expect("a seat");
    let answer = json!({ "answer": { "request": { "number": 1 }, "events": view["events"] } });
    client.command(1, &alone.table, answer).expect("a move");
    client.command(1, &alone.table, json!("undo")).expect("only bots are beside");
    client.work(None);
    assert_eq!(client.join(1, &alone.table, alone.token(0)).expect("a seat")["question"], view["question"]);
}

#[test]
fn the_next_game_begins_when_all_agree_and_the_same_links_open_it() {
    let mut client = Client::new();
    let table = client.open(wanted("animal-race", &["Ada", "Bea"]));
    play_out(&mut client, &table, 2);
    client.command(1, &table.table, json!("rematch")).expect("a proposal");
    assert!(client.seen(2)["next"].is_null());
    client.command(2, &table.table, json!({ "agree": true })).expect("an answer");
    let next = client.seen(1)["next"].as_str().expect("a table").to_owned();
    assert!(client.pushed.iter().any(|(_, message)| message["push"]["rematch"]["table"] == next.as_str()));
    for seat in [0, 1] {
        let view = client.join(seat as u64 + 1, &next, table.token(seat)).expect("the same link");
        assert_eq!((&view["to"], &view["stage"]), (&json!({ "player": seat }), &json!("person")));
    }
    assert!(client.command(1, &table.table, json!("rematch")).is_err(), "it has begun already");
}

#[test]
fn a_bot_takes_the_seat_of_somebody_who_gives_it_up_and_the_game_goes_on() {
    let mut client = Client::new();
    let table = client.open(wanted("animal-race", &["Ada", "Bea"]));
    let refused = client.command(1, &table.table, json!({ "give-up-seat": "exec:sh" })).expect_err("no bot");
    assert_eq!(refused, "There is no bot `exec:sh` at this table.");
    client.command(1, &table.table, json!({ "give-up-seat": "random" })).expect("a bot goes on");
    client.command(2, &table.table, json!({ "give-up-seat": null })).expect("the usual bot goes on");
    client.work(None);
    assert_eq!(client.seen(2)["stage"], "over");
}

#[test]
fn names_are_changed_by_their_owners_alone_and_stay_apart() {
    let mut client = Client::new();
    let table = client.open(wanted("animal-race", &["Ada", "Bea"]));
    client.command(1, &table.table, json!({ "rename": "Zoe" })).expect("a name");
    assert_eq!(client.seen(2)["players"][0]["name"], "Zoe");
    for name in ["", "bea", "two\nlines", &"x".repeat(41)] {
        client.command(1, &table.table, json!({ "rename": name })).expect_err(name);
    }
}

#[test]
fn bots_in_the_places_of_all_people_open_nothing_to_those_who_may_come_back() {
    let mut client = Client::new();
    let table = client.open(wanted("gotham", &["Ada", "Bea"]));
    client.command(2, &table.table, json!({ "give-up-seat": "random" })).expect("a bot goes on");
    for command in [json!("record"), json!({ "play-on": 0 })] {
        client.command(1, &table.table, command).expect_err("the cards of Bea are hers still");
    }
    client.command(1, &table.table, json!({ "give-up-seat": "random" })).expect("a bot goes on");
    let view = client.join(1, &table.table, table.token(0)).expect("the own seat");
    assert_eq!(view["to"], json!({ "player": 0 }));
    let past = client.command(1, &table.table, json!({ "moment": 1 })).expect("a moment");
    assert_eq!(past["sight"]["to"], json!({ "player": 0 }));
    client.command(1, &table.table, json!("record")).expect_err("the game is not over");
    client.command(1, &table.table, json!("come-back")).expect("the own seat");
}
