//! Means and rates with their 95 % intervals.

use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use strum::Display;

use super::special::{normal_quantile, square, student_t_quantile};
use crate::game::streams::Stream;

/// The confidence level of intervals.
pub(super) const LEVEL: f64 = 0.95;

/// The number, mean and variance of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Moments {
    /// The number of values.
    pub count: u64,
    /// The mean of the values.
    pub mean: f64,
    /// The variance of the values: the mean squared distance from the mean.
    pub variance: f64,
}

impl Moments {
    /// Computes the moments of `values`. Their order affects only the last bits.
    pub fn of(values: &[f64]) -> Self {
        let count = values.len() as f64;
        if values.is_empty() {
            return Self::default();
        }
        let mean = values.iter().sum::<f64>() / count;
        let variance = values.iter().map(|value| square(value - mean)).sum::<f64>() / count;
        Self { count: values.len() as u64, mean, variance }
    }

    /// Adds one value.
    pub fn add(&mut self, value: f64) {
        let before = self.count as f64;
        self.count += 1;
        let step = value - self.mean;
        self.mean += step / (before + 1.0);
        self.variance = (self.variance * before + step * (value - self.mean)) / (before + 1.0);
    }

    /// Returns the skewness of `values`: their third standardized moment, 0 where all are equal.
    pub fn skewness(values: &[f64]) -> f64 {
        let Self { mean, variance, .. } = Self::of(values);
        if variance == 0.0 {
            return 0.0;
        }
        let third = values.iter().map(|value| square(value - mean) * (value - mean)).sum::<f64>()
            / values.len() as f64;
        third / (variance * variance.sqrt())
    }

    /// Returns the standard error of the mean; `None` for fewer than two values.
    pub fn standard_error(&self) -> Option<f64> {
        (self.count > 1).then(|| (self.variance / (self.count - 1) as f64).sqrt())
    }

    /// Returns the distance from the mean to the ends of Student's t interval, which is wrong with a probability of at
    /// most about `error`; `None` for fewer than two values.
    pub(crate) fn margin(&self, error: f64) -> Option<f64> {
        Some(self.standard_error()? * student_t_quantile(1.0 - error / 2.0, (self.count - 1) as f64))
    }

    /// Estimates the mean of independent values with these moments, with Student's t interval; `None` without values.
    pub(crate) fn estimate(&self) -> Option<Estimate> {
        let value = self.mean;
        if self.count == 0 {
            return None;
        }
        let Some(margin) = self.margin(1.0 - LEVEL) else {
            return Some(Estimate { value, interval: None, method: Method::TooFew });
        };
        let method = if self.variance == 0.0 { Method::Constant } else { Method::T };
        let interval = Some(Interval { low: value - margin, high: value + margin });
        Some(Estimate { value, interval, method })
    }
}

/// Returns the moments with two imaginary values added, `spread` away from the mean in either direction, because values
/// that were equal so far say little about rare different ones.
pub(crate) fn with_spread(moments: &Moments, spread: f64) -> Moments {
    let count = moments.count as f64;
    let variance = (moments.variance * count + 2.0 * square(spread)) / (count + 2.0);
    Moments { variance, ..*moments }
}

/// A 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Returns whether `value` lies within the interval, including its ends.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

/// The method of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Method {
    /// Student's t over the groups.
    T,
    /// Student's t over the differences of paired groups.
    PairedT,
    /// Wilson's score interval of a rate, where each group counts as a yes or a no.
    Wilson,
    /// A score interval of a mean, with a variance that falls to 0 at the ends of the range.
    Score,
    /// Student's t over the differences between every two places, for the gap between the best and the worst place.
    EveryTwo,
    /// The exact interval of a rate or a count with fewer than ten effective hits, which are too few for the normal
    /// approximations of all other methods. For paired groups that seldom differ, it combines the exact intervals of
    /// the gains and of the losses.
    Exact,
    /// The bootstrap over groups.
    Bootstrap,
    /// Student's t over the pseudo-values of the jackknife.
    Jackknife,
    /// The value follows from the definition, whatever is played, so there is nothing to estimate and no interval.
    ByDefinition,
    /// All values are equal: there is nothing to estimate.
    Constant,
    /// Fewer than two groups: there is no interval.
    TooFew,
    /// All values are equal and at least half of the groups repeat others: nothing was random, and there is no
    /// interval.
    NotRandom,
    /// Too many games did not end, and the value is biased by an unknown amount: there is no interval.
    Unfinished,
}

/// A mean or rate with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The 95 % interval of the estimate, unless there are too few values.
    pub interval: Option<Interval>,
    /// The method of the interval.
    pub method: Method,
}

impl Estimate {
    /// Returns the same value without an interval, for values where nothing was random.
    #[must_use]
    pub(crate) fn not_random(self) -> Self {
        Self { interval: None, method: Method::NotRandom, ..self }
    }

    /// Returns the same value without an interval, for runs in which too many games did not end.
    #[must_use]
    pub(crate) fn unfinished(self) -> Self {
        Self { interval: None, method: Method::Unfinished, ..self }
    }
}

/// Estimates the mean of independent `values` with Student's t interval; `None` without values. For values with a
/// range, [`mean_within`](super::mean_within) keeps the interval within it.
///
/// ```
/// use furlong::arena::stats::mean;
/// let estimate = mean(&[3.0, 5.0, 4.0]).expect("there are values");
/// assert_eq!(estimate.value, 4.0);
/// let interval = estimate.interval.expect("three values have one");
/// assert!((interval.high - 6.484).abs() < 1e-3);
/// ```
pub fn mean(values: &[f64]) -> Option<Estimate> {
    Moments::of(values).estimate()
}

/// Estimates the rate of `hits` in independent `trials`, with Wilson's score interval; `None` without trials.
///
/// ```
/// use furlong::arena::stats::wilson;
/// let none_of_ten = wilson(0, 10).expect("there are trials").interval.expect("an interval");
/// assert!(none_of_ten.low.abs() < 1e-12 && (none_of_ten.high - 0.277_5).abs() < 1e-4);
/// ```
pub fn wilson(hits: u64, trials: u64) -> Option<Estimate> {
    if trials == 0 {
        return None;
    }
    let (n, z) = (trials as f64, normal_quantile(f64::midpoint(1.0, LEVEL)));
    let rate = hits as f64 / n;
    let scale = 1.0 + z * z / n;
    let centre = (rate + z * z / (2.0 * n)) / scale;
    let margin = z / scale * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt();
    let interval = Interval { low: (centre - margin).max(0.0), high: (centre + margin).min(1.0) };
    Some(Estimate { value: rate, interval: Some(interval), method: Method::Wilson })
}

/// The maximum number of values that a bootstrap resamples one by one.
const MOST_RESAMPLED: usize = 4_096;

/// Computes a statistic of the sums of independent `values`, with its percentile bootstrap interval from `draws`
/// resamples; `None` without values. The resamples come from `seed`, so the same call gives the same interval.
///
/// If there are more than 4,096 values, they are first added up to 4,096 sums of about equally many values, and those
/// are resampled. Sums of independent values are independent too, and the time no longer grows with the number of
/// values. `statistic` is a function of the sums, not of their number; if it needs the number, let one of the sums
/// count.
pub fn bootstrap<const N: usize>(
    values: impl IntoIterator<Item = [f64; N]>,
    statistic: impl Fn(&[f64; N]) -> f64,
    draws: u32,
    seed: u64,
) -> Option<Estimate> {
    let mut blocks: Vec<[f64; N]> = Vec::new();
    for (index, value) in values.into_iter().enumerate() {
        if index < MOST_RESAMPLED {
            blocks.push(value);
        } else {
            add(&mut blocks[index % MOST_RESAMPLED], &value);
        }
    }
    if blocks.is_empty() {
        return None;
    }
    let mut rng = Stream::seed_from_u64(seed);
    let found: Vec<f64> = (0..draws.max(1))
        .map(|_| {
            let count = blocks.len() as u64;
            statistic(&total((0..count).map(|_| &blocks[rng.random_range(0..count) as usize])))
        })
        .collect();
    let interval = Some(percentiles(found));
    Some(Estimate { value: statistic(&total(&blocks)), interval, method: Method::Bootstrap })
}

/// Computes a statistic of the sums of independent `values`, with an interval that is wrong with a probability of at
/// most about `error`: Student's t over the jackknife's pseudo-values. `None` for fewer than two values.
pub(crate) fn jackknife<const N: usize>(
    values: &[[f64; N]],
    statistic: impl Fn(&[f64; N]) -> f64,
    error: f64,
) -> Option<Estimate> {
    let sums = total(values);
    let (value, count) = (statistic(&sums), values.len() as f64);
    let without = |left_out: &[f64; N]| {
        let mut rest = sums;
        rest.iter_mut().zip(left_out).for_each(|(sum, value)| *sum -= value);
        count * value - (count - 1.0) * statistic(&rest)
    };
    let pseudo = Moments::of(&values.iter().map(without).collect::<Vec<_>>());
    let margin = pseudo.margin(error)?;
    let interval = Some(Interval { low: value - margin, high: value + margin });
    Some(Estimate { value, interval, method: Method::Jackknife })
}

/// Adds up the values, each place by itself.
pub(crate) fn total<'a, const N: usize>(values: impl IntoIterator<Item = &'a [f64; N]>) -> [f64; N] {
    let mut sums = [0.0; N];
    values.into_iter().for_each(|value| add(&mut sums, value));
    sums
}

fn add<const N: usize>(sums: &mut [f64; N], values: &[f64; N]) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
}

/// Returns the percentile interval of resampled values: the middle 95 % of them. Without values its ends are NaN.
pub fn percentiles(mut drawn: Vec<f64>) -> Interval {
    drawn.sort_unstable_by(f64::total_cmp);
    let last = drawn.len().saturating_sub(1) as f64;
    let at = |p: f64| drawn.get((p * last).round() as usize).copied().unwrap_or(f64::NAN);
    Interval { low: at((1.0 - LEVEL) / 2.0), high: at(f64::midpoint(1.0, LEVEL)) }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;
    use crate::game::streams::Stream;

    #[test]
    fn few_or_equal_values_are_told_as_such() {
        assert_eq!(mean(&[]), None);
        assert_eq!(mean(&[2.0]).expect("a value").method, Method::TooFew);
        let equal = mean(&[2.0, 2.0, 2.0]).expect("values");
        assert_eq!(
            (equal.method, equal.interval),
            (Method::Constant, Some(Interval { low: 2.0, high: 2.0 }))
        );
    }

    #[test]
    fn moments_of_values_that_come_one_by_one_are_those_of_all() {
        let values: Vec<f64> = (0..100).map(|n| f64::from(n * n % 23)).collect();
        let mut moments = Moments::default();
        for value in &values {
            moments.add(*value);
        }
        let all = Moments::of(&values);
        assert_eq!(moments.count, all.count);
        assert!((moments.mean - all.mean).abs() < 1e-9 && (moments.variance - all.variance).abs() < 1e-9);
    }

    #[test]
    fn wilson_agrees_with_the_worked_example() {
        // 83 of 100: 0.7445 to 0.8911, computed by hand.
        let interval = wilson(83, 100).and_then(|estimate| estimate.interval).expect("an interval");
        assert!(
            (interval.low - 0.744_5).abs() < 1e-4 && (interval.high - 0.891_1).abs() < 1e-4,
            "{interval:?}"
        );
    }

    #[test]
    fn the_bootstrap_of_a_mean_is_near_students_interval() {
        let values: Vec<f64> = (0..200).map(|n| f64::from(n % 17)).collect();
        near_students_interval(&values, 0.1);
    }

    #[track_caller]
    fn near_students_interval(values: &[f64], limit: f64) {
        let with_count = values.iter().map(|value| [*value, 1.0]);
        let mean_of = |[sum, count]: &[f64; 2]| sum / count;
        let drawn = bootstrap(with_count, mean_of, 2_000, 7).and_then(|e| e.interval).expect("an interval");
        let student = mean(values).and_then(|e| e.interval).expect("an interval");
        assert!((drawn.low - student.low).abs() < limit && (drawn.high - student.high).abs() < limit);
    }

    #[test]
    fn the_bootstrap_of_many_values_is_that_of_their_sums() {
        // The half-width of Student's interval is 0.030.
        let mut rng = Stream::seed_from_u64(1);
        let values: Vec<f64> = (0..100_001).map(|_| f64::from(rng.random_range(0..17_u8))).collect();
        near_students_interval(&values, 0.003);
    }
}
