//! The effect of each rule: every ruleset one step away from a base, compared with it on the same deals.
//!
//! The games are not kept. For each step only the sums of its differences from the base are (`Tally`), so memory does
//! not grow with the number of games. The base is played once for all steps. Several player types can play the same
//! deals ([`Vary::by`]), so that the report shows what holds for all of them.
//!
//! # Steps towards goals
//!
//! [`Vary::towards`] measures goals instead of all metrics, and [`GoalsReport`] ranks the steps by how much closer they
//! come to each goal. Measures are compared deal by deal, so that luck is common to both sides. If a goal needs separate
//! games, as goals about skill do, they are also played under each step.
//!
//! A step is *nearer* to a goal by the base's distance from the limits minus its own, in the goal's unit
//! ([`Goal::unit`](super::goals::Goal::unit)). The best of many steps are also the luckiest, so the intervals are wide
//! enough to hold together for all steps and all goals, at all checks.

mod goals_report;
mod measured;
mod play;
mod report;
mod state;

pub use self::goals_report::{Aim, GoalsReport, Move, Moves, Way};
pub use self::measured::{Measured, Series, Targets};
pub use self::report::{ChangeEffects, Effect, Interaction, VaryReport};
pub use self::state::{LeftOut, Pair, Plan, Stage, Variant, Variation};
use super::goals::{CheckError, Goals, runs};
use super::reached::{self, Reached};
use super::values::with_rules;
use crate::arena::{Arena, ArenaError, Entrant, Measured as MeasuredGame, Shard};
use crate::bot::Bots;
use crate::common::fault::Faults;
use crate::ruleset::{RuleChange, WantedField, change_in_words, rule_changes};

/// The minimum number of deals in a stage of [`Plan::Spread`].
const LEAST_DEALS: u64 = 16;

/// A ruleset with its steps, ready to be played.
#[derive(Debug)]
pub struct Vary<G: MeasuredGame> {
    base: Arena<G>,
    /// The line-ups of further player types.
    others: Vec<Vec<Entrant<G>>>,
    /// The goals that are measured, instead of all metrics.
    goals: Option<Goals>,
    steps: Vec<RuleChange<G::Ruleset>>,
    refused: Vec<LeftOut>,
    fixed: Vec<LeftOut>,
    not_reached: Vec<String>,
}

/// The reason why steps cannot be played.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum VaryError {
    /// Unknown fields or values.
    #[error("{0}")]
    Fields(#[source] Faults),
    /// No step gives a playable ruleset.
    #[error("no step gives a playable ruleset")]
    NoSteps,
    /// No step changes a game at this table.
    #[error("no step changes a game: {0}")]
    NotReached(String),
    /// There are too few games for the steps.
    #[error("{games} games are too few for {steps} steps: at least {least} are needed")]
    TooFew {
        /// The number of games.
        games: u64,
        /// The number of steps.
        steps: usize,
        /// The minimum number of games.
        least: u64,
    },
    /// The state is of another release, which may play differently.
    #[error("played by furlong {0}, whose bots may play differently")]
    Release(String),
    /// The state belongs to a run with other rules, players or steps.
    #[error("the state belongs to another run")]
    OtherRun,
    /// The goals do not fit the game.
    #[error("{0}")]
    Goals(String),
    /// The games cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

impl From<CheckError> for VaryError {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Arena(error) => Self::Arena(error),
            error => Self::Goals(error.to_string()),
        }
    }
}

impl<G: MeasuredGame> Vary<G> {
    /// Finds the steps from the ruleset of `base`, in all fields or only in the wanted ones. Steps that never come into
    /// play at this table are left out: games of random bots are the same under them. The groups of `base` do not
    /// matter.
    ///
    /// # Errors
    /// When fields or values are unknown, when no step changes a game, or when the games cannot be played.
    pub fn new(mut base: Arena<G>, wanted: &[WantedField]) -> Result<Self, VaryError> {
        base.luck = false;
        let found = rule_changes(base.game.ruleset(), wanted).map_err(VaryError::Fields)?;
        let mut vary = Self {
            refused: found.refused.iter().map(LeftOut::from).collect(),
            fixed: found
                .fixed
                .iter()
                .map(|fixed| LeftOut { path: fixed.path.clone(), reason: fixed.reason.to_owned() })
                .collect(),
            not_reached: Vec::new(),
            steps: Vec::new(),
            others: Vec::new(),
            goals: None,
            base,
        };
        let reached = Reached::of(&vary.base)?;
        for step in found.steps {
            let path = step.to_string();
            match with_rules(&vary.base, &step.ruleset) {
                Ok(arena) if reached.is_reached(&arena)? => vary.steps.push(step),
                Ok(_) => vary.not_reached.push(path),
                Err(reason) => vary.refused.push(LeftOut { path, reason }),
            }
        }
        match reached::in_words(&vary.not_reached).filter(|_| vary.steps.is_empty()) {
            Some(words) => Err(VaryError::NotReached(words)),
            None if vary.steps.is_empty() => Err(VaryError::NoSteps),
            None => Ok(vary),
        }
    }

    /// Returns the same steps, also played by each of these line-ups: further player types on the same deals.
    #[must_use]
    pub fn by(self, others: Vec<Vec<Entrant<G>>>) -> Self {
        Self { others, ..self }
    }

    /// Returns the same games for each player type, beginning with that of the arena.
    fn by_kind(&self, arena: &Arena<G>) -> Vec<Arena<G>> {
        let others = self.others.iter().map(|lineup| Arena { lineup: lineup.clone(), ..arena.clone() });
        std::iter::once(arena.clone()).chain(others).collect()
    }

    /// Returns the number of steps.
    pub fn count(&self) -> usize {
        self.steps.len()
    }
}

impl<G: MeasuredGame + Bots> Vary<G> {
    /// Returns the same steps, measured by these goals instead of all metrics, and by the first player type only. Steps
    /// that are not playable at all tables of the goals are left out.
    #[must_use]
    pub fn towards(mut self, goals: Goals) -> Self {
        // Goals that do not even fit the base are refused when the run begins.
        if goals.all().iter().any(|goal| goal.seats.is_some()) && runs(&goals, &self.base).is_ok() {
            for step in std::mem::take(&mut self.steps) {
                let fits = with_rules(&self.base, &step.ruleset)
                    .and_then(|arena| runs(&goals, &arena).map_err(|error| error.to_string()));
                match fits {
                    Ok(_) => self.steps.push(step),
                    Err(reason) => self.refused.push(LeftOut { path: step.to_string(), reason }),
                }
            }
        }
        Self { goals: Some(goals), others: Vec::new(), ..self }
    }

    /// Returns how often each deal is played under each ruleset: once by each player type, or as often as the goals
    /// need.
    ///
    /// # Errors
    /// When the goals do not fit the game.
    pub fn runs(&self) -> Result<u64, VaryError> {
        Ok(match &self.goals {
            None => 1 + self.others.len(),
            Some(goals) => runs(goals, &self.base)?.len(),
        } as u64)
    }

    /// Creates a run of these steps, with nothing played yet. `fields` are kept as they were written, to resume the
    /// run.
    ///
    /// # Errors
    /// When there are too few games for the steps, when goals do not fit the game, or when the games cannot be played.
    pub fn begin(&self, plan: Plan, shard: Shard, fields: Vec<String>) -> Result<Variation, VaryError> {
        let mut kinds = self.by_kind(&self.base).into_iter().map(|base| self.nothing(&base, plan));
        let mut begun = kinds.next().unwrap_or(Err(VaryError::NoSteps))?;
        begun.others = kinds.collect::<Result<_, _>>()?;
        begun.goals = self.goals.as_ref().map(|goals| Targets::new(goals, &self.base)).transpose()?;
        (begun.fields, begun.shard) = (fields, shard);
        (begun.refused, begun.fixed) = (self.refused.clone(), self.fixed.clone());
        begun.not_reached.clone_from(&self.not_reached);
        let steps: Vec<usize> = shard.places(self.steps.len()).collect();
        if let Plan::Spread { games } = plan {
            let least = u64::from(Plan::STAGES) * LEAST_DEALS * begun.games_of_deal() * steps.len() as u64;
            if games < least {
                return Err(VaryError::TooFew { games, steps: steps.len(), least });
            }
        }
        begun.stage = Stage { number: 0, from: 0, end: begun.deals(steps.len()), steps };
        Ok(begun)
    }

    /// Returns the state of one player type before anything is played.
    fn nothing(&self, base: &Arena<G>, plan: Plan) -> Result<Variation, VaryError> {
        // One deal shows that games can be played, and gives the metrics.
        let metrics = match &self.goals {
            None => Arena { groups: 0..1, ..base.clone() }.run_through(|_| ())?.metrics,
            Some(_) => Vec::new(),
        };
        let defined = |step: &RuleChange<G::Ruleset>| {
            let names = metrics.iter().map(|metric| &*metric.name);
            names.filter(|name| step.field.is_definition_of(name)).map(str::to_owned).collect()
        };
        let variants = self.steps.iter().map(|step| Variant {
            words: change_in_words::<G::Ruleset>(&step.path, &step.values),
            defines: defined(step),
            field: step.field.path.to_owned(),
            path: step.path.clone(),
            values: step.values.clone(),
            groups: 0,
            alike: 0,
            unfinished: 0,
            forfeited: 0,
            differences: Vec::new(),
            apart: Vec::new(),
            measured: Measured::default(),
        });
        Ok(Variation {
            setting: base.setting()?,
            fields: Vec::new(),
            strongest: 0,
            plan,
            shard: Shard::WHOLE,
            base: Vec::new(),
            groups: 0,
            distinct: [0; 2],
            unfinished: 0,
            forfeited: 0,
            variants: variants.collect(),
            metrics,
            refused: Vec::new(),
            fixed: Vec::new(),
            not_reached: Vec::new(),
            stage: Stage::default(),
            pairs: Vec::new(),
            pair_groups: 0,
            is_complete: false,
            others: Vec::new(),
            goals: None,
        })
    }
}
