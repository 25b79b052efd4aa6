//! The trait of a ruleset.

use std::fmt::Debug;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::describe;
use super::error::RulesetError;
use super::load::Loaded;
use super::schema::Field;
use super::title::{Embedded, Title};
use crate::fault::Faults;

/// The rules of one game as data.
pub trait Ruleset: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The game's name, [`crate::RaceGame::ID`].
    const GAME: &'static str;
    /// The rulesets that the library carries, the usual one first.
    const EMBEDDED: &'static [Embedded];
    /// Every field but those of [`Title`], in the order of the file.
    const FIELDS: &'static [Field];

    /// What it says about itself.
    fn title(&self) -> &Title;

    /// Everything that is wrong with these values together; nothing by default. A ruleset without faults is
    /// playable.
    fn faults(&self) -> Faults {
        Faults::none()
    }

    /// The rules in force, as sentences for people, in the order of the rulebook. By default those of each field in
    /// the order of the schema.
    fn in_words(&self) -> Vec<String> {
        describe::in_words(self, "")
    }

    /// The sentences on one field, instead of the one that the schema makes of clause, meaning and value; an empty
    /// list says nothing of it.
    fn field_in_words(&self, _field: &Field) -> Option<Vec<String>> {
        None
    }

    /// A ruleset of the library by its name, or a file by its path (with a separator or ending in `.toml`).
    ///
    /// # Errors
    /// When there is no such ruleset, the file cannot be read, or anything in it is wrong.
    fn open(name_or_path: &str) -> Result<Self, RulesetError> {
        Loaded::open(name_or_path).map(Loaded::into_rules)
    }

    /// A ruleset of a file.
    ///
    /// # Errors
    /// When the file cannot be read, or anything in it is wrong.
    fn from_file(path: &Path) -> Result<Self, RulesetError> {
        Loaded::from_file(path).map(Loaded::into_rules)
    }

    /// A ruleset of a text in TOML; what it extends must be a ruleset of the library.
    ///
    /// # Errors
    /// When anything in it is wrong.
    fn from_toml(text: &str) -> Result<Self, RulesetError> {
        Loaded::from_toml(text).map(Loaded::into_rules)
    }
}
