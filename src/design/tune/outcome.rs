//! The result of a search, and the reasons why there is none.

use super::candidate::Candidate;
use super::saved::Task;
use crate::arena::{ArenaError, Stopped};
use crate::common::fault::Faults;
use crate::design::goals::CheckError;
use crate::design::reached;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Tuned<R> {
    /// Everything that the games depend on.
    pub task: Task,
    /// The base.
    pub base: Candidate<R>,
    /// The candidates that no other one beats, the closest to the goals first.
    pub front: Vec<Candidate<R>>,
    /// The number of candidates that were played, including the base.
    pub candidates: u64,
    /// The number of steps that led to no valid ruleset for this table, and were skipped.
    pub refused: u64,
    /// The steps from the base that never come into play at this table, and were not tried.
    pub not_reached: Vec<String>,
    /// The number of complete rounds.
    pub rounds: u32,
    /// The number of games of the search.
    pub games: u64,
    /// The seed of the games for the confirmation.
    pub fresh_seed: u64,
    /// The early end of the search or of the confirmation, if there was one.
    pub stopped: Option<Stopped>,
}

impl<R> Tuned<R> {
    /// Returns a sentence on the steps that never come into play, without its full stop; `None` if there are none.
    pub fn not_reached_in_words(&self) -> Option<String> {
        reached::in_words(&self.not_reached)
    }
}

/// The reason why a search failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TuneError {
    /// Fields or their values do not exist. All faults are listed.
    #[error("{0}")]
    Fields(#[from] Faults),
    /// There is nothing to search.
    #[error("these fields have no other value that is a valid ruleset")]
    NoSteps,
    /// The budget is too small for the base.
    #[error("a search needs at least {least} games, not {games}")]
    TooFew {
        /// The budget.
        games: u64,
        /// The games that the base needs.
        least: u64,
    },
    /// The goals do not fit the game, or the base cannot be played.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// The kept games belong to another search.
    #[error("the games belong to another search: {0}")]
    OtherSearch(String),
}

impl From<ArenaError> for TuneError {
    fn from(error: ArenaError) -> Self {
        Self::Check(error.into())
    }
}
