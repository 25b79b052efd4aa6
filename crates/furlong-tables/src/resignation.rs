//! Games that players end: before the first move, or by resigning.

use furlong::Seat;
use furlong::table::Reader;

use crate::live_table::{Kind, LiveTable};
use crate::open_table::{After, Done};
use crate::reply::Reply;

impl LiveTable {
    /// Returns whether the game can still be ended without a result.
    pub(crate) fn is_abortable(&self) -> bool {
        matches!(self.kind, Kind::Game) && !self.is_over() && !self.table.has_begun()
    }

    /// Ends the game before its first move. It has no result.
    pub(crate) fn abort(&mut self, reader: Reader) -> Done {
        let seat = self.own_seat(reader)?;
        if !self.is_abortable() {
            return Err("A game can be aborted only before its first move.".into());
        }
        self.end_aborted(seat);
        Ok((Reply::Done {}, After::Changed))
    }

    /// Lets nobody move any more, because this player has aborted the game.
    pub(crate) fn end_aborted(&mut self, seat: Seat) {
        self.aborted = Some(seat);
        self.proposal = None;
        self.table.end_after(self.table.events());
    }

    /// The sentence about a game that was aborted.
    pub(crate) fn aborted_sentence(&self) -> Option<String> {
        let name = self.table.names().name(self.aborted?);
        Some(format!("{name} aborted the game before the first move."))
    }

    /// Returns whether the game has begun and is not over, so that a player can resign.
    pub(crate) fn is_resignable(&self) -> bool {
        matches!(self.kind, Kind::Game) && !self.is_over() && self.table.has_begun()
    }

    /// Returns whether the game is over if this player resigns: it has one other player, or only bots besides.
    pub(crate) fn ends_if_resigned(&self, reader: Reader) -> bool {
        self.table.seats().count() == 2 || self.is_alone(reader)
    }

    /// Lets a player resign. If others want to finish the race, a bot plays on in the seat.
    pub(crate) fn resign(&mut self, reader: Reader) -> Done {
        let seat = self.own_seat(reader)?;
        if !self.is_resignable() {
            return Err("You can resign only after the first move, in a game that is not over.".into());
        }
        if !self.ends_if_resigned(reader) {
            return self.let_bot_go_on(seat, None);
        }
        self.table.resign(seat)?;
        self.proposal = None;
        Ok((Reply::Done {}, After::Changed))
    }
}
