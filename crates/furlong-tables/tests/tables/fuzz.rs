//! Any text and any JSON is answered, and nothing is lost by it.

use furlong_tables::Channel;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::client::{Client, wanted};
use crate::post::{PostGame, READERS};

/// Any JSON, with the words of the protocol in it.
fn any_json() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec![
        "id",
        "call",
        "hello",
        "version",
        "open-table",
        "game",
        "gotham",
        "ruleset",
        "text",
        "name",
        "players",
        "bot",
        "person",
        "options",
        "seed",
        "clock",
        "10m",
        "join",
        "table",
        "token",
        "since",
        "claim",
        "at",
        "do",
        "answer",
        "request",
        "number",
        "words",
        "events",
        "preview",
        "explain",
        "undo",
        "agree",
        "rename",
        "moment",
        "play-on",
        "record",
        "open-record",
        "json",
        "lesson",
        "post",
        "hours",
        "hare-tortoise",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0_u64..50).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        word.clone().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        let key = prop_oneof![4 => word.clone().prop_map(str::to_owned), 1 => any::<String>()];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..5).prop_map(|pairs| pairs.into_iter().collect::<Value>()),
        ]
    })
}

/// A command at a table, with anything in it.
fn any_deed() -> impl Strategy<Value = Value> {
    let name = prop::sample::select(vec![
        "answer",
        "preview",
        "explain",
        "hint",
        "guide",
        "words",
        "log",
        "undo",
        "agree",
        "rename",
        "give-up-seat",
        "let-bot-play",
        "abort",
        "say",
        "resign",
        "come-back",
        "rematch",
        "moment",
        "analyse",
        "play-on",
        "record",
    ]);
    let value = prop_oneof![
        any_json(),
        any::<usize>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        (any::<usize>(), 0_usize..9)
            .prop_map(|(number, events)| json!({ "request": { "number": number }, "events": events })),
        any::<String>().prop_map(|words| json!({ "request": { "words": words }, "events": 0 })),
    ];
    (name, value, any::<bool>())
        .prop_map(|(name, value, is_bare)| if is_bare { json!(name) } else { json!({ name: value }) })
}

/// A command in a game by post, with anything in it.
fn any_deed_by_post() -> impl Strategy<Value = Value> {
    let name = prop::sample::select(vec![
        "draft",
        "send",
        "take-back",
        "away",
        "report",
        "language",
        "files",
        "deadline",
        "adjudicate",
        "drop-out",
        "bot",
        "replace",
    ]);
    let line = prop::sample::select(vec![
        "player A",
        "player B",
        "round 1",
        "round 2 on",
        "first: to 5",
        "first: if B on 7: to 8; back",
        "second:",
        "again: stay",
        "withdraw",
        "vote: end",
        "press to B: x",
        "press:",
        "end press",
    ]);
    let value = prop_oneof![
        prop::collection::vec(line, 0..8).prop_map(|lines| json!(lines.join("\n"))),
        any::<String>().prop_map(Value::from),
        (0_u64..9).prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (0_u8..9).prop_map(|round| json!({ "round": round })),
        (0_u16..4, any::<bool>()).prop_map(|(rounds, bot)| json!({ "rounds": rounds, "bot": bot })),
        (0_u8..9, any::<String>()).prop_map(|(seat, name)| json!({ "seat": seat, "name": name })),
        any_json(),
    ];
    (name, value, any::<bool>())
        .prop_map(|(name, value, is_bare)| json!({ "post": if is_bare { json!(name) } else { json!({ name: value }) } }))
}

/// A table, with its text as it is kept.
fn table() -> (Client, String, String) {
    let mut client = Client::new();
    let opened = client.open(wanted("gotham", &["Ada", "Bea", "=random"]));
    let saved = client.tables.saved(&opened.table, 0.into()).expect("a table");
    (client, opened.table, saved)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_refused_in_a_sentence(text in any::<String>(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let (mut client, table, saved) = table();
        for text in [text, String::from_utf8_lossy(&bytes).into_owned()] {
            let outcome = client.tables.call(Channel(1), &text, 0.into());
            prop_assert!(outcome.changed.is_empty());
            prop_assert!(outcome.sent.len() == 1 && outcome.sent[0].text.contains("refused"));
        }
        prop_assert_eq!(client.tables.saved(&table, 0.into()), Some(saved));
    }

    #[test]
    fn any_call_is_answered_once(calls in prop::collection::vec(any_json(), 1..8), id in any::<u64>()) {
        let (mut client, ..) = table();
        for call in calls {
            let text = json!({ "id": id, "call": call }).to_string();
            let outcome = client.tables.call(Channel(3), &text, 0.into());
            let answers = outcome.sent.iter().filter(|sent| sent.text.contains("\"id\"")).count();
            prop_assert_eq!(answers, 1);
        }
    }

    #[test]
    fn what_is_refused_has_changed_nothing(commands in prop::collection::vec(any_deed(), 1..12)) {
        let (mut client, table, _) = table();
        for command in commands {
            let before = client.tables.saved(&table, 0.into());
            if client.command(1, &table, command).is_err() {
                prop_assert_eq!(client.tables.saved(&table, 0.into()), before);
            }
        }
    }

    #[test]
    fn what_is_refused_by_post_has_changed_nothing(
        commands in prop::collection::vec((any_deed_by_post(), 0_usize..4), 1..12),
        cut in 0_usize..6_000,
    ) {
        let mut game = PostGame::open(&["Ann", "Bob", "="], Some(24));
        for (command, reader) in commands {
            let before = game.client.tables.saved(&game.table, 0.into());
            if game.client.command(READERS[reader], &game.table, command).is_err() {
                prop_assert_eq!(game.client.tables.saved(&game.table, 0.into()), before);
            }
        }
        let saved = game.client.tables.saved(&game.table, 0.into()).expect("a game");
        let mut again = Client::new();
        again.tables.restore(&saved, 0.into()).expect("whatever was done, it is sound");
        prop_assert_eq!(again.tables.saved(&game.table, 0.into()), Some(saved.clone()));
        let cut = (0..=cut.min(saved.len() - 1)).rev().find(|at| saved.is_char_boundary(*at)).unwrap_or(0);
        prop_assert!(again.tables.restore(&saved[..cut], 0.into()).is_err());
    }

    #[test]
    fn any_text_in_the_place_of_a_saved_table_is_refused(text in any::<String>(), at in 0_usize..4_000) {
        let (mut client, _, saved) = table();
        prop_assert!(client.tables.restore(&text, 0.into()).is_err());
        let at = (0..=at.min(saved.len() - 1)).rev().find(|at| saved.is_char_boundary(*at)).unwrap_or(0);
        prop_assert!(client.tables.restore(&saved[..at], 0.into()).is_err());
    }
}
