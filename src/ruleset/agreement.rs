//! Checks that a game's schema, struct and embedded rulesets agree. For the game's own tests.

use std::collections::BTreeSet;

use toml::Value;

use super::load::{Source, open};
use super::schema::{Field, Kind};
use super::values::{rules_of, table_of};
use super::write::to_toml;
use super::{Loaded, Ruleset};
use crate::common::fault::Faults;
use crate::formats::json;

/// Returns every disagreement between the schema, the struct and the embedded rulesets. The tests of a game check that
/// the list is empty. It checks that:
///
/// - paths are unique, and clauses and meanings are present;
/// - every embedded ruleset loads, has its listed name, and is the same after writing and reading, so the schema and
///   the struct have the same fields;
/// - the struct accepts the smallest and the largest number and each word that the schema allows, and no other words.
pub fn schema_faults<R: Ruleset>() -> Faults {
    let mut faults = Faults::none();
    fields(R::FIELDS, &mut faults);
    faults.expect(!R::EMBEDDED.is_empty(), "", || "there is no embedded ruleset".to_owned());
    for (index, embedded) in R::EMBEDDED.iter().enumerate() {
        let is_first = R::EMBEDDED[..index].iter().all(|other| other.name != embedded.name);
        faults.expect(is_first, embedded.name, || "a ruleset before it has its name".to_owned());
        match Loaded::<R>::open(embedded.name) {
            Ok(loaded) => ruleset(embedded.name, loaded.rules(), &mut faults),
            Err(error) => faults.add(embedded.name, error.to_string()),
        }
    }
    if let Some(rules) = R::EMBEDDED.first().and_then(|first| open::<R>(first.name).ok()) {
        for field in R::FIELDS {
            samples(&rules, field, &mut faults);
        }
    }
    faults
}

fn fields(fields: &[Field], faults: &mut Faults) {
    for (index, field) in fields.iter().enumerate() {
        let clashes = fields[..index].iter().any(|other| {
            other.path == field.path
                || other.path.starts_with(&format!("{}.", field.path))
                || field.path.starts_with(&format!("{}.", other.path))
        });
        faults.expect(!clashes, field.path, || "a field before it has its path, or a part of it".to_owned());
        let is_told = !field.clause.is_empty() && !field.meaning.is_empty() && !field.meaning.ends_with('.');
        faults.expect(is_told, field.path, || "needs a clause, and a meaning without a full stop".to_owned());
    }
}

fn ruleset<R: Ruleset>(name: &str, rules: &R, faults: &mut Faults) {
    let title = &rules.title().name;
    faults.expect(title == name, name, || format!("its file calls it `{title}`"));
    match to_toml(rules).and_then(|text| open::<R>(Source::Text(&text))) {
        Ok(again) => {
            faults.expect(again == *rules, name, || "changes when it is written and read again".to_owned());
        }
        Err(error) => faults.add(name, format!("cannot be written and read again: {error}")),
    }
    // Only the schema's fields are written; the struct may have more.
    match table_of(rules) {
        Ok(mut table) => {
            table.remove("ruleset");
            unknown_leaves::<R>(&Value::Table(table), "", faults);
        }
        Err(error) => faults.add(name, error.to_string()),
    }
}

fn unknown_leaves<R: Ruleset>(value: &Value, path: &str, faults: &mut Faults) {
    if R::FIELDS.iter().any(|field| field.path == path) {
        return;
    }
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                unknown_leaves::<R>(value, &super::check::joined(path, key), faults);
            }
        }
        _ => faults.add(path, "the struct has this field and the schema has not"),
    }
}

/// Tries the values that the schema allows, and a word that it does not allow, on the struct.
fn samples<R: Ruleset>(rules: &R, field: &Field, faults: &mut Faults) {
    let made = |value: Value| -> Option<serde_json::Result<R>> {
        let mut table = table_of(rules).ok()?;
        *slot(&mut table, field.path)? = value;
        Some(rules_of(&table))
    };
    for value in sample_values(&field.kind) {
        if let Some(Err(error)) = made(value.clone()) {
            faults.add(
                field.path,
                format!("the schema allows {value} and the struct does not: {}", json::reason(&error)),
            );
        }
    }
    let Kind::Choice(choices) = field.kind else { return };
    let known: BTreeSet<&str> = choices.iter().map(|choice| choice.word).collect();
    // serde's error for an unknown word lists all known words: "expected one of `a`, `b`".
    let message = match made(Value::from("no such word")) {
        Some(Err(error)) => error.to_string(),
        _ => return,
    };
    let expected = message.split_once("expected").map_or("", |(_, expected)| expected);
    for word in expected.split('`').skip(1).step_by(2).filter(|word| !known.contains(word)) {
        faults.add(field.path, format!("the struct knows the word `{word}` and the schema does not"));
    }
}

/// Returns variants of the ruleset with one value outside the range of its schema, for every bound that the struct can
/// exceed, each with the changed field.
pub(crate) fn out_of_range<R: Ruleset>(rules: &R) -> Vec<(&'static str, R)> {
    let mut found = Vec::new();
    for field in R::FIELDS {
        let Ok(Some(whole)) = table_of(rules).map(|mut table| slot(&mut table, field.path).cloned()) else {
            continue;
        };
        for value in values_out_of_range(&field.kind, &whole) {
            let Ok(mut table) = table_of(rules) else { continue };
            if let Some(place) = slot(&mut table, field.path) {
                *place = value;
            }
            found.extend(rules_of(&table).ok().map(|rules| (field.path, rules)));
        }
    }
    found
}

/// Returns variants of the value with one part outside its range.
fn values_out_of_range(kind: &Kind, value: &Value) -> Vec<Value> {
    match (kind, value) {
        (Kind::Integer { least, most } | Kind::WordOrInteger { least, most, .. }, _) => {
            let below = (*least > i64::MIN).then(|| Value::from(least.saturating_sub(1)));
            let above = (*most < i64::MAX).then(|| Value::from(most.saturating_add(1)));
            below.into_iter().chain(above).collect()
        }
        (Kind::List { each, .. }, Value::Array(list)) => {
            let first = list.first().map(|first| values_out_of_range(each, first)).unwrap_or_default();
            let with = |value| {
                let mut list = list.clone();
                list[0] = value;
                Value::Array(list)
            };
            first.into_iter().map(with).collect()
        }
        (Kind::Table { each, .. }, Value::Table(table)) => {
            let of_entry = |(key, entry): (&String, &Value)| {
                let with = |value| {
                    let mut table = table.clone();
                    table.insert(key.clone(), value);
                    Value::Table(table)
                };
                values_out_of_range(each, entry).into_iter().map(with).collect::<Vec<_>>()
            };
            table.iter().flat_map(of_entry).collect()
        }
        _ => Vec::new(),
    }
}

fn slot<'a>(table: &'a mut toml::Table, path: &str) -> Option<&'a mut Value> {
    match path.split_once('.') {
        None => table.get_mut(path),
        Some((key, rest)) => slot(table.get_mut(key)?.as_table_mut()?, rest),
    }
}

/// Values at the bounds of the allowed range; none for a text that the game itself parses.
fn sample_values(kind: &Kind) -> Vec<Value> {
    match kind {
        Kind::Integer { least, most } => vec![Value::from(*least), Value::from(*most)],
        Kind::Choice(choices) => choices.iter().map(|choice| Value::from(choice.word)).collect(),
        Kind::Text => Vec::new(),
        Kind::List { each, least, .. } => {
            let length = (*least).max(1);
            sample_values(each).into_iter().map(|value| Value::Array(vec![value; length])).collect()
        }
        Kind::Table { keys, each } => {
            let table = |value: Value| keys.iter().map(|key| ((*key).to_owned(), value.clone())).collect();
            sample_values(each).into_iter().map(|value| Value::Table(table(value))).collect()
        }
        Kind::WordOrInteger { word, least, most } => {
            vec![Value::from(word.word), Value::from(*least), Value::from(*most)]
        }
    }
}
