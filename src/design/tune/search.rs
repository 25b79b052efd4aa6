//! The search: rounds of successive halving, the front, and its confirmation.

use std::collections::BTreeSet;

use rand::SeedableRng as _;

use super::candidate::{Candidate, Tried, changes};
use super::model::Model;
use super::neighbours::{Direction, Draws, Neighbour, direction};
use super::outcome::{TuneError, Tuned};
use super::saved::{Changes, SavedSearch, Task};
use crate::arena::{Arena, Measured, Progress, Stopped};
use crate::bot::Bots;
use crate::common::order::{sort_by, sort_by_key};
use crate::common::stable_hash::StableHasher;
use crate::design::goals::{ERROR, Evidence, Goals, Run, check_within};
use crate::design::reached::Reached;
use crate::design::values::with_rules;
use crate::game::streams::Stream;
use crate::ruleset::{
    FieldDifference, PartDifference, Ruleset as _, WantedField, differences, rule_changes, with_values,
};

/// The number of candidates at the start of a round.
const ENTRANTS: usize = 16;
/// The number of candidates that remain after a round and start the next one.
const BEST: usize = 4;
/// The number of deals of each candidate at the start of the first round.
const FIRST_DEALS: u64 = 64;
/// The part of the games for playing the steps from the base one by one: one game in this many.
const SURVEYED: u64 = 3;
/// The number of attempts to find a new candidate before the steps count as exhausted.
const TRIES: usize = 400;
/// The number of candidates with the most deals that are compared for the front, together with all others that have as
/// many deals.
const COMPARED: usize = 8;

/// A search for rulesets that meet goals.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Tune<G: Measured> {
    /// The base with its players, seed and limits. Its groups do not matter.
    pub arena: Arena<G>,
    /// The goals.
    pub goals: Goals,
    /// The fields to vary; all if the list is empty.
    pub fields: Vec<WantedField>,
    /// The maximum number of games in the search.
    pub games: u64,
    /// The maximum number of games for confirming each candidate, and again for every two bots of a goal about skill.
    pub confirmation: u64,
    /// The maximum number of candidates in the front.
    pub front: usize,
}

/// The steps from the base that never come into play at its table.
#[derive(Default)]
struct NotReached {
    directions: BTreeSet<Direction>,
    /// The steps as they are written in a file.
    steps: Vec<String>,
}

/// A search in progress.
struct Search<'a, G: Measured> {
    tune: &'a Tune<G>,
    /// All candidates so far, beginning with the base.
    tried: Vec<Tried<G>>,
    refused: BTreeSet<Changes>,
    not_reached: NotReached,
    /// The indices of the candidates that remain after the last round, the closest first.
    best: Vec<usize>,
    draws: Draws,
    model: Model,
    spent: u64,
    rounds: u32,
    stopped: Option<Stopped>,
}

/// What a search needs from its caller: the kept games, an observer, and when to stop and to save.
struct Host<'a, E> {
    kept: &'a mut SavedSearch,
    observer: &'a (dyn Fn(Progress) + Sync),
    goes_on: &'a mut dyn FnMut() -> bool,
    keep: &'a mut dyn FnMut(&SavedSearch) -> Result<(), E>,
}

impl<G: Measured + Bots> Tune<G> {
    /// Creates a search of 200,000 games over all fields, with a front of three candidates that are confirmed in
    /// 20,000 games each.
    pub fn new(arena: Arena<G>, goals: Goals) -> Self {
        Self { arena, goals, fields: Vec::new(), games: 200_000, confirmation: 20_000, front: 3 }
    }

    /// Returns the search before its first game.
    ///
    /// # Errors
    /// When the fields or the goals do not exist, or the budget is too small.
    pub fn begin(&self) -> Result<SavedSearch, TuneError> {
        let base = self.arena.game.ruleset();
        if rule_changes(base, &self.fields)?.steps.is_empty() {
            return Err(TuneError::NoSteps);
        }
        let runs = crate::design::goals::runs(&self.goals, &self.arena)?;
        let least = runs.iter().map(|run| self.games_of(run, FIRST_DEALS)).sum();
        if self.games < least {
            return Err(TuneError::TooFew { games: self.games, least });
        }
        let written = |field: &WantedField| match &field.values[..] {
            [] => field.path.clone(),
            values => format!("{}={}", field.path, values.join(",")),
        };
        Ok(SavedSearch::new(Task {
            setting: self.arena.setting()?,
            goals: self.goals.all().iter().map(|goal| format!("{goal}, weight {}", goal.weight)).collect(),
            fields: self.fields.iter().map(written).collect(),
        }))
    }

    /// Searches, starting with the kept games. `goes_on` is asked before games are played and can end the search, like
    /// reaching the end of [`Tune::games`]. `observer` receives the games of the search, from any thread; `keep` is
    /// called after each candidate, to save the games. When the search is stopped ([`Arena::stop`]), the front of what
    /// was played is returned.
    ///
    /// # Errors
    /// As for [`Tune::begin`]; also when the kept games belong to another search, or `keep` fails.
    pub fn search<E: From<TuneError>>(
        &self,
        kept: &mut SavedSearch,
        observer: &(dyn Fn(Progress) + Sync),
        goes_on: &mut dyn FnMut() -> bool,
        keep: &mut dyn FnMut(&SavedSearch) -> Result<(), E>,
    ) -> Result<Tuned<G::Ruleset>, E> {
        let task = self.begin()?.task;
        if let Some(what) = kept.differs_from(&task) {
            return Err(TuneError::OtherSearch(what).into());
        }
        let base = Tried::of(&self.arena, &self.goals, Changes::new(), "").ok_or(TuneError::NoSteps)?;
        let mut search = Search {
            tune: self,
            tried: vec![base],
            refused: BTreeSet::new(),
            not_reached: self.not_reached()?,
            best: vec![0],
            draws: Draws::of(Stream::seed_from_u64(StableHasher::of(&("tune", self.arena.seed)))),
            model: Model::default(),
            spent: 0,
            rounds: 0,
            stopped: None,
        };
        let mut host = Host { kept, observer, goes_on, keep };
        let mut deals = FIRST_DEALS;
        if search.survey(&mut host)? {
            while search.round(deals, &mut host)? {
                search.rounds += 1;
                deals += deals / 2;
            }
        }
        Ok(search.result(task))
    }

    /// Checks the candidates of the front on fresh deals, until all goals are decided or all games are played.
    ///
    /// # Errors
    /// When the games cannot be played.
    pub fn confirm(
        &self,
        tuned: &mut Tuned<G::Ruleset>,
        observer: &(dyn Fn(Progress) + Sync),
    ) -> Result<(), TuneError> {
        let count = tuned.front.len();
        for (index, candidate) in tuned.front.iter_mut().enumerate() {
            let game = G::new(candidate.ruleset.clone()).map_err(TuneError::Fields)?;
            let groups = self.confirmation.div_ceil(self.arena.seatings().into());
            let arena =
                Arena { game: game.into(), seed: tuned.fresh_seed, groups: 0..groups, ..self.arena.clone() };
            let tell = |Progress { done, games }: Progress| {
                observer(Progress { done: index as u64 * games + done, games: count as u64 * games });
            };
            let checked = check_within(&self.goals, &arena, ERROR / count as f64, &tell)?;
            tuned.stopped.clone_from(&checked.stopped);
            candidate.confirmation = Some(checked);
            if tuned.stopped.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Returns the name of the candidate at this place of the front, from 1.
    pub fn name_of(&self, place: usize) -> String {
        format!("{}-tuned-{place}", self.arena.game.ruleset().title().name)
    }

    /// Finds the steps from the base under which random bots play the same games.
    fn not_reached(&self) -> Result<NotReached, TuneError> {
        let reached = Reached::of(&self.arena)?;
        let mut found = NotReached::default();
        for step in rule_changes(self.arena.game.ruleset(), &self.fields)?.steps {
            let Ok(arena) = with_rules(&self.arena, &step.ruleset) else { continue };
            if !reached.is_reached(&arena)? {
                found.steps.push(step.to_string());
                found.directions.insert(direction(&step));
            }
        }
        Ok(found)
    }

    fn games_of(&self, run: &Run<G>, deals: u64) -> u64 {
        run.groups_of(self.arena.seatings(), deals).saturating_mul(run.arena.seatings().into())
    }
}

impl<G: Measured + Bots> Search<'_, G> {
    /// Plays a round that starts with this number of deals. Returns whether it was played to its end.
    fn round<E: From<TuneError>>(&mut self, mut deals: u64, host: &mut Host<'_, E>) -> Result<bool, E> {
        let mut left = self.entrants();
        loop {
            for index in left.iter().copied() {
                if !self.measure(index, deals, host)? {
                    return Ok(false);
                }
            }
            let distance = |index: &usize| self.tried[*index].distance(&self.tune.goals);
            let mut ranked: Vec<(f64, usize, usize)> = left
                .iter()
                .map(|index| (distance(index), self.tried[*index].changes.len(), *index))
                .collect();
            // Of equally good candidates, the one with the fewest changes comes first.
            sort_by(&mut ranked, |one, other| {
                one.0.total_cmp(&other.0).then((one.1, one.2).cmp(&(other.1, other.2)))
            });
            left = ranked.into_iter().map(|(_, _, index)| index).collect();
            if left.len() <= BEST {
                self.best.clone_from(&left);
            }
            if left.len() <= 2 {
                return Ok(true);
            }
            left.truncate(left.len().div_ceil(2));
            deals *= 2;
        }
    }

    /// Plays the steps from the base one by one, for a part of the games, and continues with the best of them. Returns
    /// whether the search continues.
    fn survey<E: From<TuneError>>(&mut self, host: &mut Host<'_, E>) -> Result<bool, E> {
        if !self.measure(0, FIRST_DEALS, host)? {
            return Ok(false);
        }
        let (base, fields) = (self.tune.arena.game.ruleset(), &self.tune.fields);
        let mut left = self.tried[0].neighbours(base, fields, &self.not_reached.directions).to_vec();
        let mut met = vec![0];
        while !left.is_empty() && self.spent < self.tune.games / SURVEYED {
            let Neighbour { changes, direction, .. } =
                left.swap_remove(self.draws.below(left.len() as u64) as usize);
            let Some(index) = self.candidate_with(changes) else { continue };
            if !self.measure(index, FIRST_DEALS, host)? {
                return Ok(false);
            }
            let goals = &self.tune.goals;
            self.model.learn(direction, &self.tried[0], &self.tried[index], goals);
            met.push(index);
        }
        let distance = |index: &usize| self.tried[*index].distance(&self.tune.goals);
        sort_by(&mut met, |one, other| distance(one).total_cmp(&distance(other)).then(one.cmp(other)));
        met.truncate(BEST);
        self.best = met;
        Ok(true)
    }

    /// Returns the best candidates so far, together with new ones.
    fn entrants(&mut self) -> Vec<usize> {
        let mut all = self.best.clone();
        for _ in 0..TRIES {
            if all.len() == ENTRANTS {
                break;
            }
            let parent = self.best[self.draws.below(self.best.len() as u64) as usize];
            let is_modelled = !self.model.is_empty() && self.draws.below(3) > 0;
            let index = if is_modelled { self.proposal_from(parent) } else { self.step_from(parent) };
            let Some(mut index) = index else { continue };
            // A second step can reach rulesets beyond a worse one.
            if !is_modelled && self.draws.below(3) == 0 {
                index = self.step_from(index).unwrap_or(index);
            }
            if !all.contains(&index) && self.tried[index].deals == 0 {
                all.push(index);
            }
        }
        all
    }

    /// Adds a candidate one random step away; `None` if that is not a valid ruleset.
    fn step_from(&mut self, parent: usize) -> Option<usize> {
        let (base, fields) = (self.tune.arena.game.ruleset(), &self.tune.fields);
        let neighbours = self.tried[parent].neighbours(base, fields, &self.not_reached.directions);
        if neighbours.is_empty() {
            return None;
        }
        let changes = neighbours[self.draws.below(neighbours.len() as u64) as usize].changes.clone();
        self.candidate_with(changes)
    }

    /// Adds a candidate several steps away, as proposed by the model.
    fn proposal_from(&mut self, parent: usize) -> Option<usize> {
        let (base, fields) = (self.tune.arena.game.ruleset(), &self.tune.fields);
        let sought = self.tried[parent].sought(&self.tune.goals);
        let near = self.tried[parent].neighbours(base, fields, &self.not_reached.directions).to_vec();
        let rules = self.tried[parent].rules.clone();
        let proposed = self.model.proposed((&rules, &sought), &near, &mut self.draws)?;
        self.candidate_with(changes(base, &proposed)?)
    }

    /// Returns the candidate with these changes; `None` if that is not a valid ruleset.
    fn candidate_with(&mut self, changes: Changes) -> Option<usize> {
        if let Some(known) = self.tried.iter().position(|tried| tried.changes == changes) {
            return Some(known);
        }
        if self.refused.contains(&changes) {
            return None;
        }
        let tried = Tried::of(&self.tune.arena, &self.tune.goals, changes.clone(), "candidate");
        let Some(tried) = tried else {
            self.refused.insert(changes);
            return None;
        };
        self.tried.push(tried);
        Some(self.tried.len() - 1)
    }

    /// Gives a candidate at least this number of deals. Returns whether the search continues.
    fn measure<E: From<TuneError>>(
        &mut self,
        index: usize,
        deals: u64,
        host: &mut Host<'_, E>,
    ) -> Result<bool, E> {
        let (tune, tried) = (self.tune, &mut self.tried[index]);
        if tried.deals >= deals {
            return Ok(true);
        }
        let games = |deals: u64| tried.runs.iter().map(|run| tune.games_of(run, deals)).sum::<u64>();
        let cost = games(deals) - games(tried.deals);
        if self.spent.saturating_add(cost) > tune.games {
            return Ok(false);
        }
        let known = host.kept.find(&tried.changes, deals).filter(|known| {
            let shape = |all: &[Vec<_>]| all.iter().map(Vec::len).collect::<Vec<_>>();
            shape(&known.evidence) == shape(&tried.evidence) && known.endings.len() == tried.endings.len()
        });
        if let Some(known) = known {
            (tried.evidence, tried.endings) = (known.evidence.clone(), known.endings.clone());
        } else {
            if !(host.goes_on)() {
                return Ok(false);
            }
            // Results are collected separately until all runs are played.
            let (mut evidence, mut endings) = (tried.evidence.clone(), tried.endings.clone());
            let (mut done, seatings) = (self.spent, tune.arena.seatings());
            for ((run, evidence), endings) in tried.runs.iter().zip(&mut evidence).zip(&mut endings) {
                let groups = run.groups_of(seatings, tried.deals)..run.groups_of(seatings, deals);
                let tell = |progress: Progress| {
                    (host.observer)(Progress { done: done + progress.done, games: tune.games });
                };
                let results = run.play(groups, evidence, &tell).map_err(TuneError::from)?;
                done += results.games();
                endings.add(&results.endings());
                if let Some(Stopped { failure, game, .. }) = results.stopped {
                    self.stopped = Some(Stopped { games: self.spent, of: tune.games, failure, game });
                    return Ok(false);
                }
            }
            evidence.iter_mut().flatten().for_each(Evidence::forget_bounds);
            (tried.evidence, tried.endings) = (evidence.clone(), endings.clone());
            host.kept.add(tried.changes.clone(), deals, evidence, endings);
            (host.keep)(host.kept)?;
        }
        tried.deals = deals;
        self.spent += cost;
        (host.observer)(Progress { done: self.spent, games: tune.games });
        Ok(true)
    }

    /// Returns the front of what was played.
    fn result(&self, task: Task) -> Tuned<G::Ruleset> {
        let goals = &self.tune.goals;
        let mut played: Vec<usize> =
            (0..self.tried.len()).filter(|index| self.tried[*index].deals > 0).collect();
        let candidates = played.len() as u64;
        // Candidates with few deals may be close to the goals by luck.
        sort_by_key(&mut played, |index| (std::cmp::Reverse(self.tried[*index].deals), *index));
        let least = played.get(COMPARED - 1).or(played.last()).map_or(0, |index| self.tried[*index].deals);
        let measured: Vec<(usize, Vec<f64>)> = (played.into_iter())
            .filter(|index| self.tried[*index].deals >= least)
            .map(|index| (index, self.tried[index].distances(goals)))
            .collect();
        let is_beaten = |own: &[f64]| measured.iter().any(|(_, other)| beats(other, own));
        let mut front: Vec<usize> =
            measured.iter().filter(|(_, own)| !is_beaten(own)).map(|(index, _)| *index).collect();
        let rank = |index: usize| (self.tried[index].distance(goals), self.tried[index].changes.len());
        sort_by(&mut front, |one, other| {
            let ((one, fewer), (other, more)) = (rank(*one), rank(*other));
            one.total_cmp(&other).then(fewer.cmp(&more))
        });
        front.truncate(self.tune.front);
        let front = front.into_iter().enumerate();
        Tuned {
            task,
            base: self.candidate(0, 0),
            front: front.map(|(place, index)| self.candidate(index, place + 1)).collect(),
            candidates,
            refused: self.refused.len() as u64 + self.tried.iter().map(|tried| tried.refused).sum::<u64>(),
            not_reached: self.not_reached.steps.clone(),
            rounds: self.rounds,
            games: self.spent,
            // Small enough for the number types of all programs that read it.
            fresh_seed: StableHasher::of(&("confirmation", self.tune.arena.seed)) >> 32,
            stopped: self.stopped.clone(),
        }
    }

    fn candidate(&self, index: usize, place: usize) -> Candidate<G::Ruleset> {
        let (base, tried) = (self.tune.arena.game.ruleset(), &self.tried[index]);
        let name = self.tune.name_of(place);
        let ruleset =
            if tried.changes.is_empty() { None } else { with_values(base, &tried.changes, &name).ok() };
        let found = differences(base, &tried.rules).unwrap_or_default();
        Candidate {
            ruleset: ruleset.unwrap_or_else(|| tried.rules.clone()),
            changes: found.into_iter().flat_map(parts).collect(),
            distance: tried.distance(&self.tune.goals),
            sought: tried.sought(&self.tune.goals),
            confirmation: None,
        }
    }
}

/// Returns the smallest parts of a value that differ, each with its path.
fn parts(difference: FieldDifference) -> Vec<[String; 3]> {
    let path = difference.field.path;
    if difference.parts.is_empty() {
        let [before, after] = difference.values;
        return vec![[path.to_owned(), before, after]];
    }
    let part = |part: PartDifference| {
        let [before, after] = part.values;
        let dot = if part.path.starts_with('[') {
            ""
        } else if part.path.starts_with("word ") {
            " "
        } else {
            "."
        };
        [format!("{path}{dot}{}", part.path), before, after]
    };
    difference.parts.into_iter().map(part).collect()
}

/// Returns whether `one` is as close to every goal as `other`, and closer to one.
fn beats(one: &[f64], other: &[f64]) -> bool {
    let mut pairs = one.iter().zip(other);
    pairs.clone().all(|(one, other)| one <= other) && pairs.any(|(one, other)| one < other)
}
