//! Converts the types of a game to and from JSON values, by way of text. Each type is then compiled for only one writer
//! and one reader of JSON, which shortens a first build.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Error, Result, Value};

/// Converts data into a JSON value.
pub fn to_value(data: &impl Serialize) -> Result<Value> {
    serde_json::from_str(&serde_json::to_string(data)?)
}

/// Writes plain data as JSON text.
///
/// # Panics
/// When JSON cannot represent the data: a map whose keys are no text. No data of this library has one.
pub fn written(data: &impl Serialize) -> String {
    serde_json::to_string(data).expect("plain data with text keys")
}

/// Converts plain data into a JSON value.
///
/// # Panics
/// As [`written`].
pub fn plain(data: &impl Serialize) -> Value {
    to_value(data).expect("plain data with text keys")
}

/// Reads data from a JSON value. If that fails, only the [`reason`] of the error is useful.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T> {
    serde_json::from_str(&value.to_string())
}

/// Returns the reason of an error of [`from_value`], without the position in a text that nobody has seen.
pub fn reason(error: &Error) -> String {
    let reason = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    reason.strip_suffix(&place).unwrap_or(&reason).to_owned()
}
