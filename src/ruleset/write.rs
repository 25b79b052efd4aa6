//! Writing of rulesets: a complete one as TOML, and a starter file for people to edit.

use std::fmt::Write;

use toml::Value;

use super::error::RulesetError;
use super::rules::Ruleset;
use super::schema::{Field, Kind, TITLE};
use super::title::Title;
use crate::json;

/// The longest line; a longer list is written with one value on each line.
const WIDTH: usize = 100;

/// The complete ruleset as TOML, which loads to the same ruleset: every field in the order of the schema,
/// without `extends`.
///
/// # Errors
/// [`RulesetError::Unwritable`] when the struct does not fit its schema.
pub fn to_toml<R: Ruleset>(rules: &R) -> Result<String, RulesetError> {
    let values = Values::of(rules)?;
    let title: Vec<&Field> = TITLE.iter().filter(|field| field.path != "ruleset.extends").collect();
    let mut text = String::new();
    let mut groups = by_table(R::FIELDS);
    let after_top = usize::from(groups.first().is_some_and(|(table, _)| table.is_empty()));
    groups.insert(after_top, ("ruleset", title));
    for (table, fields) in groups {
        begin_table(&mut text, table);
        for field in fields {
            let _ = writeln!(text, "{} = {}", field.table_and_key().1, values.written(field)?);
        }
    }
    Ok(text)
}

/// A file for people to edit: a ruleset `name` that extends `base` and contains each value of it in a comment, with
/// its clause, its meaning and the allowed values. The file loads as it is; with every line that begins with `# `
/// uncommented it has the same rules.
///
/// `extends` is the name of the base, or its path as seen from the new file.
///
/// # Errors
/// [`RulesetError::Unwritable`] when the struct does not fit its schema.
pub fn starter<R: Ruleset>(base: &R, extends: &str, name: &str) -> Result<String, RulesetError> {
    let values = Values::of(base)?;
    let mut text = format!(
        "## A ruleset of {} to edit. The values in comments are those of the ruleset that it extends.\n\
         ## To change one, remove the `# ` from its line and edit the value. All other values stay as they are there.\n",
        R::GAME
    );
    let mut groups = by_table(R::FIELDS);
    let after_top = usize::from(groups.first().is_some_and(|(table, _)| table.is_empty()));
    groups.insert(after_top, ("ruleset", Vec::new()));
    for (table, fields) in groups {
        begin_table(&mut text, table);
        if table == "ruleset" {
            let _ = writeln!(text, "name = {}", Value::from(name));
            let _ = writeln!(text, "extends = {}", Value::from(extends));
            let _ = writeln!(text, "## one sentence: what is different");
            let _ = writeln!(text, "# about = \"\"");
        }
        for field in fields {
            explain(&mut text, field);
            let assignment = format!("{} = {}", field.table_and_key().1, values.written(field)?);
            for line in assignment.lines() {
                let _ = writeln!(text, "# {line}");
            }
        }
    }
    Ok(text)
}

/// A file that extends a ruleset and contains only what is different: its title, the changed fields, and of a changed
/// table the changed entries. It loads to the same ruleset.
///
/// `extends` is the name of `base`, or its path as seen from the new file.
///
/// ```
/// use furlong::Ruleset as _;
/// use furlong::animal_race::Ruleset;
/// use furlong::ruleset::{extending, with_values};
///
/// let classic = Ruleset::open("classic")?;
/// let values = [("hand".to_owned(), "5".to_owned()), ("cards.howl".to_owned(), "4".to_owned())];
/// let mine = with_values(&classic, &values, "mine")?;
/// let text = extending(&mine, &classic, "classic")?;
/// assert!(text.ends_with("hand = 5\n\n[ruleset]\nname = \"mine\"\nextends = \"classic\"\nabout = \"A variant of `classic`.\"\n"), "{text}");
/// assert_eq!(Ruleset::from_toml(&text)?, mine);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RulesetError::Unwritable`] when a struct does not fit its schema.
pub fn extending<R: Ruleset>(rules: &R, base: &R, extends: &str) -> Result<String, RulesetError> {
    let (values, inherited) = (Values::of(rules)?, Values::of(base)?);
    let title = rules.title();
    let mut text = String::new();
    let mut groups = by_table(R::FIELDS);
    let after_top = usize::from(groups.first().is_some_and(|(table, _)| table.is_empty()));
    groups.insert(after_top, ("ruleset", Vec::new()));
    for (table, fields) in groups {
        let mut lines = String::new();
        if table == "ruleset" {
            let _ = writeln!(lines, "name = {}", Value::from(&*title.name));
            let _ = writeln!(lines, "extends = {}", Value::from(extends));
            let _ = writeln!(lines, "about = {}", Value::from(&*title.about));
            if title.reconstructed != base.title().reconstructed {
                let all = title.reconstructed.iter().map(|part| Value::from(&**part)).collect();
                let _ = writeln!(lines, "reconstructed = {}", inline(&Value::Array(all), &Kind::Text));
            }
        }
        for field in fields {
            let (value, before) = (values.value(field)?, inherited.value(field)?);
            let key = field.table_and_key().1;
            match (value, before) {
                _ if value == before => {}
                (Value::Table(new), Value::Table(old)) => {
                    let changed = new.iter().filter(|(key, value)| old.get(*key) != Some(*value));
                    let changed = changed.map(|(key, value)| (key.clone(), value.clone())).collect();
                    let _ = writeln!(lines, "{key} = {}", inline(&Value::Table(changed), &field.kind));
                }
                _ => _ = writeln!(lines, "{key} = {}", values.written(field)?),
            }
        }
        if !lines.is_empty() {
            begin_table(&mut text, table);
            text += &lines;
        }
    }
    Ok(text)
}

fn explain(text: &mut String, field: &Field) {
    let _ = writeln!(text, "\n## {} ({})", field.meaning, field.clause);
    let choices = field.kind.choices();
    if choices.is_empty() || !matches!(field.kind, Kind::Choice(_)) {
        let _ = writeln!(text, "## {}", field.kind);
    }
    for choice in choices {
        let _ = writeln!(text, "##   {}: {}", choice.word, choice.meaning);
    }
}

fn begin_table(text: &mut String, table: &str) {
    if !table.is_empty() {
        let gap = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}[{table}]");
    }
}

/// The fields grouped by table; fields outside tables come first, as TOML requires.
pub(super) fn by_table(fields: &'static [Field]) -> Vec<(&'static str, Vec<&'static Field>)> {
    let mut groups: Vec<(&str, Vec<&Field>)> = Vec::new();
    for field in fields {
        let (table, _) = field.table_and_key();
        match groups.iter_mut().find(|(known, _)| *known == table) {
            Some((_, group)) => group.push(field),
            None if table.is_empty() => groups.insert(0, (table, vec![field])),
            None => groups.push((table, vec![field])),
        }
    }
    groups
}

/// The struct as TOML. Structs are read and written as JSON values only, because each format compiles every
/// ruleset anew.
pub(super) fn table_of<R: Ruleset>(rules: &R) -> Result<toml::Table, RulesetError> {
    let json = json::to_value(rules).map_err(|error| RulesetError::Unwritable(error.to_string()))?;
    match toml_of(json) {
        Some(Value::Table(table)) => Ok(table),
        _ => Err(RulesetError::Unwritable("it is not a table".to_owned())),
    }
}

/// The struct that a table describes.
pub(super) fn rules_of<R: Ruleset>(table: &toml::Table) -> serde_json::Result<R> {
    json::from_value(&json::to_value(table)?)
}

/// A JSON value as TOML, which has no `null`.
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
    pub(super) fn of<R: Ruleset>(rules: &R) -> Result<Self, RulesetError> {
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

    /// The same values with another one at a dotted path.
    #[must_use]
    pub(super) fn with(&self, path: &str, value: Value) -> Self {
        let mut table = self.0.clone();
        put(&mut table, path, value);
        Self(table)
    }

    /// The same values under a new name, as a variant of the ruleset with this title.
    #[must_use]
    pub(super) fn entitled(&self, base: &Title, name: &str) -> Self {
        let about = format!("A variant of `{}`.", base.name);
        self.with("ruleset.name", Value::from(name)).with("ruleset.about", Value::from(about))
    }

    /// The ruleset with these values.
    pub(super) fn rules<R: Ruleset>(&self) -> Result<R, RulesetError> {
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

/// Sets the value at a dotted path. All tables on the path exist, because another ruleset of the game has
/// them.
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

/// A value on one line, with the keys of tables in the order of the schema. Only texts with line ends take
/// several lines.
pub(super) fn inline(value: &Value, kind: &Kind) -> String {
    let each = kind.each().unwrap_or(kind);
    match value {
        Value::Array(values) => {
            format!("[{}]", values.iter().map(|value| inline(value, each)).collect::<Vec<_>>().join(", "))
        }
        Value::Table(table) if table.is_empty() => "{}".to_owned(),
        Value::Table(table) => {
            let mut entries: Vec<_> = table.iter().collect();
            let place = |key: &str| kind.keys().iter().position(|known| *known == key).unwrap_or(usize::MAX);
            entries.sort_by_key(|(key, _)| place(key));
            let entries = entries
                .into_iter()
                .map(|(key, value)| format!("{} = {}", quoted_key(key), inline(value, each)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        leaf => leaf.to_string(),
    }
}

fn quoted_key(key: &str) -> String {
    let is_bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_bare { key.to_owned() } else { Value::from(key).to_string() }
}
