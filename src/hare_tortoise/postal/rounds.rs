//! Adjudicated rounds, with everything that they were adjudicated from.

use serde::{Deserialize, Serialize};

use super::deadline::Deadline;
use super::report::Report;
use super::sent::Sent;

/// An adjudicated round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Adjudicated {
    /// The number of events in the record before this round.
    pub events_before: usize,
    /// The order files that came.
    pub sent: Vec<Sent>,
    /// Withdrawn files. The same files no longer count when they come again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withdrawn: Vec<Sent>,
    /// The deadline that decided which mails were in time or late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Deadline>,
    /// The dice entered by hand; empty if the seed decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// The report.
    pub report: Report,
}

/// The files of adjudicated rounds, each with its round number.
pub(super) fn files_of(rounds: &[Adjudicated]) -> Vec<(u16, &Sent)> {
    rounds.iter().flat_map(|kept| kept.sent.iter().map(|sent| (kept.report.round, sent))).collect()
}

/// The new files: without letters that contain no orders, and without mails that already came for another round. A
/// mailbox contains both.
pub(super) fn only_new<'a>(
    new: Vec<Sent>,
    others: &(impl Iterator<Item = &'a Adjudicated> + Clone),
) -> Vec<Sent> {
    let has_come = |new: &Sent| {
        new.mail.is_some() && others.clone().any(|kept| kept.sent.iter().any(|sent| sent.is_same(new)))
    };
    new.into_iter().filter(|sent| !sent.is_only_letter() && !has_come(sent)).collect()
}

/// The files that a round is adjudicated from.
#[derive(Clone, Debug, Default)]
pub(super) struct Files {
    pub(super) sent: Vec<Sent>,
    pub(super) withdrawn: Vec<Sent>,
}

impl Files {
    /// The files of a round from the last time it was adjudicated.
    pub(super) fn of(old: Option<&Adjudicated>) -> Self {
        old.map_or_else(Self::default, |old| Self {
            sent: old.sent.clone(),
            withdrawn: old.withdrawn.clone(),
        })
    }

    /// Withdraws the file with this name, and returns whether there was one.
    pub(super) fn withdraw(&mut self, file: &str) -> bool {
        let place = self.sent.iter().position(|sent| sent.file == file);
        self.withdrawn.extend(place.map(|place| self.sent.remove(place)));
        place.is_some()
    }

    /// Adds new files. A new file replaces an old one with its name. A withdrawn file that is still in its folder
    /// is not new.
    pub(super) fn with(mut self, new: Vec<Sent>) -> Self {
        // Files of a correction win over earlier ones, whatever their names and times.
        let correction = self.sent.iter().map(|sent| sent.correction + 1).max().unwrap_or_default();
        let is_new = |new: &Sent| !self.withdrawn.iter().any(|old| old.is_same(new));
        let new = new.into_iter().filter(is_new).map(|new| Sent { correction, ..new });
        let new: Vec<Sent> = new.collect();
        self.sent.retain(|sent| new.iter().all(|new| new.file != sent.file));
        self.sent.extend(new);
        self
    }
}
