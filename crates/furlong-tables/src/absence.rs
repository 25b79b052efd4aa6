//! People who are away from the table, and the bots that the others may let play for them.

use furlong::Seat;
use furlong::formats::ErrorCode;
use furlong::table::Reader;

use crate::live_table::{Kind, LiveTable};
use crate::open_table::{Done, OpenTable as _};
use crate::proposal::Proposed;
use crate::refusal::Refusal;
use crate::table_view::AwayView;
use crate::{Millis, Now};

/// The time without an open page at a seat after which the others may let a bot play for its person. A clock that gives
/// each move more time than this decides alone what happens to somebody who is away.
pub(crate) const PATIENCE: Millis = 2 * 60 * 1_000;

impl LiveTable {
    /// The view of a person who is away; `None` for a bot, and for somebody who is here.
    pub(crate) fn away_view(&self, seat: Seat, now: Now) -> Option<AwayView> {
        let time = self.away(seat, now)?;
        Some(AwayView { time, wait: self.patience(seat, now).ok() })
    }

    /// The time since this person's seat was last open anywhere.
    fn away(&self, seat: Seat, now: Now) -> Option<Millis> {
        let is_away = self.table.people().contains(seat) && self.devices()[seat] == 0;
        is_away.then(|| now.steady.saturating_sub(self.left_at[seat]))
    }

    /// The time until the others may let a bot play for this person, or the reason why they may not.
    fn patience(&self, seat: Seat, now: Now) -> Result<Millis, &'static str> {
        let is_awaited = matches!(self.kind, Kind::Game) && self.table.deciding().contains(seat);
        let away = self.away(seat, now).filter(|_| is_awaited);
        let away = away.ok_or("A bot can play only for somebody who is away when it is their turn.")?;
        if self.time_per_move().is_some_and(|time| time > PATIENCE) {
            return Err("At this table the clock decides what happens when somebody is away.");
        }
        Ok(PATIENCE.saturating_sub(away))
    }

    /// Proposes to let a bot play for somebody who is away.
    pub(crate) fn propose_bot(&mut self, reader: Reader, seat: Seat, now: Now) -> Done {
        let by = self.own_seat(reader)?;
        if self.patience(seat, now)? > 0 {
            let minutes = PATIENCE / 60_000;
            let name = self.table.names().name(seat);
            return Err(Refusal::new(
                ErrorCode::Illegal,
                format!("{name} has been away for less than {minutes} minutes."),
            ));
        }
        self.propose(Proposed::Bot(seat), by)
    }

    /// The seat for which a bot has been proposed.
    pub(crate) fn bot_proposed_for(&self) -> Option<Seat> {
        match self.proposal.as_ref()?.what {
            Proposed::Bot(seat) => Some(seat),
            Proposed::Undo | Proposed::Rematch => None,
        }
    }
}
