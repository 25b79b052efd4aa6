//! Reads the seats, options and games that callers name.

use std::collections::HashMap;

use furlong::{AnyRace, Seat, Turn};
use pyo3::prelude::*;

use crate::any_game::{AnyGame, kind};
use crate::errors::{IllegalAction, raise};
use crate::game::Game;
use crate::values::Whole;

/// The requested seat if it is at the table, or the one to move.
pub(crate) fn seat_of(race: &dyn AnyRace, asked: Option<Whole>) -> PyResult<Seat> {
    let seat = match asked {
        Some(seat) => seat.seat().filter(|seat| race.seats().contains(*seat)),
        None => match race.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance(_) => {
                return Err(raise::<IllegalAction>(
                    "chance decides now: call proceed(), draw() or resolve()",
                ));
            }
            Turn::Over => return Err(raise::<IllegalAction>("the race is over, so nobody can move")),
        },
    };
    let most = race.seats().count() - 1;
    seat.ok_or_else(|| {
        let asked = asked.map_or_else(String::new, |seat| seat.to_string());
        raise::<IllegalAction>(format!("there is no seat {asked}: seats are 0 to {most}"))
    })
}

/// Reads the options of a set-up. Values may be numbers and texts.
pub(crate) fn options_of(
    options: Option<HashMap<String, Bound<'_, PyAny>>>,
) -> PyResult<Vec<(String, String)>> {
    let mut options: Vec<(String, String)> = options
        .unwrap_or_default()
        .into_iter()
        .map(|(name, value)| Ok((name, value.str()?.extract()?)))
        .collect::<PyResult<_>>()?;
    options.sort();
    Ok(options)
}

/// The game that a caller names.
pub(crate) fn game_of(game: &Bound<'_, PyAny>) -> PyResult<&'static dyn AnyGame> {
    match game.cast::<Game>() {
        Ok(game) => Ok(game.get().0),
        Err(_) => kind(&game.extract::<String>()?),
    }
}
