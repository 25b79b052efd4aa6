//! What a run of steps towards goals measures: the values of each goal, under the base and under each step.

use std::ops::Range as Deals;

use serde::{Deserialize, Serialize};

use super::VaryError;
use crate::arena::stats::Range;
use crate::arena::{Arena, Endings, Measured as MeasuredGame, Scale};
use crate::bot::Bots;
use crate::common::order::sort_by_key;
use crate::design::goals::{Goals, GoalsError, Run, runs};
use crate::design::tally::Tally;

/// The goals of a run, and the measures of its base.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Targets {
    /// The text of the goal file.
    pub text: String,
    /// The scale and the range of what each goal measures, and the index of its games in [`Measured::endings`].
    pub measures: Vec<(Scale, Range, usize)>,
    /// The measures of the base.
    pub base: Measured,
}

/// The measures of a ruleset.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Measured {
    /// One entry for each goal.
    pub goals: Vec<Series>,
    /// How the games ended: those of the line-up, and those played separately for goals.
    pub endings: Vec<Endings>,
}

/// The measures for one goal: one or several series of values, with one value for each deal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Series {
    /// The values.
    pub values: Vec<Tally>,
    /// The values minus those of the base on the same deals; empty for the base.
    pub moved: Vec<Tally>,
}

/// The games of some goals on a chunk of deals.
pub(super) struct Shown {
    /// The indices of the goals.
    goals: Vec<usize>,
    /// For each deal, the values of each goal, by series.
    values: Vec<Vec<Vec<Option<f64>>>>,
    endings: Endings,
}

impl Targets {
    /// Returns the goals for runs of this base, with nothing measured yet.
    pub(super) fn new<G: MeasuredGame + Bots>(goals: &Goals, base: &Arena<G>) -> Result<Self, VaryError> {
        let mut measures: Vec<(usize, _)> = Vec::new();
        for (place, run) in runs(goals, base)?.iter().enumerate() {
            let of = run.probes.iter().map(|(goal, probe)| (*goal, (probe.scale, probe.range, place)));
            measures.extend(of);
        }
        sort_by_key(&mut measures, |(goal, _)| *goal);
        let measures = measures.into_iter().map(|(_, measure)| measure).collect();
        Ok(Self { text: goals.text().to_owned(), measures, base: Measured::default() })
    }

    /// Returns the goals.
    ///
    /// # Errors
    /// When the file of this run was changed.
    pub fn goals(&self) -> Result<Goals, GoalsError> {
        Goals::from_toml(&self.text)
    }

    /// Returns how often each deal is played under each ruleset.
    pub(super) fn runs(&self) -> u64 {
        self.measures.iter().map(|(.., place)| *place as u64 + 1).max().unwrap_or(0)
    }

    /// Returns whether the measures of the base and of these steps have values for all goals.
    pub(super) fn fit<'a>(&self, mut steps: impl Iterator<Item = &'a Measured>) -> bool {
        let fits = |measured: &Measured| {
            let is_there = |(.., place): &(Scale, Range, usize)| *place < measured.endings.len();
            let is_whole = measured.goals.len() == self.measures.len() && self.measures.iter().all(is_there);
            *measured == Measured::default() || is_whole
        };
        fits(&self.base) && steps.all(fits)
    }
}

impl Series {
    /// Adds the values of a deal; `base` contains the values of the base.
    fn add(&mut self, own: &[Option<f64>], base: Option<&[Option<f64>]>) {
        self.values.resize(own.len(), Tally::default());
        for (tally, value) in self.values.iter_mut().zip(own) {
            if let Some(value) = value {
                tally.add(*value);
            }
        }
        let Some(base) = base else { return };
        self.moved.resize(own.len(), Tally::default());
        for (tally, pair) in self.moved.iter_mut().zip(own.iter().zip(base)) {
            if let (Some(own), Some(base)) = pair {
                tally.add(own - base);
            }
        }
    }
}

impl Measured {
    /// Adds the games of a chunk of deals; `base` contains those of the base.
    pub(super) fn add(&mut self, own: &[Shown], base: Option<&[Shown]>) {
        self.goals.resize_with(own.iter().map(|run| run.goals.len()).sum(), Default::default);
        for (place, run) in own.iter().enumerate() {
            match self.endings.get_mut(place) {
                Some(endings) => endings.add(&run.endings),
                None => self.endings.push(run.endings.clone()),
            }
            for (index, goal) in run.goals.iter().enumerate() {
                for (deal, own) in run.values.iter().enumerate() {
                    let base =
                        base.and_then(|base| base[place].values.get(deal)).map(|base| &base[index][..]);
                    self.goals[*goal].add(&own[index], base);
                }
            }
        }
    }
}

/// Plays a chunk of deals of the line-up under one ruleset, and the games that goals need besides; `None` when it was
/// stopped.
pub(super) fn shown<G: MeasuredGame + Bots>(
    goals: &Goals,
    arena: &Arena<G>,
    chunk: &Deals<u64>,
    observe: &(dyn Fn(u64) + Sync),
) -> Result<Option<Vec<Shown>>, VaryError> {
    let seatings = arena.seatings();
    let mut all = Vec::new();
    for run in &runs(goals, arena)? {
        let groups = run.groups_of(seatings, chunk.start)..run.groups_of(seatings, chunk.end);
        let count = groups.end - groups.start;
        let Run { arena, probes, .. } = run;
        let setting = arena.setting()?;
        let (mut values, mut endings) = (Vec::new(), run.no_games());
        Arena { groups, ..arena.clone() }.run_through(|group| {
            values.push(probes.iter().map(|(_, probe)| probe.values(&group, &setting)).collect());
            endings.add(&group.endings());
            observe(group.games.len() as u64);
        })?;
        if values.len() as u64 != count {
            return Ok(None);
        }
        all.push(Shown { goals: probes.iter().map(|(goal, _)| *goal).collect(), values, endings });
    }
    Ok(Some(all))
}
