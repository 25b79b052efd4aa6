//! Replays a postal game: each round from its files and dice, compared with the report that was sent.

use super::game::PostalGame;
use super::game_error::PostalError;
use super::players::Roster;
use super::report::Report;
use super::round;
use super::round::RoundFiles;
use super::rounds::files_of;
use crate::record::Event;

/// The result of replaying a whole postal game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The number of rounds adjudicated again.
    pub rounds: usize,
    /// The rounds whose report came out differently.
    pub different: Vec<u16>,
}

impl PostalGame {
    /// Adjudicates every round again from its own files and chance outcomes, and compares the reports. Each round
    /// is replayed with the players it had.
    ///
    /// # Errors
    /// When a round cannot be adjudicated at all any more.
    pub fn replay(&self) -> Result<Replayed, PostalError> {
        self.check_whole()?;
        let mut replayed = Replayed { rounds: 0, different: Vec::new() };
        let first = self.rounds.first().map_or(self.record.events.len(), |round| round.events_before);
        let mut race = self.race_before(first)?;
        for (index, kept) in self.rounds.iter().enumerate() {
            let roster = Roster::of(self.title(), &self.players, kept.report.round, &self.rounds[..index]);
            let events = self.record.events.iter().skip(kept.events_before);
            let outcomes = events.filter_map(|event| match event {
                Event::Chance(fallen) => Some(fallen.chance),
                Event::Action(_) => None,
            });
            let earlier = files_of(&self.rounds[..index]);
            let files = RoundFiles { sent: &kept.sent, earlier, deadline: kept.deadline };
            let mut report = round::run_again(&mut race, &roster, &files, outcomes)?;
            report.dice = self.dice_note(index, &report);
            // What a correction has changed is known only from the earlier report.
            report.correction.clone_from(&kept.report.correction);
            // The reasons against a file may be worded differently now.
            let files =
                |report: &Report| report.not_used.iter().map(|part| part.file.clone()).collect::<Vec<_>>();
            if files(&report) == files(&kept.report) {
                report.not_used.clone_from(&kept.report.not_used);
            }
            replayed.rounds += 1;
            if report != kept.report {
                replayed.different.push(kept.report.round);
            }
        }
        Ok(replayed)
    }
}
