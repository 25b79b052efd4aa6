//! The extent of a search for witnesses.

use std::sync::atomic::Ordering;

use serde::Serialize;

use crate::bot::StopFlag;
use crate::common::setters::setters;

/// The extent of a search for witnesses.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Search {
    /// The number of races for each field and each number of players.
    pub games: u64,
    /// The seed of all randomness: the same seed finds the same witnesses.
    pub seed: u64,
    /// The maximum number of events in a race.
    pub most_events: usize,
}

setters!(Search { games: u64, seed: u64, most_events: usize });

impl Default for Search {
    /// 100 races for each field and number of players, of at most 1000 events each.
    fn default() -> Self {
        Self { games: 100, seed: 1, most_events: 1000 }
    }
}

/// The extent of a search, and the flag that stops it.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a> {
    pub(super) search: &'a Search,
    pub(super) stop: &'a StopFlag,
}

impl Plan<'_> {
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
