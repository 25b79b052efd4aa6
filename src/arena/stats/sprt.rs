//! The sequential probability ratio test, which stops as soon as the question is decided.
//!
//! The log-likelihood ratio compares how well two hypotheses about a mean explain the results. An estimate at the moment of
//! stopping is biased, and a report should say so.

use serde::{Deserialize, Serialize};

use super::estimate::Moments;

/// The log-likelihood ratios at which a test stops.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The ratio at or below which the first hypothesis is accepted.
    pub lower: f64,
    /// The ratio at or above which the second hypothesis is accepted.
    pub upper: f64,
}

/// The hypothesis that a sequential test has accepted so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accepted {
    /// The difference is the first one or less.
    First,
    /// The difference is the second one or more.
    Second,
    /// Not decided yet.
    Open,
}

impl Bounds {
    /// Returns the bounds for two error probabilities: `alpha` for wrongly accepting the second hypothesis, `beta` for
    /// wrongly accepting the first.
    ///
    /// ```
    /// use furlong::arena::stats::Bounds;
    /// let bounds = Bounds::new(0.05, 0.05);
    /// assert!((bounds.upper - 2.944_4).abs() < 1e-4 && (bounds.lower + 2.944_4).abs() < 1e-4);
    /// ```
    pub fn new(alpha: f64, beta: f64) -> Self {
        Self { lower: libm::log(beta / (1.0 - alpha)), upper: libm::log((1.0 - beta) / alpha) }
    }

    /// Returns the decision for a log-likelihood ratio.
    pub fn decide(&self, llr: f64) -> Accepted {
        if llr <= self.lower {
            Accepted::First
        } else if llr >= self.upper {
            Accepted::Second
        } else {
            Accepted::Open
        }
    }
}

/// Returns the log-likelihood ratio of the second mean against the first, for values of this mean and variance, by the
/// normal approximation: n (second - first) (2 mean - first - second) / (2 variance). The variance must be above 0.
///
/// ```
/// use furlong::arena::stats::{Moments, mean_llr};
/// let moments = Moments { count: 100, mean: 0.5, variance: 1.0 };
/// assert_eq!(mean_llr(&moments, 0.0, 0.5), 12.5);
/// ```
pub fn mean_llr(moments: &Moments, first: f64, second: f64) -> f64 {
    moments.count as f64 * (second - first) * (2.0 * moments.mean - first - second) / (2.0 * moments.variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_ends_at_its_bounds() {
        let bounds = Bounds::new(0.05, 0.1);
        assert_eq!(bounds.decide(bounds.upper), Accepted::Second);
        assert_eq!(bounds.decide(bounds.lower), Accepted::First);
        assert_eq!(bounds.decide(0.0), Accepted::Open);
        // Not a step earlier.
        assert_eq!(bounds.decide(0.99 * bounds.upper), Accepted::Open);
        assert_eq!(bounds.decide(0.99 * bounds.lower), Accepted::Open);
        // ln(0.1 / 0.95) and ln(0.9 / 0.05).
        assert!((bounds.lower + 2.251_3).abs() < 1e-4 && (bounds.upper - 2.890_4).abs() < 1e-4, "{bounds:?}");
    }
}
