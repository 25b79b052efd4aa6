//! The classes `Game` and `Ruleset`.

use std::sync::Arc;

use furlong::ruleset::Source;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::arrays::columns;
use crate::errors::{IllegalAction, raise};
use crate::json::{from_py, to_py};
use crate::kind::{Kind, Rules, kind, kinds, rules};
use crate::race::Race;

/// A game: its rulesets, its bots, and its encoding as numbers.
///
/// Args:
///     name: `animal-race`, `hare-tortoise` or `gotham`.
#[pyclass(frozen, module = "furlong")]
pub(crate) struct Game(pub(crate) &'static dyn Kind);

#[pymethods]
impl Game {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        kind(name).map(Self)
    }

    /// The name in files and on command lines.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.offer().id
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.offer().title
    }

    /// The names of the embedded rulesets, the usual one first.
    #[getter]
    fn rulesets(&self) -> Vec<&'static str> {
        self.0.offer().rulesets.iter().map(|embedded| embedded.name).collect()
    }

    /// The bots, the usual one first: each a dictionary with `name`, `about`, `parameters` (their meanings by name) and
    /// `is_level`.
    #[getter]
    fn bots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for kind in &self.0.offer().bots {
            let bot = PyDict::new(py);
            let parameters = PyDict::new(py);
            for (name, meaning) in kind.parameters {
                parameters.set_item(name, meaning)?;
            }
            bot.set_item("name", kind.name)?;
            bot.set_item("about", kind.about)?;
            bot.set_item("parameters", parameters)?;
            bot.set_item("is_level", kind.is_level)?;
            list.append(bot)?;
        }
        Ok(list)
    }

    /// The options of a set-up, by name, with their meanings.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for option in self.0.offer().options {
            options.set_item(option.name, option.meaning)?;
        }
        Ok(options)
    }

    /// A ruleset.
    ///
    /// Args:
    ///     source: the name of an embedded ruleset, the path of a file (`pathlib.Path`), or nothing for the usual one.
    ///     text: a ruleset as TOML, instead of a source. It may extend an embedded one.
    ///
    /// Raises:
    ///     RulesetError: with all faults, each with its line and field.
    #[pyo3(signature = (source=None, *, text=None))]
    fn ruleset(&self, source: Option<&Bound<'_, PyAny>>, text: Option<&str>) -> PyResult<Ruleset> {
        match text {
            Some(text) => self.0.open(Source::Text(text)).map(Ruleset),
            None => rules(self.0, source).map(Ruleset),
        }
    }

    /// The number of actions in the vocabulary: the length of a mask.
    #[getter]
    fn actions(&self) -> usize {
        self.0.sizes().2
    }

    /// The number of features of a view.
    #[getter]
    fn features(&self) -> usize {
        self.0.sizes().0
    }

    /// The number of features of an action.
    #[getter]
    fn action_features(&self) -> usize {
        self.0.sizes().1
    }

    /// The action with this index of the vocabulary, in the form of records.
    fn action<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let found = self.0.action_at(index);
        to_py(py, &found.ok_or_else(|| raise::<IllegalAction>(format!("there is no action {index}")))?)
    }

    /// The index of an action in the vocabulary.
    fn index(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        let found = self.0.index_of(&from_py(action)?);
        found.ok_or_else(|| raise::<IllegalAction>(format!("{action} is no action of {}", self.0.offer().id)))
    }

    /// The encoding as numbers: a dictionary with `game`, `version` and `hash` (an integer). Keep it in the file of a model, and
    /// refuse models of another one.
    #[getter]
    fn encoding<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let id = self.0.specification().id();
        let encoding = PyDict::new(py);
        encoding.set_item("game", id.game)?;
        encoding.set_item("version", id.version)?;
        encoding.set_item("hash", id.hash)?;
        Ok(encoding)
    }

    /// The features of a view or, with `of="action"`, of an action: columns `name`, `meaning`, `unit`, `one` (the quantity in
    /// that unit that is written as 1) and `least` (0 or -1), one row for each place.
    #[pyo3(signature = (of="view"))]
    fn feature_table<'py>(&self, py: Python<'py>, of: &str) -> PyResult<Bound<'py, PyDict>> {
        let specification = self.0.specification();
        let layout = match of {
            "view" => specification.view,
            "action" => specification.action,
            _ => {
                return Err(raise::<crate::errors::UnknownName>(format!(
                    "`{of}` has no features; a view or an action has"
                )));
            }
        };
        let row = |feature: furlong::encoding::Feature| {
            let block = feature.block;
            vec![
                feature.name.into(),
                block.meaning.into(),
                block.unit.into(),
                block.one.into(),
                block.least().into(),
            ]
        };
        let rows: Vec<_> = layout.features().map(row).collect();
        columns(py, &["name", "meaning", "unit", "one", "least"], &rows)
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.0.offer().id)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (&'static str,)) {
        (py.get_type::<Self>(), (self.0.offer().id,))
    }
}

/// The games: `animal-race`, `hare-tortoise` and `gotham`.
#[pyfunction]
pub(crate) fn games() -> Vec<Game> {
    kinds().into_iter().map(Game).collect()
}

/// A playable ruleset of a game: see `Game.ruleset`.
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

    /// The parts that no source gives and that were reconstructed.
    #[getter]
    fn reconstructed(&self) -> Vec<String> {
        self.0.title().reconstructed.clone()
    }

    /// The numbers of players that it allows.
    #[getter]
    fn players(&self) -> Vec<u8> {
        let (fewest, most) = self.0.players();
        (fewest..=most).collect()
    }

    /// The rules in sentences.
    #[getter]
    fn words(&self) -> Vec<String> {
        self.0.in_words()
    }

    /// All fields with their values.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_py(py, &self.0.values())
    }

    /// The whole ruleset as TOML.
    fn to_toml(&self) -> PyResult<String> {
        self.0.toml()
    }

    fn __repr__(&self) -> String {
        format!("<Ruleset {} of {}>", self.0.title().name, self.0.kind().offer().id)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        let again = py.import("furlong")?.getattr("_ruleset")?;
        Ok((again, (self.0.kind().offer().id, self.0.toml()?)))
    }
}

/// A race under this ruleset.
pub(crate) fn race_under(
    rules: &dyn Rules,
    players: Option<u8>,
    options: &[(String, String)],
    seed: Option<u64>,
) -> PyResult<Race> {
    let race = rules.race(players, options, seed.unwrap_or_else(furlong::Streams::any_seed))?;
    Ok(Race::of(rules.kind(), race))
}
