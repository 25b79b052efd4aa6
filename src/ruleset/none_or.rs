//! A value that may be the word `none`: `#[serde(with = "furlong::ruleset::none_or")]` on an `Option`.
//!
//! TOML has no empty value, and a field that is left out means "as in the ruleset that this one extends". So a
//! limit that may be absent is written as a word; in the schema it is [`super::Kind::Either`] of that
//! word and the number.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize)]
//! struct Movement {
//!     #[serde(rename = "longest-step", with = "furlong::ruleset::none_or")]
//!     longest_step: Option<u8>,
//! }
//! let movement: Movement = toml::from_str("longest-step = \"none\"")?;
//! assert_eq!(movement.longest_step, None);
//! # Ok::<(), toml::de::Error>(())
//! ```

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Word {
    None,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum WordOr<T> {
    Word(Word),
    Value(T),
}

/// Writes the value, or `none`.
///
/// # Errors
/// When the value cannot be written.
pub fn serialize<T: Serialize, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => value.serialize(serializer),
        None => Word::None.serialize(serializer),
    }
}

/// Reads a value, or `none`.
///
/// # Errors
/// When it is neither.
pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    Ok(match WordOr::deserialize(from)? {
        WordOr::Word(Word::None) => None,
        WordOr::Value(value) => Some(value),
    })
}
