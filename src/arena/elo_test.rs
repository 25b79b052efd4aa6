//! A sequential test of strength: a pairing of a ladder plays until it is decided how strong one bot is against the other.

use serde::{Deserialize, Serialize};

use super::sequential::LEAST_GROUPS;
use super::stats::{Accepted, Bounds, Moments, mean_llr, with_spread};

/// Two strengths of the bot alone against one of the others, in Elo, and the error probabilities of telling them apart.
///
/// Wald's sequential probability ratio test compares them, by the normal approximation for means over deals. The value of a deal
/// is the share of the bot alone among the wins of that bot and of one other seat, so neutral runners that win do not
/// count. It is checked after every 16 deals of a pairing, from the first 64 on.
///
/// ```
/// use furlong::arena::EloTest;
/// let improves = EloTest::new(0.0, 20.0)?;
/// assert_eq!((improves.alpha, improves.beta), (0.05, 0.05));
/// // Not weaker by 10 or more.
/// assert!(EloTest::new(-10.0, 0.0).is_ok() && EloTest::new(0.0, 0.0).is_err());
/// # Ok::<(), furlong::arena::NoTest>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EloTest {
    /// The strength that is assumed unless the games speak for the other.
    pub elo0: f64,
    /// The other strength, above [`EloTest::elo0`].
    pub elo1: f64,
    /// The probability of deciding for [`EloTest::elo1`] although the strength is [`EloTest::elo0`].
    pub alpha: f64,
    /// The probability of deciding for [`EloTest::elo0`] although the strength is [`EloTest::elo1`].
    pub beta: f64,
}

/// The reason why a test makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a test needs elo0 below elo1, both from -1000 to 1000, and alpha and beta above 0 and below 0.5")]
pub struct NoTest;

/// The result of a test so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloFinding {
    /// The log-likelihood ratio of the second strength against the first.
    pub llr: f64,
    /// The ratios at which the test ends.
    pub bounds: Bounds,
    /// The decision.
    pub accepted: Accepted,
}

impl EloFinding {
    /// Returns whether the test has ended.
    pub fn is_decided(&self) -> bool {
        self.accepted != Accepted::Open
    }
}

impl EloTest {
    /// The largest distance from 0 of a strength.
    const MOST: f64 = 1_000.0;

    /// Creates a test with 5 % for both error probabilities.
    ///
    /// # Errors
    /// When a strength is not from -1000 to 1000, or the second is not above the first.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, NoTest> {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05 }.check()
    }

    /// Returns the test if its numbers make sense.
    ///
    /// # Errors
    /// As [`EloTest::new`], and when an error probability is not above 0 and below a half.
    pub fn check(self) -> Result<Self, NoTest> {
        let Self { elo0, elo1, alpha, beta } = self;
        let is_strength = |elo: f64| elo.abs() <= Self::MOST;
        let is_error = |error: f64| error > 0.0 && error < 0.5;
        let makes_sense =
            is_strength(elo0) && is_strength(elo1) && elo0 < elo1 && is_error(alpha) && is_error(beta);
        if makes_sense { Ok(self) } else { Err(NoTest) }
    }

    /// Returns what deals show: in each, the wins of the bot alone and of one of the others, per game.
    pub fn of(&self, won: &[[f64; 2]]) -> EloFinding {
        let bounds = Bounds::new(self.alpha, self.beta);
        let [alone, other] = [0, 1].map(|of| won.iter().map(|won| won[of]).sum::<f64>());
        let all = alone + other;
        if all <= 0.0 {
            return EloFinding { llr: 0.0, bounds, accepted: Accepted::Open };
        }
        // The ratio of two means is close to a mean of these values.
        let (share, each) = (alone / all, all / won.len() as f64);
        let value = |won: &[f64; 2]| share + ((1.0 - share) * won[0] - share * won[1]) / each;
        let moments = Moments::of(&won.iter().map(value).collect::<Vec<_>>());
        let [first, second] = [self.elo0, self.elo1].map(share_at);
        let llr = mean_llr(&with_spread(&moments, 1.0), first, second);
        let is_early = moments.count < LEAST_GROUPS;
        EloFinding { llr, bounds, accepted: if is_early { Accepted::Open } else { bounds.decide(llr) } }
    }
}

/// Returns the share of the wins of two that the one who is stronger by this many points has.
fn share_at(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}
