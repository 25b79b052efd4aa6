//! Steps towards goals: every ruleset one step away from a base, and how far it brings each goal.
//!
//! The base and each step play the same deals. What a goal measures is compared deal by deal, so that luck is common to
//! both sides. A goal that has games of its own, as about skill, has them under each step. Only sums are kept.
//!
//! A step is *nearer* to a goal by the distance of the base from the limits less its own, in the goal's unit
//! ([`Goal::unit`](super::goals::Goal::unit)). The best of many steps are also the luckiest: so the intervals are wide
//! enough to hold together for all steps and all goals, at all looks.

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
use crate::ground::sentences::sentences;
use crate::ruleset::WantedField;

/// A ruleset with its steps and goals for it, to be played.
#[derive(Debug)]
pub struct Steer<G: MeasuredGame> {
    vary: Vary<G>,
    goals: Goals,
}

/// The reason that steps towards goals cannot be played.
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
    /// The steps from the ruleset of `base`, of all fields or of the wanted ones, towards these goals. The groups of `base` do not
    /// matter.
    ///
    /// # Errors
    /// When fields or values are unknown, or when there are no steps.
    pub fn new(base: Arena<G>, wanted: &[WantedField], goals: Goals) -> Result<Self, SteerError> {
        Ok(Self { vary: Vary::new(base, wanted)?, goals })
    }

    /// The number of steps.
    pub fn count(&self) -> usize {
        self.vary.count()
    }

    /// The number of times that each deal is played: once by the line-up, if a goal is about its games, and once for each two bots
    /// of a goal that has games of its own.
    ///
    /// # Errors
    /// When the goals do not fit the game.
    pub fn runs(&self) -> Result<u64, SteerError> {
        Ok(runs(&self.goals, &self.vary.base)?.len() as u64)
    }
}
