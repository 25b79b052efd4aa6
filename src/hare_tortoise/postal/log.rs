//! The game master's log: what the master did in a postal game, when, and why.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::moment::Moment;
use crate::text::plain;

/// One action of the game master.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
pub struct LogEntry {
    /// The time of the action.
    pub time: Moment,
    /// The action, as a sentence.
    pub act: String,
    /// The reason that the master gave, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl LogEntry {
    /// Makes an entry.
    pub fn new(time: Moment, act: impl Into<String>, reason: Option<String>) -> Self {
        Self { time, act: act.into(), reason }
    }
}

impl fmt::Display for LogEntry {
    /// Writes the entry on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}", self.time, plain(&self.act))?;
        self.reason.iter().try_for_each(|reason| write!(f, " Reason: {}", plain(reason)))
    }
}
