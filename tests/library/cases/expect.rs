//! Comparing what is found with what a case expects.

use furlong::Standings;
use furlong::common::Ending;
use serde::Deserialize;
use serde_json::Value;

use super::files::Fields;

/// The places and scores in the order of seats, and the ending; what is not named is not compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ranking {
    ending: Option<Ending>,
    places: Option<Vec<u8>>,
    scores: Option<Vec<i32>>,
}

impl Ranking {
    pub(super) fn expect(&self, found: &Standings) -> Result<(), String> {
        let places: Vec<u8> = found.rows.iter().map(|row| row.place).collect();
        let scores: Vec<i32> = found.rows.iter().map(|row| row.score).collect();
        let is_same = self.ending.is_none_or(|ending| ending == found.ending)
            && self.places.as_ref().is_none_or(|expected| *expected == places)
            && self.scores.as_ref().is_none_or(|expected| *expected == scores);
        if is_same {
            Ok(())
        } else {
            Err(format!("the standings are {}, places {places:?}, scores {scores:?}", found.ending))
        }
    }
}

pub(super) fn expect_same(subject: &str, found: &Value, expected: &Value) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{subject}: {found}, not {expected}")) }
}

/// Expects the same values in any order.
pub(super) fn same_items(subject: &str, found: &[Value], expected: &[Value]) -> Result<(), String> {
    let sorted = |values: &[Value]| {
        let mut texts: Vec<String> = values.iter().map(Value::to_string).collect();
        texts.sort();
        texts
    };
    let (found, expected) = (sorted(found), sorted(expected));
    if found == expected {
        Ok(())
    } else {
        Err(format!("{subject}: {}\n    expected: {}", found.join(", "), expected.join(", ")))
    }
}

/// The place that a JSON pointer names, made when its table does not have it yet.
pub(super) fn place<'a>(value: &'a mut Value, pointer: &str) -> Result<&'a mut Value, String> {
    let missing = || format!("there is no place {pointer}");
    let (parent, key) = pointer.rsplit_once('/').ok_or_else(missing)?;
    match value.pointer_mut(parent).ok_or_else(missing)? {
        Value::Object(table) => Ok(table.entry(key).or_insert(Value::Null)),
        Value::Array(list) => {
            key.parse().ok().and_then(|index: usize| list.get_mut(index)).ok_or_else(missing)
        }
        _ => Err(missing()),
    }
}

/// Expects exactly these values at these places, and nothing at others.
pub(super) fn expect_values(found: &Value, expected: &Fields, absent: &[String]) -> Result<(), String> {
    for (pointer, value) in expected {
        let at = found.pointer(pointer).ok_or_else(|| format!("nothing stands at {pointer}"))?;
        expect_same(pointer, at, value)?;
    }
    let present = absent.iter().find_map(|pointer| {
        let value = found.pointer(pointer).filter(|value| !value.is_null())?;
        Some(format!("{pointer} is {value}, and should be absent"))
    });
    present.map_or(Ok(()), Err)
}

/// Returns whether a value has everything that is expected of it: all keys of a table, all entries of a list.
fn fits(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            expected.iter().all(|(key, value)| found.get(key).is_some_and(|found| fits(found, value)))
        }
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len()
                && found.iter().zip(expected).all(|(found, value)| fits(found, value))
        }
        _ => found == expected,
    }
}

pub(super) fn expect_fit(subject: &str, found: &Value, expected: &Value) -> Result<(), String> {
    if fits(found, expected) { Ok(()) } else { Err(format!("{subject}: {found}, not {expected}")) }
}

/// Expects these happenings in this order, with any others between them.
pub(super) fn expect_in_order(found: &[Value], expected: &[Value]) -> Result<(), String> {
    let mut left = found.iter();
    let missing = expected.iter().find(|expected| !left.any(|found| fits(found, expected)));
    missing.map_or(Ok(()), |missing| {
        let all: Vec<String> = found.iter().map(Value::to_string).collect();
        Err(format!("it does not happen, or not in this order: {missing}\n    among {}", all.join("\n    ")))
    })
}

/// Expects that nothing of this happens.
pub(super) fn expect_never(found: &[Value], never: &[Value]) -> Result<(), String> {
    let wrong = found.iter().find(|found| never.iter().any(|never| fits(found, never)));
    wrong.map_or(Ok(()), |wrong| Err(format!("it should not happen: {wrong}")))
}
