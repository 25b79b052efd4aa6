//! What a seat is sent is the same, to the byte, in two games that it cannot tell apart.

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::record::Player;
use furlong::testkit::twin_records;
use furlong::{Playable, Race, Record, Ruleset, Seat, Turn, ruleset};
use serde_json::{Value, json};

use crate::client::{Client, Opened, own};

/// Every message that the server sends to a seat in a game that goes on from this record, of the past those after `every` so
/// many events.
fn sent_to<G: Playable>(mut record: Record<G>, seat: Seat, people: u8, every: usize) -> Vec<Value> {
    let player =
        |number: u8| Player { name: format!("Player {number}"), player: "person".to_owned(), colour: None };
    record.seats = (0..people).map(player).collect();
    let mut client = Client::new();
    let opened = client.call(0, json!({ "open-record": { "json": record.to_json(), "go-on": true } }));
    let table = Opened::read(&opened.expect("a game by the rules"));
    let channel = 1;
    let token = table.token(seat.index());
    let join = json!({ "table": table.table, "token": token, "claim": own(token), "since": 0 });
    let join = json!({ "join": join });
    let glance = json!({ "glance": { "table": table.table, "token": own(token) } });
    let mut all = [join, glance].map(|call| client.call(channel, call).expect("a seat")).to_vec();
    let events = all[0]["joined"]["sight"]["events"].as_u64().expect("a number");
    let mut commands = vec![
        json!("log"),
        json!("guide"),
        json!("words"),
        json!({ "explain": "wolf" }),
        json!({ "hint": null }),
    ];
    commands.extend((0..6).map(|index| json!({ "preview": index })));
    commands.extend((0..=events).step_by(every).map(|event| json!({ "moment": event })));
    commands.extend([
        json!("record"),
        json!("analyse"),
        json!({ "play-on": 0 }),
        json!("rematch"),
        json!("undo"),
        json!("abort"),
        json!({ "say": { "text": "Hello" } }),
        json!({ "say": { "gesture": "oops" } }),
        json!({ "mail": "ada@example.org" }),
        json!({ "let-bot-play": (seat.index() + 1) % usize::from(people) }),
    ]);
    // The others have never come.
    client.now += 300_000;
    commands.extend(
        [999, 0].map(|number| json!({ "answer": { "request": { "number": number }, "events": events } })),
    );
    commands.push(json!({ "answer": { "request": { "words": "a word of no game" }, "events": events } }));
    commands.extend([
        json!({ "push": "https://fcm.googleapis.com/fcm/send/1" }),
        json!({ "reserve": { "seat": (seat.index() + 1) % usize::from(people), "name": "Bo" } }),
        json!({ "fill-seats": [(seat.index() + 1) % usize::from(people)] }),
    ]);
    for command in commands {
        all.push(match client.command(channel, &table.table, command) {
            Ok(reply) => reply,
            Err(sentence) => json!([sentence, client.code]),
        });
    }
    // Both feeds have the same address, because the links of the seats are the same.
    let address = all[1]["glance"]["feed"].as_str().expect("an address");
    let (of, secret) = address.split_once('.').expect("a table and a secret");
    all.push(json!(format!("{:?}", client.tables.feed(of, secret).expect("a feed"))));
    all.push(json!(format!("{:?} {:?}", client.turns, client.letters)));
    all.extend(client.pushed.into_iter().map(|(_, message)| message));
    all
}

/// Compares this number of twin games for each ruleset and number of players, and returns how many were found and how many
/// messages were compared.
fn look<G: Playable>(games: u64, every: usize) -> [usize; 2] {
    let [mut found, mut messages] = [0; 2];
    for embedded in G::Ruleset::EMBEDDED {
        let game = G::new(ruleset::open(embedded.name).expect("embedded")).expect("playable");
        for players in game.players().filter(|players| *players > 1) {
            let setup = game.setup(players);
            for seed in 0..games {
                let seat = Seat::new((seed % u64::from(players)) as u8).expect("a seat");
                let events = 5 + (seed * 17 % 90) as u32;
                // Where nobody decides the server goes on by itself, and what the seat cannot know may come out at once.
                let twins = (events..events + 8).find_map(|events| {
                    let twins = twin_records(&game, &setup, seat, events, seed)?;
                    twins.iter().all(is_asked).then_some(twins)
                });
                let Some(twins) = twins else { continue };
                let [one, other] = twins.map(|record| sent_to(record, seat, players, every));
                assert_eq!(
                    one.len(),
                    other.len(),
                    "{}, {players} players, {seat}, seed {seed}",
                    embedded.name
                );
                for (one, other) in one.iter().zip(&other) {
                    assert_eq!(
                        one.to_string(),
                        other.to_string(),
                        "{}, {players} players, {seat}, seed {seed}",
                        embedded.name
                    );
                }
                found += 1;
                messages += one.len();
            }
        }
    }
    [found, messages]
}

fn is_asked<G: Playable>(record: &Record<G>) -> bool {
    let race = Race::resume(record.clone()).expect("a game by the rules");
    matches!(race.turn(), Turn::Seat(_))
}

#[test]
fn twins_of_gotham_are_sent_the_same() {
    assert!(look::<Gotham>(4, 7)[0] > 5);
}

#[test]
fn twins_of_the_animal_race_are_sent_the_same() {
    assert!(look::<AnimalRace>(4, 7)[0] > 9);
}

/// Many: `TWIN_GAMES` of each ruleset and number of players.
#[test]
#[ignore = "takes minutes: see docs/serve.md"]
#[allow(clippy::print_stdout, reason = "reports what it has found")]
fn campaign() {
    let games = std::env::var("TWIN_GAMES").map_or(200, |text| text.parse().expect("a number"));
    for (game, [found, messages]) in
        [("gotham", look::<Gotham>(games, 1)), ("animal race", look::<AnimalRace>(games, 1))]
    {
        println!("{game}: {found} twin games, {messages} messages");
    }
}
