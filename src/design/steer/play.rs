//! Plays the steps: the base and each step on the same deals.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::report::SteerReport;
use super::state::{Measured, Steered, Steering, Values};
use super::{MeasuredGame, Steer, SteerError};
use crate::arena::{Arena, Endings, Game, Progress, Shard};
use crate::bot::Bots;
use crate::common::order::{sort_by, sort_by_key};
use crate::design::goals::{Run, runs};
use crate::design::vary::{Plan, Stage, VaryError};
use crate::ruleset::change_in_words;

/// The number of deals of the base that are kept at a time.
const CHUNK: u64 = 4_096;

/// The minimum number of deals in a stage of [`Plan::Spread`].
const LEAST_DEALS: u64 = 16;

/// The results of the games of one ruleset in a chunk of deals: for each run, the values of its goals deal by deal,
/// and its endings.
type Shown = Vec<(Vec<Vec<Values>>, Endings)>;

impl<G: MeasuredGame + Bots> Steer<G> {
    /// Creates a run of these steps, with nothing played yet. `fields` are kept as they were written, to resume the
    /// run.
    ///
    /// # Errors
    /// When the goals do not fit the game, when there are too few games for the steps, or when the games cannot be played.
    pub fn begin(&self, plan: Plan, shard: Shard, fields: Vec<String>) -> Result<Steering, SteerError> {
        let base = &self.vary.base;
        let runs = runs(&self.goals, base)?;
        let step = |step: &crate::ruleset::RuleChange<G::Ruleset>| Steered {
            field: step.field.path.to_owned(),
            path: step.path.clone(),
            values: step.values.clone(),
            words: change_in_words::<G::Ruleset>(&step.path, &step.values),
            measured: Measured::default(),
        };
        let mut measures: Vec<(usize, _)> = Vec::new();
        for (place, run) in runs.iter().enumerate() {
            let of = run.probes.iter().map(|(goal, probe)| (*goal, (probe.scale, probe.range, place)));
            measures.extend(of);
        }
        sort_by_key(&mut measures, |(goal, _)| *goal);
        let setting = base.setting()?;
        let steps: Vec<usize> = shard.places(self.vary.steps.len()).collect();
        let end = deals(plan, setting.seatings, steps.len());
        if let Plan::Spread { games } = plan
            && end < LEAST_DEALS
        {
            let least =
                u64::from(Plan::STAGES) * LEAST_DEALS * u64::from(setting.seatings) * steps.len() as u64;
            return Err(VaryError::TooFew { games, steps: steps.len(), least }.into());
        }
        Ok(Steering {
            setting,
            goals: self.goals.text().to_owned(),
            measures: measures.into_iter().map(|(_, measure)| measure).collect(),
            fields,
            plan,
            shard,
            base: Measured::default(),
            steps: self.vary.steps.iter().map(step).collect(),
            refused: self.vary.refused.clone(),
            stage: Stage { number: 0, from: 0, end, steps },
            is_complete: false,
        })
    }

    /// Plays the rest of a run. `observer` receives the number of games, and `keep` is called with the state after
    /// each step, to save it. A run that is stopped ([`Arena::stop`]) can be resumed later, with the same results.
    ///
    /// # Errors
    /// When the state belongs to another run or release, when a game cannot be played or a bot fails; and the errors
    /// of `keep`.
    pub fn play<E: From<SteerError>>(
        &self,
        run: &mut Steering,
        observer: &(dyn Fn(Progress) + Sync),
        keep: &mut dyn FnMut(&Steering) -> Result<(), E>,
    ) -> Result<(), E> {
        let own = self.vary.base.setting().map_err(SteerError::from)?;
        let paths = self.vary.steps.iter().map(|step| &step.path);
        let is_same = run.setting.is_same_but_for_release(&own)
            && run.goals == self.goals.text()
            && run.steps.iter().map(|step| &step.path).eq(paths);
        if !is_same {
            return Err(SteerError::from(VaryError::OtherRun).into());
        }
        if !run.is_complete && !run.setting.is_of_this_release() {
            return Err(SteerError::from(VaryError::Release(run.setting.release.clone())).into());
        }
        let of_base = runs(&self.goals, &self.vary.base).map_err(SteerError::from)?;
        let done = AtomicU64::new(0);
        let games = games_to_play(run, of_base.len() as u64);
        let observe = |count: u64| {
            let done = done.fetch_add(count, Ordering::Relaxed) + count;
            observer(Progress { done, games: games.max(done) });
        };
        while !run.is_complete {
            if !self.play_stage(run, &of_base, &observe, keep)? {
                return Ok(());
            }
            run.is_complete = !next_stage(run);
            keep(run)?;
        }
        Ok(())
    }

    /// Plays the current stage; `false` when it was stopped.
    fn play_stage<E: From<SteerError>>(
        &self,
        run: &mut Steering,
        of_base: &[Run<G>],
        observe: &(dyn Fn(u64) + Sync),
        keep: &mut dyn FnMut(&Steering) -> Result<(), E>,
    ) -> Result<bool, E> {
        let Stage { end, steps, .. } = run.stage.clone();
        let seatings = run.setting.seatings;
        let behind = |run: &Steering| steps.iter().map(|place| run.steps[*place].measured.deals).min();
        while let Some(start) = behind(run).filter(|start| *start < end) {
            let chunk = start..end.min(start.saturating_add(CHUNK));
            let Some(base) = shown(of_base, seatings, &chunk, observe)? else { return Ok(false) };
            if run.base.deals < chunk.end {
                run.base.add(of_base, &base, None, chunk.end);
            }
            for place in &steps {
                if run.steps[*place].measured.deals > chunk.start {
                    continue;
                }
                let step = &self.vary.steps[*place];
                let arena: Arena<G> =
                    self.vary.arena(&step.ruleset).map_err(|_| SteerError::from(VaryError::OtherRun))?;
                let runs = runs(&self.goals, &arena).map_err(SteerError::from)?;
                let Some(own) = shown(&runs, seatings, &chunk, observe)? else { return Ok(false) };
                run.steps[*place].measured.add(&runs, &own, Some(&base), chunk.end);
                keep(run)?;
            }
        }
        Ok(true)
    }
}

impl Measured {
    /// Adds the results of games; `base` contains the results of the base on the same deals.
    fn add<G: MeasuredGame>(&mut self, runs: &[Run<G>], own: &Shown, base: Option<&Shown>, deals: u64) {
        let goals = runs.iter().map(|run| run.probes.len()).sum();
        self.goals.resize_with(goals, Default::default);
        if self.endings.is_empty() {
            self.endings = runs.iter().map(Run::no_games).collect();
        }
        for (place, (run, (values, endings))) in runs.iter().zip(own).enumerate() {
            self.endings[place].add(endings);
            for (index, (goal, _)) in run.probes.iter().enumerate() {
                for (deal, own) in values.iter().enumerate() {
                    let base = base.and_then(|base| base[place].0.get(deal)).map(|base| &base[index]);
                    self.goals[*goal].add(&own[index], base);
                }
            }
        }
        self.deals = deals;
    }
}

/// Plays a chunk of deals under one ruleset; `None` when it was stopped.
fn shown<G: MeasuredGame + Bots>(
    runs: &[Run<G>],
    seatings: u8,
    chunk: &Range<u64>,
    observe: &(dyn Fn(u64) + Sync),
) -> Result<Option<Shown>, SteerError> {
    let mut all = Shown::new();
    for run in runs {
        let groups = run.groups_of(seatings, chunk.start)..run.groups_of(seatings, chunk.end);
        let count = groups.end - groups.start;
        let setting = run.arena.setting()?;
        let (mut values, mut endings) = (Vec::new(), run.no_games());
        Arena { groups, ..run.arena.clone() }.run_through(|group| {
            values.push(run.probes.iter().map(|(_, probe)| probe.values(&group, &setting)).collect());
            let count =
                |holds: fn(&Game) -> bool| group.games.iter().filter(|game| holds(game)).count() as u64;
            endings.games += group.games.len() as u64;
            endings.unfinished += count(|game| !game.has_shares());
            endings.forfeited += count(|game| game.forfeit.is_some());
            observe(group.games.len() as u64);
        })?;
        if values.len() as u64 != count {
            return Ok(None);
        }
        all.push((values, endings));
    }
    Ok(Some(all))
}

/// Begins the next stage, with the better half of the steps; `false` when there is no further stage.
fn next_stage(run: &mut Steering) -> bool {
    let number = run.stage.number + 1;
    if number >= run.plan.stages() {
        return false;
    }
    let report = SteerReport::of(run);
    let mut ranked: Vec<(f64, usize)> =
        run.stage.steps.iter().filter_map(|place| Some((report.promise(*place)?, *place))).collect();
    sort_by(&mut ranked, |one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    ranked.truncate(run.stage.steps.len().div_ceil(2));
    let mut steps: Vec<usize> = ranked.into_iter().map(|(_, place)| place).collect();
    steps.sort_unstable();
    if steps.is_empty() {
        return false;
    }
    let from = run.stage.end;
    run.stage = Stage { number, from, end: from + deals(run.plan, run.setting.seatings, steps.len()), steps };
    true
}

/// Returns about how many games of the whole run are still to be played, if each ruleset has this number of runs.
fn games_to_play(run: &Steering, runs: u64) -> u64 {
    let (seatings, stage) = (u64::from(run.setting.seatings), &run.stage);
    let left = |place: &usize| stage.end.saturating_sub(run.steps[*place].measured.deals);
    let own = (stage.end - stage.from) + stage.steps.iter().map(left).sum::<u64>();
    let later = match run.plan {
        Plan::Each { .. } => 0,
        Plan::Spread { games } => {
            games / u64::from(Plan::STAGES) / seatings.max(1) * u64::from(Plan::STAGES - 1 - stage.number)
        }
    };
    runs * seatings * (own + later)
}

/// Returns the number of deals for each of this number of steps in one stage.
fn deals(plan: Plan, seatings: u8, steps: usize) -> u64 {
    let seatings = u64::from(seatings.max(1));
    match plan {
        Plan::Each { games } => games.div_ceil(seatings),
        Plan::Spread { games } => games / seatings / u64::from(Plan::STAGES) / steps.max(1) as u64,
    }
}
