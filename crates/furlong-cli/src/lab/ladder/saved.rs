//! A ladder as stored in a file: the games that were played, and what is needed to continue or merge it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::failure::Failure;
use crate::lab::thinking_times::Times;
use furlong::arena::{Crosstable, MergeError, Mergeable, Shard};
use furlong::formats::{FileError, Format};

const FORMAT: Format = Format { name: "furlong-ladder", version: 1, a_file: "a ladder" };

/// A ladder as stored in a file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SavedLadder {
    /// The release that played it. Another one may play differently.
    pub(super) release: String,
    /// The set-up of each table.
    pub(super) tables: Vec<Value>,
    /// The games that were played.
    #[serde(flatten)]
    pub(super) crosstable: Crosstable,
    /// The thinking times of the bots.
    pub(super) times: BTreeMap<String, Times>,
}

impl SavedLadder {
    pub(super) fn new(crosstable: Crosstable, tables: Vec<Value>) -> Self {
        Self { release: env!("CARGO_PKG_VERSION").to_owned(), tables, crosstable, times: BTreeMap::new() }
    }

    /// Returns whether the text names the format of ladder files, in any version.
    pub(super) fn is_format(json: &str) -> bool {
        FORMAT.is_of(json)
    }

    pub(super) fn to_json(&self) -> String {
        FORMAT.write(self)
    }

    pub(super) fn from_json(json: &str) -> Result<Self, FileError> {
        FORMAT.read(json)
    }
}

impl Mergeable for SavedLadder {
    /// The games, and the thinking times.
    type Own = (<Crosstable as Mergeable>::Own, BTreeMap<String, Times>);

    fn shard(&self) -> Shard {
        self.crosstable.shard
    }

    fn differs_from(&self, other: &Self) -> Option<String> {
        let set_ups = || "the tables have different set-ups".to_owned();
        let differs = self.crosstable.differs_from(&other.crosstable);
        let differs = differs.or_else(|| {
            let [one, other] = [&self.release, &other.release];
            (one != other).then(|| format!("the version of furlong is {one}, not {other}"))
        });
        differs.or_else(|| (self.tables != other.tables).then(set_ups))
    }

    fn is_complete(&self) -> bool {
        self.crosstable.is_complete()
    }

    fn take(&mut self) -> Self::Own {
        (self.crosstable.take(), std::mem::take(&mut self.times))
    }

    fn join(&mut self, (played, times): Self::Own) {
        self.crosstable.join(played);
        for (bot, times) in times {
            self.times.entry(bot).or_default().add(&times);
        }
    }
}

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Self {
        Self::failed(error)
    }
}
