//! Who is let in, and where.

use furlong_tables::{Channel, Limits, ParsedCall, Tables};
use serde_json::{Value, json};

use crate::client::{Client, Opened, own, wanted};
use crate::post::PostGame;

#[test]
fn a_link_opens_its_own_seat_at_its_own_table_and_no_other() {
    let mut client = Client::new();
    let mut open = wanted("gotham", &["Ada", "Bea", "=random"]);
    open["watchers"] = json!(true);
    let (one, other) = (client.open(open), client.open(wanted("gotham", &["Cid", "Dot"])));
    for (seat, token) in one.tokens.iter().enumerate() {
        let Some(token) = token else { continue };
        let view = client.join(9, &one.table, token).expect("the own seat");
        assert_eq!(view["to"], json!({ "player": seat }));
        assert!(client.join(9, &other.table, token).is_err(), "another table");
    }
    assert_eq!(
        client.join(9, &one.table, one.watch.as_deref().expect("a link")).expect("a watcher")["to"],
        "watcher"
    );
    for wrong in ["", "x", &one.token(0)[1..], &one.token(0).to_uppercase()] {
        assert_eq!(
            client.join(9, &one.table, wrong),
            Err("This link is not valid at this table.".to_owned()),
            "{wrong}"
        );
    }
    assert_eq!(
        client.join(9, "anowhere", one.token(0)),
        Err("This table no longer exists, or the link is incomplete.".to_owned())
    );
    assert!(client.command(8, &one.table, json!("log")).is_err(), "a channel that has not joined");
}

#[test]
fn a_glance_tells_whose_turn_it_is_and_nobody_is_here_by_it() {
    let mut client = Client::new();
    let open = client.open(wanted("hare-tortoise", &["Ada", "Bea", "=beginner"]));
    let glance = |client: &mut Client, seat: usize| {
        let call = json!({ "glance": { "table": open.table, "token": own(open.token(seat)) } });
        client.call(7, call).map(|reply| reply["glance"].clone())
    };
    let asked =
        usize::from(client.join(1, &open.table, open.token(0)).expect("a seat")["question"].is_null());
    client.close(1);
    client.close(2);
    for seat in [0, 1] {
        let seen = glance(&mut client, seat).expect("a table");
        assert_eq!(seen["asked"], json!(seat == asked));
        assert_eq!(seen["turn"], if seat == asked { json!(1) } else { Value::Null });
        assert_eq!(seen["slow"], false);
        assert_eq!(seen["round"], 1);
        assert!(seen["ending"].is_null());
        assert_eq!(seen["others"], json!([(["Bea", "Ada"][seat]), "Bot 3"]));
    }
    assert_eq!(client.join(1, &open.table, open.token(0)).expect("a seat")["players"][1]["here"], false);
    let wrong = json!({ "glance": { "table": open.table, "token": "x" } });
    assert_eq!(client.call(7, wrong), Err("This link is not valid at this table.".to_owned()));
    let gone = json!({ "glance": { "table": "anowhere", "token": open.token(0) } });
    assert!(client.call(7, gone).is_err_and(|sentence| sentence.contains("no longer exists")));
    for channel in [1, 2] {
        client.join(channel, &open.table, open.token(channel as usize - 1)).expect("a seat");
        client.command(channel, &open.table, json!({ "give-up-seat": null })).expect("a bot goes on");
    }
    client.work(None);
    let seen = glance(&mut client, 0).expect("a table");
    assert_eq!(seen["asked"], false);
    assert!(seen["ending"].as_str().is_some_and(|ending| ending.ends_with('.')), "{seen}");
}

#[test]
fn a_glance_at_a_game_by_post_tells_whether_own_orders_are_waited_for() {
    let mut game = PostGame::open(&["Ada", "Bo"], Some(72));
    let call = json!({ "glance": { "table": game.table, "token": own(game.tokens[0].as_deref().expect("a link")) } });
    let mut before = game.client.call(7, call.clone()).expect("a game by post")["glance"].clone();
    assert!(before["feed"].take().is_string() && before["mail"].take().is_object());
    assert_eq!(
        before,
        json!({ "others": ["Bo (B)"], "round": 1, "asked": true, "turn": 1, "slow": true, "ending": null, "feed": null, "mail": null })
    );
    game.command(1, json!({ "send": "player A\nround 1\nfirst: to 5" })).expect("no fault");
    let after = game.client.call(7, call).expect("a game by post")["glance"].clone();
    assert_eq!((&after["asked"], &after["turn"]), (&json!(false), &Value::Null));
}

#[test]
fn each_player_picks_a_free_seat_by_the_link_of_the_table() {
    let mut client = Client::new();
    let opened =
        client.call(0, json!({ "open-table": wanted("gotham", &["Ada", "Bea", "Cid", "=beginner"]) }));
    let opened = opened.expect("a table");
    let invitation = opened["opened"]["invitation"].as_str().expect("a link").to_owned();
    let table = Opened::read(&opened);
    client.join(1, &table.table, table.token(0)).expect("the seat of the one who opened it");
    let id = table.table.clone();
    let free = |client: &mut Client| {
        let call = json!({ "glance": { "table": id, "token": invitation } });
        let glance = client.call(9, call).expect("a table")["glance"].clone();
        assert_eq!(glance["others"], json!(["Ada", "Bea", "Cid", "Bot 4"]));
        glance["free"]["seats"].clone()
    };
    let pick = |client: &mut Client, seat: Value, claim: &str| {
        let join = json!({ "table": id, "token": invitation, "seat": seat, "claim": claim });
        Ok::<Value, String>(client.call(5, json!({ "join": join }))?["joined"]["sight"]["to"].clone())
    };
    let (mine, theirs) = ("a".repeat(32), "b".repeat(32));
    assert_eq!(free(&mut client), json!([1, 2]));
    let taken = "Somebody else has just taken this seat. Choose another one.";
    assert_eq!(pick(&mut client, json!(0), &mine), Err(taken.to_owned()));
    for seat in [json!(3), json!(null)] {
        assert!(pick(&mut client, seat, &mine).is_err(), "no seat of a person");
    }
    assert_eq!(pick(&mut client, json!(2), &mine), Ok(json!({ "player": 2 })));
    // The reply may have been lost, and the server started again.
    let saved = client.tables.saved(&id, 0.into()).expect("a table");
    assert!(!saved.contains(&invitation));
    client.tables.restore(&saved, 0.into()).expect("it is sound");
    assert_eq!(pick(&mut client, json!(2), &mine), Ok(json!({ "player": 2 })));
    assert_eq!(pick(&mut client, json!(2), &theirs), Err(taken.to_owned()));
    assert_eq!(free(&mut client), json!([1]));
    // The link for one seat still works, and then the seat is no longer free.
    client.join(2, &id, table.token(1)).expect("her seat");
    assert_eq!(free(&mut client), json!([]));
    let alone = client.call(0, json!({ "open-table": wanted("gotham", &["Ada", "=beginner"]) }));
    assert!(alone.expect("a table")["opened"]["invitation"].is_null(), "there is nobody to invite");
}

#[test]
fn no_token_stands_in_what_is_kept() {
    let mut client = Client::new();
    let table = client.open(wanted("gotham", &["Ada", "Bea"]));
    let saved = client.tables.saved(&table.table, 0.into()).expect("a table");
    let is_kept = |token: &String| saved.contains(token.as_str()) || saved.contains(&own(token));
    assert!(!table.tokens.iter().flatten().any(is_kept));
}

/// Joins with this token and claim, and returns whether the claim was accepted.
fn claim(client: &mut Client, channel: u64, table: &str, token: &str, claim: &str) -> Result<bool, String> {
    let join =
        json!({ "join": { "table": table, "token": token, "claim": claim, "device": format!("{channel}") } });
    let reply = client.call(channel, join)?;
    Ok(reply["joined"]["claimed"].as_bool().expect("it says so"))
}

#[test]
fn the_first_use_of_a_link_claims_its_seat_and_whoever_else_had_it_is_refused() {
    let mut client = Client::new();
    let post =
        json!({ "game": "hare-tortoise", "players": [{ "name": "Ada" }, { "name": "Bo" }], "post": {} });
    for open in [wanted("gotham", &["Ada", "Bea"]), post] {
        let table = Opened::read(&client.call(0, json!({ "open-table": open })).expect("a table"));
        let (client, table, token) = (&mut client, table.table.clone(), table.token(1).to_owned());
        let (mine, theirs) = ("a".repeat(32), "b".repeat(32));
        // A link is no token of its own, and what replaces it is one.
        for wrong in ["", "short", &token, &"g".repeat(32)] {
            let refused = claim(client, 1, &table, &token, wrong).expect_err(wrong);
            assert!(refused.contains("another token of 32 hexadecimal digits"), "{refused}");
        }
        client.changed.clear();
        assert_eq!(claim(client, 1, &table, &token, &mine), Ok(true));
        assert_eq!(client.changed, [table.as_str()], "it is kept before anybody hears of it");
        // A page that has not heard of it comes again, also after the server was started again.
        let saved = client.tables.saved(&table, 0.into()).expect("a table");
        client.tables.restore(&saved, 0.into()).expect("it is sound");
        assert_eq!(claim(client, 1, &table, &token, &mine), Ok(true));
        for other in [&theirs, &token] {
            let refused = claim(client, 2, &table, &token, other).expect_err("somebody else has come first");
            assert!(refused.starts_with("This link has already been used"), "{refused}");
        }
        assert_eq!(claim(client, 3, &table, &mine, &theirs), Ok(false), "another device of the same person");
        let glance = |client: &mut Client, token: &str| {
            client.call(4, json!({ "glance": { "table": table, "token": token } }))
        };
        assert!(glance(client, &mine).is_ok() && glance(client, &token).is_err());
    }
}

#[test]
fn a_second_device_at_a_seat_is_shown_to_all_and_a_connection_that_came_back_is_none() {
    let mut client = Client::new();
    let table = client.open(wanted("gotham", &["Ada", "Bea"]));
    let join = |client: &mut Client, channel: u64, device: &str| {
        let join = json!({ "table": table.table, "token": own(table.token(0)), "device": device });
        client.call(channel, json!({ "join": join })).expect("a seat")["joined"]["sight"]["players"][0]["devices"].clone()
    };
    client.close(1);
    assert_eq!(join(&mut client, 10, "phone"), 1);
    // The same phone, before the server has noticed that its first connection is lost.
    client.pushed.clear();
    assert_eq!(join(&mut client, 11, "phone"), 1);
    assert!(client.pushed.is_empty());
    assert_eq!(join(&mut client, 12, "laptop"), 2);
    for channel in [2, 10, 11] {
        assert_eq!(client.seen(channel)["players"][0]["devices"], 2, "channel {channel}");
    }
    client.close(12);
    assert_eq!(client.seen(2)["players"][0]["devices"], 1);
}

#[test]
fn it_is_shown_which_links_have_not_been_used() {
    let mut client = Client::new();
    let opened = client.call(0, json!({ "open-table": wanted("gotham", &["Ada", "Bea", "=random"]) }));
    let table = Opened::read(&opened.expect("a table"));
    let invited = |view: &Value| [0, 1, 2].map(|seat: usize| view["players"][seat]["invited"].clone());
    let view = client.join(1, &table.table, table.token(0)).expect("a seat");
    assert_eq!(invited(&view), [json!(false), json!(true), json!(false)]);
    client.join(2, &table.table, table.token(1)).expect("a seat");
    assert_eq!(invited(client.seen(1)), [0, 1, 2].map(|_| json!(false)));
}

#[test]
fn a_watcher_sees_no_hand_and_does_nothing() {
    let mut client = Client::new();
    let mut open = wanted("gotham", &["Ada", "Bea"]);
    open["watchers"] = json!(true);
    let table = client.open(open);
    let view = client.join(9, &table.table, table.watch.as_deref().expect("a link")).expect("a watcher");
    assert!(view["question"].is_null() && view["hand"].as_array().is_some_and(Vec::is_empty));
    for command in [
        json!({ "answer": { "request": { "number": 1 }, "events": view["events"] } }),
        json!("undo"),
        json!({ "agree": true }),
        json!({ "rename": "Eve" }),
        json!({ "give-up-seat": null }),
        json!("come-back"),
        json!("rematch"),
        json!("record"),
        json!("analyse"),
        json!({ "play-on": 0 }),
    ] {
        client.command(9, &table.table, command.clone()).expect_err(&command.to_string());
    }
}

#[test]
fn a_page_of_another_version_is_told_so() {
    let mut client = Client::new();
    let hello = client.call(1, json!({ "hello": { "version": 1 } })).expect("this version");
    let games: Vec<&Value> =
        hello["hello"]["offers"].as_array().expect("games").iter().map(|game| &game["id"]).collect();
    assert_eq!(games, ["animal-race", "hare-tortoise", "gotham"]);
    let refused = client.call(1, json!({ "hello": { "version": 2 } })).expect_err("another version");
    assert_eq!(refused, "This page uses version 2 and the server version 1. Reload the page.");
}

#[test]
fn a_ruleset_is_checked_and_its_faults_are_told() {
    let mut client = Client::new();
    let check = |client: &mut Client, text: &str| {
        client.call(1, json!({ "check-ruleset": { "game": "gotham", "text": text } }))
    };
    let good = check(&mut client, "[ruleset]\nextends = \"standard\"\nname = \"mine\"").expect("a ruleset");
    assert_eq!(good["ruleset"]["title"], "mine");
    assert!(
        check(&mut client, "[ruleset]\nextends = \"standard\"\nno-such-field = 1")
            .expect_err("a fault")
            .contains("no-such-field")
    );
    assert!(check(&mut client, "[ruleset]\nextends = \"/etc/passwd\"").is_err());
}

#[test]
fn a_full_server_and_a_full_table_refuse_in_a_sentence() {
    let limits = Limits { tables: 1, readers: 2, tables_of_channel: 1, ..Limits::default() };
    let mut client = Client::new();
    client.tables = Tables::new("a", furlong::catalogue(), [1; 32]).with_limits(limits);
    let table = Opened::read(
        &client.call(0, json!({ "open-table": wanted("gotham", &["Ada", "Bea"]) })).expect("one table"),
    );
    let full =
        client.call(0, json!({ "open-table": wanted("gotham", &["Ada", "Bea"]) })).expect_err("a second one");
    assert!(full.starts_with("The server is full: too many tables"), "{full}");
    for channel in [1, 2] {
        client.join(channel, &table.table, table.token(0)).expect("there is room");
    }
    assert!(
        client.join(3, &table.table, table.token(1)).expect_err("no room").starts_with("This table is full")
    );
    client.close(1);
    client.join(3, &table.table, table.token(1)).expect("somebody has left");
}

#[test]
fn a_table_that_nobody_looks_at_is_put_away_and_comes_back() {
    let mut client = Client::new();
    let table = client.open(wanted("gotham", &["Ada", "Bea"]));
    client.now += Limits::default().idle;
    assert!(client.tables.tick(client.now.into()).unloaded.is_empty(), "people look at it");
    client.close(1);
    client.close(2);
    let saved = client.tables.saved(&table.table, client.now.into()).expect("a table");
    client.now += Limits::default().idle;
    assert_eq!(client.tables.tick(client.now.into()).unloaded, std::slice::from_ref(&table.table));
    assert_eq!(client.tables.count(), 0);
    client.tables.restore(&saved, client.now.into()).expect("it was saved by a tables");
    client.join(1, &table.table, table.token(0)).expect("the same link");
    assert_eq!(
        ParsedCall::read(&json!({"id":1,"call":{"leave":{"table":"x"}}}).to_string(), &Limits::default())
            .table(),
        Some("x")
    );
    assert!(client.tables.call(Channel(1), "?", 0.into()).sent[0].text.contains("refused"));
}

#[test]
fn a_turn_has_one_number_until_the_next_and_keeps_it_when_the_server_is_started_again() {
    let mut client = Client::new();
    let mut call = wanted("hare-tortoise", &["Ada", "Bea"]);
    call["clock"] = json!("1h/move");
    let open = client.open(call);
    let turns = |client: &mut Client| {
        [0, 1].map(|seat| {
            let call = json!({ "glance": { "table": open.table, "token": own(open.token(seat)) } });
            let glance = client.call(7, call).expect("a table")["glance"].clone();
            assert_eq!(glance["slow"], true);
            assert_eq!(glance["asked"], json!(glance["turn"].is_number()), "{glance}");
            glance["turn"].as_u64()
        })
    };
    let mut numbers = Vec::new();
    for _ in 0..12 {
        let before = turns(&mut client);
        if numbers.last() != Some(&before) {
            numbers.push(before);
        }
        let seat = before.iter().position(Option::is_some).expect("somebody decides");
        let view = client.join(seat as u64 + 1, &open.table, open.token(seat)).expect("a seat");
        let answer = json!({ "answer": { "request": { "number": 1 }, "events": view["events"] } });
        client.command(seat as u64 + 1, &open.table, answer).expect("a move");
    }
    for seat in [0, 1] {
        let own: Vec<u64> = numbers.iter().filter_map(|turns| turns[seat]).collect();
        assert!(own.len() > 1 && own.iter().copied().eq(1..=own.len() as u64), "{numbers:?}");
    }
    let last = turns(&mut client);
    let saved = client.tables.saved(&open.table, client.now.into()).expect("a table");
    client.tables.restore(&saved, client.now.into()).expect("it is sound");
    assert_eq!(turns(&mut client), last);
}
