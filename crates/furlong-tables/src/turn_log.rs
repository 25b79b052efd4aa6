//! The turns of a seat, for people who hear of them away from the table.

use std::collections::VecDeque;
use std::mem;

use serde::{Deserialize, Serialize};

use crate::Millis;
use crate::mail::{EACH, Mailbox, PATIENCE};

/// The maximum number of turns that are kept for each seat.
pub(crate) const MOST: usize = 20;

/// The latest turns of a seat. They depend only on what the seat itself has been asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct TurnLog {
    is_asked: bool,
    /// The number and the beginning of each turn, on the wall clock, the oldest first.
    turns: VecDeque<(usize, Millis)>,
    /// Where the person in the seat gets mail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mail: Option<Mailbox>,
    /// The addresses of the person's browsers at push services.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) push: Vec<String>,
}

impl TurnLog {
    /// Notes whether the seat is asked now. With a `round`, a seat has one turn in each round, even if it takes back what
    /// it sent. Without one, a turn begins whenever the seat is asked and was not asked before.
    pub(crate) fn note(&mut self, is_asked: bool, round: Option<usize>, now: Millis) {
        let was_asked = mem::replace(&mut self.is_asked, is_asked);
        let last = self.turns.back().map_or(0, |(number, _)| *number);
        let begins = round.map_or(!was_asked, |round| round > last);
        if !is_asked || !begins {
            return;
        }
        self.turns.push_back((round.unwrap_or(last + 1), now));
        if self.turns.len() > MOST {
            self.turns.pop_front();
        }
    }

    /// The number and the beginning of each of the latest turns, the latest first.
    pub(crate) fn latest(&self) -> impl Iterator<Item = (usize, Millis)> {
        self.turns.iter().rev().copied()
    }

    /// The time until somebody who is not at the table gets a reminder of the current turn; `None` if they get none.
    pub(crate) fn until_reminder(&self, now: Millis) -> Option<Millis> {
        let mail = self.mail.as_ref().filter(|mail| mail.is_confirmed && self.current() > Some(mail.turn))?;
        let (_, began) = self.latest().next()?;
        Some((began + PATIENCE).max(mail.reminded + EACH).saturating_sub(now))
    }

    /// The number of the current turn, if the seat is asked now.
    pub(crate) fn current(&self) -> Option<usize> {
        self.turns.back().filter(|_| self.is_asked).map(|(number, _)| *number)
    }
}

/// A turn that has begun. It says whose turn it is, and never what has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnCall {
    /// The name of the table on the server.
    pub table: String,
    /// The title of the game and its rules.
    pub heading: String,
    /// The name of the player.
    pub player: String,
    /// Whether the game is by post, or gives each move an hour or more.
    pub is_slow: bool,
    /// The addresses of the player's browsers at push services, unless the seat is open in one.
    pub push: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_begins_when_the_seat_is_asked_anew() {
        let mut log = TurnLog::default();
        for (is_asked, current) in
            [(false, None), (true, Some(1)), (true, Some(1)), (false, None), (true, Some(2))]
        {
            log.note(is_asked, None, 5);
            assert_eq!(log.current(), current);
        }
    }

    #[test]
    fn a_round_has_one_turn_and_only_the_latest_are_kept() {
        let mut log = TurnLog::default();
        for round in 1..=30 {
            for is_asked in [true, false, true] {
                log.note(is_asked, Some(round), round as Millis);
            }
        }
        assert_eq!(log.current(), Some(30));
        assert_eq!(log.turns, (11..=30).map(|round| (round, round as Millis)).collect::<VecDeque<_>>());
    }
}
