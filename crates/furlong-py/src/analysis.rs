//! Analyses of recorded games.

use furlong::Race;
use furlong::analysis::{Analysis, EventEffect, Settings, analyse as analyse_record};
use furlong::arena::Estimator;
use furlong::bot::StopFlag;
use furlong::formats::json;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::arrays::columns;
use crate::errors::{Error, UnknownName, raise};
use crate::interruptible::interruptible;
use crate::json::to_py;
use crate::typed_game::TypedGame;

/// The settings with which a caller requests an analysis.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked {
    bot: Option<String>,
    random_errors: Option<u8>,
    playouts: u32,
    worlds: u32,
    seed: u64,
}

/// Analyses a race: a dictionary with the tables `events` and `seats`, and the whole analysis as `data`.
pub(crate) fn analyse<G: TypedGame>(py: Python<'_>, race: &Race<G>, asked: &Asked) -> PyResult<Py<PyAny>> {
    let usual = match &asked.bot {
        None => Estimator::of::<G>(),
        Some(bot) => Estimator::by(bot.parse().map_err(raise::<UnknownName>)?),
    };
    let random_errors = asked.random_errors.unwrap_or(usual.random_errors);
    let estimator = usual.random_errors(random_errors).playouts(asked.playouts).seed(asked.seed);
    let settings = Settings::of::<G>().estimator(estimator).worlds(asked.worlds);
    let stop = StopFlag::default();
    let analysis = interruptible(py, &stop, || analyse_record(race.record(), &settings, &stop, &|_| ()))?
        .map_err(raise::<Error>)?;
    let found = PyDict::new(py);
    found.set_item("events", events(py, &analysis)?)?;
    found.set_item("seats", seats(py, &analysis)?)?;
    found.set_item("data", to_py(py, &json::plain(&analysis))?)?;
    Ok(found.into_any().unbind())
}

fn events<'py>(py: Python<'py>, analysis: &Analysis) -> PyResult<Bound<'py, PyDict>> {
    let seats = analysis.seats.len();
    let numbered = |name: &str| (0..seats).map(|seat| format!("{name}_{seat}")).collect::<Vec<_>>();
    let names: Vec<String> = ["number", "round", "seat", "choices"]
        .map(str::to_owned)
        .into_iter()
        .chain(numbered("before"))
        .chain(numbered("after"))
        .chain(["taken", "best", "loss", "error"].map(str::to_owned))
        .collect();
    let row = |event: &EventEffect| {
        // Chance is seat -1, so that the column has numbers only.
        let seat = event.seat.map_or(-1, |seat| i64::from(seat.number()));
        let mut row: Vec<Value> =
            vec![event.number.into(), event.round.into(), seat.into(), event.choices.into()];
        row.extend(event.before.shares.iter().map(|share| Value::from(*share)));
        row.extend(event.after.iter().map(|share| Value::from(*share)));
        row.extend(match &event.judgement {
            Some(judged) => [
                judged.taken.to_string().into(),
                judged.best.to_string().into(),
                judged.loss.into(),
                judged.error.into(),
            ],
            None => ["".into(), "".into(), Value::Null, Value::Null],
        });
        row
    };
    let rows: Vec<_> = analysis.events.iter().map(row).collect();
    columns(py, &names.iter().map(String::as_str).collect::<Vec<_>>(), &rows)
}

fn seats<'py>(py: Python<'py>, analysis: &Analysis) -> PyResult<Bound<'py, PyDict>> {
    let names = ["start", "luck", "own", "others", "result", "loss", "loss-error"];
    let row = |sums| {
        let sums = json::plain(sums);
        names.iter().map(|name| sums.get(*name).cloned().unwrap_or_default()).collect()
    };
    let rows: Vec<Vec<Value>> = analysis.seats.iter().map(row).collect();
    let titles: Vec<String> = names.iter().map(|name| name.replace('-', "_")).collect();
    columns(py, &titles.iter().map(String::as_str).collect::<Vec<_>>(), &rows)
}
