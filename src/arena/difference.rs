//! The difference between two runs in one metric, from pairs of groups on the same deals.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use strum::Display;

use super::metric::Metric;
use super::parallel::each;
use super::results::Results;
use super::stats::{
    Estimate, Interval, Method, Moments, Range, holm, mean_within, sign_flip, square, student_t_cdf,
};

/// The significance level of the corrected p-values.
pub(crate) const ALPHA: f64 = 0.05;

/// The difference between two runs in one metric, with the means of both sides.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The metric.
    pub metric: Metric,
    /// An earlier metric that has the same value in every game of all runs, while its values vary. The two are one
    /// test.
    pub same_as: Option<Cow<'static, str>>,
    /// The mean under the base; `None` when no game has a value.
    pub base: Option<Estimate>,
    /// The mean on the other side; `None` when no game has a value.
    pub other: Option<Estimate>,
    /// The mean of the other side minus that of the base, over the groups that have a value on both sides.
    pub difference: Option<Estimate>,
    /// The effect size, Cohen's d: the difference in standard deviations of a group on one side. About 0.2 is small,
    /// 0.8 is large. `None` where nothing varies.
    pub effect: Option<f64>,
    /// The number of pairs of groups that the difference is based on.
    pub pairs: u64,
    /// The two-sided p-value of this difference alone. `None` where nothing is tested: with too few pairs, where all
    /// pairs are equal, where too many games did not end, and where a side was not random, since one game repeated is
    /// no evidence about its ruleset.
    pub raw_p_value: Option<f64>,
    /// The p-value corrected for the number of all tested differences.
    pub p_value: Option<f64>,
    /// The direction of the difference, when it is significant.
    pub verdict: Verdict,
}

/// The verdict on a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Verdict {
    /// The other side has significantly more.
    More,
    /// The other side has significantly less.
    Less,
    /// The difference is not significant.
    Open,
    /// Too many games did not end to judge the difference.
    Unfinished,
}

impl Verdict {
    /// Returns whether there is a significant difference, in either direction.
    pub fn is_found(self) -> bool {
        matches!(self, Self::More | Self::Less)
    }

    /// Returns the verdict for a corrected p-value.
    pub(crate) fn of(p_value: f64, difference: Option<Estimate>) -> Self {
        match p_value < ALPHA {
            true if difference.is_some_and(|difference| difference.value > 0.0) => Self::More,
            true => Self::Less,
            false => Self::Open,
        }
    }
}

impl Difference {
    /// Returns whether the whole interval of the difference lies between `-margin` and `margin`.
    pub fn is_within(&self, margin: f64) -> bool {
        let interval = self.difference.and_then(|difference| difference.interval);
        interval.is_some_and(|Interval { low, high }| low >= -margin && high <= margin)
    }
}

/// Returns the differences in these metrics, with p-values that are not corrected yet.
pub(super) fn differences(base: &Results, against: &Results, columns: &[usize]) -> Vec<Difference> {
    /// The number of columns that are read in one pass: a million games do not fit in a processor's cache.
    const AT_ONCE: usize = 16;
    let of_several = |columns: &[usize]| -> Vec<Difference> {
        let [one, other] = [base, against].map(|run| run.means_of(columns));
        let all = columns.iter().zip(one.into_iter().zip(other));
        let of_column =
            |(): &mut (), (column, means): (&usize, _)| difference([base, against], *column, means);
        each(all, &of_column).collect()
    };
    columns.chunks(AT_ONCE).flat_map(of_several).collect()
}

/// Group numbers, each with the mean of a metric over the group.
pub(super) type Means = Vec<(u64, f64)>;

/// Computes the difference in one metric from its means over the groups of both sides.
fn difference([base, against]: [&Results; 2], column: usize, (one, other): (Means, Means)) -> Difference {
    let metric = base.metrics[column].clone();
    let adjusted = [base, against].map(|run| run.series_adjusted(column));
    let is_adjusted = adjusted
        .iter()
        .zip([&one, &other])
        .any(|(adjusted, means)| adjusted.as_ref().is_some_and(|adjusted| adjusted != means));
    let [one_adjusted, other_adjusted] = adjusted;
    let gained = gains(&one_adjusted.unwrap_or(one), &other_adjusted.unwrap_or(other));
    // One game repeated is no evidence about its ruleset, whatever it is compared with.
    let by_group = [base, against].map(|run| run.sums.by_group(column));
    let is_random = !(base.is_settled(by_group[0]) || against.is_settled(by_group[1]));
    let range = metric.range.of_difference();
    let (difference, p_value) = judge(&gained, if is_adjusted { Range::Any } else { range });
    let difference = difference.map(|difference| range.clipped(difference));
    let (difference, p_value) =
        if is_random { (difference, p_value) } else { (difference.map(Estimate::not_random), None) };
    let is_judged = [base, against].iter().all(|run| run.endings().judge(&metric.name));
    let (difference, p_value, verdict) = if is_judged {
        (difference, p_value, Verdict::Open)
    } else {
        (difference.map(Estimate::unfinished), None, Verdict::Unfinished)
    };
    let [variance, other_variance] = by_group.map(|means| means.moments().variance);
    let variance = f64::midpoint(variance, other_variance);
    let effect = difference.filter(|_| variance > 0.0).map(|difference| difference.value / variance.sqrt());
    Difference {
        effect,
        base: base.summary(column).and_then(|summary| summary.mean),
        other: against.summary(column).and_then(|summary| summary.mean),
        metric,
        same_as: None,
        difference,
        pairs: gained.len() as u64,
        raw_p_value: p_value,
        p_value,
        verdict,
    }
}

/// Returns the values of the other run minus those of the base, for each group with a value on both sides. Both lists
/// are in ascending order of group number.
pub(super) fn gains(base: &[(u64, f64)], other: &[(u64, f64)]) -> Vec<f64> {
    gains_by_group(base, other).into_iter().map(|(_, gained)| gained).collect()
}

/// Returns what [`gains`] does, with the group numbers.
pub(super) fn gains_by_group(base: &[(u64, f64)], other: &[(u64, f64)]) -> Means {
    let mut others = other.iter().peekable();
    let gained = base.iter().filter_map(|(number, mean)| {
        while others.next_if(|(other, _)| other < number).is_some() {}
        others.next_if(|(other, _)| other == number).map(|(_, other)| (*number, other - mean))
    });
    gained.collect()
}

/// Returns the mean difference with its interval and its two-sided p-value: by Student's t where the mean is about
/// normal, else by random sign flips. There is no p-value for too few values, or if all values are 0.
pub(super) fn judge(gained: &[f64], range: Range) -> (Option<Estimate>, Option<f64>) {
    /// The minimum number of pairs for a p-value.
    const LEAST_PAIRS: usize = 10;
    /// The number of random sign assignments.
    const DRAWS: u32 = 20_000;
    const SEED: u64 = 1;
    let is_tested = gained.len() >= LEAST_PAIRS && gained.iter().any(|gained| *gained != 0.0);
    let p_value = is_tested.then(|| {
        // Cochran's rule: the number of values that compensates for their skewness.
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

/// Returns the two-sided p-value by Student's t of values that are not all 0; `None` for fewer than two values.
fn p_value(gained: &[f64]) -> Option<f64> {
    let moments = Moments::of(gained);
    let error = moments.standard_error()?;
    if error == 0.0 {
        // All values are equal and not 0: of the 2^n sign assignments, two give a mean as far from 0 as this.
        return Some(libm::exp2(1.0 - moments.count as f64));
    }
    Some(2.0 * student_t_cdf(-(moments.mean / error).abs(), (moments.count - 1) as f64))
}

/// Corrects the p-values for multiple comparisons and sets the verdicts. Metrics that are equal in every game count as
/// one test. Returns the number of tests.
pub(super) fn correct(sides: &mut [&mut [Difference]]) -> u64 {
    let is_asked = |difference: &Difference| difference.p_value.is_some() && difference.same_as.is_none();
    let all = || sides.iter().flat_map(|side| side.iter());
    let raw: Vec<f64> = all()
        .filter(|difference| is_asked(difference))
        .filter_map(|difference| difference.raw_p_value)
        .collect();
    let asked = sides.iter_mut().flat_map(|side| side.iter_mut()).filter(|difference| is_asked(difference));
    for (difference, corrected) in asked.zip(holm(&raw)) {
        difference.p_value = Some(corrected);
        difference.verdict = Verdict::of(corrected, difference.difference);
    }
    for side in sides {
        for index in 0..side.len() {
            let name = side[index].same_as.clone();
            let twin = side.iter().find(|twin| name.as_ref() == Some(&twin.metric.name));
            if let Some((p_value, verdict)) = twin.map(|twin| (twin.p_value, twin.verdict)) {
                (side[index].p_value, side[index].verdict) = (p_value, verdict);
            }
        }
    }
    raw.len() as u64
}
