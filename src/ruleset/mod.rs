//! Rules as data: rulesets, their schema, and their description for people.
//!
//! A ruleset is a plain struct that serde reads from TOML. Its *schema* lists each field with its clause, its
//! meaning and its allowed values ([`Field`]). Loading first checks a file against the schema, so that every
//! unknown field, wrong type and wrong value is reported at once with its line. It then creates the struct,
//! and [`Ruleset::faults`] checks the relations between fields.
//!
//! # The file
//! The table `[ruleset]` describes the ruleset itself: `name` (by default the file's name), `about`,
//! `reconstructed`, and `extends`, which is the name of an embedded ruleset or the path of a file, relative
//! to the extending file:
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
//! Missing values are inherited from the extended ruleset, table by table; a list is replaced as a whole.
//! `name` and `about` are never inherited, because a changed ruleset is a new one; `reconstructed` is.

mod agreement;
mod blame;
pub(crate) mod check;
mod combine;
mod describe;
mod differences;
pub(crate) mod error;
mod load;
mod merge;
mod phrases;
mod policy;
mod rule_changes;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod sources;
mod title;
mod value_changes;
mod value_path;
mod values;
mod write;

pub(crate) use agreement::out_of_range;
pub use agreement::schema_faults;
pub use combine::combined;
pub use describe::{Description, FieldDescription, describe, list};
pub use differences::{FieldDifference, PartDifference, differences, with_fields_of};
pub use error::RulesetError;
pub use error::{Origin, PlacedFault, PlacedFaults, SourceLine};
pub use load::{Loaded, MOST_BYTES, Source, open};
pub use phrases::change_in_words;
pub(crate) use policy::policy;
pub(crate) use rule_changes::change_words;
pub use rule_changes::{
    FixedField, NoValues, RefusedChange, RuleChange, RuleChanges, WantedField, rule_changes, with_values,
};
pub(crate) use rules::Ruleset;
pub use schema::{Choice, Field, Kind};
pub(crate) use title::embedded;
pub use title::{Embedded, Title};
pub use write::{extending, starter, to_toml};
