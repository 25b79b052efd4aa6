//! JSON values of any data, by way of text, as the library reads and writes them: so these tests compile no other readers
//! and writers of its types.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Result, Value};

/// The data as a JSON value.
pub(crate) fn to_value(data: &impl Serialize) -> Result<Value> {
    serde_json::from_str(&serde_json::to_string(data)?)
}

/// The data that a JSON value describes.
pub(crate) fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T> {
    serde_json::from_str(&value.to_string())
}
