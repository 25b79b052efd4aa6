//! The class `Batch`: many games at once, in arrays that the caller owns.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Mutex, MutexGuard, PoisonError};

use furlong::Seat;
use furlong::batch::{ActionLists, Buffers, NO_SEAT, Reset, WAIT};
use furlong::encoding::EncodingError;
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, from_value, json};

use crate::any_batch::{AnyBatch, BatchOptions, Ended};
use crate::any_game::AnyGame;
use crate::arguments::{game_of, options_of};
use crate::arrays::{as_bytes, converted, readable, writable};
use crate::bots::{Failure, Player};
use crate::errors::{ArrayError, IllegalAction, RecordError, UnknownName, raise};
use crate::exclusive::Exclusive;
use crate::json::to_py;
use crate::race::Race;
use crate::ruleset::{Ruleset, rules};
use crate::values::{MOST_GAMES, MOST_THREADS, Whole, seed_of};

/// Many games of one ruleset and number of players, played in step, in arrays that the caller owns.
///
/// Before each step every game waits for a decision. `observe` and `step` write what is asked for into arrays, one row for
/// each game, without a copy and without Python's lock:
///
/// | array | type and shape | content |
/// |---|---|---|
/// | `seats` | `uint8` (games,) | the seat to move, from 0; 255 in a game in which nobody decides |
/// | `features` | `float32` (games, features) | the features of the view of that seat, each from -1 or 0 to 1 |
/// | `mask` | `bool` or `uint8` (games, actions) | the legal actions |
/// | `mask_bits` | `uint64` (games, words) | the same; action `i` is bit `i % 64` of word `i // 64` |
/// | `endings` | `uint8` (games,) | how this step ended the game: 0 it goes on, 1 by the rules, 2 cut off |
/// | `rewards` | `float32` (games, players) | the share of the win of each seat; 0 unless the game has just ended |
///
/// The game at place `i` is first number `i`, then `i + games` and so on. `race(number)` begins the same game as a `Race`.
///
/// >>> batch = furlong.Batch("animal-race", games=4, players=2, seed=1)
/// >>> arrays = batch.arrays("features", "rewards")
/// >>> batch.step(batch.sample_uniform(), **arrays)
/// >>> arrays["features"].shape, arrays["rewards"].shape
/// ((4, 223), (4, 2))
///
/// Args:
///     game: its name, or a `Game`.
///     ruleset: as for `Race`.
///     games: the number of games side by side.
///     players, options: as for `Race`.
///     seed: the seed of all chance and of all sampled actions.
///     reset: what follows the end of a game, in the words of Gymnasium. "SAME_STEP": the next game begins in the step of the end,
///         which shows its first decision. "NEXT_STEP": the next step ignores the action and begins the next game.
///         "DISABLED": `reset` begins it.
///     most_events: the number of events, decisions and chance, after which a game is cut off.
///     threads: the number of threads. The results are the same on any number.
#[pyclass(frozen, module = "furlong")]
pub(crate) struct Batch {
    kind: &'static dyn AnyGame,
    held: Exclusive<Box<dyn AnyBatch>>,
    games: usize,
    players: u8,
    failure: Failure,
    ruleset: Py<Ruleset>,
    options: Vec<(String, String)>,
    seed: u64,
    most_events: u32,
    threads: usize,
    /// The bots of `sit`.
    seated: Mutex<Option<Py<PyAny>>>,
    #[pyo3(get)]
    /// What happens after the end of a game.
    reset_mode: String,
}

/// The format and the version of a saved batch.
const FORMAT: &str = "furlong-batch";
const VERSION: u32 = 1;

/// The arrays of a call, borrowed from Python.
struct Arrays<'py> {
    seats: Option<PyReadwriteArrayDyn<'py, u8>>,
    features: Option<PyReadwriteArrayDyn<'py, f32>>,
    mask: Option<PyReadwriteArrayDyn<'py, u8>>,
    mask_bits: Option<PyReadwriteArrayDyn<'py, u64>>,
    endings: Option<PyReadwriteArrayDyn<'py, u8>>,
    rewards: Option<PyReadwriteArrayDyn<'py, f32>>,
}

/// The names of the arrays of a call.
const ARRAYS: [&str; 6] = ["seats", "features", "mask", "mask_bits", "endings", "rewards"];

impl<'py> Arrays<'py> {
    fn read(batch: &Batch, named: Option<&Bound<'py, PyDict>>) -> PyResult<Self> {
        let mut found: [Option<Bound<'py, PyAny>>; 6] = Default::default();
        for (name, array) in named.into_iter().flatten() {
            let name: String = name.extract()?;
            let place = ARRAYS.iter().position(|known| *known == name);
            let place = place.ok_or_else(|| {
                PyTypeError::new_err(format!("there is no array `{name}`; there are: {}", ARRAYS.join(", ")))
            })?;
            found[place] = Some(array).filter(|array| !array.is_none());
        }
        let (games, players) = (batch.games, usize::from(batch.players));
        let (view, _, actions) = batch.kind.sizes();
        let [seats, features, mask, mask_bits, endings, rewards] = found;
        Ok(Self {
            seats: writable("seats", seats.as_ref(), &[games])?,
            features: writable("features", features.as_ref(), &[games, view])?,
            mask: writable("mask", as_bytes(mask.as_ref())?.as_ref(), &[games, actions])?,
            mask_bits: writable("mask_bits", mask_bits.as_ref(), &[games, actions.div_ceil(64)])?,
            endings: writable("endings", endings.as_ref(), &[games])?,
            rewards: writable("rewards", rewards.as_ref(), &[games, players])?,
        })
    }

    fn buffers(&mut self) -> PyResult<Buffers<'_>> {
        Ok(Buffers::default()
            .seats(slice(&mut self.seats)?)
            .features(slice(&mut self.features)?)
            .mask(slice(&mut self.mask)?)
            .mask_bits(slice(&mut self.mask_bits)?)
            .endings(slice(&mut self.endings)?)
            .rewards(slice(&mut self.rewards)?))
    }
}

/// The numbers of an array; empty if the array is left out.
fn slice<'a, T: Element>(array: &'a mut Option<PyReadwriteArrayDyn<'_, T>>) -> PyResult<&'a mut [T]> {
    match array {
        Some(array) => array.as_slice_mut().map_err(raise::<ArrayError>),
        None => Ok(&mut []),
    }
}

impl Batch {
    /// Does work with the arrays of a call, without Python's lock.
    fn work<'py>(
        &self,
        py: Python<'py>,
        named: Option<&Bound<'py, PyDict>>,
        work: impl FnOnce(&mut dyn AnyBatch, &mut Buffers<'_>) -> Result<(), EncodingError> + Send,
    ) -> PyResult<()> {
        let mut arrays = Arrays::read(self, named)?;
        let mut buffers = arrays.buffers()?;
        self.held.free(py, |batch| work(&mut **batch, &mut buffers))?.map_err(of_numbers)
    }

    /// Draws into `out`, or into a new array.
    fn drawn<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
        draw: impl FnOnce(&dyn AnyBatch, &mut [u32]) -> Result<(), EncodingError> + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let out = match out {
            Some(out) => out,
            None => PyArray1::<u32>::zeros(py, self.games, false).into_any(),
        };
        let mut array = writable::<u32>("out", Some(&out), &[self.games])?;
        let chosen = slice(&mut array)?;
        self.held.free(py, |batch| draw(&**batch, chosen))?.map_err(of_numbers)?;
        Ok(out)
    }
}

/// The exception for rejected numbers.
fn of_numbers(error: EncodingError) -> PyErr {
    match &error {
        EncodingError::NotLegal { .. } | EncodingError::Over { .. } => raise::<IllegalAction>(error),
        _ => raise::<ArrayError>(error),
    }
}

/// Parses the reset mode, in the terms of Gymnasium.
fn reset_of(word: &str) -> PyResult<Reset> {
    match word {
        "SAME_STEP" => Ok(Reset::SameStep),
        "NEXT_STEP" => Ok(Reset::NextStep),
        "DISABLED" => Ok(Reset::ByHand),
        _ => Err(raise::<UnknownName>(format!(
            "there is no reset `{word}`; there are: SAME_STEP, NEXT_STEP, DISABLED"
        ))),
    }
}

#[pymethods]
impl Batch {
    /// The index of an action for a game that is not played in a step: its decision stays open.
    #[classattr]
    const WAIT: u32 = WAIT;

    #[new]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    #[pyo3(signature = (game, ruleset=None, *, games, players=None, seed=Whole::from_small(0), reset="SAME_STEP", most_events=Whole::from_small(10_000), threads=Whole::from_small(1), options=None), text_signature = "(game, ruleset=None, *, games, players=None, seed=0, reset=\"SAME_STEP\", most_events=10000, threads=1, options=None)")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        ruleset: Option<&Bound<'_, PyAny>>,
        games: Whole,
        players: Option<Whole>,
        seed: Whole,
        reset: &str,
        most_events: Whole,
        threads: Whole,
        options: Option<HashMap<String, Bound<'_, PyAny>>>,
    ) -> PyResult<Self> {
        let rules = rules(game_of(game)?, ruleset)?;
        let threads =
            NonZeroUsize::new(threads.within("threads", 1, MOST_THREADS)?).unwrap_or(NonZeroUsize::MIN);
        let games = games.within("games", 1, MOST_GAMES)?;
        let (seed, most_events) = (seed_of(seed)?, most_events.within("most_events", 0, u32::MAX.into())?);
        let options = options_of(options)?;
        let kept = options.clone();
        let asked =
            BatchOptions { players, options, games, seed, most_events, threads, reset: reset_of(reset)? };
        let held = rules.batch(&asked)?;
        Ok(Self {
            kind: rules.kind(),
            players: held.players(),
            held: Exclusive::new(held),
            games,
            failure: Failure::default(),
            ruleset: Py::new(py, Ruleset(rules))?,
            options: kept,
            seed,
            most_events,
            threads: threads.get(),
            seated: Mutex::new(None),
            reset_mode: reset.to_owned(),
        })
    }

    /// The number of games played at once.
    #[getter]
    fn games(&self) -> usize {
        self.games
    }

    /// The number of seats of each game.
    #[getter]
    fn players(&self) -> u8 {
        self.players
    }

    /// The number of features of a view.
    #[getter]
    fn features(&self) -> usize {
        self.kind.sizes().0
    }

    /// The number of features of an action.
    #[getter]
    fn action_features(&self) -> usize {
        self.kind.sizes().1
    }

    /// The number of actions in the vocabulary.
    #[getter]
    fn actions(&self) -> usize {
        self.kind.sizes().2
    }

    /// The ruleset.
    #[getter]
    fn ruleset(&self, py: Python<'_>) -> Py<Ruleset> {
        self.ruleset.clone_ref(py)
    }

    /// Creates arrays of the right types and shapes for these numbers: a dictionary for `observe(**arrays)` and
    /// `step(chosen, **arrays)`. Without names, it has all of them except `mask_bits`.
    #[pyo3(signature = (*names))]
    fn arrays<'py>(&self, py: Python<'py>, names: Vec<String>) -> PyResult<Bound<'py, PyDict>> {
        let (games, players) = (self.games, usize::from(self.players));
        let (view, _, actions) = self.kind.sizes();
        let usual = ["seats", "features", "mask", "endings", "rewards"];
        let names = if names.is_empty() { usual.map(str::to_owned).to_vec() } else { names };
        let arrays = PyDict::new(py);
        for name in names {
            let array = match name.as_str() {
                "seats" | "endings" => PyArray1::<u8>::zeros(py, games, false).into_any(),
                "features" => PyArray2::<f32>::zeros(py, [games, view], false).into_any(),
                "mask" => PyArray2::<bool>::zeros(py, [games, actions], false).into_any(),
                "mask_bits" => PyArray2::<u64>::zeros(py, [games, actions.div_ceil(64)], false).into_any(),
                "rewards" => PyArray2::<f32>::zeros(py, [games, players], false).into_any(),
                _ => {
                    let text = format!("there is no array `{name}`; there are: {}", ARRAYS.join(", "));
                    return Err(raise::<UnknownName>(text));
                }
            };
            arrays.set_item(name, array)?;
        }
        Ok(arrays)
    }

    /// Writes the numbers of the decisions that the games are waiting for into arrays: see `Batch`.
    #[pyo3(signature = (**arrays))]
    fn observe<'py>(&self, py: Python<'py>, arrays: Option<&Bound<'py, PyDict>>) -> PyResult<()> {
        self.work(py, arrays, |batch, buffers| batch.observe(buffers))
    }

    /// Carries out one action in each game and writes the numbers of the next decisions.
    ///
    /// Args:
    ///     chosen: the index of an action for each game, integers of the shape (games,); `uint32` is not copied. `Batch.WAIT` leaves a
    ///         game as it stands.
    ///     arrays: as for `observe`.
    ///
    /// Raises:
    ///     IllegalAction: when an action is not legal. Nothing was played or written.
    ///     ArrayError: when an array does not fit. Nothing was played or written.
    #[pyo3(signature = (chosen, **arrays))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        chosen: &Bound<'py, PyAny>,
        arrays: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<()> {
        let chosen = converted::<u32>("chosen", chosen, &[self.games])?;
        let chosen = readable::<u32>("chosen", &chosen, &[self.games])?;
        let chosen = chosen.as_slice().map_err(raise::<ArrayError>)?;
        self.work(py, arrays, |batch, buffers| batch.step(chosen, buffers))
    }

    /// Starts the next game at some places, whatever the state of the current one, and writes the numbers of all games.
    ///
    /// Args:
    ///     asked: `bool` or `uint8` of the shape (games,): where a game begins. Everywhere without it.
    ///     arrays: as for `observe`.
    #[pyo3(signature = (asked=None, **arrays))]
    fn reset<'py>(
        &self,
        py: Python<'py>,
        asked: Option<&Bound<'py, PyAny>>,
        arrays: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<()> {
        let asked: Vec<u8> = match as_bytes(asked)? {
            Some(asked) => {
                let asked = readable::<u8>("asked", &asked, &[self.games])?;
                asked.as_slice().map_err(raise::<ArrayError>)?.to_vec()
            }
            None => vec![1; self.games],
        };
        self.work(py, arrays, |batch, buffers| batch.reset(&asked, buffers))
    }

    /// Draws an action for each game from logits, with the random numbers of its seat.
    ///
    /// Args:
    ///     logits: `float32` of the shape (games, actions); those of actions that are not legal are not read.
    ///     out: `uint32` of the shape (games,), written instead of a new array.
    #[pyo3(signature = (logits, *, out=None))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        logits: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let logits = readable::<f32>("logits", logits, &[self.games, self.kind.sizes().2])?;
        let logits = logits.as_slice().map_err(raise::<ArrayError>)?;
        self.drawn(py, out, |batch, chosen| batch.sample(logits, chosen))
    }

    /// Draws an action for each game from the logits of the legal actions, in the order of `list`: `float32` of the shape
    /// (legal actions of all games,).
    #[pyo3(signature = (logits, *, out=None))]
    fn sample_listed<'py>(
        &self,
        py: Python<'py>,
        logits: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let len = logits.len()?;
        let logits = readable::<f32>("logits", logits, &[len])?;
        let logits = logits.as_slice().map_err(raise::<ArrayError>)?;
        self.drawn(py, out, |batch, chosen| batch.sample_listed(logits, chosen))
    }

    /// Draws a legal action for each game, all equally likely: `uint32` of the shape (games,).
    #[pyo3(signature = (*, out=None))]
    fn sample_uniform<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.drawn(py, out, |batch, chosen| batch.sample_uniform(chosen))
    }

    /// Lists the legal actions of all games, one game after another.
    ///
    /// Returns:
    ///     A dictionary with `ends` (`int64` (games,): those of game `i` are `ends[i - 1]:ends[i]`), `indices` (`uint32` (n,)) and, with
    ///     `features`, `features` (`float32` (n, features of an action)).
    #[pyo3(signature = (*, features=false))]
    fn list<'py>(&self, py: Python<'py>, features: bool) -> PyResult<Bound<'py, PyDict>> {
        let mut lists = if features { ActionLists::with_features() } else { ActionLists::new() };
        self.held.free(py, |batch| batch.list(&mut lists))?;
        let found = PyDict::new(py);
        let ends: Vec<i64> = lists.ends.iter().map(|end| *end as i64).collect();
        found.set_item("ends", PyArray1::from_vec(py, ends))?;
        let rows = lists.indices.len();
        found.set_item("indices", PyArray1::from_vec(py, lists.indices))?;
        if features {
            let array = PyArray1::from_vec(py, lists.features);
            found.set_item("features", array.reshape([rows, self.kind.sizes().1])?)?;
        }
        Ok(found)
    }

    /// The numbers of the games, from 0: `uint64` of the shape (games,).
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        Ok(PyArray1::from_vec(py, self.held.with(|batch| batch.numbers())?))
    }

    /// The view of a seat (by default the one to move) in the game at a place, as a dictionary; `None` if nobody is to
    /// move.
    #[pyo3(signature = (place, seat=None))]
    fn view<'py>(&self, py: Python<'py>, place: Whole, seat: Option<Whole>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat.map(|seat| self.seat(seat)).transpose()?;
        let place = self.place(place)?;
        let view = self.held.with(|batch| batch.view(place, seat))?;
        to_py(py, &view.unwrap_or(Value::Null))
    }

    /// The features of the view of any seat in the game at a place, even at the end of a game that waits for a reset:
    /// `float32` (features,).
    fn features_of<'py>(
        &self,
        py: Python<'py>,
        place: Whole,
        seat: Whole,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat)?;
        let place = self.place(place)?;
        let mut features = vec![0.0; self.kind.sizes().0];
        self.held.with(|batch| batch.features_of(place, seat, &mut features))?;
        Ok(PyArray1::from_vec(py, features))
    }

    /// Creates the race of game `number`, from its start: with the same chance outcomes, and the same sampled decisions
    /// for the same logits.
    fn race(&self, number: Whole) -> PyResult<Race> {
        let number = number.within("number", 0, u64::MAX)?;
        Ok(Race::of(self.kind, self.held.with(|batch| batch.race(number))??))
    }

    /// Seats bots for `play_bots`: one for all seats, or a sequence with one for each. Each seat of each game has its own
    /// bot, except that a Python object is shared by all. Bots that listen are refused.
    fn sit(&self, py: Python<'_>, bots: &Bound<'_, PyAny>) -> PyResult<()> {
        let players = Player::read_all(bots)?;
        self.held.with(|batch| batch.sit(py, &players, &self.failure))??;
        *self.seated() = Some(bots.clone().unbind());
        Ok(())
    }

    /// The whole batch as a text, without its bots: all games continue from it as they would have. It contains everything hidden.
    fn save(&self) -> PyResult<String> {
        let games = self.held.with(|batch| batch.saved())?;
        let saved = json!({
            "format": FORMAT, "version": VERSION, "game": self.kind.offer().id,
            "ruleset": self.ruleset.get().0.toml()?, "players": self.players, "options": self.options,
            "seed": self.seed, "reset": self.reset_mode, "most_events": self.most_events, "threads": self.threads,
            "games": games,
        });
        Ok(saved.to_string())
    }

    /// Continues a batch of `save`. Seat its bots again.
    ///
    /// Raises:
    ///     RecordError: when the text is not a batch of this version, or its games are not possible.
    #[staticmethod]
    fn load(py: Python<'_>, saved: &str) -> PyResult<Py<Self>> {
        let refused = |what: &str| raise::<RecordError>(format!("this is no saved batch: {what}"));
        let whole: Value = serde_json::from_str(saved).map_err(|error| refused(&error.to_string()))?;
        if whole["format"] != FORMAT || whole["version"] != VERSION {
            return Err(refused(&format!("it must have the format `{FORMAT}` and the version {VERSION}")));
        }
        let text = |name: &str| whole[name].as_str().ok_or_else(|| refused(&format!("`{name}` is no text")));
        let games = whole["games"].as_array().ok_or_else(|| refused("`games` is no list"))?.len();
        let terms = PyDict::new(py);
        for name in ["players", "seed", "reset", "most_events", "threads"] {
            terms.set_item(name, to_py(py, &whole[name])?)?;
        }
        let options: Vec<(String, String)> =
            from_value(whole["options"].clone()).map_err(|error| refused(&error.to_string()))?;
        terms.set_item("options", options.into_iter().collect::<HashMap<_, _>>())?;
        terms.set_item("games", games)?;
        let made = py.get_type::<Self>().call((text("game")?, text("ruleset")?), Some(&terms))?;
        let batch = made.cast_into::<Self>()?;
        batch.get().held.with(|held| held.restore(&whole["games"]))??;
        Ok(batch.unbind())
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Py<Self>> {
        self.twin(py, |bots| Ok(bots.clone()))
    }

    fn __deepcopy__(&self, py: Python<'_>, memo: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let deeply = py.import("copy")?.getattr("deepcopy")?;
        self.twin(py, |bots| deeply.call1((bots, memo)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let again = py.import("furlong")?.getattr("_batch")?;
        let bots = self.seated().as_ref().map(|bots| bots.clone_ref(py));
        Ok((again, (self.save()?, bots)).into_pyobject(py)?.into_any())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // What is in use now is not garbage.
        if let Ok(seated) = self.seated.try_lock() {
            visit.call(seated.as_ref())?;
        }
        let visited = self.held.peek(|batch| {
            // Each is shared with its bot: one reference of Python.
            batch.objects().iter().try_for_each(|object| visit.call(&**object))
        });
        visited.unwrap_or(Ok(()))
    }

    fn __clear__(&self) {
        // The bots go outside of both locks, because their end may call Python.
        let bots = self.seated().take();
        let emptied = self.held.with(|batch| batch.unseat());
        drop((bots, emptied));
    }

    /// Lets the bots of `sit` decide until each game has its own seat to move, or has ended and waits for a reset.
    ///
    /// Args:
    ///     own: the seat of each game that no bot plays, `uint8` of the shape (games,); 255 where bots play all.
    ///     endings, rewards: as for `observe`; only the rows of games that end are written.
    #[pyo3(signature = (own, *, endings, rewards))]
    fn play_bots<'py>(
        &self,
        py: Python<'py>,
        own: &Bound<'py, PyAny>,
        endings: &Bound<'py, PyAny>,
        rewards: &Bound<'py, PyAny>,
    ) -> PyResult<()> {
        let own = converted::<u8>("own", own, &[self.games])?;
        let own = readable::<u8>("own", &own, &[self.games])?;
        let own = own.as_slice().map_err(raise::<ArrayError>)?;
        if self.reset_mode == "SAME_STEP" && own.contains(&NO_SEAT) {
            return Err(raise::<ArrayError>(
                "with bots in all seats, this would never stop: choose another reset",
            ));
        }
        let mut endings = writable::<u8>("endings", Some(endings), &[self.games])?;
        let mut rewards = writable::<f32>("rewards", Some(rewards), &[self.games, self.players.into()])?;
        let mut ended = Ended { endings: slice(&mut endings)?, rewards: slice(&mut rewards)? };
        let played = self.held.free(py, |batch| batch.play_bots(own, &mut ended))?;
        played.map_err(|error| self.failure.explain(py, error))
    }

    fn __len__(&self) -> usize {
        self.games
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games of {}, {} players>", self.games, self.kind.offer().id, self.players)
    }
}

impl Batch {
    fn seated(&self) -> MutexGuard<'_, Option<Py<PyAny>>> {
        self.seated.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy that continues in the same way, with copies of the bots.
    fn twin<'py>(
        &self,
        py: Python<'py>,
        copied: impl FnOnce(&Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let twin = Self::load(py, &self.save()?)?;
        let bots = self.seated().as_ref().map(|bots| bots.clone_ref(py));
        if let Some(bots) = bots {
            twin.get().sit(py, &copied(bots.bind(py))?)?;
        }
        Ok(twin)
    }

    /// The place of a game.
    fn place(&self, place: Whole) -> PyResult<usize> {
        place.within("place", 0, self.games as u64 - 1)
    }

    fn seat(&self, seat: Whole) -> PyResult<Seat> {
        let found = seat.seat().filter(|seat| seat.number() < self.players);
        found.ok_or_else(|| {
            raise::<IllegalAction>(format!("there is no seat {seat}: seats are 0 to {}", self.players - 1))
        })
    }
}
