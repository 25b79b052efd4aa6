//! Paths of values within a ruleset: `movement.hare`, `start.carrots.3`, `decks.first[2]`.

use toml::Value;
use toml::de::DeTable;

use super::Ruleset;
use super::check::{Checker, joined};
use super::schema::{Field, Kind, quoted};
use crate::common::nearest::{nearest, suggestion};

/// A field, or a part of one.
#[derive(Clone, Debug)]
pub(super) struct ValuePath {
    pub(super) field: &'static Field,
    parts: Vec<Part>,
}

/// A step into a value.
#[derive(Clone, Debug)]
enum Part {
    Key(&'static str),
    Index(usize),
}

impl ValuePath {
    /// Finds the values that a written path names: one, or all fields of a table. The error is the problem with the
    /// path.
    pub(super) fn find<R: Ruleset>(written: &str) -> Result<Vec<Self>, String> {
        let inner = |field: &Field, end: &[char]| {
            written.strip_prefix(field.path).is_some_and(|rest| rest.is_empty() || rest.starts_with(end))
        };
        if let Some(field) = R::FIELDS.iter().find(|field| inner(field, &['.', '['])) {
            let parts = parts(&written[field.path.len()..], &field.kind)?;
            return Ok(vec![Self { field, parts }]);
        }
        let is_in_table = |field: &&Field| {
            field.path.strip_prefix(written).is_some_and(|rest| !written.is_empty() && rest.starts_with('.'))
        };
        let fields: Vec<Self> =
            R::FIELDS.iter().filter(is_in_table).map(|field| Self { field, parts: Vec::new() }).collect();
        if fields.is_empty() { Err(unknown::<R>(written)) } else { Ok(fields) }
    }

    /// Returns the list that contains the value as an entry, and its index there.
    pub(super) fn entry_of(&self) -> Option<(Self, usize)> {
        let (Part::Index(index), list) = self.parts.split_last()? else { return None };
        Some((Self { field: self.field, parts: list.to_vec() }, *index))
    }

    /// The kind of the value.
    pub(super) fn kind(&self) -> &'static Kind {
        self.parts.iter().fold(&self.field.kind, |kind, _| kind.each().unwrap_or(kind))
    }

    /// The path as it is written.
    pub(super) fn written(&self) -> String {
        self.parts.iter().fold(self.field.path.to_owned(), |path, part| match part {
            Part::Key(key) => joined(&path, key),
            Part::Index(index) => format!("{path}[{index}]"),
        })
    }

    /// Returns the value at this path in the whole value of the field. The error is the problem with the path.
    pub(super) fn value_in<'a>(&self, whole: &'a Value) -> Result<&'a Value, String> {
        self.parts.iter().try_fold(whole, |value, part| match part {
            Part::Key(key) => value.get(key).ok_or_else(|| format!("there is no `{key}`")),
            Part::Index(index) => value.get(index).ok_or_else(|| {
                let entries = value.as_array().map_or(0, Vec::len);
                format!("there is no entry {index}: the list has {entries}, counted from 0")
            }),
        })
    }

    /// Returns the whole value of the field with the value at this path replaced.
    pub(super) fn with_value(&self, whole: &Value, new: Value) -> Value {
        let mut changed = whole.clone();
        let slot = self.parts.iter().try_fold(&mut changed, |value, part| match part {
            Part::Key(key) => value.get_mut(key),
            Part::Index(index) => value.get_mut(index),
        });
        if let Some(slot) = slot {
            *slot = new;
        }
        changed
    }

    /// Reads a value as TOML; words need no quotes. The error lists all problems with it.
    pub(super) fn read(&self, stated: &str) -> Result<Value, String> {
        let quoted = Value::from(stated).to_string();
        let text = [stated, &quoted].map(|value| format!("value = {value}"));
        let text = if is_one_value(&text[0]) { &text[0] } else { &text[1] };
        let mut checker = Checker::new(&[]);
        let tree = DeTable::parse(text).map_err(|error| error.message().to_owned())?;
        if let Some(value) = tree.get_ref().get("value") {
            checker.value(self.kind(), value, "", None);
        }
        if checker.faults.count() == 0 {
            let table = text.parse::<toml::Table>().ok();
            return table
                .and_then(|mut table| table.remove("value"))
                .ok_or_else(|| "is not a value".to_owned());
        }
        let told = checker.faults.first.into_iter().map(|(_, field, problem)| {
            if field.is_empty() { problem } else { format!("{field}: {problem}") }
        });
        Err(told.collect::<Vec<_>>().join("; "))
    }
}

/// Returns whether the text is a single TOML value.
fn is_one_value(text: &str) -> bool {
    text.parse::<toml::Table>().is_ok_and(|table| table.len() == 1)
}

/// Parses `rest` of a path as parts of a value of this kind.
fn parts(mut rest: &str, mut kind: &'static Kind) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let (part, after) = if let Some(inner) = rest.strip_prefix('[') {
            let (index, after) = inner.split_once(']').unwrap_or((inner, ""));
            match (kind, index.parse()) {
                (Kind::List { .. }, Ok(index)) => (Part::Index(index), after),
                (Kind::List { .. }, Err(_)) => {
                    return Err(format!("`{index}` is not an index: entries count from 0"));
                }
                _ => return Err(format!("is not a list but {kind}")),
            }
        } else {
            let inner = rest.strip_prefix('.').unwrap_or(rest);
            let (key, after) = inner.split_at(inner.find(['.', '[']).unwrap_or(inner.len()));
            let keys = kind.keys();
            if keys.is_empty() {
                return Err(format!("is not a table but {kind}"));
            }
            let known = keys.iter().find(|known| **known == key).ok_or_else(|| {
                let hint = suggestion(key, keys.iter().copied());
                format!("there is no key `{key}`{hint}; there are {}", quoted(keys.iter().copied()))
            })?;
            (Part::Key(known), after)
        };
        parts.push(part);
        kind = kind.each().unwrap_or(kind);
        rest = after;
    }
    Ok(parts)
}

/// The problem with a path that does not match any field.
fn unknown<R: Ruleset>(written: &str) -> String {
    let key = written.rsplit_once('.').map_or(written, |(_, key)| key);
    let paths = || R::FIELDS.iter().map(|field| field.path);
    let tables = R::FIELDS.iter().map(|field| field.table_and_key().0).filter(|table| !table.is_empty());
    let meant = paths()
        .find(|path| path.rsplit('.').next() == Some(key))
        .or_else(|| nearest(written, paths().chain(tables)))
        .or_else(|| {
            let found = nearest(key, paths().filter_map(|path| path.rsplit('.').next()))?;
            paths().find(|path| path.rsplit('.').next() == Some(found))
        });
    match meant {
        Some(path) => format!("there is no such field; did you mean `{path}`?"),
        None => format!("there is no such field; there are {}", quoted(paths())),
    }
}
