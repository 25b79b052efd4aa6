//! Measuring of goals: one or several series of values for each goal, one value for each group.

use serde::{Deserialize, Serialize};

use super::goal::{Goal, Measure};
use crate::arena::stats::{Interval, Moments, Range, every_two, gap, sequence_margin, with_reach};
use crate::arena::{Game, Group, LEAST_GROUPS, Results, Scale, UnknownMetric};

/// The way to measure one goal in the results of a run.
#[derive(Clone, Debug)]
pub(in crate::design) struct Probe {
    source: Source,
    pub(in crate::design) scale: Scale,
    range: Range,
}

#[derive(Clone, Debug)]
enum Source {
    /// The mean of a column.
    Mean(usize),
    /// The share of the games with a value of this column in a range.
    ShareWithin(usize, [f64; 2]),
    /// The differences between every two of `places` neighbouring columns, of which `first` is the first.
    Gap { first: usize, places: usize },
    /// The share of the win of a player.
    Wins(String),
}

/// The evidence about one goal so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(in crate::design) struct Evidence(Vec<Series>);

/// The values of one series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Series {
    #[serde(flatten)]
    moments: Moments,
    /// The least and the greatest value.
    ends: [f64; 2],
}

/// A measured value, with bounds that hold at all looks together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::design) struct Reading {
    /// The number of groups with a value.
    pub(in crate::design) groups: u64,
    pub(in crate::design) value: f64,
    /// The bounds, unless there are too few groups.
    pub(in crate::design) interval: Option<Interval>,
}

impl Probe {
    /// The probe of a goal in results of this form.
    pub(in crate::design) fn of(goal: &Goal, results: &Results) -> Result<Self, UnknownMetric> {
        let share = |source| Self { source, scale: Scale::Share, range: Range::SHARE };
        Ok(match &goal.measure {
            Measure::Mean(metric) => {
                let column = results.column(metric)?;
                let metric = &results.metrics[column];
                Self { source: Source::Mean(column), scale: metric.scale, range: metric.range }
            }
            Measure::ShareWithin { metric, low, high } => {
                share(Source::ShareWithin(results.column(metric)?, [*low, *high]))
            }
            Measure::Gap(places) => {
                let first = results.column(&places.metric(1))?;
                share(Source::Gap { first, places: results.setting.seats.count().into() })
            }
            Measure::Skill { better, .. } => share(Source::Wins(better.to_string())),
        })
    }

    /// Adds the values of these results.
    pub(in crate::design) fn add(&self, results: &Results, to: &mut Evidence) {
        match self.source {
            Source::Mean(column) => {
                results.group_means(column).for_each(|(_, mean)| to.add(0, mean));
            }
            Source::ShareWithin(column, [low, high]) => {
                let lies = |value: f64| f64::from((low..=high).contains(&value));
                let share = |group: &Group| group.mean_of(|game| game.value(column).map(lies));
                results.groups.iter().filter_map(share).for_each(|share| to.add(0, share));
            }
            Source::Gap { first, places } => {
                for (series, (one, other)) in every_two(places).enumerate() {
                    let difference =
                        |game: &Game| Some(game.value(first + one)? - game.value(first + other)?);
                    let means = results.groups.iter().filter_map(|group| group.mean_of(difference));
                    means.for_each(|mean| to.add(series, mean));
                }
            }
            Source::Wins(ref player) => {
                results.shares_of(player).into_iter().for_each(|share| to.add(0, share));
            }
        }
    }

    /// The value with its bounds, each of which errs with half of the probability `error` at most.
    pub(in crate::design) fn reading(&self, goal: &Goal, evidence: &Evidence, error: f64) -> Option<Reading> {
        let groups = evidence.0.iter().map(|series| series.moments.count).min()?;
        if let Source::Gap { places, .. } = self.source {
            let moments: Vec<Moments> = evidence.0.iter().map(|series| series.moments).collect();
            let (value, bounds) =
                gap(&moments, places, error, |index, error| evidence.0[index].margin(1.0, error));
            let interval = Some(bounds).filter(|_| groups >= LEAST_GROUPS);
            return Some(Reading { groups, value, interval });
        }
        let [series] = evidence.0[..] else { return None };
        let value = series.moments.mean;
        let reach = match self.range {
            Range::Within(low, high) => high - low,
            Range::AtLeast(_) | Range::Any => {
                let limits = goal.least.into_iter().chain(goal.most);
                let furthest = limits.map(|limit| (limit - value).abs()).fold(0.0, f64::max);
                furthest.max(series.ends[1] - series.ends[0])
            }
        };
        let margin = series.margin(reach, error / 2.0);
        let (least, most) = self.range.ends();
        let interval = Interval { low: (value - margin).max(least), high: (value + margin).min(most) };
        Some(Reading { groups, value, interval: Some(interval).filter(|_| groups >= LEAST_GROUPS) })
    }
}

impl Evidence {
    fn add(&mut self, series: usize, value: f64) {
        if self.0.len() <= series {
            self.0.resize(series + 1, Series::default());
        }
        self.0[series].add(value);
    }

    /// Returns whether all values of each series are equal.
    pub(in crate::design) fn is_constant(&self) -> bool {
        self.0.iter().all(|Series { ends: [least, most], .. }| least.to_bits() == most.to_bits())
    }
}

impl Series {
    fn add(&mut self, value: f64) {
        let [least, most] = if self.moments.count == 0 { [value; 2] } else { self.ends };
        self.ends = [least.min(value), most.max(value)];
        self.moments.add(value);
    }

    fn margin(&self, reach: f64, error: f64) -> f64 {
        sequence_margin(&with_reach(&self.moments, reach), error)
    }
}
