//! Confidence sequences: bounds on a mean that hold at every look of a run at once.
//!
//! An interval for a fixed number of values errs far more often than it says if one looks again and again and stops
//! when one likes the answer. The bounds of a confidence sequence hold at all looks together, so a run may stop by
//! its own results.
//!
//! The bound is Robbins' normal mixture with the estimated variance: the asymptotic confidence sequence of
//! Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (Time-uniform central limit theory and asymptotic confidence
//! sequences, Annals of Statistics 52, 2024), one-sided. Like Student's interval it relies on the normal
//! approximation, so it is of use from some dozens of values on.

use super::estimate::Moments;
use super::special::square;

/// The number of values at which the bounds are tightest. Any number that is fixed beforehand is right.
const TIGHTEST: f64 = 1_000.0;

/// The distance of a one-sided bound from the mean. At all numbers of independent values together, the probability that
/// the true mean is ever further than that above the mean of the values is about `alpha`, and the same holds below it.
/// It is infinite without values.
///
/// ```
/// use furlong::arena::stats::{Moments, sequence_margin};
/// let moments = Moments { count: 1_000, mean: 0.5, variance: 0.25 };
/// // A bound that may be looked at only once lies 0.026 away.
/// assert!((sequence_margin(&moments, 0.05) - 0.044).abs() < 0.001);
/// ```
pub fn sequence_margin(moments: &Moments, alpha: f64) -> f64 {
    let count = moments.count as f64;
    if moments.count == 0 {
        return f64::INFINITY;
    }
    let logarithm = -2.0 * libm::log(2.0 * alpha);
    // The variance of the mixture, times the number of values.
    let mixed = count / TIGHTEST * (logarithm + libm::log(logarithm + 1.0));
    let crossed = 2.0 * libm::log(1.0 + (mixed + 1.0).sqrt() / (2.0 * alpha));
    (moments.variance * (mixed + 1.0) / (count * mixed) * crossed).sqrt()
}

/// The moments with two imaginary values, `reach` away from the mean in either direction: equal values so far say little
/// about rare ones that differ.
pub(crate) fn with_reach(moments: &Moments, reach: f64) -> Moments {
    let count = moments.count as f64;
    let variance = (moments.variance * count + 2.0 * square(reach)) / (count + 2.0);
    Moments { variance, ..*moments }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_narrows_with_more_values_and_widens_with_certainty() {
        let margin = |count, alpha| sequence_margin(&Moments { count, mean: 0.0, variance: 1.0 }, alpha);
        assert!(margin(0, 0.05).is_infinite());
        assert!(margin(100, 0.05) > margin(1_000, 0.05) && margin(1_000, 0.05) > margin(100_000, 0.05));
        assert!(margin(1_000, 0.01) > margin(1_000, 0.05));
    }
}
