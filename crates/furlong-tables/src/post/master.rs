//! The master's commands: deadlines, early adjudication, and players who leave. The master never sees a sheet and
//! cannot set a die.

use furlong::Seat;
use furlong::formats::ErrorCode;
use furlong::hare_tortoise::postal::letter;
use furlong::rand::rngs::ChaCha20Rng;

use super::command::PostCommand;
use super::round::moment;
use super::{PostReader, PostTable};
use crate::Millis;
use crate::link::{SeatLink, new_token};
use crate::open_table::{After, Done};
use crate::refusal::Refusal;
use crate::reply::Reply;

/// The latest possible deadline, from now.
pub(crate) const FARTHEST: Millis = 400 * 24 * 3_600_000;

impl PostTable {
    pub(super) fn manage(
        &mut self,
        reader: PostReader,
        command: PostCommand,
        now: Millis,
        rng: &mut ChaCha20Rng,
    ) -> Done {
        if reader != PostReader::Master {
            return Err((ErrorCode::NotYourSeat, "Only the master can do that.").into());
        }
        let round = self.open_round().ok_or("The game is over.")?;
        match command {
            PostCommand::Deadline(due) => self.set_deadline(round, due, now)?,
            PostCommand::Adjudicate { round: asked } if asked != round => {
                return Err(Refusal::new(
                    ErrorCode::MovedOn,
                    format!("Round {asked} is not open: round {round} is."),
                ));
            }
            PostCommand::Adjudicate { .. } => {
                self.adjudicate("the master stopped waiting", now);
            }
            PostCommand::DropOut(seat) => {
                self.person(seat)?;
                let name = self.called(seat);
                self.game.drop_out(seat).map_err(|error| Refusal::of(ErrorCode::Illegal, &error))?;
                self.seats[seat.index()].sent = None;
                self.note(
                    format!("{name} dropped out in round {round}: their runner moves by default."),
                    now,
                );
            }
            PostCommand::Bot(seat) => {
                self.person(seat)?;
                self.give(seat, &format!("Bot {}", letter(seat)), now)?;
                self.seats[seat.index()] = super::PostSeat::default();
            }
            PostCommand::Replace { seat, name } => {
                self.give(seat, name.trim(), now)?;
                let (token, link) = new_token(rng);
                self.seats[seat.index()] =
                    super::PostSeat { link: Some(SeatLink::new(link)), ..super::PostSeat::default() };
                return Ok((Reply::Link { seat, token }, After::Changed));
            }
            _ => return Err("The master cannot do that.".into()),
        }
        Ok((Reply::Done {}, After::Changed))
    }

    fn set_deadline(&mut self, round: u16, due: Option<Millis>, now: Millis) -> Result<(), Refusal> {
        let Some(due) = due else {
            self.set_due(None);
            self.note(format!("The deadline of round {round} was removed."), now);
            return Ok(());
        };
        if due <= now {
            return Err(
                (ErrorCode::BadValue, "The deadline must be in the future: this moment has passed.").into()
            );
        }
        let far = due.saturating_sub(now) > FARTHEST;
        let moment = moment(due)
            .filter(|_| !far)
            .ok_or((ErrorCode::BadValue, "A deadline can be at most 400 days ahead."))?;
        self.set_due(Some(due));
        self.note(format!("The deadline of round {round} is {}.", self.game.zone().show(moment)), now);
        Ok(())
    }

    /// Refuses a seat without a person.
    fn person(&self, seat: Seat) -> Result<(), Refusal> {
        match self.seats.get(seat.index()) {
            Some(kept) if kept.link.is_some() => Ok(()),
            Some(_) => Err(Refusal::new(ErrorCode::Illegal, format!("A bot plays seat {}.", letter(seat)))),
            None => Err((ErrorCode::BadValue, "There is no such seat.").into()),
        }
    }

    /// Gives a seat to somebody else. The old link stops working.
    fn give(&mut self, seat: Seat, name: &str, now: Millis) -> Result<(), Refusal> {
        let before = self.called(seat);
        self.game.replace(seat, name).map_err(|error| Refusal::of(ErrorCode::Illegal, &error))?;
        self.listeners.retain(|_, (reader, _)| reader.player() != Some(seat));
        let after = self.called(seat);
        self.note(format!("{after} takes over from {before}."), now);
        Ok(())
    }
}
