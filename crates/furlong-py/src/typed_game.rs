//! The traits that a game of this package must have, and a game under one ruleset.

use std::sync::Arc;

use furlong::Playable;
use furlong::encoding::{Encoded, Features as _};
use numpy::PyArray2;
use pyo3::prelude::*;

use crate::errors::{UnknownName, raise};
use crate::values::Whole;

/// A game that this package offers.
pub(crate) trait TypedGame: Playable + Encoded {}

impl<G: Playable + Encoded> TypedGame for G {}

/// The game `G` under a ruleset.
pub(crate) struct GameUnderRules<G> {
    pub(crate) game: Arc<G>,
}

impl<G: TypedGame> GameUnderRules<G> {
    /// The set-up for this number of players, or for the default number: the smallest allowed one from two on.
    pub(crate) fn setup(&self, players: Option<Whole>, options: &[(String, String)]) -> PyResult<G::Setup> {
        let (least, most) = self.game.players().into_inner();
        let players = match players {
            Some(players) => players.within("players", least.into(), most.into())?,
            // A game alone is asked for; it is no default.
            None => least.max(2).min(most),
        };
        let mut setup = self.game.setup(players);
        for (option, value) in options {
            self.game.set_option(&mut setup, option, value).map_err(raise::<UnknownName>)?;
        }
        Ok(setup)
    }
}

/// The features of some actions in a view, one row for each.
pub(crate) fn rows_of<G: Encoded>(game: &G, view: &G::View, actions: &[G::Action]) -> Vec<Vec<f32>> {
    let row = |action: &G::Action| {
        let mut row = vec![0.0; G::ActionFeatures::LEN];
        game.action_features(view, *action).write(&mut row);
        row
    };
    actions.iter().map(row).collect()
}

/// Converts rows to an array with `width` columns.
pub(crate) fn array_of<'py>(
    py: Python<'py>,
    rows: &[Vec<f32>],
    width: usize,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    if rows.is_empty() {
        return Ok(PyArray2::zeros(py, [0, width], false));
    }
    Ok(PyArray2::from_vec2(py, rows)?)
}
