//! Tables that wait for friends: reserved seats, and bots instead of those who do not come.

use serde_json::{Value, json};

use crate::client::{Client, Opened, own, wanted};

/// A table of four people, of whom the host and one more have come, and the free seats that its link shows.
fn waiting(client: &mut Client) -> (Opened, Value) {
    let players = ["Ada", "Bea", "Player 3", "Player 4"];
    let reply = client.call(0, json!({ "open-table": wanted("gotham", &players) })).expect("a table");
    let opened = Opened::read(&reply);
    for channel in [1, 2] {
        client.join(channel, &opened.table, opened.token(channel as usize - 1)).expect("a seat");
    }
    let invitation = reply["opened"]["invitation"].clone();
    (opened, json!({ "glance": { "table": reply["opened"]["table"], "token": invitation } }))
}

#[test]
fn the_host_reserves_a_free_seat_and_others_see_for_whom() {
    let mut client = Client::new();
    let (opened, glance) = waiting(&mut client);
    let table = opened.table.as_str();
    let reserve = |seat: usize, name: &str| json!({ "reserve": { "seat": seat, "name": name } });
    client.command(1, table, reserve(2, " Bo ")).expect("a free seat");
    let seen = client.seen(2).clone();
    assert_eq!([&seen["players"][2]["name"], &seen["players"][2]["reserved"]], [&json!("Bo"), &json!(true)]);
    assert_eq!([&seen["players"][3]["reserved"], &seen["may"]["host"]], [false, false]);
    let free = client.call(9, glance.clone()).expect("a table")["glance"].clone();
    assert_eq!(free["free"]["reserved"], json!([2]));
    assert_eq!(free["others"][2], "Bo");
    for (channel, seat, name, why) in [
        (2, 3, "Cy", "opened the table"),
        (1, 1, "Cy", "no longer free"),
        (1, 0, "Cy", "no longer free"),
        (1, 3, "bo", "Two seats"),
        (1, 3, &"x".repeat(41)[..], "at most 40"),
    ] {
        let sentence = client.command(channel, table, reserve(seat, name)).expect_err(name);
        assert!(sentence.contains(why), "{sentence}");
    }
    assert_eq!(client.call(9, glance.clone()).expect("a table")["glance"], free, "refusals change nothing");
    // What is reserved is kept, and may be given up.
    let saved = client.tables.saved(table, 5_000.into()).expect("a table");
    client.tables.restore(&saved, 5_000.into()).expect("a table");
    assert_eq!(client.call(9, glance.clone()).expect("a table")["glance"], free);
    client.join(1, table, &own(opened.token(0))).expect("the host");
    client.command(1, table, reserve(2, "")).expect("a free seat");
    let free = client.call(9, glance).expect("a table")["glance"].clone();
    assert_eq!([&free["free"]["reserved"], &free["others"][2]], [&json!([]), &json!("Player 3")]);
}

#[test]
fn the_host_lets_bots_play_in_free_seats_whose_links_end() {
    let mut client = Client::new();
    let (opened, glance) = waiting(&mut client);
    let table = opened.table.as_str();
    let fill = |seats: Value| json!({ "fill-seats": seats });
    for (channel, seats) in [(2, json!([2])), (1, json!([])), (1, json!([1, 2])), (1, json!([2, 7]))] {
        client.command(channel, table, fill(seats.clone())).expect_err(&seats.to_string());
    }
    client.command(1, table, fill(json!([2]))).expect("a free seat");
    let seen = client.seen(2).clone();
    assert_eq!(seen["players"][2]["name"], "Bot 3");
    assert_ne!(seen["players"][2]["who"], "person");
    assert_eq!(seen["players"][3]["who"], "person");
    assert!(client.join(7, table, opened.token(2)).is_err(), "the link has ended");
    assert_eq!(client.call(9, glance).expect("a table")["glance"]["free"]["seats"], json!([3]));
    client.join(7, table, opened.token(3)).expect("the last seat");
    let seen = client.join(1, table, &own(opened.token(0))).expect("the host");
    assert_eq!(seen["may"]["host"], false, "nobody is waited for");
}
