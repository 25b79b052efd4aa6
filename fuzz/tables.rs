//! Calls to a server of tables, a line for each: whatever comes is answered once, and what is refused has changed nothing.
//!
//! `TABLE` and `TOKEN` in a line stand for a table with two people and its first link, `POST`, `PLAYER` and `MASTER` for a game by post
//! and two of its links, so that calls get beyond the door.
#![no_main]

use std::sync::LazyLock;

use furlong_tables::{Channel, Outcome, Tables};
use serde_json::{Value, json};

/// The channel that the calls come from.
const CALLER: Channel = Channel(1);

/// The tables as each input finds them: the texts that are kept, and the words that stand for names and links.
struct Opened {
    saved: Vec<String>,
    words: Vec<(&'static str, String)>,
}

static OPENED: LazyLock<Opened> = LazyLock::new(|| {
    let mut tables = Tables::new("a", furlong::catalogue(), [7; 32]);
    let mut open = |table: Value| {
        let sent =
            tables.call(CALLER, &json!({ "id": 1, "call": { "open-table": table } }).to_string(), 0.into()).sent;
        let opened: Value = serde_json::from_str(&sent[0].text).expect("JSON");
        opened["reply"]["opened"].clone()
    };
    let bot = |name: &str| json!([{ "name": "Ada" }, { "name": "Bea" }, { "bot": name }]);
    let table = open(json!({ "game": "gotham", "players": bot("random") }));
    let post = json!({ "title": "spring", "hours": 24, "grace": 1 });
    let post = open(json!({ "game": "hare-tortoise", "players": bot("postal"), "post": post }));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let words = vec![
        ("TABLE", text(&table["table"])),
        ("TOKEN", text(&table["tokens"][0])),
        ("POST", text(&post["table"])),
        ("PLAYER", text(&post["tokens"][0])),
        ("MASTER", text(&post["master"])),
    ];
    let saved = [&table, &post].map(|opened| tables.saved(&text(&opened["table"]), 0.into()).expect("a table"));
    Opened { saved: saved.into(), words }
});

libfuzzer_sys::fuzz_target!(|text: &str| {
    let Opened { saved, words } = &*OPENED;
    let mut tables = Tables::new("a", furlong::catalogue(), [8; 32]);
    let ids: Vec<String> = saved.iter().map(|saved| tables.restore(saved, 0.into()).expect("it was saved")).collect();
    let saved = |tables: &Tables| ids.iter().map(|id| tables.saved(id, 0.into())).collect::<Vec<_>>();
    for (line, now) in text.lines().take(20).zip(1..) {
        let line = words.iter().fold(line.to_owned(), |line, (word, meant)| line.replace(word, meant));
        let before = saved(&tables);
        let mut outcome = tables.call(CALLER, &line, now.into());
        let answers = answers(&outcome);
        if outcome.sent.iter().any(|sent| sent.text.contains("\"refused\":")) && outcome.changed.is_empty() {
            assert_eq!(saved(&tables), before, "a refusal has changed something: {line}");
        }
        let mut later = 0;
        // Analyses take long, and are fed with whole games elsewhere.
        while let Some(work) = tables.work().filter(|work| !work.is_long()) {
            outcome = tables.finish(work.run(&furlong::bot::StopFlag::default()), now.into());
            later += self::answers(&outcome);
        }
        assert!(answers + later <= 1, "{line}");
    }
});

/// The number of calls that are answered, without those that are only acknowledged.
fn answers(outcome: &Outcome) -> usize {
    let is_answer = |text: &str| text.starts_with("{\"id\":") && !text.contains("\"progress\":");
    outcome.sent.iter().filter(|sent| is_answer(&sent.text)).count()
}
