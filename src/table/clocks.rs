//! Games with clocks: the time that people have left to think, and what happens when a flag falls.

use std::time::Duration;

use super::contract::TableError;
use super::game_table::GameTable;
use super::outcome::in_order;
use super::output::Ranking;
use crate::bot::UnknownBot;
use crate::common::seat::{Seat, SeatMap};
use crate::common::standings::Standings;
use crate::playable::Playable;
use crate::race::UndoError;
use crate::record::{Clocks, Event, Flag, Player, TimeControl};
use crate::text::{Names, capitalized, listed};

impl<G: Playable> GameTable<G> {
    /// Gives each person at the table this time.
    pub(super) fn give_time(&mut self, control: TimeControl, flag: Flag) -> Result<(), UnknownBot> {
        if let Flag::Bot(bot) = &flag {
            self.roster.bot(bot)?;
        }
        *self.race.clocks_mut() = Some(Clocks::new(control, flag, self.people));
        Ok(())
    }

    /// Records how long a seat's person has thought, takes the time off the clock if there is one, and carries out what
    /// follows if its flag falls.
    pub(super) fn spend(&mut self, seat: Seat, elapsed: Duration) -> Result<bool, TableError> {
        if !self.may_decide().contains(seat) {
            return Ok(false);
        }
        if self.people.contains(seat) && !elapsed.is_zero() {
            let thought = self.race.thought_mut();
            thought.resize_with(thought.len().max(seat.index() + 1), || vec![0]);
            if let Some(open) = thought[seat.index()].last_mut() {
                *open = open.saturating_add(elapsed.as_millis() as u64);
            }
        }
        let Some(clocks) = self.race.clocks_mut() else { return Ok(false) };
        if !clocks.run(seat, elapsed) {
            return Ok(false);
        }
        if let Flag::Bot(bot) = clocks.flag.clone() {
            let mut players = self.race.record().seats.clone();
            players[seat.index()].player = bot.to_string();
            self.seat_players(players)?;
            // Watchers have now been shown everything that this person has seen.
            self.seen = self.seen.max(self.shown[seat]);
        }
        Ok(true)
    }

    /// Records that a person has decided.
    pub(super) fn decided_in_time(&mut self, seat: Seat) {
        if let Some(thought) = self.race.thought_mut().get_mut(seat.index()) {
            thought.push(0);
        }
        self.race.clocks_mut().iter_mut().for_each(|clocks| clocks.moved(seat));
    }

    /// Records that a bot has decided in this seat. A person who comes back has the full time for a move.
    pub(super) fn time_bot(&mut self, seat: Seat) {
        self.race.clocks_mut().iter_mut().for_each(|clocks| clocks.begin_question(seat));
    }

    /// Takes back the last decision of a seat with everything after it, and returns the increments of all these
    /// decisions. If the last decision is a choice that nobody has seen yet, only that choice is withdrawn, and nobody
    /// else's question starts again.
    pub(super) fn undo_in_time(&mut self, seat: Seat) -> Result<(), UndoError> {
        let (events, made) = (self.race.events(), self.decisions());
        self.race.undo(seat)?;
        self.race.set_resigned(None);
        let (is_withdrawn, kept) = (self.race.events() == events, self.decisions());
        let people = self.people.iter().filter(|person| !is_withdrawn || *person == seat);
        if let Some(clocks) = self.race.clocks_mut() {
            people.for_each(|person| clocks.taken_back(person, made[person] - kept[person]));
        }
        Ok(())
    }

    /// The number of decisions of each seat, including those that wait for their turn.
    fn decisions(&self) -> SeatMap<u64> {
        let record = self.race.record();
        let made = record.events.iter().filter_map(|event| match event {
            Event::Action(choice) => Some(choice),
            Event::Chance(_) => None,
        });
        let mut counts = SeatMap::default();
        made.chain(&record.waiting).for_each(|choice| counts[choice.seat] += 1);
        counts
    }

    /// The seat that has lost the game before its end, at the moment of the latest event.
    pub(super) fn early_loss(&self) -> Option<Seat> {
        let is_latest = self.past.is_none_or(|now| now == self.race.events());
        let record = self.race.record();
        let lost = || record.resigned.or_else(|| record.clocks.as_ref().and_then(Clocks::lost));
        if is_latest && !self.race.is_over() { lost() } else { None }
    }

    /// Returns the clocks and the players for another game of the same people.
    pub(super) fn same_people(&self) -> (Option<Clocks>, Vec<Player>) {
        let record = self.race.record();
        let (clocks, mut players) = (record.clocks.as_ref().map(Clocks::again), record.seats.clone());
        for seat in clocks.iter().flat_map(Clocks::seats) {
            if let Some(player) = players.get_mut(seat.index()) {
                player.player = super::Occupant::Person.to_string();
            }
        }
        (clocks, players)
    }
}

/// Describes the result of a game that a seat has lost on time or by resigning, in sentences, with the places. The
/// others share the win.
pub(super) fn lost_early(
    standings: &Standings,
    lost: Seat,
    has_resigned: bool,
    names: &Names,
) -> (String, Ranking) {
    let mut standings = *standings;
    let others: Vec<Seat> =
        standings.by_place().iter().map(|row| row.seat).filter(|seat| *seat != lost).collect();
    let loses = if has_resigned {
        names.does(lost, "resign", "resigns")
    } else {
        names.does(lost, "run out of time and lose", "runs out of time and loses")
    };
    let wins = match others[..] {
        [winner] => names.does(winner, "win", "wins"),
        _ => format!("{} share the win", capitalized(&listed(others.iter().map(|seat| names.of(*seat))))),
    };
    let scores = standings.rows.iter().map(|row| vec![row.score.to_string()]).collect();
    for row in standings.rows.iter_mut() {
        row.place = if row.seat == lost { others.len() as u8 + 1 } else { 1 };
    }
    (format!("{loses}. {wins}."), in_order(&standings, names, Vec::new(), scores))
}
