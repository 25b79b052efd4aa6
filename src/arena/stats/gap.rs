//! The gap between the best and the worst of several places at a table.
//!
//! The largest observed gap is above 0 by chance even if all places are equal, and so are all resamples of it: a
//! bootstrap interval never contains 0. So the bounds come from the differences between every two places, and the
//! expected contribution of chance is subtracted from the estimate.

use super::estimate::{Estimate, Interval, LEVEL, Method, Moments, with_spread};
use super::special::{square, student_t_cdf, student_t_quantile};

/// Estimates the gap between the best and the worst of `places` places. `differences` contains, for every two places
/// in the order of [`every_two`], the values of the first place minus those of the second.
pub(crate) fn gap_value(differences: &[Moments], places: usize) -> f64 {
    let by_chance = EXPECTED.get(places).copied().unwrap_or(0.0);
    let squared = |moments: &Moments| {
        let variance = moments.variance / moments.count.max(1) as f64;
        square(moments.mean) - square(by_chance) * variance
    };
    differences.iter().map(squared).fold(0.0, f64::max).sqrt()
}

/// Returns bounds of the gap that are wrong with a probability of at most `error`. Given an index and an error
/// probability, `bounds` returns the bounds of the mean of the differences at that index.
pub(crate) fn gap_bounds(
    places: usize,
    error: f64,
    bounds: impl Fn(usize, f64) -> Option<Interval>,
) -> Option<Interval> {
    let mut gap = Interval { low: 0.0, high: 0.0 };
    for index in 0..every_two(places).count() {
        // Of the upper bounds, only the bound of the pair with the largest true difference can be wrong; of the lower
        // bounds, each can.
        let (upper, lower) = (bounds(index, error / 2.0)?, bounds(index, error / 2.0 / ordered(places))?);
        gap.high = gap.high.max(upper.high).max(-upper.low);
        gap.low = gap.low.max(lower.low).max(-lower.high);
    }
    Some(Interval { low: gap.low, high: gap.high.min(1.0) })
}

/// Returns bounds of the largest of `count` means that are wrong with a probability of at most `error`. Given an index
/// and an error probability, `bounds` returns the bounds of the mean at that index.
pub(crate) fn largest_bounds(
    count: usize,
    error: f64,
    bounds: impl Fn(usize, f64) -> Option<Interval>,
) -> Option<Interval> {
    let mut largest = Interval { low: f64::NEG_INFINITY, high: f64::NEG_INFINITY };
    for index in 0..count {
        // As for gaps: of the upper bounds, only that of the largest mean can be wrong.
        let (upper, lower) = (bounds(index, error / 2.0)?, bounds(index, error / 2.0 / count as f64)?);
        largest = Interval { low: largest.low.max(lower.low), high: largest.high.max(upper.high) };
    }
    Some(largest)
}

/// Returns the gap between shares by Student's t, and the p-value of equal places: the smallest error probability at
/// which the gap has a bound above 0. `None` for fewer than two values.
///
/// ```
/// use furlong::arena::stats::{Moments, gap_of_shares};
/// // The first of two places has won 640 of 1,000 games.
/// let difference = Moments { count: 1_000, mean: 0.28, variance: 0.9216 };
/// let (gap, p_value) = gap_of_shares(&[difference], 2).expect("there are values");
/// assert!(gap.interval.is_some_and(|gap| gap.low > 0.2 && gap.high < 0.36) && p_value < 0.001);
/// ```
pub fn gap_of_shares(differences: &[Moments], places: usize) -> Option<(Estimate, f64)> {
    let count = differences.iter().map(|moments| moments.count).min().filter(|count| *count > 1)?;
    let freedom = (count - 1) as f64;
    // Differences that were equal so far say little about rare different ones.
    let errors = differences.iter().map(|moments| with_spread(moments, 1.0).standard_error());
    let errors = errors.collect::<Option<Vec<f64>>>()?;
    let around = |index: usize, error: f64| {
        let margin = errors[index] * student_t_quantile(1.0 - error, freedom);
        let mean = differences.get(index)?.mean;
        Some(Interval { low: mean - margin, high: mean + margin })
    };
    let value = gap_value(differences, places);
    let interval = gap_bounds(places, 1.0 - LEVEL, around);
    let tail = |(moments, error): (&Moments, &f64)| student_t_cdf(-moments.mean.abs() / error, freedom);
    let least = differences.iter().zip(&errors).map(tail).fold(1.0, f64::min);
    let estimate = Estimate { value, interval, method: Method::EveryTwo };
    Some((estimate, (2.0 * ordered(places) * least).min(1.0)))
}

/// Returns every pair of `count` places.
pub(crate) fn every_two(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
}

/// Returns the number of pairs of places, counting both orders.
fn ordered(places: usize) -> f64 {
    (places * places.saturating_sub(1)) as f64
}

/// At index `n`, the mean range of `n` standard normal values, in standard deviations of a difference of two.
const EXPECTED: [f64; 9] = [0.0, 0.0, 0.798, 1.197, 1.456, 1.645, 1.792, 1.912, 2.013];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::streams::Stream;
    use rand::{RngExt as _, SeedableRng as _};

    /// Plays games that each place wins with its probability, and returns the differences between places.
    fn played(shares: &[f64], games: u32, rng: &mut Stream) -> Vec<Moments> {
        let mut differences = vec![Moments::default(); every_two(shares.len()).count()];
        for _ in 0..games {
            let mut left: f64 = rng.random();
            let winner = shares.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            let won = |place: usize| f64::from(winner == Some(place));
            for (moments, (one, other)) in differences.iter_mut().zip(every_two(shares.len())) {
                moments.add(won(one) - won(other));
            }
        }
        differences
    }

    #[test]
    fn the_interval_holds_the_gap_of_equal_and_of_unequal_places() {
        let mut rng = Stream::seed_from_u64(38);
        for (shares, gap) in [
            (&[0.25; 4][..], 0.0),
            (&[0.5, 0.5], 0.0),
            (&[0.28, 0.24, 0.24, 0.24], 0.04),
            (&[0.7, 0.1, 0.1, 0.1], 0.6),
            (&[0.1, 0.1], 0.0),
            (&[0.98, 0.02], 0.96),
        ] {
            for games in [20, 400] {
                let (mut held, mut agreed) = (0, 0);
                for _ in 0..200 {
                    let differences = played(shares, games, &mut rng);
                    let (found, p_value) =
                        gap_of_shares(&differences, shares.len()).expect("there are values");
                    let interval = found.interval.expect("many values have one");
                    held += u32::from(interval.contains(gap));
                    agreed +=
                        u32::from((p_value < 0.05) == (interval.low > 0.0) && interval.contains(found.value));
                }
                // With a true level of 95 %, the probability of fewer than 180 of 200 is 0.1 %.
                assert!(held >= 180, "{shares:?}, {games} games: {held} of 200 hold {gap}");
                assert_eq!(agreed, 200, "{shares:?}, {games} games: p-value, interval and estimate agree");
            }
        }
    }
}
