//! A sign-flip test, and the correction of p-values for multiple tests.

use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};

use crate::game::streams::Stream;

/// Corrects p-values for multiple tests by Holm's method, in the order of the input. Corrected values below 0.05 have a
/// family-wise error rate of at most 5 %.
///
/// ```
/// use furlong::arena::stats::holm;
/// assert_eq!(holm(&[0.01, 0.04, 0.03]), [0.03, 0.06, 0.06]);
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|one, other| p_values[*one].total_cmp(&p_values[*other]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut least: f64 = 0.0;
    for (rank, index) in order.into_iter().enumerate() {
        let left = (p_values.len() - rank) as f64;
        least = least.max((p_values[index] * left).min(1.0));
        corrected[index] = least;
    }
    corrected
}

/// Corrects p-values in place by [`holm`], for tests that are made this number of times. Returns the number of tests.
pub(crate) fn correct<'a>(p_values: impl IntoIterator<Item = &'a mut f64>, looks: f64) -> u64 {
    let mut p_values: Vec<&mut f64> = p_values.into_iter().collect();
    let raw: Vec<f64> = p_values.iter().map(|p_value| (**p_value * looks).min(1.0)).collect();
    p_values.iter_mut().zip(holm(&raw)).for_each(|(p_value, corrected)| **p_value = corrected);
    raw.len() as u64
}

/// Returns the two-sided p-value of the mean of `differences` by a sign-flip test: the share of `draws` random sign
/// assignments whose mean is at least as far from 0, counting the observed one. It assumes nothing about the
/// distribution except that under the null hypothesis either sign is equally likely. The draws come from `seed`.
///
/// ```
/// use furlong::arena::stats::sign_flip;
/// // Of the 1024 ways to give ten differences signs, two give a sum as far from 0.
/// let p = sign_flip(&[1.0; 10], 20_000, 1);
/// assert!((p - 2.0 / 1_024.0).abs() < 1e-3);
/// ```
pub fn sign_flip(differences: &[f64], draws: u32, seed: u64) -> f64 {
    let mut rng = Stream::seed_from_u64(seed);
    let differences: Vec<f64> = differences.iter().copied().filter(|difference| *difference != 0.0).collect();
    // Sums of the same values in a different order differ in their last bits.
    let slack = 1e-9 * differences.iter().map(|difference| difference.abs()).sum::<f64>();
    let found = differences.iter().sum::<f64>().abs() - slack;
    let mut is_as_far = || {
        let signed = |part: &[f64]| {
            let signs = rng.next_u64();
            let sign = |(place, value): (usize, &f64)| if signs >> place & 1 == 0 { *value } else { -value };
            part.iter().enumerate().map(sign).sum::<f64>()
        };
        differences.chunks(64).map(signed).sum::<f64>().abs() >= found
    };
    let as_far = (0..draws).filter(|_| is_as_far()).count();
    (as_far + 1) as f64 / f64::from(draws.saturating_add(1))
}

/// Returns the two-sided p-value for the hypothesis that `few` and `many` come from the same distribution, by a
/// permutation test: the share of `draws` in which as many values as `few`, drawn from all of them, have a mean at least
/// as far from that of all, counting the observed one. The draws come from `seed`.
///
/// ```
/// use furlong::arena::stats::permutation_test;
/// // Two of 13 values are 1: among three of them there is at least one in 42.3 % of the draws.
/// let many = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
/// let p = permutation_test(&[0.0, 1.0, 0.0], &many, 20_000, 1);
/// assert!((p - 0.423).abs() < 0.01);
/// ```
pub fn permutation_test(few: &[f64], many: &[f64], draws: u32, seed: u64) -> f64 {
    let mut rng = Stream::seed_from_u64(seed);
    let mut all = [few, many].concat();
    let middle = all.iter().sum::<f64>() * few.len() as f64 / all.len() as f64;
    let distance = |part: &[f64]| (part.iter().sum::<f64>() - middle).abs();
    // Sums of the same values in a different order differ in their last bits.
    let found = distance(few) * (1.0 - 1e-9);
    let as_far = (0..draws).filter(|_| distance(all.partial_shuffle(&mut rng, few.len()).0) >= found).count();
    (as_far + 1) as f64 / f64::from(draws.saturating_add(1))
}

/// Returns the two-sided p-value of the sign test for independent values that are not 0, of which `above` are above 0
/// and `below` are below. Under the null hypothesis either sign is equally likely.
///
/// ```
/// use furlong::arena::stats::sign_test;
/// assert!((sign_test(9, 1) - 22.0 / 1_024.0).abs() < 1e-12);
/// ```
pub fn sign_test(above: u64, below: u64) -> f64 {
    let (all, more) = ((above + below) as f64, above.max(below));
    let ways = |hits: u64| {
        let hits = hits as f64;
        libm::lgamma(all + 1.0) - libm::lgamma(hits + 1.0) - libm::lgamma(all - hits + 1.0)
    };
    let tail: f64 =
        (more..=above + below).map(|hits| libm::exp(ways(hits) - all * std::f64::consts::LN_2)).sum();
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::{holm, sign_flip, sign_test};

    #[test]
    fn what_no_draw_comes_near_to_is_as_unlikely_as_one_draw_of_all() {
        // None of a hundred draws gives 64 equal signs, and the observed one counts as one of 101.
        assert_eq!(sign_flip(&[1.0; 64], 100, 1).to_bits(), (1.0_f64 / 101.0).to_bits());
        // Without a difference every draw is as far from 0.
        assert_eq!(sign_flip(&[0.0; 64], 100, 1).to_bits(), 1.0_f64.to_bits());
    }

    #[test]
    fn the_sign_test_looks_at_both_sides() {
        for (above, below) in [(9, 1), (0, 12), (3, 8)] {
            let (one, other) = (sign_test(above, below), sign_test(below, above));
            assert_eq!(one.to_bits(), other.to_bits(), "{above} {below}");
        }
        // 22 of the 1024 ways to give ten values signs have nine or ten of one sign.
        assert!((sign_test(1, 9) - 22.0 / 1_024.0).abs() < 1e-12);
        assert_eq!(sign_test(5, 5).to_bits(), 1.0_f64.to_bits());
    }

    #[test]
    fn a_corrected_value_is_never_below_one_that_was_smaller() {
        // A textbook example of Holm's method: four tests.
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{corrected:?}");
        }
    }
}
