//! Runs that are continued from a file: the file says what is played.

use std::fmt::Display;
use std::path::Path;

use super::asked::Limits;
use super::commands::check_commands;
use super::failure::{Failure, in_file};
use super::many::arena_of;
use super::table::Occupant;
use crate::arena::{Arena, Setting, Shard};
use crate::json;
use crate::playable::Playable;

/// The games of a run that its file states, after it is made sure that its bots may be started.
pub(super) fn arena<G: Playable>(
    path: &Path,
    setting: &Setting,
    shard: Shard,
    limits: Limits,
    allow_exec: bool,
) -> Result<Arena<G>, Failure> {
    let wrong = |error: &dyn Display| in_file(path, error);
    if !shard.is_whole() {
        return Err(wrong(&"a part of a run, for `furlong merge`"));
    }
    if setting.game != G::ID {
        return Err(wrong(&format!("a run of {}, not of {}", setting.game, G::ID)));
    }
    check_commands(path, setting.lineup.iter(), allow_exec)?;
    let rules: G::Ruleset = json::from_value(&setting.rules).map_err(|error| wrong(&json::reason(&error)))?;
    let game = G::new(rules).map_err(|faults| wrong(&faults))?;
    let setup: G::Setup = json::from_value(&setting.setup).map_err(|error| wrong(&json::reason(&error)))?;
    let occupants = setting.lineup.iter().map(|bot| bot.parse()).collect::<Result<Vec<Occupant>, _>>();
    let occupants = occupants.map_err(|error| wrong(&error))?;
    let limits = Limits { most_events: setting.most_events, openings: setting.openings, ..limits };
    arena_of(game, setup, &occupants, setting.seed, limits)
}
