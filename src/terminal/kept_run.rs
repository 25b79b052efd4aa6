//! Runs that are continued from a file: the file says what is played.

use std::fmt::Display;
use std::path::Path;

use serde_json::Value;

use super::asked::Limits;
use super::commands::check_commands;
use super::failure::{Failure, in_file};
use super::many::arena_of;
use super::table::Occupant;
use crate::arena::{Arena, Shard};
use crate::json;
use crate::playable::Playable;

/// The facts of a run that its file states.
pub(super) struct KeptRun<'a> {
    pub(super) path: &'a Path,
    pub(super) game: &'a str,
    pub(super) rules: &'a Value,
    pub(super) setup: &'a Value,
    /// The players, in the order of seats.
    pub(super) lineup: &'a [String],
    pub(super) seed: u64,
    pub(super) most_events: u32,
    pub(super) openings: u32,
    pub(super) shard: Shard,
}

impl KeptRun<'_> {
    /// The games of the run, after it is made sure that its bots may be started.
    pub(super) fn arena<G: Playable>(&self, limits: Limits, allow_exec: bool) -> Result<Arena<G>, Failure> {
        let wrong = |error: &dyn Display| in_file(self.path, error);
        if !self.shard.is_whole() {
            return Err(wrong(&"a part of a run, for `furlong merge`"));
        }
        if self.game != G::ID {
            return Err(wrong(&format!("a run of {}, not of {}", self.game, G::ID)));
        }
        check_commands(self.path, self.lineup.iter(), allow_exec)?;
        let rules: G::Ruleset = json::from_value(self.rules).map_err(|error| wrong(&json::reason(&error)))?;
        let game = G::new(rules).map_err(|faults| wrong(&faults))?;
        let setup: G::Setup = json::from_value(self.setup).map_err(|error| wrong(&json::reason(&error)))?;
        let occupants = self.lineup.iter().map(|bot| bot.parse()).collect::<Result<Vec<Occupant>, _>>();
        let occupants = occupants.map_err(|error| wrong(&error))?;
        let limits = Limits { most_events: self.most_events, openings: self.openings, ..limits };
        arena_of(game, setup, &occupants, self.seed, limits)
    }
}
