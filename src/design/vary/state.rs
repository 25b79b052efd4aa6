//! The state of a run of steps: what was asked, and the sums of all differences so far. It is plain data, so a run can be
//! saved, resumed and split into parts.

use serde::{Deserialize, Serialize};

use super::super::tally::Tally;
use crate::arena::{Endings, Metric, Piece, Scale, Setting, Shard, is_repetitive};
use crate::forms::is_default;
use crate::forms::{FileError, Format};
use crate::ruleset::{RefusedStep, step_words};

const FORMAT: Format = Format { name: "furlong-vary", version: 2, a_file: "a file of steps" };

/// The distribution of the games over the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plan {
    /// As many games of each step as of the base.
    Each {
        /// The number of games of each step, rounded up to whole deals.
        games: u64,
    },
    /// A number of games in all, in [`Plan::STAGES`] stages of equal size. After each stage the steps with a significant
    /// effect have games enough, and of the others the half whose differences are furthest from chance goes on.
    Spread {
        /// The number of games of all steps together.
        games: u64,
    },
}

impl Plan {
    /// The number of stages of [`Plan::Spread`].
    pub const STAGES: u32 = 4;

    /// The number of stages.
    pub fn stages(self) -> u32 {
        match self {
            Self::Each { .. } => 1,
            Self::Spread { .. } => Self::STAGES,
        }
    }
}

/// One step, and the differences that it makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Variant {
    /// The field.
    pub field: String,
    /// The path of the value.
    pub path: String,
    /// The value in the base and in the variant, as TOML.
    pub values: [String; 2],
    /// The step in words; empty in older files, which do not have it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// The metrics that the field defines, which the step changes by their very definition.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defines: Vec<String>,
    /// The number of deals played.
    pub groups: u64,
    /// The number of deals whose games went as in the base, with equal values of all metrics.
    pub alike: u64,
    /// The number of games that reached the limit of events.
    pub unfinished: u64,
    /// The number of games that a bot forfeited.
    #[serde(default, skip_serializing_if = "is_default")]
    pub forfeited: u64,
    /// The differences to the base, by metric.
    pub differences: Vec<Tally>,
    /// Of a further kind of players ([`Variation::others`]): these differences less those by the first kind, deal by deal,
    /// by metric.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<Tally>,
}

impl Variant {
    /// The step in words: `a hand of 5 cards instead of 6`.
    pub fn name(&self) -> String {
        if self.words.is_empty() { self.as_typed() } else { self.words.clone() }
    }

    /// The step as a file has it: `hand: 6 -> 5`.
    pub fn as_typed(&self) -> String {
        step_words(&self.path, &self.values)
    }
}

/// A step or a field that is not played, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Left {
    /// The step or the field.
    pub path: String,
    /// The reason.
    pub reason: String,
}

impl From<&RefusedStep> for Left {
    fn from(refused: &RefusedStep) -> Self {
        Self { path: step_words(&refused.path, &refused.values), reason: refused.reason.clone() }
    }
}

/// Two steps taken together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The two steps, by their places among the variants.
    pub steps: [usize; 2],
    /// The effect of both together less the sum of their effects, by metric.
    pub interactions: Vec<Tally>,
    /// The number of games of both together that reached the limit of events.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unfinished: u64,
    /// The number of games of both together that a bot forfeited.
    #[serde(default, skip_serializing_if = "is_default")]
    pub forfeited: u64,
    /// The reason that the two give no playable ruleset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// A run of steps: what was asked, and what was played so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Variation {
    /// The facts that the games of the base depend on.
    pub setting: Setting,
    /// The wanted fields; all when there are none.
    pub fields: Vec<String>,
    /// The number of the strongest steps whose interactions are measured.
    pub strongest: usize,
    /// The distribution of the games.
    pub plan: Plan,
    /// The part of the steps that this run plays.
    pub shard: Shard,
    /// The metrics, from the first game on.
    pub metrics: Vec<Metric>,
    /// The values of the base, by metric.
    pub base: Vec<Tally>,
    /// The number of deals of the base.
    pub groups: u64,
    /// The number of deals of the base that were looked at for repeats, and of different ones among them.
    pub distinct: [u64; 2],
    /// The number of games of the base that reached the limit of events.
    pub unfinished: u64,
    /// The number of games of the base that a bot forfeited.
    #[serde(default, skip_serializing_if = "is_default")]
    pub forfeited: u64,
    /// The steps of all parts.
    pub variants: Vec<Variant>,
    /// The steps that give no playable ruleset.
    pub refused: Vec<Left>,
    /// The fields without a step.
    pub fixed: Vec<Left>,
    /// The current stage.
    pub stage: Stage,
    /// The pairs of the strongest steps, once the steps are played.
    pub pairs: Vec<Pair>,
    /// The number of deals of the pairs.
    pub pair_groups: u64,
    /// Everything has been played.
    pub is_complete: bool,
    /// The same steps on the same deals by each further kind of players. What all kinds have in common, such as the stage, is
    /// that of the first one, which is this run itself; see [`Variation::kinds`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Self>,
}

/// A stage of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// Its number, from 0.
    pub number: u32,
    /// Its first deal.
    pub from: u64,
    /// The deal after its last.
    pub end: u64,
    /// The steps that are played in it, by their places among the variants.
    pub steps: Vec<usize>,
}

impl Variation {
    /// Returns whether the text names the format of such files, in whatever version.
    pub fn is_format(json: &str) -> bool {
        FORMAT.is_of(json)
    }

    /// Writes the state as JSON.
    pub fn to_json(&self) -> String {
        FORMAT.write(self)
    }

    /// Reads a state, by any release. Only its own release continues it: see [`Vary::play`](super::Vary::play).
    ///
    /// # Errors
    /// When the text is no state of a run, or is damaged.
    pub fn from_json(json: &str) -> Result<Self, FileError> {
        let read: Self = FORMAT.read(json)?;
        let count = read.metrics.len();
        let fits = |tallies: &[Tally]| tallies.is_empty() || tallies.len() == count;
        let steps_fit = |kind: &Self| {
            let own = |variant: &Variant| fits(&variant.differences) && fits(&variant.apart);
            fits(&kind.base) && kind.variants.len() == read.variants.len() && kind.variants.iter().all(own)
        };
        let places = read.stage.steps.iter().chain(read.pairs.iter().flat_map(|pair| &pair.steps));
        let is_whole = read.kinds().all(steps_fit)
            && read.others.iter().all(|other| other.others.is_empty())
            && read.pairs.iter().all(|pair| fits(&pair.interactions))
            && places.into_iter().all(|place| *place < read.variants.len());
        if !is_whole {
            return Err(FileError::damaged("steps and metrics do not fit together"));
        }
        Ok(read)
    }

    /// The run by each kind of players, the first of which is this run itself.
    pub fn kinds(&self) -> impl Iterator<Item = &Self> + Clone {
        std::iter::once(self).chain(&self.others)
    }

    /// The run by the kind of players at this place of [`Variation::kinds`].
    pub(super) fn kind_mut(&mut self, kind: usize) -> &mut Self {
        match kind {
            0 => self,
            other => &mut self.others[other - 1],
        }
    }

    /// The number of games of a deal, by all kinds of players.
    pub fn games_of_deal(&self) -> u64 {
        self.kinds().map(|kind| u64::from(kind.setting.seatings)).sum()
    }

    /// The number of deals of each of this number of steps in one stage.
    pub(super) fn deals(&self, steps: usize) -> u64 {
        match self.plan {
            Plan::Each { games } => games.div_ceil(self.setting.seatings.max(1).into()),
            Plan::Spread { games } => {
                games / self.games_of_deal().max(1) / u64::from(Plan::STAGES) / steps.max(1) as u64
            }
        }
    }

    /// The scale of the metric of this name.
    pub fn scale(&self, metric: &str) -> Scale {
        self.metrics.iter().find(|known| known.name == metric).map_or(Scale::Number, |metric| metric.scale)
    }

    /// The players of this kind: one name where one bot has all seats.
    pub fn players(&self) -> String {
        self.setting.players()
    }

    /// Returns whether at least half of the deals repeat others, so that their number says nothing about the rules.
    pub fn is_repetitive(&self) -> bool {
        let [all, different] = self.distinct;
        all > 1 && is_repetitive(all, different)
    }

    /// The endings of the games of the base.
    pub fn endings(&self) -> Endings {
        self.endings_of(self.setting.ruleset.clone(), self.groups, [self.unfinished, self.forfeited])
    }

    /// The endings of the games of the step at this place of the variants.
    pub fn endings_at(&self, place: usize) -> Endings {
        let variant = &self.variants[place];
        self.endings_of(variant.name(), variant.groups, [variant.unfinished, variant.forfeited])
    }

    /// The endings of the games of two steps together.
    pub(super) fn endings_of_pair(&self, pair: &Pair) -> Endings {
        let names = pair.steps.map(|step| self.variants[step].name());
        self.endings_of(names.join(" and "), self.pair_groups, [pair.unfinished, pair.forfeited])
    }

    fn endings_of(&self, of: String, groups: u64, [unfinished, forfeited]: [u64; 2]) -> Endings {
        let games = groups.saturating_mul(self.setting.seatings.into());
        Endings { of, games, unfinished, forfeited, most_unfinished: self.setting.most_unfinished }
    }
}

impl Piece for Variation {
    /// The steps that each kind of players has played, with their places.
    type Own = Vec<Vec<(usize, Variant)>>;

    fn shard(&self) -> Shard {
        self.shard
    }

    fn differs_from(&self, other: &Self) -> Option<String> {
        let mut both = self.kinds().zip(other.kinds());
        let differs = both.find_map(|(one, other)| one.setting.differs_from(&other.setting));
        let asked = |part: &Self| (part.plan, part.fields.clone(), part.variants.len(), part.others.len());
        let steps = || "the steps or the numbers of their games are different".to_owned();
        differs.or_else(|| (asked(self) != asked(other)).then(steps))
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn take(&mut self) -> Self::Own {
        let own = |kind: &Self| {
            let places = self.shard.places(self.variants.len());
            places.map(|place| (place, kind.variants[place].clone())).collect()
        };
        self.kinds().map(own).collect()
    }

    fn join(&mut self, own: Self::Own) {
        for (kind, own) in own.into_iter().enumerate() {
            for (place, variant) in own {
                self.kind_mut(kind).variants[place] = variant;
            }
        }
        // As in a run in one piece. Only runs with one stage are divided.
        self.stage.steps = (0..self.variants.len()).collect();
        self.shard = Shard::WHOLE;
    }
}
