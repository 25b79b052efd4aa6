//! JSON of a game's types. Reading and writing go through trait objects, so that each type is compiled for one
//! serializer and one deserializer, whatever the text is for.

use erased_serde::{Deserializer, Serialize};
use serde::de::{DeserializeOwned, Error as _};
use serde_json::{Error, Result, Value};

/// Returns the data as JSON text without spaces.
///
/// # Errors
/// When the data has maps whose keys are not text.
pub fn to_string(data: &dyn Serialize) -> Result<String> {
    serde_json::to_string(data)
}

/// Returns the data as indented JSON text.
///
/// # Errors
/// When the data has maps whose keys are not text.
pub fn to_string_pretty(data: &dyn Serialize) -> Result<String> {
    serde_json::to_string_pretty(data)
}

/// Reads data from JSON text.
///
/// # Errors
/// When the text is not JSON, or not JSON of this type.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T> {
    let mut data = None;
    read(text, &mut |json| {
        data = Some(erased_serde::deserialize(json)?);
        Ok(())
    })?;
    data.ok_or_else(|| Error::custom("no data"))
}

/// A function that takes data of its own type from a deserializer.
type Take<'a> = dyn FnMut(&mut dyn Deserializer<'_>) -> erased_serde::Result<()> + 'a;

fn read(text: &str, take: &mut Take<'_>) -> Result<()> {
    let mut json = serde_json::Deserializer::from_str(text);
    take(&mut <dyn Deserializer<'_>>::erase(&mut json)).map_err(Error::custom)?;
    json.end()
}

/// Returns the data as a JSON value.
///
/// # Errors
/// When the data has maps whose keys are not text.
pub fn to_value(data: &dyn Serialize) -> Result<Value> {
    serde_json::from_str(&to_string(data)?)
}

/// Returns plain data as a JSON value. All data of a game can be written as JSON.
pub fn plain(data: &dyn Serialize) -> Value {
    to_value(data).unwrap_or_default()
}

/// Reads data from a JSON value. Of an error only [`reason`] is of use.
///
/// # Errors
/// When the value does not describe data of this type.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T> {
    from_str(&value.to_string())
}

/// The reason of an error of [`from_value`], without the place in a text that nobody has seen.
pub fn reason(error: &Error) -> String {
    let reason = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    reason.strip_suffix(&place).unwrap_or(&reason).to_owned()
}
