//! Calls to a house of tables, a line for each: whatever comes is answered once, and what is refused has changed nothing.
//!
//! `TABLE` and `TOKEN` in a line stand for a table with two people and its first link, so that calls get beyond the door.
#![no_main]

use std::sync::LazyLock;

use furlong_room::{Channel, House, Outcome};
use serde_json::{Value, json};

/// The channel that the calls come from.
const CALLER: Channel = Channel(1);

/// A house with a table, as each input finds it: the text that is kept, the name and the link.
static OPENED: LazyLock<(String, String, String)> = LazyLock::new(|| {
    let mut house = House::new("a", furlong::catalogue(), [7; 32]);
    let players = json!([{ "name": "Ada" }, { "name": "Bea" }, { "bot": "random" }]);
    let call = json!({ "id": 1, "call": { "open-table": { "game": "gotham", "players": players } } });
    let sent = house.call(CALLER, &call.to_string(), 0).sent;
    let opened: Value = serde_json::from_str(&sent[0].text).expect("JSON");
    let opened = &opened["reply"]["opened"];
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let (table, token) = (text(&opened["table"]), text(&opened["tokens"][0]));
    (house.saved(&table, 0).expect("a table"), table, token)
});

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (saved, table, token) = &*OPENED;
    let mut house = House::new("a", furlong::catalogue(), [8; 32]);
    house.restore(saved, 0).expect("it was saved");
    for (line, now) in text.lines().take(20).zip(1..) {
        let line = line.replace("TABLE", table).replace("TOKEN", token);
        let before = house.saved(table, 0);
        let mut outcome = house.call(CALLER, &line, now);
        let answers = answers(&outcome);
        if outcome.sent.iter().any(|sent| sent.text.contains("\"refused\":")) && outcome.changed.is_empty() {
            assert_eq!(house.saved(table, 0), before, "a refusal has changed something: {line}");
        }
        let mut later = 0;
        // Analyses take long, and are fed with whole games elsewhere.
        while let Some(work) = house.work().filter(|work| !work.is_long()) {
            outcome = house.finish(work.run(&furlong::bot::StopFlag::default()), now);
            later += self::answers(&outcome);
        }
        assert!(answers + later <= 1, "{line}");
    }
});

/// The number of calls that are answered.
fn answers(outcome: &Outcome) -> usize {
    outcome.sent.iter().filter(|sent| sent.text.starts_with("{\"id\":")).count()
}
