//! The deadlines of a game in its time zone, and the moves of players who miss them.

use super::deadline::{Deadline, span};
use super::game::PostalGame;
use super::game_error::PostalError;
use super::moment::Moment;
use super::prospect::Prospect;
use super::zone::Zone;
use crate::common::seat::Seat;
use crate::text::Names;

impl PostalGame {
    /// Until when orders for the open round are accepted.
    pub fn deadline(&self) -> Option<Moment> {
        self.deadline_of(self.open_round().ok()?).map(|deadline| deadline.time)
    }

    /// The deadline of a round: the present one, or the one in force when the round was last adjudicated.
    pub(super) fn deadline_of(&self, round: u16) -> Option<Deadline> {
        let set = self.deadline.filter(|deadline| deadline.round == round);
        let all = self.withdrawn.iter().chain(&self.rounds);
        set.or_else(|| all.filter_map(|kept| kept.deadline).rfind(|deadline| deadline.round == round))
    }

    /// The deadline of the open round in words, in the game's time zone: `2026-12-01 20:00 Europe/Berlin (19:00
    /// UTC)`.
    pub fn due_words(&self) -> Option<String> {
        let deadline = self.deadline_of(self.open_round().ok()?)?;
        let grace = match deadline.grace {
            0 => String::new(),
            minutes => format!(", with a grace of {}", span(minutes)),
        };
        Some(format!("{}{grace}", self.zone.show(deadline.time)))
    }

    /// Sets the deadline of the open round, with a grace period in minutes.
    ///
    /// # Errors
    /// When the race is over.
    pub fn set_deadline(&mut self, time: Moment, grace: u32) -> Result<(), PostalError> {
        self.deadline = Some(Deadline { round: self.open_round()?, time, grace });
        Ok(())
    }

    /// Removes the deadline of the open round.
    pub fn lift_deadline(&mut self) {
        self.deadline = None;
    }

    /// The time zone in which the game reads and writes times.
    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// Sets the time zone of the game. The moments themselves do not change.
    pub fn set_zone(&mut self, zone: Zone) {
        self.zone = zone;
    }

    /// The move that a player would make by default in the present situation, in words.
    ///
    /// # Errors
    /// When there is no such player.
    pub fn default_words(&self, seat: Seat) -> Result<String, PostalError> {
        self.check_seat(seat)?;
        let race = self.race()?;
        let called = self.roster(self.open_round().unwrap_or(u16::MAX)).called;
        let now = Prospect::named(&race, seat, Names::new(called));
        let (action, default) = now.default_action();
        Ok(format!("{}. {}", default.words(), now.effects(action)))
    }
}
