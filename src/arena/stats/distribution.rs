//! Counts of values, in memory that does not grow with their number.

use std::collections::HashMap;

use super::estimate::{Estimate, Moments};
use super::range::{Facts, Range, Rare};

/// The maximum number of different values that are counted exactly, besides small whole numbers.
const MOST: usize = 16_384;
/// The limit below which whole numbers have their own place in a list.
const SMALL: usize = 256;
/// The number of binary digits that rounding removes from a value: 12 of 52 remain.
const ROUNDED: u32 = 40;

/// The distribution of values: how often each value occurs.
///
/// The number, mean, variance, minimum and maximum are always exact. Up to 16,384 different values are counted
/// exactly. Means and shares may have more of them; then all are counted after rounding to 13 binary digits, so that
/// each counted value is within 0.013 % of the true one: see [`Distribution::is_rounded`].
///
/// ```
/// use furlong::arena::stats::Distribution;
/// let counted: Distribution = [3.0, 1.0, 3.0, 2.5].into_iter().collect();
/// assert_eq!(counted.values(), [(1.0, 1), (2.5, 1), (3.0, 2)]);
/// assert_eq!(counted.range(), Some([1.0, 3.0, 3.0]));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Distribution {
    /// The counts of small whole numbers.
    small: Vec<u64>,
    /// The counts of all other values, by their bits.
    others: HashMap<u64, u64>,
    is_rounded: bool,
    count: u64,
    sum: f64,
    /// The first value, and the sums of the distances from it and of their squares. Large values lose no digits this
    /// way.
    first: f64,
    apart: f64,
    squares: f64,
    least: f64,
    most: f64,
}

#[expect(clippy::float_cmp, reason = "values are equal, whole, or at an end of their range, to the bit")]
impl Distribution {
    /// Counts a value.
    pub fn add(&mut self, value: f64) {
        // Count minus zero as zero.
        let value = value + 0.0;
        if self.count == 0 {
            (self.first, self.least, self.most) = (value, value, value);
        }
        self.count += 1;
        let apart = value - self.first;
        self.sum += value;
        self.apart += apart;
        self.squares += apart * apart;
        (self.least, self.most) = (self.least.min(value), self.most.max(value));
        let place = value as usize;
        if place < SMALL && place as f64 == value && value >= 0.0 {
            if self.small.len() <= place {
                self.small.resize(place + 1, 0);
            }
            self.small[place] += 1;
            return;
        }
        let bits = if self.is_rounded { rounded(value.to_bits()) } else { value.to_bits() };
        *self.others.entry(bits).or_default() += 1;
        if self.others.len() > MOST && !self.is_rounded {
            self.is_rounded = true;
            let others = std::mem::take(&mut self.others);
            #[expect(clippy::iter_over_hash_type, reason = "a sum of counts is the same in any order")]
            for (bits, count) in others {
                *self.others.entry(rounded(bits)).or_default() += count;
            }
        }
    }

    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the number, mean and variance of the values.
    pub fn moments(&self) -> Moments {
        if self.count == 0 {
            return Moments::default();
        }
        let (count, apart) = (self.count as f64, self.apart);
        let variance = ((self.squares - apart * apart / count) / count).max(0.0);
        Moments { count: self.count, mean: self.sum / count, variance }
    }

    /// Returns the minimum, the median and the maximum. For an even number of values, the median is the upper of the
    /// two middle ones.
    pub fn range(&self) -> Option<[f64; 3]> {
        let mut left = self.count / 2;
        let is_middle = |(_, count): &(f64, u64)| {
            let is_here = left < *count;
            left = left.saturating_sub(*count);
            is_here
        };
        let (median, _) = self.values().into_iter().find(is_middle)?;
        Some([self.least, median.clamp(self.least, self.most), self.most])
    }

    /// Returns the different values in ascending order, each with how often it occurs.
    pub fn values(&self) -> Vec<(f64, u64)> {
        let small = self.small.iter().enumerate().map(|(value, count)| (value as f64, *count));
        let others = self.others.iter().map(|(bits, count)| (f64::from_bits(*bits), *count));
        let mut all: Vec<(f64, u64)> = small.filter(|(_, count)| *count > 0).chain(others).collect();
        all.sort_unstable_by(|(one, _), (other, _)| one.total_cmp(other));
        all
    }

    /// Returns how often this value occurs.
    pub fn count_of(&self, value: f64) -> u64 {
        self.values().into_iter().filter(|(other, _)| *other == value).map(|(_, count)| count).sum()
    }

    /// Returns whether there are so many different values that [`Distribution::values`] and the median are rounded.
    pub fn is_rounded(&self) -> bool {
        self.is_rounded
    }

    /// Returns whether there are values and all are equal.
    pub fn is_constant(&self) -> bool {
        self.count > 0 && self.least == self.most
    }

    /// Estimates the mean of independent values from `range`, like [`mean_within`](super::mean_within).
    pub fn mean_within(&self, range: Range) -> Option<Estimate> {
        let (low, high) = range.ends();
        let mut rare = Rare::default();
        let mut are_ends = true;
        for (value, count) in self.values() {
            rare.add(value, count);
            are_ends &= value == low || value == high;
        }
        Facts { first: self.first, are_equal: self.is_constant(), moments: self.moments(), rare, are_ends }
            .mean_within(range)
    }
}

impl FromIterator<f64> for Distribution {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut counted = Self::default();
        values.into_iter().for_each(|value| counted.add(value));
        counted
    }
}

/// Returns the bits of a number, rounded to the nearest one with fewer digits.
fn rounded(bits: u64) -> u64 {
    let half = 1 << (ROUNDED - 1);
    (bits + half) & !((1 << ROUNDED) - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::mean_within;
    use super::*;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() <= 1e-9 * one.abs().max(other.abs()).max(1.0)
    }

    proptest! {
        #[test]
        fn counted_values_give_the_figures_of_all_values(
            values in prop::collection::vec(prop_oneof![
                Just(0.0), Just(-0.0), Just(1.0), (-3_i32..400).prop_map(f64::from), (-2_i32..9).prop_map(|n| f64::from(n) / 4.0)
            ], 1..200),
            range in prop_oneof![Just(Range::Any), Just(Range::AtLeast(-3.0)), Just(Range::Within(-400.0, 400.0))],
        ) {
            let counted: Distribution = values.iter().copied().collect();
            let mut sorted: Vec<f64> = values.iter().map(|value| value + 0.0).collect();
            sorted.sort_by(f64::total_cmp);
            let [least, median, most] = counted.range().expect("there are values");
            prop_assert_eq!((least, median, most), (sorted[0], sorted[sorted.len() / 2], sorted[sorted.len() - 1]));
            let (moments, all) = (counted.moments(), Moments::of(&values));
            prop_assert_eq!(moments.count, all.count);
            prop_assert!(near(moments.mean, all.mean) && near(moments.variance, all.variance), "{:?} {:?}", moments, all);
            let (one, other) = (counted.mean_within(range), mean_within(&values, range));
            let (one, other) = (one.expect("a mean"), other.expect("a mean"));
            prop_assert_eq!(one.method, other.method);
            prop_assert!(near(one.value, other.value));
            if let (Some(one), Some(other)) = (one.interval, other.interval) {
                prop_assert!(near(one.low, other.low) && near(one.high, other.high), "{:?} {:?}", one, other);
            }
        }
    }

    #[test]
    fn a_million_different_values_are_kept_as_a_few_thousand_rounded_ones() {
        let value = |number: u32| 3.0 + f64::from(number) / 1_000_000.0;
        let counted: Distribution = (0..1_000_000).map(value).collect();
        let values = counted.values();
        assert!(counted.is_rounded() && values.len() <= 4_096, "{}", values.len());
        assert_eq!(values.iter().map(|(_, count)| count).sum::<u64>(), 1_000_000);
        let [least, median, most] = counted.range().expect("values");
        assert_eq!((least, most), (3.0, value(999_999)), "the ends are those of the values themselves");
        assert!((median / value(500_000) - 1.0).abs() < 0.000_13, "{median}");
        assert!(near(counted.moments().mean, value(499_999) + 0.000_000_5));
        let few: Distribution = (0..10_000).map(value).collect();
        assert_eq!((few.is_rounded(), few.range()), (false, Some([3.0, value(5_000), value(9_999)])));
    }
}
