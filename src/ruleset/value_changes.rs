//! The smallest changes of a value: one entry changed by one step.

use std::collections::BTreeSet;

use toml::Value;

use super::schema::Kind;
use super::values::inline;

/// A value with one change.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// The path of the changed part within the value; empty for the value as a whole.
    pub(super) path: String,
    /// The part before and after, as TOML; empty for a missing entry.
    pub(super) values: [String; 2],
    /// The whole value after the change.
    pub(super) value: Value,
}

impl Change {
    /// Creates a change of a whole value. Of two long texts with the same number of words, only the first word that
    /// differs is shown.
    pub(super) fn whole(kind: &Kind, old: &Value, new: Value) -> Self {
        let (mut path, mut values) = (String::new(), [inline(old, kind), inline(&new, kind)]);
        if let (Value::String(old), Value::String(new)) = (old, &new) {
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            let (old, new) = (words(old), words(new));
            let other = old.iter().zip(&new).position(|(old, new)| old != new);
            if let (Some(place), true) = (other, old.len() == new.len() && old.len() > LONG) {
                path = format!(" word {}", place + 1);
                values = [old[place].clone(), new[place].clone()];
            }
        }
        Self { path, values, value: new }
    }

    /// Embeds the change in the value that contains this one at `path`.
    fn within(self, path: &str, contain: impl Fn(Value) -> Value) -> Self {
        Self { path: format!("{path}{}", self.path), values: self.values, value: contain(self.value) }
    }
}

/// The number of words above which only the changed words of a text are shown.
const LONG: usize = 5;

/// Lists all changes of a value by one step. `texts` returns the steps of a text; each step is a list of texts that
/// replace it.
pub(super) fn changes(kind: &Kind, value: &Value, texts: &dyn Fn(&str) -> Vec<Vec<String>>) -> Vec<Change> {
    let whole = |new: Value| Change::whole(kind, value, new);
    let numbers = |number: i64, least: i64, most: i64| {
        let near = [number.saturating_sub(1), number.saturating_add(1)];
        near.into_iter().filter(move |near| *near != number && (least..=most).contains(near))
    };
    match (kind, value) {
        (Kind::Integer { least, most }, Value::Integer(number)) => {
            numbers(*number, *least, *most).map(|near| whole(near.into())).collect()
        }
        (Kind::WordOrInteger { word, least, most }, Value::Integer(number)) => {
            let near = numbers(*number, *least, *most).map(Value::from);
            near.chain([word.word.into()]).map(whole).collect()
        }
        (Kind::WordOrInteger { least, most, .. }, _) => {
            let ends = BTreeSet::from([*least, *most]);
            ends.into_iter().map(|end| whole(end.into())).collect()
        }
        (Kind::Choice(choices), Value::String(word)) => {
            let others = choices.iter().filter(|choice| choice.word != word);
            others.map(|choice| whole(choice.word.into())).collect()
        }
        (Kind::Text, Value::String(text)) => {
            let single = texts(text).into_iter().filter_map(|texts| <[String; 1]>::try_from(texts).ok());
            single.map(|[text]| whole(text.into())).collect()
        }
        (Kind::Table { keys, each }, Value::Table(table)) => {
            let entries = keys.iter().filter_map(|key| Some((*key, table.get(*key)?)));
            let changed = entries.flat_map(|(key, entry)| {
                let contain = move |new| {
                    let mut table = table.clone();
                    table.insert(key.to_owned(), new);
                    Value::Table(table)
                };
                changes(each, entry, texts)
                    .into_iter()
                    .map(move |change| change.within(&format!(".{key}"), contain))
            });
            changed.collect()
        }
        (Kind::List { each, least, most }, Value::Array(entries)) => {
            let mut changed = Vec::new();
            for index in 0..entries.len() {
                entry_changes(each, entries, index, texts, &mut changed);
            }
            length_changes(each, entries, &mut changed);
            changed.retain(|change| {
                let length = change.value.as_array().map_or(0, Vec::len);
                (*least..=*most).contains(&length)
            });
            changed
        }
        _ => Vec::new(),
    }
}

/// Returns the list with a range of its entries replaced.
fn spliced(entries: &[Value], range: std::ops::Range<usize>, new: impl IntoIterator<Item = Value>) -> Value {
    let mut entries = entries.to_vec();
    entries.splice(range, new);
    Value::Array(entries)
}

/// Adds the changes of one entry of a list.
fn entry_changes(
    kind: &Kind,
    entries: &[Value],
    index: usize,
    texts: &dyn Fn(&str) -> Vec<Vec<String>>,
    into: &mut Vec<Change>,
) {
    let (entry, path) = (&entries[index], format!("[{index}]"));
    let neighbours = [index.checked_sub(1), Some(index + 1)].into_iter().flatten();
    let neighbours = neighbours.filter_map(|near| entries.get(near)).filter(|near| *near != entry);
    match (kind, entry) {
        (Kind::Text, Value::String(text)) => {
            for new in texts(text) {
                let new: Vec<Value> = new.into_iter().map(Value::from).collect();
                let shown = new.iter().map(|text| inline(text, kind)).collect::<Vec<_>>().join(", ");
                let value = spliced(entries, index..index + 1, new);
                into.push(Change { path: path.clone(), values: [inline(entry, kind), shown], value });
            }
            return;
        }
        (Kind::Choice(_), _) => {}
        _ => {
            let contain = |new| spliced(entries, index..index + 1, [new]);
            into.extend(changes(kind, entry, texts).into_iter().map(|change| change.within(&path, contain)));
        }
    }
    if matches!(kind, Kind::Choice(_) | Kind::List { .. } | Kind::Table { .. }) {
        into.extend(neighbours.map(|near| Change {
            path: path.clone(),
            values: [inline(entry, kind), inline(near, kind)],
            value: spliced(entries, index..index + 1, [near.clone()]),
        }));
    }
}

/// Adds the lists with one more or one fewer entry.
fn length_changes(kind: &Kind, entries: &[Value], into: &mut Vec<Change>) {
    let Some(last) = entries.last() else { return };
    let mut more = |index: usize, new: Value| {
        into.push(Change {
            path: format!("[{index}]"),
            values: [String::new(), inline(&new, kind)],
            value: spliced(entries, index..index, [new]),
        });
    };
    let last_of = |value: &Value| entries.iter().rposition(|entry| entry == value);
    match kind {
        // For a list of texts, the game itself defines the steps of the entries.
        Kind::Text => return,
        Kind::Choice(choices) => {
            for word in choices.iter().map(|choice| Value::from(choice.word)) {
                more(last_of(&word).map_or(entries.len(), |last| last + 1), word);
            }
        }
        _ => more(entries.len(), last.clone()),
    }
    for (index, entry) in entries.iter().enumerate() {
        let last = if let Kind::Choice(_) = kind { last_of(entry) } else { entries.len().checked_sub(1) };
        if last == Some(index) {
            into.push(Change {
                path: format!("[{index}]"),
                values: [inline(entry, kind), String::new()],
                value: spliced(entries, index..index + 1, []),
            });
        }
    }
}
