//! Runs of many games, with results as columns.

use std::any::Any;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use furlong::Bot as _;
use furlong::arena::stats::Estimate;
use furlong::arena::{
    Arena, ArenaError, Comparison, Contrast, Difference, Endings, Entrant, Findings, Game, Ladder,
    LadderError, OnFailure, Question, Report, Results, Summary, run_side_by_side,
};
use furlong::bot::{StopFlag, UnknownBot};
use furlong::design::goals::{CheckError, Checked, Finding, Goals, Known, check};
use furlong::formats::json;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};

use crate::arrays::{columns, texts_of};
use crate::bots::{Failure, Player, PythonBot, instance};
use crate::errors::{BotError, Error, RulesetError, UnknownName, raise};
use crate::interruptible::interruptible;
use crate::json::to_py;
use crate::typed_game::{GameUnderRules, TypedGame};
use crate::values::Whole;

/// The settings of a run.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Terms {
    players: Option<Whole>,
    options: Vec<(String, String)>,
    deals: u64,
    seed: u64,
    openings: u32,
    most_events: u32,
    most_unfinished: f64,
    luck: Option<bool>,
    forfeit: bool,
    threads: Option<usize>,
}

/// The runs of a game under a ruleset, without the game's type.
pub(crate) trait Runs: Any {
    fn simulate<'py>(&self, py: Python<'py>, bots: &[Player], terms: &Terms) -> PyResult<Bound<'py, PyDict>>;
    fn compare<'py>(
        &self,
        py: Python<'py>,
        others: &[&dyn Runs],
        bots: &[Player],
        terms: &Terms,
    ) -> PyResult<Bound<'py, PyDict>>;
    fn ladder<'py>(&self, py: Python<'py>, bots: &[Player], terms: &Terms) -> PyResult<Bound<'py, PyDict>>;
    fn check<'py>(
        &self,
        py: Python<'py>,
        goals: &Wanted,
        bots: &[Player],
        terms: &Terms,
    ) -> PyResult<Bound<'py, PyDict>>;
}

/// Goals, as text or as a file.
pub(crate) enum Wanted {
    Text(String),
    File(PathBuf),
}

fn of_arena(error: ArenaError) -> PyErr {
    match &error {
        ArenaError::UnknownBot(_) | ArenaError::Setup(_) => raise::<UnknownName>(error),
        ArenaError::Game(_)
        | ArenaError::NoBot { .. }
        | ArenaError::Lineup { .. }
        | ArenaError::SameName(_) => raise::<BotError>(error),
        _ => raise::<Error>(error),
    }
}

/// Converts a player into an entrant, which makes a bot for each game. If it cannot make one, the run fails.
fn entrant<G: TypedGame>(player: &Player, failure: &Failure) -> PyResult<Entrant<G>> {
    match player {
        Player::Named(spec) => Entrant::of(spec).map_err(raise::<UnknownName>),
        Player::Python { name, object, is_class } => {
            let object = Python::attach(|py| object.clone_ref(py));
            let (failure, is_class, bot) = (failure.clone(), *is_class, name.clone());
            Ok(Entrant::trying(name.clone(), move || {
                let made = Python::attach(|py| instance(py, &object, is_class));
                let (object, listens) = made.map_err(|error| {
                    let reason = error.to_string();
                    failure.put(error);
                    UnknownBot::Unready { bot: bot.clone(), reason }
                })?;
                Ok(Box::new(PythonBot::new(Arc::new(object), listens, failure.clone())))
            }))
        }
    }
}

impl<G: TypedGame> GameUnderRules<G> {
    fn arena(
        &self,
        bots: &[Player],
        terms: &Terms,
        stop: &StopFlag,
        failure: &Failure,
    ) -> PyResult<Arena<G>> {
        let setup = self.setup(terms.players, &terms.options)?;
        let start = self.game.start(&setup).map_err(raise::<UnknownName>)?;
        let seats = self.game.seats(&start);
        let entrants = bots.iter().map(|bot| entrant(bot, failure)).collect::<PyResult<Vec<Entrant<G>>>>()?;
        let lineup = match &entrants[..] {
            [one] => vec![one.clone(); usize::from(seats.count())],
            _ => entrants,
        };
        let mut arena = Arena::new(Arc::clone(&self.game), setup, lineup, terms.seed, terms.deals);
        arena.openings = terms.openings;
        arena.most_events = terms.most_events;
        arena.most_unfinished = terms.most_unfinished;
        arena.on_failure = if terms.forfeit { OnFailure::Forfeit } else { OnFailure::Stop };
        arena.threads = terms.threads.and_then(NonZeroUsize::new);
        arena.stop = StopFlag::clone(stop);
        // As the command does: where one bot plays all seats, and games cost more than the luck in them.
        let is_random = || arena.lineup[0].bot().is_ok_and(|bot| bot.is_random());
        let helps = || self.game.measures_luck(seats) && arena.seatings() == 1 && !is_random();
        arena.luck = terms.luck.unwrap_or_else(helps);
        Ok(arena)
    }
}

impl<G: TypedGame> Runs for GameUnderRules<G> {
    fn simulate<'py>(&self, py: Python<'py>, bots: &[Player], terms: &Terms) -> PyResult<Bound<'py, PyDict>> {
        let (stop, failure) = (StopFlag::default(), Failure::default());
        let arena = self.arena(bots, terms, &stop, &failure)?;
        let results = interruptible(py, &stop, || arena.run())?;
        let results = results.map_err(|error| failure.explain(py, of_arena(error)))?;
        measured(py, &results)
    }

    fn compare<'py>(
        &self,
        py: Python<'py>,
        others: &[&dyn Runs],
        bots: &[Player],
        terms: &Terms,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (stop, failure) = (StopFlag::default(), Failure::default());
        let mut arenas = vec![self.arena(bots, terms, &stop, &failure)?];
        for &other in others {
            let other = (other as &dyn Any).downcast_ref::<Self>();
            let other = other
                .ok_or_else(|| raise::<RulesetError>(format!("a ruleset of a game other than {}", G::ID)))?;
            arenas.push(other.arena(bots, terms, &stop, &failure)?);
        }
        tell_apart(&mut arenas);
        let runs =
            interruptible(py, &stop, || run_side_by_side(&arenas, &|_| (), |_| ControlFlow::Continue(())))?;
        let runs = runs.map_err(|error| failure.explain(py, of_arena(error)))?;
        let failed = runs.iter().find_map(|run| run.stopped.as_ref()?.failure.clone());
        if let Some(failed) = failed {
            return Err(failure.explain(py, raise::<BotError>(failed)));
        }
        compared(py, &runs)
    }

    fn ladder<'py>(&self, py: Python<'py>, bots: &[Player], terms: &Terms) -> PyResult<Bound<'py, PyDict>> {
        let (stop, failure) = (StopFlag::default(), Failure::default());
        let setup = self.setup(terms.players, &terms.options)?;
        let seats = self.game.seats(&self.game.start(&setup).map_err(raise::<UnknownName>)?).count();
        let entrants =
            bots.iter().map(|bot| entrant(bot, &failure)).collect::<PyResult<Vec<Entrant<G>>>>()?;
        let mut ladder = Ladder::new(Arc::clone(&self.game), vec![setup], entrants, terms.seed, terms.deals);
        ladder.openings = terms.openings;
        ladder.most_events = terms.most_events;
        ladder.most_unfinished = terms.most_unfinished;
        ladder.on_failure = if terms.forfeit { OnFailure::Forfeit } else { OnFailure::Stop };
        ladder.threads = terms.threads.and_then(NonZeroUsize::new);
        ladder.stop = StopFlag::clone(&stop);
        let mut crosstable = ladder.begin().map_err(raise::<Error>)?;
        let ended =
            interruptible(py, &stop, || ladder.climb::<LadderError>(&mut crosstable, &|_| (), |_| Ok(())))?;
        let ended = ended.map_err(|error| failure.explain(py, raise::<Error>(error)))?;
        if let Some(failed) = ended.and_then(|stopped| stopped.failure) {
            return Err(failure.explain(py, raise::<BotError>(failed)));
        }
        let bots = &crosstable.bots;
        let rated = |rated: furlong::arena::Rated| {
            let [low, high] = ends(rated.interval.map(|within| [within.low, within.high]));
            vec![rated.bot.into(), number(rated.elo), low, high, rated.games.into()]
        };
        let ratings: Vec<_> = crosstable.ratings(seats, 0).into_iter().map(rated).collect();
        let pairing = |pairing: &furlong::arena::Pairing| {
            let share = estimate(crosstable.share(pairing));
            let [value, low, high] = share;
            vec![
                bots[pairing.alone].as_str().into(),
                bots[pairing.rest].as_str().into(),
                value,
                low,
                high,
                pairing.deals.len().into(),
            ]
        };
        let pairings: Vec<_> = crosstable.at(seats).map(pairing).collect();
        let found = PyDict::new(py);
        found.set_item("ratings", columns(py, &["bot", "elo", "low", "high", "games"], &ratings)?)?;
        let names = ["alone", "rest", "share", "low", "high", "deals"];
        found.set_item("pairings", columns(py, &names, &pairings)?)?;
        found.set_item("warnings", crosstable.warnings())?;
        Ok(found)
    }

    fn check<'py>(
        &self,
        py: Python<'py>,
        goals: &Wanted,
        bots: &[Player],
        terms: &Terms,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (stop, failure) = (StopFlag::default(), Failure::default());
        let arena = self.arena(bots, terms, &stop, &failure)?;
        let goals = match goals {
            Wanted::Text(text) => Goals::from_toml(text),
            Wanted::File(path) => {
                let metrics = arena.metrics().map_err(of_arena)?;
                let known = Known { metrics: &metrics, refuses: &|spec| G::bot(spec).err() };
                Goals::from_file_for(path, Some(&known), &[], &[])
            }
        };
        let goals = goals.map_err(raise::<Error>)?;
        let checked = interruptible(py, &stop, || check(&goals, &arena, &|_| ()))?;
        let checked = checked.map_err(|error| match error {
            CheckError::Arena(error) => failure.explain(py, of_arena(error)),
            error => raise::<Error>(error),
        })?;
        if let Some(failed) = checked.stopped.as_ref().and_then(|stopped| stopped.failure.clone()) {
            return Err(failure.explain(py, raise::<BotError>(failed)));
        }
        found_by(py, &checked)
    }
}

/// Distinguishes rulesets with the same name by their order.
fn tell_apart<G: TypedGame>(arenas: &mut [Arena<G>]) {
    let labels: Vec<String> = arenas.iter().map(|arena| arena.label.clone()).collect();
    for (number, arena) in (1..).zip(arenas.iter_mut()) {
        if labels.iter().filter(|label| **label == arena.label).count() > 1 {
            arena.label = format!("{} ({number})", arena.label);
        }
    }
}

/// A number in a column; `NaN` if there is none.
fn number(value: Option<f64>) -> Value {
    value.filter(|value| value.is_finite()).map_or(Value::Null, Value::from)
}

fn ends(interval: Option<[f64; 2]>) -> [Value; 2] {
    interval.map_or([Value::Null, Value::Null], |ends| ends.map(|end| number(Some(end))))
}

/// The value and the interval of an estimate.
fn estimate(estimate: Option<Estimate>) -> [Value; 3] {
    let interval = estimate.and_then(|estimate| estimate.interval);
    let [low, high] = ends(interval.map(|within| [within.low, within.high]));
    [number(estimate.map(|estimate| estimate.value)), low, high]
}

/// The results of one run: the tables `games`, `metrics` and `scores`, sentences, and the report.
fn measured<'py>(py: Python<'py>, results: &Results) -> PyResult<Bound<'py, PyDict>> {
    let runs = std::slice::from_ref(results);
    let report = Report::of(Question::Measure, runs, Vec::new()).map_err(raise::<Error>)?;
    let Findings::Measures(measures) = &report.findings else {
        return Err(raise::<Error>("only a single run has measures"));
    };
    let summary = |summary: &Summary| {
        let metric = &summary.metric;
        let [mean, low, high] = estimate(summary.mean);
        let [least, median, most] = summary
            .range
            .map_or([Value::Null, Value::Null, Value::Null], |range| range.map(|end| number(Some(end))));
        vec![
            metric.name.as_ref().into(),
            metric.about.as_ref().into(),
            metric.aspect.in_words().into(),
            json::plain(&metric.scale),
            mean,
            low,
            high,
            number(Some(summary.deviation)),
            least,
            median,
            most,
            summary.games.into(),
        ]
    };
    let names = [
        "metric",
        "about",
        "aspect",
        "scale",
        "mean",
        "low",
        "high",
        "deviation",
        "least",
        "median",
        "most",
        "games",
    ];
    let found = PyDict::new(py);
    found.set_item("games", games(py, results)?)?;
    found.set_item(
        "metrics",
        columns(py, &names, &measures.summaries.iter().map(summary).collect::<Vec<_>>())?,
    )?;
    let score = |score: &furlong::arena::Score| {
        let [share, low, high] = estimate(Some(score.share));
        vec![score.name.as_str().into(), share, low, high]
    };
    let scores: Vec<_> = measures.scores.iter().map(score).collect();
    found.set_item("scores", columns(py, &["bot", "share", "low", "high"], &scores)?)?;
    found.set_item("words", measures.in_words(results))?;
    found.set_item("warnings", report.warnings())?;
    let data = json!({
        "setting": results.setting, "seats": measures.seats, "turn-order": measures.turn_order,
        "endings": results.endings(), "distinct": results.distinct(), "luck": report.luck(), "forfeits": results.forfeits(),
    });
    found.set_item("data", to_py(py, &data)?)?;
    Ok(found)
}

/// One row for each game: its deal, seating and length, the share of the win of each seat, and all metrics.
fn games<'py>(py: Python<'py>, results: &Results) -> PyResult<Bound<'py, PyDict>> {
    let games: Vec<&Game> = results.all_games().collect();
    let table = PyDict::new(py);
    let deals =
        results.groups().iter().flat_map(|group| std::iter::repeat_n(group.number, group.games.len()));
    table.set_item("deal", PyArray1::from_vec(py, deals.collect::<Vec<u64>>()))?;
    let of = |value: fn(&Game) -> u32| PyArray1::from_vec(py, games.iter().map(|game| value(game)).collect());
    table.set_item("seating", of(|game| game.seating.into()))?;
    table.set_item("events", of(|game| game.events))?;
    let is_over = games.iter().map(|game| game.is_over).collect();
    table.set_item("is_over", PyArray1::<bool>::from_vec(py, is_over))?;
    let forfeited =
        games.iter().map(|game| game.forfeit.as_ref().map_or(-1, |forfeit| forfeit.seat.number().into()));
    table.set_item("forfeited_by", PyArray1::from_vec(py, forfeited.collect::<Vec<i64>>()))?;
    for seat in 0..usize::from(results.setting.seats.count()) {
        let share = |game: &&Game| game.shares.as_slice().get(seat).map_or(0.0, |share| share.as_f64());
        table.set_item(
            format!("share_{seat}"),
            PyArray1::<f64>::from_vec(py, games.iter().map(share).collect()),
        )?;
        let bots: Vec<&str> = games.iter().map(|game| results.setting.player(game.seating, seat)).collect();
        if results.setting.seatings > 1 {
            table.set_item(format!("bot_{seat}"), texts_of(py, &bots)?)?;
        }
    }
    for (column, metric) in results.metrics.iter().enumerate() {
        let values = games.iter().map(|game| game.value(column).unwrap_or(f64::NAN)).collect();
        table.set_item(metric.name.as_ref(), PyArray1::<f64>::from_vec(py, values))?;
    }
    Ok(table)
}

/// A comparison: the table `differences`, one row for each metric and each of the others, and sentences.
fn compared<'py>(py: Python<'py>, runs: &[Results]) -> PyResult<Bound<'py, PyDict>> {
    let report = Report::of(Question::Compare, runs, Vec::new()).map_err(raise::<Error>)?;
    let Findings::Comparison(comparison) = &report.findings else {
        return Err(raise::<Error>("only several runs have differences"));
    };
    let Comparison { contrasts, tests, .. } = comparison;
    let row = |contrast: &Contrast, difference: &Difference| {
        let side = |side: Option<Estimate>| number(side.map(|mean| mean.value));
        let [value, low, high] = estimate(difference.difference);
        vec![
            contrast.base.as_str().into(),
            contrast.other.as_str().into(),
            difference.metric.name.as_ref().into(),
            difference.metric.aspect.in_words().into(),
            side(difference.base),
            side(difference.other),
            value,
            low,
            high,
            number(difference.effect),
            number(difference.p_value),
            number(difference.raw_p_value),
            difference.verdict.to_string().into(),
            difference.pairs.into(),
        ]
    };
    let of = |contrast: &Contrast| {
        contrast.differences.iter().map(|difference| row(contrast, difference)).collect::<Vec<_>>()
    };
    let rows: Vec<_> = contrasts.iter().flat_map(of).collect();
    let names = [
        "base",
        "other",
        "metric",
        "aspect",
        "of_base",
        "of_other",
        "difference",
        "low",
        "high",
        "effect",
        "p",
        "raw_p",
        "verdict",
        "deals",
    ];
    let found = PyDict::new(py);
    found.set_item("differences", columns(py, &names, &rows)?)?;
    let words: Vec<String> = contrasts.iter().flat_map(Contrast::in_words).collect();
    found.set_item("words", words)?;
    found.set_item("warnings", report.warnings())?;
    let data = json!({
        "settings": runs.iter().map(|run| &run.setting).collect::<Vec<_>>(), "tests": tests,
        "seats": contrasts.iter().map(|contrast| &contrast.seats).collect::<Vec<_>>(),
    });
    found.set_item("data", to_py(py, &data)?)?;
    Ok(found)
}

/// The findings of a check.
fn found_by<'py>(py: Python<'py>, checked: &Checked) -> PyResult<Bound<'py, PyDict>> {
    let row = |finding: &Finding| {
        let [low, high] = ends(finding.interval.map(|within| [within.low, within.high]));
        vec![
            finding.goal.to_string().into(),
            json::plain(&finding.verdict),
            number(finding.value),
            low,
            high,
            number(finding.off),
            number(finding.off_at_least),
            finding.deals.into(),
        ]
    };
    let rows: Vec<_> = checked.findings.iter().map(row).collect();
    let names = ["goal", "verdict", "value", "low", "high", "off", "off_at_least", "deals"];
    let found = PyDict::new(py);
    found.set_item("findings", columns(py, &names, &rows)?)?;
    found.set_item("is_met", checked.is_met())?;
    let told = checked.endings.iter().filter_map(Endings::in_words);
    found.set_item("words", told.chain([checked.in_short() + "."]).collect::<Vec<_>>())?;
    found.set_item("warnings", &checked.warnings)?;
    found.set_item("data", to_py(py, &json::plain(checked))?)?;
    Ok(found)
}
