//! The effect of each rule: every ruleset one step away from a base, compared with it on common deals.
//!
//! The games are not kept: of each step only the sums of its differences to the base are ([`Tally`]), so the memory does
//! not grow with the number of games. The base is played once for all steps.

mod report;
mod state;

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub use self::report::{Effect, Interaction, StepEffects, VaryReport};
pub use self::state::{Left, Pair, Plan, Stage, Variant, Variation};
use super::tally::Tally;
use crate::arena::{Arena, ArenaError, Course, Game, Group, Measured, Progress, Results, Shard};
use crate::ground::fault::Faults;
use crate::ground::sentences::sentences;
use crate::ruleset::{Step, WantedField, steps, with_fields_of};

/// The number of deals that are kept at a time, of the base and of the strongest steps.
const CHUNK: u64 = 4_096;

/// The fewest deals of a stage of [`Plan::Spread`].
const LEAST_DEALS: u64 = 16;

/// A ruleset with its steps, to be played.
#[derive(Debug)]
pub struct Vary<G: Measured> {
    base: Arena<G>,
    steps: Vec<Step<G::Ruleset>>,
    refused: Vec<Left>,
    fixed: Vec<Left>,
}

/// The reason that steps cannot be played.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum VaryError {
    /// Unknown fields or values.
    #[error("{0}")]
    Fields(#[source] Faults),
    /// No step gives a playable ruleset.
    #[error("no step gives a playable ruleset")]
    NoSteps,
    /// There are too few games for the steps.
    #[error("{games} games are too few for {steps} steps: at least {least} are needed")]
    TooFew {
        /// The number of games.
        games: u64,
        /// The number of steps.
        steps: usize,
        /// The least number of games.
        least: u64,
    },
    /// Another release may play differently.
    #[error("played by furlong {0}, which may play differently")]
    Release(String),
    /// The state is of a run with other rules, players or steps.
    #[error("the state is of another run")]
    OtherRun,
    /// The games cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

sentences!(VaryError);

/// The values of one group that are compared.
struct Values {
    course: Course,
    means: Vec<Option<f64>>,
    unfinished: u64,
    forfeited: u64,
}

impl Values {
    /// The means of a group over its seatings.
    fn of(group: &Group) -> Self {
        let columns = group.games.first().map_or(0, |game| game.values.len());
        let count = |holds: fn(&Game) -> bool| group.games.iter().filter(|game| holds(game)).count() as u64;
        Self {
            course: group.course(),
            means: (0..columns).map(|column| group.mean(column)).collect(),
            unfinished: count(|game| !game.has_shares()),
            forfeited: count(|game| game.forfeit.is_some()),
        }
    }

    fn is_alike(&self, other: &Self) -> bool {
        self.course == other.course && self.means == other.means
    }
}

/// Adds what a function makes of the values of a metric on all sides, where each side has one.
fn add(into: &mut Vec<Tally>, sides: &[&Values], value: impl Fn(&[f64]) -> f64) {
    let columns = sides.first().map_or(0, |side| side.means.len());
    into.resize(columns, Tally::default());
    for (column, tally) in into.iter_mut().enumerate() {
        let values: Option<Vec<f64>> =
            sides.iter().map(|side| side.means.get(column).copied().flatten()).collect();
        if let Some(values) = values {
            tally.add(value(&values));
        }
    }
}

impl<G: Measured> Vary<G> {
    /// The steps from the ruleset of `base`: of all fields, or of the wanted ones. The groups of `base` do not matter.
    ///
    /// # Errors
    /// When fields or values are unknown, or when there are no steps.
    pub fn new(mut base: Arena<G>, wanted: &[WantedField]) -> Result<Self, VaryError> {
        base.luck = false;
        let found = steps(base.game.ruleset(), wanted).map_err(VaryError::Fields)?;
        let mut vary = Self {
            refused: found.refused.iter().map(Left::from).collect(),
            fixed: found
                .fixed
                .iter()
                .map(|fixed| Left { path: fixed.path.clone(), reason: fixed.reason.to_owned() })
                .collect(),
            steps: Vec::new(),
            base,
        };
        for step in found.steps {
            match vary.arena(&step.ruleset) {
                Ok(_) => vary.steps.push(step),
                Err(reason) => vary.refused.push(Left { path: step.to_string(), reason }),
            }
        }
        if vary.steps.is_empty() { Err(VaryError::NoSteps) } else { Ok(vary) }
    }

    /// The number of steps.
    pub fn count(&self) -> usize {
        self.steps.len()
    }

    /// The arena of a variant; the error is the reason that its games cannot begin.
    fn arena(&self, ruleset: &G::Ruleset) -> Result<Arena<G>, String> {
        let game = G::new(ruleset.clone()).map_err(|faults| faults.to_string())?;
        let state = game.start(&self.base.setup).map_err(|error| error.to_string())?;
        if usize::from(game.seats(&state).count()) != self.base.lineup.len() {
            return Err("another number of seats".to_owned());
        }
        Ok(Arena { game: Arc::new(game), ..self.base.clone() })
    }

    /// A run of these steps, of which nothing is played. `fields` are kept as they were written, to resume it.
    ///
    /// # Errors
    /// When there are too few games for the steps, or when the games cannot be played.
    pub fn begin(&self, plan: Plan, shard: Shard, fields: Vec<String>) -> Result<Variation, VaryError> {
        let variants = self.steps.iter().map(|step| Variant {
            field: step.field.path.to_owned(),
            path: step.path.clone(),
            values: step.values.clone(),
            groups: 0,
            alike: 0,
            unfinished: 0,
            forfeited: 0,
            differences: Vec::new(),
        });
        let mut begun = Variation {
            setting: self.base.setting()?,
            fields,
            strongest: 0,
            plan,
            shard,
            // One deal shows that games can be played, and has the metrics.
            metrics: Arena { groups: 0..1, ..self.base.clone() }.run_through(|_| ())?.metrics,
            base: Vec::new(),
            groups: 0,
            distinct: [0; 2],
            unfinished: 0,
            forfeited: 0,
            variants: variants.collect(),
            refused: self.refused.clone(),
            fixed: self.fixed.clone(),
            stage: Stage::default(),
            pairs: Vec::new(),
            pair_groups: 0,
            is_complete: false,
        };
        let steps: Vec<usize> = shard.places(self.steps.len()).collect();
        if let Plan::Spread { games } = plan {
            let least = u64::from(Plan::STAGES)
                * LEAST_DEALS
                * u64::from(begun.setting.seatings)
                * steps.len() as u64;
            if games < least {
                return Err(VaryError::TooFew { games, steps: steps.len(), least });
            }
        }
        begun.stage = Stage { number: 0, from: 0, end: deals(&begun, steps.len()), steps };
        Ok(begun)
    }

    /// Plays what is left of a run. `observer` receives the number of games, and `keep` is called after each step with the
    /// state, to save it. A run that is stopped ([`Arena::stop`]) can go on later, with the same results.
    ///
    /// # Errors
    /// When the state is of another run or release, when a game cannot be played or a bot fails; and the errors of `keep`.
    pub fn play<E: From<VaryError>>(
        &self,
        run: &mut Variation,
        observer: &(dyn Fn(Progress) + Sync),
        keep: &mut dyn FnMut(&Variation) -> Result<(), E>,
    ) -> Result<(), E> {
        let own = self.base.setting().map_err(VaryError::from)?;
        let is_same = run.setting.is_same_but_for_release(&own)
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
            let Some(base) = self.play_base(run, chunk.clone(), observe)? else {
                return Ok(false);
            };
            for place in &steps {
                if run.variants[*place].groups > chunk.start {
                    continue;
                }
                let arena = self.arena(&self.steps[*place].ruleset).map_err(|_| VaryError::OtherRun)?;
                let Some((values, _)) = values(&arena, chunk.clone(), observe)? else {
                    return Ok(false);
                };
                let variant = &mut run.variants[*place];
                for (own, base) in values.iter().zip(&base) {
                    add(&mut variant.differences, &[own, base], |sides| sides[0] - sides[1]);
                    variant.alike += u64::from(own.is_alike(base));
                    variant.unfinished += own.unfinished;
                    variant.forfeited += own.forfeited;
                }
                variant.groups = chunk.end;
                keep(run)?;
            }
        }
        Ok(true)
    }

    /// Plays a chunk of the base, and adds it up when that was not done before; `None` when it was stopped.
    fn play_base(
        &self,
        run: &mut Variation,
        chunk: Range<u64>,
        observe: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<Vec<Values>>, VaryError> {
        let Some((base, results)) = values(&self.base, chunk.clone(), observe)? else { return Ok(None) };
        run.metrics = results.metrics;
        if run.groups < chunk.end {
            if run.groups == 0 {
                let courses: HashSet<Course> = base.iter().map(|values| values.course).collect();
                run.distinct = [base.len() as u64, courses.len() as u64];
            }
            for values in &base {
                add(&mut run.base, &[values], |sides| sides[0]);
                run.unfinished += values.unfinished;
                run.forfeited += values.forfeited;
            }
            run.groups = chunk.end;
        }
        Ok(Some(base))
    }

    /// Plays the pairs of the strongest steps on the deals of the base; `false` when it was stopped.
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
                let both = both.map_err(|error| error.to_string()).and_then(|both| self.arena(&both));
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
            let Some(base) = self.play_base(run, chunk.clone(), observe)? else {
                return Ok(false);
            };
            let mut single = Vec::new();
            for place in &chosen {
                let arena = self.arena(&self.steps[*place].ruleset).map_err(|_| VaryError::OtherRun)?;
                match values(&arena, chunk.clone(), observe)? {
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
                let Some((both, _)) = values(arena, chunk.clone(), observe)? else {
                    return Ok(false);
                };
                for (((both, one), other), base) in both.iter().zip(one).zip(other).zip(&base) {
                    let interaction = |sides: &[f64]| sides[0] - sides[1] - sides[2] + sides[3];
                    add(&mut pair.interactions, &[both, one, other, base], interaction);
                    pair.unfinished += both.unfinished;
                    pair.forfeited += both.forfeited;
                }
            }
            (run.pairs, run.pair_groups) = (played, chunk.end);
            keep(run)?;
        }
        Ok(true)
    }
}

/// The values of all groups of a chunk, and the results without them; `None` when it was stopped.
fn values<G: Measured>(
    arena: &Arena<G>,
    chunk: Range<u64>,
    observe: &(dyn Fn(u64) + Sync),
) -> Result<Option<(Vec<Values>, Results)>, VaryError> {
    let arena = Arena { groups: chunk.clone(), ..arena.clone() };
    let mut found = Vec::new();
    let results = arena.run_through(|group| {
        found.push(Values::of(&group));
        observe(group.games.len() as u64);
    })?;
    let is_whole = found.len() as u64 == chunk.end - chunk.start;
    Ok(is_whole.then_some((found, results)))
}

/// The number of deals of each of this number of steps in one stage.
fn deals(run: &Variation, steps: usize) -> u64 {
    let seatings = u64::from(run.setting.seatings.max(1));
    match run.plan {
        Plan::Each { games } => games.div_ceil(seatings),
        Plan::Spread { games } => games / seatings / u64::from(Plan::STAGES) / steps.max(1) as u64,
    }
}

/// Begins the next stage; `false` when there is none.
fn next_stage(run: &mut Variation) -> bool {
    let number = run.stage.number + 1;
    if number >= run.plan.stages() {
        return false;
    }
    let report = VaryReport::of(run);
    let share = 1_usize << number;
    let first = run.shard.places(run.variants.len()).count();
    let mut open: Vec<(f64, usize)> = run
        .stage
        .steps
        .iter()
        .filter_map(|place| Some((report.distance(*place).filter(|_| !report.is_shown(*place))?, *place)))
        .collect();
    open.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    open.truncate(first.div_ceil(share));
    let mut steps: Vec<usize> = open.into_iter().map(|(_, place)| place).collect();
    steps.sort_unstable();
    if steps.is_empty() {
        return false;
    }
    let from = run.stage.end;
    run.stage = Stage { number, from, end: from + deals(run, steps.len()), steps };
    true
}

/// The number of games of the whole run that are not yet played, about.
fn games_to_play(run: &Variation) -> u64 {
    let seatings = u64::from(run.setting.seatings);
    let stage = &run.stage;
    let left: u64 =
        stage.steps.iter().map(|place| stage.end.saturating_sub(run.variants[*place].groups)).sum();
    let own = (stage.end - stage.from) + left;
    let later = match run.plan {
        Plan::Each { .. } => 0,
        Plan::Spread { games } => games / seatings.max(1) / 4 * u64::from(Plan::STAGES - 1 - stage.number),
    };
    let pairs = run.strongest as u64 * (run.strongest as u64 + 1) / 2 + 1;
    let pairs = if run.strongest > 1 { pairs * (stage.end - run.pair_groups.min(stage.end)) } else { 0 };
    seatings * (own + later + pairs)
}
