//! Parts of a run: shards that are played on different machines and then merged.
//!
//! A shard is a range of whole groups, and a group gives the same games on every machine. Merging concatenates the
//! groups in order, so the result equals that of a run in one piece.
//!
//! A part is written as JSON with the fields `format` (`furlong-results`), `version`, `checksum` (FNV-1a of `content`
//! as written, without spaces) and `content`. The content has the fields `shard`, `groups` (the number of groups of
//! the whole run), `question` and `runs` (one, or several that are compared, the base first; each is a [`Results`]
//! with the groups of this part).

use serde::{Deserialize, Serialize};

use super::group::Group;
use super::results::Results;
use super::shard::{Mergeable, Shard};
use crate::formats::{FileError, Format};

const FORMAT: Format = Format { name: "furlong-results", version: 1, a_file: "a file of results" };

/// The question that the runs of a part answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Measures one run.
    Measure,
    /// Compares two or more rulesets: the differences of each from the first.
    Compare,
    /// Compares two or more rulesets by each of several player types, one type after the other: the differences of each
    /// ruleset from the first, and whether they hold for all types.
    CompareByPlayers {
        /// The number of player types.
        kinds: u32,
    },
    /// Compares two runs under one ruleset, a bot against others and the others among themselves: the gain by the
    /// better bot.
    Skill,
}

impl Question {
    /// Returns the number of runs for each player type; `None` where `runs` cannot be divided among the types.
    pub(super) fn rulesets(self, runs: usize) -> Option<usize> {
        let kinds = if let Self::CompareByPlayers { kinds } = self { kinds as usize } else { 1 };
        (kinds > 0 && runs.is_multiple_of(kinds)).then(|| runs / kinds)
    }

    /// Describes what is wrong with an answer of this number of runs; `None` where the number is right.
    fn fault(self, runs: usize) -> Option<String> {
        match self {
            Self::Measure if runs != 1 => Some(format!("{runs} runs instead of 1")),
            Self::Skill if runs != 2 => Some(format!("{runs} runs instead of 2")),
            Self::Compare if runs < 2 => Some(format!("{runs} runs instead of 2 or more")),
            Self::CompareByPlayers { kinds } if self.rulesets(runs).is_none_or(|rulesets| rulesets < 2) => {
                Some(format!("{runs} runs instead of 2 or more for each of {kinds} player types"))
            }
            _ => None,
        }
    }
}

/// The results of one part, or of a whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Part {
    /// The shard.
    pub shard: Shard,
    /// The number of groups of the whole run.
    pub groups: u64,
    /// The question that the runs answer.
    pub question: Question,
    /// The runs, with the groups of this part.
    pub runs: Vec<Results>,
}

impl Part {
    /// Writes the part as JSON.
    pub fn to_json(&self) -> String {
        FORMAT.write(self)
    }

    /// Reads a part and checks that it is whole.
    ///
    /// # Errors
    /// When the text is not a part of a run, or is damaged.
    pub fn from_json(json: &str) -> Result<Self, FileError> {
        let part: Self = FORMAT.read(json)?;
        part.check().map_err(FileError::Damaged)?;
        Ok(part)
    }

    /// Checks that the runs, their groups and their games are complete.
    fn check(&self) -> Result<(), String> {
        if let Some(fault) = self.question.fault(self.runs.len()) {
            return Err(fault);
        }
        let expected = self.shard.groups(self.groups);
        for run in &self.runs {
            let seats = usize::from(run.setting.seats.count());
            if run.setting.lineup.len() != seats
                || !(1..=run.setting.seats.count()).contains(&run.setting.seatings)
            {
                return Err(format!("{} bots for {seats} seats", run.setting.lineup.len()));
            }
            if !run.groups().iter().map(|group| group.number).eq(expected.clone()) {
                return Err(format!(
                    "part {} of {} groups must have the groups from {} up to, but not including, {}",
                    self.shard, self.groups, expected.start, expected.end
                ));
            }
            if let Some(group) = run.groups().iter().find(|group| !run.is_whole(group)) {
                return Err(format!("group {} is incomplete", group.number));
            }
        }
        Ok(())
    }
}

impl Mergeable for Part {
    /// The groups of each run.
    type Own = Vec<Vec<Group>>;

    fn shard(&self) -> Shard {
        self.shard
    }

    fn differs_from(&self, other: &Self) -> Option<String> {
        if self.question != other.question {
            return Some("it answers another question".to_owned());
        }
        if self.groups != other.groups {
            return Some(format!("the number of groups is {}, not {}", self.groups, other.groups));
        }
        let [own, others] = [self, other].map(|part| part.runs.len());
        if own != others {
            return Some(format!("the number of rulesets is {own}, not {others}"));
        }
        self.runs.iter().zip(&other.runs).find_map(|(one, other)| one.setting_differs(other))
    }

    /// Always `true`: [`Part::from_json`] rejects incomplete parts, and none are written.
    fn is_complete(&self) -> bool {
        true
    }

    fn take(&mut self) -> Self::Own {
        self.runs.iter_mut().map(Results::take_groups).collect()
    }

    fn join(&mut self, own: Self::Own) {
        for (run, groups) in self.runs.iter_mut().zip(own) {
            for group in groups {
                run.add(group, true);
            }
        }
        self.shard = Shard::WHOLE;
    }
}
