//! Rounds that have been adjudicated, with everything that they were adjudicated from.

use serde::{Deserialize, Serialize};

use super::report::Report;
use super::sent::Sent;

/// A round that has been adjudicated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Adjudicated {
    /// The number of events of the record before it.
    pub events_before: usize,
    /// The order files that came.
    pub sent: Vec<Sent>,
    /// The dice that were entered by hand; none when the seed decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// The report.
    pub report: Report,
}

/// The files of a round after new ones have come: a new file takes the place of an old one of its name.
pub(super) fn merged(old: &[Sent], new: Vec<Sent>) -> Vec<Sent> {
    let is_kept = |sent: &&Sent| new.iter().all(|new| new.file != sent.file);
    let mut sent: Vec<Sent> = old.iter().filter(is_kept).cloned().collect();
    sent.extend(new);
    sent
}
