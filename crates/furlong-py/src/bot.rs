//! The bot that a caller has seated in a race.

use furlong::any::AnyBot;
use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

use crate::any_game::{AnyGame, kind};
use crate::bots::{Failure, Held};
use crate::errors::{UnknownName, raise};
use crate::exclusive::Exclusive;

/// A bot in a race. It remembers what it has been told.
#[pyclass(frozen, module = "furlong")]
pub(crate) struct Bot {
    pub(crate) name: String,
    pub(crate) player: Exclusive<AnyBot>,
    pub(crate) failure: Failure,
    /// Whether it decides in Python, on the caller's thread.
    pub(crate) is_python: bool,
    pub(crate) kind: &'static dyn AnyGame,
    /// The object of a bot in Python.
    pub(crate) object: Option<Held>,
}

#[pymethods]
impl Bot {
    /// The name of the bot, with its parameters.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.name)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str, &str))> {
        if self.is_python {
            let text =
                "a bot in Python cannot be copied in the middle of a race: copy its object and call Race.bot";
            return Err(PyTypeError::new_err(text));
        }
        Ok((py.import("furlong")?.getattr("_bot")?, (self.kind.offer().id, &self.name)))
    }

    /// A bot of a game outside of any race, for copies.
    #[staticmethod]
    fn _of(game: &str, name: &str) -> PyResult<Self> {
        let (kind, spec) = (kind(game)?, name.parse().map_err(raise::<UnknownName>)?);
        Ok(Self {
            name: name.to_owned(),
            player: Exclusive::new(kind.named_bot(&spec)?),
            failure: Failure::default(),
            is_python: false,
            kind,
            object: None,
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // The bot and this class share one reference.
        self.object.as_deref().map_or(Ok(()), |object| visit.call(object))
    }
}
