//! The reasons why goals are refused or cannot be checked.

use std::path::PathBuf;

use crate::arena::ArenaError;
use crate::ruleset::{PlacedFaults, RulesetError};

/// The reason why goals are refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GoalsError {
    /// The file cannot be read.
    #[error("cannot read {}: {problem}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The problem.
        problem: String,
    },
    /// The text is not TOML.
    #[error(transparent)]
    NotToml(#[from] RulesetError),
    /// Goals are wrong.
    #[error("{0}")]
    Faults(PlacedFaults),
}

/// The reason why goals could not be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The goals do not fit the game.
    #[error(transparent)]
    Goals(#[from] GoalsError),
    /// The games could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A game failed.
    #[error("{0}")]
    Failed(String),
}
