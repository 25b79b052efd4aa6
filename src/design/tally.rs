//! Sums of paired differences. Means, intervals and p-values are computed from them without keeping the values.

use serde::{Deserialize, Serialize};

use crate::arena::stats::{
    Estimate, Interval, Method, Moments, Range, Rare, constant, normal_quantile, sign_test, square,
    student_t_cdf, student_t_quantile,
};
use crate::formats::is_default;

/// The minimum number of values for a p-value.
const LEAST: u64 = 10;

/// The sums of independent values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// The number of values.
    pub count: u64,
    /// The sum of the values.
    pub sum: f64,
    /// The sum of the squares of the values.
    pub squares: f64,
    /// The sum of the cubes of the values.
    pub cubes: f64,
    /// The number of values above 0.
    pub above: u64,
    /// The sum of the values above 0; 0 in older files, which do not contain it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sum_above: f64,
    /// The sum of the squares of the values above 0; 0 in older files, which do not contain it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub squares_above: f64,
    /// The number of values below 0.
    pub below: u64,
    /// The smallest value; 0 without values.
    pub least: f64,
    /// The largest value; 0 without values.
    pub most: f64,
}

impl Tally {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        if self.count == 0 {
            (self.least, self.most) = (value, value);
        }
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
        self.cubes += value * value * value;
        if value > 0.0 {
            self.above += 1;
            self.sum_above += value;
            self.squares_above += value * value;
        }
        self.below += u64::from(value < 0.0);
        (self.least, self.most) = (self.least.min(value), self.most.max(value));
    }

    /// Returns the mean; 0 without values.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }

    /// Returns the standard deviation.
    pub fn deviation(&self) -> f64 {
        if self.is_constant() { 0.0 } else { self.variance().sqrt() }
    }

    fn variance(&self) -> f64 {
        (self.squares / self.count.max(1) as f64 - square(self.mean())).max(0.0)
    }

    pub(super) fn is_constant(&self) -> bool {
        self.least.total_cmp(&self.most).is_eq()
    }

    /// Returns the third standardized moment; 0 where nothing varies.
    fn skewness(&self) -> f64 {
        let (count, mean, variance) = (self.count.max(1) as f64, self.mean(), self.variance());
        if self.is_constant() || variance == 0.0 {
            return 0.0;
        }
        let third = self.cubes / count - 3.0 * mean * self.squares / count + 2.0 * mean * mean * mean;
        third / (variance * variance.sqrt())
    }

    fn standard_error(&self) -> Option<f64> {
        (self.count > 1).then(|| self.deviation() / ((self.count - 1) as f64).sqrt())
    }

    /// Returns the mean with its 95 % interval within `range`, by Student's t, or by the exact interval of gains and
    /// losses if few of the values are not 0 ([`Method::Exact`]); `None` without values.
    pub fn estimate(&self, range: Range) -> Option<Estimate> {
        let value = self.mean();
        if self.count == 0 {
            return None;
        }
        let Some(error) = self.standard_error() else {
            return Some(Estimate { value, interval: None, method: Method::TooFew });
        };
        if self.is_constant() {
            return Some(constant(value, self.count as f64, range));
        }
        let rare = Rare {
            counts: [self.count, self.above + self.below],
            sums: [self.sum_above, self.sum_above - self.sum],
            squares: [self.squares_above, self.squares - self.squares_above],
        };
        // An older file does not distinguish gains and losses.
        let is_told_apart = self.above == 0 || self.sum_above > 0.0;
        if let Some(rare) = rare.filter(range).filter(|_| is_told_apart) {
            return Some(rare.estimate(range));
        }
        let margin = error * student_t_quantile(0.975, (self.count - 1) as f64);
        let interval = Some(Interval { low: value - margin, high: value + margin });
        Some(range.clipped(Estimate { value, interval, method: Method::PairedT }))
    }

    /// Returns the interval of the mean within `range` by Student's t, which is wrong with a probability of at most
    /// `error`. `None` if the values are too few or too skewed for it, or all equal.
    pub(super) fn within(&self, range: Range, error: f64) -> Option<Interval> {
        let spread = self.standard_error().filter(|spread| *spread > 0.0 && self.count >= LEAST)?;
        if !self.is_normal() {
            return None;
        }
        let margin = spread * student_t_quantile(1.0 - error / 2.0, (self.count - 1) as f64);
        let (low, high) = range.ends();
        let end = |value: f64| value.clamp(low, high);
        Some(Interval { low: end(self.mean() - margin), high: end(self.mean() + margin) })
    }

    /// Returns the number, the mean and the variance of the values.
    pub(super) fn moments(&self) -> Moments {
        Moments { count: self.count, mean: self.mean(), variance: self.variance() }
    }

    /// Returns whether the mean is about normal by Cochran's rule: there are enough values to compensate for their
    /// skewness.
    fn is_normal(&self) -> bool {
        self.count as f64 > 25.0 * square(self.skewness())
    }

    /// Returns the two-sided p-value of the mean: by Student's t where it is about normal, else by the signs of the
    /// values. `None` for too few values, and where all are 0.
    ///
    /// ```
    /// use furlong::design::Tally;
    /// let mut tally = Tally::default();
    /// (0..100).for_each(|value| tally.add(f64::from(value % 3) - 0.9));
    /// assert!(tally.p_value().is_some_and(|p| p > 0.2));
    /// (0..100).for_each(|value| tally.add(f64::from(value % 3)));
    /// assert!(tally.p_value().is_some_and(|p| p < 0.000_1));
    /// ```
    pub fn p_value(&self) -> Option<f64> {
        if self.count < LEAST || self.above + self.below == 0 {
            return None;
        }
        match self.standard_error().filter(|error| self.is_normal() && *error > 0.0) {
            Some(error) => Some(2.0 * student_t_cdf(-(self.mean() / error).abs(), (self.count - 1) as f64)),
            None => Some(sign_test(self.above, self.below)),
        }
    }

    /// Returns the smallest mean that this number of values would have shown in four of five runs, at the significance
    /// level `alpha`. `None` where nothing varies.
    pub fn detectable(&self, alpha: f64) -> Option<f64> {
        const POWER: f64 = 0.8;
        let error = self.standard_error().filter(|error| *error > 0.0)?;
        Some((normal_quantile(1.0 - alpha / 2.0) + normal_quantile(POWER)) * error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::stats::mean;

    fn tally(values: &[f64]) -> Tally {
        let mut tally = Tally::default();
        for value in values {
            tally.add(*value);
        }
        tally
    }

    #[test]
    fn the_sums_give_the_mean_and_interval_of_the_values() {
        let values: Vec<f64> = (0..200).map(|n| f64::from(n * n % 17) - 3.5).collect();
        let (one, other) =
            (tally(&values).estimate(Range::Any).expect("values"), mean(&values).expect("values"));
        let (one_in, other_in) = (one.interval.expect("an interval"), other.interval.expect("an interval"));
        for (one, other) in
            [(one.value, other.value), (one_in.low, other_in.low), (one_in.high, other_in.high)]
        {
            assert!((one - other).abs() < 1e-9, "{one} {other}");
        }
        assert_eq!(tally(&[]).estimate(Range::Any), None);
        assert_eq!(tally(&[2.0]).estimate(Range::Any).expect("a value").method, Method::TooFew);
        assert_eq!(tally(&[2.0; 3]).estimate(Range::Any).expect("values").method, Method::Constant);
    }

    #[test]
    fn rare_values_are_judged_by_their_signs() {
        let mut values = vec![0.0; 990];
        values.extend([1.0; 10]);
        let p = tally(&values).p_value().expect("enough values");
        // Ten values of one sign: two of the 1024 ways.
        assert!((p - 2.0 / 1024.0).abs() < 1e-9, "{p}");
        let turned: Vec<f64> = values.iter().map(|value| -value).collect();
        assert_eq!(tally(&turned).p_value(), Some(p), "the side does not matter");
        assert_eq!(tally(&[0.0; 500]).p_value(), None);
        assert_eq!(tally(&[1.0; 9]).p_value(), None);
    }

    #[test]
    fn four_times_the_values_show_half_the_difference() {
        let values = |count: u32| (0..count).map(|n| f64::from(n % 2)).collect::<Vec<_>>();
        let least = |count| tally(&values(count)).detectable(0.05).expect("they vary");
        assert!((least(100) / least(400) - 2.0).abs() < 0.01);
        // (1.96 + 0.84) x 0.5 / 10.
        assert!((least(100) - 0.14).abs() < 0.001, "{}", least(100));
        assert_eq!(tally(&[0.0; 50]).detectable(0.05), None);
    }
}
