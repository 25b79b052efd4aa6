//! Expectations of a comparison, whose failures state what was measured.

use super::difference::Difference;
use super::results::UnknownMetric;
use super::stats::Estimate;
use crate::sentences::sentences;

/// The error for a comparison that does not show what was expected.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unmet {
    /// There is no such metric.
    #[error(transparent)]
    UnknownMetric(#[from] UnknownMetric),
    /// The games do not show it. The message states the means, the difference with its interval, its p-value and the
    /// number of games, of each side that does not show it.
    #[error("not shown: {0}")]
    NotShown(String),
}

sentences!(Unmet);

/// The evidence on an expectation such as `less than`, of two rulesets and the games under each.
pub(super) fn evidence(
    difference: &Difference,
    expected: &str,
    [base, other]: [&str; 2],
    games: [u64; 2],
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
    let p_value = difference.p_value.map_or_else(|| "no p-value".to_owned(), p_words);
    format!(
        "`{}` of {other} is expected to be {expected} that of {base}, but it is {second} under {other} and {first} \
         under {base}: {found}, {p_value} (corrected), {} and {} games",
        metric.name, games[1], games[0],
    )
}

/// A p-value in words: `p 0.012`, `p below 0.001`.
pub(crate) fn p_words(p_value: f64) -> String {
    if p_value < 0.001 { "p below 0.001".to_owned() } else { format!("p {p_value:.3}") }
}
