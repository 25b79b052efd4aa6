//! Elo and normalized Elo, from the scores of games or of pairs of games.

use serde::{Deserialize, Serialize};

use super::estimate::Interval;
use super::special::{normal_cdf, normal_quantile, square, student_t_quantile};

/// The number of occurrences of each score, where scores are spaced evenly from 0 to 1. Three counts are the losses,
/// draws and wins of games; five are the pairs of games with 0, 1/2, 1, 3/2 and 2 points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counts(pub Vec<f64>);

/// Normalized Elo for one standard deviation of a game's score.
pub(super) const NELO: f64 = 800.0 / std::f64::consts::LN_10;
/// The Elo of a strength that is e times another.
pub(super) const NATURAL_ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// The least count of a score, so that no logarithm is infinite.
const LEAST_COUNT: f64 = 1e-3;

/// A rating with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// Its interval.
    pub interval: Interval,
}

impl Rating {
    /// Half of the interval's width.
    pub fn margin(&self) -> f64 {
        (self.interval.high - self.interval.low) / 2.0
    }
}

/// The difference in Elo at which `score`, between 0 and 1, is expected.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * libm::log10(1.0 / score - 1.0)
}

/// The expected score at the difference `elo`.
///
/// ```
/// use furlong::arena::stats::{elo_of_score, score_of_elo};
/// assert!((elo_of_score(score_of_elo(70.0)) - 70.0).abs() < 1e-9);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

impl Counts {
    /// The counts of single games.
    pub fn games(losses: u64, draws: u64, wins: u64) -> Self {
        Self([losses, draws, wins].map(|count| count as f64).to_vec())
    }

    /// The counts of pairs of games, by their points: 0, 1/2, 1, 3/2, 2.
    pub fn pairs(pairs: [u64; 5]) -> Self {
        Self(pairs.map(|count| count as f64).to_vec())
    }

    /// The number of games, or of pairs.
    pub fn total(&self) -> f64 {
        self.0.iter().sum()
    }

    /// The total count, and each score with its share, none of them 0.
    pub(super) fn shares(&self) -> (f64, Vec<(f64, f64)>) {
        let counts: Vec<f64> = self.0.iter().map(|count| count.max(LEAST_COUNT)).collect();
        let total: f64 = counts.iter().sum();
        let last = (counts.len().max(2) - 1) as f64;
        let shares = counts.iter().enumerate().map(|(index, count)| (index as f64 / last, count / total));
        (total, shares.collect())
    }

    /// The mean and the variance of the score.
    pub fn mean_and_variance(&self) -> (f64, f64) {
        let last = (self.0.len().max(2) - 1) as f64;
        let total = self.total();
        let score = |index: usize| index as f64 / last;
        let mean = self.0.iter().enumerate().map(|(i, count)| score(i) * count).sum::<f64>() / total;
        let squares = self.0.iter().enumerate().map(|(i, count)| square(score(i) - mean) * count);
        (mean, squares.sum::<f64>() / total)
    }

    fn through(&self, quantile: f64, map: impl Fn(f64) -> f64) -> Rating {
        let (mean, variance) = self.mean_and_variance();
        let margin = quantile * (variance / self.total()).sqrt();
        Rating { elo: map(mean), interval: Interval { low: map(mean - margin), high: map(mean + margin) } }
    }

    /// The difference in Elo, with Student's interval of the score mapped to Elo.
    pub fn elo(&self) -> Rating {
        self.through(student_t_quantile(0.975, self.total() - 1.0), elo_of_score)
    }

    /// The difference in normalized Elo: in standard deviations of a game's score, which determine the number of games
    /// that a test needs.
    pub fn normalized_elo(&self) -> Rating {
        let (_, variance) = self.mean_and_variance();
        let scale = NELO / (variance * self.games_in_one()).sqrt();
        self.through(normal_quantile(0.975), |score| (score - 0.5) * scale)
    }

    /// The number of games in one count: 1, or 2 for pairs.
    pub(super) fn games_in_one(&self) -> f64 {
        if self.0.len() > 3 { 2.0 } else { 1.0 }
    }

    /// The likelihood of superiority (LOS): the probability that the first player is the better one, by these results.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let (mean, variance) = self.mean_and_variance();
        normal_cdf((mean - 0.5) / (variance / self.total()).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected}");
    }

    #[test]
    fn games_are_rated_as_published() {
        let counts = Counts::games(89, 123, 76);
        near(counts.normalized_elo().elo, -20.76, 0.005);
        near(counts.normalized_elo().margin(), 40.13, 0.005);
        near(counts.likelihood_of_superiority(), 0.155_3, 0.000_05);
        near(counts.mean_and_variance().0, 0.477, 0.000_5);

        let counts = Counts::games(96, 111, 136);
        near(counts.elo().elo, 40.70, 0.005);
        // Published with the normal quantile; Student's is a little wider.
        near(counts.elo().margin(), 30.43, 0.15);
        near(counts.normalized_elo().elo, 49.77, 0.005);
        near(counts.normalized_elo().margin(), 36.77, 0.005);
        near(counts.likelihood_of_superiority(), 0.996, 0.000_05);
    }

    #[test]
    fn pairs_are_rated_as_published() {
        let counts = Counts::pairs([34, 54, 31 + 32, 64, 75]);
        near(counts.elo().elo, 55.58, 0.005);
        near(counts.elo().margin(), 27.65, 0.15);
        near(counts.normalized_elo().elo, 57.94, 0.005);
        near(counts.normalized_elo().margin(), 28.28, 0.005);

        let counts = Counts::pairs([5, 20, 50, 30, 10]);
        near(counts.elo().elo, 30.288, 0.000_5);
        near(counts.elo().interval.low, -0.673, 0.000_5);
        near(counts.elo().interval.high, 61.739, 0.000_5);

        let counts = Counts::pairs([39, 8_843, 26_675, 9_240, 44]);
        near(counts.elo().elo, 1.576_8, 0.000_05);
        near(counts.elo().interval.low, 0.546_4, 0.000_1);
        near(counts.elo().interval.high, 2.607_1, 0.000_1);
    }

    #[test]
    fn the_same_games_without_pairs_leave_twice_the_doubt() {
        let counts = Counts::games(22_569, 44_137, 22_976);
        near(counts.elo().elo, 1.576_8, 0.000_05);
        near(counts.elo().interval.low, -0.043_7, 0.000_1);
        near(counts.elo().interval.high, 3.197_3, 0.000_1);
    }
}
