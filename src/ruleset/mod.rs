//! Rules as data: what a ruleset is, and how its fields are told to people.
//!
//! A ruleset is a plain struct that serde reads from TOML. Beside it stands its *schema*: each field with
//! its clause, its meaning and what is allowed ([`Field`]). Loading checks a file against the schema first, so
//! that every unknown field, wrong type and wrong value is told at once with its line; then the struct is made,
//! and [`Ruleset::faults`] checks what no single field can say.
//!
//! # The file
//! A ruleset's own table is `[ruleset]`: `name` (a file without it is called by its file name), `about`,
//! `reconstructed`, and `extends`, the name of a ruleset of the library or the path of a file, seen from the file
//! that extends it:
//!
//! ```toml
//! [ruleset]
//! name = "my-course"
//! extends = "classic"
//!
//! [movement]
//! hare = 3
//! ```
//!
//! What the file does not give it takes from the one that it extends, table by table; a list is replaced whole.
//! Name and `about` are never taken over, for a changed ruleset is another one; `reconstructed` is, when the file has
//! none of its own.

mod agreement;
mod blame;
mod check;
mod describe;
mod differences;
mod error;
mod load;
pub(crate) mod nearest;
mod policy;
mod schema;
mod sources;
#[cfg(test)]
mod tests;
mod write;

use std::fmt::Debug;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use agreement::schema_faults;
pub(crate) use describe::in_words;
pub use describe::{Description, FieldDescription, describe, list};
pub use differences::{FieldDifference, PartDifference, differences, with_fields_of};
pub use error::{Place, PlacedFault, RulesetError};
pub use load::{Loaded, MOST_BYTES};
pub(crate) use policy::policy;
pub use schema::{Choice, Field, Kind};
pub use sources::Origin;
pub use write::{starter, to_toml};

use crate::fault::Faults;
use crate::plain::plain;

/// A ruleset that is part of the library: its name and its file.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// Its file, as TOML.
    pub text: &'static str,
}

/// What a ruleset says about itself: the table `[ruleset]` of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Title {
    /// Its name, in `kebab-case`.
    pub name: String,
    /// One sentence: whose rules these are.
    #[serde(default)]
    pub about: String,
    /// What of it no source gave and was made up to fill the gap. Shown wherever the ruleset is.
    #[serde(default)]
    pub reconstructed: Vec<String>,
}

impl Title {
    /// The same as lines that can be shown: files and records hold what people wrote.
    pub(crate) fn plain(&self) -> Self {
        let plain = |text: &String| plain(text).into_owned();
        Self {
            name: plain(&self.name),
            about: plain(&self.about),
            reconstructed: self.reconstructed.iter().map(plain).collect(),
        }
    }
}

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
