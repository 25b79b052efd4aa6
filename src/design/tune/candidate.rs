//! Candidates: the rulesets that a search visits, and what was measured about them.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::neighbours::{Direction, Neighbour, direction};
use super::saved::Changes;
use crate::arena::{Arena, Endings, Measured, Scale};
use crate::bot::Bots;
use crate::common::order::sort_by_key;
use crate::design::goals::{Checked, Evidence, Goal, Goals, Run, runs};
use crate::design::values::with_rules;
use crate::ruleset::{Ruleset, WantedField, differences, rule_changes, with_values};

/// A ruleset that was found.
#[derive(Clone, Debug)]
pub struct Candidate<R> {
    /// The ruleset, named after the base and its place in the front; the base itself if nothing is changed.
    pub ruleset: R,
    /// The changed values, or the changed parts of long ones: path, value in the base, and new value, as TOML.
    pub changes: Vec<[String; 3]>,
    /// The weighted distance from the goals in the search.
    pub distance: f64,
    /// The measures of the search, goal by goal. These figures are too optimistic, because the candidate was chosen
    /// for them.
    pub sought: Vec<Sought>,
    /// The measures on fresh deals; `None` if they were not played.
    pub confirmation: Option<Checked>,
}

/// A measure of a candidate in the search.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sought {
    /// The goal.
    pub goal: Goal,
    /// The measured value; `None` if there is none.
    pub value: Option<f64>,
    /// `false` when too many games did not end for the value to be judged.
    pub is_judged: bool,
    /// The scale of the values.
    pub scale: Scale,
    /// The number of deals with a value.
    pub deals: u64,
    /// The approximate standard error of the value.
    #[serde(skip)]
    pub(super) error: Option<f64>,
}

/// A candidate with the results of its games.
pub(super) struct Tried<G: Measured> {
    pub(super) changes: Changes,
    pub(super) rules: G::Ruleset,
    pub(super) runs: Vec<Run<G>>,
    pub(super) evidence: Vec<Vec<Evidence>>,
    /// How the games of each run ended.
    pub(super) endings: Vec<Endings>,
    /// The number of deals played.
    pub(super) deals: u64,
    /// The rulesets one step away; `None` until they are needed.
    neighbours: Option<Vec<Neighbour<G::Ruleset>>>,
    /// The number of steps that led to no valid ruleset.
    pub(super) refused: u64,
}

/// The weighted distance of a candidate without a value for a goal.
const NO_VALUE: f64 = 1e9;

impl<G: Measured + Bots> Tried<G> {
    /// Creates the candidate with these changes; `None` when it is not playable at this table.
    pub(super) fn of(base: &Arena<G>, goals: &Goals, changes: Changes, name: &str) -> Option<Self> {
        let rules = match &changes[..] {
            [] => base.game.ruleset().clone(),
            changes => with_values(base.game.ruleset(), changes, name).ok()?,
        };
        let runs = runs(goals, &with_rules(base, &rules).ok()?).ok()?;
        let evidence = runs.iter().map(|run| vec![Evidence::default(); run.probes.len()]).collect();
        let endings = runs.iter().map(Run::no_games).collect();
        Some(Self { changes, rules, runs, evidence, endings, deals: 0, neighbours: None, refused: 0 })
    }

    /// Returns the measure of each goal, in order.
    pub(super) fn sought(&self, goals: &Goals) -> Vec<Sought> {
        let mut found: Vec<(usize, Sought)> = Vec::new();
        for ((run, evidence), endings) in self.runs.iter().zip(&self.evidence).zip(&self.endings) {
            for ((index, probe), evidence) in run.probes.iter().zip(evidence) {
                let goal = goals.all()[*index].clone();
                let sought = Sought {
                    value: probe.value(evidence),
                    is_judged: goal.is_judged(endings),
                    goal,
                    scale: probe.scale,
                    deals: evidence.groups(),
                    error: evidence.error(),
                };
                found.push((*index, sought));
            }
        }
        sort_by_key(&mut found, |(index, _)| *index);
        found.into_iter().map(|(_, sought)| sought).collect()
    }

    /// Returns the distance from each goal, in the goal's unit.
    pub(super) fn distances(&self, goals: &Goals) -> Vec<f64> {
        // The more games of a candidate do not end, the larger its distance: nothing else is known.
        let broken_off = self.endings.iter().map(Endings::share_broken_off).fold(0.0, f64::max);
        let distance = |Sought { goal, value, is_judged, .. }: Sought| match value {
            _ if !is_judged => NO_VALUE * broken_off,
            Some(value) => goal.distance(value) / goal.unit(),
            None => NO_VALUE,
        };
        self.sought(goals).into_iter().map(distance).collect()
    }

    /// Returns the sum of the weighted distances from all goals.
    pub(super) fn distance(&self, goals: &Goals) -> f64 {
        let weights = goals.all().iter().map(|goal| goal.weight);
        self.distances(goals).into_iter().zip(weights).map(|(distance, weight)| weight * distance).sum()
    }

    /// Returns the rulesets one step away in the directions that come into play, including the base if it is one of
    /// them.
    pub(super) fn neighbours(
        &mut self,
        base: &G::Ruleset,
        fields: &[WantedField],
        not_reached: &BTreeSet<Direction>,
    ) -> &[Neighbour<G::Ruleset>] {
        if self.neighbours.is_none() {
            // The fields were checked on the base. A field that another ruleset does not have is no step from it.
            let (found, refused) = rule_changes(&self.rules, fields)
                .map_or((Vec::new(), 0), |found| (found.steps, found.refused.len() as u64));
            let near = |step: crate::ruleset::RuleChange<G::Ruleset>| {
                let (changes, direction) = (changes(base, &step.ruleset)?, direction(&step));
                Some((changes.clone(), Neighbour { changes, direction, rules: step.ruleset }))
            };
            let found = found.into_iter().filter(|step| !not_reached.contains(&direction(step)));
            let all: BTreeMap<Changes, Neighbour<G::Ruleset>> = found.filter_map(near).collect();
            self.refused = refused;
            self.neighbours = Some(all.into_values().filter(|near| near.changes != self.changes).collect());
        }
        self.neighbours.as_deref().unwrap_or_default()
    }
}

/// Returns the changes that turn `base` into `rules`.
pub(super) fn changes<R: Ruleset>(base: &R, rules: &R) -> Option<Changes> {
    let found = differences(base, rules).ok()?;
    let change = |difference: crate::ruleset::FieldDifference| {
        let [_, value] = difference.values;
        (difference.field.path.to_owned(), value)
    };
    Some(found.into_iter().map(change).collect())
}
