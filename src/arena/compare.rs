//! What a difference of rules does to games: every metric under both, on common deals.
//!
//! The groups of both sides have the same numbers and so the same streams: they are compared in pairs, which
//! takes out much of the luck. Since a card is decided when it is drawn, common streams align partially.

use serde::{Deserialize, Serialize};

use super::metric::Metric;
use super::results::{Incomparable, Results, UnknownMetric};
use super::seats::{Places, SeatTest};
use super::stats::{
    Estimate, Interval, Method, Moments, Range, holm, mean_within, sign_flip, square, student_t_cdf,
};

/// A difference is beyond chance when its corrected p-value is below this.
const ALPHA: f64 = 0.05;

/// Two rulesets, or two line-ups, compared in every metric.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The game.
    pub game: String,
    /// The ruleset of the first side.
    pub first: String,
    /// The ruleset of the second side.
    pub second: String,
    /// Where all chance came from.
    pub seed: u64,
    /// The pairs of groups.
    pub groups: u64,
    /// The games of each side.
    pub games: [u64; 2],
    /// How many groups went the same way on both sides, as far as the metrics tell.
    pub alike: u64,
    /// What seats are worth under both, where one bot plays all of them.
    pub seats: Option<SeatComparison>,
    /// The same by turn order: whoever moves first, second, and so on.
    pub turn_order: Option<SeatComparison>,
    /// One line for each metric.
    pub differences: Vec<Difference>,
}

/// What seats are worth under both rulesets.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatComparison {
    /// On the first side.
    pub first: SeatTest,
    /// On the second side.
    pub second: SeatTest,
    /// The gap between the best and the worst seat on the second side less that on the first.
    pub gap: Estimate,
}

impl SeatComparison {
    fn of(first: &Results, second: &Results, places: Places) -> Option<Self> {
        let gap = SeatTest::gap_difference(first, second, places)?;
        Some(Self { first: SeatTest::of(first, places)?, second: SeatTest::of(second, places)?, gap })
    }
}

/// One metric on both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The metric.
    pub metric: Metric,
    /// Its mean on the first side; `None` when no game has a value.
    pub first: Option<Estimate>,
    /// Its mean on the second side.
    pub second: Option<Estimate>,
    /// The second less the first, over the groups that have a value on both sides.
    pub difference: Option<Estimate>,
    /// The difference in standard deviations of a group on one side (Cohen's d): how much of it a table notices.
    /// Small is about 0.2, great about 0.8. `None` where nothing varies.
    pub effect: Option<f64>,
    /// How many pairs of groups the difference is of.
    pub pairs: u64,
    /// How likely so great a difference is by chance alone, corrected for the number of metrics. `None` for too few
    /// pairs, and where nothing was random on both sides: then the difference is that of two games.
    pub p_value: Option<f64>,
    /// Which way it points, when it is beyond chance.
    pub verdict: Verdict,
}

/// What can be said of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The second side has more, beyond chance.
    More,
    /// The second side has less, beyond chance.
    Less,
    /// Nothing beyond chance.
    Open,
}

impl Difference {
    /// Whether the second side has more, beyond chance.
    pub fn is_more(&self) -> bool {
        self.verdict == Verdict::More
    }

    /// Whether the second side has less, beyond chance.
    pub fn is_less(&self) -> bool {
        self.verdict == Verdict::Less
    }

    /// Whether the difference is surely no greater than this, either way: its whole interval is within.
    pub fn is_within(&self, margin: f64) -> bool {
        let interval = self.difference.and_then(|difference| difference.interval);
        interval.is_some_and(|Interval { low, high }| low >= -margin && high <= margin)
    }
}

impl Comparison {
    /// Compares the results of two runs with the same seed at tables of the same size.
    ///
    /// # Errors
    /// When they cannot be compared.
    pub fn of(first: &Results, second: &Results) -> Result<Self, Incomparable> {
        check(first, second)?;
        let pairs = pairs(first, second);
        if pairs.is_empty() {
            return Err(Incomparable::NoGroups);
        }
        let mut differences: Vec<Difference> =
            (0..first.metrics.len()).map(|column| difference(first, second, column)).collect();
        correct(&mut differences);
        let values = |results: &Results, index: usize| -> Vec<Vec<Option<f64>>> {
            results.groups[index].games.iter().map(|game| game.values.clone()).collect()
        };
        let alike = pairs.iter().filter(|(one, other)| values(first, *one) == values(second, *other)).count();
        Ok(Self {
            game: first.game.clone(),
            first: first.ruleset.clone(),
            second: second.ruleset.clone(),
            seed: first.seed,
            groups: pairs.len() as u64,
            games: [first.games(), second.games()],
            alike: alike as u64,
            seats: SeatComparison::of(first, second, Places::Seats),
            turn_order: SeatComparison::of(first, second, Places::TurnOrder),
            differences,
        })
    }

    /// What became of one metric.
    ///
    /// # Errors
    /// When there is no such metric.
    pub fn metric(&self, name: &str) -> Result<&Difference, UnknownMetric> {
        self.differences.iter().find(|difference| difference.metric.name == name).ok_or_else(|| {
            let known = self.differences.iter().map(|difference| difference.metric.name.as_ref());
            UnknownMetric { name: name.to_owned(), known: known.collect::<Vec<_>>().join(", ") }
        })
    }
}

fn check(first: &Results, second: &Results) -> Result<(), Incomparable> {
    if first.game != second.game {
        return Err(Incomparable::Games(first.game.clone(), second.game.clone()));
    }
    if (first.seats, first.seatings) != (second.seats, second.seatings) {
        let seats = (first.seats.count(), second.seats.count());
        return Err(Incomparable::Tables(seats.0, seats.1, first.seatings, second.seatings));
    }
    if first.seed != second.seed {
        return Err(Incomparable::Seeds(first.seed, second.seed));
    }
    if first.metrics.is_empty() || first.metrics != second.metrics {
        return Err(Incomparable::NothingMeasured);
    }
    Ok(())
}

/// The places of the groups of the same number in both lists, which ascend.
fn pairs(first: &Results, second: &Results) -> Vec<(usize, usize)> {
    let place = |number: u64| second.groups.binary_search_by_key(&number, |group| group.number).ok();
    let numbered = first.groups.iter().enumerate();
    numbered.filter_map(|(index, group)| Some((index, place(group.number)?))).collect()
}

fn difference(first: &Results, second: &Results, column: usize) -> Difference {
    let metric = first.metrics[column].clone();
    let one: Vec<(u64, f64)> = first.group_means(column).collect();
    let other: Vec<(u64, f64)> = second.group_means(column).collect();
    let means = |side: &[(u64, f64)]| side.iter().map(|(_, mean)| *mean).collect::<Vec<_>>();
    let gained = gains(first, second, column);
    // One game played again and again says nothing of its ruleset, whatever it is compared with.
    let is_random = !(first.is_settled(&means(&one)) || second.is_settled(&means(&other)));
    let (difference, p_value) = judge(&gained, metric.range.of_difference());
    let (difference, p_value) =
        if is_random { (difference, p_value) } else { (difference.map(Estimate::not_random), None) };
    let variance = f64::midpoint(Moments::of(&means(&one)).variance, Moments::of(&means(&other)).variance);
    let effect = difference.filter(|_| variance > 0.0).map(|difference| difference.value / variance.sqrt());
    Difference {
        effect,
        first: first.estimate(&means(&one), metric.range),
        second: second.estimate(&means(&other), metric.range),
        metric,
        difference,
        pairs: gained.len() as u64,
        p_value,
        verdict: Verdict::Open,
    }
}

/// A column of the second run less that of the first, in each group that has a value on both sides.
pub(super) fn gains(first: &Results, second: &Results, column: usize) -> Vec<f64> {
    let other: Vec<(u64, f64)> = second.group_means(column).collect();
    let gained = first.group_means(column).filter_map(|(number, mean)| {
        let place = other.binary_search_by_key(&number, |(number, _)| *number).ok()?;
        Some(other[place].1 - mean)
    });
    gained.collect()
}

/// The mean of differences with its interval, and how likely so great a one is by chance, two-sided: by Student's t
/// where the means of so many are about normal, else by flipping signs. No likelihood for too few values to tell.
fn judge(gained: &[f64], range: Range) -> (Option<Estimate>, Option<f64>) {
    /// Fewer pairs than this decide nothing.
    const LEAST_PAIRS: usize = 10;
    /// Draws of signs for a likelihood.
    const DRAWS: u32 = 20_000;
    const SEED: u64 = 1;
    let p_value = (gained.len() >= LEAST_PAIRS).then(|| {
        // Cochran's rule: so many values make up for their skewness.
        let is_normal = gained.len() as f64 > 25.0 * square(Moments::skewness(gained));
        p_value(gained).filter(|_| is_normal).unwrap_or_else(|| sign_flip(gained, DRAWS, SEED))
    });
    (mean_within(gained, range).map(paired), p_value)
}

fn paired(estimate: Estimate) -> Estimate {
    match estimate.method {
        Method::T => Estimate { method: Method::PairedT, ..estimate },
        _ => estimate,
    }
}

/// By Student's t.
fn p_value(gained: &[f64]) -> Option<f64> {
    let moments = Moments::of(gained);
    let error = moments.standard_error()?;
    if error == 0.0 {
        // All signs are the same, which is so for two of all ways to give them.
        let alike = libm::exp2(1.0 - moments.count as f64);
        return Some(if moments.mean == 0.0 { 1.0 } else { alike });
    }
    Some(2.0 * student_t_cdf(-(moments.mean / error).abs(), (moments.count - 1) as f64))
}

/// Corrects the p-values for their number. A metric without a difference in any pair asks nothing: it is 0 in
/// both games by their rules, or they do not differ in it.
fn correct(differences: &mut [Difference]) {
    let asks = |difference: &&mut Difference| {
        let is_same = difference.difference.is_some_and(|d| d.method == Method::Constant && d.value == 0.0);
        difference.p_value.is_some() && !is_same
    };
    let mut asked: Vec<&mut Difference> = differences.iter_mut().filter(asks).collect();
    let raw: Vec<f64> = asked.iter().filter_map(|difference| difference.p_value).collect();
    for (difference, corrected) in asked.iter_mut().zip(holm(&raw)) {
        difference.p_value = Some(corrected);
        let gained = difference.difference.map_or(0.0, |estimate| estimate.value);
        difference.verdict = match corrected < ALPHA {
            true if gained > 0.0 => Verdict::More,
            true => Verdict::Less,
            false => Verdict::Open,
        };
    }
}
