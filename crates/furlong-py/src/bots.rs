//! Bots: the games' own bots by name, and bots in Python.

use std::sync::{Arc, Mutex, PoisonError};

use furlong::encoding::Features as _;
use furlong::formats::json;
use furlong::rand::Rng as _;
use furlong::{Bot as RaceBot, BotError as Failed, BotSpec, Decision, Seat, Standings};
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyType};
use serde_json::Value;

use crate::errors::{BotError, UnknownName, raise, wrong_argument};
use crate::json::{from_py, to_py, written};
use crate::typed_game::{TypedGame, array_of, rows_of};
use crate::values::{Whole, sequence};

/// The latest exception of a bot in Python, for the error message about the failure.
#[derive(Clone, Default)]
pub(crate) struct Failure(Arc<Mutex<Option<PyErr>>>);

impl Failure {
    pub(crate) fn put(&self, error: PyErr) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
    }

    fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Adds the bot's exception as the cause. Anything but an `Exception`, such as Ctrl-C, is not a failure of a bot
    /// and is returned unchanged.
    pub(crate) fn explain(&self, py: Python<'_>, error: PyErr) -> PyErr {
        match self.take() {
            Some(cause) if !cause.is_instance_of::<PyException>(py) => cause,
            Some(cause) => {
                error.set_cause(py, Some(cause));
                error
            }
            None => error,
        }
    }
}

/// A player named by the caller: a bot of the game by its name, or an object in Python.
pub(crate) enum Player {
    Named(BotSpec),
    Python { name: String, object: Py<PyAny>, is_class: bool },
}

impl Player {
    /// Reads a player: a text, a class whose objects have `choose`, such an object, or a function of a decision.
    pub(crate) fn read(bot: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(name) = bot.extract::<String>() {
            return Ok(Self::Named(name.parse().map_err(raise::<UnknownName>)?));
        }
        let is_class = bot.is_instance_of::<PyType>();
        if !(bot.is_callable() || bot.hasattr("choose")?) {
            return Err(PyTypeError::new_err(format!(
                "{} is not a bot: give a name, an object with the method `choose`, a class of such objects, or a \
                 function",
                bot.get_type().name()?
            )));
        }
        let named =
            if is_class || bot.hasattr("__name__")? { bot.clone() } else { bot.get_type().into_any() };
        let own = bot.getattr_opt("name")?.and_then(|name| name.extract::<String>().ok());
        let name = match own {
            Some(name) => name,
            None => named.getattr("__name__")?.extract()?,
        };
        Ok(Self::Python { name, object: bot.clone().unbind(), is_class })
    }

    /// Reads one player or a sequence of them.
    pub(crate) fn read_all(bots: &Bound<'_, PyAny>) -> PyResult<Vec<Self>> {
        match sequence(bots)? {
            Some(bots) => bots.iter().map(Self::read).collect(),
            None => Ok(vec![Self::read(bots)?]),
        }
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Self::Named(spec) => spec.to_string(),
            Self::Python { name, .. } => name.clone(),
        }
    }

    /// Returns whether two players with the same name are different objects.
    pub(crate) fn is_confused_with(&self, other: &Self) -> bool {
        let is_same = match (self, other) {
            (Self::Named(one), Self::Named(other)) => one == other,
            (Self::Python { object: one, .. }, Self::Python { object: other, .. }) => one.is(other),
            _ => false,
        };
        !is_same && self.name() == other.name()
    }
}

/// The object that decides, and whether it listens to happenings.
pub(crate) fn instance(py: Python<'_>, object: &Py<PyAny>, is_class: bool) -> PyResult<(Py<PyAny>, bool)> {
    let object = if is_class { object.call0(py)? } else { object.clone_ref(py) };
    let listens = object.bind(py).hasattr("observe")?;
    Ok((object, listens))
}

/// An object in Python that a bot owns. The class that owns the bot shares it, to report it to Python's garbage collector.
pub(crate) type Held = Arc<Py<PyAny>>;

/// A bot that decides in Python, in this process.
pub(crate) struct PythonBot<G> {
    object: Held,
    listens: bool,
    failure: Failure,
    /// The game of the last decision. Decisions borrow it, but objects in Python must own it.
    game: Option<Arc<G>>,
}

impl<G: TypedGame> PythonBot<G> {
    pub(crate) fn new(object: Held, listens: bool, failure: Failure) -> Self {
        Self { object, listens, failure, game: None }
    }

    fn kept(&mut self, game: &G) -> Arc<G> {
        match &self.game {
            Some(kept) if kept.ruleset() == game.ruleset() => Arc::clone(kept),
            _ => Arc::clone(self.game.insert(Arc::new(game.clone()))),
        }
    }

    fn failed(&self, error: PyErr) -> Failed {
        let failed = Failed::Failed(Python::attach(|py| {
            let kind = error.get_type(py).name().map(|name| name.to_string()).unwrap_or_default();
            format!("{kind}: {}", error.value(py))
        }));
        self.failure.put(error);
        failed
    }

    fn answer(&self, py: Python<'_>, asked: Asked) -> PyResult<G::Action> {
        let object = self.object.bind(py);
        let answer = match object.getattr_opt("choose")? {
            Some(choose) => choose.call1((asked,))?,
            None => object.call1((asked,))?,
        };
        if let Some(index) = Whole::index_of(&answer) {
            let action = index.index().and_then(G::action_at);
            return action.ok_or_else(|| raise::<BotError>(format!("there is no action {index}")));
        }
        json::from_value(&from_py(&answer)?).map_err(|error| raise::<BotError>(json::reason(&error)))
    }
}

impl<G: TypedGame> RaceBot<G> for PythonBot<G> {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, Failed> {
        let known = Known {
            game: self.kept(decision.game),
            seat: decision.seat,
            view: decision.view(),
            actions: decision.actions.to_vec(),
            random: decision.rng.next_u64(),
        };
        Python::attach(|py| self.answer(py, Asked(Box::new(known)))).map_err(|error| self.failed(error))
    }

    fn listens(&self) -> bool {
        self.listens
    }

    fn begin(&mut self, _: &G, seat: Seat) {
        let begun = Python::attach(|py| {
            let begin = self.object.bind(py).getattr_opt("begin")?;
            begin.map(|begin| begin.call1((seat.number(),))).transpose().map(|_| ())
        });
        self.heard(begun);
    }

    fn observe(&mut self, _: &G, _: Seat, happening: &G::Happening) {
        let observed = Python::attach(|py| {
            let happening = written(py, happening)?;
            self.object.bind(py).call_method1("observe", (happening,)).map(|_| ())
        });
        self.heard(observed);
    }

    fn over(&mut self, _: &G, _: Seat, standings: &Standings) {
        let shares = standings.shares();
        // A vector of bytes becomes `bytes` in Python.
        let places: Vec<u32> = standings.rows.iter().map(|row| row.place.into()).collect();
        let shares: Vec<f64> = standings.rows.iter().map(|row| shares[row.seat].as_f64()).collect();
        let over = Python::attach(|py| {
            let over = self.object.bind(py).getattr_opt("over")?;
            over.map(|over| over.call1((places, shares))).transpose().map(|_| ())
        });
        self.heard(over);
    }
}

impl<G: TypedGame> PythonBot<G> {
    /// Handles an exception in a listening method: the bot fails, as with a panic.
    fn heard(&self, heard: PyResult<()>) {
        if let Err(error) = heard {
            let text = error.to_string();
            self.failure.put(error);
            std::panic::resume_unwind(Box::new(text));
        }
    }
}

/// Everything that the seat of a decision may know, without the type of the game.
trait Knows: Send + Sync {
    fn seat(&self) -> u8;
    fn random(&self) -> u64;
    fn view(&self) -> Value;
    fn indices(&self) -> Vec<u32>;
    fn choices(&self) -> Vec<(Value, String, Option<String>)>;
    fn features(&self) -> Vec<f32>;
    fn mask(&self) -> Vec<bool>;
    fn action_features(&self) -> (Vec<Vec<f32>>, usize);
}

struct Known<G: TypedGame> {
    game: Arc<G>,
    seat: Seat,
    view: G::View,
    actions: Vec<G::Action>,
    random: u64,
}

impl<G: TypedGame> Knows for Known<G> {
    fn seat(&self) -> u8 {
        self.seat.number()
    }

    fn random(&self) -> u64 {
        self.random
    }

    fn view(&self) -> Value {
        json::plain(&self.view)
    }

    fn indices(&self) -> Vec<u32> {
        self.actions.iter().filter_map(|action| G::index_of(*action).map(|index| index as u32)).collect()
    }

    fn choices(&self) -> Vec<(Value, String, Option<String>)> {
        let choice = |action: &G::Action| {
            let (label, remark) =
                (self.game.label(&self.view, *action), self.game.remark(&self.view, *action));
            (json::plain(action), label, remark)
        };
        self.actions.iter().map(choice).collect()
    }

    fn features(&self) -> Vec<f32> {
        let mut features = vec![0.0; G::ViewFeatures::LEN];
        self.game.view_features(&self.view).write(&mut features);
        features
    }

    fn mask(&self) -> Vec<bool> {
        let mut mask = vec![false; G::ACTIONS];
        for index in self.indices() {
            mask[index as usize] = true;
        }
        mask
    }

    fn action_features(&self) -> (Vec<Vec<f32>>, usize) {
        (rows_of(&*self.game, &self.view, &self.actions), G::ActionFeatures::LEN)
    }
}

/// The decision of the seat that has this view, from its JSON.
pub(crate) fn decision<G: TypedGame>(
    game: &Arc<G>,
    view: &Value,
    actions: &Value,
    random: u64,
) -> PyResult<Asked> {
    let unreadable = |what, error| wrong_argument(format!("`{what}`: {}", json::reason(&error)));
    let view: G::View = json::from_value(view).map_err(|error| unreadable("view", error))?;
    let actions = json::from_value(actions).map_err(|error| unreadable("actions", error))?;
    game.information_set(&view).map_err(|faults| wrong_argument(format!("`view`: {faults}")))?;
    let (game, seat) = (Arc::clone(game), game.viewer(&view));
    Ok(Asked(Box::new(Known { game, seat, view, actions, random })))
}

/// A decision for a bot in Python: everything that its seat may know, and nothing more.
///
/// >>> def first(decision):
/// ...     return decision.indices[0]
/// >>> furlong.Race("animal-race", players=2, seed=7).play_out(first)
/// [1.0, 0.0]
#[pyclass(frozen, module = "furlong", name = "Decision")]
pub(crate) struct Asked(Box<dyn Knows>);

#[pymethods]
impl Asked {
    /// The seat that decides, from 0.
    #[getter]
    fn seat(&self) -> u8 {
        self.0.seat()
    }

    /// A 64-bit random number from the stream of this decision: the same seed gives the same number.
    #[getter]
    fn random(&self) -> u64 {
        self.0.random()
    }

    /// The view of the seat, as a dictionary.
    #[getter]
    fn view<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_py(py, &self.0.view())
    }

    /// The indices of the legal actions in the vocabulary, ascending.
    #[getter]
    fn indices(&self) -> Vec<u32> {
        self.0.indices()
    }

    /// The legal actions, each a dictionary with `index`, `action`, `label` and `remark`.
    #[getter]
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        choices(py, &self.0.indices(), self.0.choices())
    }

    /// The features of the view: `float32` of the shape (features,).
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        PyArray1::from_vec(py, self.0.features())
    }

    /// The legal actions as a mask: `bool` of the shape (actions,).
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        PyArray1::from_vec(py, self.0.mask())
    }

    /// The features of the legal actions: `float32` of the shape (legal actions, features of an action).
    #[getter]
    fn action_features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (rows, width) = self.0.action_features();
        array_of(py, &rows, width)
    }

    fn __repr__(&self) -> String {
        format!("<Decision of seat {} between {} actions>", self.0.seat(), self.0.indices().len())
    }
}

/// Legal actions as dictionaries.
pub(crate) fn choices<'py>(
    py: Python<'py>,
    indices: &[u32],
    choices: Vec<(Value, String, Option<String>)>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for (index, (action, label, remark)) in indices.iter().zip(choices) {
        let choice = pyo3::types::PyDict::new(py);
        choice.set_item("index", index)?;
        choice.set_item("action", to_py(py, &action)?)?;
        choice.set_item("label", label)?;
        choice.set_item("remark", remark)?;
        list.append(choice)?;
    }
    Ok(list)
}
