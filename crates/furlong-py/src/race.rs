//! The class `Race`.

use std::collections::HashMap;

use furlong::bot::StopFlag;
use furlong::text::{Canvas, Names};
use furlong::{AnyRace, BotSpec, Seat, Turn};
use numpy::{PyArray1, PyArray2};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyType};
use serde_json::{Value, json};

use crate::analysis::Asked;
use crate::any_game::{AnyGame, Rules, kind};
use crate::arguments::{game_of, options_of, seat_of};
use crate::arrays::writable;
use crate::bot::Bot;
use crate::bots::choices;
use crate::errors::{ArrayError, BotError, of_race, raise};
use crate::exclusive::Exclusive;
use crate::interruptible::interruptible;
use crate::json::{from_py, to_py, written};
use crate::ruleset::rules;
use crate::typed_game::array_of;
use crate::values::{Whole, seed_of, sequence};

/// A game in play: rules, state, random numbers and record.
///
/// `proceed` draws what chance brings and returns the seat to move; `play` plays an action for it, or `ask` asks a bot:
///
/// >>> race = furlong.Race("animal-race", players=4, seed=7)
/// >>> while (seat := race.proceed()) is not None:
/// ...     _ = race.play(race.indices()[0]) if seat == 0 else race.ask("heuristic")
/// >>> race.returns()
/// [1.0, 0.0, 0.0, 0.0]
///
/// Seats are counted from 0.
///
/// Args:
///     game: its name, or a `Game`.
///     ruleset: as for `Game.ruleset`, or nothing for the default one.
///     players: the number of players; by default the smallest allowed one from two on.
///     seed: the seed of all chance; an unpredictable one without it.
///     options: the options of the set-up, by name: see `Game.options`.
#[pyclass(frozen, module = "furlong")]
pub(crate) struct Race {
    pub(crate) kind: &'static dyn AnyGame,
    pub(crate) race: Exclusive<Box<dyn AnyRace>>,
}

impl Race {
    pub(crate) fn of(kind: &'static dyn AnyGame, race: Box<dyn AnyRace>) -> Self {
        Self { kind, race: Exclusive::new(race) }
    }

    /// A race under these rules.
    pub(crate) fn under(
        rules: &dyn Rules,
        players: Option<Whole>,
        options: &[(String, String)],
        seed: Option<u64>,
    ) -> PyResult<Self> {
        let race = rules.race(players, options, seed.unwrap_or_else(furlong::Streams::any_seed))?;
        Ok(Self::of(rules.kind(), race))
    }

    /// Uses the race for a short time.
    fn with<T>(&self, work: impl FnOnce(&mut dyn AnyRace) -> PyResult<T>) -> PyResult<T> {
        self.race.with(|race| work(&mut **race))?
    }

    /// Whether no seat is given, and none is to move.
    fn is_public(&self, seat: Option<Whole>) -> PyResult<bool> {
        Ok(seat.is_none() && self.with(|race| Ok(!matches!(race.turn(), Turn::Seat(_))))?)
    }

    /// Uses the race for the requested seat, or the one to move.
    fn for_seat<T>(
        &self,
        seat: Option<Whole>,
        work: impl FnOnce(&mut dyn AnyRace, Seat) -> PyResult<T>,
    ) -> PyResult<T> {
        self.with(|race| {
            let seat = seat_of(race, seat)?;
            work(race, seat)
        })
    }

    /// The bot that a caller names, for this race.
    fn seated(&self, bot: &Bound<'_, PyAny>) -> PyResult<Bot> {
        Bot::read(self.kind, bot, |spec| self.with(|race| race.bot(spec).map_err(of_race)))
    }

    /// Asks a bot, without holding Python's lock.
    fn asks(&self, bot: &Bot, stop: &StopFlag) -> PyResult<Value> {
        bot.player.with(|bot| self.with(|race| race.ask_until(bot, stop).map_err(of_race)))?
    }

    /// Lets a bot play for the seat to move.
    fn asked<'py>(&self, py: Python<'py>, bot: &Bot) -> PyResult<Bound<'py, PyAny>> {
        let stop = StopFlag::default();
        let asked = without_lock(py, bot.is_python, &stop, || self.asks(bot, &stop))?;
        let action = asked.map_err(|error| bot.failure.explain(py, error))?;
        to_py(py, &action)
    }
}

/// Does work without Python's lock. It runs on this thread if bots in Python decide, because signals then reach them
/// directly, and otherwise so that a signal can stop it.
fn without_lock<T: Send>(
    py: Python<'_>,
    is_python: bool,
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    if is_python { Ok(py.detach(work)) } else { interruptible(py, stop, work) }
}

/// The seat to move, as Python sees it.
fn seat_to_move(turn: Turn) -> Option<u8> {
    if let Turn::Seat(seat) = turn { Some(seat.number()) } else { None }
}

#[pymethods]
impl Race {
    #[new]
    #[pyo3(signature = (game, ruleset=None, *, players=None, seed=None, options=None))]
    fn new(
        game: &Bound<'_, PyAny>,
        ruleset: Option<&Bound<'_, PyAny>>,
        players: Option<Whole>,
        seed: Option<Whole>,
        options: Option<HashMap<String, Bound<'_, PyAny>>>,
    ) -> PyResult<Self> {
        let seed = seed.map(seed_of).transpose()?;
        Self::under(&*rules(game_of(game)?, ruleset)?, players, &options_of(options)?, seed)
    }

    /// Continues a recorded race after checking every event.
    ///
    /// >>> race = furlong.Race("animal-race", players=2, seed=7)
    /// >>> furlong.resume(race.record())
    /// <Race of animal-race, 2 players, 0 events, chance is next>
    ///
    /// Raises:
    ///     RecordError: when the text is not a record, or it does not replay.
    #[staticmethod]
    fn resume(py: Python<'_>, record: &str) -> PyResult<Self> {
        let race = py.detach(|| furlong::catalogue().resume(record)).map_err(of_race)?;
        Ok(Self::of(kind(race.game())?, race))
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.kind.offer().id
    }

    /// The ruleset in force, as a dictionary.
    #[getter]
    fn ruleset<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rules = self.with(|race| Ok(race.ruleset()))?;
        to_py(py, &rules)
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> PyResult<u8> {
        self.with(|race| Ok(race.seats().count()))
    }

    /// The number of events so far: decisions and outcomes of chance.
    #[getter]
    fn events(&self) -> PyResult<usize> {
        self.with(|race| Ok(race.events()))
    }

    /// Who moves next: a seat, "chance", or `None` if the race is over.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.with(|race| Ok(race.turn()))? {
            Turn::Seat(seat) => seat.number().into_bound_py_any(py),
            Turn::Chance(_) => Ok(PyString::intern(py, "chance").into_any()),
            Turn::Over => Ok(py.None().into_bound(py)),
        }
    }

    /// `True` when the race is over.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        self.with(|race| Ok(race.is_over()))
    }

    /// The seats that may decide now, ascending. There are several if they choose in secret at the same time.
    #[getter]
    fn deciding(&self) -> PyResult<Vec<u32>> {
        self.with(|race| {
            let deciding = race.deciding();
            let deciding = race.seats().iter().filter(|seat| deciding.contains(*seat));
            // A vector of bytes becomes `bytes` in Python.
            Ok(deciding.map(|seat| seat.number().into()).collect())
        })
    }

    /// Draws chance outcomes until a seat is to move, and returns the seat; `None` if the race is over.
    fn proceed(&self) -> PyResult<Option<u8>> {
        self.with(|race| Ok(seat_to_move(race.proceed())))
    }

    /// The legal actions of a seat (by default the one to move): each a dictionary with `index` (in the vocabulary of
    /// the game), `action` (as in records), `label` and `remark`.
    #[pyo3(signature = (seat=None))]
    fn choices<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyList>> {
        let (indices, listed) =
            self.for_seat(seat, |race, seat| Ok((self.kind.indices(race, seat), race.choices(seat))))?;
        let listed = listed.into_iter().map(|choice| (choice.action, choice.label, choice.remark));
        choices(py, &indices, listed.collect())
    }

    /// The indices of the legal actions of a seat (by default the one to move), ascending.
    #[pyo3(signature = (seat=None))]
    fn indices(&self, seat: Option<Whole>) -> PyResult<Vec<u32>> {
        self.for_seat(seat, |race, seat| Ok(self.kind.indices(race, seat)))
    }

    /// The question to a seat, in words.
    #[pyo3(signature = (seat=None))]
    fn question(&self, seat: Option<Whole>) -> PyResult<String> {
        self.for_seat(seat, |race, seat| race.question(seat).map_err(of_race))
    }

    /// Plays an action for a seat (by default the one to move).
    ///
    /// Args:
    ///     action: its index in the vocabulary of the game, or the action in the form of records.
    ///
    /// Raises:
    ///     IllegalAction: with the reason. Nothing has changed.
    #[pyo3(signature = (action, seat=None))]
    fn play(&self, action: &Bound<'_, PyAny>, seat: Option<Whole>) -> PyResult<()> {
        if let Some(index) = Whole::index_of(action) {
            return self.for_seat(seat, |race, seat| self.kind.play_index(race, seat, index));
        }
        let action = from_py(action)?;
        self.for_seat(seat, |race, seat| race.play(seat, &action).map_err(of_race))
    }

    /// Plays an action as people type it, such as "2 hare", and returns it as in records.
    #[pyo3(signature = (words, seat=None))]
    fn play_words<'py>(
        &self,
        py: Python<'py>,
        words: &str,
        seat: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let action = self.for_seat(seat, |race, seat| race.play_typed(seat, words).map_err(of_race))?;
        to_py(py, &action)
    }

    /// The outcomes of the next chance event: pairs of an outcome and its exact weight. Empty if no chance event is
    /// next.
    fn chances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for chance in self.with(|race| Ok(race.chances()))? {
            list.append((to_py(py, &chance.outcome)?, chance.weight))?;
        }
        Ok(list)
    }

    /// Draws the outcome of one chance event and returns it; `None` when no chance event is next.
    fn draw<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let drawn = self.with(|race| Ok(race.draw()))?;
        to_py(py, &drawn.unwrap_or(Value::Null))
    }

    /// Enters the outcome of a chance event: a card drawn or a die rolled elsewhere.
    fn resolve(&self, outcome: &Bound<'_, PyAny>) -> PyResult<()> {
        let outcome = from_py(outcome)?;
        self.with(|race| race.resolve(&outcome).map_err(of_race))
    }

    /// The probabilities of the outcomes of `chances`.
    fn _probabilities(&self) -> PyResult<Vec<f64>> {
        self.with(|race| self.kind.probabilities(race))
    }

    /// Enters the outcome at this place of `chances`.
    fn _resolve_at(&self, place: Whole) -> PyResult<()> {
        self.with(|race| self.kind.resolve_at(race, place))
    }

    /// Everything that a seat (by default the one to move) may know, as a dictionary. Without a seat, while nobody is to move,
    /// it is what everybody knows: `runners` on the track, `standings` and the `happenings` so far.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyAny>> {
        if self.is_public(seat)? {
            let known = self.with(|race| {
                Ok(json!({
                    "runners": race.runners(), "standings": race.standings(), "happenings": race.seen_by_watchers(0),
                }))
            })?;
            return to_py(py, &known);
        }
        let view = self.for_seat(seat, |race, seat| race.view(seat).map_err(of_race))?;
        to_py(py, &view)
    }

    /// The position, including everything hidden, as a dictionary. Do not show it to players.
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let position = self.with(|race| Ok(race.position()))?;
        to_py(py, &position)
    }

    /// The features of the view of a seat (by default the one to move): `float32` of the shape (features,), each from
    /// -1 or 0 to 1. If `out` is such an array, it is written instead of a new one.
    #[pyo3(signature = (seat=None, *, out=None))]
    fn features<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Whole>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let width = self.kind.sizes().0;
        let out = match out {
            Some(out) => out,
            None => PyArray1::<f32>::zeros(py, width, false).into_any(),
        };
        if let Some(mut array) = writable::<f32>("out", Some(&out), &[width])? {
            let into = array.as_slice_mut().map_err(raise::<ArrayError>)?;
            self.for_seat(seat, |race, seat| self.kind.features(race, seat, into))?;
        }
        Ok(out)
    }

    /// The legal actions of a seat (by default the one to move) as a mask: `bool` of the shape (actions,).
    #[pyo3(signature = (seat=None, *, out=None))]
    fn mask<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Whole>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let actions = self.kind.sizes().2;
        let out = match out {
            Some(out) => out,
            None => PyArray1::<bool>::zeros(py, actions, false).into_any(),
        };
        if let Some(mut array) = writable::<bool>("out", Some(&out), &[actions])? {
            let into = array.as_slice_mut().map_err(raise::<ArrayError>)?;
            self.for_seat(seat, |race, seat| {
                self.kind.mask(race, seat, into);
                Ok(())
            })?;
        }
        Ok(out)
    }

    /// The features of the legal actions of a seat, in the order of `indices`: `float32` of the shape (legal actions, features
    /// of an action).
    #[pyo3(signature = (seat=None))]
    fn action_features<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Whole>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let rows = self.for_seat(seat, |race, seat| self.kind.action_features(race, seat))?;
        array_of(py, &rows, self.kind.sizes().1)
    }

    /// The happenings from event `since` on (counted from 0) as a seat sees them, as dictionaries.
    #[pyo3(signature = (seat, since=Whole::from_small(0)), text_signature = "($self, seat, since=0)")]
    fn seen<'py>(&self, py: Python<'py>, seat: Whole, since: Whole) -> PyResult<Bound<'py, PyAny>> {
        let since = since.within("since", 0, u32::MAX.into())?;
        let seen = self.for_seat(Some(seat), |race, seat| Ok(race.seen(seat, since)))?;
        to_py(py, &Value::Array(seen))
    }

    /// The happenings from event `since` on (counted from 0) as a seat sees them, in sentences.
    #[pyo3(signature = (seat, since=Whole::from_small(0)), text_signature = "($self, seat, since=0)")]
    fn narrated(&self, seat: Whole, since: Whole) -> PyResult<Vec<String>> {
        let since = since.within("since", 0, u32::MAX.into())?;
        self.for_seat(Some(seat), |race, seat| {
            let names = race.names().addressing(Some(seat));
            Ok(race.narrated(seat, since, &names))
        })
    }

    /// The table as a seat sees it, as lines of text. Without a seat, it is what the seat to move sees, or the public board while
    /// nobody is to move: before chance and after the end.
    #[pyo3(signature = (seat=None))]
    fn picture(&self, seat: Option<Whole>) -> PyResult<String> {
        if self.is_public(seat)? {
            return self.with(|race| Ok(self.kind.public_board(race)?.0));
        }
        self.for_seat(seat, |race, seat| race.picture(seat, &names(race), &Canvas::PLAIN).map_err(of_race))
    }

    /// The board as SVG, for the same eyes as `picture`.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, seat: Option<Whole>) -> PyResult<String> {
        if self.is_public(seat)? {
            return self.with(|race| Ok(self.kind.public_board(race)?.1));
        }
        self.for_seat(seat, |race, seat| Ok(race.svg(seat, &names(race)).map_err(of_race)?.to_string()))
    }

    /// The board as Jupyter shows it: `svg()`.
    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(None)
    }

    fn __str__(&self) -> PyResult<String> {
        self.picture(None)
    }

    /// The places: `ending`, and `rows`, each with `seat`, `place` and `score`. Before the end they reveal only public
    /// information.
    fn standings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let standings = self.with(|race| Ok(race.standings()))?;
        written(py, &standings)
    }

    /// The share of the win of each seat, in seat order; 0 for all before the end.
    fn returns(&self) -> PyResult<Vec<f64>> {
        self.with(|race| Ok(self.kind.returns(race)))
    }

    /// The record so far, as JSON. It contains the seed and everything hidden.
    fn record(&self) -> PyResult<String> {
        self.with(|race| Ok(race.record_json()))
    }

    /// Takes back the last decision of a seat and everything after it. The record notes it.
    fn undo(&self, seat: Whole) -> PyResult<()> {
        self.for_seat(Some(seat), |race, seat| race.undo(seat).map_err(of_race))
    }

    /// Takes back the secret choice of a seat that waits for its turn, and returns it.
    fn withdraw<'py>(&self, py: Python<'py>, seat: Whole) -> PyResult<Bound<'py, PyAny>> {
        let action = self.for_seat(Some(seat), |race, seat| race.withdraw(seat).map_err(of_race))?;
        to_py(py, &action)
    }

    /// Creates a bot for one seat of this race: a bot of the game by its name ("hard:iterations=500"), or one in
    /// Python. It remembers what it has been told, so give each seat its own.
    fn bot(&self, bot: &Bound<'_, PyAny>) -> PyResult<Bot> {
        self.seated(bot)
    }

    /// Asks a bot for an action of the seat to move, plays it, and returns it as in records.
    ///
    /// Args:
    ///     bot: the name of a bot, a bot in Python, or a `Bot` of `Race.bot`.
    ///
    /// Raises:
    ///     BotError: when the bot fails; the exception of a bot in Python is its cause. Nothing has changed.
    fn ask<'py>(&self, py: Python<'py>, bot: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.for_seat(None, |_, _| Ok(()))?;
        match bot.cast::<Bot>() {
            Ok(bot) => self.asked(py, bot.get()),
            Err(_) => self.asked(py, &self.seated(bot)?),
        }
    }

    /// The best actions of a seat (by default the one to move) in a bot's opinion, the best first: each a dictionary
    /// with `action`, `chance` (the share of the win that the bot expects, or `None`) and `reason`.
    #[pyo3(signature = (bot=None, seat=None))]
    fn hint<'py>(
        &self,
        py: Python<'py>,
        bot: Option<&str>,
        seat: Option<Whole>,
    ) -> PyResult<Bound<'py, PyList>> {
        let spec: BotSpec = bot
            .unwrap_or(self.kind.offer().usual_bot())
            .parse()
            .map_err(raise::<crate::errors::UnknownName>)?;
        let stop = StopFlag::default();
        let considered = interruptible(py, &stop, || {
            self.for_seat(seat, |race, seat| {
                let mut bot = race.bot(&spec).map_err(of_race)?;
                let decision = race.decision(seat, &bot).map_err(of_race)?;
                bot.consider(decision.until(&stop)).map_err(of_race)
            })
        })??;
        let list = PyList::empty(py);
        for best in considered {
            let hint = PyDict::new(py);
            hint.set_item("action", to_py(py, &best.action)?)?;
            hint.set_item("chance", best.chance)?;
            hint.set_item("reason", best.reason)?;
            list.append(hint)?;
        }
        Ok(list)
    }

    /// Plays to the end.
    ///
    /// Args:
    ///     bots: one bot for all seats, or a list with one for each.
    ///     most_events: the number of events after which it stops.
    ///
    /// Returns:
    ///     The share of the win of each seat; 0 for all when it stopped before the end.
    #[pyo3(signature = (bots, most_events=Whole::from_small(20_000)), text_signature = "($self, bots, most_events=20000)")]
    fn play_out(&self, py: Python<'_>, bots: &Bound<'_, PyAny>, most_events: Whole) -> PyResult<Vec<f64>> {
        let players = usize::from(self.players()?);
        let most_events = most_events.within("most_events", 0, u32::MAX.into())?;
        let named = sequence(bots)?.unwrap_or_else(|| vec![bots.clone(); players]);
        if named.len() != players {
            return Err(raise::<BotError>(format!("{} bots for {players} seats", named.len())));
        }
        let bots = named.iter().map(|bot| self.seated(bot)).collect::<PyResult<Vec<Bot>>>()?;
        // Many decisions at a time, as a thread for each would take longer than a quick bot; but a bot in Python decides here.
        let at_a_time = if bots.iter().any(|bot| bot.is_python) { 1 } else { 64 };
        let stop = StopFlag::default();
        while let Some(seat) = self.next(most_events)? {
            let is_python = bots[seat.index()].is_python;
            let work = || self.play_on(&bots, at_a_time, most_events, &stop);
            if let Err((seat, error)) = without_lock(py, is_python, &stop, work)? {
                return Err(bots[seat.index()].failure.explain(py, error));
            }
            py.check_signals()?;
        }
        self.returns()
    }

    /// Analyses the race so far: see `furlong.analyse`.
    #[pyo3(name = "_analyse")]
    fn analyse(&self, py: Python<'_>, asked: Asked) -> PyResult<Py<PyAny>> {
        let race = self.with(|race| Ok(race.boxed()))?;
        self.kind.analyse(py, &*race, &asked)
    }

    /// An independent copy.
    fn copy(&self) -> PyResult<Self> {
        Ok(Self::of(self.kind, self.with(|race| Ok(race.boxed()))?))
    }

    fn __copy__(&self) -> PyResult<Self> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.copy()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let class: Bound<'py, PyType> = py.get_type::<Self>();
        Ok((class.getattr("resume")?, (self.record()?,)))
    }

    fn __repr__(&self) -> PyResult<String> {
        self.with(|race| {
            let turn = match race.turn() {
                Turn::Seat(seat) => format!("seat {} is to move", seat.number()),
                Turn::Chance(_) => "chance is next".to_owned(),
                Turn::Over => "over".to_owned(),
            };
            Ok(format!(
                "<Race of {}, {} players, {} events, {turn}>",
                race.game(),
                race.seats().count(),
                race.events()
            ))
        })
    }
}

/// The names of the players of a race.
fn names(race: &dyn AnyRace) -> Names {
    race.names()
}

impl Race {
    /// The seat to move after chance events; `None` at the end and after `most_events` events.
    fn next(&self, most_events: usize) -> PyResult<Option<Seat>> {
        let turn =
            self.with(|race| Ok(if race.events() < most_events { race.proceed() } else { Turn::Over }))?;
        Ok(if let Turn::Seat(seat) = turn { Some(seat) } else { None })
    }

    /// Plays this number of decisions. Returns the seat whose bot has failed, with the reason, if one did.
    fn play_on(
        &self,
        bots: &[Bot],
        decisions: usize,
        most_events: usize,
        stop: &StopFlag,
    ) -> Result<(), (Seat, PyErr)> {
        for _ in 0..decisions {
            let next = self.next(most_events).map_err(|error| (Seat::FIRST, error))?;
            let Some(seat) = next else { break };
            self.asks(&bots[seat.index()], stop).map_err(|error| (seat, error))?;
        }
        Ok(())
    }
}
