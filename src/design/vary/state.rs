//! The state of a run of steps: what was asked, and the sums of all differences so far. It is plain data, so that a
//! run can be saved, resumed and split into parts.

use serde::{Deserialize, Serialize};

use super::measured::{Measured, Targets};
use crate::arena::{Endings, Mergeable, Metric, Scale, Setting, Shard, is_repetitive};
use crate::design::reached;
use crate::design::tally::Tally;
use crate::formats::{FileError, Format, is_default};
use crate::ruleset::{RefusedChange, change_words};

const FORMAT: Format = Format { name: "furlong-vary", version: 1, a_file: "a file of steps" };

/// How the games are distributed over the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Plan {
    /// The same number of games for each step as for the base.
    Each {
        /// The number of games of each step, rounded up to whole deals.
        games: u64,
    },
    /// A total number of games, in [`Plan::STAGES`] stages of equal size. After each stage, the steps with a
    /// significant effect have had enough games. Of the others, the half whose differences are furthest from chance
    /// enters the next stage.
    Spread {
        /// The number of games of all steps together.
        games: u64,
    },
}

impl Plan {
    /// The number of stages of [`Plan::Spread`].
    pub const STAGES: u32 = 4;

    /// Returns the number of stages.
    pub fn stages(self) -> u32 {
        match self {
            Self::Each { .. } => 1,
            Self::Spread { .. } => Self::STAGES,
        }
    }
}

/// One step, with the differences that it makes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Variant {
    /// The field.
    pub field: String,
    /// The path of the value.
    pub path: String,
    /// The value in the base and in the variant, as TOML.
    pub values: [String; 2],
    /// The step in words; empty in older files, which do not contain it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub words: String,
    /// The metrics that the field defines, which the step therefore changes by definition.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defines: Vec<String>,
    /// The number of deals played.
    pub groups: u64,
    /// The number of deals whose games went exactly as in the base, with equal values of all metrics.
    pub alike: u64,
    /// The number of games that reached the limit of events.
    pub unfinished: u64,
    /// The number of games that a bot forfeited.
    #[serde(default, skip_serializing_if = "is_default")]
    pub forfeited: u64,
    /// The differences from the base, by metric.
    pub differences: Vec<Tally>,
    /// For further player types ([`Variation::others`]): these differences minus those by the first type, deal by
    /// deal, by metric.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<Tally>,
    /// The measures of goals, if the run has goals.
    #[serde(default, skip_serializing_if = "is_default")]
    pub measured: Measured,
}

impl Variant {
    /// Returns the step in words: `a hand of 5 cards instead of 6`.
    pub fn name(&self) -> String {
        if self.words.is_empty() { self.as_typed() } else { self.words.clone() }
    }

    /// Returns the step as it is written in a file: `hand: 6 -> 5`.
    pub fn as_typed(&self) -> String {
        change_words(&self.path, &self.values)
    }
}

/// A step or a field that is not played, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// The step or the field.
    pub path: String,
    /// The reason.
    pub reason: String,
}

impl From<&RefusedChange> for LeftOut {
    fn from(refused: &RefusedChange) -> Self {
        Self { path: change_words(&refused.path, &refused.values), reason: refused.reason.clone() }
    }
}

/// Two steps taken together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The two steps, by their places among the variants.
    pub steps: [usize; 2],
    /// The effect of both steps together minus the sum of their separate effects, by metric.
    pub interactions: Vec<Tally>,
    /// The number of games of both steps together that reached the limit of events.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unfinished: u64,
    /// The number of games of both steps together that a bot forfeited.
    #[serde(default, skip_serializing_if = "is_default")]
    pub forfeited: u64,
    /// The reason why the two do not give a playable ruleset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// A run of steps: what was asked, and what was played so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Variation {
    /// The facts that the games of the base depend on.
    pub setting: Setting,
    /// The wanted fields; all if the list is empty.
    pub fields: Vec<String>,
    /// The number of the strongest steps whose interactions are measured.
    pub strongest: usize,
    /// How the games are distributed over the steps.
    pub plan: Plan,
    /// The part of the steps that this run plays.
    pub shard: Shard,
    /// The metrics, known once the first game is played.
    pub metrics: Vec<Metric>,
    /// The values of the base, by metric.
    pub base: Vec<Tally>,
    /// The number of deals of the base.
    pub groups: u64,
    /// The number of deals of the base that were checked for repeats, and the number of different ones among them.
    pub distinct: [u64; 2],
    /// The number of games of the base that reached the limit of events.
    pub unfinished: u64,
    /// The number of games of the base that a bot forfeited.
    #[serde(default, skip_serializing_if = "is_default")]
    pub forfeited: u64,
    /// The steps of all parts.
    pub variants: Vec<Variant>,
    /// The steps that do not give a playable ruleset.
    pub refused: Vec<LeftOut>,
    /// The fields without a step.
    pub fixed: Vec<LeftOut>,
    /// The steps that never come into play at this table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_reached: Vec<String>,
    /// The current stage.
    pub stage: Stage,
    /// The pairs of the strongest steps, once the steps are played.
    pub pairs: Vec<Pair>,
    /// The number of deals of the pairs.
    pub pair_groups: u64,
    /// `true` when everything has been played.
    pub is_complete: bool,
    /// The same steps on the same deals by each further player type. What all types share, such as the stage, is
    /// stored in the first one, which is this run itself; see [`Variation::by_player_type`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Self>,
    /// The goals that the steps are measured by; `None` for all metrics.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goals: Option<Targets>,
}

/// A stage of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    /// The number of the stage, from 0.
    pub number: u32,
    /// The first deal of the stage.
    pub from: u64,
    /// The deal after the last one of the stage.
    pub end: u64,
    /// The steps that are played in this stage, by their places among the variants.
    pub steps: Vec<usize>,
}

impl Variation {
    /// Returns whether the text names the format of such files, in any version.
    pub fn is_format(json: &str) -> bool {
        FORMAT.is_of(json)
    }

    /// Writes the state as JSON.
    pub fn to_json(&self) -> String {
        FORMAT.write(self)
    }

    /// Reads a state written by any release. Only the release that wrote it can continue it: see
    /// [`Vary::play`](super::Vary::play).
    ///
    /// # Errors
    /// When the text is not the state of a run, or is damaged.
    pub fn from_json(json: &str) -> Result<Self, FileError> {
        let read: Self = FORMAT.read(json)?;
        let count = read.metrics.len();
        let fits = |tallies: &[Tally]| tallies.is_empty() || tallies.len() == count;
        let steps_fit = |kind: &Self| {
            let own = |variant: &Variant| fits(&variant.differences) && fits(&variant.apart);
            fits(&kind.base) && kind.variants.len() == read.variants.len() && kind.variants.iter().all(own)
        };
        let places = read.stage.steps.iter().chain(read.pairs.iter().flat_map(|pair| &pair.steps));
        let is_whole = read.by_player_type().all(steps_fit)
            && read.others.iter().all(|other| other.others.is_empty())
            && read.pairs.iter().all(|pair| fits(&pair.interactions))
            && places.into_iter().all(|place| *place < read.variants.len());
        if !is_whole {
            return Err(FileError::damaged("steps and metrics do not fit together"));
        }
        if let Some(targets) = &read.goals {
            let goals = targets.goals().map_err(|_| FileError::damaged("its goals cannot be read"))?;
            let is_whole = targets.measures.len() == goals.all().len()
                && targets.fit(read.variants.iter().map(|variant| &variant.measured));
            if !is_whole {
                return Err(FileError::damaged("steps and goals do not fit together"));
            }
        }
        Ok(read)
    }

    /// Returns the run of each player type, beginning with this run itself.
    pub fn by_player_type(&self) -> impl Iterator<Item = &Self> + Clone {
        std::iter::once(self).chain(&self.others)
    }

    /// Returns the run of the player type at this place of [`Variation::by_player_type`].
    pub(super) fn kind_mut(&mut self, kind: usize) -> &mut Self {
        match kind {
            0 => self,
            other => &mut self.others[other - 1],
        }
    }

    /// Returns the number of games of a deal, by all player types.
    pub fn games_of_deal(&self) -> u64 {
        self.by_player_type().map(|kind| u64::from(kind.setting.seatings)).sum()
    }

    /// Returns the number of games of the steps so far, including those played separately for goals.
    pub fn games(&self) -> u64 {
        if self.goals.is_none() {
            return self.games_of_deal() * self.variants.iter().map(|variant| variant.groups).sum::<u64>();
        }
        let endings = self.variants.iter().flat_map(|variant| &variant.measured.endings);
        endings.map(|endings| endings.games).sum()
    }

    /// Returns the number of deals for each of this number of steps in one stage.
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

    /// Returns the players of this type: a single name where one bot has all seats.
    pub fn players(&self) -> String {
        self.setting.players()
    }

    /// Returns whether at least half of the deals repeat others, so that their number is no evidence about the rules.
    pub fn is_repetitive(&self) -> bool {
        let [all, different] = self.distinct;
        all > 1 && is_repetitive(all, different)
    }

    /// Returns a sentence on the steps that never come into play, without its full stop; `None` if there are none.
    pub fn not_reached_in_words(&self) -> Option<String> {
        reached::in_words(&self.not_reached)
    }

    /// Returns how the games of the base ended.
    pub fn endings(&self) -> Endings {
        self.endings_of(self.setting.ruleset.clone(), self.groups, [self.unfinished, self.forfeited])
    }

    /// Returns how the games of the step at this place of the variants ended.
    pub fn endings_at(&self, place: usize) -> Endings {
        let variant = &self.variants[place];
        self.endings_of(variant.name(), variant.groups, [variant.unfinished, variant.forfeited])
    }

    /// Returns how the games of two steps together ended.
    pub(super) fn endings_of_pair(&self, pair: &Pair) -> Endings {
        let names = pair.steps.map(|step| self.variants[step].name());
        self.endings_of(names.join(" and "), self.pair_groups, [pair.unfinished, pair.forfeited])
    }

    fn endings_of(&self, of: String, groups: u64, [unfinished, forfeited]: [u64; 2]) -> Endings {
        let games = groups.saturating_mul(self.setting.seatings.into());
        Endings { of, games, unfinished, forfeited, most_unfinished: self.setting.most_unfinished }
    }
}

impl Mergeable for Variation {
    /// The steps that each player type has played, with their places.
    type Own = Vec<Vec<(usize, Variant)>>;

    fn shard(&self) -> Shard {
        self.shard
    }

    fn differs_from(&self, other: &Self) -> Option<String> {
        let mut both = self.by_player_type().zip(other.by_player_type());
        let differs = both.find_map(|(one, other)| one.setting.differs_from(&other.setting));
        let goals = |part: &Self| part.goals.as_ref().map(|goals| goals.text.clone());
        let asked = |part: &Self| {
            (part.plan, part.fields.clone(), part.variants.len(), part.others.len(), goals(part))
        };
        let what = if self.goals.is_some() { "the goals, the steps" } else { "the steps" };
        let words = || format!("{what} or the numbers of their games are different");
        differs.or_else(|| (asked(self) != asked(other)).then(words))
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn take(&mut self) -> Self::Own {
        let own = |kind: &Self| {
            let places = self.shard.places(self.variants.len());
            places.map(|place| (place, kind.variants[place].clone())).collect()
        };
        self.by_player_type().map(own).collect()
    }

    fn join(&mut self, own: Self::Own) {
        for (kind, own) in own.into_iter().enumerate() {
            for (place, variant) in own {
                self.kind_mut(kind).variants[place] = variant;
            }
        }
        // As in a run in one piece. Only runs with a single stage are divided.
        self.stage.steps = (0..self.variants.len()).collect();
        self.shard = Shard::WHOLE;
    }
}
