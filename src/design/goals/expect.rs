//! Goals in tests: [`Trial::expect`].

use super::check::{Checked, check};
use super::error::CheckError;
use super::goal::Goals;
use crate::arena::{Measured, Rules, Trial, TrialError};
use crate::bot::Bots;
use crate::common::sentences::sentences;

/// The reason why a ruleset does not meet expectations.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Unexpected {
    /// The trial could not be made.
    #[error(transparent)]
    Trial(#[from] TrialError),
    /// The goals could not be checked.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// A goal is missed or not decided. The message contains all measured values.
    #[error("{0}")]
    NotMet(Box<Checked>),
}

sentences!(Unexpected);

impl<G: Measured + Bots> Trial<G> {
    /// Plays under a ruleset until each goal is decided, for at most [`Trial::groups`] deals: see
    /// [`check`](crate::design::goals::check).
    ///
    /// # Errors
    /// When a goal is missed or not decided; the message contains the measured values of all goals. Also when the
    /// trial cannot be made, or a metric does not exist.
    pub fn expect(&self, rules: impl Rules<G>, goals: &Goals) -> Result<Checked, Unexpected> {
        let arena = self.arena(rules)?;
        let checked = check(goals, &arena, &|_| ())?;
        match &checked.stopped {
            Some(stopped) if stopped.failure.is_some() => {
                let failure = stopped.failure.clone().unwrap_or_default();
                Err(CheckError::Failed(failure).into())
            }
            _ if checked.is_met() => Ok(checked),
            _ => Err(Unexpected::NotMet(Box::new(checked))),
        }
    }
}
