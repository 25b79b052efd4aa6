//! The functions that play many games, in the form that the package calls.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::any_game::Rules;
use crate::arena::{Runs, Terms, Wanted};
use crate::arguments::game_of;
use crate::bots::Player;
use crate::errors::{BotError, raise};
use crate::ruleset::{is_path, rules};

/// Adds the functions to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(simulate, module)?)?;
    module.add_function(wrap_pyfunction!(compare, module)?)?;
    module.add_function(wrap_pyfunction!(ladder, module)?)?;
    module.add_function(wrap_pyfunction!(check, module)?)
}

/// The players that a caller names: one, or a sequence. Without any, the default bot.
fn players(rules: &dyn Rules, bots: &Bound<'_, PyAny>) -> PyResult<Vec<Player>> {
    if bots.is_none() {
        return Ok(vec![Player::Named(furlong::BotSpec::named(rules.kind().offer().usual_bot()))]);
    }
    let players = Player::read_all(bots)?;
    for (place, player) in players.iter().enumerate() {
        if players[..place].iter().any(|other| other.is_confused_with(player)) {
            return Err(raise::<BotError>(format!(
                "two different bots are called `{}`: give one another name by its attribute `name`",
                player.name()
            )));
        }
    }
    Ok(players)
}

#[pyfunction(name = "_simulate")]
fn simulate<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    ruleset: Option<&Bound<'py, PyAny>>,
    bots: &Bound<'py, PyAny>,
    terms: Terms,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = rules(game_of(game)?, ruleset)?;
    rules.simulate(py, &players(&*rules, bots)?, &terms)
}

#[pyfunction(name = "_compare")]
fn compare<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    rulesets: Vec<Bound<'py, PyAny>>,
    bots: &Bound<'py, PyAny>,
    terms: Terms,
) -> PyResult<Bound<'py, PyDict>> {
    let kind = game_of(game)?;
    let all =
        rulesets.iter().map(|named| rules(kind, Some(named))).collect::<PyResult<Vec<Arc<dyn Rules>>>>()?;
    let Some((base, others)) = all.split_first() else {
        return Err(raise::<crate::errors::RulesetError>("a comparison needs at least two rulesets"));
    };
    let others: Vec<&dyn Runs> = others.iter().map(|rules| &**rules as &dyn Runs).collect();
    base.compare(py, &others, &players(&**base, bots)?, &terms)
}

#[pyfunction(name = "_ladder")]
fn ladder<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    ruleset: Option<&Bound<'py, PyAny>>,
    bots: &Bound<'py, PyAny>,
    terms: Terms,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = rules(game_of(game)?, ruleset)?;
    rules.ladder(py, &players(&*rules, bots)?, &terms)
}

#[pyfunction(name = "_check")]
fn check<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    ruleset: Option<&Bound<'py, PyAny>>,
    goals: &Bound<'py, PyAny>,
    bots: &Bound<'py, PyAny>,
    terms: Terms,
) -> PyResult<Bound<'py, PyDict>> {
    let rules = rules(game_of(game)?, ruleset)?;
    let wanted = match goals.extract::<String>() {
        Ok(path) if is_path(&path) => Wanted::File(path.into()),
        Ok(text) => Wanted::Text(text),
        Err(_) => Wanted::File(goals.extract::<PathBuf>()?),
    };
    rules.check(py, &wanted, &players(&*rules, bots)?, &terms)
}
