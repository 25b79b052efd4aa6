//! Goodness of fit: Pearson's test, with a bound instead of tables.

/// Cells with a smaller expected count are pooled, because the statistic is not chi-square there.
const LEAST_EXPECTED: f64 = 5.0;

/// The distance between observed and expected counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fit {
    /// Pearson's statistic.
    pub(super) statistic: f64,
    /// The degrees of freedom.
    pub(super) freedom: f64,
    /// The critical value: if the weights are right, the statistic exceeds it with at most the probability of the
    /// level.
    pub(super) critical: f64,
}

impl Fit {
    pub(super) fn is_good(self) -> bool {
        self.statistic <= self.critical
    }
}

/// Tests counts against weights at this level: if the counts really follow the weights, the test fails with at most
/// this probability.
///
/// The critical value is the tail bound of Laurent and Massart (2000, lemma 1): a chi-square variable with `k` degrees
/// of freedom exceeds `k + 2 sqrt(k t) + 2 t` with probability at most `exp(-t)`. It is slightly above the exact
/// quantile, so the test favours the game.
pub(super) fn fit(observed: &[u64], weights: &[f64], level: f64) -> Fit {
    let draws = observed.iter().sum::<u64>() as f64;
    let total: f64 = weights.iter().sum();
    let mut cells: Vec<(f64, f64)> =
        observed.iter().zip(weights).map(|(count, weight)| (*count as f64, draws * weight / total)).collect();
    cells.sort_by(|a, b| a.1.total_cmp(&b.1));
    let cells = pooled(&cells);
    let statistic =
        cells.iter().map(|(seen, expected)| (seen - expected) * (seen - expected) / expected).sum();
    let freedom = cells.len().saturating_sub(1) as f64;
    Fit { statistic, freedom, critical: critical(freedom, level) }
}

/// Tests the statistics of independent counts together: degrees of freedom add up like the statistics.
pub(super) fn joint(statistic: f64, freedom: f64, level: f64) -> Fit {
    Fit { statistic, freedom, critical: critical(freedom, level) }
}

fn critical(freedom: f64, level: f64) -> f64 {
    let t = -libm::log(level);
    if freedom > 0.0 { freedom + 2.0 * (freedom * t).sqrt() + 2.0 * t } else { 0.1 }
}

/// Joins cells, the smallest first, until the expected count of each is large enough.
fn pooled(ascending: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut cells: Vec<(f64, f64)> = Vec::with_capacity(ascending.len());
    for cell in ascending {
        match cells.last_mut() {
            Some(last) if last.1 < LEAST_EXPECTED => *last = (last.0 + cell.0, last.1 + cell.1),
            _ => cells.push(*cell),
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::game::streams::Stream;

    fn throws(weights: &[u32], count: u32) -> Vec<u64> {
        let mut rng = Stream::seed_from_u64(4);
        let mut observed = vec![0; weights.len()];
        for _ in 0..count {
            let mut left = rng.random_range(0..weights.iter().sum::<u32>());
            let cell = weights.iter().position(|weight| {
                let here = left < *weight;
                left = left.saturating_sub(*weight);
                here
            });
            observed[cell.expect("within the sum")] += 1;
        }
        observed
    }

    #[test]
    fn a_fair_die_fits_and_a_loaded_one_does_not() {
        let fair = [1.0; 6];
        assert!(fit(&throws(&[1; 6], 2000), &fair, 1e-6).is_good());
        assert!(!fit(&throws(&[1, 1, 1, 1, 1, 2], 2000), &fair, 1e-6).is_good());
    }

    #[test]
    fn rare_cells_are_pooled_rather_than_trusted() {
        // One draw of an outcome that is expected once in a million draws proves nothing.
        assert!(fit(&[999, 1], &[1e6, 1.0], 1e-6).is_good());
        assert_eq!(pooled(&[(1.0, 2.0), (0.0, 4.0), (9.0, 8.0)]), [(1.0, 6.0), (9.0, 8.0)]);
    }

    // The documentation of the test kit states this power for one distribution among as many as a check tests.
    #[test]
    fn a_weight_of_two_for_one_among_five_is_found_and_a_right_one_is_not_reported() {
        let mut rng = Stream::seed_from_u64(5);
        let level = 1e-6 / 160.0;
        let draws = crate::testkit::Options::default().draws;
        let mut missed = [0; 3];
        for _ in 0..2_000 {
            let mut counts = |cells: u32| {
                let mut seen = vec![0; 5];
                (0..draws).for_each(|_| seen[rng.random_range(0..cells) as usize % 5] += 1);
                seen
            };
            let (even, double) = (counts(5), counts(6));
            missed[0] += u32::from(fit(&double, &[1.0; 5], level).is_good());
            missed[1] += u32::from(fit(&even, &[2.0, 1.0, 1.0, 1.0, 1.0], level).is_good());
            missed[2] += u32::from(!fit(&even, &[1.0; 5], level).is_good());
        }
        assert_eq!(missed, [0, 0, 0], "of 2,000 each: {missed:?}");
    }

    #[test]
    fn small_misfits_of_many_counts_are_found_together() {
        let skewed = fit(&[130, 70], &[1.0, 1.0], 1e-6);
        assert!(skewed.is_good() && !joint(20.0 * skewed.statistic, 20.0 * skewed.freedom, 1e-6).is_good());
    }

    #[test]
    fn a_single_outcome_always_fits() {
        assert!(fit(&[50], &[3.0], 1e-6).is_good());
    }

    #[test]
    fn the_bound_is_above_the_exact_quantiles() {
        // Exact quantiles at level 0.001, from tables: 10.828 for 1, 29.588 for 10 degrees of freedom.
        for (cells, exact) in [(2, 10.828), (11, 29.588)] {
            let critical = fit(&vec![100; cells], &vec![1.0; cells], 0.001).critical;
            assert!(critical > exact && critical < 2.0 * exact, "{critical} for {exact}");
        }
    }
}
