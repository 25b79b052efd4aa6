//! The findings of a run of steps towards goals: how much closer each step comes to each goal.

use std::fmt;

use serde::Serialize;
use serde_json::{Value, json};

use super::measured::{Measured, Series};
use super::state::{Variant, Variation};
use crate::arena::Scale;
use crate::arena::stats::{Interval, Moments, Range, gap_bounds, gap_value, largest_bounds};
use crate::common::order::sort_by;
use crate::design::goals::{ERROR, Goal, Measure};
use crate::design::tally::Tally;

/// The steps, with how much closer each comes to each goal.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct GoalsReport {
    /// The goals, with the figures of the base.
    pub goals: Vec<Aim>,
    /// The steps that were played, in the order of the run.
    pub steps: Vec<Moves>,
    /// Sentences on the games of the base that did not end.
    pub unfinished: Vec<String>,
}

/// A goal under the base.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Aim {
    /// The goal.
    pub goal: Goal,
    /// The scale of its figures.
    pub scale: Scale,
    /// The figure of the base; `None` if there is none.
    pub value: Option<f64>,
    /// The interval of the figure.
    pub interval: Option<Interval>,
    /// The distance of the figure from the limits: 0 where it is within them.
    pub off: Option<f64>,
}

/// A step, with how much closer it comes to the goals.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Moves {
    /// The place of the step among the steps of the run.
    pub place: usize,
    /// One entry for each goal.
    pub goals: Vec<Move>,
    /// The sum of the distances by which the step is nearer to the goals, each in the goal's unit and multiplied by
    /// its weight.
    pub nearer: f64,
}

/// The effect of a step on a goal.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Move {
    /// The figure under the step; `None` if there is none.
    pub value: Option<f64>,
    /// The interval of the figure. The intervals of all steps and goals hold together.
    pub interval: Option<Interval>,
    /// The distance of the figure from the limits.
    pub off: Option<f64>,
    /// The base's distance from the limits minus the step's, in the goal's unit. Above 0 the step is nearer.
    pub nearer: Option<f64>,
    /// The interval of `nearer`, which also holds together with all others.
    pub nearer_interval: Option<Interval>,
    /// Whether the step is significantly nearer to the goal or further away.
    pub way: Way,
}

/// The direction in which a step moves the measure of a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Significantly nearer to the limits.
    Nearer,
    /// Significantly further from the limits, or outside limits that the base meets.
    Away,
    /// There is no significant change.
    Open,
    /// Too many games did not end to judge the step.
    Unfinished,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nearer => "nearer",
            Self::Away => "away",
            Self::Open => "open",
            Self::Unfinished => "unfinished",
        })
    }
}

/// How a goal is judged.
struct Rule<'a> {
    goal: &'a Goal,
    range: Range,
    /// The maximum probability that an interval is wrong.
    error: f64,
}

impl GoalsReport {
    /// Returns the findings from everything played so far; none for a run without goals.
    pub fn of(run: &Variation) -> Self {
        let (goals, measures, of_base) = run.goals.as_ref().map_or_else(Default::default, |targets| {
            let goals = targets.goals().map(|goals| goals.all().to_vec()).unwrap_or_default();
            (goals, targets.measures.clone(), targets.base.clone())
        });
        let tests = run.variants.len() * goals.len() * run.plan.stages() as usize;
        let rules: Vec<(Rule<'_>, &(Scale, Range, usize))> = (goals.iter().zip(&measures))
            .map(|(goal, measure)| {
                (Rule { goal, range: measure.1, error: ERROR / tests.max(1) as f64 }, measure)
            })
            .collect();
        let base = |index: usize| of_base.goals.get(index);
        let aims = rules.iter().enumerate().map(|(index, (rule, (scale, ..)))| {
            let value = base(index).and_then(|base| rule.value(base));
            Aim {
                goal: rule.goal.clone(),
                scale: *scale,
                value,
                interval: base(index).and_then(|base| rule.interval(&base.values)),
                off: value.map(|value| rule.goal.distance(value)),
            }
        });
        let aims: Vec<Aim> = aims.collect();
        let played = run.variants.iter().enumerate().filter(|(_, step)| step.groups > 0);
        let steps = played.map(|(place, step)| {
            let moves = rules.iter().enumerate().map(|(index, (rule, (.., place)))| {
                let is_judged = [&of_base, &step.measured]
                    .into_iter()
                    .all(|side| side.endings.get(*place).is_some_and(|endings| rule.goal.is_judged(endings)));
                rule.judged(&of_base, &step.measured, index, is_judged)
            });
            let goals: Vec<Move> = moves.collect();
            let weighted = |(one, goal): (&Move, &Goal)| goal.weight * one.nearer.unwrap_or(0.0);
            let nearer = goals.iter().zip(rules.iter().map(|(rule, _)| rule.goal)).map(weighted).sum();
            Moves { place, goals, nearer }
        });
        let steps = steps.collect();
        let unfinished = of_base.endings.iter().filter_map(crate::arena::Endings::in_words).collect();
        Self { goals: aims, steps, unfinished }
    }

    /// Returns the indices of the goals that the base does not meet, in the order of their file.
    pub fn missed(&self) -> Vec<usize> {
        (0..self.goals.len()).filter(|index| self.goals[*index].off.is_some_and(|off| off > 0.0)).collect()
    }

    /// Returns the steps that are significantly nearer to the goal at this index, the nearest first. Of equally near
    /// steps, those that leave the limits of no other goal come first.
    pub fn towards(&self, goal: usize) -> Vec<&Moves> {
        let mut found: Vec<&Moves> =
            self.steps.iter().filter(|step| step.goals[goal].way == Way::Nearer).collect();
        let rank = |step: &Moves| (step.goals[goal].nearer.unwrap_or(0.0), step.nearer);
        sort_by(&mut found, |one, other| {
            let ((one, one_all), (other, other_all)) = (rank(one), rank(other));
            other.total_cmp(&one).then(other_all.total_cmp(&one_all))
        });
        found
    }

    /// Returns the steps that are nearer to all goals together, each significantly nearer to at least one, the nearest
    /// first.
    pub fn together(&self) -> Vec<&Moves> {
        let is_nearer =
            |step: &&Moves| step.nearer > 0.0 && step.goals.iter().any(|one| one.way == Way::Nearer);
        let mut found: Vec<&Moves> = self.steps.iter().filter(is_nearer).collect();
        sort_by(&mut found, |one, other| other.nearer.total_cmp(&one.nearer));
        found
    }

    /// Returns how promising a step is, which decides whether it enters the next stage. This is how much closer it
    /// comes to all goals together, or to one that the base misses.
    pub(super) fn promise(&self, place: usize) -> Option<f64> {
        let step = self.steps.iter().find(|step| step.place == place)?;
        let of_goal =
            |goal: usize| self.goals[goal].goal.weight * step.goals[goal].nearer.unwrap_or(f64::MIN);
        Some(self.missed().into_iter().map(of_goal).fold(step.nearer, f64::max))
    }

    /// Returns the report as JSON, together with its run.
    pub fn to_json(&self, run: &Variation) -> Value {
        let measured = |deals: u64, Measured { goals, endings }: &Measured| json!({ "deals": deals, "goals": goals, "endings": endings });
        let step = |step: &Variant| {
            let Variant { field, path, values, words, groups, measured: of_step, .. } = step;
            let measured = measured(*groups, of_step);
            json!({ "field": field, "path": path, "values": values, "words": words, "measured": measured })
        };
        let targets = run.goals.as_ref();
        json!({
            "run": {
                "setting": run.setting, "goals": targets.map(|targets| &targets.text),
                "measures": targets.map(|targets| &targets.measures), "fields": run.fields, "plan": run.plan,
                "shard": run.shard, "base": targets.map(|targets| measured(run.groups, &targets.base)),
                "steps": run.variants.iter().map(step).collect::<Vec<_>>(), "refused": run.refused,
                "not-reached": run.not_reached,
                "stage": run.stage, "is-complete": run.is_complete,
            },
            "report": self,
        })
    }
}

impl Moves {
    /// Returns the indices of the goals whose limits the step leaves, or from which it moves further away,
    /// significantly.
    pub fn leaves(&self) -> Vec<usize> {
        (0..self.goals.len()).filter(|index| self.goals[*index].way == Way::Away).collect()
    }
}

impl Rule<'_> {
    /// Returns the effect of the step on the goal at this index.
    fn judged(&self, base: &Measured, step: &Measured, index: usize, is_judged: bool) -> Move {
        let series = |measured: &Measured| measured.goals.get(index).cloned().unwrap_or_default();
        let (before, after) = (series(base), series(step));
        let (from, value) = (self.value(&before), self.value(&after));
        let unit = self.goal.unit();
        let distance = |value: f64| self.goal.distance(value);
        let nearer = from.zip(value).map(|(from, value)| (distance(from) - distance(value)) / unit);
        let interval = self.interval(&after.values).filter(|_| is_judged);
        // The range in which the figure of the step may lie, according to the differences from the base on the same
        // deals.
        let paired = match (&self.goal.measure, from, &after.moved[..]) {
            (Measure::Gap(_) | Measure::Largest(_), ..) => interval,
            (_, Some(from), [moved]) => {
                let moved = moved.within(self.range.of_difference(), self.error).filter(|_| is_judged);
                moved.map(|Interval { low, high }| Interval { low: from + low, high: from + high })
            }
            _ => None,
        };
        let nearer_interval = from.zip(paired).map(|(from, Interval { low, high })| {
            // The distance grows towards both ends, and is smallest inside.
            let most = distance(low).max(distance(high));
            let limits = self.goal.least.into_iter().chain(self.goal.most);
            let inside = limits.filter(|limit| (low..=high).contains(limit)).map(distance);
            let least = inside.fold(distance(low).min(distance(high)), f64::min);
            Interval { low: (distance(from) - most) / unit, high: (distance(from) - least) / unit }
        });
        let way = match nearer_interval {
            _ if !is_judged => Way::Unfinished,
            Some(Interval { low, .. }) if low > 0.0 => Way::Nearer,
            Some(Interval { high, .. }) if high < 0.0 => Way::Away,
            _ => Way::Open,
        };
        Move { value, interval, off: value.map(distance), nearer, nearer_interval, way }
    }

    /// Returns the figure of the goal.
    fn value(&self, series: &Series) -> Option<f64> {
        let mut means = series.values.iter().filter(|tally| tally.count > 0).map(Tally::mean);
        match self.goal.measure {
            Measure::Gap(_) => {
                let moments: Vec<Moments> = series.values.iter().map(Tally::moments).collect();
                (!moments.is_empty()).then(|| gap_value(&moments, places(moments.len())))
            }
            Measure::Largest(_) => means.reduce(f64::max),
            _ => means.next(),
        }
    }

    /// Returns the interval of the figure.
    fn interval(&self, values: &[Tally]) -> Option<Interval> {
        let bounds = |index: usize, error: f64| values.get(index)?.within(self.range, 2.0 * error);
        match self.goal.measure {
            Measure::Gap(_) => gap_bounds(places(values.len()), self.error, bounds),
            Measure::Largest(_) if values.is_empty() => None,
            Measure::Largest(_) => largest_bounds(values.len(), self.error, bounds),
            _ => values.first()?.within(self.range, self.error),
        }
    }
}

/// Returns the number of places that have this number of pairs.
fn places(pairs: usize) -> usize {
    (2..=pairs + 1).find(|places| places * (places - 1) / 2 == pairs).unwrap_or(2)
}
