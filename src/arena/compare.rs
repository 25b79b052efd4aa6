//! The comparison of two rulesets, or of two line-ups, in every metric on common deals.
//!
//! Groups of the same number share their random streams on both sides and are compared in pairs, which removes much of
//! the variance. A card is drawn only when it is needed, so the games of a pair align only in part.

use serde::{Deserialize, Serialize};

use super::metric::Metric;
use super::results::{Incomparable, Results, UnknownMetric};
use super::seats::{Places, SeatTest};
use super::stats::{
    Estimate, Interval, Method, Moments, Range, holm, mean_within, sign_flip, square, student_t_cdf,
};

/// The significance level of the corrected p-values.
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
    /// The seed of both sides.
    pub seed: u64,
    /// The number of pairs of groups.
    pub groups: u64,
    /// The number of games of each side.
    pub games: [u64; 2],
    /// The number of pairs whose games have equal values of all metrics.
    pub alike: u64,
    /// The value of seats on both sides, where one bot plays all of them.
    pub seats: Option<SeatComparison>,
    /// The same by turn order: the first mover, the second, and so on.
    pub turn_order: Option<SeatComparison>,
    /// One entry for each metric.
    pub differences: Vec<Difference>,
}

/// The value of seats on both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatComparison {
    /// The test on the first side.
    pub first: SeatTest,
    /// The test on the second side.
    pub second: SeatTest,
    /// The gap between the best and the worst seat, second side minus first.
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
    /// The second side minus the first, over the groups that have a value on both sides.
    pub difference: Option<Estimate>,
    /// Cohen's d: the difference in standard deviations of a group on one side. About 0.2 is small, 0.8 is large.
    /// `None` where nothing varies.
    pub effect: Option<f64>,
    /// The number of pairs of groups in the difference.
    pub pairs: u64,
    /// The two-sided p-value, corrected for the number of metrics. `None` for too few pairs, and where a side was not
    /// random: one game repeated says nothing about its ruleset.
    pub p_value: Option<f64>,
    /// The direction of the difference, when it is significant.
    pub verdict: Verdict,
}

/// The verdict on a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The second side has significantly more.
    More,
    /// The second side has significantly less.
    Less,
    /// The difference is not significant.
    Open,
}

impl Difference {
    /// Returns whether the second side has significantly more.
    pub fn is_more(&self) -> bool {
        self.verdict == Verdict::More
    }

    /// Returns whether the second side has significantly less.
    pub fn is_less(&self) -> bool {
        self.verdict == Verdict::Less
    }

    /// Returns whether the whole interval of the difference lies within `margin` of 0.
    pub fn is_within(&self, margin: f64) -> bool {
        let interval = self.difference.and_then(|difference| difference.interval);
        interval.is_some_and(|Interval { low, high }| low >= -margin && high <= margin)
    }
}

impl Comparison {
    /// Compares the results of two runs with the same seed at tables of the same size.
    ///
    /// # Errors
    /// When the runs cannot be compared.
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

    /// The difference in the metric called `name`.
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

/// The indices, in both runs, of the groups that both have. Groups ascend by number.
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
    let (one_adjusted, other_adjusted) = (first.series(column), second.series(column));
    let is_adjusted = one_adjusted != one || other_adjusted != other;
    let gained = gains(&one_adjusted, &other_adjusted);
    // One game repeated says nothing about its ruleset, whatever it is compared with.
    let is_random = !(first.is_settled(&means(&one)) || second.is_settled(&means(&other)));
    let range = metric.range.of_difference();
    let (difference, p_value) = judge(&gained, if is_adjusted { Range::Any } else { range });
    let difference = difference.map(|difference| range.clipped(difference));
    let (difference, p_value) =
        if is_random { (difference, p_value) } else { (difference.map(Estimate::not_random), None) };
    let variance = f64::midpoint(Moments::of(&means(&one)).variance, Moments::of(&means(&other)).variance);
    let effect = difference.filter(|_| variance > 0.0).map(|difference| difference.value / variance.sqrt());
    Difference {
        effect,
        first: first.summary(column).and_then(|summary| summary.mean),
        second: second.summary(column).and_then(|summary| summary.mean),
        metric,
        difference,
        pairs: gained.len() as u64,
        p_value,
        verdict: Verdict::Open,
    }
}

/// The values of the second run minus those of the first, for each numbered group with a value on both sides.
pub(super) fn gains(first: &[(u64, f64)], second: &[(u64, f64)]) -> Vec<f64> {
    let gained = first.iter().filter_map(|(number, mean)| {
        let place = second.binary_search_by_key(number, |(number, _)| *number).ok()?;
        Some(second[place].1 - mean)
    });
    gained.collect()
}

/// The mean difference with its interval and its two-sided p-value: by Student's t where the mean is about normal, else
/// by random sign flips. Too few values have no p-value.
fn judge(gained: &[f64], range: Range) -> (Option<Estimate>, Option<f64>) {
    /// The least number of pairs that has a p-value.
    const LEAST_PAIRS: usize = 10;
    /// The number of random sign assignments.
    const DRAWS: u32 = 20_000;
    const SEED: u64 = 1;
    let p_value = (gained.len() >= LEAST_PAIRS).then(|| {
        // Cochran's rule: the number of values that makes up for their skewness.
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

/// The two-sided p-value by Student's t; `None` for fewer than two values.
fn p_value(gained: &[f64]) -> Option<f64> {
    let moments = Moments::of(gained);
    let error = moments.standard_error()?;
    if error == 0.0 {
        // All values are equal: of the 2^n sign assignments, two give a mean as far from 0.
        let alike = libm::exp2(1.0 - moments.count as f64);
        return Some(if moments.mean == 0.0 { 1.0 } else { alike });
    }
    Some(2.0 * student_t_cdf(-(moments.mean / error).abs(), (moments.count - 1) as f64))
}

/// Corrects the p-values for their number and sets the verdicts. A metric that differs in no pair tests nothing and is
/// left out: it is 0 under both rulesets, or they do not differ in it.
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
