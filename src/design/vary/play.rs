//! Plays the steps: the base and each step on the same deals, by all player types.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::goals_report::GoalsReport;
use super::measured::{Shown, Targets, shown};
use super::report::VaryReport;
use super::state::{Pair, Plan, Stage, Variant, Variation};
use super::{Vary, VaryError};
use crate::arena::{Arena, GameHash, Measured, Progress};
use crate::bot::Bots;
use crate::common::order::sort_by;
use crate::design::goals::Goals;
use crate::design::tally::Tally;
use crate::design::values::{Values, values, with_rules};
use crate::ruleset::with_fields_of;

/// The number of deals of the base and of the strongest steps that are kept at a time.
const CHUNK: u64 = 4_096;

/// The games of the base on a chunk of deals, which those of each step are compared with.
enum Base<'a> {
    /// The values of all metrics, by each player type.
    Metrics(Vec<Vec<Values>>),
    /// The goals, and their values.
    Goals(&'a Goals, Vec<Shown>),
}

/// For each metric that has a value on all sides, adds what `value` computes from them.
fn add(into: &mut Vec<Tally>, sides: &[&Values], value: impl Fn(&[f64]) -> f64) {
    let columns = sides.iter().map(|side| side.means.len()).min().unwrap_or(0);
    into.resize(columns, Tally::default());
    for (column, tally) in into.iter_mut().enumerate() {
        let values: Option<Vec<f64>> =
            sides.iter().map(|side| side.means.get(column).copied().flatten()).collect();
        if let Some(values) = values {
            tally.add(value(&values));
        }
    }
}

impl<G: Measured + Bots> Vary<G> {
    /// Plays the rest of a run. `observer` receives the number of games, and `keep` is called with the state after
    /// each step, to save it. A run that is stopped ([`Arena::stop`]) can be resumed later, with the same results.
    ///
    /// # Errors
    /// When the state belongs to another run or release, when a game cannot be played or a bot fails; and the errors
    /// of `keep`.
    pub fn play<E: From<VaryError>>(
        &self,
        run: &mut Variation,
        observer: &(dyn Fn(Progress) + Sync),
        keep: &mut dyn FnMut(&Variation) -> Result<(), E>,
    ) -> Result<(), E> {
        let own = self.by_kind(&self.base).iter().map(Arena::setting).collect::<Result<Vec<_>, _>>();
        let own = own.map_err(VaryError::from)?;
        let is_same = run.by_player_type().count() == own.len()
            && run.by_player_type().zip(&own).all(|(kind, own)| kind.setting.is_same_but_for_release(own))
            && run.goals.as_ref().map(|goals| &*goals.text) == self.goals.as_ref().map(Goals::text)
            && run.variants.iter().map(|variant| &variant.path).eq(self.steps.iter().map(|step| &step.path));
        if !is_same {
            return Err(VaryError::OtherRun.into());
        }
        if !run.is_complete && !run.setting.is_of_this_release() {
            return Err(VaryError::Release(run.setting.release.clone()).into());
        }
        let done = AtomicU64::new(0);
        let games = games_to_play(run);
        let observe = |count: u64| {
            let done = done.fetch_add(count, Ordering::Relaxed) + count;
            observer(Progress { done, games: games.max(done) });
        };
        while !run.is_complete {
            if !self.play_stage(run, &observe, keep)? {
                return Ok(());
            }
            if !next_stage(run) {
                if !self.play_pairs(run, &observe, keep)? {
                    return Ok(());
                }
                run.is_complete = true;
            }
            keep(run)?;
        }
        Ok(())
    }

    /// Plays the current stage; `false` when it was stopped.
    fn play_stage<E: From<VaryError>>(
        &self,
        run: &mut Variation,
        observe: &(dyn Fn(u64) + Sync),
        keep: &mut dyn FnMut(&Variation) -> Result<(), E>,
    ) -> Result<bool, E> {
        let Stage { end, steps, .. } = run.stage.clone();
        let behind = |run: &Variation| steps.iter().map(|place| run.variants[*place].groups).min();
        while let Some(start) = behind(run).filter(|start| *start < end) {
            let chunk = start..end.min(start.saturating_add(CHUNK));
            let Some(base) = self.play_base(run, &chunk, observe)? else { return Ok(false) };
            for place in &steps {
                if run.variants[*place].groups > chunk.start {
                    continue;
                }
                if !self.play_step(run, *place, &chunk, &base, observe)? {
                    return Ok(false);
                }
                keep(run)?;
            }
        }
        Ok(true)
    }

    /// Plays a chunk of the base, and adds it up unless that was done before; `None` when it was stopped.
    fn play_base(
        &self,
        run: &mut Variation,
        chunk: &Range<u64>,
        observe: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<Base<'_>>, VaryError> {
        if let (Some(goals), Some(targets)) = (&self.goals, &mut run.goals) {
            let Some(base) = shown(goals, &self.base, chunk, observe)? else { return Ok(None) };
            if run.groups < chunk.end {
                targets.base.add(&base, None);
                run.groups = chunk.end;
            }
            return Ok(Some(Base::Goals(goals, base)));
        }
        let mut bases = Vec::new();
        for (kind, arena) in self.by_kind(&self.base).iter().enumerate() {
            match play_base(arena, run.kind_mut(kind), chunk.clone(), observe)? {
                Some(base) => bases.push(base),
                None => return Ok(None),
            }
        }
        Ok(Some(Base::Metrics(bases)))
    }

    /// Plays a chunk of one step, and adds it up; `false` when it was stopped.
    fn play_step(
        &self,
        run: &mut Variation,
        place: usize,
        chunk: &Range<u64>,
        base: &Base<'_>,
        observe: &(dyn Fn(u64) + Sync),
    ) -> Result<bool, VaryError> {
        let arena = with_rules(&self.base, &self.steps[place].ruleset).map_err(|_| VaryError::OtherRun)?;
        match base {
            Base::Metrics(bases) => {
                let mut played = Vec::new();
                for arena in self.by_kind(&arena) {
                    match values(&arena, chunk.clone(), observe)? {
                        Some((values, _)) => played.push(values),
                        None => return Ok(false),
                    }
                }
                for (kind, (own, base)) in played.iter().zip(bases).enumerate() {
                    let variant = &mut run.kind_mut(kind).variants[place];
                    variant.add(own, base, (kind > 0).then(|| (&played[0][..], &bases[0][..])));
                    variant.groups = chunk.end;
                }
            }
            Base::Goals(goals, base) => {
                let Some(own) = shown(goals, &arena, chunk, observe)? else { return Ok(false) };
                run.variants[place].measured.add(&own, Some(base));
                run.variants[place].groups = chunk.end;
            }
        }
        Ok(true)
    }

    /// Plays the pairs of the strongest steps on the deals of the base, by the first player type; `false` when it was
    /// stopped.
    fn play_pairs<E: From<VaryError>>(
        &self,
        run: &mut Variation,
        observe: &(dyn Fn(u64) + Sync),
        keep: &mut dyn FnMut(&Variation) -> Result<(), E>,
    ) -> Result<bool, E> {
        let chosen = VaryReport::of(run).strongest(run, run.strongest);
        let mut arenas = Vec::new();
        let mut pairs = Vec::new();
        for (index, one) in chosen.iter().enumerate() {
            for other in &chosen[index + 1..] {
                let [first, second] = [one, other].map(|place| &self.steps[*place]);
                let both = with_fields_of(&first.ruleset, &second.ruleset, &[second.field], "pair");
                let both =
                    both.map_err(|error| error.to_string()).and_then(|both| with_rules(&self.base, &both));
                let refused = both.as_ref().err().cloned();
                pairs.push(Pair {
                    steps: [*one, *other],
                    interactions: Vec::new(),
                    unfinished: 0,
                    forfeited: 0,
                    refused,
                });
                arenas.push(both.ok());
            }
        }
        if run.pairs.is_empty() {
            run.pairs = pairs;
        }
        while !run.pairs.is_empty() && run.pair_groups < run.groups {
            let chunk = run.pair_groups..run.groups.min(run.pair_groups + CHUNK);
            let Some(base) = play_base(&self.base, run, chunk.clone(), observe)? else {
                return Ok(false);
            };
            let mut single = Vec::new();
            for place in &chosen {
                let arena =
                    with_rules(&self.base, &self.steps[*place].ruleset).map_err(|_| VaryError::OtherRun)?;
                match values(&arena, chunk.clone(), observe).map_err(VaryError::from)? {
                    Some((values, _)) => single.push(values),
                    None => return Ok(false),
                }
            }
            let of =
                |step: usize| chosen.iter().position(|place| *place == step).and_then(|at| single.get(at));
            let mut played = run.pairs.clone();
            for (pair, arena) in played.iter_mut().zip(&arenas) {
                let (Some(arena), Some(one), Some(other)) = (arena, of(pair.steps[0]), of(pair.steps[1]))
                else {
                    continue;
                };
                let both = values(arena, chunk.clone(), observe).map_err(VaryError::from)?;
                let Some((both, _)) = both else {
                    return Ok(false);
                };
                for (((both, one), other), base) in both.iter().zip(one).zip(other).zip(&base) {
                    let interaction = |sides: &[f64]| sides[0] - sides[1] - sides[2] + sides[3];
                    add(&mut pair.interactions, &[both, one, other, base], interaction);
                    pair.unfinished += both.endings.unfinished;
                    pair.forfeited += both.endings.forfeited;
                }
            }
            (run.pairs, run.pair_groups) = (played, chunk.end);
            keep(run)?;
        }
        Ok(true)
    }
}

/// Plays a chunk of the base by one player type, and adds it up unless that was done before; `None` when it was
/// stopped.
fn play_base<G: Measured>(
    arena: &Arena<G>,
    run: &mut Variation,
    chunk: Range<u64>,
    observe: &(dyn Fn(u64) + Sync),
) -> Result<Option<Vec<Values>>, VaryError> {
    let Some((base, results)) = values(arena, chunk.clone(), observe)? else { return Ok(None) };
    run.metrics = results.metrics;
    if run.groups < chunk.end {
        if run.groups == 0 {
            let hashes: HashSet<GameHash> = base.iter().map(|values| values.course).collect();
            run.distinct = [base.len() as u64, hashes.len() as u64];
        }
        for values in &base {
            add(&mut run.base, &[values], |sides| sides[0]);
            run.unfinished += values.endings.unfinished;
            run.forfeited += values.endings.forfeited;
        }
        run.groups = chunk.end;
    }
    Ok(Some(base))
}

impl Variant {
    /// Adds the games of a chunk and those of the base. For a further player type, it also adds the differences from
    /// the `first` type.
    fn add(&mut self, own: &[Values], base: &[Values], first: Option<(&[Values], &[Values])>) {
        for (own, base) in own.iter().zip(base) {
            add(&mut self.differences, &[own, base], |sides| sides[0] - sides[1]);
            self.alike += u64::from(own.is_alike(base));
            self.unfinished += own.endings.unfinished;
            self.forfeited += own.endings.forfeited;
        }
        let Some((first, first_base)) = first else { return };
        for (((own, base), first), first_base) in own.iter().zip(base).zip(first).zip(first_base) {
            let apart = |sides: &[f64]| (sides[0] - sides[1]) - (sides[2] - sides[3]);
            add(&mut self.apart, &[own, base, first, first_base], apart);
        }
    }
}

/// Begins the next stage; `false` when there is no further stage.
fn next_stage(run: &mut Variation) -> bool {
    let number = run.stage.number + 1;
    if number >= run.plan.stages() {
        return false;
    }
    let share = 1_usize << number;
    let first = run.shard.places(run.variants.len()).count();
    let report = VaryReport::of(run);
    let goals = run.goals.is_some().then(|| GoalsReport::of(run));
    let rank = |place: usize| match &goals {
        Some(goals) => goals.promise(place),
        None => report.distance(place).filter(|_| !report.is_shown(place)),
    };
    let open = run.stage.steps.iter().filter_map(|place| Some((rank(*place)?, *place)));
    let mut open: Vec<(f64, usize)> = open.collect();
    sort_by(&mut open, |one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    open.truncate(first.div_ceil(share));
    let mut steps: Vec<usize> = open.into_iter().map(|(_, place)| place).collect();
    steps.sort_unstable();
    if steps.is_empty() {
        return false;
    }
    let from = run.stage.end;
    run.stage = Stage { number, from, end: from + run.deals(steps.len()), steps };
    true
}

/// Returns about how many games of the whole run are still to be played.
fn games_to_play(run: &Variation) -> u64 {
    let of_deal = run.games_of_deal();
    let stage = &run.stage;
    let left: u64 =
        stage.steps.iter().map(|place| stage.end.saturating_sub(run.variants[*place].groups)).sum();
    let own = (stage.end - stage.from) + left;
    let later = match run.plan {
        Plan::Each { .. } => 0,
        Plan::Spread { games } => games / of_deal.max(1) / 4 * u64::from(Plan::STAGES - 1 - stage.number),
    };
    let pairs = run.strongest as u64 * (run.strongest as u64 + 1) / 2 + 1;
    let pairs = if run.strongest > 1 { pairs * (stage.end - run.pair_groups.min(stage.end)) } else { 0 };
    let runs = run.goals.as_ref().map_or(1, Targets::runs);
    runs * of_deal * (own + later) + u64::from(run.setting.seatings) * pairs
}
