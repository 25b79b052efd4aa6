//! What all runs of steps share: the fields that were typed, and how many games fit in a minute.

use std::time::{Duration, Instant};

use crate::failure::Failure;
use furlong::Playable;
use furlong::arena::Arena;
use furlong::ruleset::WantedField;

/// How long to play in order to find out how many games fit in a minute.
const TRIED: Duration = Duration::from_millis(500);

pub(crate) fn wanted_fields(typed: &[String]) -> Result<Vec<WantedField>, Failure> {
    let read: Vec<Result<WantedField, _>> = typed.iter().map(|field| field.parse()).collect();
    if read.iter().any(Result::is_err) {
        return Err(Failure::of_option("fields", read.into_iter().filter_map(Result::err)));
    }
    Ok(read.into_iter().filter_map(Result::ok).collect())
}

/// The number of games that take about this many minutes, from a trial of the base ruleset with all player types.
pub(crate) fn games_in<G: Playable>(bases: &[Arena<G>], minutes: u64) -> Result<u64, Failure> {
    let (started, mut games, mut groups) = (Instant::now(), 0_u64, 16_u64);
    while started.elapsed() < TRIED {
        for base in bases {
            let trial = base.clone().groups(0..groups);
            trial.run_through(|group| games += group.games.len() as u64)?;
        }
        groups = groups.saturating_mul(2);
    }
    let speed = games as f64 / started.elapsed().as_secs_f64();
    Ok((speed * 60.0 * minutes as f64) as u64)
}
