//! The games of a search in a file, from which the search can be continued.

use serde::{Deserialize, Serialize};

use crate::arena::{Endings, Setting};
use crate::design::goals::Evidence;
use crate::formats::{FileError, Format};

const FORMAT: Format = Format { name: "furlong-tune", version: 1, a_file: "a file of a search" };

/// The changed values of a candidate: paths and values, as TOML; empty for the base.
pub(super) type Changes = Vec<(String, String)>;

/// Everything that a search depends on, apart from its budget.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Task {
    /// The facts that the games of the base depend on.
    pub setting: Setting,
    /// The goals, each as you would read it aloud.
    pub goals: Vec<String>,
    /// The fields that are varied, with their values.
    pub fields: Vec<String>,
}

/// The results of a candidate's games up to some point of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Played {
    /// The changed values of the candidate.
    changes: Changes,
    /// The number of deals, counted from the first one.
    deals: u64,
    /// The measures of each run, goal by goal.
    pub(super) evidence: Vec<Vec<Evidence>>,
    /// How the games of each run ended.
    pub(super) endings: Vec<Endings>,
}

/// The games of a search, which can be saved and continued.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SavedSearch {
    /// What the search depends on.
    pub task: Task,
    /// The games, in the order in which they were played.
    pub played: Vec<Played>,
}

impl SavedSearch {
    /// Creates an empty list of games for a search.
    pub(super) fn new(task: Task) -> Self {
        Self { task, played: Vec::new() }
    }

    /// Reads the games of a search.
    ///
    /// # Errors
    /// When the text is not such a file.
    pub fn from_json(json: &str) -> Result<Self, FileError> {
        FORMAT.read(json)
    }

    /// Writes the games of a search.
    pub fn to_json(&self) -> String {
        FORMAT.write(self)
    }

    /// Returns the first difference showing that these games belong to another search; `None` when they belong to this
    /// one.
    pub fn differs_from(&self, task: &Task) -> Option<String> {
        let (own, new) = (&self.task, task);
        let texts = [
            ("goals", own.goals.join("; "), new.goals.join("; ")),
            ("fields", own.fields.join(" "), new.fields.join(" ")),
        ];
        let differs = own.setting.differs_from(&new.setting);
        differs.or_else(|| {
            let (what, own, new) = texts.into_iter().find(|(_, own, new)| own != new)?;
            Some(format!("the {what} are {own}, not {new}"))
        })
    }

    /// Returns the games of a candidate on this number of deals.
    pub(super) fn find(&self, changes: &Changes, deals: u64) -> Option<&Played> {
        self.played.iter().find(|played| played.deals == deals && played.changes == *changes)
    }

    /// Adds the games of a candidate.
    pub(super) fn add(
        &mut self,
        changes: Changes,
        deals: u64,
        evidence: Vec<Vec<Evidence>>,
        endings: Vec<Endings>,
    ) {
        self.played.push(Played { changes, deals, evidence, endings });
    }
}
