//! Absences: a player says for how many rounds they will be away, and who moves for them. Nobody else learns of it
//! before the report.

use furlong::formats::ErrorCode;
use furlong::hare_tortoise::postal::Substitute;
use serde::Serialize;

use super::{PostReader, PostTable};
use crate::open_table::{After, Done};
use crate::refusal::Refusal;
use crate::reply::Reply;

/// The maximum number of rounds of an absence.
pub(crate) const MOST_ROUNDS: u16 = 100;

/// The absence of a player from the open round on.
#[derive(Debug, Serialize)]
pub(super) struct AbsenceView {
    /// The last round.
    until: u16,
    /// Whether a bot plays instead of the defaults.
    bot: bool,
}

impl PostTable {
    pub(super) fn go_away(&mut self, reader: PostReader, rounds: u16, bot: bool) -> Done {
        let seat = reader.player().ok_or((ErrorCode::NotYourSeat, "Only players can be away."))?;
        if rounds > MOST_ROUNDS {
            return Err(Refusal::new(
                ErrorCode::BadValue,
                format!("An absence lasts at most {MOST_ROUNDS} rounds."),
            ));
        }
        let plays = if bot { Substitute::Bot } else { Substitute::Defaults };
        self.game
            .announce_absence(seat, rounds, plays)
            .map_err(|error| Refusal::of(ErrorCode::Illegal, &error))?;
        // Others would learn of it from a message that shows them nothing new.
        Ok((Reply::Done {}, if self.is_complete() { After::Changed } else { After::Kept }))
    }

    /// The absence of a player in the open round.
    pub(super) fn away(&self, seat: furlong::Seat) -> Option<AbsenceView> {
        let holder = self.game.players().get(seat.index())?.holder(self.open_round()?);
        let absence = holder.absence(self.open_round()?)?;
        Some(AbsenceView { until: absence.until, bot: absence.plays == Substitute::Bot })
    }
}
