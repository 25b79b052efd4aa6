//! The class `Ruleset`, and the rules that a caller names.

use std::hash::{DefaultHasher, Hash, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use furlong::ruleset::Source;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::any_game::{AnyGame, Rules};
use crate::bots::Asked;
use crate::errors::{RulesetError, raise};
use crate::json::{from_py, to_py, toml_of};

/// A playable ruleset of a game: see `Game.ruleset`.
///
/// >>> short = furlong.Game("animal-race").ruleset({"ruleset": {"name": "short", "extends": "classic"}, "track": {"tiles": 8}})
/// >>> short.name, short.players
/// ('short', [2, 3, 4, 5])
#[pyclass(frozen, module = "furlong")]
pub(crate) struct Ruleset(pub(crate) Arc<dyn Rules>);

#[pymethods]
impl Ruleset {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.kind().offer().id
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.title().name
    }

    /// One sentence on the origin of the rules.
    #[getter]
    fn about(&self) -> &str {
        &self.0.title().about
    }

    /// The parts that no source gives, so that they were reconstructed.
    #[getter]
    fn reconstructed(&self) -> Vec<String> {
        self.0.title().reconstructed.clone()
    }

    /// The numbers of players that it allows.
    #[getter]
    fn players(&self) -> Vec<u32> {
        let (fewest, most) = self.0.players();
        // A vector of bytes becomes `bytes` in Python.
        (fewest..=most).map(u32::from).collect()
    }

    /// The rules in sentences.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.0.in_words()
    }

    /// The decision of a seat from its view, as a bot in Python gets it. It turns views from elsewhere, such as those of
    /// the command `furlong trace`, into features.
    ///
    /// Args:
    ///     view: as `Race.view` returns it.
    ///     actions: the legal actions in the form of records, a list.
    ///     random: the random number of the decision.
    ///
    /// Raises:
    ///     ArgumentError: when this is not a view, or not a list of actions, of the game.
    #[pyo3(signature = (view, actions, random=0))]
    fn decision(&self, view: &Bound<'_, PyAny>, actions: &Bound<'_, PyAny>, random: u64) -> PyResult<Asked> {
        self.0.decision(&from_py(view)?, &from_py(actions)?, random)
    }

    /// All fields with their values.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_py(py, &self.0.values())
    }

    /// The whole ruleset as TOML.
    fn to_toml(&self) -> PyResult<String> {
        self.0.toml()
    }

    /// The board and the rules as Jupyter shows them.
    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let board = slf.get().0.board()?;
        slf.py().import("furlong._runs")?.call_method1("_html_rules", (slf, board))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let is_same = |other: &Self| {
            other.0.kind().offer().id == self.0.kind().offer().id && other.0.values() == self.0.values()
        };
        other.cast::<Self>().is_ok_and(|other| is_same(other.get()))
    }

    fn __hash__(&self) -> PyResult<u64> {
        Ok(hash_of(&self.0.toml()?))
    }

    fn __repr__(&self) -> String {
        format!("<Ruleset {} of {}>", self.0.title().name, self.0.kind().offer().id)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        let again = py.import("furlong")?.getattr("_ruleset")?;
        Ok((again, (self.0.kind().offer().id, self.0.toml()?)))
    }
}

/// The hash of a value that Python compares by its text.
pub(crate) fn hash_of(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Whether a text is the path of a TOML file.
pub(crate) fn is_path(text: &str) -> bool {
    !text.contains('\n') && Path::new(text).extension().is_some_and(|extension| extension == "toml")
}

/// The rules that a caller names, by the rule of `Game.ruleset`.
pub(crate) fn rules(
    kind: &'static dyn AnyGame,
    named: Option<&Bound<'_, PyAny>>,
) -> PyResult<Arc<dyn Rules>> {
    let Some(named) = named.filter(|named| !named.is_none()) else {
        return kind.open(Source::Embedded(kind.offer().usual_ruleset()));
    };
    if let Ok(ruleset) = named.cast::<Ruleset>() {
        let rules = Arc::clone(&ruleset.get().0);
        let [own, asked] = [rules.kind().offer().id, kind.offer().id];
        if own != asked {
            return Err(raise::<RulesetError>(format!("this is a ruleset of {own}, not of {asked}")));
        }
        return Ok(rules);
    }
    if named.is_instance_of::<PyDict>() {
        return kind.open(Source::Text(&toml_of(&from_py(named)?)));
    }
    if let Ok(text) = named.extract::<String>() {
        return kind.open(match text.as_str() {
            path if is_path(path) => Source::File(Path::new(path)),
            // The name of a ruleset is one word.
            toml if toml.contains(['\n', '=']) => Source::Text(toml),
            name => Source::Embedded(name),
        });
    }
    let path: PathBuf = named.extract().map_err(|_| {
        let found = named.get_type().name().map(|name| name.to_string()).unwrap_or_default();
        PyTypeError::new_err(format!(
            "a ruleset is a name, a path, TOML as text, a dictionary or a `Ruleset`, not {found}"
        ))
    })?;
    kind.open(Source::File(&path))
}
