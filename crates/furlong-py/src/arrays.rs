//! Arrays that the caller owns, and columns of results.

use numpy::{
    Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods, dtype,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

use crate::errors::{ArrayError, raise};

/// The buffer for numbers in a caller's array; `None` if the caller wants none. Nothing is copied.
///
/// # Errors
/// One sentence with what the array must be, and what it is.
pub(crate) fn writable<'py, T: Element>(
    name: &str,
    array: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
) -> PyResult<Option<PyReadwriteArrayDyn<'py, T>>> {
    let Some(array) = array else { return Ok(None) };
    let typed = fitting::<T>(name, array, shape)?;
    let refused = |_| {
        raise::<ArrayError>(format!(
            "`{name}` is not writable, or shares its memory with another array of this call"
        ))
    };
    typed.try_readwrite().map(Some).map_err(refused)
}

/// The numbers in a caller's array. Nothing is copied.
///
/// # Errors
/// As [`writable`].
pub(crate) fn readable<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let typed = fitting::<T>(name, array, shape)?;
    let refused =
        |_| raise::<ArrayError>(format!("`{name}` shares its memory with another array of this call"));
    typed.try_readonly().map_err(refused)
}

/// Integers of any type as `T`: the array itself if it has that type, or a copy if every number fits.
///
/// # Errors
/// As [`writable`].
pub(crate) fn converted<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    if fitting::<T>(name, array, shape).is_ok() {
        return Ok(array.clone());
    }
    let (py, wanted) = (array.py(), dtype::<T>(array.py()));
    let numpy = py.import("numpy")?;
    let found = numpy.call_method1("asarray", (array,))?.cast_into::<PyUntypedArray>()?;
    let kind: char = found.dtype().getattr("kind")?.extract()?;
    if !"iu".contains(kind) || found.shape() != shape {
        return Err(raise::<ArrayError>(format!(
            "`{name}` must have integers of the shape {}, not {} of the shape {}",
            shape_text(shape),
            found.dtype(),
            shape_text(found.shape())
        )));
    }
    let limits = numpy.call_method1("iinfo", (&wanted,))?;
    for (end, limit) in [("min", limits.getattr("min")?), ("max", limits.getattr("max")?)] {
        let number = found.call_method0(end)?.call_method0("item")?;
        if if end == "min" { number.lt(&limit)? } else { number.gt(&limit)? } {
            return Err(raise::<ArrayError>(format!("`{name}` has {number}, which is no {wanted}")));
        }
    }
    numpy.call_method1("ascontiguousarray", (found, wanted))
}

fn fitting<'py, T: Element>(
    name: &str,
    array: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let fits = |array: &Bound<'py, PyArrayDyn<T>>| array.shape() == shape && array.is_c_contiguous();
    if let Ok(typed) = array.cast::<PyArrayDyn<T>>()
        && fits(typed)
    {
        return Ok(typed.clone());
    }
    let found = match array.cast::<PyUntypedArray>() {
        Ok(array) => {
            let order = if array.is_c_contiguous() { "" } else { ", not contiguous" };
            format!("{} of the shape {}{order}", array.dtype(), shape_text(array.shape()))
        }
        Err(_) => array.get_type().name()?.to_string(),
    };
    let wanted = dtype::<T>(array.py());
    Err(raise::<ArrayError>(format!(
        "`{name}` must be a C-contiguous numpy array of {wanted} of the shape {}, not {found}",
        shape_text(shape)
    )))
}

fn shape_text(shape: &[usize]) -> String {
    let sizes: Vec<String> = shape.iter().map(usize::to_string).collect();
    if let [one] = &sizes[..] { format!("({one},)") } else { format!("({})", sizes.join(", ")) }
}

/// Views an array of booleans as bytes; other arrays stay as they are.
pub(crate) fn as_bytes<'py>(array: Option<&Bound<'py, PyAny>>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let Some(array) = array else { return Ok(None) };
    if array.cast::<PyArrayDyn<bool>>().is_ok() {
        return array.call_method1("view", ("uint8",)).map(Some);
    }
    Ok(Some(array.clone()))
}

/// Converts rows to columns: numbers become `float64` (`NaN` if there is none), and texts and booleans arrays of their
/// types.
pub(crate) fn columns<'py>(
    py: Python<'py>,
    names: &[&str],
    rows: &[Vec<Value>],
) -> PyResult<Bound<'py, PyDict>> {
    let table = PyDict::new(py);
    for (place, name) in names.iter().enumerate() {
        let values: Vec<&Value> = rows.iter().filter_map(|row| row.get(place)).collect();
        table.set_item(name, column(py, &values)?)?;
    }
    Ok(table)
}

fn column<'py>(py: Python<'py>, values: &[&Value]) -> PyResult<Bound<'py, PyAny>> {
    if values.iter().any(|value| value.is_string()) {
        let texts: Vec<&str> = values.iter().map(|value| value.as_str().unwrap_or("")).collect();
        return texts_of(py, &texts);
    }
    if !values.is_empty() && values.iter().all(|value| value.is_boolean()) {
        let array: Vec<bool> = values.iter().map(|value| value.as_bool() == Some(true)).collect();
        return Ok(PyArray1::from_vec(py, array).into_any());
    }
    let numbers = values.iter().map(|value| value.as_f64().unwrap_or(f64::NAN)).collect();
    Ok(PyArray1::<f64>::from_vec(py, numbers).into_any())
}

/// An array of texts.
pub(crate) fn texts_of<'py>(py: Python<'py>, texts: &[&str]) -> PyResult<Bound<'py, PyAny>> {
    let options = PyDict::new(py);
    options.set_item("dtype", "str")?;
    py.import("numpy")?.call_method("array", (PyList::new(py, texts)?,), Some(&options))
}
