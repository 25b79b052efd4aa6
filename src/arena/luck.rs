//! Luck as a control variate: estimates of the wins from which much of the variance due to chance is removed.
//!
//! A game names *indicators*: numbers for each seat, computed from a full state, that predict who wins
//! ([`Measured::INDICATORS`]). The luck of a chance event in an indicator is its value after the outcome minus its
//! mean over all outcomes, each with its exact weight. Luck is 0 on average whatever the bots do, for each event and
//! for the sum over a game.
//!
//! A share of the win minus a multiple of the luck therefore has the same mean as the share itself. The multiples are
//! fitted by least squares over groups: those for the even groups on the odd groups, and the other way round
//! (cross-fitting). No group influences its own weights, so the estimate is unbiased for any number of groups.
//!
//! This is the idea of AIVAT (Burch et al., 2018) for chance events, with fitted weights.

use serde::{Deserialize, Serialize};

use super::metric::Measured;
use crate::common::seat::{Seat, SeatList, SeatMap, Seats};
use crate::common::stable_hash::StableHasher;
use crate::formats::json;

/// The indicators of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Indicators {
    /// The names of the indicators.
    pub names: Vec<String>,
    /// A hash of everything that the values depend on: the names, the game, its rules, and the release.
    pub fingerprint: u64,
}

impl Indicators {
    pub(super) fn of<G: Measured>(game: &G) -> Self {
        let rules = json::plain(game.ruleset()).to_string();
        let fingerprint = StableHasher::of(&(env!("CARGO_PKG_VERSION"), G::ID, rules, G::INDICATORS));
        Self { names: G::INDICATORS.iter().map(|name| (*name).to_owned()).collect(), fingerprint }
    }
}

/// Adds up the luck of one game.
#[derive(Debug)]
pub(super) struct Meter {
    /// The luck so far, by indicator.
    sums: Vec<SeatMap<f64>>,
    /// The indicators after one outcome.
    after: Vec<SeatMap<f64>>,
}

impl Meter {
    pub(super) fn new<G: Measured>() -> Self {
        let indicators = vec![SeatMap::default(); G::INDICATORS.len()];
        Self { sums: indicators.clone(), after: indicators }
    }

    /// Adds the luck of `outcome`, which chance is about to bring. This is a separate function so that it does not
    /// slow the loop of games that do not measure luck.
    #[inline(never)]
    pub(super) fn draws<G: Measured>(&mut self, game: &G, state: &G::State, outcome: G::Chance) {
        let mut chances = Vec::new();
        game.chances(state, &mut chances);
        if chances.len() < 2 || !game.is_indicative(state) {
            return;
        }
        let ways: f64 = chances.iter().map(|chance| f64::from(chance.weight)).sum();
        for chance in chances {
            let mut after = state.clone();
            game.apply_chance(&mut after, chance.outcome, &mut ());
            self.after.fill(SeatMap::default());
            game.indicate(&after, &mut self.after);
            let come = if chance.outcome == outcome { 1.0 } else { 0.0 };
            let part = come - f64::from(chance.weight) / ways;
            for (sum, after) in self.sums.iter_mut().zip(&self.after) {
                for (sum, after) in sum.0.iter_mut().zip(after.0) {
                    *sum += part * after;
                }
            }
        }
    }

    /// Returns the luck of each seat, by indicator.
    pub(super) fn luck(&self, seats: Seats) -> Vec<SeatList<f64>> {
        self.sums.iter().map(|sums| SeatList::new(seats, |seat| sums[seat])).collect()
    }
}

/// Subtracts from each seat's value the mean of the other seats: what helps everybody equally predicts nothing.
///
/// ```
/// use furlong::arena::compare_seats;
/// use furlong::{SeatMap, Seats};
///
/// let mut carrots = SeatMap::<f64>::default();
/// carrots.0[..3].copy_from_slice(&[65.0, 40.0, 20.0]);
/// compare_seats(&mut carrots, Seats::new(3).expect("three seats"));
/// assert_eq!(carrots.0[..3], [35.0, -2.5, -32.5]);
/// ```
pub fn compare_seats(values: &mut SeatMap<f64>, seats: Seats) {
    let all: f64 = seats.iter().map(|seat| values[seat]).sum();
    let others = f64::from(seats.count().max(2) - 1);
    for seat in seats.iter() {
        values[seat] -= (all - values[seat]) / others;
    }
}

/// A seat or player whose share of the win is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of<'a> {
    /// One seat.
    Seat(Seat),
    /// All seats of this player.
    Player(&'a str),
}
