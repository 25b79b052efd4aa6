//! Shares of the win without the part explained by luck: see [`super::luck`].

use serde::Serialize;

use super::group::Group;
use super::luck::{Indicators, Of};
use super::metric::Places;
use super::results::Results;
use super::rows::{Combination, Rows, Weights, value_in};
use super::stats::{Estimate, Moments, bootstrap};
use crate::common::seat::Seat;

/// The minimum number of groups for each indicator that is fitted.
const GROUPS_FOR_EACH: u64 = 20;
/// The number of bootstrap resamples for the luck share.
const DRAWS: u32 = 1_000;
/// The seed of the resamples, fixed so that the same results give the same interval.
const SEED: u64 = 1;

impl Results {
    /// The number of indicators.
    pub(super) fn indicators(&self) -> usize {
        self.luck.as_ref().map_or(0, |indicators| indicators.names.len())
    }

    /// Returns the share of the win minus the luck, as combinations of the numbers of a row; `None` where it cannot be
    /// adjusted.
    fn adjustment(&self, of: Of<'_>) -> Option<(&Rows, [Combination; 2])> {
        let rows = self.sums.rows.as_ref().filter(|_| self.unadjustable().is_none())?;
        let weights = rows.weights(&match of {
            Of::Seat(_) => self.all_seats(),
            Of::Player(_) => self.all_players(),
        });
        Some((rows, rows.share(of, Some(&weights))?))
    }

    /// Returns the share of the win minus the luck in each kept group; `None` where it cannot be adjusted.
    pub(super) fn adjusted(&self, of: Of<'_>) -> Option<Vec<f64>> {
        let (rows, share) = self.adjustment(of)?;
        let value = |group: &Group| {
            let half = usize::from(group.number % 2 == 1);
            Some(value_in(&rows.row(group)?, &share[half]))
        };
        Some(self.groups().iter().filter_map(value).collect())
    }

    /// Returns the moments, over all groups, of the share of the win minus the luck; `None` where it cannot be
    /// adjusted.
    pub(super) fn adjusted_moments(&self, of: Of<'_>) -> Option<Moments> {
        let (rows, share) = self.adjustment(of)?;
        Some(rows.moments(&share))
    }

    /// Returns the share of each place at the table, as combinations of the numbers of a row, minus the luck where it
    /// can be adjusted; `None` where the games of a group depend on each other.
    pub(super) fn places(&self, places: Places) -> Option<(&Rows, Vec<[Combination; 2]>)> {
        let rows = self.sums.rows.as_ref()?;
        let first = self.column(&places.metric(1)).ok()?;
        let share = |(place, seat): (usize, Seat)| {
            let column = first + place;
            let varies = !self.sums.by_group(column).is_constant();
            let adjusted = self.column_adjusted(column).filter(|_| varies).and_then(|of| self.adjustment(of));
            match (adjusted, places) {
                (Some((_, share)), _) => Some(share),
                (None, Places::Seats) => rows.share(Of::Seat(seat), None),
                (None, Places::TurnOrder) => Some(rows.share_of_mover(place)),
            }
        };
        let shares = self.setting.seats.iter().enumerate().map(share).collect::<Option<_>>()?;
        Some((rows, shares))
    }

    /// Returns the reason why shares are not adjusted; `None` where they are.
    fn unadjustable(&self) -> Option<String> {
        let least = GROUPS_FOR_EACH * self.indicators() as u64;
        if least == 0 {
            Some("the game has no luck indicators".to_owned())
        } else if self.unfinished() > 0 {
            // Unfinished games have no metrics, and without them luck is no longer 0 on average.
            Some("some games are unfinished".to_owned())
        } else if self.is_repetitive() {
            Some("at least half of the deals repeat others".to_owned())
        } else {
            (self.group_count() < least).then(|| format!("there are fewer than {least} deals"))
        }
    }

    fn all_seats(&self) -> Vec<Of<'_>> {
        self.setting.seats.iter().map(Of::Seat).collect()
    }

    fn all_players(&self) -> Vec<Of<'_>> {
        let is_first = |(place, name): &(usize, &String)| !self.setting.lineup[..*place].contains(name);
        self.setting.lineup.iter().enumerate().filter(is_first).map(|(_, name)| Of::Player(name)).collect()
    }

    /// Returns the effect of luck on this run; `None` where luck was not measured.
    pub fn luck_report(&self) -> Option<LuckReport> {
        let indicators = self.luck.clone()?;
        let mut report = LuckReport {
            indicators,
            unadjusted: self.unadjustable(),
            weights: None,
            factor: None,
            share: None,
        };
        let Some(rows) = self.sums.rows.as_ref().filter(|_| report.unadjusted.is_none()) else {
            return Some(report);
        };
        let is_alone = self.setting.seatings == 1;
        let all = if is_alone { self.all_seats() } else { self.all_players() };
        let weights = rows.weights(&all);
        let moments = |weights: Option<&Weights>| -> Vec<Moments> {
            all.iter().filter_map(|of| Some(rows.moments(&rows.share(*of, weights)?))).collect()
        };
        let (before, after) = (moments(None), moments(Some(&weights)));
        let explained = |[before, after]: &[f64; 2]| if *before > 0.0 { 1.0 - after / before } else { 0.0 };
        let sum = |side: &[Moments]| side.iter().map(|moments| moments.variance).sum::<f64>();
        report.factor = Some(1.0 / (1.0 - explained(&[sum(&before), sum(&after)])));
        report.share = if is_alone && self.setting.seats.count() > 1 {
            let [before, after] =
                [before, after].map(|side| side.iter().map(|moments| moments.mean).collect::<Vec<_>>());
            bootstrap(rows.squares(&weights, [&before, &after]), explained, DRAWS, SEED)
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
    /// The reason why the shares of the win are not adjusted; `None` where they are.
    pub unadjusted: Option<String>,
    /// The weights of the indicators for the even groups, and for the odd groups.
    pub weights: Option<[Vec<f64>; 2]>,
    /// The variance over groups of a share of the win without the adjustment, divided by the variance with it. Without
    /// the adjustment, the same interval would need this many times as many groups.
    pub factor: Option<f64>,
    /// The share of the variance of the result that is explained by luck when one bot plays all seats. Indicators miss
    /// some of it, so chance explains at least this much.
    pub share: Option<Estimate>,
}
