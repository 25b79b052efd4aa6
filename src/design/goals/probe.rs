//! Measures goals: one or several series of values for each goal, with one value for each group.

use serde::{Deserialize, Serialize};

use super::goal::{Goal, Measure, Over, categories};
use crate::arena::stats::{
    Interval, Moments, Range, Sequence, every_two, gap_bounds, gap_value, largest_bounds,
};
use crate::arena::{Game, Group, LEAST_GROUPS, Results, Scale, Setting, UnknownMetric};
use crate::common::standings::Share;

/// The range of a skill index.
pub(super) const SKILL_INDEX: Range = Range::Within(-1.0, 1.0);

/// How to measure one goal in the results of a run.
#[derive(Clone, Debug)]
pub(in crate::design) struct Probe {
    source: Source,
    over: Over,
    pub(in crate::design) scale: Scale,
    pub(in crate::design) range: Range,
}

#[derive(Clone, Debug)]
enum Source {
    /// The mean of a column, in units of this size.
    Mean(usize, f64),
    /// The share of the games whose value in this column, in units of this size, lies in a range.
    ShareWithin(usize, f64, [f64; 2]),
    /// The differences between every two of these columns.
    Gap(Vec<usize>),
    /// These columns, of which the largest counts.
    Largest(Vec<usize>),
    /// The share of the win of a player.
    Wins(String),
    /// Fixed deals, which have no values of single games.
    FixedDeals,
}

/// The evidence about one goal so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(in crate::design) struct Evidence(Vec<Series>);

/// The values of one series.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Series {
    #[serde(flatten)]
    moments: Moments,
    /// The values for bounding the mean. They are empty in a search, which only compares means.
    #[serde(skip)]
    values: Sequence,
}

/// A measured value, with bounds that hold at all checks together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::design) struct Reading {
    /// The number of groups with a value.
    pub(in crate::design) groups: u64,
    pub(in crate::design) value: f64,
    /// The bounds, unless there are too few groups.
    pub(in crate::design) interval: Option<Interval>,
    /// The highest value that is assumed to be possible, if the values have no maximum.
    pub(in crate::design) assumed: Option<f64>,
}

impl Probe {
    /// Returns the probe of a goal for results of this form.
    pub(in crate::design) fn of(goal: &Goal, results: &Results) -> Result<Self, UnknownMetric> {
        let over = goal.over;
        let share = |source| Self { source, over, scale: Scale::Share, range: Range::SHARE };
        let unit = goal.seconds.map_or(1.0, |seconds| seconds / 60.0);
        let column = |metric: &str| results.column(goal.seconds.map_or(metric, |_| "decisions"));
        let columns = |name: &str| categories(name, &results.metrics).unwrap_or_default();
        Ok(match &goal.measure {
            Measure::Mean(metric) => {
                let column = column(metric)?;
                let metric = &results.metrics[column];
                Self { source: Source::Mean(column, unit), over, scale: metric.scale, range: metric.range }
            }
            Measure::ShareWithin { metric, low, high } => {
                share(Source::ShareWithin(column(metric)?, unit, [*low, *high]))
            }
            Measure::Gap(name) => {
                Self { range: Range::SHARE.of_difference(), ..share(Source::Gap(columns(name))) }
            }
            Measure::Largest(name) => share(Source::Largest(columns(name))),
            Measure::Skill { better, .. } => share(Source::Wins(better.to_string())),
            Measure::LuckOfTheDeal => share(Source::FixedDeals),
            Measure::SkillIndex { .. } => {
                Self { scale: Scale::Number, range: SKILL_INDEX, ..share(Source::FixedDeals) }
            }
        })
    }

    /// Adds the values of these results.
    pub(in crate::design) fn add(&self, results: &Results, to: &mut Evidence) {
        for group in results.groups() {
            let values = self.values(group, &results.setting);
            (0..).zip(values).filter_map(|(series, value)| Some((series, value?))).for_each(
                |(series, value)| {
                    to.add(series, value);
                },
            );
        }
    }

    /// Returns the values of a group, one for each series; `None` where no game that counts has a value.
    pub(in crate::design) fn values(&self, group: &Group, setting: &Setting) -> Vec<Option<f64>> {
        let mean = |value: &dyn Fn(&Game) -> Option<f64>| {
            group.mean_of(|game| value(game).filter(|_| self.over.counts(game)))
        };
        match &self.source {
            Source::Mean(column, unit) => vec![mean(&|game| Some(unit * game.value(*column)?))],
            Source::ShareWithin(column, unit, [low, high]) => {
                let lies = |value: f64| f64::from((*low..=*high).contains(&(unit * value)));
                vec![mean(&|game| game.value(*column).map(lies))]
            }
            Source::Gap(columns) => {
                let of_two = |(one, other): (usize, usize)| {
                    mean(&|game| Some(game.value(columns[one])? - game.value(columns[other])?))
                };
                every_two(columns.len()).map(of_two).collect()
            }
            Source::Largest(columns) => {
                columns.iter().map(|column| mean(&|game| game.value(*column))).collect()
            }
            Source::FixedDeals => Vec::new(),
            Source::Wins(player) => vec![mean(&|game| {
                let own = |index: &usize| setting.player(game.seating, *index) == player;
                let shares = game.shares.iter().enumerate().filter(|(index, _)| own(index));
                shares.map(|(_, share)| f64::from(share.parts()) / f64::from(Share::PARTS)).reduce(f64::max)
            })],
        }
    }

    /// Returns the value with its bounds, each of which is wrong with a probability of at most half of `error`.
    pub(in crate::design) fn reading(&self, evidence: &Evidence, error: f64) -> Option<Reading> {
        let value = self.value(evidence)?;
        let groups = evidence.groups();
        let bounds = |index: usize, error: f64| evidence.0.get(index)?.values.bounds(self.range, error);
        let interval = match &self.source {
            _ if groups < LEAST_GROUPS => None,
            Source::Gap(columns) => gap_bounds(columns.len(), error, bounds),
            Source::Largest(columns) => largest_bounds(columns.len(), error, bounds),
            _ => bounds(0, error / 2.0),
        };
        let (_, highest) = self.range.ends();
        let assumed = evidence.0.first()?.values.assumed(self.range).filter(|_| !highest.is_finite());
        Some(Reading { groups, value, interval, assumed: assumed.map(|(_, most)| most) })
    }

    /// Returns the value without bounds.
    pub(in crate::design) fn value(&self, evidence: &Evidence) -> Option<f64> {
        match &self.source {
            Source::Gap(columns) => {
                (!evidence.0.is_empty()).then(|| gap_value(&moments(evidence), columns.len()))
            }
            Source::Largest(_) => evidence.0.iter().map(|series| series.moments.mean).reduce(f64::max),
            _ => evidence.0.first().map(|series| series.moments.mean),
        }
    }
}

fn moments(evidence: &Evidence) -> Vec<Moments> {
    evidence.0.iter().map(|series| series.moments).collect()
}

impl Evidence {
    fn add(&mut self, series: usize, value: f64) {
        if self.0.len() <= series {
            self.0.resize(series + 1, Series::default());
        }
        self.0[series].moments.add(value);
        self.0[series].values.add(value);
    }

    /// Drops the data for bounding the means, and keeps the data for comparing values.
    pub(in crate::design) fn forget_bounds(&mut self) {
        self.0.iter_mut().for_each(|series| series.values = Sequence::default());
    }

    /// Returns the number of groups with a value.
    pub(in crate::design) fn groups(&self) -> u64 {
        self.0.iter().map(|series| series.moments.count).min().unwrap_or(0)
    }

    /// Returns the standard error of the mean of the first series; `None` for fewer than two values.
    pub(in crate::design) fn error(&self) -> Option<f64> {
        self.0.first()?.moments.standard_error()
    }

    /// Returns whether all values of each series are equal.
    pub(in crate::design) fn is_constant(&self) -> bool {
        self.0.iter().all(|series| series.values.is_constant())
    }
}
