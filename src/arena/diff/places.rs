//! Finds the places at which the JSON of two positions differs.

use serde::Serialize;
use serde_json::Value;

/// A place at which two positions differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceDifference {
    /// The path of the place, such as `players[0].carrots`, counted from 0.
    pub path: String,
    /// The values in the first position and in the second, as JSON; `nothing` where there is no value.
    pub values: [String; 2],
}

/// Returns all places at which two positions differ, in the order in which they are written.
pub(super) fn differences(positions: [&Value; 2]) -> Vec<PlaceDifference> {
    let mut found = Vec::new();
    note(positions.map(Some), "", &mut found);
    found
}

fn note(values: [Option<&Value>; 2], path: &str, into: &mut Vec<PlaceDifference>) {
    match values {
        [one, other] if one == other => {}
        [Some(Value::Object(one)), Some(Value::Object(other))] if is_record(one) && is_record(other) => {
            let only_there = other.keys().filter(|key| !one.contains_key(*key));
            for key in one.keys().chain(only_there) {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                note([one.get(key), other.get(key)], &path, into);
            }
        }
        [Some(Value::Array(one)), Some(Value::Array(other))] if one.len() == other.len() => {
            for (index, pair) in one.iter().zip(other).enumerate() {
                note([Some(pair.0), Some(pair.1)], &format!("{path}[{index}]"), into);
            }
        }
        _ => {
            let written = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
            into.push(PlaceDifference { path: path.to_owned(), values: values.map(written) });
        }
    }
}

/// Returns whether an object is a struct, not an enum variant with its content such as `{ "placing": 0 }`.
fn is_record(object: &serde_json::Map<String, Value>) -> bool {
    object.len() != 1
}
