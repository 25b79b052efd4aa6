//! What a link of a game by post is sent is the same, to the byte, whatever the others write and whatever the seed is.

use serde_json::{Value, json};

use crate::client::own;
use crate::post::{PostGame, READERS};

/// What Bob and Cleo do in secret: their sheets of the first round, a draft and a sheet of the second, and the seed.
struct Secret {
    bob: &'static str,
    cleo: &'static str,
    draft: &'static str,
    later: &'static str,
    /// Set when Cleo is away in the second round.
    is_away: bool,
    seed: u64,
}

/// The same moves in the first round, and everything else otherwise.
const SECRETS: [Secret; 3] = [
    Secret {
        bob: "player B\nround 1\nfirst: to 7",
        cleo: "player C\nround 1\nfirst: to 8",
        draft: "player C\nround 2\nfirst: to 12",
        later: "player B\nround 2\nfirst: back",
        is_away: false,
        seed: 1,
    },
    Secret {
        bob: "player B\nround 1\nfirst: to 7; to 9\nchew: pay\npress to C: a word in secret",
        cleo: "player C\nround 1\nfirst: to 8\npress to B: and another\nround 2 on\nfirst: forward 1",
        draft: "player C\nround 2",
        later: "player B\nround 2\nfirst: if A on 5: to 12\npress to C: on\nvote: end",
        is_away: true,
        seed: 2,
    },
    Secret {
        bob: "player B\nround 1\nfirst: to 7\nround 5\nfirst: back",
        cleo: "player C\nround 1\nfirst: to 8\nagain: stay",
        draft: "player A\nround 9",
        later: "player B\nround 2\nsecond: back",
        is_away: false,
        seed: 3,
    },
];

/// Every message to this channel in a game with these secrets, up to the moment at which the second round waits for it.
fn sent_to(channel: u64, secret: &Secret) -> Vec<String> {
    let mut game = PostGame::open(&["Ann", "Bob", "Cleo"], Some(24));
    let saved = game.client.tables.saved(&game.table, 0.into()).expect("a game");
    // The promise of the dice is their hash, and so it is another one with another seed: it stays the same here.
    let saved = with_seed(&saved, secret.seed);
    game.client.tables.restore(&saved, 0.into()).expect("it is sound");
    for reader in READERS {
        game.look(reader);
    }
    game.look(3);
    let mut all = Vec::new();
    let mut say = |game: &mut PostGame, command: Value| {
        let reply = game.command(channel, command).unwrap_or_else(Value::from);
        all.push(reply.to_string());
    };
    game.command(2, json!({ "draft": "player B" })).expect("a draft");
    game.command(2, json!({ "send": secret.bob })).expect("no fault");
    game.command(3, json!({ "send": secret.cleo })).expect("no fault");
    say(&mut game, json!({ "draft": "player A\nround 1\nfirst: to 5" }));
    say(&mut game, json!({ "draft": "player B\nround 1\nfirst: to 5" }));
    say(&mut game, json!("files"));
    game.command(1, json!({ "send": "player A\nround 1\nfirst: to 5" })).expect("no fault");
    game.command(3, json!({ "draft": secret.draft })).expect("a draft");
    game.command(2, json!({ "send": secret.later })).expect("no fault");
    if secret.is_away {
        game.command(3, json!({ "away": { "rounds": 4, "bot": true } })).expect("Cleo may leave");
    }
    for text in ["player A\nround 2\nfirst: forward 1", "player B\nround 2", "player C\nround 2 on\nx", "x"] {
        say(&mut game, json!({ "draft": text }));
        say(&mut game, json!({ "send": text.replace("player A", "player C") }));
    }
    for command in
        [json!("files"), json!({ "report": 1 }), json!("language"), json!("take-back"), json!({ "bot": 1 })]
    {
        if channel == 1 {
            say(&mut game, command);
        }
    }
    let token = own(game.tokens[0].as_deref().expect("a link"));
    let glance = json!({ "glance": { "table": game.table, "token": token } });
    all.push(game.client.call(9, glance).expect("a seat").to_string());
    all.push(game.look(channel).to_string());
    let pushed = game.client.pushed.into_iter().filter(|(to, _)| to.0 == channel);
    all.extend(pushed.map(|(_, message)| message.to_string()));
    all
}

/// A saved game with another seed.
fn with_seed(saved: &str, seed: u64) -> String {
    let mut saved: Value = serde_json::from_str(saved).expect("JSON");
    let mut game: Value = serde_json::from_str(saved["post"].as_str().expect("a text")).expect("JSON");
    let before = game["record"]["streams"]["seed"].clone();
    assert!(before.is_number(), "{}", game["record"]);
    game["record"]["streams"]["seed"] = json!(seed);
    saved["post"] = json!(game.to_string());
    saved.to_string()
}

#[test]
fn nobody_is_sent_what_others_write_or_what_dice_will_fall() {
    for channel in [1, READERS[2], READERS[3]] {
        let first = sent_to(channel, &SECRETS[0]);
        assert!(first.len() > 8, "{}", first.len());
        for secret in &SECRETS[1..] {
            let other = sent_to(channel, secret);
            assert_eq!(first.len(), other.len());
            for (number, (one, other)) in first.iter().zip(&other).enumerate() {
                assert_eq!(one, other, "channel {channel}, message {number}");
            }
        }
    }
}

#[test]
fn press_comes_to_those_to_whom_it_is_written() {
    let mut game = PostGame::open(&["Ann", "Bob", "Cleo"], None);
    game.command(1, json!({ "send": "player A\nround 1\nfirst: to 5\npress to C: psst" })).expect("no fault");
    game.command(2, json!({ "send": "player B\nround 1\nfirst: to 7\npress: hello" })).expect("no fault");
    game.command(3, json!({ "send": "player C\nround 1\nfirst: to 8" })).expect("no fault");
    for (channel, is_told) in [(1, true), (2, false), (3, true), (READERS[2], false), (READERS[3], false)] {
        let report = game.command(channel, json!({ "report": 1 })).expect("a report").to_string();
        assert!(report.contains("hello"));
        assert_eq!(report.contains("psst"), is_told, "channel {channel}");
        let files = game.command(channel, json!("files")).expect("files").to_string();
        assert!(!files.contains("psst"));
    }
}
