//! JSON values of a game's types, by way of text. Each type is then compiled for one writer and one reader of JSON
//! only, which shortens a first build.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Error, Result, Value};

/// The data as a JSON value.
pub fn to_value(data: &impl Serialize) -> Result<Value> {
    serde_json::from_str(&serde_json::to_string(data)?)
}

/// Plain data as a JSON value. All data of a game can be written as JSON.
pub fn plain(data: &impl Serialize) -> Value {
    to_value(data).unwrap_or_default()
}

/// The data that a JSON value describes. Of an error only [`reason`] is of use.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T> {
    serde_json::from_str(&value.to_string())
}

/// The reason of an error of [`from_value`], without the place in a text that nobody has seen.
pub fn reason(error: &Error) -> String {
    let reason = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    reason.strip_suffix(&place).unwrap_or(&reason).to_owned()
}
