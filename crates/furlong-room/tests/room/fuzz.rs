//! Any text and any JSON is answered, and nothing is lost by it.

use furlong_room::Channel;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::post::{ByPost, READERS};
use crate::talk::{Talk, wanted};

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

/// A deed at a table, with anything in it.
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

/// A deed in a game by post, with anything in it.
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
fn table() -> (Talk, String, String) {
    let mut talk = Talk::new();
    let opened = talk.open(wanted("gotham", &["Ada", "Bea", "=random"]));
    let saved = talk.house.saved(&opened.table, 0.into()).expect("a table");
    (talk, opened.table, saved)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_refused_in_a_sentence(text in any::<String>(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let (mut talk, table, saved) = table();
        for text in [text, String::from_utf8_lossy(&bytes).into_owned()] {
            let outcome = talk.house.call(Channel(1), &text, 0.into());
            prop_assert!(outcome.changed.is_empty());
            prop_assert!(outcome.sent.len() == 1 && outcome.sent[0].text.contains("refused"));
        }
        prop_assert_eq!(talk.house.saved(&table, 0.into()), Some(saved));
    }

    #[test]
    fn any_call_is_answered_once(calls in prop::collection::vec(any_json(), 1..8), id in any::<u64>()) {
        let (mut talk, ..) = table();
        for call in calls {
            let text = json!({ "id": id, "call": call }).to_string();
            let outcome = talk.house.call(Channel(3), &text, 0.into());
            let answers = outcome.sent.iter().filter(|sent| sent.text.contains("\"id\"")).count();
            prop_assert_eq!(answers, 1);
        }
    }

    #[test]
    fn what_is_refused_has_changed_nothing(deeds in prop::collection::vec(any_deed(), 1..12)) {
        let (mut talk, table, _) = table();
        for deed in deeds {
            let before = talk.house.saved(&table, 0.into());
            if talk.deed(1, &table, deed).is_err() {
                prop_assert_eq!(talk.house.saved(&table, 0.into()), before);
            }
        }
    }

    #[test]
    fn what_is_refused_by_post_has_changed_nothing(
        deeds in prop::collection::vec((any_deed_by_post(), 0_usize..4), 1..12),
        cut in 0_usize..6_000,
    ) {
        let mut game = ByPost::open(&["Ann", "Bob", "="], Some(24));
        for (deed, reader) in deeds {
            let before = game.talk.house.saved(&game.table, 0.into());
            if game.talk.deed(READERS[reader], &game.table, deed).is_err() {
                prop_assert_eq!(game.talk.house.saved(&game.table, 0.into()), before);
            }
        }
        let saved = game.talk.house.saved(&game.table, 0.into()).expect("a game");
        let mut again = Talk::new();
        again.house.restore(&saved, 0.into()).expect("whatever was done, it is sound");
        prop_assert_eq!(again.house.saved(&game.table, 0.into()), Some(saved.clone()));
        let cut = (0..=cut.min(saved.len() - 1)).rev().find(|at| saved.is_char_boundary(*at)).unwrap_or(0);
        prop_assert!(again.house.restore(&saved[..cut], 0.into()).is_err());
    }

    #[test]
    fn any_text_in_the_place_of_a_saved_table_is_refused(text in any::<String>(), at in 0_usize..4_000) {
        let (mut talk, _, saved) = table();
        prop_assert!(talk.house.restore(&text, 0.into()).is_err());
        let at = (0..=at.min(saved.len() - 1)).rev().find(|at| saved.is_char_boundary(*at)).unwrap_or(0);
        prop_assert!(talk.house.restore(&saved[..at], 0.into()).is_err());
    }
}
