//! A JSON Schema (draft 2020-12) of the messages that an external bot reads and writes.
//!
//! The parts of each game come from its types, and their descriptions from the doc comments of the fields. The lines
//! around them are those of `docs/bots.md`.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};

use crate::common::seat::{Seat, Seats};
use crate::common::standings::Ending;
use crate::game::RaceGame;

/// Returns the schema of the protocol's lines with the views, the actions, the happenings and the set-ups of a game.
/// Each line that a program reads is a `Line`, and each line that it writes an `Answer`.
pub fn of<G: RaceGame>() -> Value
where
    G::View: JsonSchema,
    G::Action: JsonSchema,
    G::Happening: JsonSchema,
    G::Setup: JsonSchema,
{
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let parts = Parts {
        view: generator.subschema_for::<G::View>().into(),
        action: generator.subschema_for::<G::Action>().into(),
        happening: generator.subschema_for::<G::Happening>().into(),
        setup: generator.subschema_for::<G::Setup>().into(),
        seat: generator.subschema_for::<Seat>().into(),
        seats: generator.subschema_for::<Seats>().into(),
        ending: generator.subschema_for::<Ending>().into(),
    };
    let mut definitions = defined(&mut generator);
    definitions.insert("Line".to_owned(), parts.line(G::ID));
    definitions.insert("Answer".to_owned(), parts.answer());
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("What a program reads and answers that plays {}", G::ID),
        "oneOf": [{ "$ref": "#/$defs/Line" }, { "$ref": "#/$defs/Answer" }],
        "$defs": definitions,
    })
}

/// Takes the definitions so far, reworded for readers of JSON.
fn defined(generator: &mut SchemaGenerator) -> serde_json::Map<String, Value> {
    let mut definitions = generator.take_definitions(true);
    definitions.values_mut().for_each(reword);
    definitions
}

/// Removes the examples in Rust, and writes the names of missing values as in JSON.
fn reword(schema: &mut Value) {
    match schema {
        Value::Object(parts) => {
            for (name, part) in parts {
                match part {
                    Value::String(text) if name == "description" => {
                        let words = text.split("```").next().unwrap_or_default().trim();
                        *text = words.replace("`None`", "`null`").replace("[`", "`").replace("`]", "`");
                    }
                    part => reword(part),
                }
            }
        }
        Value::Array(parts) => parts.iter_mut().for_each(reword),
        _ => {}
    }
}

/// The schemas of the parts of lines.
struct Parts {
    view: Value,
    action: Value,
    happening: Value,
    setup: Value,
    seat: Value,
    seats: Value,
    ending: Value,
}

/// The number of a game.
fn number() -> Value {
    json!({ "type": "integer", "minimum": 0, "description": "The number of the game in the process." })
}

impl Parts {
    /// The schema of the lines that a program of this game reads.
    fn line(&self, id: &str) -> Value {
        let Self { happening, setup, seat, seats, .. } = self;
        let hello = line(
            "hello",
            "The first line of all.",
            &json!({
                "protocol": { "const": "furlong-bot" }, "version": { "const": 2 },
            }),
            &[],
        );
        let game = line(
            "game",
            "A game begins.",
            &json!({
                "game": number(), "name": { "const": id },
                "ruleset": { "type": "object", "description": "The complete ruleset, with all fields." },
                "setup": { "anyOf": [setup, { "type": "null" }], "description": "The set-up; null for a game from a position." },
                "seat": seat, "players": seats,
            }),
            &[],
        );
        let told = line(
            "told",
            "Something happens that the seat sees.",
            &json!({
                "game": number(), "happening": happening,
            }),
            &[],
        );
        json!({
            "description": "A line that a program reads.",
            "oneOf": [hello, game, told, self.decide(), self.over()],
        })
    }

    /// The schema of the line that asks for a decision.
    fn decide(&self) -> Value {
        let Self { view, action, .. } = self;
        line(
            "decide",
            "The seat is to move.",
            &json!({
                "game": number(), "view": view,
                "actions": { "type": "array", "items": action, "minItems": 1, "description": "The legal actions." },
                "labels": { "type": "array", "items": { "type": "string" }, "description": "The same in words." },
                "random": { "type": "integer", "minimum": 0, "maximum": u32::MAX },
                "seconds": { "type": "number", "description": "The seconds that are left for all decisions of the game, where they are limited." },
            }),
            &["seconds"],
        )
    }

    /// The schema of the line that ends a game.
    fn over(&self) -> Value {
        let ending = &self.ending;
        line(
            "over",
            "The game is over, or ends early.",
            &json!({
                "game": number(),
                "end": { "anyOf": [ending, { "const": "stopped" }], "description": "How it ended; `stopped` when it ends early." },
                "places": { "type": "array", "items": { "type": "integer", "minimum": 1 }, "description": "The place of each seat, from 1." },
                "shares": { "type": "array", "items": { "type": "number", "minimum": 0, "maximum": 1 }, "description": "The share of the win of each seat." },
            }),
            &["places", "shares"],
        )
    }

    /// The schema of a program's answers.
    fn answer(&self) -> Value {
        let action = &self.action;
        json!({
            "description": "What a program answers: to the hello, and to a decision.",
            "anyOf": [
                { "type": "object", "required": ["protocol", "version"], "properties": {
                    "protocol": { "const": "furlong-bot" }, "version": { "const": 2 },
                    "listens": { "type": "boolean", "description": "It reads the lines `told`." },
                } },
                { "type": "object", "required": ["action"], "properties": {
                    "action": { "anyOf": [{ "type": "integer", "minimum": 0, "description": "An index into `actions`." }, action] },
                } },
            ],
        })
    }
}

/// The schema of a line with these fields, some of them optional.
fn line(kind: &str, about: &str, fields: &Value, optional: &[&str]) -> Value {
    let mut properties = json!({ "type": { "const": kind } });
    let mut required = vec!["type".to_owned()];
    if let (Some(all), Some(fields)) = (properties.as_object_mut(), fields.as_object()) {
        required.extend(fields.keys().filter(|name| !optional.contains(&name.as_str())).cloned());
        all.extend(fields.clone());
    }
    json!({ "type": "object", "description": about, "properties": properties, "required": required, "additionalProperties": false })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<G: crate::Bots>(folder: &str)
    where
        G::View: JsonSchema,
        G::Action: JsonSchema,
        G::Happening: JsonSchema,
        G::Setup: JsonSchema,
    {
        if std::env::var_os("UPDATE_GOLDENS").is_some() {
            let path = format!("{}/src/{folder}/bots/schema.json", env!("CARGO_MANIFEST_DIR"));
            let text = serde_json::to_string_pretty(&of::<G>()).expect("JSON") + "\n";
            std::fs::write(path, text).expect("written");
        } else {
            assert_eq!(G::schema(), Some(of::<G>()), "UPDATE_GOLDENS=1 writes the schema of {}", G::ID);
        }
    }

    #[test]
    fn the_schemas_of_the_games_are_made_from_their_types() {
        check::<crate::animal_race::AnimalRace>("animal_race");
        check::<crate::hare_tortoise::HareTortoise>("hare_tortoise");
        check::<crate::gotham::Gotham>("gotham");
    }
}
