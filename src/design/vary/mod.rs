//! The effect of each rule: every ruleset one step away from a base, compared with it on the same deals.
//!
//! The games are not kept. For each step only the sums of its differences from the base are (`Tally`), so memory does
//! not grow with the number of games. The base is played once for all steps. Several player types can play the same
//! deals ([`Vary::by`]), so that the report shows what holds for all of them.

mod play;
mod report;
mod state;

use std::sync::Arc;

pub use self::report::{ChangeEffects, Effect, Interaction, VaryReport};
pub use self::state::{LeftOut, Pair, Plan, Stage, Variant, Variation};
use crate::arena::{Arena, ArenaError, Entrant, Measured, Shard};
use crate::common::fault::Faults;
use crate::common::sentences::sentences;
use crate::ruleset::{RuleChange, WantedField, change_in_words, rule_changes};

/// The minimum number of deals in a stage of [`Plan::Spread`].
const LEAST_DEALS: u64 = 16;

/// A ruleset with its steps, ready to be played.
#[derive(Debug)]
pub struct Vary<G: Measured> {
    pub(in crate::design) base: Arena<G>,
    /// The line-ups of further player types.
    others: Vec<Vec<Entrant<G>>>,
    pub(in crate::design) steps: Vec<RuleChange<G::Ruleset>>,
    pub(in crate::design) refused: Vec<LeftOut>,
    fixed: Vec<LeftOut>,
}

/// The reason why steps cannot be played.
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
        /// The minimum number of games.
        least: u64,
    },
    /// The state is of another release, which may play differently.
    #[error("played by furlong {0}, which may play differently")]
    Release(String),
    /// The state belongs to a run with other rules, players or steps.
    #[error("the state is of another run")]
    OtherRun,
    /// The games cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
}

sentences!(VaryError);

impl<G: Measured> Vary<G> {
    /// Finds the steps from the ruleset of `base`, in all fields or only in the wanted ones. The groups of `base` do
    /// not matter.
    ///
    /// # Errors
    /// When fields or values are unknown, or when there are no steps.
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
            steps: Vec::new(),
            others: Vec::new(),
            base,
        };
        for step in found.steps {
            match vary.arena(&step.ruleset) {
                Ok(_) => vary.steps.push(step),
                Err(reason) => vary.refused.push(LeftOut { path: step.to_string(), reason }),
            }
        }
        if vary.steps.is_empty() { Err(VaryError::NoSteps) } else { Ok(vary) }
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

    /// Returns the arena of a variant; the error is the reason why its games cannot begin.
    pub(in crate::design) fn arena(&self, ruleset: &G::Ruleset) -> Result<Arena<G>, String> {
        let game = G::new(ruleset.clone()).map_err(|faults| faults.to_string())?;
        let state = game.start(&self.base.setup).map_err(|error| error.to_string())?;
        if usize::from(game.seats(&state).count()) != self.base.lineup.len() {
            return Err("another number of seats".to_owned());
        }
        Ok(Arena { game: Arc::new(game), ..self.base.clone() })
    }

    /// Creates a run of these steps, with nothing played yet. `fields` are kept as they were written, to resume the
    /// run.
    ///
    /// # Errors
    /// When there are too few games for the steps, or when the games cannot be played.
    pub fn begin(&self, plan: Plan, shard: Shard, fields: Vec<String>) -> Result<Variation, VaryError> {
        let mut kinds = self.by_kind(&self.base).into_iter().map(|base| self.nothing(&base, plan));
        let mut begun = kinds.next().unwrap_or(Err(VaryError::NoSteps))?;
        begun.others = kinds.collect::<Result<_, _>>()?;
        (begun.fields, begun.shard) = (fields, shard);
        (begun.refused, begun.fixed) = (self.refused.clone(), self.fixed.clone());
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
        let metrics = Arena { groups: 0..1, ..base.clone() }.run_through(|_| ())?.metrics;
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
            stage: Stage::default(),
            pairs: Vec::new(),
            pair_groups: 0,
            is_complete: false,
            others: Vec::new(),
        })
    }
}
