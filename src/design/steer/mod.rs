//! Steps towards goals: every ruleset one step away from a base, and how much closer it comes to each goal.
//!
//! The base and each step play the same deals. Measures are compared deal by deal, so that luck is common to both
//! sides. If a goal needs separate games, as goals about skill do, they are also played under each step. Only sums are
//! kept.
//!
//! How much *nearer* to a goal a step is means the base's distance from the limits minus the step's, in the goal's unit
//! ([`Goal::unit`](super::goals::Goal::unit)). The best of many steps are also the luckiest, so the intervals are wide
//! enough to hold together for all steps and all goals, at all checks.

mod play;
mod report;
mod state;
#[cfg(test)]
mod tests;

pub use self::report::{Aim, Move, Moves, SteerReport, Way};
pub use self::state::{Measured, Series, Steered, Steering};
use super::goals::{CheckError, Goals, runs};
use super::vary::{Vary, VaryError};
use crate::arena::{Arena, ArenaError, Measured as MeasuredGame};
use crate::bot::Bots;
use crate::common::sentences::sentences;
use crate::ruleset::WantedField;

/// A ruleset with its steps and the goals for it, ready to be played.
#[derive(Debug)]
pub struct Steer<G: MeasuredGame> {
    vary: Vary<G>,
    goals: Goals,
}

/// The reason why steps towards goals cannot be played.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum SteerError {
    /// The steps cannot be played.
    #[error(transparent)]
    Vary(#[from] VaryError),
    /// The goals do not fit the game.
    #[error(transparent)]
    Check(#[from] CheckError),
}

sentences!(SteerError);

impl From<ArenaError> for SteerError {
    fn from(error: ArenaError) -> Self {
        Self::Check(error.into())
    }
}

impl<G: MeasuredGame + Bots> Steer<G> {
    /// Finds the steps from the ruleset of `base` towards these goals, in all fields or only in the wanted ones. The
    /// groups of `base` do not matter.
    ///
    /// # Errors
    /// When fields or values are unknown, or when there are no steps.
    pub fn new(base: Arena<G>, wanted: &[WantedField], goals: Goals) -> Result<Self, SteerError> {
        Ok(Self { vary: Vary::new(base, wanted)?, goals })
    }

    /// Returns the number of steps.
    pub fn count(&self) -> usize {
        self.vary.count()
    }

    /// Returns how often each deal is played: once by the line-up, if a goal is about its games, and once for every
    /// two bots of a goal that needs separate games.
    ///
    /// # Errors
    /// When the goals do not fit the game.
    pub fn runs(&self) -> Result<u64, SteerError> {
        Ok(runs(&self.goals, &self.vary.base)?.len() as u64)
    }
}
