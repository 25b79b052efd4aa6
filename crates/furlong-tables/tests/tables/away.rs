//! Bots for people who are away when it is their turn.

use furlong_tables::Tables;
use serde_json::{Value, json};

use crate::client::{Client, Opened, wanted};

const MINUTE: u64 = 60_000;

/// A table of three, each with a page. Returns the channel of the person to move as well.
fn three(game: &str, clock: Option<&str>) -> (Client, Opened, u64) {
    let mut client = Client::new();
    let mut open = wanted(game, &["Ada", "Bo", "Cy"]);
    open["clock"] = json!(clock);
    let table = client.open(open);
    let asked = (1..=3).find(|channel| {
        let view = client.join(*channel, &table.table, table.token(*channel as usize - 1)).expect("a seat");
        !view["question"].is_null()
    });
    (client, table, asked.expect("somebody is asked"))
}

/// The other two, by their channels.
fn others(away: u64) -> [u64; 2] {
    [away % 3 + 1, (away + 1) % 3 + 1]
}

fn bot_for(channel: u64) -> Value {
    json!({ "let-bot-play": channel - 1 })
}

#[test]
fn a_bot_plays_for_somebody_who_is_away_when_all_who_are_here_agree() {
    let (mut client, table, away) = three("animal-race", None);
    let [one, other] = others(away);
    let seat = away as usize - 1;
    let name = client.seen(one)["players"][seat]["name"].as_str().expect("a name").to_owned();
    let refused = client.command(one, &table.table, bot_for(away)).expect_err("nobody is away");
    assert_eq!(refused, "A bot can play only for somebody who is away when it is their turn.");
    client.close(away);
    assert_eq!(client.seen(one)["players"][seat]["away"], json!({ "time": 0, "wait": 2 * MINUTE }));
    client.now += 2 * MINUTE - 1;
    let refused = client.command(one, &table.table, bot_for(away)).expect_err("too early");
    assert_eq!(refused, format!("{name} has been away for less than 2 minutes."));
    client.now += 1;
    client.command(one, &table.table, bot_for(away)).expect("a proposal");
    assert_eq!(
        client.seen(other)["proposal"],
        json!({ "what": "bot", "seat": seat, "by": one - 1, "agreed": [one - 1] })
    );
    assert_eq!(client.seen(other)["players"][seat]["who"], "person");
    let events = client.seen(other)["events"].clone();
    client.command(other, &table.table, json!({ "agree": true })).expect("an answer");
    assert_ne!(client.seen(other)["players"][seat]["who"], "person");
    assert_eq!(client.seen(other)["players"][seat]["away"], Value::Null);
    client.work(None);
    assert_ne!(client.seen(other)["events"], events, "the game goes on");

    client.join(away, &table.table, &crate::client::own(table.token(seat))).expect("their own seat");
    client.command(away, &table.table, json!("come-back")).expect("their own seat");
    assert_eq!(client.seen(one)["players"][seat]["who"], "person");
}

#[test]
fn whoever_comes_back_ends_the_vote_and_whoever_leaves_has_no_say() {
    let (mut client, table, away) = three("animal-race", None);
    let [one, other] = others(away);
    let seat = away as usize - 1;
    client.close(away);
    client.now += 3 * MINUTE;
    client.command(one, &table.table, bot_for(away)).expect("a proposal");
    client.join(away, &table.table, table.token(seat)).expect("their own seat");
    assert_eq!(client.seen(one)["proposal"], Value::Null);
    client.command(other, &table.table, json!({ "agree": true })).expect_err("it is too late");

    client.close(away);
    client.now += 3 * MINUTE;
    client.command(one, &table.table, bot_for(away)).expect("a proposal");
    client.close(one);
    assert_eq!(client.seen(other)["players"][seat]["who"], "person", "the other one has not agreed");
    client.join(one, &table.table, table.token(one as usize - 1)).expect("their own seat");
    client.close(other);
    assert_ne!(client.seen(one)["players"][seat]["who"], "person", "all who are here agree");
}

#[test]
fn only_those_who_play_here_replace_only_those_who_are_awaited() {
    let (mut client, table, asked) = three("hare-tortoise", None);
    let [one, other] = others(asked);
    client.close(other);
    client.now += 3 * MINUTE;
    client.command(one, &table.table, bot_for(other)).expect_err("it is not their turn");
    assert_eq!(client.seen(one)["players"][other as usize - 1]["away"]["wait"], Value::Null);
    let before = client.tables.saved(&table.table, client.now.into());
    for seat in [json!(7), json!(99), json!("x"), json!(asked - 1), json!(one - 1)] {
        client.command(one, &table.table, json!({ "let-bot-play": seat })).expect_err("nobody to replace");
    }
    assert_eq!(client.tables.saved(&table.table, client.now.into()), before, "nothing has changed");
    client.command(one, &table.table, json!({ "give-up-seat": null })).expect("a bot goes on");
    client.close(asked);
    client.now += 3 * MINUTE;
    let refused = client.command(one, &table.table, bot_for(asked)).expect_err("they gave up their seat");
    assert_eq!(refused, "Only players at this table can do that.");
}

#[test]
fn a_slow_clock_decides_alone_and_a_quick_one_does_not() {
    for (clock, is_slow) in [("10m/move", true), ("2m/move", false), ("60m", false)] {
        let (mut client, table, away) = three("animal-race", Some(clock));
        let [one, _] = others(away);
        client.close(away);
        client.now += 2 * MINUTE - 1_000;
        let refused = client.command(one, &table.table, bot_for(away)).expect_err("too early");
        assert_eq!(refused.starts_with("At this table the clock decides"), is_slow, "{clock}: {refused}");
        assert_eq!(client.seen(one)["players"][away as usize - 1]["away"]["wait"].is_null(), is_slow);
    }
}

#[test]
fn a_vote_continues_at_a_table_that_was_saved() {
    let (mut client, table, away) = three("animal-race", None);
    let [one, other] = others(away);
    client.close(away);
    client.now += 3 * MINUTE;
    client.command(one, &table.table, bot_for(away)).expect("a proposal");
    let saved = client.tables.saved(&table.table, client.now.into()).expect("a table");
    client.tables = Tables::new("a", furlong::catalogue(), [8; 32]);
    client.tables.restore(&saved, client.now.into()).expect("the same table");
    for channel in [one, other] {
        let token = crate::client::own(table.token(channel as usize - 1));
        client.join(channel, &table.table, &token).expect("a seat");
    }
    client.command(other, &table.table, json!({ "agree": true })).expect("an answer");
    assert_ne!(client.seen(one)["players"][away as usize - 1]["who"], "person");
}
