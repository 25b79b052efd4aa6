//! Who is let in, and where.

use furlong_room::{Asked, Channel, House, Limits};
use serde_json::{Value, json};

use crate::post::ByPost;
use crate::talk::{Opened, Talk, own, wanted};

#[test]
fn a_link_opens_its_own_seat_at_its_own_table_and_no_other() {
    let mut talk = Talk::new();
    let mut open = wanted("gotham", &["Ada", "Bea", "=random"]);
    open["watchers"] = json!(true);
    let (one, other) = (talk.open(open), talk.open(wanted("gotham", &["Cid", "Dot"])));
    for (seat, token) in one.tokens.iter().enumerate() {
        let Some(token) = token else { continue };
        let sight = talk.join(9, &one.table, token).expect("the own seat");
        assert_eq!(sight["to"], json!({ "player": seat }));
        assert!(talk.join(9, &other.table, token).is_err(), "another table");
    }
    assert_eq!(
        talk.join(9, &one.table, one.watch.as_deref().expect("a link")).expect("a watcher")["to"],
        "watcher"
    );
    for wrong in ["", "x", &one.token(0)[1..], &one.token(0).to_uppercase()] {
        assert_eq!(
            talk.join(9, &one.table, wrong),
            Err("This link is not valid at this table.".to_owned()),
            "{wrong}"
        );
    }
    assert_eq!(
        talk.join(9, "anowhere", one.token(0)),
        Err("This table no longer exists, or the link is incomplete.".to_owned())
    );
    assert!(talk.deed(8, &one.table, json!("log")).is_err(), "a channel that has not joined");
}

#[test]
fn a_glance_tells_whose_turn_it_is_and_nobody_is_here_by_it() {
    let mut talk = Talk::new();
    let open = talk.open(wanted("hare-tortoise", &["Ada", "Bea", "=beginner"]));
    let glance = |talk: &mut Talk, seat: usize| {
        let call = json!({ "glance": { "table": open.table, "token": own(open.token(seat)) } });
        talk.call(7, call).map(|reply| reply["glance"].clone())
    };
    let asked = usize::from(talk.join(1, &open.table, open.token(0)).expect("a seat")["question"].is_null());
    talk.close(1);
    talk.close(2);
    for seat in [0, 1] {
        let seen = glance(&mut talk, seat).expect("a table");
        assert_eq!(seen["asked"], json!(seat == asked));
        assert_eq!(seen["round"], 1);
        assert!(seen["ending"].is_null());
        assert_eq!(seen["others"], json!([(["Bea", "Ada"][seat]), "Bot 3"]));
    }
    assert_eq!(talk.join(1, &open.table, open.token(0)).expect("a seat")["players"][1]["here"], false);
    let wrong = json!({ "glance": { "table": open.table, "token": "x" } });
    assert_eq!(talk.call(7, wrong), Err("This link is not valid at this table.".to_owned()));
    let gone = json!({ "glance": { "table": "anowhere", "token": open.token(0) } });
    assert!(talk.call(7, gone).is_err_and(|sentence| sentence.contains("no longer exists")));
    for channel in [1, 2] {
        talk.join(channel, &open.table, open.token(channel as usize - 1)).expect("a seat");
        talk.deed(channel, &open.table, json!({ "give-up-seat": null })).expect("a bot goes on");
    }
    talk.work(None);
    let seen = glance(&mut talk, 0).expect("a table");
    assert_eq!(seen["asked"], false);
    assert!(seen["ending"].as_str().is_some_and(|ending| ending.ends_with('.')), "{seen}");
}

#[test]
fn a_glance_at_a_game_by_post_tells_whether_own_orders_are_waited_for() {
    let mut game = ByPost::open(&["Ada", "Bo"], Some(72));
    let call = json!({ "glance": { "table": game.table, "token": own(game.tokens[0].as_deref().expect("a link")) } });
    let before = game.talk.call(7, call.clone()).expect("a game by post")["glance"].clone();
    assert_eq!(before, json!({ "others": ["Bo (B)"], "round": 1, "asked": true, "ending": null }));
    game.deed(1, json!({ "send": "player A\nround 1\nfirst: to 5" })).expect("no fault");
    let after = game.talk.call(7, call).expect("a game by post")["glance"].clone();
    assert_eq!(after["asked"], false);
}

#[test]
fn no_token_stands_in_what_is_kept() {
    let mut talk = Talk::new();
    let table = talk.open(wanted("gotham", &["Ada", "Bea"]));
    let saved = talk.house.saved(&table.table, 0.into()).expect("a table");
    let is_kept = |token: &String| saved.contains(token.as_str()) || saved.contains(&own(token));
    assert!(!table.tokens.iter().flatten().any(is_kept));
}

/// Joins with this token and claim, and returns whether the claim was accepted.
fn claim(talk: &mut Talk, channel: u64, table: &str, token: &str, claim: &str) -> Result<bool, String> {
    let join =
        json!({ "join": { "table": table, "token": token, "claim": claim, "device": format!("{channel}") } });
    let reply = talk.call(channel, join)?;
    Ok(reply["joined"]["claimed"].as_bool().expect("it says so"))
}

#[test]
fn the_first_use_of_a_link_claims_its_seat_and_whoever_else_had_it_is_refused() {
    let mut talk = Talk::new();
    let post =
        json!({ "game": "hare-tortoise", "players": [{ "name": "Ada" }, { "name": "Bo" }], "post": {} });
    for open in [wanted("gotham", &["Ada", "Bea"]), post] {
        let table = Opened::read(&talk.call(0, json!({ "open-table": open })).expect("a table"));
        let (talk, table, token) = (&mut talk, table.table.clone(), table.token(1).to_owned());
        let (mine, theirs) = ("a".repeat(32), "b".repeat(32));
        // A link is no token of its own, and what replaces it is one.
        for wrong in ["", "short", &token, &"g".repeat(32)] {
            let refused = claim(talk, 1, &table, &token, wrong).expect_err(wrong);
            assert!(refused.contains("another token of 32 hexadecimal digits"), "{refused}");
        }
        talk.changed.clear();
        assert_eq!(claim(talk, 1, &table, &token, &mine), Ok(true));
        assert_eq!(talk.changed, [table.as_str()], "it is kept before anybody hears of it");
        // A page that has not heard of it comes again, also after the server was started again.
        let saved = talk.house.saved(&table, 0.into()).expect("a table");
        talk.house.restore(&saved, 0.into()).expect("it is sound");
        assert_eq!(claim(talk, 1, &table, &token, &mine), Ok(true));
        for other in [&theirs, &token] {
            let refused = claim(talk, 2, &table, &token, other).expect_err("somebody else has come first");
            assert!(refused.starts_with("This link has already been used"), "{refused}");
        }
        assert_eq!(claim(talk, 3, &table, &mine, &theirs), Ok(false), "another device of the same person");
        let glance = |talk: &mut Talk, token: &str| {
            talk.call(4, json!({ "glance": { "table": table, "token": token } }))
        };
        assert!(glance(talk, &mine).is_ok() && glance(talk, &token).is_err());
    }
}

#[test]
fn a_second_device_at_a_seat_is_shown_to_all_and_a_connection_that_came_back_is_none() {
    let mut talk = Talk::new();
    let table = talk.open(wanted("gotham", &["Ada", "Bea"]));
    let join = |talk: &mut Talk, channel: u64, device: &str| {
        let join = json!({ "table": table.table, "token": own(table.token(0)), "device": device });
        talk.call(channel, json!({ "join": join })).expect("a seat")["joined"]["sight"]["players"][0]["devices"].clone()
    };
    talk.close(1);
    assert_eq!(join(&mut talk, 10, "phone"), 1);
    // The same phone, before the server has noticed that its first connection is lost.
    talk.pushed.clear();
    assert_eq!(join(&mut talk, 11, "phone"), 1);
    assert!(talk.pushed.is_empty());
    assert_eq!(join(&mut talk, 12, "laptop"), 2);
    for channel in [2, 10, 11] {
        assert_eq!(talk.seen(channel)["players"][0]["devices"], 2, "channel {channel}");
    }
    talk.close(12);
    assert_eq!(talk.seen(2)["players"][0]["devices"], 1);
}

#[test]
fn it_is_shown_which_links_have_not_been_used() {
    let mut talk = Talk::new();
    let opened = talk.call(0, json!({ "open-table": wanted("gotham", &["Ada", "Bea", "=random"]) }));
    let table = Opened::read(&opened.expect("a table"));
    let invited = |sight: &Value| [0, 1, 2].map(|seat: usize| sight["players"][seat]["invited"].clone());
    let sight = talk.join(1, &table.table, table.token(0)).expect("a seat");
    assert_eq!(invited(&sight), [json!(false), json!(true), json!(false)]);
    talk.join(2, &table.table, table.token(1)).expect("a seat");
    assert_eq!(invited(talk.seen(1)), [0, 1, 2].map(|_| json!(false)));
}

#[test]
fn a_watcher_sees_no_hand_and_does_nothing() {
    let mut talk = Talk::new();
    let mut open = wanted("gotham", &["Ada", "Bea"]);
    open["watchers"] = json!(true);
    let table = talk.open(open);
    let sight = talk.join(9, &table.table, table.watch.as_deref().expect("a link")).expect("a watcher");
    assert!(sight["question"].is_null() && sight["hand"].as_array().is_some_and(Vec::is_empty));
    for deed in [
        json!({ "answer": { "request": { "number": 1 }, "events": sight["events"] } }),
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
        talk.deed(9, &table.table, deed.clone()).expect_err(&deed.to_string());
    }
}

#[test]
fn a_page_of_another_version_is_told_so() {
    let mut talk = Talk::new();
    let hello = talk.call(1, json!({ "hello": { "version": 1 } })).expect("this version");
    let games: Vec<&Value> =
        hello["hello"]["offers"].as_array().expect("games").iter().map(|game| &game["id"]).collect();
    assert_eq!(games, ["animal-race", "hare-tortoise", "gotham"]);
    let refused = talk.call(1, json!({ "hello": { "version": 2 } })).expect_err("another version");
    assert_eq!(refused, "This page uses version 2 and the server version 1. Reload the page.");
}

#[test]
fn a_ruleset_is_checked_and_its_faults_are_told() {
    let mut talk = Talk::new();
    let check = |talk: &mut Talk, text: &str| {
        talk.call(1, json!({ "check-ruleset": { "game": "gotham", "text": text } }))
    };
    let good = check(&mut talk, "[ruleset]\nextends = \"standard\"\nname = \"mine\"").expect("a ruleset");
    assert_eq!(good["ruleset"]["title"], "mine");
    assert!(
        check(&mut talk, "[ruleset]\nextends = \"standard\"\nno-such-field = 1")
            .expect_err("a fault")
            .contains("no-such-field")
    );
    assert!(check(&mut talk, "[ruleset]\nextends = \"/etc/passwd\"").is_err());
}

#[test]
fn a_full_house_and_a_full_table_refuse_in_a_sentence() {
    let limits = Limits { tables: 1, readers: 2, tables_of_channel: 1, ..Limits::default() };
    let mut talk = Talk::new();
    talk.house = House::new("a", furlong::catalogue(), [1; 32]).within(limits);
    let table = Opened::read(
        &talk.call(0, json!({ "open-table": wanted("gotham", &["Ada", "Bea"]) })).expect("one table"),
    );
    let full =
        talk.call(0, json!({ "open-table": wanted("gotham", &["Ada", "Bea"]) })).expect_err("a second one");
    assert!(full.starts_with("The server is full: too many tables"), "{full}");
    for channel in [1, 2] {
        talk.join(channel, &table.table, table.token(0)).expect("there is room");
    }
    assert!(
        talk.join(3, &table.table, table.token(1)).expect_err("no room").starts_with("This table is full")
    );
    talk.close(1);
    talk.join(3, &table.table, table.token(1)).expect("somebody has left");
}

#[test]
fn a_table_that_nobody_looks_at_is_put_away_and_comes_back() {
    let mut talk = Talk::new();
    let table = talk.open(wanted("gotham", &["Ada", "Bea"]));
    talk.now += Limits::default().idle;
    assert!(talk.house.tick(talk.now.into()).put_away.is_empty(), "people look at it");
    talk.close(1);
    talk.close(2);
    let saved = talk.house.saved(&table.table, talk.now.into()).expect("a table");
    talk.now += Limits::default().idle;
    assert_eq!(talk.house.tick(talk.now.into()).put_away, std::slice::from_ref(&table.table));
    assert_eq!(talk.house.tables(), 0);
    talk.house.restore(&saved, talk.now.into()).expect("it was saved by a house");
    talk.join(1, &table.table, table.token(0)).expect("the same link");
    assert_eq!(
        Asked::read(&json!({"id":1,"call":{"leave":{"table":"x"}}}).to_string(), &Limits::default()).table(),
        Some("x")
    );
    assert!(talk.house.call(Channel(1), "?", 0.into()).sent[0].text.contains("refused"));
}
