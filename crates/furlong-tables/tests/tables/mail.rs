//! Mail and push messages that tell people of their turn.

use furlong_tables::LetterKind;
use serde_json::{Value, json};

use crate::client::{Client, Opened, own, wanted};
use crate::post::PostGame;

const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;

/// A table at which it is the turn of the person with the first of these channels, who has confirmed an address.
fn table() -> (Client, Opened, [u64; 2]) {
    let mut client = Client::new();
    let open = client.open(wanted("hare-tortoise", &["Ada", "Bea"]));
    let is_first = client.join(1, &open.table, open.token(0)).expect("a seat")["question"].is_null();
    let channels = if is_first { [2, 1] } else { [1, 2] };
    client.command(channels[0], &open.table, json!({ "mail": "ada@example.org" })).expect("an address");
    (client, open, channels)
}

fn answer(client: &mut Client, stop: bool) -> Result<Value, String> {
    let letter = client.letters.last().expect("a mail");
    let call = json!({ "mail": { "table": letter.table, "secret": letter.secret, "stop": stop } });
    client.call(50, call)
}

fn glance(client: &mut Client, open: &Opened, channel: u64) -> Value {
    let token = own(open.token(channel as usize - 1));
    let call = json!({ "glance": { "table": open.table, "token": token } });
    client.call(50, call).expect("a table")["glance"]["mail"].clone()
}

#[test]
fn an_address_gets_reminders_when_it_is_confirmed_and_until_it_is_stopped() {
    let (mut client, open, [asked, other]) = table();
    assert_eq!(client.letters.len(), 1);
    assert_eq!(
        (client.letters[0].kind, client.letters[0].address.as_str()),
        (LetterKind::Confirm, "ada@example.org")
    );
    client.close(asked);
    client.now += DAY;
    client.tick();
    assert_eq!(client.letters.len(), 1, "nobody has confirmed the address");
    assert_eq!(glance(&mut client, &open, asked)["confirmed"], false);

    assert_eq!(answer(&mut client, false).expect("the link works")["mail"]["confirmed"], true);
    client.tick();
    client.tick();
    assert_eq!(client.letters.len(), 2, "one reminder of a turn");
    assert_eq!(client.letters[1].kind, LetterKind::Reminder);
    assert_eq!(client.letters[1].player, if asked == 1 { "Ada" } else { "Bea" });
    assert_eq!(glance(&mut client, &open, other)["address"], Value::Null, "others do not see the address");

    assert_eq!(answer(&mut client, true).expect("the link works")["mail"]["address"], Value::Null);
    assert!(answer(&mut client, false).is_err(), "a link that has stopped the mail does not begin it again");
    assert!(!client.tables.is_awake(&open.table));
}

/// Lets the person of this channel move until somebody else is asked.
fn play(client: &mut Client, open: &Opened, channel: u64) {
    loop {
        let view = client.join(channel, &open.table, open.token(channel as usize - 1)).expect("a seat");
        if view["question"].is_null() {
            return;
        }
        let answer = json!({ "answer": { "request": { "number": 1 }, "events": view["events"] } });
        client.command(channel, &open.table, answer).expect("a move");
    }
}

#[test]
fn a_seat_is_reminded_once_a_day_of_turns_that_wait_while_it_is_not_open() {
    let (mut client, open, [asked, other]) = table();
    answer(&mut client, false).expect("the link works");
    client.now += DAY;
    client.tick();
    assert_eq!(client.letters.len(), 1, "the seat is open");
    client.close(asked);
    client.tick();
    assert_eq!(client.letters.len(), 2, "the seat is no longer open");
    play(&mut client, &open, asked);
    play(&mut client, &open, other);
    client.close(asked);
    client.now += DAY - 1;
    client.tick();
    assert_eq!(client.letters.len(), 2, "that was less than a day ago");
    assert!(client.tables.is_awake(&open.table), "the reminder is not forgotten");
    let saved = client.tables.saved(&open.table, client.now.into()).expect("a table");
    client.tables.restore(&saved, client.now.into()).expect("the same table");
    client.now += 1;
    client.tick();
    assert_eq!(client.letters.len(), 3);
    play(&mut client, &open, asked);
    play(&mut client, &open, other);
    client.close(asked);
    client.now += DAY;
    // The turn is new, although the last reminder is old.
    let (mut turns, letters) = (client.turns.len(), client.letters.len());
    play(&mut client, &open, asked);
    play(&mut client, &open, other);
    turns = client.turns.len() - turns;
    client.close(asked);
    client.now += 10 * MINUTE - 1;
    client.tick();
    assert_eq!((turns, client.letters.len()), (2, letters), "people have ten minutes to come");
    client.now += 1;
    client.tick();
    assert_eq!(client.letters.len(), letters + 1);
}

#[test]
fn what_is_no_address_is_refused_and_changes_nothing() {
    let (mut client, open, [asked, _]) = table();
    let before = client.tables.saved(&open.table, client.now.into());
    let long = format!("{}@example.org", "a".repeat(250));
    for address in [
        "",
        "ada",
        "ada@",
        "@example.org",
        "ada@example",
        "a b@example.org",
        "ada@example.org\nBcc: bo@example.org",
        "-f@example.org",
        "ada@ex@ample.org",
        "ada@-example.org",
        "\"ada\"@example.org",
        &long,
    ] {
        let refusal = client.command(asked, &open.table, json!({ "mail": address })).expect_err(address);
        assert_eq!(refusal, "This is not a mail address like ada@example.org.");
    }
    client.command(asked, &open.table, json!({ "mail": "ada@example.org" })).expect_err("it is set already");
    client.command(77, &open.table, json!({ "mail": "ada@example.org" })).expect_err("nobody is there");
    assert_eq!(client.tables.saved(&open.table, client.now.into()), before);
    assert_eq!(client.letters.len(), 1);
}

#[test]
fn a_table_that_was_saved_without_mail_still_opens() {
    let (mut client, open, _) = table();
    let saved = client.tables.saved(&open.table, client.now.into()).expect("a table");
    let mut old: Value = serde_json::from_str(&saved).expect("JSON");
    for turns in old["turns"].as_array_mut().expect("a list") {
        turns.as_object_mut().expect("the turns of a seat").remove("mail");
    }
    assert_ne!(old.to_string(), saved);
    client.tables.restore(&old.to_string(), client.now.into()).expect("an old table");
}

#[test]
fn by_post_the_mail_ends_with_the_holder_of_the_seat() {
    let mut game = PostGame::open(&["Ann", "Bob"], Some(24));
    game.client.command(2, &game.table, json!({ "mail": "bob@example.org" })).expect("an address");
    answer(&mut game.client, false).expect("the link works");
    let replace = json!({ "replace": { "seat": 1, "name": "Cid" } });
    game.command(crate::post::READERS[2], replace).expect("a link");
    game.client.close(2);
    game.client.now += DAY;
    game.client.tick();
    assert_eq!(game.client.letters.len(), 1, "the new holder has given no address");
    assert!(answer(&mut game.client, false).is_err());
}

#[test]
fn turns_that_begin_are_announced_without_what_happened() {
    let mut game = PostGame::open(&["Ann", "Bob"], Some(24));
    assert_eq!(game.client.turns.len(), 2);
    game.send(1, "first: to 5").expect("no fault");
    assert_eq!(game.client.turns.len(), 2, "nobody is asked anew");
    game.send(2, "first: to 7").expect("no fault");
    let after: Vec<_> =
        game.client.turns[2..].iter().map(|turn| (turn.player.as_str(), turn.is_slow)).collect();
    assert_eq!(after, [("Ann (A)", true), ("Bob (B)", true)]);
    assert_eq!(game.client.turns[2].heading, "spring");
}

#[test]
fn browsers_of_a_seat_that_is_not_open_are_told_of_each_turn() {
    let (mut client, open, [asked, other]) = table();
    let address = |number: u64| format!("https://fcm.googleapis.com/fcm/send/{number}");
    for number in [1, 2, 3, 3, 4] {
        client.command(asked, &open.table, json!({ "push": address(number) })).expect("an address");
    }
    let before = client.tables.saved(&open.table, client.now.into());
    for (channel, wrong) in [
        (asked, "https://example.org/1".to_owned()),
        (asked, address(1) + &"1".repeat(1_000)),
        (77, address(5)),
    ] {
        client
            .command(channel, &open.table, json!({ "push": wrong }))
            .expect_err("no push service, or nobody's seat");
    }
    assert_eq!(client.tables.saved(&open.table, client.now.into()), before);
    play(&mut client, &open, asked);
    play(&mut client, &open, other);
    let told = |client: &Client| client.turns.last().expect("a turn").push.clone();
    assert_eq!(told(&client), Vec::<String>::new(), "the page itself tells");
    play(&mut client, &open, asked);
    client.close(asked);
    let saved = client.tables.saved(&open.table, client.now.into()).expect("a table");
    client.tables.restore(&saved, client.now.into()).expect("the same table");
    play(&mut client, &open, other);
    assert_eq!(told(&client), [2, 3, 4].map(address), "the latest three");
}
