//! Converts JSON to Python values and back.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde::Serialize;
use serde_json::{Map, Value};

/// The maximum depth of a value; no action, outcome or option is deeper.
const DEEPEST: usize = 32;

/// Converts data to dictionaries, lists, texts and numbers.
pub(crate) fn to_py<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(is) => PyBool::new(py, *is).to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(to_py(py, value)?)?;
            }
            list.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, to_py(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// Converts anything that can be written as JSON to Python values.
pub(crate) fn written<'py>(py: Python<'py>, data: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    to_py(py, &furlong::formats::json::plain(data))
}

/// The JSON of a Python value.
pub(crate) fn from_py(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    read(value, 0)
}

fn read(value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > DEEPEST {
        return Err(PyTypeError::new_err("this value is nested too deeply"));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(is) = value.cast::<PyBool>() {
        return Ok(Value::Bool(is.is_true()));
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(match value.extract::<i64>() {
            Ok(number) => number.into(),
            Err(_) => value.extract::<u64>()?.into(),
        });
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        return Ok(number.value().into());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.extract()?));
    }
    if let Ok(fields) = value.cast::<PyDict>() {
        let field = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((name.extract::<String>()?, read(&value, depth + 1)?))
        };
        return Ok(Value::Object(fields.iter().map(field).collect::<PyResult<Map<_, _>>>()?));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let values = value.try_iter()?.map(|value| read(&value?, depth + 1));
        return Ok(Value::Array(values.collect::<PyResult<_>>()?));
    }
    Err(PyTypeError::new_err(format!("{} cannot be written as JSON", value.get_type().name()?)))
}

/// Writes a table as TOML on one line for each of its values. TOML has no `null`: such values are left out.
pub(crate) fn toml_of(table: &Value) -> String {
    let Value::Object(fields) = table else { return inline(table) };
    let line = |(name, value): (&String, &Value)| format!("{} = {}\n", quoted(name), inline(value));
    fields.iter().filter(|(_, value)| !value.is_null()).map(line).collect()
}

fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(values) => {
            let values: Vec<String> = values.iter().filter(|value| !value.is_null()).map(inline).collect();
            format!("[{}]", values.join(", "))
        }
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| format!("{} = {}", quoted(name), inline(value));
            let fields: Vec<String> =
                fields.iter().filter(|(_, value)| !value.is_null()).map(field).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        Value::Number(number) if number.is_f64() => format!("{:?}", number.as_f64().unwrap_or(f64::NAN)),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

/// A basic string of TOML: its escapes are those of JSON, and it has one more control character.
fn quoted(text: &str) -> String {
    Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}
