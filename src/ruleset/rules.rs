//! The trait [`Ruleset`].

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::check::{is_within, schema_faults_of};
use super::schema::{Field, Kind};
use super::title::{Embedded, Title};
use super::values::Values;
use crate::common::fault::Faults;
use crate::common::order::sort_by_key;
use crate::common::words::separated;

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

    /// Returns every inconsistency between the values; none by default. [`Ruleset::check`] calls it.
    fn faults(&self) -> Faults {
        Faults::none()
    }

    /// Checks every value against the schema, and the relations between values ([`Ruleset::faults`]). A ruleset that
    /// passes is playable. [`RaceGame::new`](crate::RaceGame::new) calls this method, because a ruleset may come not
    /// only from a file, which is checked while it is read, but also from a record or a program.
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

    /// Describes the rules in force in sentences for people, in the order of the rulebook. By default it goes through
    /// the fields in the order of the schema.
    fn in_words(&self) -> Vec<String> {
        in_words(self)
    }

    /// Returns sentences about one field that replace the default of clause, meaning and value. An empty list omits the
    /// field.
    fn field_in_words(&self, _field: &Field) -> Option<Vec<String>> {
        None
    }

    /// Lists the texts that are one step away from a text that the game itself parses: for a field of [`Kind::Text`],
    /// or for an entry of a list of such texts. Each step is the list of texts that replace this one. In a list, an
    /// empty step removes the entry and a longer one adds entries; elsewhere a step has exactly one text. By default a
    /// text has no steps.
    ///
    /// [`Kind::Text`]: super::Kind::Text
    fn text_steps(_field: &Field, _text: &str) -> Vec<Vec<String>> {
        Vec::new()
    }

    /// Writes a value of a field, or of a part of one, as it reads in a sentence; `None` if the raw value reads well.
    fn value_in_words(_field: &Field, _value: &str) -> Option<String> {
        None
    }
}

/// Describes the rules in force, field by field.
fn in_words<R: Ruleset>(rules: &R) -> Vec<String> {
    let Ok(values) = Values::of(rules) else { return Vec::new() };
    let sentences = |field: &_| rules.field_in_words(field).unwrap_or_else(|| vec![sentence(field, &values)]);
    R::FIELDS.iter().flat_map(sentences).collect()
}

/// Writes a sentence from the clause, the meaning and the value of a field; for a choice, with the meaning of its word.
fn sentence(field: &Field, values: &Values) -> String {
    let word = values.value(field).ok().and_then(toml::Value::as_str);
    let chosen = field.kind.choices().iter().find(|choice| Some(choice.word) == word);
    let value = match chosen {
        Some(choice) => choice.meaning.to_owned(),
        None => values.value(field).map(|value| said(value, &field.kind)).unwrap_or_default(),
    };
    format!("{}: {}: {value}.", field.clause, field.meaning)
}

/// Writes a value as people would: the entries of a list one after another, those of a table with their names in the
/// order of the schema.
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
