//! The codes of refusals: each that is documented is sent, and no other.

use std::collections::BTreeSet;

use furlong::animal_race::AnimalRace;
use furlong::bot::BotKind;
use furlong::forward::ForwardModel;
use furlong::{Bot, BotError, Decision, Race, RaceGame, Roster, ruleset};
use furlong_tables::Channel;
use serde_json::{Value, json};

use crate::client::{Client, wanted};

struct Broken;

impl Bot<AnimalRace> for Broken {
    fn choose(
        &mut self,
        _decision: &mut Decision<'_, AnimalRace>,
    ) -> Result<<AnimalRace as RaceGame>::Action, BotError> {
        Err(BotError::Failed("it is broken".to_owned()))
    }
}

/// The answer of a rules server whose playouts are played by a bot that fails.
fn played_by_a_broken_bot() -> Value {
    let game = AnimalRace::new(ruleset::open("classic").expect("embedded")).expect("playable");
    let mut race = Race::new(game.clone(), &game.setup(2), 1).expect("a race");
    race.proceed();
    let roster = Roster::of_game().with(BotKind::plain("broken", "fails"), |_| Ok(Box::new(Broken)));
    let mut rules = ForwardModel::with_bots(roster);
    rules.answer(&json!({ "type": "game", "ruleset": game.ruleset() }));
    rules.answer(&json!({ "type": "playouts", "position": race.position(), "player": "broken" }))
}

#[test]
fn each_documented_code_is_sent_with_a_sentence() {
    let page = include_str!("../../../../docs/serve_messages.md");
    let list = page.split("| code | meaning |").nth(1).expect("the list of codes");
    let rows = list.lines().skip(2).take_while(|line| line.starts_with('|'));
    let documented: BTreeSet<&str> = rows.filter_map(|row| row.split('`').nth(1)).collect();

    let mut client = Client::new();
    let table = client.open(wanted("gotham", &["Ada", "Bea"]));
    let asked = (1..=2).find(|channel| {
        let view = client.join(*channel, &table.table, table.token(*channel as usize - 1));
        !view.expect("a seat")["question"].is_null()
    });
    let asked = asked.expect("somebody is asked");
    let at = |command: Value| json!({ "at": { "table": table.table, "do": command } });
    let join = |table: &str, token: &str| json!({ "join": { "table": table, "token": token, "claim": "0".repeat(32) } });
    let rules = |text: &str| json!({ "check-ruleset": { "game": "gotham", "text": text } });
    let calls = [
        json!("dance"),
        json!({ "hello": { "version": 2 } }),
        json!({ "open-table": wanted("chess", &["Ada"]) }),
        join("nowhere", "x"),
        join(&table.table, "x"),
        join(&table.table, table.token(0)),
        at(json!({ "answer": { "request": { "number": 1 }, "events": 999 } })),
        at(json!("rematch")),
        rules("name ="),
        rules(&"#".repeat(1 << 20)),
        at(json!({ "rename": "A".repeat(50) })),
        // The bot is still thinking about the first hint.
        at(json!({ "hint": "strong" })),
        at(json!({ "hint": "strong" })),
    ];
    let mut sent: Vec<Value> = vec![played_by_a_broken_bot()];
    for call in calls {
        let text = json!({ "id": 1, "call": call }).to_string();
        let outcome = client.tables.call(Channel(asked), &text, client.now.into());
        sent.extend(outcome.sent.iter().map(|sent| serde_json::from_str(&sent.text).expect("JSON")));
    }
    let leave = json!({ "id": 1, "call": { "leave": { "table": table.table } } }).to_string();
    let left = client.tables.call(Channel(asked), &leave, client.now.into()).sent.remove(0);
    sent.push(serde_json::from_str(&left.unsaved().expect("an answer").text).expect("JSON"));

    let mut reached = BTreeSet::new();
    for message in &sent {
        let sentence = message.get("refused").or_else(|| message.get("error"));
        assert_eq!(sentence.is_some_and(Value::is_string), message["code"].is_string(), "{message}");
        reached.extend(message["code"].as_str());
    }
    assert_eq!(reached, documented);
}
