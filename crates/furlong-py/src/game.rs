//! The class `Game`.

use furlong::ruleset::Source;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::any_game::{AnyGame, kind, kinds};
use crate::arrays::columns;
use crate::errors::{IllegalAction, raise, wrong_argument};
use crate::json::{from_py, to_py};
use crate::ruleset::{Ruleset, hash_of, rules};
use crate::values::Whole;

/// A game: its rulesets, its bots, and its encoding as numbers.
///
/// >>> game = furlong.Game("animal-race")
/// >>> game.rulesets[0], game.actions
/// ('classic', 206)
/// >>> game.action(0)
/// {'bet': 'hare'}
///
/// Args:
///     name: `animal-race`, `hare-tortoise` or `gotham`.
#[pyclass(frozen, module = "furlong")]
pub(crate) struct Game(pub(crate) &'static dyn AnyGame);

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

    /// The names of the embedded rulesets, the default one first.
    #[getter]
    fn rulesets(&self) -> Vec<&'static str> {
        self.0.offer().rulesets.iter().map(|embedded| embedded.name).collect()
    }

    /// The bots, the default one first: each a dictionary with `name`, `about`, `parameters` (their meanings by name)
    /// and `is_level`.
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
    ///     source: the name of an embedded ruleset (`"classic"`), the path of a file (a `pathlib.Path`, or a text that ends in
    ///         `.toml`), TOML as text, a dictionary such as that of `Ruleset.to_dict`, a `Ruleset`, or nothing for the
    ///         default one. Text and dictionaries may extend an embedded ruleset.
    ///     text: a ruleset as TOML, instead of a source.
    ///
    /// Raises:
    ///     RulesetError: with all faults, each with its line and field.
    #[pyo3(signature = (source=None, *, text=None))]
    fn ruleset(&self, source: Option<&Bound<'_, PyAny>>, text: Option<&str>) -> PyResult<Ruleset> {
        match text {
            Some(_) if source.is_some_and(|source| !source.is_none()) => {
                Err(wrong_argument("give either `source` or `text`, not both"))
            }
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
    fn action<'py>(&self, py: Python<'py>, index: Whole) -> PyResult<Bound<'py, PyAny>> {
        let found = index.index().and_then(|index| self.0.action_at(index));
        to_py(py, &found.ok_or_else(|| raise::<IllegalAction>(format!("there is no action {index}")))?)
    }

    /// The index of an action in the vocabulary.
    fn index(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        let found = self.0.index_of(&from_py(action)?);
        found.ok_or_else(|| {
            raise::<IllegalAction>(format!("{action} is not an action of {}", self.0.offer().id))
        })
    }

    /// The encoding as numbers: a dictionary with `game`, `version` and `hash` (an integer). Store it with a model, and
    /// reject models with another encoding.
    #[getter]
    fn encoding<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let id = self.0.specification().id();
        let encoding = PyDict::new(py);
        encoding.set_item("game", id.game)?;
        encoding.set_item("version", id.version)?;
        encoding.set_item("hash", id.hash)?;
        Ok(encoding)
    }

    /// The features of a view or, with `of="action"`, of an action: columns `name`, `meaning`, `unit`, `one` (the
    /// quantity in this unit that is written as 1) and `least` (0 or -1), one row for each place.
    #[pyo3(signature = (of="view"))]
    fn feature_table<'py>(&self, py: Python<'py>, of: &str) -> PyResult<Bound<'py, PyDict>> {
        let specification = self.0.specification();
        let layout = match of {
            "view" => specification.view,
            "action" => specification.action,
            _ => {
                return Err(raise::<crate::errors::UnknownName>(format!(
                    "`{of}` has no features: ask for `view` or `action`"
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

    /// The board at the start, under the default ruleset, as Jupyter shows it.
    fn _repr_svg_(&self) -> PyResult<String> {
        rules(self.0, None)?.board()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0.offer().id == self.0.offer().id)
    }

    fn __hash__(&self) -> u64 {
        hash_of(self.0.offer().id)
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.0.offer().id)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (&'static str,)) {
        (py.get_type::<Self>(), (self.0.offer().id,))
    }
}

/// The games: `animal-race`, `hare-tortoise` and `gotham`.
///
/// >>> furlong.games()
/// [Game("animal-race"), Game("hare-tortoise"), Game("gotham")]
#[pyfunction]
pub(crate) fn games() -> Vec<Game> {
    kinds().into_iter().map(Game).collect()
}
