//! How much of the outcome is the luck of the deal: fixed deals, each played many times by the same players, who draw
//! different random numbers each time.
//!
//! The figures follow "Seeding for Success" (Goodman, Perez-Liebana and Lucas, arXiv 2503.02686). For skill against
//! chance, they follow the form of the index of "Quantifying Skill and Chance" (Silver, arXiv 2511.11611).
//! [`FixedDeals::decided`] and [`FixedDeals::skill`] document how each is estimated here. The deal is all the chance
//! in a game: everything that is dealt, drawn and rolled.

use serde::Serialize;

use super::conditions::Setting;
use super::endings::Endings;
use super::metric::Measured;
use super::results::Stopped;
use super::run::{Arena, ArenaError, Measuring, Progress};
use super::stats::{
    Estimate, Interval, Method, Moments, chi_square_cdf, jackknife, percentiles, square, total, wilson,
};
use crate::common::seat::MAX_SEATS;
use crate::game::streams::Stream;
use rand::{RngExt as _, SeedableRng as _};

/// The games of one line-up on fixed deals. Each repetition plays every deal once in every seating.
///
/// ```
/// use furlong::animal_race::AnimalRace;
/// use furlong::arena::{Arena, Entrant, FixedDeals};
/// use furlong::{BotSpec, RaceGame, ruleset};
///
/// let game = AnimalRace::new(ruleset::open("classic")?)?;
/// let random = Entrant::of(&BotSpec::named("random"))?;
/// let arena = Arena::new(game.clone(), game.setup(2), vec![random; 2], 7, 20);
/// let mut deals = FixedDeals::begin(&arena)?;
/// for _ in 0..10 {
///     deals.play_once(&arena, &|_| ())?;
/// }
/// let decided = deals.decided().expect("deals and repetitions");
/// assert!(decided.by_the_deal.value < 0.5, "two random players: much is left to what they do");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct FixedDeals {
    /// The facts that the games depend on.
    pub setting: Setting,
    /// The number of repetitions played so far.
    pub repetitions: u64,
    /// The number of games that reached the limit of events.
    pub unfinished: u64,
    /// For each deal, seating and seat, in this order, the sum of the seat's shares and the sum of their squares.
    #[serde(skip)]
    sums: Vec<[f64; 2]>,
}

/// How much the luck of the deal decides, when one type of player has all seats, or several play on the same deals.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Decided {
    /// The part of the variance of a seat's share of the win that the deal explains: the variance between deals,
    /// corrected for the number of repetitions, divided by the whole variance.
    pub by_the_deal: Estimate,
    /// The part of the uncertainty about the winner (its entropy) that the deal removes, with the Miller-Madow
    /// correction for small numbers of games.
    pub uncertainty_removed: Estimate,
    /// The share of the deals whose winners differ significantly from those of all deals (chi-square, 1 %). If the
    /// deal decides nothing, it is about 1 %.
    pub outliers: Estimate,
    /// The span: a seat's share of the win on its best deal minus that on its worst, averaged over the seats.
    pub span: f64,
    /// The trimmed span: like the span, but from the 95th to the 5th percentile of the deals.
    pub trimmed_span: Estimate,
    /// The uncertainty removed, the outliers, the span and the trimmed span that would result from the number of games
    /// alone, if the deal decided nothing.
    pub by_chance: [f64; 4],
}

/// Skill against chance, at a table with two types of players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SkillAndChance {
    /// The share of the win of a seat of the first type minus that of the second.
    pub gain: Estimate,
    /// K, the variance of a seat's share of the win that is explained by its type of player.
    pub skill: f64,
    /// L, the variance that is explained by the deal.
    pub chance: f64,
    /// S = (K - L) / (K + L): 1 where only skill decides, -1 where only chance does.
    pub index: Estimate,
}

/// The probability that an interval is wrong.
const ERROR: f64 = 0.05;
/// Variances below this are rounding noise.
const LEAST_VARIANCE: f64 = 1e-12;
/// The number of resamples for an interval.
const DRAWS: u32 = 1_000;
const SEED: u64 = 0x5eed;
/// The number of values that a deal contributes for each seat: its share, the square of the share, the variance of the
/// share, and the variance of a single result.
const OF_SEAT: usize = 4;
const OF_DEAL: usize = OF_SEAT * MAX_SEATS + 3;

impl FixedDeals {
    /// Starts with the games of this arena, none of them played yet.
    ///
    /// # Errors
    /// When the games cannot begin.
    pub fn begin<G: Measured>(arena: &Arena<G>) -> Result<Self, ArenaError> {
        let setting = arena.setting()?;
        let deals = (arena.groups.end - arena.groups.start) as usize;
        let cells = deals * usize::from(setting.seatings) * usize::from(setting.seats.count());
        Ok(Self { setting, repetitions: 0, unfinished: 0, sums: vec![[0.0; 2]; cells] })
    }

    /// Plays each deal once more in every seating. A repetition that is stopped does not count; the early end is
    /// returned.
    ///
    /// # Errors
    /// When the games cannot be played.
    pub fn play_once<G: Measured>(
        &mut self,
        arena: &Arena<G>,
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Stopped>, ArenaError> {
        let arena = Arena {
            repetition: self.repetitions,
            measuring: Measuring::Nothing,
            luck: false,
            ..arena.clone()
        };
        let results = arena.run_observed(observer)?;
        if results.stopped.is_some() {
            return Ok(results.stopped);
        }
        let games = results.groups().iter().flat_map(|group| &group.games);
        for (game, sums) in games.zip(self.sums.chunks_mut(self.setting.seats.count().into())) {
            self.unfinished += u64::from(!game.has_shares());
            for (share, sum) in game.shares.iter().zip(sums) {
                let share = share.as_f64();
                *sum = [sum[0] + share, sum[1] + share * share];
            }
        }
        self.repetitions += 1;
        Ok(None)
    }

    /// Returns the number of deals.
    pub fn deals(&self) -> u64 {
        (self.sums.len() / (self.seats() * usize::from(self.setting.seatings)).max(1)) as u64
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.deals() * u64::from(self.setting.seatings) * self.repetitions
    }

    /// Returns how the games ended.
    pub fn endings(&self) -> Endings {
        Endings {
            of: self.setting.lineup.join(", "),
            games: self.games(),
            unfinished: self.unfinished,
            forfeited: 0,
            most_unfinished: self.setting.most_unfinished,
        }
    }

    fn seats(&self) -> usize {
        self.setting.seats.count().into()
    }

    /// Returns the sums of each deal: by seating, and within each by seat.
    fn each_deal(&self) -> impl Iterator<Item = &[[f64; 2]]> {
        self.sums.chunks(self.seats() * usize::from(self.setting.seatings))
    }

    /// Returns, for each seat on a deal, its share of the win over all seatings, the variance of that share, and the
    /// variance of one result.
    fn of_seats(&self, deal: &[[f64; 2]]) -> Vec<[f64; 3]> {
        let (times, seatings) = (self.repetitions as f64, f64::from(self.setting.seatings));
        let of_seat = |seat: usize| {
            let cells = deal.iter().skip(seat).step_by(self.seats());
            let (share, within) = cells.fold((0.0, 0.0), |(share, within), [sum, squares]| {
                (share + sum / times, within + (squares - sum * sum / times) / (times - 1.0))
            });
            [share / seatings, within / times / seatings / seatings, within / seatings]
        };
        (0..self.seats()).map(of_seat).collect()
    }

    /// Returns a sentence, without its full stop, if every repetition of each deal gave the same result: then what the
    /// players make of a deal cannot be told from the deal.
    pub fn warning(&self) -> Option<String> {
        let is_alike = self.repetitions > 1 && variances(&total(&self.values())).within < LEAST_VARIANCE;
        let players = self.setting.lineup.join(" | ");
        is_alike.then(|| {
            format!("{players}: each deal is played the same way every time, so its luck cannot be measured")
        })
    }

    /// Returns whether there are enough deals and repetitions for an estimate.
    fn is_enough(&self) -> bool {
        self.repetitions > 1 && self.deals() > 1 && self.endings().judge_wins()
    }

    /// Returns the values of each deal; estimates are computed from their sums. The last one is 1, and the two before
    /// it are left for [`FixedDeals::skill`].
    fn values(&self) -> Vec<[f64; OF_DEAL]> {
        let of_deal = |deal: &[[f64; 2]]| {
            let mut values = [0.0; OF_DEAL];
            for (seat, [share, noise, within]) in self.of_seats(deal).into_iter().enumerate() {
                values[OF_SEAT * seat..][..OF_SEAT].copy_from_slice(&[share, share * share, noise, within]);
            }
            values[OF_DEAL - 1] = 1.0;
            values
        };
        self.each_deal().map(of_deal).collect()
    }

    /// Returns how much the deal decides; `None` with fewer than two deals or repetitions, and where too many games
    /// did not end.
    pub fn decided(&self) -> Option<Decided> {
        if !self.is_enough() {
            return None;
        }
        let all = self.shares();
        let [span, trimmed] = spans(&all);
        let mut rng = Stream::seed_from_u64(SEED);
        let resampled = (0..DRAWS).map(|_| {
            let drawn = (0..all.len()).map(|_| &all[rng.random_range(0..all.len())]);
            spans(&drawn.collect::<Vec<_>>())[1]
        });
        let interval = Some(percentiles(resampled.collect()));
        let removed = |sums: &[f64; MAX_SEATS + 3]| removed(sums, self.games_of_deal());
        Some(Decided {
            by_the_deal: self.by_the_deal(ERROR)?,
            uncertainty_removed: jackknife(&self.uncertainties(&all), removed, ERROR)?,
            outliers: self.outliers(&all)?,
            span,
            trimmed_span: Estimate { value: trimmed, interval, method: Method::Bootstrap },
            by_chance: self.by_chance(&all),
        })
    }

    /// Returns the part of the variance that the deal explains, with an interval that is wrong with a probability of at
    /// most about `error`; `None` where [`FixedDeals::decided`] returns `None`.
    pub(crate) fn by_the_deal(&self, error: f64) -> Option<Estimate> {
        if !self.is_enough() {
            return None;
        }
        let (values, games) = (self.values(), self.games_of_deal());
        let value = variances(&total(&values)).by_the_deal();
        // A variance between few deals is skewed; the logarithm of its ratio to the noise, as in an F test, hardly is.
        let ratio = |sums: &[f64; OF_DEAL]| {
            let found = variances(sums);
            libm::log(found.observed(games) / (found.within / games).max(LEAST_VARIANCE))
        };
        let part = |ratio: f64| (libm::exp(ratio) - 1.0) / (libm::exp(ratio) - 1.0 + games);
        let found = jackknife(&values, ratio, error)?;
        let interval =
            found.interval.map(|Interval { low, high }| Interval { low: part(low), high: part(high) });
        Some(Estimate { value, interval, ..found })
    }

    /// Returns skill against chance, if two types of players sit at the table; `None` for other line-ups, and where
    /// [`FixedDeals::decided`] returns `None`.
    pub fn skill(&self) -> Option<SkillAndChance> {
        self.skill_within(ERROR)
    }

    /// Returns skill against chance, with an interval of the index that is wrong with a probability of at most about
    /// `error`.
    pub(crate) fn skill_within(&self, error: f64) -> Option<SkillAndChance> {
        let [first, second] = self.kinds()?;
        if !self.is_enough() {
            return None;
        }
        let mut values = self.values();
        for (values, deal) in values.iter_mut().zip(self.each_deal()) {
            let gain = self.share_of(deal, first) - self.share_of(deal, second);
            values[OF_DEAL - 3..][..2].copy_from_slice(&[gain, gain * gain]);
        }
        let of_first =
            self.setting.lineup.iter().filter(|name| *name == first).count() as f64 / self.seats() as f64;
        let weight = of_first * (1.0 - of_first);
        let sums = total(&values);
        let (deals, mean) = (sums[OF_DEAL - 1], sums[OF_DEAL - 3] / sums[OF_DEAL - 1]);
        // The square of an estimated mean is too large by the variance of the mean, which is subtracted.
        let noise = (sums[OF_DEAL - 2] / deals - mean * mean).max(0.0) / (deals - 1.0).max(1.0);
        let skill = (weight * (mean * mean - noise)).max(0.0);
        let (found, games) = (variances(&sums), self.games_of_deal());
        let chance = found.between.max(0.0);
        let gains: Vec<f64> = values.iter().map(|values| values[OF_DEAL - 3]).collect();
        let moments = Moments::of(&gains);
        let margin = moments.margin(error)?;
        let [least, most] =
            [(mean.abs() - margin).max(0.0), mean.abs() + margin].map(|gain| weight * gain * gain);
        // As in `by_the_deal`, on the scale of the logarithm.
        let logarithm = |sums: &[f64; OF_DEAL]| libm::log(variances(sums).observed(games));
        let of_chance = jackknife(&values, logarithm, error)?.interval?;
        let [low, high] =
            [of_chance.low, of_chance.high].map(|end| (libm::exp(end) - found.within / games).max(0.0));
        // K (1 - S) = L (1 + S). The bounds of S are those where the bounds of the difference between the two sides,
        // from the bounds of K and of L, contain 0 (Zou and Donner, Statistics in Medicine 27, 2008).
        let bound = |skill_to: f64, chance_to: f64, side: f64| {
            let is_below = |index: f64| {
                let (of_skill, of_chance) = (1.0 - index, 1.0 + index);
                let margin = square(of_skill * (skill_to - skill)) + square(of_chance * (chance_to - chance));
                of_skill * skill - of_chance * chance + side * margin.sqrt() > 0.0
            };
            let (mut low, mut high) = (-1.0, 1.0);
            for _ in 0..40 {
                let middle = f64::midpoint(low, high);
                if is_below(middle) { low = middle } else { high = middle }
            }
            low
        };
        let interval = Interval { low: bound(least, high, -1.0), high: bound(most, low, 1.0) };
        let value = if skill + chance > 0.0 { (skill - chance) / (skill + chance) } else { 0.0 };
        let index = Estimate { value, interval: Some(interval), method: Method::Jackknife };
        Some(SkillAndChance { gain: moments.estimate()?, skill, chance, index })
    }

    /// Returns the two types of players, in the order of seats; `None` where there are more or fewer.
    fn kinds(&self) -> Option<[&str; 2]> {
        let lineup = || self.setting.lineup.iter().map(String::as_str);
        let first = lineup().next()?;
        let second = lineup().find(|name| *name != first)?;
        lineup().all(|name| name == first || name == second).then_some([first, second])
    }

    /// Returns this player's share of the win per seat on a deal.
    fn share_of(&self, deal: &[[f64; 2]], name: &str) -> f64 {
        let (mut sum, mut results) = (0.0, 0.0);
        for (seating, seats) in (0..).zip(deal.chunks(self.seats())) {
            for (seat, [won, _]) in seats.iter().enumerate() {
                if self.setting.player(seating, seat) == name {
                    sum += won;
                    results += self.repetitions as f64;
                }
            }
        }
        sum / results
    }

    /// Returns the number of games on each deal.
    fn games_of_deal(&self) -> f64 {
        self.repetitions as f64 * f64::from(self.setting.seatings)
    }

    /// Returns the shares of the win on each deal: one for each seat, and one for nobody.
    fn shares(&self) -> Vec<Vec<f64>> {
        let of_deal = |deal: &[[f64; 2]]| {
            let mut shares: Vec<f64> = self.of_seats(deal).into_iter().map(|[share, ..]| share).collect();
            shares.push((1.0 - shares.iter().sum::<f64>()).max(0.0));
            shares
        };
        self.each_deal().map(of_deal).collect()
    }

    /// Returns, for each deal, its shares, its entropy, and 1.
    fn uncertainties(&self, shares: &[Vec<f64>]) -> Vec<[f64; MAX_SEATS + 3]> {
        let of_deal = |shares: &Vec<f64>| {
            let mut values = [0.0; MAX_SEATS + 3];
            values[..shares.len()].copy_from_slice(shares);
            values[MAX_SEATS + 1] = entropy(shares, self.games_of_deal());
            values[MAX_SEATS + 2] = 1.0;
            values
        };
        shares.iter().map(of_deal).collect()
    }

    /// Returns the share of the deals whose winners differ significantly from those of all deals.
    fn outliers(&self, shares: &[Vec<f64>]) -> Option<Estimate> {
        let games = self.games_of_deal();
        let all = mean_shares(shares);
        let is_outlier = |shares: &&Vec<f64>| {
            let terms = shares.iter().zip(&all).filter(|(_, all)| **all > 0.0);
            let (sum, kinds) = terms.fold((0.0, 0_u32), |(sum, kinds), (share, all)| {
                (sum + games * square(share - all) / all, kinds + 1)
            });
            kinds > 1 && chi_square_cdf(sum, f64::from(kinds - 1)) > 0.99
        };
        wilson(shares.iter().filter(is_outlier).count() as u64, shares.len() as u64)
    }

    /// Returns what the same number of games would give on average if the deal decided nothing: see
    /// [`Decided::by_chance`].
    fn by_chance(&self, shares: &[Vec<f64>]) -> [f64; 4] {
        const RUNS: usize = 40;
        let (games, deals) = (self.games_of_deal() as u64, self.deals());
        let all = mean_shares(shares);
        let mut rng = Stream::seed_from_u64(SEED);
        let mut winner = || {
            let mut left = rng.random_range(0.0..1.0);
            all.iter().position(|share| {
                left -= share;
                left < 0.0
            })
        };
        let mut sums = [0.0; 4];
        for _ in 0..RUNS {
            let drawn: Vec<Vec<f64>> = (0..deals)
                .map(|_| {
                    let mut won = vec![0.0; all.len()];
                    for _ in 0..games {
                        won[winner().unwrap_or(all.len() - 1)] += 1.0 / games as f64;
                    }
                    won
                })
                .collect();
            let uncertainty = removed(&total(&self.uncertainties(&drawn)), games as f64);
            let outliers = self.outliers(&drawn).map_or(0.0, |found| found.value);
            let [span, trimmed] = spans(&drawn);
            let found = [uncertainty, outliers, span, trimmed];
            sums.iter_mut().zip(found).for_each(|(sum, found)| *sum += found / RUNS as f64);
        }
        sums
    }
}

/// The variances of a seat's share of the win.
struct Variances {
    /// The variance between deals, averaged over the seats.
    between: f64,
    /// The variance of one result on a deal.
    within: f64,
}

impl Variances {
    fn by_the_deal(&self) -> f64 {
        let all = self.between + self.within;
        if all > 0.0 { self.between / all } else { 0.0 }
    }

    /// Returns the variance of the shares that were observed in this number of games of each deal.
    fn observed(&self, games: f64) -> f64 {
        (self.between + self.within / games).max(LEAST_VARIANCE)
    }
}

/// Computes the variances of the deals with these sums. Seats that are not at the table have none.
fn variances(sums: &[f64; OF_DEAL]) -> Variances {
    let deals = sums[OF_DEAL - 1];
    let mut found = Variances { between: 0.0, within: 0.0 };
    let mut seats = 0.0;
    for sums in sums[..OF_SEAT * MAX_SEATS].chunks(OF_SEAT) {
        let [share, squares, noise, within] = [0, 1, 2, 3].map(|index| sums[index] / deals);
        if squares > 0.0 {
            // The variance of the sample, corrected for the number of repetitions.
            found.between += (squares - share * share) * deals / (deals - 1.0).max(1.0) - noise;
            found.within += within;
            seats += 1.0;
        }
    }
    Variances { between: found.between / f64::max(seats, 1.0), within: found.within / f64::max(seats, 1.0) }
}

/// Estimates the entropy of a winner with these shares, in natural units, from a number of games.
fn entropy(shares: &[f64], games: f64) -> f64 {
    let winners = shares.iter().filter(|share| **share > 0.0);
    let (sum, kinds) =
        winners.fold((0.0, 0.0), |(sum, kinds), share| (sum - share * libm::log(*share), kinds + 1.0));
    sum + (kinds - 1.0) / (2.0 * games)
}

/// Returns the part of the entropy of the winner that the deal removes.
fn removed(sums: &[f64; MAX_SEATS + 3], games_of_deal: f64) -> f64 {
    let deals = sums[MAX_SEATS + 2];
    let all: Vec<f64> = sums[..=MAX_SEATS].iter().map(|share| share / deals).collect();
    let whole = entropy(&all, deals * games_of_deal);
    if whole > 0.0 { 1.0 - sums[MAX_SEATS + 1] / deals / whole } else { 0.0 }
}

fn mean_shares(shares: &[Vec<f64>]) -> Vec<f64> {
    let kinds = shares.first().map_or(0, Vec::len);
    (0..kinds)
        .map(|kind| shares.iter().map(|shares| shares[kind]).sum::<f64>() / shares.len() as f64)
        .collect()
}

/// Returns the span and the trimmed span of the seats' shares on these deals.
fn spans<S: AsRef<[f64]>>(shares: &[S]) -> [f64; 2] {
    let seats = shares.first().map_or(0, |shares| shares.as_ref().len() - 1);
    let of_seat = |seat: usize| {
        let mut shares: Vec<f64> = shares.iter().map(|shares| shares.as_ref()[seat]).collect();
        shares.sort_unstable_by(f64::total_cmp);
        let at = |part: f64| shares[(part * (shares.len() - 1) as f64).round() as usize];
        [at(1.0) - at(0.0), at(0.95) - at(0.05)]
    };
    let all: Vec<[f64; 2]> = (0..seats).map(of_seat).collect();
    [0, 1].map(|which| all.iter().map(|spans| spans[which]).sum::<f64>() / seats.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BotSpec;
    use crate::RaceGame as _;
    use crate::arena::Entrant;
    use crate::dash::Dash;

    fn arena(bots: [&str; 2], deals: u64) -> Arena<Dash> {
        let game = Dash::short();
        let entrant =
            |name: &str| Entrant::of(&name.parse::<BotSpec>().expect("a bot")).expect("a bot of the game");
        let lineup = bots.iter().map(|name| entrant(name)).collect();
        Arena::new(game.clone(), game.setup(2), lineup, 5, deals)
    }

    /// Games that were not played: on a deal the first seat wins with this chance, in each seating.
    fn made_up(bots: [&str; 2], deals: u64, repetitions: u32, chance: impl Fn(u64) -> f64) -> FixedDeals {
        let mut found = FixedDeals::begin(&arena(bots, deals)).expect("they may play");
        let mut rng = Stream::seed_from_u64(12);
        let seatings = u64::from(found.setting.seatings);
        for (cell, seats) in (0..).zip(found.sums.chunks_mut(2)) {
            let chance = chance(cell / seatings);
            let won = (0..repetitions).filter(|_| rng.random_range(0.0..1.0) < chance).count() as f64;
            let lost = f64::from(repetitions) - won;
            seats.copy_from_slice(&[[won, won], [lost, lost]]);
        }
        found.repetitions = repetitions.into();
        found
    }

    fn contains(estimate: &Estimate, value: f64) -> bool {
        estimate.interval.is_some_and(|interval| interval.contains(value))
    }

    #[test]
    fn deals_that_decide_something_are_told_from_those_that_do_not() {
        // Half of the deals are won nine times in ten, half once in ten: 0.16 of a variance of 0.25 lies between them.
        let found = made_up(["random"; 2], 300, 40, |deal| if deal % 2 == 0 { 0.9 } else { 0.1 });
        let decided = found.decided().expect("enough");
        assert!(contains(&decided.by_the_deal, 0.64), "{:?}", decided.by_the_deal);
        // ln 2 minus the entropy of odds of one to nine.
        assert!(contains(&decided.uncertainty_removed, 0.531), "{:?}", decided.uncertainty_removed);
        assert!(decided.outliers.value > 0.99 && decided.span > 0.9);
        let found = made_up(["random"; 2], 300, 40, |_| 0.5);
        let decided = found.decided().expect("enough");
        assert!(contains(&decided.by_the_deal, 0.0), "{:?}", decided.by_the_deal);
        assert!(contains(&decided.outliers, 0.01), "{:?}", decided.outliers);
        assert!(decided.uncertainty_removed.value.abs() < 0.01, "{:?}", decided.uncertainty_removed);
        assert!((decided.trimmed_span.value - decided.by_chance[3]).abs() < 0.05, "{decided:?}");
        assert!((decided.span - decided.by_chance[2]).abs() < 0.1, "{decided:?}");
    }

    #[test]
    fn intervals_keep_their_level_with_few_deals() {
        const RUNS: usize = 300;
        // A deal moves the first seat's chance by at most this much; a better player moves it by as much.
        const MOVED: f64 = 0.15;
        let mut rng = Stream::seed_from_u64(3);
        let [skill, chance] = [0.15 * 0.15, MOVED * MOVED / 3.0];
        let index = (skill - chance) / (skill + chance);
        for deals in [10, 30] {
            let mut missed = [0; 2];
            for _ in 0..RUNS {
                let mut found =
                    FixedDeals::begin(&arena(["walker", "random"], deals)).expect("they may play");
                let moved: Vec<f64> = (0..deals).map(|_| rng.random_range(-MOVED..MOVED)).collect();
                for (cell, seats) in (0_usize..).zip(found.sums.chunks_mut(2)) {
                    let chance = 0.5 + moved[cell / 2] + if cell % 2 == 0 { 0.15 } else { -0.15 };
                    let won = (0..20).filter(|_| rng.random_range(0.0..1.0) < chance).count() as f64;
                    seats.copy_from_slice(&[[won, won], [20.0 - won, 20.0 - won]]);
                }
                found.repetitions = 20;
                let skill = found.skill().expect("enough");
                // Without the seatings the players are equal, so that all of the rest is noise.
                let by_the_deal = found.by_the_deal(ERROR).expect("enough");
                let noise = 0.25 - 0.15 * 0.15 - chance;
                missed[0] += u32::from(!contains(&by_the_deal, chance / (chance + noise)));
                missed[1] += u32::from(!contains(&skill.index, index));
            }
            // With a true level of 95 %, more than 25 of 300 have a probability of 1 %.
            assert!(missed.iter().all(|missed| *missed <= 25), "{deals} deals: {missed:?} of {RUNS}");
        }
    }

    #[test]
    fn what_few_games_add_to_the_variance_between_deals_is_taken_away_in_several_seatings_too() {
        let bots = ["walker", "random"];
        let nothing = made_up(bots, 600, 2, |_| 0.5).decided().expect("enough").by_the_deal;
        assert!(contains(&nothing, 0.0), "{nothing:?}");
        let much = made_up(bots, 600, 2, |deal| if deal % 2 == 0 { 0.9 } else { 0.1 });
        let much = much.decided().expect("enough").by_the_deal;
        assert!(contains(&much, 0.64), "{much:?}");
    }

    #[test]
    fn the_first_repetition_is_the_run_itself() {
        let arena = arena(["random", "random"], 40);
        let mut deals = FixedDeals::begin(&arena).expect("they may play");
        deals.play_once(&arena, &|_| ()).expect("played");
        let results = arena.run().expect("played");
        let won: f64 = results
            .groups()
            .iter()
            .flat_map(|group| &group.games)
            .map(|game| game.shares[crate::Seat::FIRST].as_f64())
            .sum();
        let of_first: f64 = deals.sums.iter().step_by(2).map(|[won, _]| won).sum();
        assert_eq!((of_first, deals.decided()), (won, None), "once is too few for more");
    }
}
