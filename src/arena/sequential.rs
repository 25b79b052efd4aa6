//! Sequential testing: a run that stops as soon as a difference is decided.
//!
//! The question is whether a mean over groups is 0, or at least [`Sequential::difference`] away from it in either
//! direction. Two of Wald's sequential probability ratio tests run side by side, one for each direction. Each tracks
//! the log-likelihood ratio of "the mean is the difference", positive or negative, against "the mean is 0", by the
//! normal approximation for means of groups. `more` or `less` is decided when one ratio reaches its upper bound,
//! `neither` when both have reached their lower bounds. If the mean is 0, the probability of a wrong `more` or `less`
//! is at most about [`Sequential::alpha`]. If the mean is the difference, the probability of a wrong `neither` is
//! about [`Sequential::beta`].
//!
//! Luck ([`Arena::luck`]) is not removed from the values that are tested.
//!
//! The results are checked in the order of groups, after every batch of [`BATCH`](super::BATCH) groups, but not before
//! [`LEAST_GROUPS`] groups have a value. A few games that merely repeat never decide. The same seed therefore stops at
//! the same group on any number of threads. Estimates from a run that stops because of its own results are biased: it
//! tends to stop while they are off in the direction that is decided.

use std::ops::ControlFlow;

use serde::Serialize;

use super::difference::gains;
use super::metric::Measured;
use super::results::{Incomparable, Results, UnknownMetric};
use super::run::{Arena, ArenaError, Progress};
use super::side_by_side::run_side_by_side;
use super::stats::{Accepted, Bounds, LEAST_ROOM, Moments, Range, mean_llr, with_spread};

/// The minimum number of groups with a value before the first check, for the normal approximation of their mean.
pub const LEAST_GROUPS: u64 = 50;

/// The question of a sequential test, with its error probabilities.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sequential {
    /// The name of a metric, when rulesets are compared, or of a player.
    pub of: String,
    /// The smallest difference from 0 that matters, above 0: in the units of the metric, or in shares of a win.
    pub difference: f64,
    /// The probability of a false finding: no real difference, but the test reports one.
    pub alpha: f64,
    /// The probability of finding no difference although it is as large as `difference`.
    pub beta: f64,
}

/// The decision of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The mean is above 0, by about the requested difference or more.
    More,
    /// The mean is below 0, by about the requested difference or more.
    Less,
    /// The mean is closer to 0 than the requested difference.
    Neither,
    /// Nothing is decided.
    Open,
    /// Too many games did not end for a decision.
    Unfinished,
}

impl Answer {
    /// Returns whether the question is decided.
    pub fn is_decided(self) -> bool {
        matches!(self, Self::More | Self::Less | Self::Neither)
    }
}

/// The result of a sequential test.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stop {
    /// The question.
    pub question: Sequential,
    /// The decision.
    pub outcome: Answer,
    /// The number of groups with a value.
    pub groups: u64,
    /// The mean of the groups; it is a biased estimate where the test stopped the run.
    pub mean: f64,
    /// The log-likelihood ratio of the requested difference against 0.
    pub llr_more: f64,
    /// The log-likelihood ratio of the requested difference, with a negative sign, against 0.
    pub llr_less: f64,
    /// The bounds of both ratios.
    pub bounds: Bounds,
}

/// The reason why a sequential test cannot be made.
#[derive(Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SequentialError {
    /// The difference is not above 0.
    #[error("the difference must be a number above 0, not {0}")]
    Difference(f64),
    /// There is no such metric.
    #[error(transparent)]
    UnknownMetric(#[from] UnknownMetric),
    /// There is no player of this name.
    #[error("no player is called `{name}`; there are: {}", known.join(", "))]
    UnknownPlayer {
        /// The requested name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// One player has all seats, so its share is always the fair one.
    #[error("{0} plays all seats, so there is nobody to compare it with")]
    Alone(String),
    /// The games could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The two sides cannot be compared.
    #[error(transparent)]
    Incomparable(#[from] Incomparable),
}

/// The values of groups, and the largest possible distance between two of them.
struct Series {
    values: Vec<f64>,
    spread: f64,
    /// `false` when the values come from a few repeated games.
    is_random: bool,
    /// `true` when few enough games were left unfinished.
    is_judged: bool,
}

impl Sequential {
    /// Creates a question with 5 % for both error probabilities.
    ///
    /// # Errors
    /// When the difference is not a number above 0.
    pub fn new(of: impl Into<String>, difference: f64) -> Result<Self, SequentialError> {
        if !(difference.is_finite() && difference > 0.0) {
            return Err(SequentialError::Difference(difference));
        }
        Ok(Self { of: of.into(), difference, alpha: 0.05, beta: 0.05 })
    }

    /// Plays a base and others on the same deals until each difference (the other minus the base) in the metric
    /// [`Sequential::of`] is decided, or all groups are played. Returns the results of all runs, and one decision for
    /// each of the others, made when it was reached. The probability of any false finding is at most about
    /// [`Sequential::alpha`], which is divided among the others.
    ///
    /// # Errors
    /// When there is no such metric, there is nothing to compare, or the games cannot be played.
    pub fn compare<G: Measured>(
        &self,
        arenas: &[Arena<G>],
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<(Vec<Results>, Vec<Stop>), SequentialError> {
        let [first, others @ ..] = arenas else { return Err(Incomparable::NoOthers.into()) };
        if others.is_empty() {
            return Err(Incomparable::NoOthers.into());
        }
        let column = first.nothing()?.column(&self.of)?;
        for other in others {
            other.nothing()?.column(&self.of)?;
        }
        let look = |one: &Results, other: &Results| {
            let series = |run: &Results| run.group_means(column).collect::<Vec<_>>();
            let values = gains(&series(one), &series(other));
            let is_random = ![one, other].iter().any(|run| run.is_settled(run.sums.by_group(column)));
            let is_judged = [one, other].iter().all(|run| run.endings().judge(&self.of));
            let spread = Self::spread(&[one, other], column);
            self.look(&Series { values, spread, is_random, is_judged }, others.len())
        };
        let mut stops: Vec<Option<Stop>> = vec![None; others.len()];
        let mut decide = |runs: &[Results]| {
            let Some((base, others)) = runs.split_first() else { return ControlFlow::Break(()) };
            for (stop, other) in stops.iter_mut().zip(others) {
                if stop.as_ref().is_none_or(|stop| !stop.outcome.is_decided()) {
                    *stop = Some(look(base, other));
                }
            }
            let is_open = stops.iter().flatten().any(|stop| !stop.outcome.is_decided());
            if is_open { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let runs = run_side_by_side(arenas, observer, &mut decide)?;
        // A stopped run ends between two checks.
        _ = decide(&runs);
        Ok((runs, stops.into_iter().flatten().collect()))
    }

    /// Plays until it is decided whether the player [`Sequential::of`] wins more or less than an average seat of this
    /// table, or all groups are played. Each deal is played in all seatings, so the average seat wins what an equal
    /// player would, even if runners without an owner also win.
    ///
    /// # Errors
    /// When there is no such player or no other one, or the games cannot be played.
    pub fn duel<G: Measured>(
        &self,
        arena: &Arena<G>,
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<(Results, Stop), SequentialError> {
        let lineup = arena.nothing()?.setting.lineup;
        if !lineup.contains(&self.of) {
            let (name, mut known) = (self.of.clone(), lineup);
            known.dedup();
            return Err(SequentialError::UnknownPlayer { name, known });
        }
        if lineup.iter().all(|name| *name == self.of) {
            return Err(SequentialError::Alone(self.of.clone()));
        }
        let look = |results: &Results| {
            let shares = results.shares_of(&self.of);
            let values: Vec<f64> =
                shares.iter().zip(results.mean_shares()).map(|(share, fair)| share - fair).collect();
            let is_random = !results.is_settled(&values.iter().copied().collect());
            let is_judged = results.endings().judge_wins();
            self.look(&Series { values, spread: 1.0, is_random, is_judged }, 1)
        };
        let results = arena.run_until(observer, |results| look(results).flow())?;
        let stop = look(&results);
        Ok((results, stop))
    }

    /// Returns the largest possible distance between values of groups, from the range of the metric or else from the
    /// values found. It must not depend on the question, or a small difference would make rare events impossible.
    fn spread(runs: &[&Results], column: usize) -> f64 {
        let ranges = runs.iter().map(|run| run.metrics[column].range.of_difference());
        let furthest = |range: Range| if let Range::Within(_, high) = range { Some(high) } else { None };
        if let Some(spread) = ranges.filter_map(furthest).reduce(f64::max) {
            return spread;
        }
        let values = || runs.iter().flat_map(|run| run.group_means(column).map(|(_, mean)| mean));
        let range = values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
        range.max(LEAST_ROOM)
    }

    /// Decides about one of `tests` differences.
    fn look(&self, series: &Series, tests: usize) -> Stop {
        let moments = Moments::of(&series.values);
        let moments = with_spread(&moments, series.spread);
        let bounds = Bounds::new(self.alpha / (2.0 * tests as f64), self.beta);
        let [llr_more, llr_less] =
            [self.difference, -self.difference].map(|difference| mean_llr(&moments, 0.0, difference));
        let outcome = match [llr_more, llr_less].map(|llr| bounds.decide(llr)) {
            _ if !series.is_judged => Answer::Unfinished,
            _ if moments.count < LEAST_GROUPS || !series.is_random => Answer::Open,
            [Accepted::Second, _] => Answer::More,
            [_, Accepted::Second] => Answer::Less,
            [Accepted::First, Accepted::First] => Answer::Neither,
            _ => Answer::Open,
        };
        let (groups, mean) = (moments.count, moments.mean);
        Stop { question: self.clone(), outcome, groups, mean, llr_more, llr_less, bounds }
    }
}

impl Stop {
    /// Continues until something is decided.
    fn flow(&self) -> ControlFlow<()> {
        if self.outcome.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_difference_is_found_at_the_lower_bound_and_not_before() {
        // Differences of 1 and -1 alternate: the variance is 1, and both ratios are -50 times the squared difference.
        let values: Vec<f64> = (0..100).map(|number| f64::from(number % 2 * 2 - 1)).collect();
        let look = |difference| {
            let question = Sequential::new("rounds", difference).expect("above 0");
            question
                .look(&Series { values: values.clone(), spread: 1.0, is_random: true, is_judged: true }, 1)
        };
        // ln(0.05 / 0.975).
        assert!((look(0.2).bounds.lower + 2.970_4).abs() < 1e-4);
        for (difference, ratio, outcome) in [(0.2, -2.0, Answer::Open), (0.25, -3.125, Answer::Neither)] {
            let stop = look(difference);
            assert!((stop.llr_more - ratio).abs() < 1e-9 && (stop.llr_less - ratio).abs() < 1e-9, "{stop:?}");
            assert_eq!(stop.outcome, outcome);
        }
    }
}
