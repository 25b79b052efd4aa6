//! Types in two serialized forms: JSON for people, binary formats for programs.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Implements serde's traits for a type whose derive skips fields or identifies variants by their fields.
///
/// `skip_serializing_if` and `untagged` need a self-describing format, so a derive with them fails in
/// postcard and similar formats. Such a type derives with `#[serde(remote = "Self")]`, which creates inherent
/// functions, and this macro implements the traits with them: the derived form in formats for people, and its
/// JSON as one string in others.
macro_rules! readable {
    ($({$($parameters:tt)*})? $type:ty) => {
        impl<$($($parameters)*)?> serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    <$type>::serialize(self, serializer)
                } else {
                    $crate::forms::readable::serialize_text(self, serializer)
                }
            }
        }

        impl<'de, $($($parameters)*)?> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if deserializer.is_human_readable() {
                    <$type>::deserialize(deserializer)
                } else {
                    $crate::forms::readable::deserialize_text(deserializer)
                }
            }
        }
    };
}

pub(crate) use readable;

/// Returns whether a field has its default value, and need not be written.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Writes `value` as a string that contains its JSON.
pub(crate) fn serialize_text<T: Serialize, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serde_json::to_string(value).map_err(serde::ser::Error::custom)?.serialize(serializer)
}

/// Reads a value from a string that contains its JSON.
pub(crate) fn deserialize_text<'de, T: DeserializeOwned, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    serde_json::from_str(&text).map_err(serde::de::Error::custom)
}
