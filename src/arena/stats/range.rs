//! Means of values that have a range, with 95 % intervals that stay within it.
//!
//! A mean near an end of its range has little room and a small variance. So the variance is modelled as a function of
//! the mean that falls to 0 at the ends: `c (mean - low) (high - mean)` between two ends, `c (mean - low)` above one.
//! The sample gives `c`. The interval holds all means that lie within Student's quantile of the sample mean by their
//! own standard errors: it inverts a score test, as Wilson's interval does for a rate and Rao's for a count. For a
//! rate, whose values are at the two ends only, `c` is known to be 1 and the quantile is the normal one: Wilson's
//! interval itself. Without ends it is Student's interval.
//!
//! The unit is the group, so correlated games of one deal widen the interval: it is Wilson's for the effective number
//! of games that the variance over groups implies. Where all groups agree on one value between two ends, Wilson's bound
//! on the share of unseen groups that differ limits how far the mean can lie from it.
//!
//! # Coverage
//!
//! `cargo test --test library -- --nocapture intervals_of` measures the coverage, the share of intervals that hold the
//! true value, over 1,000 runs with 5, 10, 20 and 50 groups each. The lowest coverage of all these cases:
//!
//! | values | lowest coverage |
//! |---|---|
//! | a yes or no a group, rates from 2 to 95 % | 90.2 % |
//! | four games a group, each with the deal's common result with probability 0, 0.3 or 0.6, the same rates | 91.1 % |
//! | differences of -1, 0 or 1 | 92.9 % |
//! | counts with a long tail (geometric, mean 1) | 94.4 % |
//! | counts far above 0 | 94.5 % |
//!
//! With three groups it can be lower: 86 % for a rate of 95 %, which one miss in three already excludes. For rare
//! events and few groups Student's interval, which leaves the range, has a far lower coverage.

use serde::{Deserialize, Serialize};

use super::estimate::{Estimate, Interval, LEVEL, Method, Moments, mean};
use super::special::{normal_quantile, square, student_t_quantile};

/// A range of values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", try_from = "Written")]
pub enum Range {
    /// Any number.
    Any,
    /// This number or more.
    AtLeast(f64),
    /// From the first number to the second.
    Within(f64, f64),
}

/// A range as a file has it, perhaps upside down.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Written {
    Any,
    AtLeast(f64),
    Within(f64, f64),
}

impl TryFrom<Written> for Range {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        match written {
            Written::Any => Ok(Self::Any),
            Written::AtLeast(low) => Ok(Self::AtLeast(low)),
            Written::Within(low, high) if low <= high => Ok(Self::Within(low, high)),
            Written::Within(low, high) => Err(format!("a range from {low} to {high} is upside down")),
        }
    }
}

impl Range {
    /// A share: from 0 to 1.
    pub const SHARE: Self = Self::Within(0.0, 1.0);

    /// The lowest and the highest value, infinite where there is no end.
    pub(crate) fn ends(self) -> (f64, f64) {
        match self {
            Self::Any => (f64::NEG_INFINITY, f64::INFINITY),
            Self::AtLeast(low) => (low, f64::INFINITY),
            Self::Within(low, high) => (low, high),
        }
    }

    /// The same estimate with an interval that stays within the range.
    pub(crate) fn clipped(self, estimate: Estimate) -> Estimate {
        let (low, high) = self.ends();
        let clipped = |Interval { low: from, high: to }| Interval {
            low: from.clamp(low, high),
            high: to.clamp(low, high),
        };
        Estimate { interval: estimate.interval.map(clipped), ..estimate }
    }

    /// The range of the difference of two values.
    #[must_use]
    pub fn of_difference(self) -> Self {
        match self {
            Self::Within(low, high) => Self::Within(low - high, high - low),
            Self::Any | Self::AtLeast(_) => Self::Any,
        }
    }
}

/// The mean of independent `values` from `range`, with an interval that stays within it; `None` without values.
///
/// ```
/// use furlong::arena::stats::{Range, mean_within};
/// // A bot that won all four seatings of nine deals, and three of the tenth.
/// let shares = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.75];
/// let interval = mean_within(&shares, Range::SHARE).and_then(|estimate| estimate.interval).expect("ten values");
/// assert!(interval.low > 0.83 && interval.high < 1.0);
/// ```
#[expect(clippy::float_cmp, reason = "values are equal, or at an end of their range, to the bit")]
pub fn mean_within(values: &[f64], range: Range) -> Option<Estimate> {
    let (first, count) = (*values.first()?, values.len() as f64);
    let moments = Moments::of(values);
    let error = match moments.standard_error() {
        Some(error) if values.iter().any(|value| *value != first) => error,
        Some(_) => return Some(constant(first, count, range)),
        None => return Some(Estimate { value: first, interval: None, method: Method::TooFew }),
    };
    let value = moments.mean;
    let quantile = student_t_quantile(f64::midpoint(1.0, LEVEL), count - 1.0);
    let squared = square(quantile * error);
    let (interval, method) = match range {
        Range::Any => return mean(values),
        Range::AtLeast(low) => {
            let above = value - low;
            let half = squared / above / 2.0;
            let margin = (squared + half * half).sqrt();
            (
                Interval { low: low + (above + half - margin).max(0.0), high: value + half + margin },
                Method::Score,
            )
        }
        Range::Within(low, high) => {
            let length = high - low;
            let rate = (value - low) / length;
            let room = rate * (1.0 - rate);
            let is_rate = values.iter().all(|value| *value == low || *value == high);
            let (spread, method) = if is_rate {
                (square(normal_quantile(f64::midpoint(1.0, LEVEL))) / count, Method::Wilson)
            } else {
                (squared / square(length) / room, Method::Score)
            };
            let centre = rate + spread / 2.0;
            let margin = (spread * room + spread * spread / 4.0).sqrt();
            let end = |rate: f64| low + length * (rate / (1.0 + spread)).clamp(0.0, 1.0);
            (Interval { low: end(centre - margin), high: end(centre + margin) }, method)
        }
    };
    Some(Estimate { value, interval: Some(interval), method })
}

/// The mean of `count` equal values.
fn constant(value: f64, count: f64, range: Range) -> Estimate {
    let (low, high) = match range {
        Range::Any => (value, value),
        // Groups that were not played may have higher values, without a known limit.
        Range::AtLeast(_) => return Estimate { value, interval: None, method: Method::Constant },
        Range::Within(low, high) => (low, high),
    };
    let squared = square(normal_quantile(f64::midpoint(1.0, LEVEL)));
    let unseen = squared / (count + squared);
    let interval = Interval { low: value - unseen * (value - low), high: value + unseen * (high - value) };
    let method = if low < high { Method::Wilson } else { Method::Constant };
    Estimate { value, interval: Some(interval), method }
}
