//! A table that waits for friends: seats reserved by name, and bots instead of those who do not come. Both are up to the
//! host, the person in the seat of the first link.

use furlong::Seat;
use furlong::formats::ErrorCode;
use furlong::table::{Reader, check_names};

use crate::link::SeatLink;
use crate::live_table::{Kind, LiveTable};
use crate::open_table::Done;
use crate::refusal::Refusal;

impl LiveTable {
    /// Returns whether a seat waits for a person: nobody has used its link.
    pub(crate) fn is_free(&self, seat: Seat) -> bool {
        let link = self.links.get(seat.index()).and_then(Option::as_ref);
        self.table.people().contains(seat) && link.is_some_and(SeatLink::is_open)
    }

    /// Returns whether the reader is the host of a game that waits for people.
    pub(crate) fn is_host(&self, reader: Reader) -> bool {
        let is_first = self.host.is_some() && reader.player() == self.host;
        is_first
            && matches!(self.kind, Kind::Game)
            && self.table.seats().iter().any(|seat| self.is_free(seat))
    }

    fn check_host(&self, reader: Reader, seats: &[Seat]) -> Result<(), Refusal> {
        if reader.player().is_none() || reader.player() != self.host {
            return Err((ErrorCode::NotYourSeat, "Only the person who opened the table can do this.").into());
        }
        if self.is_over() {
            return Err("The game is over.".into());
        }
        if seats.is_empty() || !seats.iter().all(|seat| self.is_free(*seat)) {
            return Err((ErrorCode::MovedOn, "This seat is no longer free.").into());
        }
        Ok(())
    }

    /// Reserves a free seat for somebody of this name, or for nobody if the name is empty.
    pub(crate) fn reserve(&mut self, reader: Reader, seat: Seat, name: &str) -> Done {
        self.check_host(reader, &[seat])?;
        let name = name.trim();
        let is_reserved = !name.is_empty();
        let unnamed = format!("Player {seat}");
        let done = self.set_name(seat, if is_reserved { name } else { &unnamed })?;
        self.reserved.retain(|other| *other != seat);
        self.reserved.extend(is_reserved.then_some(seat));
        Ok(done)
    }

    /// Lets bots play in these free seats. Their links no longer work.
    pub(crate) fn fill(&mut self, reader: Reader, seats: &[Seat]) -> Done {
        self.check_host(reader, seats)?;
        let bot = self.usual_bot();
        let mut players = self.table.players().to_vec();
        for seat in seats {
            let Some(player) = players.get_mut(seat.index()) else { continue };
            bot.clone_into(&mut player.player);
            let before = std::mem::replace(&mut player.name, format!("Bot {seat}"));
            if check_names(&players).is_err() {
                players[seat.index()].name = before;
            }
        }
        let done = self.seat(players)?;
        for seat in seats {
            self.links[seat.index()] = None;
        }
        Ok(done)
    }
}
