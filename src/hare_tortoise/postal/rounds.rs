//! Rounds that have been adjudicated, with everything that they were adjudicated from.

use serde::{Deserialize, Serialize};

use super::deadline::Deadline;
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
    /// Files that were withdrawn: the same ones no longer count when they come again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withdrawn: Vec<Sent>,
    /// The deadline, by which mails were in time or late.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Deadline>,
    /// The dice that were entered by hand; none when the seed decided.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    /// The report.
    pub report: Report,
}

/// The files of adjudicated rounds, each with its round.
pub(super) fn files_of(rounds: &[Adjudicated]) -> Vec<(u16, &Sent)> {
    rounds.iter().flat_map(|kept| kept.sent.iter().map(|sent| (kept.report.round, sent))).collect()
}

/// The files among new ones that are not letters without orders, nor mails that have come for another round already, as
/// the mails of a mailbox do.
pub(super) fn only_new<'a>(
    new: Vec<Sent>,
    others: &(impl Iterator<Item = &'a Adjudicated> + Clone),
) -> Vec<Sent> {
    let has_come = |new: &Sent| {
        new.mail.is_some() && others.clone().any(|kept| kept.sent.iter().any(|sent| sent.is_same(new)))
    };
    new.into_iter().filter(|sent| !sent.is_only_letter() && !has_come(sent)).collect()
}

/// The files from which a round is adjudicated.
#[derive(Clone, Debug, Default)]
pub(super) struct Files {
    pub(super) sent: Vec<Sent>,
    pub(super) withdrawn: Vec<Sent>,
}

impl Files {
    /// The files that a round still has from the last time.
    pub(super) fn of(old: Option<&Adjudicated>) -> Self {
        old.map_or_else(Self::default, |old| Self {
            sent: old.sent.clone(),
            withdrawn: old.withdrawn.clone(),
        })
    }

    /// Withdraws the file of this name, and returns whether there was one.
    pub(super) fn withdraw(&mut self, file: &str) -> bool {
        let place = self.sent.iter().position(|sent| sent.file == file);
        self.withdrawn.extend(place.map(|place| self.sent.remove(place)));
        place.is_some()
    }

    /// The files after new ones have come: a new one takes the place of an old one of its name. One that was withdrawn
    /// and still lies in its folder is not new.
    pub(super) fn with(mut self, new: Vec<Sent>) -> Self {
        // The files of a correction win over those before it, whatever their names and times.
        let correction = self.sent.iter().map(|sent| sent.correction + 1).max().unwrap_or_default();
        let is_new = |new: &Sent| !self.withdrawn.iter().any(|old| old.is_same(new));
        let new = new.into_iter().filter(is_new).map(|new| Sent { correction, ..new });
        let new: Vec<Sent> = new.collect();
        self.sent.retain(|sent| new.iter().all(|new| new.file != sent.file));
        self.sent.extend(new);
        self
    }
}
