//! The state of a run of steps towards goals: what was asked, and the sums of everything measured so far. It is plain
//! data, so that a run can be saved, resumed and split into parts.

use serde::{Deserialize, Serialize};

use crate::arena::stats::Range;
use crate::arena::{Endings, Mergeable, Scale, Setting, Shard};
use crate::design::goals::{Goals, GoalsError};
use crate::design::tally::Tally;
use crate::design::vary::{LeftOut, Plan, Stage};
use crate::formats::{FileError, Format};

const FORMAT: Format = Format { name: "furlong-steer", version: 1, a_file: "a file of steps towards goals" };

/// A run of steps towards goals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Steering {
    /// The facts that the games of the base depend on.
    pub setting: Setting,
    /// The text of the goal file.
    pub goals: String,
    /// The scale and the range of what each goal measures, and the index of its games in [`Measured::endings`].
    pub measures: Vec<(Scale, Range, usize)>,
    /// The wanted fields; all if the list is empty.
    pub fields: Vec<String>,
    /// How the games are distributed over the steps.
    pub plan: Plan,
    /// The part of the steps that this run plays.
    pub shard: Shard,
    /// The measures of the base.
    pub base: Measured,
    /// The steps of all parts.
    pub steps: Vec<Steered>,
    /// The steps that do not give a playable ruleset.
    pub refused: Vec<LeftOut>,
    /// The current stage.
    pub stage: Stage,
    /// `true` when everything has been played.
    pub is_complete: bool,
}

/// One step, with its measures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Steered {
    /// The field.
    pub field: String,
    /// The path of the value.
    pub path: String,
    /// The value in the base and in the variant, as TOML.
    pub values: [String; 2],
    /// The step in words.
    pub words: String,
    /// The measures under the step.
    pub measured: Measured,
}

/// The measures of a ruleset.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Measured {
    /// The number of deals.
    pub deals: u64,
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

/// The values of one deal, by series.
pub(super) type Values = Vec<Option<f64>>;

impl Series {
    /// Adds the values of a deal; `base` contains the values of the base.
    pub(super) fn add(&mut self, own: &Values, base: Option<&Values>) {
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

impl Steering {
    /// Returns whether the text names the format of such files, in any version.
    pub fn is_format(json: &str) -> bool {
        FORMAT.is_of(json)
    }

    /// Writes the state as JSON.
    pub fn to_json(&self) -> String {
        FORMAT.write(self)
    }

    /// Reads a state written by any release. Only the release that wrote it can continue it: see
    /// [`Steer::play`](super::Steer::play).
    ///
    /// # Errors
    /// When the text is not the state of a run, or is damaged.
    pub fn from_json(json: &str) -> Result<Self, FileError> {
        let read: Self = FORMAT.read(json)?;
        let goals = read.goals().map_err(|_| FileError::damaged("its goals cannot be read"))?;
        let (count, steps) = (goals.all().len(), read.steps.len());
        let fits = |measured: &Measured| {
            let is_there = |(_, _, place): &(Scale, Range, usize)| *place < measured.endings.len();
            measured.deals == 0 || (measured.goals.len() == count && read.measures.iter().all(is_there))
        };
        let is_whole = read.measures.len() == count
            && fits(&read.base)
            && read.steps.iter().all(|step| fits(&step.measured))
            && read.stage.steps.iter().all(|place| *place < steps);
        if is_whole { Ok(read) } else { Err(FileError::damaged("steps and goals do not fit together")) }
    }

    /// Returns the goals.
    ///
    /// # Errors
    /// When the file of this run was changed.
    pub fn goals(&self) -> Result<Goals, GoalsError> {
        Goals::from_toml(&self.goals)
    }

    /// Returns the number of games of the steps so far, including those played separately for goals.
    pub fn games(&self) -> u64 {
        self.steps.iter().flat_map(|step| &step.measured.endings).map(|endings| endings.games).sum()
    }
}

impl Mergeable for Steering {
    /// The steps that this part has played, with their places.
    type Own = Vec<(usize, Steered)>;

    fn shard(&self) -> Shard {
        self.shard
    }

    fn differs_from(&self, other: &Self) -> Option<String> {
        let asked = |part: &Self| (part.plan, part.fields.clone(), part.goals.clone(), part.steps.len());
        let what = || "the goals, the steps or the numbers of their games are different".to_owned();
        let differs = self.setting.differs_from(&other.setting);
        differs.or_else(|| (asked(self) != asked(other)).then(what))
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }

    fn take(&mut self) -> Self::Own {
        self.shard.places(self.steps.len()).map(|place| (place, self.steps[place].clone())).collect()
    }

    fn join(&mut self, own: Self::Own) {
        for (place, step) in own {
            self.steps[place] = step;
        }
        // As in a run in one piece. Only runs with a single stage are divided.
        self.stage.steps = (0..self.steps.len()).collect();
        self.shard = Shard::WHOLE;
    }
}
