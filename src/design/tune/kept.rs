//! The games of a search as they are kept, to be continued.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::design::goals::Evidence;
use crate::format::{Format, HeaderError};

const FORMAT: Format = Format { name: "furlong-tune", version: 1, a_file: "a file of a search" };

/// The changed values of a candidate: paths and values, as TOML. The base has none.
pub(super) type Changes = Vec<(String, String)>;

/// All that the games of a search depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Setting {
    /// The version of this library: another one may play differently.
    pub release: String,
    /// The game.
    pub game: String,
    /// The whole base ruleset.
    pub rules: Value,
    /// The goals, each as it is read aloud.
    pub goals: Vec<String>,
    /// The fields that are varied, with their values.
    pub fields: Vec<String>,
    /// The set-up of the base's games.
    pub setup: Value,
    /// The players.
    pub lineup: Vec<String>,
    /// The seed of all randomness.
    pub seed: u64,
    /// The limit of events.
    pub most_events: u32,
    /// The number of decisions at the start of each game that are drawn at random.
    pub openings: u32,
}

/// The games that a candidate had played at some point of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Played {
    /// The changed values of the candidate.
    changes: Changes,
    /// The number of deals of its games, from the first one on.
    deals: u64,
    /// The measures of each run, goal by goal.
    evidence: Vec<Vec<Evidence>>,
}

/// The games of a search, which can be saved and continued.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Kept {
    format: String,
    version: u32,
    /// The search.
    pub setting: Setting,
    /// The games, in the order in which they were played.
    pub played: Vec<Played>,
}

/// The reason why kept games cannot be read or continued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeptError {
    /// It has another format or version.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// A field is missing, unknown, or has an impossible value.
    #[error("damaged: {0}")]
    Damaged(String),
    /// The games belong to another search.
    #[error("the games belong to another search: {0}")]
    Other(String),
}

impl Kept {
    /// A search before its first game.
    pub(super) fn new(setting: Setting) -> Self {
        Self { format: FORMAT.name.to_owned(), version: FORMAT.version, setting, played: Vec::new() }
    }

    /// Reads the games of a search.
    ///
    /// # Errors
    /// When the text is no such file.
    pub fn from_json(json: &str) -> Result<Self, KeptError> {
        FORMAT.check(json)?;
        serde_json::from_str(json).map_err(|error| KeptError::Damaged(error.to_string()))
    }

    /// Writes the games of a search.
    pub fn to_json(&self) -> String {
        // Plain fields with text keys can always be written as JSON.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Checks that these are games of this search.
    pub(super) fn check(&self, setting: &Setting) -> Result<(), KeptError> {
        let (own, new) = (&self.setting, setting);
        let texts = [
            ("the version of furlong is", &own.release, &new.release),
            ("the game is", &own.game, &new.game),
            ("the goals are", &own.goals.join("; "), &new.goals.join("; ")),
            ("the fields are", &own.fields.join(" "), &new.fields.join(" ")),
            ("the bots are", &own.lineup.join(" | "), &new.lineup.join(" | ")),
            ("the seed is", &own.seed.to_string(), &new.seed.to_string()),
            ("the set-up is", &own.setup.to_string(), &new.setup.to_string()),
            ("the limit of events is", &own.most_events.to_string(), &new.most_events.to_string()),
            ("the number of random plies is", &own.openings.to_string(), &new.openings.to_string()),
        ];
        let differs = texts.into_iter().find(|(_, own, new)| own != new);
        if let Some((what, own, new)) = differs {
            return Err(KeptError::Other(format!("{what} {own}, not {new}")));
        }
        if own.rules != new.rules {
            return Err(KeptError::Other("the base ruleset is another one".to_owned()));
        }
        Ok(())
    }

    /// The evidence from the games of a candidate on this number of deals.
    pub(super) fn find(&self, changes: &Changes, deals: u64) -> Option<&[Vec<Evidence>]> {
        let found = self.played.iter().find(|played| played.deals == deals && played.changes == *changes);
        found.map(|played| &played.evidence[..])
    }

    /// Adds the games of a candidate.
    pub(super) fn add(&mut self, changes: Changes, deals: u64, evidence: Vec<Vec<Evidence>>) {
        self.played.push(Played { changes, deals, evidence });
    }
}
