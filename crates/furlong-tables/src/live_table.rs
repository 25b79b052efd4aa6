//! An open table: the game, the links of its seats, and the people watching it.

use std::any::Any;
use std::collections::BTreeMap;
use std::time::Duration;

use furlong::formats::ErrorCode;
use furlong::rand::rngs::ChaCha20Rng;
use furlong::record::TimeControl;
use furlong::table::{DECIDING_EVENT_PENDING, Message, Outcome, Reader, Request, Shown, Stage, Table};
use furlong::{Seat, SeatMap, Turn};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::call::{JoinRequest, RulesetOf, TableCommand, UndoRule};
use crate::channel::Channel;
use crate::chat::Chat;
use crate::feed::feed_of;
use crate::limits::Limits;
use crate::link::{Entry, Link, SeatLink, device, enter};
use crate::open_table::{After, Done, OpenTable, devices};
use crate::proposal::Proposal;
use crate::refusal::Refusal;
use crate::reminders::mail_view;
use crate::reply::{FreeSeats, Reply, TableSummary, Written, said};
use crate::seatable_bots::{no_such_bot, seatable_bots};
use crate::table_view::{May, ViewContext, board, table_view};
use crate::turn_log::TurnLog;
use crate::{Millis, Now};

/// The refusal of a link that belongs to another table.
const NO_SEAT: &str = "This link is not valid at this table.";

/// The time for each move from which a game is slow, in milliseconds.
pub(crate) const SLOW: Millis = 3_600_000;

/// A table with its people.
#[derive(Debug)]
pub(crate) struct LiveTable {
    pub(crate) id: String,
    pub(crate) table: Box<dyn Table>,
    pub(crate) kind: Kind,
    /// The link of each seat of a person, even if a bot has taken over.
    pub(crate) links: Vec<Option<SeatLink>>,
    /// The turns of each seat.
    pub(crate) turns: Vec<TurnLog>,
    pub(crate) watch: Option<Link>,
    /// The invitation to all seats that nobody has claimed yet.
    pub(crate) invitation: Option<Link>,
    /// The seat of the person who opened the table.
    pub(crate) host: Option<Seat>,
    /// The seats that the host has reserved for somebody by name.
    pub(crate) reserved: Vec<Seat>,
    pub(crate) taking_back: UndoRule,
    /// The moment up to which the table's clocks have run, on the steady clock.
    pub(crate) clocked_at: Millis,
    /// The player who has ended the game before its first move.
    pub(crate) aborted: Option<Seat>,
    /// The moment when each seat was last open somewhere, on the steady clock.
    pub(crate) left_at: SeatMap<Millis>,
    pub(crate) proposal: Option<Proposal>,
    pub(crate) chat: Chat,
    /// The table of the next game.
    pub(crate) next: Option<String>,
    /// The sentence about what decided the game; `None` before it is known.
    pub(crate) decided: Option<String>,
    pub(crate) analysis: Option<Value>,
    /// Whether somebody is waiting for the analysis.
    pub(crate) is_analysed: bool,
    /// Whether the sentence about what decided the game is known or being worked out.
    is_told: bool,
    pub(crate) listeners: BTreeMap<Channel, Listener>,
    /// The moment of the last change, or when somebody last watched, on the steady clock.
    pub(crate) touched: Millis,
    /// The same game at another moment, while somebody is looking at one.
    past: Option<Box<dyn Table>>,
}

/// The kind of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// A game in play.
    Game,
    /// A replay of a saved game.
    Replay,
    /// A guided first game.
    Lesson { game: String, ruleset: Option<RulesetOf> },
}

/// Somebody who is watching the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listener {
    pub(crate) reader: Reader,
    device: u64,
    /// The number of events sent so far.
    events_sent: usize,
    /// Whether nothing has been sent to this listener yet, including earlier messages.
    is_new: bool,
    /// Whether a bot is thinking about a hint for this reader.
    pub(crate) is_advised: bool,
}

impl LiveTable {
    pub(crate) fn new(id: String, table: Box<dyn Table>, kind: Kind, now: Now) -> Self {
        let mut left_at = SeatMap::default();
        table.seats().iter().for_each(|seat| left_at[seat] = now.steady);
        Self {
            id,
            kind,
            links: vec![None; usize::from(table.seats().count())],
            turns: vec![TurnLog::default(); usize::from(table.seats().count())],
            table,
            watch: None,
            invitation: None,
            host: None,
            reserved: Vec::new(),
            taking_back: UndoRule::Consent,
            clocked_at: now.steady,
            aborted: None,
            left_at,
            proposal: None,
            chat: Chat::default(),
            next: None,
            decided: None,
            analysis: None,
            is_analysed: false,
            is_told: false,
            listeners: BTreeMap::new(),
            touched: now.steady,
            past: None,
        }
    }

    /// Returns whether the game is over.
    pub(crate) fn is_over(&self) -> bool {
        use Stage::{Over, Resigned, TimeUp, Unfinished};
        matches!(self.table.stage(), Over | Unfinished | TimeUp(_) | Resigned(_))
    }

    // ---- clocks ----

    /// The time that a seat has left at this moment, and whether its clock runs. A clock that has run out stands still,
    /// even after the person has come back.
    fn clock(&self, seat: Seat, now: Now) -> Option<(Millis, bool)> {
        let left = self.table.clocks()?.left(seat)?.as_millis() as Millis;
        let runs = left > 0 && self.table.deciding().contains(seat);
        let passed = if runs { now.steady.saturating_sub(self.clocked_at) } else { 0 };
        Some((left.saturating_sub(passed), runs))
    }

    /// Charges all who decide with this time. Returns whether a flag falls.
    pub(crate) fn think(&mut self, passed: Millis) -> bool {
        let thinking = self.table.deciding();
        let mut has_fallen = false;
        for seat in thinking {
            // The bot that goes on is one of the game's own, so it can be made.
            has_fallen |= self.table.run_clock(seat, Duration::from_millis(passed)).unwrap_or(false);
        }
        has_fallen
    }

    // ---- those who look at it ----

    /// The reader that a token stands for.
    fn reader_of(&self, token: &str) -> Option<Reader> {
        let mut seats = self.table.seats().iter().zip(&self.links);
        match seats.find(|(_, link)| link.as_ref().is_some_and(|link| link.is_opened_by(token))) {
            Some((seat, _)) => Some(Reader::Player(seat)),
            None => (self.watch == Some(Link::of(token))).then_some(Reader::Watcher),
        }
    }

    /// Returns whether a seat is to decide in a game, not in a lesson.
    fn asks(&self, seat: Seat) -> bool {
        !self.is_over() && self.table.lesson().is_none() && self.table.deciding().contains(seat)
    }

    /// The time limit of each move, if there is one.
    pub(crate) fn time_per_move(&self) -> Option<Millis> {
        match self.table.clocks()?.control {
            TimeControl::Move { each_ms } => Some(each_ms),
            TimeControl::Game { .. } => None,
        }
    }

    /// The parts of a view that the game's table does not know.
    fn around(&self, reader: Reader, now: Now, is_past: bool) -> ViewContext {
        let clock = |seat| self.clock(seat, now);
        ViewContext {
            id: self.id.clone(),
            devices: self.devices(),
            invited: self.table.seats().iter().zip(&self.links).filter_map(invited).collect(),
            reserved: self
                .table
                .seats()
                .iter()
                .filter(|seat| self.reserved.contains(seat) && self.is_free(*seat))
                .collect(),
            clocks: self.table.seats().iter().map(clock).collect(),
            away: self.table.seats().iter().map(|seat| self.away_view(seat, now)).collect(),
            proposal: self.proposal.as_ref().map(Proposal::seen),
            chat: None,
            aborted: self.aborted_sentence(),
            decided: self.story(),
            next: self.next.clone(),
            may: self.may(reader),
            is_past,
        }
    }

    /// The reader with its present rights: somebody who saw everything may no longer be allowed to, or a watcher may be
    /// by now.
    fn reading(&self, reader: Reader) -> Reader {
        match reader {
            Reader::All | Reader::Watcher if self.is_open() => Reader::All,
            Reader::All => Reader::Watcher,
            reader => reader,
        }
    }

    fn may(&self, reader: Reader) -> May {
        let plays = reader.player().is_some_and(|seat| self.table.people().contains(seat));
        let is_lesson = matches!(self.kind, Kind::Lesson { .. });
        May {
            abort: plays && self.is_abortable(),
            host: self.is_host(reader) && !self.is_over(),
            resign: plays && self.is_resignable() && self.ends_if_resigned(reader),
            undo: plays && self.taking_back == UndoRule::Consent && !self.is_over() && self.table.has_begun(),
            record: !is_lesson && self.may_have_record(reader),
            watch: self.watch.is_some(),
            write: self.may_write(reader),
        }
    }

    fn may_have_record(&self, reader: Reader) -> bool {
        self.is_open() || self.is_alone(reader)
    }

    /// Returns whether everything may be seen here. Somebody who has given up a seat may come back to it, so it is not
    /// enough that bots play for all people.
    fn is_open(&self) -> bool {
        let is_peopled = matches!(self.kind, Kind::Game) && self.links.iter().any(Option::is_some);
        self.table.is_open() && (self.is_over() || !is_peopled)
    }

    /// Returns whether the reader plays and nobody else has ever had a seat here.
    pub(crate) fn is_alone(&self, reader: Reader) -> bool {
        let own = reader.player().filter(|seat| self.table.people().contains(*seat));
        own.is_some() && self.links.iter().flatten().count() == 1
    }

    // ---- actions ----

    /// Answers the question that a view has shown, for a player.
    fn answer(&mut self, reader: Reader, request: &Request, events: usize) -> Done {
        match request {
            Request::Undo if !matches!(self.kind, Kind::Lesson { .. }) => return self.propose_undo(reader),
            // It would change the log of all readers, and let each bot think twice.
            Request::Why => return Err("Bots give no reasons here. See the analysis after the game.".into()),
            _ => {}
        }
        let names_sheet = |words: &str| {
            let listed = self.table.words(reader).shown;
            listed
                .iter()
                .any(|shown| matches!(shown, Shown::Word { word, .. } if word.eq_ignore_ascii_case(words)))
        };
        let is_of_moment = match request {
            Request::Nothing | Request::Number(_) | Request::ExplainChoice(_) => true,
            Request::Words(words) => !names_sheet(words),
            _ => false,
        };
        if is_of_moment && events != self.table.events() {
            return Err((ErrorCode::MovedOn, "The game has moved on. Look at the table again.").into());
        }
        self.ask(reader, request)
    }

    /// Passes a request to the table.
    fn ask(&mut self, reader: Reader, request: &Request) -> Done {
        let reply = self.table.answer(reader, request)?;
        match reply.outcome {
            Outcome::Asked => Ok((said(reply.message.shown)?, After::Nothing)),
            Outcome::Begins => Ok((Reply::Lesson("begins"), After::Nothing)),
            Outcome::Left => Ok((Reply::Lesson("left"), After::Nothing)),
            Outcome::Decided | Outcome::TakenBack => {
                self.proposal = None;
                Ok((Reply::Said(reply.message.shown), After::Changed))
            }
        }
    }

    fn preview(&self, reader: Reader, index: usize) -> Reply {
        let seen = board(&*self.table, reader, Some(index));
        Reply::Preview { svg: seen.svg, picture: seen.picture }
    }

    /// Asks for advice from a bot that is allowed here.
    fn hint(&mut self, channel: Channel, reader: Reader, bot: Option<&str>) -> Done {
        if let Some(bot) = bot.filter(|bot| !seatable_bots(self.table.bots()).any(|kind| kind.name == *bot)) {
            return Err(no_such_bot(bot));
        }
        let Some(hint) = self.table.hint(reader, bot) else {
            return self.ask(reader, &Request::Hint(bot.map(str::to_owned)));
        };
        let listener = self.listeners.get_mut(&channel);
        if listener.is_none_or(|listener| std::mem::replace(&mut listener.is_advised, true)) {
            return Err((ErrorCode::Busy, "The bot is already thinking about a hint.").into());
        }
        Ok((Reply::Done {}, After::Advise(hint)))
    }

    fn record(&self, reader: Reader) -> Done {
        if matches!(self.kind, Kind::Lesson { .. }) {
            return Err("A lesson cannot be saved.".into());
        }
        if !self.may_have_record(reader) {
            return Err(
                "The record contains everything hidden, so you can save it only when the game is over."
                    .into(),
            );
        }
        Ok((Reply::Record(self.table.record_json()), After::Nothing))
    }

    // ---- another moment ----

    fn moment(&mut self, reader: Reader, event: usize, now: Now) -> Done {
        if matches!(self.kind, Kind::Lesson { .. }) {
            return Err("A lesson has no earlier moments.".into());
        }
        // When the game is over everybody sees everything.
        let reader = if self.is_open() { Reader::All } else { reader };
        let around = self.around(reader, now, true);
        let is_old =
            |past: &dyn Table| past.events() != self.table.events() || past.undone() != self.table.undone();
        if self.past.as_deref().is_none_or(is_old) {
            self.past = Some(self.table.replay());
        }
        let table = self.past.as_mut().ok_or((ErrorCode::BadValue, "There is no such moment."))?;
        table.go_to(event).map_err(|error| Refusal::of(ErrorCode::BadValue, &error))?;
        let from = if event == 0 { 0 } else { event - 1 };
        let seen = table_view(&mut **table, reader, from, around);
        Ok((Reply::Sight(Written::of(&seen)), After::Nothing))
    }

    /// Returns whether everything about the game may be revealed.
    fn is_analysable(&self) -> bool {
        match self.kind {
            Kind::Lesson { .. } => false,
            Kind::Replay => true,
            Kind::Game => self.is_over(),
        }
    }

    fn play_on(&self, reader: Reader, event: usize) -> Done {
        let may_go_on = self.is_analysable() || self.is_alone(reader) && matches!(self.kind, Kind::Game);
        if !may_go_on {
            return Err("You can play on from an earlier moment only when the game is over.".into());
        }
        if event > self.table.events() {
            let said = format!("There is no event {event}: the game has {}.", self.table.events());
            return Err(Refusal::new(ErrorCode::BadValue, said));
        }
        Ok((Reply::Done {}, After::PlayOn(event)))
    }

    /// Returns whether to work out what decided the game. It returns `true` only once.
    pub(crate) fn wants_story(&mut self) -> bool {
        self.has_story() && self.decided.is_none() && !std::mem::replace(&mut self.is_told, true)
    }

    /// Returns whether there is a sentence about what decided the game: it was played to its end, and hidden things may
    /// be revealed.
    fn has_story(&self) -> bool {
        matches!(self.kind, Kind::Game) && self.table.stage() == Stage::Over
    }

    /// The sentence about what decided the game, or that it is still being worked out; `None` for a game without one.
    fn story(&self) -> Option<String> {
        self.decided.clone().or_else(|| self.has_story().then(|| DECIDING_EVENT_PENDING.to_owned()))
    }

    /// Returns whether a bot should move now. Games of bots pause while nobody is watching.
    pub(crate) fn goes_on(&self) -> bool {
        let is_seen = !self.table.people().is_empty() || !self.listeners.is_empty();
        is_seen && matches!(self.table.stage(), Stage::Bot(_)) && self.table.turn() != Turn::Over
    }
}

/// The seat, if nobody has used its link yet.
fn invited((seat, link): (Seat, &Option<SeatLink>)) -> Option<Seat> {
    link.as_ref().filter(|link| link.is_open()).map(|_| seat)
}

impl OpenTable for LiveTable {
    fn id(&self) -> &str {
        &self.id
    }

    fn saved(&self, now: Now) -> String {
        self.to_json(now)
    }

    fn heading(&self) -> String {
        self.table.heading()
    }

    fn name(&self, seat: Seat) -> String {
        self.table.players().get(seat.index()).map_or_else(String::new, |player| player.name.clone())
    }

    fn claimable(&self) -> Vec<(Seat, &SeatLink, &TurnLog)> {
        let seats = self.table.seats().iter().zip(&self.links).zip(&self.turns);
        seats.filter_map(|((seat, link), turns)| Some((seat, link.as_ref()?, turns))).collect()
    }

    fn turn_log(&mut self, seat: Seat) -> Option<&mut TurnLog> {
        self.turns.get_mut(seat.index())
    }

    fn seat_of(&self, channel: Channel) -> Option<Seat> {
        self.listeners.get(&channel)?.reader.player()
    }

    fn is_slow(&self) -> bool {
        self.time_per_move().is_some_and(|time| time >= SLOW)
    }

    fn devices(&self) -> SeatMap<usize> {
        devices(
            self.listeners.values().filter_map(|listener| Some((listener.reader.player()?, listener.device))),
        )
    }

    fn join(&mut self, channel: Channel, asked: &JoinRequest, limits: &Limits) -> Result<Entry, Refusal> {
        if self.listeners.len() >= limits.readers && !self.listeners.contains_key(&channel) {
            return Err((ErrorCode::TooMany, "This table is full: too many pages show it already.").into());
        }
        let links = self.table.seats().iter().zip(self.links.iter_mut().map(Option::as_mut));
        let (reader, entry) = match enter(links, self.invitation.as_ref(), asked)? {
            Some((seat, entry)) => (Reader::Player(seat), entry),
            None => (self.reader_of(&asked.token).ok_or((ErrorCode::NotYourSeat, NO_SEAT))?, Entry::Own),
        };
        let events_sent = asked.since.unwrap_or_else(|| self.table.since_turn(reader)).min(self.table.now());
        let device = device(asked.device.as_deref(), channel);
        self.listeners
            .insert(channel, Listener { reader, device, events_sent, is_new: true, is_advised: false });
        Ok(entry)
    }

    fn summary(&self, token: &str) -> Result<TableSummary, Refusal> {
        let is_invited = self.invitation == Some(Link::of(token));
        let reader = if is_invited {
            Reader::Watcher
        } else {
            self.reader_of(token).ok_or((ErrorCode::NotYourSeat, NO_SEAT))?
        };
        let own = reader.player();
        let others =
            self.table.seats().iter().zip(self.table.players()).filter(|(seat, _)| Some(*seat) != own);
        Ok(TableSummary {
            others: others.map(|(_, player)| player.name.clone()).collect(),
            round: self.table.round(),
            asked: own.is_some_and(|seat| self.asks(seat)),
            turn: own.and_then(|seat| self.turns[seat.index()].current()),
            feed: own.and_then(|seat| feed_of(self, seat)),
            mail: own.and_then(|seat| mail_view(self, seat)),
            slow: self.is_slow(),
            ending: self
                .is_over()
                .then(|| self.aborted_sentence().unwrap_or_else(|| self.table.ending(reader).0)),
            free: is_invited.then(|| FreeSeats {
                heading: self.table.heading(),
                seats: self.table.seats().iter().filter(|seat| self.is_free(*seat)).collect(),
                reserved: self.reserved.iter().copied().filter(|seat| self.is_free(*seat)).collect(),
            }),
        })
    }

    fn take_over(&mut self, lost: &dyn OpenTable) {
        let Some(lost) = (lost as &dyn Any).downcast_ref::<Self>() else { return };
        let now = self.table.now();
        let events_sent =
            |listener: &Listener| Listener { events_sent: listener.events_sent.min(now), ..*listener };
        self.left_at = lost.left_at;
        self.listeners =
            lost.listeners.iter().map(|(channel, listener)| (*channel, events_sent(listener))).collect();
    }

    fn leave(&mut self, channel: Channel, now: Now) -> bool {
        let left = self.listeners.remove(&channel);
        if let Some(seat) = left.and_then(|listener| listener.reader.player()) {
            self.left_at[seat] = now.steady;
        }
        if self.listeners.is_empty() {
            // It can be made again.
            self.past = None;
        }
        left.is_some()
    }

    fn heed_presence(&mut self, has_left: bool) -> bool {
        let Some(seat) = self.bot_proposed_for() else { return false };
        if self.devices()[seat] > 0 {
            // Nobody needs a bot any more.
            self.proposal = None;
            return true;
        }
        // Somebody who has left has no vote. The default bot can always be created.
        has_left && self.is_agreed() && self.carry_out_if_agreed().is_ok()
    }

    fn show(&mut self, channel: Channel, now: Now) -> Option<Written> {
        let listener = *self.listeners.get(&channel)?;
        let reader = self.reading(listener.reader);
        let mut around = self.around(reader, now, false);
        around.chat = if listener.is_new { self.chat_lines() } else { None };
        let seen = table_view(&mut *self.table, reader, listener.events_sent, around);
        self.listeners.insert(channel, Listener { events_sent: seen.events, is_new: false, ..listener });
        Some(Written::of(&seen))
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

    fn act(&mut self, channel: Channel, command: TableCommand, now: Now, _rng: &mut ChaCha20Rng) -> Done {
        let not_here = "This page has left the table. Open the link again.";
        let reader = self.listeners.get(&channel).ok_or((ErrorCode::NotYourSeat, not_here))?.reader;
        let reader = self.reading(reader);
        let said = |message: Message| Ok((Reply::Said(message.shown), After::Nothing));
        match command {
            TableCommand::Answer { request: Request::Hint(bot), .. } | TableCommand::Hint(bot) => {
                self.hint(channel, reader, bot.as_deref())
            }
            TableCommand::Answer { request, events } => self.answer(reader, &request, events),
            TableCommand::Preview(index) => Ok((self.preview(reader, index), After::Nothing)),
            TableCommand::Explain(word) => self.ask(reader, &Request::Explain(word)),
            TableCommand::Guide => said(self.table.guide(reader)),
            TableCommand::Words => said(self.table.words(reader)),
            TableCommand::Log => said(self.table.log(reader)),
            TableCommand::Undo => self.propose_undo(reader),
            TableCommand::Agree(is_yes) => self.agree(reader, is_yes),
            TableCommand::Rename(name) => self.rename(reader, &name),
            TableCommand::Reserve { seat, name } => self.reserve(reader, seat, &name),
            TableCommand::FillSeats(seats) => self.fill(reader, &seats),
            TableCommand::GiveUpSeat(bot) => self.give_up(reader, bot.as_deref()),
            TableCommand::Say(said) => self.say(reader, said, now),
            TableCommand::Abort => self.abort(reader),
            TableCommand::Resign => self.resign(reader),
            TableCommand::LetBotPlay(seat) => self.propose_bot(reader, seat, now),
            TableCommand::ComeBack => self.come_back(reader),
            TableCommand::Rematch => self.propose_rematch(reader),
            TableCommand::Moment(event) => self.moment(reader, event, now),
            TableCommand::Analyse if !self.is_analysable() => Err(
                "A game can be analysed only when it is over, because the analysis reveals what is hidden."
                    .into(),
            ),
            TableCommand::Analyse => match &self.analysis {
                Some(known) => Ok((Reply::Analysis(known.clone()), After::Nothing)),
                None if std::mem::replace(&mut self.is_analysed, true) => {
                    Err((ErrorCode::Busy, "The game is already being analysed. Try again in a moment.")
                        .into())
                }
                None => Ok((Reply::Done {}, After::Analyse)),
            },
            TableCommand::PlayOn(event) => self.play_on(reader, event),
            TableCommand::Record => self.record(reader),
            // They are carried out before.
            TableCommand::Mail(_) | TableCommand::Push(_) => Err("This needs a server.".into()),
            #[cfg(feature = "post")]
            TableCommand::Post(_) => Err("This is not a game by post.".into()),
        }
    }

    fn settle(&mut self, now: Now) {
        self.table.proceed();
        if self.is_over() {
            self.table.open();
        }
        // A step of a lesson can have more seats than the one before.
        let seats = usize::from(self.table.seats().count());
        self.turns.resize(self.turns.len().max(seats), TurnLog::default());
        for seat in self.table.seats().iter() {
            let is_asked = self.asks(seat);
            self.turns[seat.index()].note(is_asked, None, now.wall);
        }
        self.touched = now.steady;
    }

    fn run_clocks(&mut self, now: Now) -> bool {
        // A call may have come before the last look at the clocks, and be answered after it.
        let passed = now.steady.saturating_sub(self.clocked_at);
        self.clocked_at = self.clocked_at.max(now.steady);
        self.think(passed)
    }

    fn until_fall(&self, now: Now) -> Option<Millis> {
        let left = |seat: Seat| self.clock(seat, now).filter(|(_, runs)| *runs).map(|(left, _)| left);
        self.table.deciding().iter().filter_map(left).min()
    }

    fn is_awake(&self) -> bool {
        self.goes_on() || self.until_fall(self.clocked_at.into()).is_some()
    }
}
