//! The values of a ruleset by field, as they appear in a file.

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::Value;

use super::error::RulesetError;
use super::schema::{Field, Kind};
use super::title::Title;
use crate::common::order::sort_by_key;
use crate::common::words::separated;
use crate::formats::json;

/// The maximum line length; a longer list is written with one value on each line.
const WIDTH: usize = 100;

/// Converts a ruleset to TOML. Structs are only read and written as JSON values, because each further format would
/// compile every ruleset again.
pub(super) fn table_of(rules: &impl Serialize) -> Result<toml::Table, RulesetError> {
    let json = json::to_value(rules).map_err(|error| RulesetError::Unwritable(error.to_string()))?;
    match toml_of(json) {
        Some(Value::Table(table)) => Ok(table),
        _ => Err(RulesetError::Unwritable("it is not a table".to_owned())),
    }
}

/// Reads a ruleset from a table.
pub(super) fn rules_of<R: DeserializeOwned>(table: &toml::Table) -> serde_json::Result<R> {
    json::from_value(&json::to_value(table)?)
}

/// Converts a JSON value to TOML, which has no `null`.
fn toml_of(json: serde_json::Value) -> Option<Value> {
    Some(match json {
        serde_json::Value::Null => return None,
        serde_json::Value::Bool(truth) => Value::Boolean(truth),
        serde_json::Value::Number(number) => number
            .as_i64()
            .map_or_else(|| number.as_f64().map(Value::Float), |whole| Some(Value::Integer(whole)))?,
        serde_json::Value::String(text) => Value::String(text),
        serde_json::Value::Array(values) => Value::Array(values.into_iter().filter_map(toml_of).collect()),
        serde_json::Value::Object(entries) => Value::Table(
            entries.into_iter().filter_map(|(key, value)| Some((key, toml_of(value)?))).collect(),
        ),
    })
}

/// The values of a ruleset by field.
#[derive(Debug)]
pub(super) struct Values(toml::Table);

impl Values {
    /// The values of this ruleset.
    pub(super) fn of(rules: &impl Serialize) -> Result<Self, RulesetError> {
        table_of(rules).map(Self)
    }

    /// The value of a field.
    pub(super) fn value(&self, field: &Field) -> Result<&Value, RulesetError> {
        let mut keys = field.path.split('.');
        let first = keys.next().and_then(|key| self.0.get(key));
        let value = keys.try_fold(first, |value, key| Some(value?.get(key))).flatten();
        value.ok_or_else(|| {
            RulesetError::Unwritable(format!("it has no value for the field `{}`", field.path))
        })
    }

    /// Returns the values with the one at a dotted path replaced.
    #[must_use]
    pub(super) fn with(&self, path: &str, value: Value) -> Self {
        let mut table = self.0.clone();
        put(&mut table, path, value);
        Self(table)
    }

    /// Returns the values under a new name, as a variant of the ruleset with this title.
    #[must_use]
    pub(super) fn entitled(&self, base: &Title, name: &str) -> Self {
        let about = format!("A variant of `{}`.", base.name);
        self.with("ruleset.name", Value::from(name)).with("ruleset.about", Value::from(about))
    }

    /// Reads the ruleset that has these values.
    pub(super) fn rules<R: DeserializeOwned>(&self) -> Result<R, RulesetError> {
        rules_of(&self.0).map_err(|error| RulesetError::Unwritable(json::reason(&error)))
    }

    /// The value of a field as TOML.
    pub(super) fn written(&self, field: &Field) -> Result<String, RulesetError> {
        let value = self.value(field)?;
        let one_line = inline(value, &field.kind);
        let key = field.table_and_key().1;
        match (value, field.kind.each()) {
            (Value::Array(values), Some(each)) if key.len() + one_line.len() + 3 > WIDTH => {
                let lines: Vec<String> =
                    values.iter().map(|value| format!("    {},\n", inline(value, each))).collect();
                Ok(format!("[\n{}]", lines.concat()))
            }
            _ => Ok(one_line),
        }
    }
}

/// Sets the value at a dotted path. All tables on the path exist, because another ruleset of the game has them.
fn put(table: &mut toml::Table, path: &str, value: Value) {
    match path.split_once('.') {
        Some((first, rest)) => {
            if let Some(Value::Table(inner)) = table.get_mut(first) {
                put(inner, rest, value);
            }
        }
        None => _ = table.insert(path.to_owned(), value),
    }
}

/// Writes a value on one line, with the keys of tables in the order of the schema. Only texts with line ends take
/// several lines.
pub(super) fn inline(value: &Value, kind: &Kind) -> String {
    let each = kind.each().unwrap_or(kind);
    match value {
        Value::Array(values) => {
            format!("[{}]", separated(values.iter().map(|value| inline(value, each)), ", "))
        }
        Value::Table(table) if table.is_empty() => "{}".to_owned(),
        Value::Table(table) => {
            let mut entries: Vec<_> = table.iter().collect();
            let place = |key: &str| kind.keys().iter().position(|known| *known == key).unwrap_or(usize::MAX);
            sort_by_key(&mut entries, |(key, _)| place(key));
            let entries = entries
                .into_iter()
                .map(|(key, value)| format!("{} = {}", quoted_key(key), inline(value, each)));
            format!("{{ {} }}", separated(entries, ", "))
        }
        leaf => leaf.to_string(),
    }
}

fn quoted_key(key: &str) -> String {
    let is_bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_bare { key.to_owned() } else { Value::from(key).to_string() }
}
