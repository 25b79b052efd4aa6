//! The open round: whose orders are in, and when it is adjudicated.

use furlong::formats::ErrorCode;
use furlong::hare_tortoise::postal::{LogEntry, Mail, Moment, Orders, Sent, letter, write_orders};
use furlong::{Seat, Seats};
use serde::Serialize;

use super::{PostSeat, PostTable};
use crate::Millis;
use crate::refusal::Refusal;

/// The maximum number of consecutive rounds in which nobody can send orders.
pub(crate) const MOST_AT_ONCE: usize = 200;

const MINUTE: Millis = 60_000;

/// The state of a seat in the open round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Standing {
    /// The orders were sent in this round.
    Sent,
    /// Orders from an earlier round also count in this one.
    Before,
    /// There are no orders.
    Missing,
    /// A bot writes the orders.
    Bot,
    /// The player has announced an absence.
    Away,
    /// The player has dropped out; the defaults decide.
    DroppedOut,
    /// The seat has no move in this round.
    NoMove,
}

impl Standing {
    /// The state as others see it, including the master. Only the player knows that earlier orders still count, or
    /// about an absence.
    pub(super) fn for_others(self) -> Self {
        if matches!(self, Self::Before | Self::Away) { Self::Missing } else { self }
    }
}

/// Converts a sheet to the form of the library.
pub(super) fn sheet_of(seat: Seat, text: &str) -> Sent {
    let file = format!("sheet of {}", letter(seat));
    // A sheet that is written here is no mail, whatever its first line is.
    Sent::text(file, text)
}

impl PostTable {
    /// The number of the open round; `None` if the game is over.
    pub(crate) fn open_round(&self) -> Option<u16> {
        self.game.open_round().ok()
    }

    /// Returns whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        self.open_round().is_none()
    }

    /// The sheets that people have sent in this round.
    fn sent(&self) -> Vec<Sent> {
        let sheet = |(seat, kept): (Seat, &PostSeat)| {
            let mail = kept.late.map(|late| Mail { date: seconds(late), ..Mail::default() });
            Some(Sent { mail, ..sheet_of(seat, kept.sent.as_deref()?) })
        };
        Seats::MOST.iter().zip(&self.seats).filter_map(sheet).collect()
    }

    /// The states of all seats in the open round; empty if the game is over.
    pub(super) fn standings(&self) -> Vec<Standing> {
        let receipts = self.game.sheets(self.sent()).and_then(|sheets| self.game.receipts(&sheets));
        let standing = |(orders, seat): (Orders, &PostSeat)| match orders {
            Orders::NoMove => Standing::NoMove,
            _ if seat.link.is_none() => Standing::Bot,
            Orders::In { .. } => Standing::Sent,
            Orders::Before { .. } => Standing::Before,
            Orders::DroppedOut => Standing::DroppedOut,
            Orders::Missing { .. } => Standing::Missing,
            Orders::Absent { .. } => Standing::Away,
        };
        receipts.unwrap_or_default().into_iter().zip(&self.seats).map(standing).collect()
    }

    /// Returns whether the round is waiting for this seat's orders.
    pub(super) fn waits_for(&self, seat: Seat) -> bool {
        self.standings().get(seat.index()) == Some(&Standing::Missing)
    }

    /// Returns whether the round is complete: all orders are in, and somebody has sent some in this round or nobody
    /// can. Standing orders and absences alone do not complete a round, so that somebody sees each report before the
    /// next round.
    pub(super) fn is_complete(&self) -> bool {
        let standings = self.standings();
        let is_any = |wanted| standings.contains(&wanted);
        !standings.is_empty()
            && !is_any(Standing::Missing)
            && (is_any(Standing::Sent) || !(is_any(Standing::Before) || is_any(Standing::Away)))
    }

    /// Adjudicates complete rounds.
    pub(super) fn adjudicate_complete(&mut self, now: Millis) {
        let mut rounds = 0;
        while rounds < MOST_AT_ONCE && self.is_complete() && self.adjudicate("all orders were in", now) {
            rounds += 1;
        }
    }

    /// Adjudicates the round if its deadline has passed, and either nobody is missing or the grace period is over too.
    /// Returns whether it did.
    pub(super) fn adjudicate_overdue(&mut self, now: Millis) -> bool {
        let (Some(due), Some(falls)) = (self.due, self.falls) else { return false };
        if now < falls {
            return false;
        }
        let end = due.saturating_add(self.grace);
        if now < end && self.standings().contains(&Standing::Missing) {
            self.falls = Some(end);
            return false;
        }
        self.adjudicate("the deadline had passed", now)
    }

    /// Sets the deadline of the open round, or removes it.
    pub(super) fn set_due(&mut self, due: Option<Millis>) {
        (self.due, self.falls) = (due, due);
        match due.and_then(moment) {
            // Nothing is due when the race is over.
            Some(time) => _ = self.game.set_deadline(time, (self.grace / MINUTE) as u32),
            None => self.game.lift_deadline(),
        }
    }

    /// Adjudicates the open round for this reason. Returns whether that was possible.
    pub(super) fn adjudicate(&mut self, reason: &str, now: Millis) -> bool {
        self.falls = None;
        let Some(round) = self.open_round() else { return false };
        let mut sent = self.sent();
        sent.extend(self.written_by_bots());
        if self.game.adjudicate(sent, &[]).is_err() {
            return false;
        }
        for seat in &mut self.seats {
            // What was written and not sent stays for its writer.
            (seat.sent, seat.late) = (None, None);
        }
        self.note(format!("Round {round} was adjudicated: {reason}."), now);
        self.begin_round(now);
        true
    }

    /// Gives the open round its deadline.
    pub(super) fn begin_round(&mut self, now: Millis) {
        let each = self.each.filter(|_| !self.is_over());
        // Deadlines have minutes, as the clocks of people do.
        self.set_due(each.map(|each| now.saturating_add(each).div_ceil(MINUTE).saturating_mul(MINUTE)));
    }

    fn written_by_bots(&self) -> Vec<Sent> {
        let (Ok(race), Ok(occasion)) = (self.game.race(), self.game.occasion()) else { return Vec::new() };
        let has_moves = |seat| occasion.round.is_some_and(|open| open.moves[seat] > 0);
        let bots = Seats::MOST
            .iter()
            .zip(&self.seats)
            .filter(|(seat, kept)| kept.link.is_none() && has_moves(*seat));
        let sheet = |seat| sheet_of(seat, &write_orders(race.game(), &race.seat_view(seat)).to_string());
        bots.map(|(seat, _)| sheet(seat)).collect()
    }

    /// Adds an entry to the log, which everybody can read.
    pub(super) fn note(&mut self, act: String, now: Millis) {
        if let Some(moment) = moment(now) {
            self.game.note(LogEntry::new(moment, act, None));
        }
    }

    /// The name of a player with the letter: `Ann (A)`.
    pub(super) fn called(&self, seat: Seat) -> String {
        let round = self.open_round().unwrap_or(u16::MAX);
        self.game
            .players()
            .get(seat.index())
            .map_or_else(String::new, |player| player.holder(round).called(seat))
    }

    /// The seat of a player who can send orders in the open round.
    pub(super) fn writer(&self, reader: super::PostReader) -> Result<Seat, Refusal> {
        let seat = match reader {
            super::PostReader::Player(seat) => seat,
            super::PostReader::Master => {
                return Err((
                    ErrorCode::NotYourSeat,
                    "The master's link has no seat. Use a player's link to send orders.",
                )
                    .into());
            }
            super::PostReader::Watcher => {
                return Err((ErrorCode::NotYourSeat, "Only players can send orders.").into());
            }
        };
        match self.standings().get(seat.index()) {
            None => Err("The game is over, so no more orders are accepted.".into()),
            Some(Standing::DroppedOut) => {
                Err("You have dropped out. Your runner moves by default, and only the master can give the seat back to you.".into())
            }
            Some(Standing::NoMove) => Err("You have no move in this round.".into()),
            Some(_) => Ok(seat),
        }
    }
}

/// Converts a time since the beginning of 1970 to a moment.
pub(super) fn moment(now: Millis) -> Option<Moment> {
    Moment::at(seconds(now)?)
}

fn seconds(now: Millis) -> Option<i64> {
    i64::try_from(now / 1_000).ok()
}
