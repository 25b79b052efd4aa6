//! The fields in which two rulesets differ, and rulesets that take some fields from another one.

use toml::Value;

use super::Ruleset;
use super::error::RulesetError;
use super::schema::{Field, Kind};
use super::values::{Values, inline};
use crate::common::order::sort_by_key;
use crate::common::words::separated;

/// The length above which a value is abbreviated.
const SHORT: usize = 60;

/// A field in which two rulesets differ.
#[derive(Clone, Debug)]
pub struct FieldDifference {
    /// The field.
    pub field: &'static Field,
    /// The values in the first and in the second ruleset, as TOML.
    pub values: [String; 2],
    /// The parts that differ, if the value is a list, a table or a long text and only parts of it differ.
    pub parts: Vec<PartDifference>,
}

/// A difference within a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartDifference {
    /// The path: `[3]` in a list (counted from 0, as in faults), the key in a table, or `word 7` in a text
    /// (counted from 1).
    pub path: String,
    /// The parts in the first and in the second ruleset.
    pub values: [String; 2],
}

impl FieldDifference {
    /// Describes the value of one side (0 or 1) in a few words: the word of a choice with its meaning, the contents of
    /// a long list, or the length of any other long value.
    pub fn in_words(&self, side: usize) -> String {
        let value = &self.values[side];
        let word = value.trim_matches('"');
        match self.field.kind.choices().iter().find(|choice| choice.word == word) {
            Some(choice) => format!("{word}: {}", choice.meaning),
            None if value.len() > SHORT || value.contains('\n') => in_short(value),
            None => value.clone(),
        }
    }
}

/// Lists all fields in which two rulesets differ, in the order of the schema. Their titles are not compared.
///
/// ```
/// use furlong::animal_race::Ruleset;
/// use furlong::ruleset::{self, differences};
///
/// let differences = differences(&ruleset::open::<Ruleset>("classic")?, &ruleset::open::<Ruleset>("course")?)?;
/// let paths: Vec<&str> = differences.iter().map(|difference| difference.field.path).collect();
/// assert_eq!(paths, ["players.most", "first-player", "end.when", "end.tie-break"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RulesetError::Unwritable`] when a struct does not fit its schema.
pub fn differences<R: Ruleset>(first: &R, second: &R) -> Result<Vec<FieldDifference>, RulesetError> {
    let (one, other) = (Values::of(first)?, Values::of(second)?);
    let mut found = Vec::new();
    for field in R::FIELDS {
        let values = [one.written(field)?, other.written(field)?];
        if values[0] == values[1] {
            continue;
        }
        let mut parts = Vec::new();
        let whole = [one.value(field)?, other.value(field)?];
        note_parts(whole, &field.kind, "", &mut parts);
        // If the whole value differs, there are no separate parts to report.
        parts.retain(|part| !part.path.is_empty());
        found.push(FieldDifference { field, values, parts });
    }
    Ok(found)
}

/// Returns the ruleset `base` with the given fields taken from `other`, under a new name. It may be unplayable: see
/// [`Ruleset::faults`].
///
/// # Errors
/// [`RulesetError::Unwritable`] when a struct does not fit its schema, or cannot hold these values together.
pub fn with_fields_of<R: Ruleset>(
    base: &R,
    other: &R,
    fields: &[&Field],
    name: &str,
) -> Result<R, RulesetError> {
    let (mut values, donor) = (Values::of(base)?, Values::of(other)?);
    for field in fields {
        values = values.with(field.path, donor.value(field)?.clone());
    }
    values.with("ruleset.name", Value::from(name)).rules()
}

/// Lists the smallest parts in which two values of one kind differ.
fn note_parts(values: [&Value; 2], kind: &Kind, path: &str, into: &mut Vec<PartDifference>) {
    let each = kind.each().unwrap_or(kind);
    match values {
        [one, other] if one == other => {}
        [Value::Table(one), Value::Table(other)] if one.keys().eq(other.keys()) => {
            let mut keys: Vec<&String> = one.keys().collect();
            sort_by_key(&mut keys, |key| kind.keys().iter().position(|known| known == key));
            for key in keys {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                note_parts([&one[key], &other[key]], each, &path, into);
            }
        }
        [Value::Array(one), Value::Array(other)] if one.len() == other.len() => {
            for (index, pair) in one.iter().zip(other).enumerate() {
                note_parts([pair.0, pair.1], each, &format!("{path}[{index}]"), into);
            }
        }
        [Value::String(one), Value::String(other)] if are_long_texts(one, other) => {
            let words = one.split_whitespace().zip(other.split_whitespace()).zip(1..);
            for ((one, other), number) in words.filter(|((one, other), _)| one != other) {
                let values = [one, other].map(str::to_owned);
                into.push(PartDifference { path: format!("word {number}"), values });
            }
        }
        _ => into.push(PartDifference {
            path: path.to_owned(),
            values: values.map(|value| in_short(&inline(value, kind))),
        }),
    }
}

/// Returns whether both texts have the same large number of words, so that single words can be compared.
fn are_long_texts(one: &str, other: &str) -> bool {
    let count = one.split_whitespace().count();
    count > 5 && count == other.split_whitespace().count()
}

/// Shortens a value for a sentence: short values stay as they are, lists of words become counts of each word, and other
/// long values become their length.
pub(super) fn in_short(written: &str) -> String {
    if written.len() <= SHORT && !written.contains('\n') {
        return written.to_owned();
    }
    match format!("value = {written}").parse::<toml::Table>().ok().and_then(|mut table| table.remove("value"))
    {
        Some(Value::Array(values)) if values.iter().all(Value::is_str) => {
            let words: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
            let mut told: Vec<(&str, usize)> = Vec::new();
            for word in &words {
                match told.iter_mut().find(|(known, _)| known == word) {
                    Some((_, count)) => *count += 1,
                    None => told.push((word, 1)),
                }
            }
            let told = told.into_iter().map(|(word, count)| match count {
                1 => word.to_owned(),
                _ => format!("{count} x {word}"),
            });
            format!("{} values: {}", words.len(), separated(told, ", "))
        }
        Some(Value::Array(values)) => format!("a list of {}", values.len()),
        Some(Value::Table(table)) => format!("a table of {}", table.len()),
        Some(Value::String(text)) => format!("a text of {} words", text.split_whitespace().count()),
        _ => written.to_owned(),
    }
}
