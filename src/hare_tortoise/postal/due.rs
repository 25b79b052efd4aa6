//! The deadlines of a game in its time zone, and the moves of players who let them pass.

use super::deadline::{Deadline, span};
use super::game::PostalGame;
use super::game_error::PostalError;
use super::moment::Moment;
use super::prospect::Prospect;
use super::zone::Zone;
use crate::ground::seat::Seat;
use crate::text::Names;

impl PostalGame {
    /// The moment until which orders for the open round are taken.
    pub fn deadline(&self) -> Option<Moment> {
        self.deadline_of(self.open_round().ok()?).map(|deadline| deadline.time)
    }

    /// The deadline of a round: as it is set now, or was when the round was adjudicated last.
    pub(super) fn deadline_of(&self, round: u16) -> Option<Deadline> {
        let set = self.deadline.filter(|deadline| deadline.round == round);
        let all = self.withdrawn.iter().chain(&self.rounds);
        set.or_else(|| all.filter_map(|kept| kept.deadline).rfind(|deadline| deadline.round == round))
    }

    /// The deadline of the open round in words, in the zone of the game: `2026-12-01 20:00 Europe/Berlin (19:00 UTC)`.
    pub fn due_words(&self) -> Option<String> {
        let deadline = self.deadline_of(self.open_round().ok()?)?;
        let grace = match deadline.grace {
            0 => String::new(),
            minutes => format!(", with a grace of {}", span(minutes)),
        };
        Some(format!("{}{grace}", self.zone.show(deadline.time)))
    }

    /// Sets the deadline of the open round, with this number of minutes of grace.
    ///
    /// # Errors
    /// When the race is over.
    pub fn set_deadline(&mut self, time: Moment, grace: u32) -> Result<(), PostalError> {
        self.deadline = Some(Deadline { round: self.open_round()?, time, grace });
        Ok(())
    }

    /// Takes the deadline of the open round away.
    pub fn lift_deadline(&mut self) {
        self.deadline = None;
    }

    /// The time zone in which the times of the game are written and read.
    pub fn zone(&self) -> &Zone {
        &self.zone
    }

    /// Sets that zone; the moments stay.
    pub fn set_zone(&mut self, zone: Zone) {
        self.zone = zone;
    }

    /// The move that a player makes by default as things stand, in words.
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
