//! The value of seats, by self-play of one bot in all of them, and the gain by a better bot.

use serde::Serialize;

use super::endings::Endings;
use super::luck::Of;
use super::results::{Game, Incomparable, Results, is_one, is_repetitive};
use super::stats::{Estimate, Range, bootstrap, chi_square_cdf, mean, mean_within, square};
use crate::seat::MAX_SEATS;
use crate::standings::Share;

/// The number of bootstrap resamples.
const DRAWS: u32 = 1_000;
/// The seed of the resamples, so that the same results give the same interval.
const SEED: u64 = 1;

/// The grouping of the wins at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// By seat.
    Seats,
    /// By the order of first turns, which differs from that of the seats where the first player is drawn.
    TurnOrder,
}

/// A test of equal chances of all places at a table, from self-play of one bot in all seats.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatTest {
    /// The fair share: the mean share of the win per seat. It is less than an equal part where runners without an owner
    /// win too.
    pub fair: f64,
    /// Pearson's chi-square statistic of the wins against equal ones; ties count in parts.
    pub chi_square: f64,
    /// Its degrees of freedom.
    pub degrees: u8,
    /// The p-value of the statistic under the hypothesis of equal places.
    pub p_value: f64,
    /// The share of the best seat minus that of the worst. It is above 0 by chance even where all are equal.
    pub gap: Estimate,
}

/// The wins of each seat in one group, in parts of a win.
type Won = [u32; MAX_SEATS];

impl SeatTest {
    /// The test on a run of one bot in all seats. `None` for other runs, in which the games of a group depend on each
    /// other; where nobody has won; where too many games did not end; and where nothing was random: the same places win in all groups, and at least half
    /// of the groups repeat others.
    pub fn of(results: &Results, places: Places) -> Option<Self> {
        let groups = won(results, places)?;
        let seats = usize::from(results.setting.seats.count());
        let total = |seat: usize| groups.iter().map(|won| u64::from(won[seat])).sum::<u64>();
        let wins: Vec<f64> = (0..seats).map(|seat| total(seat) as f64 / f64::from(Share::PARTS)).collect();
        let expected = wins.iter().sum::<f64>() / seats as f64;
        if expected <= 0.0 {
            return None;
        }
        let chi_square = wins.iter().map(|wins| square(wins - expected) / expected).sum();
        let degrees = results.setting.seats.count() - 1;
        Some(Self {
            fair: expected / groups.len() as f64,
            chi_square,
            degrees,
            p_value: 1.0 - chi_square_cdf(chi_square, degrees.into()),
            gap: bootstrap(&groups, |groups| gap(groups, seats), DRAWS, SEED)?,
        })
    }

    /// The gap between the best and the worst seat, second run minus first, on common groups.
    pub fn gap_difference(first: &Results, second: &Results, places: Places) -> Option<Estimate> {
        let seats = usize::from(first.setting.seats.count());
        let pairs: Vec<(Won, Won)> = won(first, places)?.into_iter().zip(won(second, places)?).collect();
        let difference = |pairs: &[(Won, Won)]| {
            let side = |pick: fn(&(Won, Won)) -> Won| gap(&pairs.iter().map(pick).collect::<Vec<_>>(), seats);
            side(|pair| pair.1) - side(|pair| pair.0)
        };
        bootstrap(&pairs, difference, DRAWS, SEED)
    }
}

/// The wins of each place in each group; `None` when several bots play, nothing was random, or too many games did not
/// end.
fn won(results: &Results, places: Places) -> Option<Vec<Won>> {
    if results.setting.seatings != 1 || results.setting.seats.count() < 2 || results.groups.len() < 2 {
        return None;
    }
    if !results.endings().judge_wins() {
        return None;
    }
    let first_mover = results.column("wins-mover-1").ok();
    let of_game = |game: &Game| {
        let mut won = [0; MAX_SEATS];
        for (place, (won, own)) in won.iter_mut().zip(game.shares.iter()).enumerate() {
            *won = match places {
                Places::Seats => own.parts(),
                // The value was made from whole parts of a win; rounding restores them.
                Places::TurnOrder => {
                    let share = game.value(first_mover? + place);
                    (share.unwrap_or(0.0) * f64::from(Share::PARTS)).round() as u32
                }
            };
        }
        Some(won)
    };
    let won: Vec<Won> =
        results.groups.iter().map(|group| of_game(group.games.first()?)).collect::<Option<_>>()?;
    let is_settled = is_one(&won) && is_repetitive(won.len() as u64, results.distinct().groups);
    (!is_settled).then_some(won)
}

fn gap(groups: &[Won], seats: usize) -> f64 {
    let mut totals = [0_u64; MAX_SEATS];
    for won in groups {
        for (total, won) in totals.iter_mut().zip(won) {
            *total += u64::from(*won);
        }
    }
    let totals = &totals[..seats];
    let range = totals.iter().max().zip(totals.iter().min()).map_or(0, |(most, least)| most - least);
    range as f64 / f64::from(Share::PARTS) / groups.len() as f64
}

/// The value of skill: the gain of a seat by a better bot.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Skill {
    /// The better bot.
    pub better: String,
    /// The bot in the other seats.
    pub others: String,
    /// The better bot's share of the wins against the others.
    pub share: Estimate,
    /// The fair share: that of a seat where the others play all seats, on the same deals.
    pub fair: Estimate,
    /// The share minus the fair share, over pairs of groups.
    pub gain: Estimate,
    /// The endings of the games against the others, and of the others among themselves.
    pub endings: [Endings; 2],
}

impl Skill {
    /// The gain, from a run of one bot against others and one of the others among themselves on the same deals.
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
        // The fair share varies little, and only where runners without an owner win.
        let adjusted = duel.adjusted(Of::Player(better));
        let range = Range::SHARE.of_difference();
        let gained = |shares: &[f64]| -> Vec<f64> {
            shares.iter().zip(&fair).map(|(share, fair)| share - fair).collect()
        };
        let gain = match adjusted.as_deref().map(gained) {
            Some(gained) => mean(&gained).map(|gain| range.clipped(gain)),
            None => mean_within(&gained(&shares), range),
        };
        let is_random = !(duel.is_settled(&shares) && among_others.is_settled(&fair));
        let endings = [(duel, better), (among_others, others)]
            .map(|(run, bot)| Endings { of: bot.clone(), ..run.endings() });
        let share = duel.estimate(&shares, adjusted, Range::SHARE).ok_or(Incomparable::NoGroups)?;
        let fair = among_others.estimate(&fair, None, Range::SHARE).ok_or(Incomparable::NoGroups)?;
        let gain = gain.map(|gain| if is_random { gain } else { gain.not_random() });
        let gain = gain.ok_or(Incomparable::NoGroups)?;
        let judged = |estimate| endings.iter().fold(estimate, |estimate, side| side.of_wins(estimate));
        Ok(Self {
            better: better.clone(),
            others: others.clone(),
            share: endings[0].of_wins(share),
            fair: endings[1].of_wins(fair),
            gain: judged(gain),
            endings,
        })
    }
}
