//! Agreements of the people of a table, and the occupants of its seats.

use furlong::Seat;
use furlong::formats::ErrorCode;
use furlong::record::Player;
use furlong::table::{Occupant, Reader, Shown, TableError, check_names};

use crate::call::UndoRule;
use crate::live_table::{Kind, LiveTable};
use crate::open_table::{After, Done, OpenTable as _};
use crate::proposal::{Proposal, Proposed};
use crate::refusal::{PLAYERS_ONLY, Refusal};
use crate::reply::Reply;
use crate::seatable_bots::{no_such_bot, seatable_bots};

impl LiveTable {
    /// The seat of a reader who plays.
    pub(crate) fn own_seat(&self, reader: Reader) -> Result<Seat, Refusal> {
        let seat = reader.player().filter(|seat| self.table.people().contains(*seat));
        seat.ok_or_else(|| PLAYERS_ONLY.into())
    }

    pub(crate) fn propose_undo(&mut self, reader: Reader) -> Done {
        let seat = self.own_seat(reader)?;
        if self.taking_back == UndoRule::Never {
            return Err("Moves cannot be taken back at this table.".into());
        }
        if self.is_over() {
            return Err("The game is over, so no move can be taken back.".into());
        }
        self.propose(Proposed::Undo, seat)
    }

    pub(crate) fn propose_rematch(&mut self, reader: Reader) -> Done {
        let seat = self.own_seat(reader)?;
        if !self.is_over() || !matches!(self.kind, Kind::Game) {
            return Err("You can play again when this game is over.".into());
        }
        if self.next.is_some() {
            return Err("The next game has already begun.".into());
        }
        self.propose(Proposed::Rematch, seat)
    }

    pub(crate) fn propose(&mut self, what: Proposed, by: Seat) -> Done {
        match &self.proposal {
            Some(open) if open.what == what => return self.agree(Reader::Player(by), true),
            Some(_) => return Err("Answer the other proposal first.".into()),
            None => {}
        }
        self.proposal = Some(Proposal { what, by, agreed: vec![by] });
        self.carry_out_if_agreed()
    }

    pub(crate) fn agree(&mut self, reader: Reader, is_yes: bool) -> Done {
        let seat = self.own_seat(reader)?;
        let proposal = self.proposal.as_mut().ok_or("There is no proposal to answer.")?;
        if !is_yes {
            self.proposal = None;
            return Ok((Reply::Done {}, After::Changed));
        }
        if !proposal.agreed.contains(&seat) {
            proposal.agreed.push(seat);
        }
        self.carry_out_if_agreed()
    }

    /// Returns whether everybody who has a say agrees to the proposal: all people, or, if one of them is away, all who
    /// are here.
    pub(crate) fn is_agreed(&self) -> bool {
        let Some(proposal) = &self.proposal else { return false };
        let (people, devices) = (self.table.people(), self.devices());
        let is_for_all = self.bot_proposed_for().is_none();
        let mut asked = people.iter().filter(|seat| is_for_all || devices[*seat] > 0).peekable();
        asked.peek().is_some() && asked.all(|seat| proposal.agreed.contains(&seat))
    }

    /// Carries out a proposal if all who have a say agree.
    pub(crate) fn carry_out_if_agreed(&mut self) -> Done {
        let is_agreed = self.is_agreed();
        let Some(proposal) = self.proposal.take_if(|_| is_agreed) else {
            return Ok((Reply::Done {}, After::Changed));
        };
        let people = self.table.people();
        match proposal.what {
            Proposed::Rematch => Ok((Reply::Done {}, After::Rematch)),
            Proposed::Bot(seat) => self.let_bot_go_on(seat, None),
            Proposed::Undo => match self.table.take_back(proposal.by) {
                Ok(()) => Ok((Reply::Done {}, After::Changed)),
                Err(TableError::Undo(_)) if people.len() == 1 => Err("You have no move to take back.".into()),
                Err(TableError::Undo(_)) => {
                    let said = "There is no longer a move to take back.";
                    Ok((Reply::Said(vec![Shown::Refused(said.to_owned())]), After::Changed))
                }
                Err(error) => Err(error.into()),
            },
        }
    }

    pub(crate) fn rename(&mut self, reader: Reader, name: &str) -> Done {
        let seat = self.own_seat(reader)?;
        self.set_name(seat, name)
    }

    /// Gives the player in a seat this name.
    pub(crate) fn set_name(&mut self, seat: Seat, name: &str) -> Done {
        const LONGEST: usize = 40;
        if name.chars().count() > LONGEST {
            return Err(Refusal::new(
                ErrorCode::BadValue,
                format!("A name can have at most {LONGEST} characters."),
            ));
        }
        let mut players = self.table.players().to_vec();
        let Some(own) = players.get_mut(seat.index()) else {
            return Err("Players in a lesson have no names.".into());
        };
        name.trim().clone_into(&mut own.name);
        check_names(&players).map_err(|error| Refusal::of(ErrorCode::BadValue, &error))?;
        self.seat(players)
    }

    pub(crate) fn give_up(&mut self, reader: Reader, bot: Option<&str>) -> Done {
        let seat = self.own_seat(reader)?;
        if !matches!(self.kind, Kind::Game) || self.is_over() {
            return Err("You can give up a seat only in a game that is not over.".into());
        }
        self.let_bot_go_on(seat, bot)
    }

    /// Lets a bot take over a seat; the default one if none is named.
    pub(crate) fn let_bot_go_on(&mut self, seat: Seat, bot: Option<&str>) -> Done {
        let bot = bot.unwrap_or_else(|| self.usual_bot());
        if !seatable_bots(self.table.bots()).any(|kind| kind.name == bot) {
            return Err(no_such_bot(bot));
        }
        let bot = bot.to_owned();
        self.occupy(seat, bot)
    }

    /// The bot that plays if none is named.
    pub(crate) fn usual_bot(&self) -> &'static str {
        seatable_bots(self.table.bots()).next().map_or("", |kind| kind.name)
    }

    /// Replaces a bot that has failed with the default one. Returns whether there is one.
    pub(crate) fn replace_failed(&mut self, seat: Seat) -> bool {
        let before = self.table.players().get(seat.index()).cloned();
        let replaced = self.let_bot_go_on(seat, None).is_ok();
        // A usual bot that fails would fail again.
        replaced && self.table.players().get(seat.index()) != before.as_ref()
    }

    pub(crate) fn come_back(&mut self, reader: Reader) -> Done {
        let away = reader.player().filter(|seat| !self.table.people().contains(*seat));
        let seat =
            away.ok_or((ErrorCode::NotYourSeat, "You can come back only to a seat that you gave up."))?;
        if !matches!(self.kind, Kind::Game) || self.is_over() {
            return Err("The game is over.".into());
        }
        self.occupy(seat, Occupant::Person.to_string())
    }

    fn occupy(&mut self, seat: Seat, occupant: String) -> Done {
        let mut players = self.table.players().to_vec();
        if let Some(player) = players.get_mut(seat.index()) {
            player.player = occupant;
        }
        self.seat(players)
    }

    pub(crate) fn seat(&mut self, players: Vec<Player>) -> Done {
        self.table.sit(players)?;
        self.proposal = None;
        Ok((Reply::Done {}, After::Changed))
    }
}
