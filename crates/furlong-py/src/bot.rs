//! The bot that a caller has seated in a race.

use std::sync::Arc;

use furlong::BotSpec;
use furlong::any::AnyBot;
use pyo3::IntoPyObjectExt;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;

use crate::any_game::{AnyGame, kind};
use crate::bots::{Failure, Held, Player, instance};
use crate::exclusive::Exclusive;

/// A bot in a race, made by `Race.bot`. It remembers what it has been told.
///
/// >>> race = furlong.Race("animal-race", players=2, seed=7)
/// >>> race.bot("heuristic")
/// <Bot heuristic>
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

    /// A bot in Python is copied with its object. The copy gets `begin` and everything that it may know again.
    fn __reduce__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let bot = match &self.object {
            Some(object) => object.clone_ref(py),
            None => self.name.as_str().into_py_any(py)?,
        };
        (py.import("furlong")?.getattr("_bot")?, (self.kind.offer().id, bot)).into_py_any(py)
    }

    /// A bot of a game outside of any race, for copies.
    #[staticmethod]
    fn _of(game: &str, bot: &Bound<'_, PyAny>) -> PyResult<Self> {
        let kind = kind(game)?;
        Self::read(kind, bot, |spec| kind.named_bot(spec))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // The bot and this class share one reference.
        self.object.as_deref().map_or(Ok(()), |object| visit.call(object))
    }
}

impl Bot {
    /// The bot that a caller names. `named` makes a bot of the game from its specification.
    pub(crate) fn read(
        kind: &'static dyn AnyGame,
        bot: &Bound<'_, PyAny>,
        named: impl FnOnce(&BotSpec) -> PyResult<AnyBot>,
    ) -> PyResult<Self> {
        let (failure, player) = (Failure::default(), Player::read(bot)?);
        let (name, is_python) = (player.name(), matches!(player, Player::Python { .. }));
        let mut held = None;
        let made = match player {
            Player::Named(spec) => named(&spec)?,
            Player::Python { object, is_class, .. } => {
                let (object, listens) = instance(bot.py(), &object, is_class)?;
                let object = held.insert(Arc::new(object));
                kind.python_bot(&name, Arc::clone(object), listens, failure.clone())
            }
        };
        Ok(Self { name, player: Exclusive::new(made), failure, is_python, kind, object: held })
    }
}
