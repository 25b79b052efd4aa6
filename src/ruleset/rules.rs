//! The trait [`Ruleset`].

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
    /// The game's name, equal to [`crate::RaceGame::ID`].
    const GAME: &'static str;
    /// The embedded rulesets, the default one first.
    const EMBEDDED: &'static [Embedded];
    /// All fields except those of [`Title`], in file order.
    const FIELDS: &'static [Field];

    /// The ruleset's description of itself.
    fn title(&self) -> &Title;

    /// Every inconsistency between the values; none by default. A ruleset without faults is playable.
    fn faults(&self) -> Faults {
        Faults::none()
    }

    /// The rules in force, as sentences for people, in the order of the rulebook. The default goes through
    /// the fields in the order of the schema.
    fn in_words(&self) -> Vec<String> {
        describe::in_words(self, "")
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

    /// Loads an embedded ruleset by its name, or a file by its path (with a separator or ending in `.toml`).
    ///
    /// # Errors
    /// When the ruleset is unknown, the file cannot be read, or its contents are faulty.
    fn open(name_or_path: &str) -> Result<Self, RulesetError> {
        Loaded::open(name_or_path).map(Loaded::into_rules)
    }

    /// Loads a ruleset from a file.
    ///
    /// # Errors
    /// When the file cannot be read, or its contents are faulty.
    fn from_file(path: &Path) -> Result<Self, RulesetError> {
        Loaded::from_file(path).map(Loaded::into_rules)
    }

    /// Loads a ruleset from TOML text. It can extend only embedded rulesets.
    ///
    /// # Errors
    /// When the contents are faulty.
    fn from_toml(text: &str) -> Result<Self, RulesetError> {
        Loaded::from_toml(text).map(Loaded::into_rules)
    }
}
