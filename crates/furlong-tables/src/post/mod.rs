//! A game of hare & tortoise by post, with the people who play and watch it.
//!
//! The library's [`PostalGame`] has the race, the rounds and the dice. This module adds the seats with their sheets for
//! the open round, the deadline in real time, the master, and the watchers. A round is adjudicated automatically when
//! all orders are in, or at the deadline.
//!
//! The master sees no sheet and chooses no die, and so may play too.

pub(crate) mod absence;
pub(crate) mod command;
mod document;
pub(crate) mod master;
pub(crate) mod new_game;
pub(crate) mod round;
mod saved;
mod sheet;
mod view;

use std::any::Any;
use std::collections::BTreeMap;

use furlong::formats::ErrorCode;
use furlong::hare_tortoise::postal::PostalGame;
use furlong::rand::rngs::ChaCha20Rng;
use furlong::{Seat, SeatMap, Seats};
use serde::{Deserialize, Serialize};

use crate::call::{JoinRequest, TableCommand};
use crate::channel::Channel;
use crate::feed::feed_of;
use crate::limits::Limits;
use crate::link::{Entry, Link, SeatLink, device, enter};
use crate::open_table::{After, Done, OpenTable, devices};
use crate::refusal::Refusal;
use crate::reminders::mail_view;
use crate::reply::{Reply, TableSummary, Written};
use crate::turn_log::TurnLog;
use crate::{Millis, Now};

use command::PostCommand;
use document::DocumentView;
pub(crate) use new_game::{NewPost, numbers_of_players, open, rules_of};

/// The refusal of a link that belongs to another game.
const NO_SEAT: &str = "This link is not valid for this game.";

/// A game by post.
#[derive(Debug)]
pub(crate) struct PostTable {
    id: String,
    game: PostalGame,
    seats: Vec<PostSeat>,
    master: Link,
    watch: Option<Link>,
    /// The time for each round.
    each: Option<Millis>,
    /// The deadline of the open round. The game also stores it, but must replay the race to return it.
    due: Option<Millis>,
    /// The time after a deadline in which late orders are accepted.
    grace: Millis,
    /// The next moment at which something happens: the deadline, or the end of the grace period.
    falls: Option<Millis>,
    /// The people watching, and their devices.
    listeners: BTreeMap<Channel, (PostReader, u64)>,
    /// The moment of the last change, or when somebody last watched, on the steady clock.
    touched: Millis,
}

/// A seat of a game by post.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct PostSeat {
    /// The link of the person in the seat; `None` if a bot writes the orders.
    link: Option<SeatLink>,
    /// The unfinished sheet.
    draft: Option<String>,
    /// The sheet sent for the open round.
    sent: Option<String>,
    /// The moment at which it was sent, if that was after the deadline.
    #[serde(default)]
    late: Option<Millis>,
    #[serde(default)]
    turns: TurnLog,
}

/// A reader of a game by post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PostReader {
    /// The player of a seat.
    Player(Seat),
    /// The master of the game.
    Master,
    /// Somebody without a seat.
    Watcher,
}

impl PostReader {
    /// The seat of a player.
    fn player(self) -> Option<Seat> {
        match self {
            Self::Player(seat) => Some(seat),
            Self::Master | Self::Watcher => None,
        }
    }
}

impl PostTable {
    /// The reader that a token stands for.
    fn reader_of(&self, token: &str) -> Option<PostReader> {
        let asked = Link::of(token);
        let mut seats = Seats::MOST.iter().zip(&self.seats);
        match seats.find(|(_, seat)| seat.link.as_ref().is_some_and(|link| link.is_opened_by(token))) {
            Some((seat, _)) => Some(PostReader::Player(seat)),
            None if asked == self.master => Some(PostReader::Master),
            None => (self.watch == Some(asked)).then_some(PostReader::Watcher),
        }
    }

    /// The public part of the game, and the record of the race if it is over.
    fn files(&self) -> Reply {
        let record = self.is_over().then(|| self.game.record().to_json());
        Reply::Files { game: self.game.public().to_json(), record }
    }
}

impl OpenTable for PostTable {
    fn id(&self) -> &str {
        &self.id
    }

    fn saved(&self, _now: Now) -> String {
        self.to_json()
    }

    fn heading(&self) -> String {
        self.game.public().title().to_owned()
    }

    fn name(&self, seat: Seat) -> String {
        self.called(seat)
    }

    fn claimable(&self) -> Vec<(Seat, &SeatLink, &TurnLog)> {
        let seats = Seats::MOST.iter().zip(&self.seats);
        seats.filter_map(|(seat, kept)| Some((seat, kept.link.as_ref()?, &kept.turns))).collect()
    }

    fn turn_log(&mut self, seat: Seat) -> Option<&mut TurnLog> {
        Some(&mut self.seats.get_mut(seat.index())?.turns)
    }

    fn seat_of(&self, channel: Channel) -> Option<Seat> {
        self.listeners.get(&channel)?.0.player()
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn devices(&self) -> SeatMap<usize> {
        devices(self.listeners.values().filter_map(|(reader, device)| Some((reader.player()?, *device))))
    }

    fn join(&mut self, channel: Channel, asked: &JoinRequest, limits: &Limits) -> Result<Entry, Refusal> {
        if self.listeners.len() >= limits.readers && !self.listeners.contains_key(&channel) {
            return Err((ErrorCode::TooMany, "This game is full: too many pages show it already.").into());
        }
        let links = Seats::MOST.iter().zip(self.seats.iter_mut().map(|seat| seat.link.as_mut()));
        let (reader, entry) = match enter(links, None, asked)? {
            Some((seat, entry)) => (PostReader::Player(seat), entry),
            None => (self.reader_of(&asked.token).ok_or((ErrorCode::NotYourSeat, NO_SEAT))?, Entry::Own),
        };
        self.listeners.insert(channel, (reader, device(asked.device.as_deref(), channel)));
        Ok(entry)
    }

    fn summary(&self, token: &str) -> Result<TableSummary, Refusal> {
        let own = self.reader_of(token).ok_or((ErrorCode::NotYourSeat, NO_SEAT))?.player();
        let others = Seats::MOST.iter().take(self.seats.len()).filter(|seat| Some(*seat) != own);
        Ok(TableSummary {
            others: others.map(|seat| self.called(seat)).collect(),
            round: self.open_round().map_or(self.game.rounds().len(), usize::from),
            asked: own.is_some_and(|seat| self.waits_for(seat)),
            turn: own.and_then(|seat| self.seats.get(seat.index())?.turns.current()),
            feed: own.and_then(|seat| feed_of(self, seat)),
            mail: own.and_then(|seat| mail_view(self, seat)),
            slow: self.is_slow(),
            ending: self.is_over().then(|| "The race is over.".to_owned()),
            free: None,
        })
    }

    fn take_over(&mut self, lost: &dyn OpenTable) {
        if let Some(lost) = (lost as &dyn Any).downcast_ref::<Self>() {
            self.listeners.clone_from(&lost.listeners);
        }
    }

    fn leave(&mut self, channel: Channel, _now: Now) -> bool {
        self.listeners.remove(&channel).is_some()
    }

    fn show(&mut self, channel: Channel, _now: Now) -> Option<Written> {
        Some(Written::of(&self.view(channel)?))
    }

    fn channels(&self) -> Vec<Channel> {
        self.listeners.keys().copied().collect()
    }

    fn touched(&self) -> Millis {
        self.touched
    }

    fn touch(&mut self, now: Now) {
        self.touched = now.steady;
    }

    fn act(&mut self, channel: Channel, command: TableCommand, now: Now, rng: &mut ChaCha20Rng) -> Done {
        let TableCommand::Post(command) = command else {
            return Err("A game by post takes orders, not moves.".into());
        };
        let not_here = "This page has left the game. Open the link again.";
        let (reader, _) = *self.listeners.get(&channel).ok_or((ErrorCode::NotYourSeat, not_here))?;
        let paper = |paper: &DocumentView| Ok((Reply::Paper(Written::of(paper)), After::Nothing));
        match command {
            PostCommand::Draft(text) => self.keep_draft(reader, text),
            PostCommand::Send(text) => self.send(reader, text, now.wall),
            PostCommand::Away { rounds, bot } => self.go_away(reader, rounds, bot),
            PostCommand::TakeBack => self.take_back(reader),
            PostCommand::Report(round) => paper(&self.report(reader, round)?),
            PostCommand::Language => paper(&document::language()),
            PostCommand::Files => Ok((self.files(), After::Nothing)),
            command => self.manage(reader, command, now.wall, rng),
        }
    }

    fn settle(&mut self, now: Now) {
        self.touched = now.steady;
        self.adjudicate_complete(now.wall);
        let round = self.open_round().map(usize::from);
        let awaited: Vec<bool> =
            Seats::MOST.iter().take(self.seats.len()).map(|seat| self.waits_for(seat)).collect();
        for (own, is_awaited) in self.seats.iter_mut().zip(awaited) {
            own.turns.note(is_awaited, round, now.wall);
        }
    }

    fn run_clocks(&mut self, now: Now) -> bool {
        self.adjudicate_overdue(now.wall)
    }

    fn until_fall(&self, now: Now) -> Option<Millis> {
        self.falls.map(|falls| falls.saturating_sub(now.wall))
    }

    fn is_awake(&self) -> bool {
        self.falls.is_some()
    }
}
