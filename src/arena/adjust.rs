//! Shares of the win without the part that luck accounts for: see [`super::luck`].

use serde::Serialize;

use super::luck::{Indicators, Of};
use super::results::{Group, Results, is_repetitive};
use super::stats::{Estimate, Moments, bootstrap, square};
use crate::ground::standings::Share;

/// The least number of groups in a run for each indicator that is fitted.
const GROUPS_FOR_EACH: u64 = 20;
/// Bootstrap resamples of the luck share.
const DRAWS: u32 = 1_000;
/// The seed of the resamples, so that the same results give the same interval.
const SEED: u64 = 1;
/// Squared luck per group below which an indicator, or what the others leave of it, does not vary.
const NOTHING: f64 = 1e-9;

/// One group: its number, and the mean over games and seats of the share of the win and of the luck.
struct Row {
    number: u64,
    share: f64,
    luck: Vec<f64>,
}

/// The weights of the indicators for the even groups, and for the odd ones.
type Weights = [Vec<f64>; 2];

impl Row {
    fn of(results: &Results, group: &Group, of: Of<'_>) -> Self {
        let mut row = Self { number: group.number, share: 0.0, luck: vec![0.0; results.indicators()] };
        let mut count = 0.0;
        for game in &group.games {
            for (seat, share) in results.setting.seats.iter().zip(game.shares.iter()) {
                let is_counted = match of {
                    Of::Seat(counted) => seat == counted,
                    Of::Player(name) => results.player(game.seating, seat.index()) == name,
                };
                if is_counted {
                    count += 1.0;
                    row.share += f64::from(share.parts());
                    for (sum, luck) in row.luck.iter_mut().zip(&game.luck) {
                        *sum += luck[seat];
                    }
                }
            }
        }
        row.share /= f64::from(Share::PARTS) * count;
        row.luck.iter_mut().for_each(|luck| *luck /= count);
        row
    }

    /// The share less the luck.
    fn adjusted(&self, weights: &Weights) -> f64 {
        let weights = &weights[usize::from(self.number % 2 == 1)];
        self.share - self.luck.iter().zip(weights).map(|(luck, weight)| luck * weight).sum::<f64>()
    }
}

impl Results {
    /// The number of indicators.
    pub(super) fn indicators(&self) -> usize {
        self.luck.as_ref().map_or(0, |indicators| indicators.names.len())
    }

    /// The share of the win less the luck in each group; `None` where it cannot be adjusted.
    pub(super) fn adjusted(&self, of: Of<'_>) -> Option<Vec<f64>> {
        if self.unadjustable().is_some() {
            return None;
        }
        let weights = self.weights(&match of {
            Of::Seat(_) => self.all_seats(),
            Of::Player(_) => self.all_players(),
        });
        Some(self.rows(of).iter().map(|row| row.adjusted(&weights)).collect())
    }

    /// The reason that shares are not adjusted; `None` where they are.
    fn unadjustable(&self) -> Option<String> {
        let least = GROUPS_FOR_EACH * self.indicators() as u64;
        if least == 0 {
            Some("the game has no indicators of luck".to_owned())
        } else if self.unfinished() > 0 {
            // Their metrics have no values, and luck does not have the mean 0 over the other games.
            Some("some games are unfinished".to_owned())
        } else if is_repetitive(self.groups.len() as u64, self.distinct().groups) {
            Some("at least half of the deals repeat others".to_owned())
        } else {
            ((self.groups.len() as u64) < least).then(|| format!("there are fewer than {least} deals"))
        }
    }

    fn all_seats(&self) -> Vec<Of<'_>> {
        self.setting.seats.iter().map(Of::Seat).collect()
    }

    fn all_players(&self) -> Vec<Of<'_>> {
        let is_first = |(place, name): &(usize, &String)| !self.setting.lineup[..*place].contains(name);
        self.setting.lineup.iter().enumerate().filter(is_first).map(|(_, name)| Of::Player(name)).collect()
    }

    fn rows(&self, of: Of<'_>) -> Vec<Row> {
        self.groups.iter().map(|group| Row::of(self, group, of)).collect()
    }

    /// The weights that leave the least variance of the shares of all these, fitted on the other half of the groups.
    fn weights(&self, all: &[Of<'_>]) -> Weights {
        let rows: Vec<Vec<Row>> = all.iter().map(|of| self.rows(*of)).collect();
        [1, 0].map(|half| {
            let mut fit = LeastSquares::new(self.indicators());
            for rows in &rows {
                fit.add(rows.iter().filter(|row| row.number % 2 == half));
            }
            fit.solve()
        })
    }

    /// The effect of luck on this run; `None` where it was not measured.
    pub fn luck_report(&self) -> Option<LuckReport> {
        let indicators = self.luck.clone()?;
        let mut report = LuckReport {
            indicators,
            unadjusted: self.unadjustable(),
            weights: None,
            factor: None,
            share: None,
        };
        if report.unadjusted.is_some() {
            return Some(report);
        }
        let is_alone = self.setting.seatings == 1;
        let all = if is_alone { self.all_seats() } else { self.all_players() };
        let weights = self.weights(&all);
        // The squared distances from the mean, before and after, of each group.
        let mut squares = vec![[0.0; 2]; self.groups.len()];
        for of in all {
            let rows = self.rows(of);
            let before: Vec<f64> = rows.iter().map(|row| row.share).collect();
            let after: Vec<f64> = rows.iter().map(|row| row.adjusted(&weights)).collect();
            for (side, values) in [before, after].iter().enumerate() {
                let mean = Moments::of(values).mean;
                squares.iter_mut().zip(values).for_each(|(group, value)| group[side] += square(value - mean));
            }
        }
        let explained = |[before, after]: &[f64; 2]| if *before > 0.0 { 1.0 - after / before } else { 0.0 };
        let sum = |side: usize| squares.iter().map(|group| group[side]).sum::<f64>();
        report.factor = Some(1.0 / (1.0 - explained(&[sum(0), sum(1)])));
        report.share = if is_alone && self.setting.seats.count() > 1 {
            bootstrap(squares.iter().copied(), explained, DRAWS, SEED)
        } else {
            None
        };
        report.weights = Some(weights);
        Some(report)
    }
}

/// The effect of luck on a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LuckReport {
    /// The indicators.
    pub indicators: Indicators,
    /// The reason that the shares of the win are not adjusted; `None` where they are.
    pub unadjusted: Option<String>,
    /// The weights of the indicators for the even groups, and for the odd ones.
    pub weights: Option<[Vec<f64>; 2]>,
    /// The variance of a share of the win over groups without the adjustment, divided by that with it: the number of
    /// times more groups that the same interval would need without it.
    pub factor: Option<f64>,
    /// The share of the variance of the result that luck explains where one bot plays all seats. Indicators do not
    /// see everything, so chance explains at least this much.
    pub share: Option<Estimate>,
}

/// Least squares by the normal equations.
struct LeastSquares {
    /// One row for each weight: the sums of products with each indicator, and with the share.
    sums: Vec<Vec<f64>>,
    count: f64,
}

impl LeastSquares {
    fn new(weights: usize) -> Self {
        Self { sums: vec![vec![0.0; weights + 1]; weights], count: 0.0 }
    }

    /// Adds rows with a mean of their own.
    fn add<'a>(&mut self, rows: impl Iterator<Item = &'a Row> + Clone) {
        let count = rows.clone().count().max(1) as f64;
        let values = |row: &'a Row| row.luck.iter().chain([&row.share]);
        let mut means = vec![0.0; self.sums.len() + 1];
        for row in rows.clone() {
            means.iter_mut().zip(values(row)).for_each(|(mean, value)| *mean += value / count);
        }
        for row in rows {
            let apart: Vec<f64> = values(row).zip(&means).map(|(value, mean)| value - mean).collect();
            for (sums, one) in self.sums.iter_mut().zip(&apart) {
                sums.iter_mut().zip(&apart).for_each(|(sum, other)| *sum += one * other);
            }
            self.count += 1.0;
        }
    }

    /// The weights, by Gauss and Jordan's elimination. An indicator that does not vary, or that follows from those before
    /// it, has the weight 0.
    fn solve(mut self) -> Vec<f64> {
        let last = self.sums.len();
        let mut is_used = vec![false; last];
        for pivot in 0..last {
            let own = self.sums[pivot].clone();
            if own[pivot] <= NOTHING * self.count {
                continue;
            }
            is_used[pivot] = true;
            for (index, row) in self.sums.iter_mut().enumerate() {
                let times = if index == pivot { 1.0 - 1.0 / own[pivot] } else { row[pivot] / own[pivot] };
                row.iter_mut().zip(&own).for_each(|(sum, own)| *sum -= times * own);
            }
        }
        let weight = |(row, is_used): (&Vec<f64>, &bool)| if *is_used { row[last] } else { 0.0 };
        self.sums.iter().zip(&is_used).map(weight).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_squares_finds_the_weights_and_leaves_out_what_follows_from_others() {
        let mut fit = LeastSquares::new(4);
        let row = |(one, other): (f64, f64)| Row {
            number: 0,
            share: 7.0 + 3.0 * one - other,
            // The third is twice the first, and the last never varies.
            luck: vec![one, other, 2.0 * one, 5.0],
        };
        let rows = [(1.0, 2.0), (-1.0, 1.0), (3.0, -2.0), (0.5, 0.25)].map(row);
        fit.add(rows.iter());
        let found = fit.solve();
        for (found, expected) in found.iter().zip([3.0, -1.0, 0.0, 0.0]) {
            assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
        }
    }
}
