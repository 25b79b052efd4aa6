//! The feed of a seat, which says when it was its turn.

use furlong_tables::Feed;
use serde_json::{Value, json};

use crate::client::{Client, Opened, own, wanted};
use crate::post::PostGame;

/// The table and the secret of the feed that this token is told of.
fn address(client: &mut Client, table: &str, token: &str) -> (String, String) {
    let glance = client.call(7, json!({ "glance": { "table": table, "token": token } })).expect("a table");
    let address = glance["glance"]["feed"].as_str().expect("an address");
    let (table, secret) = address.split_once('.').expect("a table and a secret");
    (table.to_owned(), secret.to_owned())
}

fn feed(client: &mut Client, open: &Opened, seat: usize) -> Feed {
    let (table, secret) = address(client, &open.table, &own(open.token(seat)));
    client.tables.feed(&table, &secret).expect("a feed")
}

/// Lets whoever is asked move until the other is asked, because each has two runners, and returns the seat.
fn play(client: &mut Client, open: &Opened) -> usize {
    let mut first = None;
    loop {
        let asked = [0, 1].into_iter().find_map(|seat| {
            let view = client.join(seat as u64 + 1, &open.table, open.token(seat)).expect("a seat");
            (!view["question"].is_null()).then_some((seat, view["events"].clone()))
        });
        let (seat, events) = asked.expect("somebody is asked");
        if *first.get_or_insert(seat) != seat {
            return 1 - seat;
        }
        let answer = json!({ "answer": { "request": { "number": 1 }, "events": events } });
        client.command(seat as u64 + 1, &open.table, answer).expect("a move");
    }
}

#[test]
fn a_feed_has_an_entry_for_each_turn_and_does_not_change_otherwise() {
    let mut client = Client::new();
    let open = client.open(wanted("hare-tortoise", &["Ada", "Bea"]));
    let before = [0, 1].map(|seat| feed(&mut client, &open, seat));
    assert_eq!((before[0].player.as_str(), before[1].player.as_str()), ("Ada", "Bea"));
    assert_ne!(before[0].id, before[1].id);
    client.now += 5_000;
    let first = play(&mut client, &open);
    let [own_feed, other] = [first, 1 - first].map(|seat| feed(&mut client, &open, seat));
    assert_eq!(own_feed, before[first], "it is no new turn of the player who has moved");
    assert_eq!(own_feed.turns.iter().map(|turn| turn.began).collect::<Vec<_>>(), [1_000]);
    assert_eq!(other.turns.iter().map(|turn| turn.began).collect::<Vec<_>>(), [6_000]);
    client.now += 5_000;
    assert_eq!(play(&mut client, &open), 1 - first);
    let after = feed(&mut client, &open, first);
    assert_eq!(after.turns[1..], own_feed.turns, "entries stay as they are, and the latest comes first");
    assert_eq!(after.turns[0].began, 11_000);
    assert_ne!(after.turns[0].id, after.turns[1].id);

    let saved = client.tables.saved(&open.table, client.now.into()).expect("a table");
    client.tables.restore(&saved, client.now.into()).expect("the same table");
    assert_eq!(feed(&mut client, &open, first), after);
}

#[test]
fn the_address_of_a_feed_opens_nothing_else() {
    let mut client = Client::new();
    let mut open = wanted("hare-tortoise", &["Ada", "Bea"]);
    open["watchers"] = json!(true);
    let [open, other] = [client.open(open.clone()), client.open(open)];
    let (table, secret) = address(&mut client, &open.table, &own(open.token(0)));
    for call in [
        json!({ "join": { "table": table, "token": secret } }),
        json!({ "glance": { "table": table, "token": secret } }),
        json!({ "join": { "table": table, "token": secret, "claim": own(open.token(1)) } }),
    ] {
        assert!(client.call(8, call).is_err());
    }
    let token = own(open.token(0));
    for (table, secret) in [
        (other.table.as_str(), secret.as_str()),
        ("anowhere", &secret),
        (&table, ""),
        (&table, &secret[1..]),
        (&table, &token),
        (&table, open.token(0)),
    ] {
        assert_eq!(client.tables.feed(table, secret), None, "{table} {secret}");
    }
    let watch = open.watch.as_deref().expect("a link");
    let glance = client.call(8, json!({ "glance": { "table": table, "token": watch } })).expect("a table");
    assert_eq!(glance["glance"].get("feed"), None, "only a seat has turns");
}

#[test]
fn a_seat_that_nobody_has_claimed_has_no_feed() {
    let mut client = Client::new();
    let reply = client.call(0, json!({ "open-table": wanted("gotham", &["Ada", "Bea"]) })).expect("a table");
    let open = Opened::read(&reply);
    let call = json!({ "glance": { "table": open.table, "token": open.token(0) } });
    let glance = client.call(0, call).expect("the invitation shows the seat");
    assert_eq!(glance["glance"].get("feed"), None, "others have seen the invitation");
}

#[test]
fn a_round_by_post_is_one_turn_and_somebody_who_leaves_the_seat_loses_the_feed() {
    let mut game = PostGame::open(&["Ann", "Bob"], Some(24));
    let token = own(game.tokens[1].as_deref().expect("a person's seat"));
    let (table, secret) = address(&mut game.client, &game.table, &token);
    game.send(2, "first: to 5").expect("no fault");
    game.command(2, json!("take-back")).expect("it is the same turn");
    let bob = game.client.tables.feed(&table, &secret).expect("a feed");
    assert_eq!((bob.heading.as_str(), bob.player.as_str(), bob.turns.len()), ("spring", "Bob (B)", 1));
    game.send(2, "first: to 5").expect("no fault");
    game.send(1, "first: to 7").expect("no fault");
    assert_eq!(game.client.tables.feed(&table, &secret).expect("a feed").turns.len(), 2);
    let replaced: Value = game
        .command(crate::post::READERS[2], json!({ "replace": { "seat": 1, "name": "Cid" } }))
        .expect("a link");
    assert!(replaced["link"]["token"].is_string());
    assert_eq!(game.client.tables.feed(&table, &secret), None);
}
