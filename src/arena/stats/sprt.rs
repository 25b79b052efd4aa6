//! The generalized sequential probability ratio test, which stops as soon as the question is decided.
//!
//! The log-likelihood ratio compares how well two hypotheses about the difference explain the results, each with its
//! maximum-likelihood distribution of scores among those with its mean (Van den Bergh's construction). An estimate at
//! the moment of stopping is biased, and a report should say so.

use serde::{Deserialize, Serialize};

use super::estimate::Moments;
use super::rating::{Counts, NELO, score_of_elo};
use super::special::square;

/// The scale of the two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloScale {
    /// Elo.
    Logistic,
    /// Normalized Elo: in standard deviations of a game's score.
    Normalized,
}

/// The log-likelihood ratios at which a test stops.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// At or below it the first hypothesis is accepted.
    pub lower: f64,
    /// At or above it the second hypothesis is accepted.
    pub upper: f64,
}

/// The hypothesis that a sequential test has accepted so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Accepted {
    /// The difference is the first one or less.
    First,
    /// The difference is the second one or more.
    Second,
    /// Not decided yet.
    Open,
}

impl Bounds {
    /// The bounds for the error probabilities: `alpha` for accepting the second hypothesis wrongly, `beta` for the
    /// first.
    ///
    /// ```
    /// use furlong::arena::stats::Bounds;
    /// let bounds = Bounds::new(0.05, 0.05);
    /// assert!((bounds.upper - 2.944_4).abs() < 1e-4 && (bounds.lower + 2.944_4).abs() < 1e-4);
    /// ```
    pub fn new(alpha: f64, beta: f64) -> Self {
        Self { lower: libm::log(beta / (1.0 - alpha)), upper: libm::log((1.0 - beta) / alpha) }
    }

    /// Returns the decision for a log-likelihood ratio.
    pub fn decide(&self, llr: f64) -> Accepted {
        if llr <= self.lower {
            Accepted::First
        } else if llr >= self.upper {
            Accepted::Second
        } else {
            Accepted::Open
        }
    }
}

/// The log-likelihood ratio of the second hypothesis against the first, from games or pairs of games.
pub fn llr(counts: &Counts, scale: EloScale, first: f64, second: f64) -> f64 {
    let (total, shares) = counts.shares();
    let likeliest = |elo: f64| match scale {
        EloScale::Logistic => with_mean(&shares, score_of_elo(elo)),
        EloScale::Normalized => with_t_value(&shares, 0.5, elo / NELO * counts.games_in_one().sqrt()),
    };
    let (under_first, under_second) = (likeliest(first), likeliest(second));
    let ratios = shares.iter().zip(under_first.iter().zip(&under_second));
    total * ratios.map(|((_, share), (first, second))| share * libm::log(second / first)).sum::<f64>()
}

/// The maximum-likelihood shares among those with this `mean`.
fn with_mean(shares: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let scores = || shares.iter().map(|(score, _)| *score);
    let (least, most) = (scores().fold(f64::INFINITY, f64::min), scores().fold(f64::NEG_INFINITY, f64::max));
    // Each share is divided by 1 + theta * (score - mean). `slope` falls with theta and is 0 where the mean is right.
    let (mut low, mut high) = (-1.0 / (most - mean), 1.0 / (mean - least));
    let slope = |theta: f64| -> f64 {
        shares.iter().map(|(score, share)| share * (score - mean) / (1.0 + theta * (score - mean))).sum()
    };
    for _ in 0..200 {
        let theta = f64::midpoint(low, high);
        if slope(theta) > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let theta = f64::midpoint(low, high);
    shares.iter().map(|(score, share)| share / (1.0 + theta * (score - mean))).collect()
}

/// The maximum-likelihood shares among those whose mean is `t` standard deviations above `reference`.
fn with_t_value(shares: &[(f64, f64)], reference: f64, t: f64) -> Vec<f64> {
    let mut found = vec![1.0 / shares.len() as f64; shares.len()];
    for _ in 0..50 {
        let mean: f64 = shares.iter().zip(&found).map(|((score, _), share)| score * share).sum();
        let variance: f64 =
            shares.iter().zip(&found).map(|((score, _), share)| square(score - mean) * share).sum();
        let deviation = variance.sqrt();
        // The condition on the t-value, linearized about the last distribution.
        let linear =
            |score: f64| score - reference - t * deviation * (1.0 + square((mean - score) / deviation)) / 2.0;
        let bent: Vec<(f64, f64)> = shares.iter().map(|(score, share)| (linear(*score), *share)).collect();
        let next = with_mean(&bent, 0.0);
        let change = found.iter().zip(&next).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-12 {
            break;
        }
    }
    found
}

/// The log-likelihood ratio of the second mean against the first for values of this mean and variance, by the
/// normal approximation: n (second - first) (2 mean - first - second) / (2 variance). The variance must be above 0.
///
/// ```
/// use furlong::arena::stats::{Moments, mean_llr};
/// let moments = Moments { count: 100, mean: 0.5, variance: 1.0 };
/// assert_eq!(mean_llr(&moments, 0.0, 0.5), 12.5);
/// ```
pub fn mean_llr(moments: &Moments, first: f64, second: f64) -> f64 {
    moments.count as f64 * (second - first) * (2.0 * moments.mean - first - second) / (2.0 * moments.variance)
}

/// The log-likelihood ratio of games on the older scale of `BayesElo`, where draws have an Elo of their own. It is 0
/// before there are losses, draws and wins.
pub fn bayes_elo_llr(losses: u64, draws: u64, wins: u64, first: f64, second: f64) -> f64 {
    if losses == 0 || draws == 0 || wins == 0 {
        return 0.0;
    }
    let counts = [losses, draws, wins].map(|count| count as f64);
    let total: f64 = counts.iter().sum();
    let (loss, win) = (counts[0] / total, counts[2] / total);
    let draw_elo = 200.0 * libm::log10((1.0 - loss) / loss * (1.0 - win) / win);
    let chances = |elo: f64| {
        let win = score_of_elo(elo - draw_elo);
        let loss = score_of_elo(-elo - draw_elo);
        [loss, 1.0 - win - loss, win]
    };
    let (first, second) = (chances(first), chances(second));
    (0..3).map(|index| counts[index] * libm::log(second[index] / first[index])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} is not {expected}");
    }

    #[test]
    fn the_likeliest_shares_meet_their_condition_however_far_it_is() {
        let shares = [(0.25, 0.05), (0.5, 0.15), (1.0, 0.8)];
        let mean = |found: &[f64], value: &dyn Fn(f64) -> f64| -> f64 {
            shares.iter().zip(found).map(|((score, _), share)| value(*score) * share).sum()
        };
        for wanted in [0.3, 0.5, 0.95] {
            let found = with_mean(&shares, wanted);
            near(found.iter().sum(), 1.0, 1e-9);
            near(mean(&found, &|score| score), wanted, 1e-9);
        }
        for wanted in [-0.5, -0.2, 0.3, 0.5] {
            let found = with_t_value(&shares, 0.6, wanted);
            near(found.iter().sum(), 1.0, 1e-9);
            let centre = mean(&found, &|score| score);
            let variance = mean(&found, &|score| square(score - centre));
            near((centre - 0.6) / variance.sqrt(), wanted, 1e-9);
        }
    }

    #[test]
    fn pairs_are_tested_as_published() {
        use EloScale::{Logistic, Normalized};
        for (pairs, scale, first, second, expected, within) in [
            ([365, 16_618, 36_029 + 200, 16_974, 390], Normalized, 0.0, 2.0, 2.250_37, 0.000_01),
            ([127, 4_883, 10_311 + 401, 5_150, 104], Normalized, -1.75, 0.25, 3.010_15, 0.000_01),
            ([0, 0, 0, 0, 5_550], Normalized, 0.0, 5.0, 111.798, 0.001),
            ([223, 9_863, 20_279 + 1_000, 10_037, 246], Logistic, 0.5, 2.5, -3.07, 0.006),
            ([871, 26_175, 55_003 + 980, 26_678, 821], Logistic, 0.0, 2.0, -4.98, 0.006),
            ([39, 8_843, 26_675, 9_240, 44], Normalized, 0.5, 2.5, 2.941_68, 0.000_01),
            ([5, 20, 50, 30, 10], Normalized, 0.0, 5.0, 0.391_71, 0.000_01),
        ] {
            near(llr(&Counts::pairs(pairs), scale, first, second), expected, within);
        }
    }

    #[test]
    fn single_games_are_tested_as_published() {
        use EloScale::{Logistic, Normalized};
        for ([wins, losses, draws], scale, first, second, expected) in [
            ([36_433, 36_027, 68_692], Normalized, 0.0, 2.0, 0.92),
            ([10_871, 10_650, 20_431], Normalized, -1.75, 0.25, 2.30),
            ([21_404, 21_184, 40_708], Logistic, 0.5, 2.5, -1.57),
            ([57_433, 57_030, 106_593], Logistic, 0.0, 2.0, -2.59),
        ] {
            near(llr(&Counts::games(losses, draws, wins), scale, first, second), expected, 0.006);
        }
        near(bayes_elo_llr(22_569, 44_137, 22_976, 0.5, 2.5), 0.975_77, 0.000_01);
        for [losses, draws, wins] in [[0, 5, 5], [5, 0, 5], [5, 5, 0]] {
            near(bayes_elo_llr(losses, draws, wins, 0.5, 2.5), 0.0, f64::MIN_POSITIVE);
        }
    }

    #[test]
    fn a_test_ends_at_its_bounds() {
        let bounds = Bounds::new(0.05, 0.1);
        assert_eq!(bounds.decide(bounds.upper), Accepted::Second);
        assert_eq!(bounds.decide(bounds.lower), Accepted::First);
        assert_eq!(bounds.decide(0.0), Accepted::Open);
    }
}
