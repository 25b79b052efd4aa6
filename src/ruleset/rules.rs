//! The trait [`Ruleset`].

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::check::{is_within, schema_faults_of};
use super::schema::{Field, Kind};
use super::title::{Embedded, Title};
use super::values::Values;
use crate::ground::fault::Faults;
use crate::ground::order::sort_by_key;
use crate::ground::words::separated;

/// The rules of one game as data.
pub trait Ruleset: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The game's name, equal to [`crate::RaceGame::ID`].
    const GAME: &'static str;
    /// The embedded rulesets, the default one first.
    const EMBEDDED: &'static [Embedded];
    /// All fields except those of [`Title`], in file order.
    const FIELDS: &'static [Field];

    /// The ruleset's description of itself.
    fn title(&self) -> &Title;

    /// Every inconsistency between the values; none by default. [`Ruleset::check`] asks for it.
    fn faults(&self) -> Faults {
        Faults::none()
    }

    /// Checks every value against the schema, and the relations between them ([`Ruleset::faults`]). A ruleset that passes is
    /// playable. [`RaceGame::new`](crate::RaceGame::new) calls it, because a ruleset comes not only from a file, whose lines
    /// are checked as it is read, but from records and from programs too.
    ///
    /// # Errors
    /// Every fault, each with its field.
    fn check(&self) -> Result<(), Faults> {
        let mut faults = schema_faults_of(self, Self::FIELDS);
        let of_schema = faults.len();
        for fault in self.faults() {
            if !faults[..of_schema].iter().any(|known| is_within(&fault.field, &known.field)) {
                faults.add(fault.field, fault.problem);
            }
        }
        faults.check()
    }

    /// The rules in force, as sentences for people, in the order of the rulebook. The default goes through
    /// the fields in the order of the schema.
    fn in_words(&self) -> Vec<String> {
        in_words(self)
    }

    /// Sentences on one field that replace the default made of clause, meaning and value. An empty list omits
    /// the field.
    fn field_in_words(&self, _field: &Field) -> Option<Vec<String>> {
        None
    }

    /// The texts one step away from a text that the game itself parses: for a field of [`Kind::Text`], or for an entry of
    /// a list of such texts. Each step is the list of texts that take the place of this one: none leaves the entry out,
    /// several add entries; outside of a list there is one. By default a text has no steps.
    ///
    /// [`Kind::Text`]: super::Kind::Text
    fn text_steps(_field: &Field, _text: &str) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// A value of a field, or of a part of one, in the words of a sentence; `None` where it reads well as it is written.
    fn value_in_words(_field: &Field, _value: &str) -> Option<String> {
        None
    }
}

/// The rules in force, field by field.
fn in_words<R: Ruleset>(rules: &R) -> Vec<String> {
    let Ok(values) = Values::of(rules) else { return Vec::new() };
    let sentences = |field: &_| rules.field_in_words(field).unwrap_or_else(|| vec![sentence(field, &values)]);
    R::FIELDS.iter().flat_map(sentences).collect()
}

/// The clause, the meaning and the value of a field; for a choice, the meaning of its word.
fn sentence(field: &Field, values: &Values) -> String {
    let word = values.value(field).ok().and_then(toml::Value::as_str);
    let chosen = field.kind.choices().iter().find(|choice| Some(choice.word) == word);
    let value = match chosen {
        Some(choice) => choice.meaning.to_owned(),
        None => values.value(field).map(|value| said(value, &field.kind)).unwrap_or_default(),
    };
    format!("{}: {}: {value}.", field.clause, field.meaning)
}

/// A value as people write it: the entries of a list after each other, those of a table with their names in the order of
/// the schema.
fn said(value: &toml::Value, kind: &Kind) -> String {
    let each = kind.each().unwrap_or(kind);
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(values) => separated(values.iter().map(|value| said(value, each)), "; "),
        toml::Value::Table(table) => {
            let mut entries: Vec<_> = table.iter().collect();
            sort_by_key(&mut entries, |(key, _)| kind.keys().iter().position(|known| known == key));
            separated(entries.into_iter().map(|(key, value)| format!("{key} {}", said(value, each))), ", ")
        }
        leaf => leaf.to_string(),
    }
}
