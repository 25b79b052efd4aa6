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
pub(crate) mod error;
mod load;
mod merge;
pub(crate) mod nearest;
mod policy;
pub(crate) mod rules;
mod schema;
mod sources;
#[cfg(test)]
mod tests;
mod title;
mod write;

pub use agreement::schema_faults;
pub(crate) use describe::in_words;
pub use describe::{Description, FieldDescription, describe, list};
pub use differences::{FieldDifference, PartDifference, differences, with_fields_of};
pub(crate) use error::RulesetError;
pub use error::{Origin, Place, PlacedFault};
pub use load::{Loaded, MOST_BYTES};
pub(crate) use policy::policy;
pub(crate) use rules::Ruleset;
pub use schema::{Choice, Field, Kind};
pub use title::{Embedded, Title};
pub use write::{starter, to_toml};
