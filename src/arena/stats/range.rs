//! Means of values that have a range, with 95 % intervals that stay within it.
//!
//! A mean near an end of its range has little room and a small variance. So the variance is modelled as a function of
//! the mean that falls to 0 at the ends: `c (mean - low) (high - mean)` between two ends, `c (mean - low)` above one.
//! The sample gives `c`. The interval contains all means that lie within Student's quantile of the sample mean,
//! measured by their own standard errors. It inverts a score test, as Wilson's interval does for a rate and Rao's for
//! a count. For a rate, whose values lie only at the two ends, `c` is known to be 1 and the quantile is the normal
//! one, which gives Wilson's interval itself. Without ends it is Student's interval.
//!
//! Each group is one observation, so correlated games of one deal widen the interval: it is Wilson's interval for the
//! effective number of games that the variance over groups implies.
//!
//! # Rare events
//!
//! All of these methods need a mean that is about normal. With fewer than ten effective hits (or misses) it is not,
//! and the interval is the exact one: for a rate, that of the binomial distribution (Clopper and Pearson; with an
//! effective number of games, Korn and Graubard), and for a count, that of the Poisson distribution (Garwood). The
//! effective number of hits is the one whose spread equals that of the groups. If all groups agree on one value
//! between two ends, the exact bound on the share of unseen groups that differ limits how far the mean can lie from
//! it.
//!
//! If three in four differences are 0, the positive and the negative ones are two rare counts. Their exact intervals
//! are combined by their squared distances from the estimates (Zou and Donner's MOVER).
//!
//! # Coverage
//!
//! `cargo test --test library -- --nocapture intervals_of` measures the coverage: the share of intervals that contain
//! the true value, over 1,000 runs with 5, 10, 20 and 50 groups each, and for rare events with 50, 200 and 1,000. The
//! lowest coverage in all these cases:
//!
//! | values | lowest coverage |
//! |---|---|
//! | a yes or no a group, rates from 2 to 95 % | 93.8 % |
//! | four games a group, each with the deal's common result with probability 0 or 0.6, the same rates | 94.5 % |
//! | differences of -1, 0 or 1 | 93.5 % |
//! | counts with a long tail (geometric, mean 1) | 93.8 % |
//! | counts far above 0 | 93.9 % |
//! | rare, 0.05 to 3 %: a yes or no a group | 95.2 % |
//! | rare: four games a group | 94.5 % |
//! | rare: counts from 1 to 3 | 93.9 % |
//! | rare: differences of a yes or no | 95.3 % |
//! | rare: differences of counts | 95.1 % |

use serde::{Deserialize, Serialize};

use super::estimate::{Estimate, Interval, LEVEL, Method, Moments};
use super::special::{beta_quantile, gamma_quantile, normal_quantile, square, student_t_quantile};

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

/// The minimum distance beyond the observed values at which others are assumed to be possible, if nothing limits them.
pub(crate) const LEAST_ROOM: f64 = 2.0;

/// A range as it is written in a file, where its ends may be swapped.
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
            Written::Within(low, high) => Err(format!("a range cannot go from {low} to {high}")),
        }
    }
}

impl Range {
    /// A share: from 0 to 1.
    pub const SHARE: Self = Self::Within(0.0, 1.0);

    /// Returns the lowest and the highest value, infinite where there is no end.
    pub(crate) fn ends(self) -> (f64, f64) {
        match self {
            Self::Any => (f64::NEG_INFINITY, f64::INFINITY),
            Self::AtLeast(low) => (low, f64::INFINITY),
            Self::Within(low, high) => (low, high),
        }
    }

    /// Returns the same estimate with an interval that stays within the range.
    pub(crate) fn clipped(self, estimate: Estimate) -> Estimate {
        let (low, high) = self.ends();
        let clipped = |Interval { low: from, high: to }| Interval {
            low: from.clamp(low, high),
            high: to.clamp(low, high),
        };
        Estimate { interval: estimate.interval.map(clipped), ..estimate }
    }

    /// Returns the range of the difference of two values.
    #[must_use]
    pub fn of_difference(self) -> Self {
        match self {
            Self::Within(low, high) => Self::Within(low - high, high - low),
            Self::Any | Self::AtLeast(_) => Self::Any,
        }
    }
}

/// Estimates the mean of independent `values` from `range`, with an interval that stays within it; `None` without
/// values.
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
    let (first, (low, high)) = (*values.first()?, range.ends());
    let mut rare = Rare::default();
    for value in values {
        rare.add(*value, 1);
    }
    let facts = Facts {
        first,
        are_equal: values.iter().all(|value| *value == first),
        moments: Moments::of(values),
        rare,
        are_ends: values.iter().all(|value| *value == low || *value == high),
    };
    facts.mean_within(range)
}

/// Everything that the interval of a mean depends on.
pub(super) struct Facts {
    pub(super) first: f64,
    pub(super) are_equal: bool,
    pub(super) moments: Moments,
    pub(super) rare: Rare,
    /// `true` when all values are at an end of the range.
    pub(super) are_ends: bool,
}

impl Facts {
    /// Estimates the mean, with an interval that stays within `range`.
    pub(super) fn mean_within(self, range: Range) -> Option<Estimate> {
        let Self { first, are_equal, moments, rare, are_ends } = self;
        if moments.count == 0 {
            return None;
        }
        let (value, count) = (moments.mean, moments.count as f64);
        let Some(error) = moments.standard_error() else {
            return Some(Estimate { value: first, interval: None, method: Method::TooFew });
        };
        if are_equal {
            return Some(constant(first, count, range));
        }
        if let Some(rare) = rare.filter(range) {
            return Some(rare.estimate(range));
        }
        let normal = normal_quantile(f64::midpoint(1.0, LEVEL));
        let quantile = student_t_quantile(f64::midpoint(1.0, LEVEL), count - 1.0);
        let squared = square(quantile * error);
        let (interval, method) = match range {
            Range::Any => return moments.estimate(),
            Range::AtLeast(low) => {
                let above = value - low;
                let hits = square(above * normal) / squared;
                if hits < FEW {
                    let [from, to] = of_hits(hits).map(|end| low + above * end / hits);
                    let interval = Some(Interval { low: from, high: to });
                    return Some(Estimate { value, interval, method: Method::Exact });
                }
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
                let games = if are_ends { count } else { room * square(length * normal) / squared };
                if games * rate.min(1.0 - rate) < FEW {
                    let [from, to] = of_rate(games * rate, games).map(|rate| low + length * rate);
                    let interval = Some(Interval { low: from, high: to });
                    return Some(Estimate { value, interval, method: Method::Exact });
                }
                let (spread, method) = if are_ends {
                    (square(normal) / count, Method::Wilson)
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
}

/// Estimates the mean of `count` equal values.
pub(crate) fn constant(value: f64, count: f64, range: Range) -> Estimate {
    let (low, high) = match range {
        // Differences of counts: unseen ones are assumed to be small.
        Range::Any => (value - LEAST_ROOM, value + LEAST_ROOM),
        // Groups that were not played may have higher values, and no limit is known.
        Range::AtLeast(_) => return Estimate { value, interval: None, method: Method::Constant },
        Range::Within(low, high) => (low, high),
    };
    let [_, unseen] = of_rate(0.0, count);
    let interval = Interval { low: value - unseen * (value - low), high: value + unseen * (high - value) };
    let method = if low < high && range != Range::Any { Method::Exact } else { Method::Constant };
    Estimate { value, interval: Some(interval), method }
}

/// The effective number of hits below which the normal approximation is not used.
const FEW: f64 = 10.0;

/// The probability that an interval lies below the true value, and also that it lies above.
const TAIL: f64 = (1.0 - LEVEL) / 2.0;

/// Returns Garwood's interval of the mean of a Poisson distribution, from an effective number of hits.
fn of_hits(hits: f64) -> [f64; 2] {
    let low = if hits > 0.0 { gamma_quantile(TAIL, hits) } else { 0.0 };
    [low, gamma_quantile(1.0 - TAIL, hits + 1.0)]
}

/// Returns the Clopper-Pearson interval of a rate, from an effective number of hits in an effective number of games.
fn of_rate(hits: f64, games: f64) -> [f64; 2] {
    let low = if hits > 0.0 { beta_quantile(TAIL, hits, games - hits + 1.0) } else { 0.0 };
    let high = if hits < games { beta_quantile(1.0 - TAIL, hits + 1.0, games - hits) } else { 1.0 };
    [low, high]
}

/// Sums of differences that are mostly 0.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rare {
    /// The number of all differences, and the number that are not 0.
    pub(crate) counts: [u64; 2],
    /// The sum of the positive differences, and the sum of the sizes of the negative ones.
    pub(crate) sums: [f64; 2],
    /// The sums of the squares of the positive and of the negative differences.
    pub(crate) squares: [f64; 2],
}

impl Rare {
    /// Adds a value that occurs this number of times.
    pub(super) fn add(&mut self, value: f64, times: u64) {
        let (side, count) = (usize::from(value < 0.0), times as f64);
        self.counts[0] = self.counts[0].saturating_add(times);
        self.counts[1] = self.counts[1].saturating_add(if value == 0.0 { 0 } else { times });
        self.sums[side] += value.abs() * count;
        self.squares[side] += value * value * count;
    }

    /// Returns these sums if `range` is a range of differences and at least three in four are 0.
    pub(crate) fn filter(self, range: Range) -> Option<Self> {
        let [all, differ] = self.counts;
        let (low, high) = range.ends();
        (low < 0.0 && high > 0.0 && differ > 0 && differ <= all / 4).then_some(self)
    }

    /// Estimates the mean difference with its interval.
    pub(crate) fn estimate(self, range: Range) -> Estimate {
        let count = self.counts[0] as f64;
        // The typical size of a hit. A side without hits takes the size from the other side.
        let unit = (self.squares[0] + self.squares[1]) / (self.sums[0] + self.sums[1]);
        let [above, below] = [0, 1].map(|side| {
            let (sum, squares) = (self.sums[side], self.squares[side]);
            let unit = if sum > 0.0 { squares / sum } else { unit };
            let [low, high] = of_hits(sum / unit).map(|hits| hits * unit / count);
            (sum / count, low, high)
        });
        let value = above.0 - below.0;
        let low = value - libm::hypot(above.0 - above.1, below.2 - below.0);
        let high = value + libm::hypot(above.2 - above.0, below.0 - below.1);
        let interval = Some(Interval { low, high });
        range.clipped(Estimate { value, interval, method: Method::Exact })
    }
}
