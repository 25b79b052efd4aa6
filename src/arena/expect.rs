//! Expectations of a comparison or of one ruleset. When one fails, the error states what was measured.

use std::ops::{Bound, RangeBounds};

use super::difference::Difference;
use super::endings::Endings;
use super::results::{Results, UnknownMetric};
use super::stats::Estimate;
use crate::common::sentences::sentences;
use crate::text::counted;

/// The error for a comparison that does not show what was expected.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unmet {
    /// There is no such metric.
    #[error(transparent)]
    UnknownMetric(#[from] UnknownMetric),
    /// The games do not show it. For each side that does not, the message states the means, the difference with its
    /// interval, its p-value and the number of games, and at the end the command that plays the games again.
    #[error("not shown: {0}")]
    NotShown(String),
    /// Too many games did not end, so nothing can be concluded. The message states how many, and has the same figures.
    #[error("not judged: {0}")]
    NotJudged(String),
}

sentences!(Unmet);

impl Results {
    /// Checks that the whole 95 % interval of the metric called `name` lies in `range`.
    ///
    /// Several expectations in one test need no correction: it passes only if all of them hold.
    ///
    /// ```
    /// use furlong::animal_race::AnimalRace;
    /// use furlong::arena::Trial;
    ///
    /// let results = Trial::<AnimalRace>::new("random")?.players(3).groups(800).run("classic")?;
    /// results.expect_between("wins-seat-1", 0.28..=0.39)?;
    /// results.expect_between("racing-phases", 5.0..)?;
    /// let unmet = results.expect_between("wins-seat-1", ..0.3).expect_err("a third is more");
    /// assert!(unmet.to_string().contains("95 % interval"), "{unmet}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such metric, or the interval does not lie in the range; the error states what was measured.
    pub fn expect_between(&self, name: &str, range: impl RangeBounds<f64>) -> Result<(), Unmet> {
        let column = self.column(name)?;
        let (scale, mean) =
            (self.metrics[column].scale, self.summary(column).and_then(|summary| summary.mean));
        let interval = mean.and_then(|mean| mean.interval);
        if interval.is_some_and(|within| range.contains(&within.low) && range.contains(&within.high)) {
            return Ok(());
        }
        let end = |bound: Bound<&f64>, word: &str| match bound {
            Bound::Included(end) => Some(format!("{word} {end}")),
            Bound::Excluded(end) => Some(format!("{word} {end}, that excluded")),
            Bound::Unbounded => None,
        };
        let ends = [end(range.start_bound(), "from"), end(range.end_bound(), "to")];
        let found = match mean {
            None => "no game has a value".to_owned(),
            Some(Estimate { value, interval: None, method }) => {
                format!("it is {}, without an interval ({method})", scale.figure(value))
            }
            Some(Estimate { value, interval: Some(within), method }) => {
                format!("it is {}, 95 % interval {} ({method})", scale.figure(value), scale.interval(within))
            }
        };
        let endings = self.endings();
        let evidence = format!(
            "`{name}` under {} is expected to be {}, but {found}, {}; again: {}",
            endings.of,
            ends.into_iter().flatten().collect::<Vec<_>>().join(" "),
            ended(&endings),
            self.setting.command(
                "simulate",
                &[&format!("--ruleset {}", self.setting.ruleset)],
                endings.games
            ),
        );
        if endings.judge(name) {
            return Err(Unmet::NotShown(evidence));
        }
        Err(Unmet::NotJudged(format!("{} {evidence}", endings.in_words().unwrap_or_default())))
    }
}

/// States the number of games, and how many of them ended if not all did.
fn ended(Endings { games, unfinished, forfeited, .. }: &Endings) -> String {
    let all = counted(*games as i64, "game", "games");
    match unfinished + forfeited {
        0 => all,
        broken_off => format!("{} of {all} ended", games - broken_off),
    }
}

/// States the evidence on an expectation such as `less than`, of two rulesets and the games under each. `tests` is the
/// number of tests for which the p-value is corrected.
pub(super) fn evidence(
    difference: &Difference,
    expected: &str,
    [base, other]: &[Endings; 2],
    tests: u64,
) -> String {
    let metric = &difference.metric;
    let figure = |value: f64| metric.scale.figure(value);
    let mean = |side: Option<Estimate>| side.map_or_else(|| "no value".to_owned(), |mean| figure(mean.value));
    let (first, second) = (mean(difference.base), mean(difference.other));
    let found = match difference.difference {
        None => "no difference could be measured".to_owned(),
        Some(Estimate { value, interval: None, method }) => {
            format!("difference {}, no interval ({method})", figure(value))
        }
        Some(Estimate { value, interval: Some(interval), method }) => {
            format!(
                "difference {}, 95 % interval {} ({method})",
                figure(value),
                metric.scale.interval(interval)
            )
        }
    };
    let p_value = match (difference.p_value, difference.raw_p_value) {
        (Some(corrected), Some(raw)) if tests > 1 => {
            format!("{} (corrected for {tests} tests; {} alone)", p_words(corrected), p_words(raw))
        }
        (Some(p_value), _) => p_words(p_value),
        _ => "no p-value".to_owned(),
    };
    format!(
        "`{}` of {} is expected to be {expected} that of {}, but it is {second} under {1} and {first} under {2}: {found}, \
         {p_value}; {} under {1}, {} under {2}",
        metric.name,
        other.of,
        base.of,
        ended(other),
        ended(base),
    )
}

/// Returns a p-value in words: `p 0.012`, `p below 0.001`.
pub fn p_words(p_value: f64) -> String {
    if p_value < 0.001 { "p below 0.001".to_owned() } else { format!("p {p_value:.3}") }
}
