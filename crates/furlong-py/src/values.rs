//! Reads whole numbers and sequences from Python.

use std::fmt;

use furlong::Seat;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple};

use crate::errors::wrong_argument;

/// The maximum number of games that are played side by side, or of bots that are seated in them.
pub(crate) const MOST_GAMES: u64 = 1_000_000;

/// The maximum number of threads that a caller can request.
pub(crate) const MOST_THREADS: u64 = 1_024;

/// Any whole number: also one that is out of range, so that the error names the limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole(i128);

impl<'a, 'py> FromPyObject<'a, 'py> for Whole {
    type Error = PyErr;

    fn extract(value: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(small) = value.extract::<i64>() {
            return Ok(Self(small.into()));
        }
        // Anything else than a whole number is refused here, with a `TypeError`.
        let whole = value.py().import("operator")?.call_method1("index", (value,))?;
        let is_negative = whole.lt(0)?;
        Ok(Self(whole.extract().unwrap_or(if is_negative { i128::MIN } else { i128::MAX })))
    }
}

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            i128::MIN => f.write_str("a number far below 0"),
            i128::MAX => f.write_str("a far greater number"),
            number => number.fmt(f),
        }
    }
}

impl Whole {
    /// A default value.
    pub(crate) const fn from_small(number: u32) -> Self {
        Self(number as i128)
    }

    /// The number, if it is from `least` to `most`.
    pub(crate) fn within<T: TryFrom<i128>>(self, what: &str, least: u64, most: u64) -> PyResult<T> {
        let is_within = (i128::from(least)..=i128::from(most)).contains(&self.0);
        T::try_from(self.0)
            .ok()
            .filter(|_| is_within)
            .ok_or_else(|| wrong_argument(format!("{what} must be from {least} to {most}, not {self}")))
    }

    /// The index of an action, if this is a whole number: also one of numpy, but no truth value.
    pub(crate) fn index_of(action: &Bound<'_, PyAny>) -> Option<Self> {
        if action.is_instance_of::<PyBool>() { None } else { action.extract().ok() }
    }

    /// The number as an index; `None` if it is negative or too great for one.
    pub(crate) fn index(self) -> Option<usize> {
        self.0.try_into().ok()
    }

    /// The seat with this number.
    pub(crate) fn seat(self) -> Option<Seat> {
        self.0.try_into().ok().and_then(Seat::new)
    }
}

/// The seed that a caller gives.
pub(crate) fn seed_of(seed: Whole) -> PyResult<u64> {
    seed.within("seed", 0, u64::MAX)
}

/// The bots in a list, a tuple, an array or another sequence; `None` for a single bot.
#[pyfunction(name = "_sequence")]
pub(crate) fn sequence<'py>(bots: &Bound<'py, PyAny>) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
    // An array has a method `choose`, too.
    let is_plain =
        bots.is_instance_of::<PyList>() || bots.is_instance_of::<PyTuple>() || bots.hasattr("dtype")?;
    let is_one =
        || Ok::<_, PyErr>(bots.is_callable() || bots.hasattr("choose")? || !bots.hasattr("__len__")?);
    if bots.is_instance_of::<PyString>() || !is_plain && is_one()? {
        return Ok(None);
    }
    bots.try_iter()?.collect::<PyResult<_>>().map(Some)
}
