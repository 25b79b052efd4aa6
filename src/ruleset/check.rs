//! Checks the values of a ruleset against its schema, and reports all faults at once.

use std::borrow::Cow;

use serde::Serialize;
use toml::Spanned;
use toml::de::{DeInteger, DeTable, DeValue};

use super::error::FoundFaults;
use super::schema::{Field, Kind, TITLE, amount, quoted};
use super::sources::{Node, Tree};
use super::values::table_of;
use crate::common::fault::Faults;
use crate::common::nearest::suggestion;
use crate::common::words::shortened;

/// Checks a tree for faults.
#[derive(Debug)]
pub(super) struct Checker<'a> {
    /// The fields that are allowed.
    fields: &'a [Field],
    /// The faults found.
    pub(super) faults: FoundFaults,
    /// The table and the key of each unknown field.
    pub(super) unknown: Vec<(String, String)>,
}

impl<'a> Checker<'a> {
    /// Creates a checker for these fields.
    pub(super) fn new(fields: &'a [Field]) -> Self {
        Self { fields, faults: FoundFaults::default(), unknown: Vec::new() }
    }

    /// Adds a fault of the value at this position, or of the file as a whole.
    pub(super) fn add(&mut self, position: Option<usize>, field: &str, problem: impl FnOnce() -> String) {
        self.faults.add(position, field, problem);
    }

    /// Checks all values of a tree.
    pub(super) fn check(&mut self, tree: &Tree<'_>) {
        self.table(tree, "");
    }

    fn table(&mut self, table: &Tree<'_>, path: &str) {
        for (key, value) in in_order(table) {
            let position = Some(key.span().start);
            let key = key.get_ref().as_ref();
            let child = joined(path, key);
            if let Some(field) = self.fields.iter().find(|field| field.path == child) {
                self.value(&field.kind, value, &child, position);
            } else if self.fields.iter().any(|field| is_below(field.path, &child)) {
                match value.get_ref() {
                    DeValue::Table(inner) => self.table(inner, &child),
                    other => {
                        let keys = self.keys_of(&child);
                        self.add(position, &child, || {
                            format!("must be a table with {keys}, not {}", shown(other))
                        });
                    }
                }
            } else {
                self.unknown_key(path, key, &child, position);
            }
        }
    }

    fn unknown_key(&mut self, path: &str, key: &str, child: &str, position: Option<usize>) {
        let fields = self.fields;
        self.add(position, child, || {
            let there = keys_at(fields, path);
            // A field in the wrong table is as common a mistake as a misspelt one.
            let hint = match fields.iter().find(|field| field.table_and_key().1 == key) {
                Some(field) => format!("; did you mean `{}`?", field.path),
                None => suggestion(key, there.iter().copied()),
            };
            let place =
                if path.is_empty() { "at the top there are".to_owned() } else { format!("[{path}] has") };
            format!("there is no such field{hint}; {place} {}", quoted(there))
        });
        self.unknown.push((path.to_owned(), key.to_owned()));
    }

    fn keys_of(&self, path: &str) -> String {
        quoted(keys_at(self.fields, path))
    }

    /// Adds a fault for every missing field. If the file extends no ruleset, pass the rulesets that it could extend in
    /// `extendable`: many missing fields then have one cause and become one fault.
    pub(super) fn missing(&mut self, needed: &[Field], tree: &Tree<'_>, extendable: Option<&[&str]>) {
        let missing: Vec<&Field> = needed.iter().filter(|field| is_missing(tree, field.path)).collect();
        match extendable {
            Some(names) if missing.len() > 3 => {
                let problem = format!(
                    "{} fields are missing ({}); to take them from another ruleset, write `extends = \"{}\"` in \
                     [ruleset] (there are {})",
                    missing.len(),
                    quoted(missing.iter().map(|field| field.path)),
                    names.first().unwrap_or(&""),
                    quoted(names.iter().copied()),
                );
                self.add(None, "", || problem);
            }
            _ => {
                for field in missing {
                    self.add(written_ancestor(tree, field.path), field.path, || {
                        format!("is missing: {}; it must be {}", field.meaning, field.kind)
                    });
                }
            }
        }
    }

    /// Checks one value against its kind.
    pub(super) fn value(&mut self, kind: &Kind, value: &Node<'_>, path: &str, position: Option<usize>) {
        let value = value.get_ref();
        match (kind, value) {
            (Kind::Text, DeValue::String(_)) => {}
            (Kind::WordOrInteger { word: known, .. }, DeValue::String(word)) if known.word == word => {}
            (
                Kind::Integer { least, most } | Kind::WordOrInteger { least, most, .. },
                DeValue::Integer(number),
            ) if integer(number).is_some_and(|number| (*least..=*most).contains(&number)) => {}
            (Kind::Choice(choices), DeValue::String(word)) => {
                if !choices.iter().any(|choice| choice.word == word.as_ref()) {
                    self.add(position, path, || {
                        let hint = suggestion(word, choices.iter().map(|choice| choice.word));
                        format!("must be {kind}, not {}{hint}", shown(value))
                    });
                }
            }
            (Kind::List { each, least, most }, DeValue::Array(values)) => {
                if !(*least..=*most).contains(&values.len()) {
                    self.add(position, path, || {
                        format!("must have {}, not {}", amount(*least, *most), values.len())
                    });
                }
                for (index, value) in values.iter().enumerate() {
                    self.value(each, value, &format!("{path}[{index}]"), Some(value.span().start));
                }
            }
            (Kind::Table { keys, each }, DeValue::Table(table)) => {
                self.entries(keys, each, table, path);
                let missing: Vec<&str> =
                    keys.iter().copied().filter(|key| !table.contains_key(*key)).collect();
                if !missing.is_empty() {
                    self.add(position, path, || {
                        let all = quoted(keys.iter().copied());
                        format!("lacks a value for {}; it needs one for each of {all}", quoted(missing))
                    });
                }
            }
            _ => self.add(position, path, || format!("must be {kind}, not {}", shown(value))),
        }
    }

    fn entries(&mut self, keys: &[&str], each: &Kind, table: &Tree<'_>, path: &str) {
        for (key, value) in in_order(table) {
            let position = Some(key.span().start);
            let key = key.get_ref().as_ref();
            let child = joined(path, key);
            if keys.contains(&key) {
                self.value(each, value, &child, position);
            } else {
                self.add(position, &child, || {
                    let hint = suggestion(key, keys.iter().copied());
                    format!("there is no such key{hint}; there may be {}", quoted(keys.iter().copied()))
                });
                self.unknown.push((path.to_owned(), key.to_owned()));
            }
        }
    }
}

/// The keys that a table may have, in field order.
fn keys_at<'a>(fields: &'a [Field], path: &str) -> Vec<&'a str> {
    let mut keys: Vec<&str> = Vec::new();
    for field in fields.iter().filter(|field| path.is_empty() || is_below(field.path, path)) {
        let rest = if path.is_empty() { field.path } else { &field.path[path.len() + 1..] };
        let key = rest.split('.').next().unwrap_or(rest);
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

/// Checks the values of a ruleset against the schema of its `own` fields, wherever the ruleset comes from.
pub(super) fn schema_faults_of(rules: &impl Serialize, own: &'static [Field]) -> Faults {
    let text = match table_of(rules) {
        Ok(table) => table.to_string(),
        Err(error) => return Faults::one("", error.to_string()),
    };
    let tree = match DeTable::parse(&text) {
        Ok(tree) => tree.into_inner(),
        Err(error) => return Faults::one("", error.message()),
    };
    let fields: Vec<Field> = TITLE.iter().chain(own).copied().collect();
    let needed: Vec<Field> = TITLE[..1].iter().chain(own).copied().collect();
    let mut checker = Checker::new(&fields);
    checker.check(&tree);
    checker.missing(&needed, &tree, None);
    let mut faults = Faults::none();
    checker.faults.first.into_iter().for_each(|(_, field, problem)| faults.add(field, problem));
    faults
}

/// Returns the number if it fits into an `i64`.
fn integer(number: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// Writes a value in a few words, as in the file.
pub(crate) fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("`{}`", shortened(&text.escape_debug().to_string(), SHOWN)),
        DeValue::Integer(number) => shortened(&number.to_string(), SHOWN),
        DeValue::Float(number) => shortened(number.as_str(), SHOWN),
        DeValue::Boolean(truth) => truth.to_string(),
        DeValue::Datetime(when) => when.to_string(),
        DeValue::Array(values) => match values.len() {
            0 => "an empty list".to_owned(),
            count => format!("a list of {}", amount(count, count)),
        },
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// The number of characters of a value that a message shows.
const SHOWN: usize = 40;

/// Sorts the entries of a table by their lines, so that faults are found in the order of the file.
pub(crate) fn in_order<'t, 'a>(table: &'t Tree<'a>) -> Vec<(&'t Spanned<Cow<'a, str>>, &'t Node<'a>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_unstable_by_key(|(key, _)| key.span().start);
    entries
}

/// The path of `key` in the table at `path`.
pub(crate) fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Returns whether `path` equals `outer` or lies within it.
pub(super) fn is_within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Returns whether `path` is in `table`.
fn is_below(path: &str, table: &str) -> bool {
    path.strip_prefix(table).is_some_and(|rest| rest.starts_with('.'))
}

/// Returns whether the value at `path` is absent. A value in the place of a table has its own fault, so nothing below
/// it counts as missing.
fn is_missing(tree: &Tree<'_>, path: &str) -> bool {
    let (key, rest) = path.split_once('.').map_or((path, None), |(key, rest)| (key, Some(rest)));
    match (tree.get(key).map(Node::get_ref), rest) {
        (None, _) => true,
        (Some(DeValue::Table(inner)), Some(rest)) => is_missing(inner, rest),
        (Some(_), _) => false,
    }
}

/// Returns the position of the innermost table above this field that the file contains.
fn written_ancestor(tree: &Tree<'_>, path: &str) -> Option<usize> {
    let (key, rest) = path.split_once('.')?;
    let (key, value) = tree.get_key_value(key)?;
    let inner = value.get_ref().as_table().and_then(|inner| written_ancestor(inner, rest));
    Some(inner.unwrap_or(key.span().start))
}
