//! Confidence sequences: bounds on a mean that hold at all checks of a run at once.
//!
//! An interval for a fixed number of values is wrong far more often than it claims if you check again and again and
//! stop when you like the answer. The bounds of a confidence sequence hold at all checks together, so a run may stop
//! because of its own results.
//!
//! The bounds come from betting (Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting,
//! Journal of the Royal Statistical Society B 86, 2024). A gambler who believes that the mean is above `m` stakes a
//! fraction of the capital on each value: the capital is multiplied by `1 - f + f x / m`, where `x` and `m` are
//! counted from the lowest possible value. If the mean is `m` or less no gambler gains on average, so the probability
//! that the capital ever reaches `1 / alpha` is at most `alpha` (Ville's inequality), and an `m` at which it did is
//! excluded. The capital is divided among several fractions, because the best one depends on the mean and the spread
//! of the values. The upper bound is the same game with distances from the highest possible value.
//!
//! This needs no normal approximation and no estimate of a variance. So it works for rare events as well as for common
//! ones, and values that were all equal so far leave room for others that were not seen.
//!
//! # Values without a highest one
//!
//! If a value may be arbitrarily high, nothing can be concluded about how high the mean of a count may be: one game in
//! ten thousand could last a million rounds. The lower bound needs no limit. For the upper bound, values are assumed
//! to exceed the highest so far by no more than the whole range so far, and at least by 2 ([`Sequence::assumed`]). If
//! there is no lowest value, the same is assumed downwards.

use super::estimate::Interval;
use super::range::{LEAST_ROOM, Range};

/// The number of fractions of the capital that are staked: 1, a half, a quarter, and so on. For a mean near the middle
/// of its range, the best fraction is about one divided by the root of the number of values; for a rare event it is
/// smaller by the root of the event's rate.
const FRACTIONS: u32 = 17;

/// The bits of a number that the grid of values ignores: all but six of its fraction.
const BELOW_GRID: u64 = (1 << 46) - 1;

/// A series of independent values with a common mean, added one by one.
///
/// ```
/// use furlong::arena::stats::{Range, Sequence};
/// let mut never = Sequence::default();
/// (0..64).for_each(|_| never.add(0.0));
/// // What was never seen in 64 values may well happen once in ten.
/// let bounds = never.bounds(Range::SHARE, 0.025).expect("there are values");
/// assert!(bounds.low == 0.0 && (bounds.high - 0.096).abs() < 0.001);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sequence {
    /// The points of a grid in ascending order, with the number of values at each. A value between two points is
    /// divided between them so that the mean stays the same. Since the logarithm is concave, this can only make a
    /// capital smaller, and no bound becomes wrong.
    counted: Vec<(f64, f64)>,
    /// The lowest and the highest value.
    ends: Option<(f64, f64)>,
}

impl Sequence {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        let (least, most) = self.ends.unwrap_or((value, value));
        self.ends = Some((least.min(value), most.max(value)));
        let size = value.abs();
        let inner = f64::from_bits(size.to_bits() & !BELOW_GRID);
        let outer = f64::from_bits((size.to_bits() | BELOW_GRID) + 1);
        let part = (size - inner) / (outer - inner);
        self.count(inner.copysign(value), 1.0 - part);
        if part > 0.0 {
            self.count(outer.copysign(value), part);
        }
    }

    fn count(&mut self, point: f64, part: f64) {
        // Count minus zero as zero.
        let point = point + 0.0;
        match self.counted.binary_search_by(|(known, _)| known.total_cmp(&point)) {
            Ok(place) => self.counted[place].1 += part,
            Err(place) => self.counted.insert(place, (point, part)),
        }
    }

    /// Returns whether all values are equal.
    pub fn is_constant(&self) -> bool {
        self.ends.is_none_or(|(least, most)| least.total_cmp(&most).is_eq())
    }

    /// Returns the range in which the bounds assume all values to lie: `range` itself if it has two ends, and
    /// otherwise an assumption. `None` without values.
    pub fn assumed(&self, range: Range) -> Option<(f64, f64)> {
        let ((least, most), (low, high)) = (self.ends?, range.ends());
        let room = (most - least).max(LEAST_ROOM);
        let end = |end: f64, otherwise: f64| if end.is_finite() { end } else { otherwise };
        Some((end(low, least - room), end(high, most + room)))
    }

    /// Returns bounds on the mean of values from `range`. Over all numbers of values together, the probability that
    /// the mean is ever below the lower bound is at most `alpha`, and so is the probability that it is ever above the
    /// upper bound. `None` without values.
    pub fn bounds(&self, range: Range, alpha: f64) -> Option<Interval> {
        let (low, high) = self.assumed(range)?;
        let above: Vec<(f64, f64)> = self.counted.iter().map(|(point, part)| (point - low, *part)).collect();
        let below: Vec<(f64, f64)> = self.counted.iter().map(|(point, part)| (high - point, *part)).collect();
        Some(Interval { low: low + lower_bound(&above, alpha), high: high - lower_bound(&below, alpha) })
    }
}

/// Returns the lower bound on the mean of values of 0 or more, given the values and how often each occurs.
fn lower_bound(values: &[(f64, f64)], alpha: f64) -> f64 {
    /// How far a bound may be too low, as a fraction of its distance from the mean.
    const PRECISION: f64 = 1e-3;
    let count: f64 = values.iter().map(|(_, part)| part).sum();
    let mean = values.iter().map(|(value, part)| value * part).sum::<f64>() / count;
    // The capital falls as the tested mean rises, and is at most 1 at the mean of the values.
    let (mut excluded, mut possible) = (0.0, mean);
    while possible - excluded > PRECISION * (mean - excluded) {
        let middle = f64::midpoint(excluded, possible);
        if middle <= excluded || middle >= possible {
            break;
        }
        if capital(values, middle) * alpha >= 1.0 {
            excluded = middle;
        } else {
            possible = middle;
        }
    }
    excluded
}

/// Returns the capital of a gambler who believes that the mean is above `mean` and started with 1.
fn capital(values: &[(f64, f64)], mean: f64) -> f64 {
    let with = |fraction: f64| {
        let gained = |(value, part): &(f64, f64)| {
            let factor = 1.0 - fraction + fraction * value / mean;
            part * libm::log(factor.max(0.0))
        };
        libm::exp(values.iter().map(gained).sum())
    };
    let all = (0..FRACTIONS).map(|halvings| with(libm::exp2(-f64::from(halvings))));
    all.sum::<f64>() / f64::from(FRACTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl Iterator<Item = f64>) -> Sequence {
        let mut sequence = Sequence::default();
        values.for_each(|value| sequence.add(value));
        sequence
    }

    #[test]
    fn bounds_narrow_with_more_values_and_widen_with_certainty() {
        let width = |count: u32, alpha| {
            let values = of((0..count).map(|number| f64::from(number % 2)));
            let Interval { low, high } = values.bounds(Range::SHARE, alpha).expect("values");
            assert!(low < 0.5 && high > 0.5);
            high - low
        };
        assert!(width(100, 0.05) > width(1_000, 0.05) && width(1_000, 0.05) > 3.0 * width(100_000, 0.05));
        assert!(width(1_000, 0.01) > width(1_000, 0.05));
        assert_eq!(Sequence::default().bounds(Range::SHARE, 0.05), None);
    }

    #[test]
    fn the_capital_is_that_of_the_bets_played_one_by_one() {
        let values = [0.25, 0.0, 1.0, 0.5, 0.0];
        let mean = 0.3;
        let played = (0..FRACTIONS).map(|halvings| {
            let fraction = 1.0 / f64::from(1_u32 << halvings);
            values.iter().map(|value| 1.0 - fraction + fraction * value / mean).product::<f64>()
        });
        let expected = played.sum::<f64>() / f64::from(FRACTIONS);
        let found = capital(&of(values.into_iter()).counted, mean);
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }

    #[test]
    fn values_off_the_grid_keep_their_mean_and_make_no_bound_narrower() {
        let values: Vec<f64> = (0..200).map(|number| f64::from(number * 37 % 101) / 101.0).collect();
        let gridded = of(values.iter().copied());
        let all: f64 = gridded.counted.iter().map(|(point, part)| point * part).sum();
        assert!((all - values.iter().sum::<f64>()).abs() < 1e-9);
        let exact: Vec<(f64, f64)> = values.iter().map(|value| (*value, 1.0)).collect();
        let (found, exact) = (lower_bound(&gridded.counted, 0.05), lower_bound(&exact, 0.05));
        assert!(found <= exact && found > exact - 0.001, "{found} {exact}");
        // Negative values are treated in the same way.
        let turned = of(values.iter().map(|value| -value)).bounds(Range::Within(-1.0, 0.0), 0.05);
        let bounds = gridded.bounds(Range::SHARE, 0.05).expect("values");
        assert!(turned.is_some_and(|turned| (turned.high + bounds.low).abs() < 1e-9));
    }

    #[test]
    fn of_values_without_an_end_the_range_is_assumed_from_those_seen() {
        let counts = of([3.0, 5.0, 9.0].into_iter());
        assert_eq!(counts.assumed(Range::AtLeast(0.0)), Some((0.0, 15.0)));
        assert_eq!(counts.assumed(Range::Any), Some((-3.0, 15.0)));
        assert_eq!(of([0.0; 9].into_iter()).assumed(Range::AtLeast(0.0)), Some((0.0, 2.0)));
        assert_eq!(counts.assumed(Range::Within(1.0, 10.0)), Some((1.0, 10.0)));
    }
}
