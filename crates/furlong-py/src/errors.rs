//! The exceptions of the package, each with the library's message.

use std::fmt::Display;

use furlong::any::AnyError;
use furlong::formats::ErrorCode;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

create_exception!(furlong, Error, PyException, "The base of all exceptions of furlong.");
create_exception!(
    furlong,
    UnknownName,
    Error,
    "There is no game, bot, ruleset, option or metric of this name."
);
create_exception!(furlong, RulesetError, Error, "A ruleset cannot be read, or is not playable.");
create_exception!(
    furlong,
    IllegalAction,
    Error,
    "An action, an outcome or a step back is not possible now. Nothing has changed."
);
create_exception!(furlong, BotError, Error, "A bot failed. The exception of a bot in Python is its cause.");
create_exception!(furlong, RecordError, Error, "A text is not the record of a game, or does not replay.");
create_exception!(
    furlong,
    ArrayError,
    Error,
    "An array has a wrong type, shape or content. Nothing was played or written."
);
create_exception!(furlong, InUse, Error, "The object is in use by another thread, or by a bot that it asks.");

/// The class `ArgumentError`, which is both an `Error` and a `ValueError`.
fn argument_error(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.get_or_try_init(py, || {
        let bases = (py.get_type::<Error>(), py.get_type::<PyValueError>());
        let fields = PyDict::new(py);
        fields.set_item("__module__", "furlong")?;
        fields.set_item(
            "__doc__",
            "An argument has a wrong value, such as a number out of range. Nothing has changed.",
        )?;
        let class = py.get_type::<PyType>().call1(("ArgumentError", bases, fields))?;
        Ok::<_, PyErr>(class.cast_into::<PyType>()?.unbind())
    })?;
    Ok(class.bind(py))
}

/// The exception for an argument with a wrong value.
pub(crate) fn wrong_argument(text: impl Into<String>) -> PyErr {
    Python::attach(|py| match argument_error(py) {
        Ok(class) => PyErr::from_type(class.clone(), (text.into(),)),
        Err(error) => error,
    })
}

/// Creates an exception of type `E` with the message of an error.
pub(crate) fn raise<E: pyo3::PyTypeInfo>(error: impl Display) -> PyErr {
    PyErr::new::<E, _>(error.to_string())
}

/// The exception for an error of a race of any game.
pub(crate) fn of_race(error: AnyError) -> PyErr {
    match error.code() {
        ErrorCode::UnknownName => raise::<UnknownName>(error),
        ErrorCode::BadValue => wrong_argument(error.to_string()),
        ErrorCode::BadRuleset => raise::<RulesetError>(error),
        ErrorCode::Unreadable => raise::<RecordError>(error),
        ErrorCode::BotFailed => raise::<BotError>(error),
        _ => raise::<IllegalAction>(error),
    }
}

/// Adds the exceptions to the module, each with the code of the same errors in other programs.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let classes = [
        ("Error", py.get_type::<Error>(), ErrorCode::Failed),
        ("ArgumentError", argument_error(py)?.clone(), ErrorCode::BadValue),
        ("UnknownName", py.get_type::<UnknownName>(), ErrorCode::UnknownName),
        ("RulesetError", py.get_type::<RulesetError>(), ErrorCode::BadRuleset),
        ("IllegalAction", py.get_type::<IllegalAction>(), ErrorCode::Illegal),
        ("BotError", py.get_type::<BotError>(), ErrorCode::BotFailed),
        ("RecordError", py.get_type::<RecordError>(), ErrorCode::Unreadable),
        ("ArrayError", py.get_type::<ArrayError>(), ErrorCode::BadValue),
        ("InUse", py.get_type::<InUse>(), ErrorCode::Busy),
    ];
    for (name, class, code) in classes {
        class.setattr("code", code.to_string())?;
        module.add(name, class)?;
    }
    Ok(())
}
