//! The value of seats, measured by one bot playing in all of them, and the gain by a better bot.

use serde::Serialize;

use super::difference::ALPHA;
use super::endings::Endings;
use super::luck::Of;
use super::metric::Places;
use super::results::{Incomparable, Results};
use super::rows::less;
use super::stats::{Estimate, Interval, Moments, Range, every_two, gap_of_shares, mean, mean_within};
use crate::common::seat::SeatList;

/// A test whether all places at a table have equal chances, with one bot in all seats.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatTest {
    /// The places.
    pub places: Places,
    /// The share of the win of each place: the mean of its metric.
    pub shares: SeatList<f64>,
    /// The fair share: the mean of the shares. It is less than an equal part if runners without an owner also win.
    pub fair: f64,
    /// The share of the best place minus that of the worst, corrected for chance: 0 if all places are equal.
    pub gap: Estimate,
    /// The p-value of the gap under the hypothesis of equal places. It is below 0.05 if the interval of the gap is
    /// above 0.
    pub p_value: f64,
}

impl SeatTest {
    /// Tests a run of one bot in all seats. It returns `None` for other runs, in which the games of a group depend on
    /// each other; where nobody has won; where too many games did not end; and where nothing was random, because the
    /// same places win in all groups and at least half of the groups repeat others.
    pub fn of(results: &Results, places: Places) -> Option<Self> {
        let seats = results.setting.seats;
        if results.setting.seatings != 1 || seats.count() < 2 || !results.endings().judge_wins() {
            return None;
        }
        let count = usize::from(seats.count());
        let (rows, places_of) = results.places(places)?;
        let won: Vec<f64> = places_of.iter().map(|share| rows.moments(share).mean).collect();
        let fair = won.iter().sum::<f64>() / count as f64;
        let is_settled = results.group_count() > 1 && rows.is_settled(places) && results.is_repetitive();
        if fair <= 0.0 || is_settled {
            return None;
        }
        let difference =
            |(one, other): (usize, usize)| rows.moments(&less(&places_of[one], &places_of[other]));
        let differences: Vec<Moments> = every_two(count).map(difference).collect();
        let (gap, p_value) = gap_of_shares(&differences, count)?;
        Some(Self { places, shares: SeatList::new(seats, |seat| won[seat.index()]), fair, gap, p_value })
    }

    /// Returns whether the places differ significantly.
    pub fn is_found(&self) -> bool {
        self.p_value < ALPHA
    }

    /// Returns the best place and the worst, counted from 1, each with its share; of equal ones the first.
    pub fn ends(&self) -> [(u8, f64); 2] {
        let mut ends = [(1, f64::NEG_INFINITY), (1, f64::INFINITY)];
        for (place, share) in (1..).zip(self.shares.iter()) {
            ends = [
                if *share > ends[0].1 { (place, *share) } else { ends[0] },
                if *share < ends[1].1 { (place, *share) } else { ends[1] },
            ];
        }
        ends
    }

    /// Returns the gap of `other` minus the gap of this test. Its interval combines the bounds of the two.
    pub(super) fn gap_difference(&self, other: &Self) -> Estimate {
        let [one, two] = [self.gap, other.gap];
        let interval = one.interval.zip(two.interval);
        let interval =
            interval.map(|(one, two)| Interval { low: two.low - one.high, high: two.high - one.low });
        Estimate { value: two.value - one.value, interval, method: two.method }
    }
}

/// The value of skill: what a better bot gains in a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Skill {
    /// The better bot.
    pub better: String,
    /// The bot in the other seats.
    pub others: String,
    /// The better bot's share of the wins against the others.
    pub share: Estimate,
    /// The fair share: the share of a seat on the same deals, when the others play all seats.
    pub fair: Estimate,
    /// The share minus the fair share, over pairs of groups.
    pub gain: Estimate,
    /// How the games ended: those of the better bot against the others, then those of the others among themselves.
    pub endings: [Endings; 2],
}

impl Skill {
    /// Computes the gain from two runs on the same deals: one of a bot against others, and one of the others among
    /// themselves.
    ///
    /// # Errors
    /// When the seeds differ, or a run is empty.
    pub fn of(duel: &Results, among_others: &Results) -> Result<Self, Incomparable> {
        if duel.setting.seed != among_others.setting.seed {
            return Err(Incomparable::Seeds(duel.setting.seed, among_others.setting.seed));
        }
        let names = (duel.setting.lineup.first(), among_others.setting.lineup.first());
        let (Some(better), Some(others)) = names else { return Err(Incomparable::NothingMeasured) };
        let shares = duel.shares_of(better);
        let fair: Vec<f64> = among_others.mean_shares().collect();
        // The fair share varies little, and only if runners without an owner win.
        let adjusted = duel.adjusted(Of::Player(better));
        let range = Range::SHARE.of_difference();
        let gained = |shares: &[f64]| -> Vec<f64> {
            shares.iter().zip(&fair).map(|(share, fair)| share - fair).collect()
        };
        let gain = match adjusted.as_deref().map(gained) {
            Some(gained) => mean(&gained).map(|gain| range.clipped(gain)),
            None => mean_within(&gained(&shares), range),
        };
        let counted = |values: &[f64]| values.iter().copied().collect();
        let is_random = !(duel.is_settled(&counted(&shares)) && among_others.is_settled(&counted(&fair)));
        let endings = [(duel, better), (among_others, others)]
            .map(|(run, bot)| Endings { of: bot.clone(), ..run.endings() });
        let gain = gain.map(|gain| if is_random { gain } else { gain.not_random() });
        let gain = gain.ok_or(Incomparable::NoGroups)?;
        let judged = |estimate| endings.iter().fold(estimate, |estimate, side| side.of_wins(estimate));
        Ok(Self {
            better: better.clone(),
            others: others.clone(),
            share: duel.share_of(better).ok_or(Incomparable::NoGroups)?,
            fair: among_others.share_of(others).ok_or(Incomparable::NoGroups)?,
            gain: judged(gain),
            endings,
        })
    }
}
