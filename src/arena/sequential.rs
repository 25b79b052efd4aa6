//! Playing until a question is decided: a sequential test of one difference.
//!
//! The question is whether a mean over groups is 0 or lies at least [`Sequential::difference`] away from it, either
//! way. It is answered by two tests of Wald's kind beside each other, one for each side: the log-likelihood ratio of
//! "the mean is the difference asked for" against "it is 0", and the same with the difference taken negative, by the
//! normal approximation for means of groups. `more` and `less` are decided when one of them reaches its upper bound,
//! `neither` when both have reached their lower one. The chance of a wrong `more` or `less` is at most about
//! [`Sequential::alpha`] where the mean is 0, that of a wrong `neither` about [`Sequential::beta`] where it is the
//! difference asked for.
//!
//! The groups are looked at in their order, at the ends of batches of [`BATCH`](super::BATCH) of them, and not before
//! [`LEAST_GROUPS`] have a value, and nothing is decided by a few games that come again and again. So the same seed stops at the same place on any number of threads. A run that stops
//! by its own results gives biased estimates: it tends to stop while they are off in the direction that is decided.

use std::ops::ControlFlow;

use serde::Serialize;

use super::compare::gains;
use super::metric::Measured;
use super::results::Incomparable;
use super::results::{Results, UnknownMetric};
use super::run::{Arena, ArenaError, Progress};
use super::side_by_side::run_both;
use super::stats::{Accepted, Bounds, Moments, Range, mean_llr, square};

/// No look is taken before so many groups have a value: the test counts on means of groups.
pub const LEAST_GROUPS: u64 = 50;

/// What is to be decided, and how surely.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sequential {
    /// Of what: the name of a metric where rulesets are compared, or of a player.
    pub of: String,
    /// The least difference from 0 that matters, above 0: in the units of the metric, or in shares of a win.
    pub difference: f64,
    /// The chance of finding a difference where there is none.
    pub alpha: f64,
    /// The chance of finding none where it is as great as this.
    pub beta: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The mean lies above 0, by about the difference asked for or more.
    More,
    /// It lies below 0, by about the difference asked for or more.
    Less,
    /// It is nearer to 0 than the difference asked for, on both sides.
    Neither,
    /// All has been played and nothing is decided.
    Open,
}

/// What a sequential test has found, and where it stopped.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stop {
    /// What was to be decided.
    pub question: Sequential,
    /// What is decided.
    pub outcome: Outcome,
    /// How many groups with a value it took.
    pub groups: u64,
    /// Their mean: a biased estimate, where the test has stopped the run.
    pub mean: f64,
    /// The log-likelihood ratio of the difference asked for against 0.
    pub llr_more: f64,
    /// The log-likelihood ratio of the difference asked for, taken negative, against 0.
    pub llr_less: f64,
    /// The bounds of both ratios.
    pub bounds: Bounds,
}

/// Why a sequential test cannot be made.
#[derive(Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SequentialError {
    /// The difference is not above 0.
    #[error("the difference to be decided must be a number above 0, not {0}")]
    Difference(f64),
    /// There is no such metric.
    #[error(transparent)]
    UnknownMetric(#[from] UnknownMetric),
    /// Nobody of this name plays.
    #[error("no player is called `{name}`; there are: {known}")]
    UnknownPlayer {
        /// The name asked for.
        name: String,
        /// Who plays.
        known: String,
    },
    /// All seats are one player's, so that its share is fair whatever it does.
    #[error("{0} plays all seats: nobody to do better than")]
    Alone(String),
    /// The games could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The two sides cannot be compared.
    #[error(transparent)]
    Incomparable(#[from] Incomparable),
}

/// Values of groups, and how far one could lie off.
struct Series {
    values: Vec<f64>,
    reach: f64,
    /// Not all values are those of a few games again and again.
    is_random: bool,
}

impl Sequential {
    /// A question with the usual 5 % for both errors.
    ///
    /// # Errors
    /// When the difference is not a number above 0.
    pub fn new(of: impl Into<String>, difference: f64) -> Result<Self, SequentialError> {
        if !(difference.is_finite() && difference > 0.0) {
            return Err(SequentialError::Difference(difference));
        }
        Ok(Self { of: of.into(), difference, alpha: 0.05, beta: 0.05 })
    }

    /// Plays two rulesets on common deals until it is decided whether the metric [`Sequential::of`] differs, the
    /// second less the first, or all groups are played.
    ///
    /// # Errors
    /// When there is no such metric, or the games cannot be played.
    pub fn compare<G: Measured>(
        &self,
        first: &Arena<G>,
        second: &Arena<G>,
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<([Results; 2], Stop), SequentialError> {
        let column = first.nothing()?.column(&self.of)?;
        second.nothing()?.column(&self.of)?;
        let look = |one: &Results, other: &Results| {
            let values = gains(one, other, column);
            let values_of = |run: &Results| run.group_means(column).map(|(_, mean)| mean).collect::<Vec<_>>();
            let is_random = !(one.is_settled(&values_of(one)) || other.is_settled(&values_of(other)));
            self.look(&Series { values, reach: self.reach(&[one, other], column), is_random })
        };
        let both = run_both(first, second, observer, |one, other| look(one, other).flow())?;
        let stop = look(&both[0], &both[1]);
        Ok((both, stop))
    }

    /// Plays until it is decided whether the player [`Sequential::of`] wins more or less than a seat of this table
    /// does on average, or all groups are played. Each deal is played in all seatings, so the average seat has what
    /// an equal player would have, also where runners that nobody owns win too.
    ///
    /// # Errors
    /// When nobody is called so, or the games cannot be played.
    pub fn duel<G: Measured>(
        &self,
        arena: &Arena<G>,
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<(Results, Stop), SequentialError> {
        let lineup = arena.nothing()?.lineup;
        if !lineup.contains(&self.of) {
            let (name, mut known) = (self.of.clone(), lineup);
            known.dedup();
            return Err(SequentialError::UnknownPlayer { name, known: known.join(", ") });
        }
        if lineup.iter().all(|name| *name == self.of) {
            return Err(SequentialError::Alone(self.of.clone()));
        }
        let look = |results: &Results| {
            let shares = results.shares_of(&self.of);
            let values: Vec<f64> =
                shares.iter().zip(results.mean_shares()).map(|(share, fair)| share - fair).collect();
            self.look(&Series { is_random: !results.is_settled(&values), values, reach: 1.0 })
        };
        let results = arena.run_until(observer, |results| look(results).flow())?;
        let stop = look(&results);
        Ok((results, stop))
    }

    /// How far the values of a group could lie apart, as far as both runs tell.
    fn reach(&self, runs: &[&Results], column: usize) -> f64 {
        let ranges = runs.iter().map(|run| run.metrics[column].range.of_difference());
        let furthest = |range: Range| if let Range::Within(_, high) = range { Some(high) } else { None };
        if let Some(reach) = ranges.filter_map(furthest).reduce(f64::max) {
            return reach;
        }
        let values = || runs.iter().flat_map(|run| run.group_means(column).map(|(_, mean)| mean));
        let range = values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
        range.max(self.difference)
    }

    fn look(&self, series: &Series) -> Stop {
        let moments = Moments::of(&series.values);
        // Two more groups, as far off as can be, one each way: where all groups so far are equal that says little
        // about the rare ones that are not.
        let count = moments.count as f64;
        let variance = (moments.variance * count + 2.0 * square(series.reach)) / (count + 2.0);
        let moments = Moments { variance, ..moments };
        let bounds = Bounds::new(self.alpha / 2.0, self.beta);
        let [llr_more, llr_less] =
            [self.difference, -self.difference].map(|difference| mean_llr(&moments, 0.0, difference));
        let outcome = match [llr_more, llr_less].map(|llr| bounds.decide(llr)) {
            _ if moments.count < LEAST_GROUPS || !series.is_random => Outcome::Open,
            [Accepted::Second, _] => Outcome::More,
            [_, Accepted::Second] => Outcome::Less,
            [Accepted::First, Accepted::First] => Outcome::Neither,
            _ => Outcome::Open,
        };
        let (groups, mean) = (moments.count, moments.mean);
        Stop { question: self.clone(), outcome, groups, mean, llr_more, llr_less, bounds }
    }
}

impl Stop {
    /// Whether to play on.
    fn flow(&self) -> ControlFlow<()> {
        if self.outcome == Outcome::Open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
