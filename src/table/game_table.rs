//! The table of a game: [`GameTable`].

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use super::advice::{adviser, is_open_to, reasons};
use super::contract::{Stage, TableError};
use super::lesson::Guided;
use super::outcome::arrival_sentence;
use super::output::{Board, Message, Reader, Shown, TABLE_VERSION};
use super::players::{Occupant, names_of, seat_usual};
use super::request::Command;
use crate::arena::{Entrant, MOST_EVENTS, UsualAt};
use crate::bot::{Bot, Roster};
use crate::common::seat::{Seat, SeatMap, SeatSet, Seats};
use crate::formats::json;
use crate::game::{Mark, Turn};
use crate::playable::Playable;
use crate::race::{Race, TurnError};
use crate::record::{Event, EventOf, Player, Start, apply};
use crate::text::{Canvas, Marks, Names, separated};

/// People and bots around a game: see [`Table`](super::Table).
pub struct GameTable<G: Playable> {
    pub(super) race: Race<G>,
    pub(super) people: SeatSet,
    pub(super) names: Names,
    pub(super) roster: Arc<Roster<G>>,
    entrants: Vec<Option<Entrant<G>>>,
    pub(super) bots: Vec<Option<Box<dyn Bot<G>>>>,
    /// How often new bots were seated.
    pub(super) bots_before: u64,
    /// The number of events that have been reported to the bots; `None` before they have started.
    heard: Option<usize>,
    /// The number of events that each seat has been shown.
    pub(super) shown: SeatMap<usize>,
    /// The number of events that watchers have been shown.
    pub(super) watched: usize,
    /// The number of events that readers who see everything have been shown.
    pub(super) seen: usize,
    /// The player that plays by default under these rules, once a hint has needed it.
    pub(super) usual: Arc<OnceLock<UsualAt>>,
    /// Whether the log shows the reasons of bots.
    pub(super) tells_reasons: bool,
    /// The reasons of bots that have been asked, by the number of events after the decision.
    pub(super) reasons: BTreeMap<usize, Reasons>,
    /// The person who is sitting in front of a shared screen.
    pub(super) at_screen: Option<Seat>,
    pub(super) shares_screen: bool,
    /// Whether the people who have finished want to watch the others, once they have answered.
    pub(super) watches_rest: Option<bool>,
    pub(super) most_events: usize,
    pub(super) is_opened: bool,
    pub(super) canvas: Canvas,
    pub(super) commands: &'static [Command],
    /// The steps of a guided first game.
    pub(super) guided: Option<Guided<G>>,
    /// The states of the game, by the number of events before them, as far as they have been needed.
    pub(super) states: Vec<G::State>,
    /// The number of events before the moment that is shown, when the game is being replayed.
    pub(super) past: Option<usize>,
}

/// The reasons of a bot for a decision, and the seats that may know them.
pub(super) struct Reasons {
    said: String,
    open_to: SeatSet,
}

impl<G: Playable> fmt::Debug for GameTable<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameTable").field("race", &self.race).finish_non_exhaustive()
    }
}

impl<G: Playable> GameTable<G> {
    /// Creates the table of a game in play, with the players named in the race's record. If it names none, a person
    /// takes the first seat, and the game's [gentlest](crate::bot::gentlest) bot all others.
    ///
    /// # Errors
    /// When the record names another number of players, or a bot that the game does not have.
    pub fn new(race: Race<G>) -> Result<Self, TableError> {
        Self::with_bots(race, Arc::new(Roster::of_game()))
    }

    /// Creates the table of a game in play, with the bots of the game and those of a program. A player that is a
    /// process is started, so check the [players](crate::Record::seats) of a record that comes from elsewhere.
    ///
    /// # Errors
    /// As for [`GameTable::new`].
    pub fn with_bots(mut race: Race<G>, bots: Arc<Roster<G>>) -> Result<Self, TableError> {
        seat_usual(&mut race, &bots);
        let players = race.record().seats.clone();
        let mut table = Self::around(race, bots);
        table.seat_players(players)?;
        Ok(table)
    }

    /// Creates the table of a game that is replayed, from its beginning. Nobody plays.
    pub fn replay(race: Race<G>) -> Self {
        Self::replay_with_bots(race, Arc::new(Roster::of_game()))
    }

    /// Creates the table of a game that is replayed, with bots that are asked for their reasons.
    pub fn replay_with_bots(race: Race<G>, bots: Arc<Roster<G>>) -> Self {
        let mut table = Self::around(race, bots);
        table.remember();
        table.reasons.clear();
        table.past = Some(0);
        table
    }

    /// Seats other players, and new bots.
    pub(super) fn seat_players(&mut self, players: Vec<Player>) -> Result<(), TableError> {
        let seats = self.race.seats();
        if players.len() != usize::from(seats.count()) {
            return Err(TableError::Players { named: players.len(), seats });
        }
        let setup = match &self.race.record().start {
            Start::Setup(setup) => json::plain(setup),
            Start::Position(_) => Value::Null,
        };
        let entrant = |player: &Player| {
            let occupant: Occupant = player.player.parse()?;
            Ok(occupant.entrant(&self.roster, &setup, seats)?)
        };
        let entrants: Vec<_> = players.iter().map(entrant).collect::<Result<_, TableError>>()?;
        let before = std::mem::replace(&mut self.entrants, entrants);
        if let Err(error) = self.renew_bots() {
            self.entrants = before;
            return Err(error);
        }
        (self.people, self.names) = (people(seats, &players), names_of(&players));
        self.race.set_players(players);
        Ok(())
    }

    /// Creates a table without bots.
    pub(super) fn around(race: Race<G>, roster: Arc<Roster<G>>) -> Self {
        let players = &race.record().seats;
        let mut shown = SeatMap::default();
        race.seats().iter().for_each(|seat| shown[seat] = last_own_event(&race, seat));
        Self {
            people: people(race.seats(), players),
            names: names_of(players),
            roster,
            entrants: Vec::new(),
            bots: Vec::new(),
            bots_before: 0,
            heard: None,
            shown,
            watched: 0,
            seen: 0,
            usual: Arc::default(),
            tells_reasons: false,
            reasons: BTreeMap::new(),
            at_screen: None,
            shares_screen: false,
            watches_rest: None,
            most_events: MOST_EVENTS as usize,
            is_opened: false,
            canvas: Canvas::PLAIN,
            commands: &[],
            guided: None,
            states: Vec::new(),
            past: None,
            race,
        }
    }

    /// Returns the game in play.
    pub fn race(&self) -> &Race<G> {
        &self.race
    }

    /// Returns the game in play, without its players.
    pub fn into_race(self) -> Race<G> {
        self.race
    }

    // ---- bots ----

    /// Seats new bots, which know nothing yet: at the beginning, and when something that they knew was taken back.
    pub(super) fn renew_bots(&mut self) -> Result<(), TableError> {
        let game = format!("a game of seed {}", self.race.record().streams.seed);
        let bot =
            |entrant: &Option<Entrant<G>>| entrant.as_ref().map(|entrant| entrant.bot_in(&game)).transpose();
        self.bots = self.entrants.iter().map(bot).collect::<Result<_, _>>()?;
        self.heard = None;
        self.bots_before += 1;
        Ok(())
    }

    /// Reports to the bots what their seats have seen since the last report.
    pub(super) fn tell_bots(&mut self) {
        for (seat, bot) in self.race.seats().iter().zip(&mut self.bots) {
            match (bot, self.heard) {
                (Some(bot), Some(since)) => self.race.notify(bot, seat, since),
                (Some(bot), None) => self.race.notify_from_start(bot, seat),
                (None, _) => {}
            }
        }
        self.heard = Some(self.race.events());
        if self.race.is_over() {
            let standings = self.race.standings();
            for (seat, bot) in self.race.seats().iter().zip(&mut self.bots) {
                if let Some(bot) = bot {
                    bot.over(self.race.game(), seat, &standings);
                }
            }
        }
    }

    /// Lets the bot of the seat to move decide.
    pub(super) fn ask(&mut self) -> Result<(), TurnError> {
        let Turn::Seat(seat) = self.race.turn() else { return Err(TurnError::NobodysTurn) };
        let reasons = if self.tells_reasons { self.reasons_of(seat) } else { None };
        let bot = self.bots.get_mut(seat.index()).and_then(Option::as_mut);
        self.race.ask(bot.ok_or(TurnError::NoBot(seat))?)?;
        self.time_bot(seat);
        self.reasons.extend(reasons.map(|reasons| (self.race.events(), reasons)));
        Ok(())
    }

    /// Returns the reasons of the bot to move; `None` when it gives none. A program is not asked twice.
    fn reasons_of(&mut self, seat: Seat) -> Option<Reasons> {
        let Some(Occupant::Bot(_)) = self.occupant(seat) else { return None };
        let open_to = self.people.iter().filter(|reader| is_open_to(&self.race, seat, *reader)).collect();
        let bot = self.bots.get_mut(seat.index())?.as_mut()?;
        Some(Reasons { said: reasons(&self.race, &mut **bot, seat, &self.names)?, open_to })
    }

    /// Asks the bot of the last decision before the shown moment for its reasons.
    pub(super) fn ask_again(&mut self) {
        let now = self.at();
        let Some(Event::Action(played)) = now.checked_sub(1).map(|last| self.race.record().events[last])
        else {
            return;
        };
        if self.reasons.contains_key(&now) {
            return;
        }
        let seat = played.seat;
        // A program is not asked again.
        let Some(Occupant::Bot(spec)) = self.occupant(seat) else { return };
        let mut record = self.race.record().branch(now - 1, self.race.record().streams);
        record.branch = None;
        let Ok(race) = Race::resume(record) else { return };
        let Ok(mut bot) = adviser(&self.roster, &spec.to_string(), race.seats()) else { return };
        race.notify_from_start(&mut bot, seat);
        if let Some(said) = reasons(&race, &mut *bot, seat, &self.names) {
            let open_to = race.seats().iter().filter(|reader| is_open_to(&race, seat, *reader)).collect();
            self.reasons.insert(now, Reasons { said, open_to });
        }
    }

    fn occupant(&self, seat: Seat) -> Option<Occupant> {
        self.race.record().seats.get(seat.index()).and_then(Occupant::of)
    }

    // ---- moments ----

    /// Keeps the states up to now.
    pub(super) fn remember(&mut self) {
        let record = self.race.record();
        if self.states.is_empty() {
            self.states.extend(record.open().ok().map(|(_, state)| state));
        }
        let game = self.race.shared_game();
        while let (Some(last), kept @ 1..) = (self.states.last(), self.states.len()) {
            // Choices that are not carried out yet are in the record, but not in the game.
            let Some(event) = record.events.get(kept - 1).filter(|_| kept <= self.race.events()) else {
                break;
            };
            let mut state = last.clone();
            if apply(&*game, &mut state, event, kept, &mut ()).is_err() {
                break;
            }
            self.states.push(state);
        }
    }

    /// Returns the number of events before the last turn of a seat that others, or its effects, have followed. When
    /// the game is being replayed, it is the number before anybody's last decision.
    pub(super) fn turn_began(&self, seat: Seat) -> usize {
        let events = &self.race.record().events;
        let events = &events[..self.at().min(events.len())];
        let decided = |event: &EventOf<G>| match event {
            Event::Action(played) => Some(played.seat),
            Event::Chance(_) => None,
        };
        let is_own = |event: &EventOf<G>| decided(event) == Some(seat);
        if self.past.is_some() {
            return events.iter().rposition(|event| decided(event).is_some()).unwrap_or(0);
        }
        // A seat may have several decisions in a turn, and several turns in a row.
        let ends_turn = |at: &usize| {
            let is_others = decided(&events[*at]).is_some_and(|by| by != seat);
            let marks = |happening| matches!(self.race.game().mark(happening), Some(Mark::TurnEnds(_)));
            is_others || self.happenings(*at, at + 1).iter().any(marks)
        };
        let turn_up_to = |end: usize| (0..end).rev().find(ends_turn).map_or(0, |last| last + 1);
        // Decisions in a turn that is still going on belong to that turn.
        let is_at_turn = self.race.turn() == Turn::Seat(seat);
        let end = if is_at_turn { turn_up_to(events.len()) } else { events.len() };
        let Some(own) = events[..end].iter().rposition(is_own) else { return 0 };
        let before = turn_up_to(own);
        events[before..=own].iter().position(is_own).map_or(own, |first| before + first)
    }

    /// Returns the number of events before the round of the last event.
    pub(super) fn round_began(&self) -> usize {
        let ends_round = |event: &usize| {
            let mut happenings = self.happenings(*event, event + 1).iter();
            happenings.any(|happening| self.race.game().mark(happening) == Some(Mark::RoundEnds))
        };
        let before = self.at().saturating_sub(1);
        (0..before).rev().find(ends_round).map_or(0, |event| event + 1)
    }

    /// Returns the number of events before the moment that is shown.
    pub(super) fn at(&self) -> usize {
        self.past.unwrap_or(self.race.events())
    }

    /// Returns the state at the moment that is shown.
    pub(super) fn state(&self) -> &G::State {
        self.past.and_then(|now| self.states.get(now)).unwrap_or(self.race.state())
    }

    /// Returns the view of a seat at the moment that is shown.
    pub(super) fn view(&self, seat: Seat) -> G::View {
        self.race.game().view(self.state(), seat)
    }

    /// Returns the happenings from event `from` to event `to`, both counted from 0, including everything hidden.
    pub(super) fn happenings(&self, from: usize, to: usize) -> &[G::Happening] {
        let since = self.race.happenings_since(from.min(to));
        &since[..since.len() - self.race.happenings_since(to).len()]
    }

    // ---- stages ----

    /// Returns the stage, regardless of who sits in front of the screen.
    pub(super) fn stage_here(&self) -> Stage {
        if self.guided.is_some() {
            return Stage::Person(Seat::FIRST);
        }
        if self.past.is_some() {
            return Stage::Replay { is_over: self.race.game().turn(self.state()) == Turn::Over };
        }
        if let Some(seat) = self.early_loss() {
            return if self.race.record().resigned.is_some() {
                Stage::Resigned(seat)
            } else {
                Stage::TimeUp(seat)
            };
        }
        match self.race.turn() {
            Turn::Over => Stage::Over,
            _ if self.race.events() >= self.most_events => Stage::Unfinished,
            _ if self.awaits_rest() => Stage::Rest,
            Turn::Chance(_) => Stage::Chance,
            Turn::Seat(seat) if !self.people.contains(seat) => Stage::Bot(seat),
            Turn::Seat(seat) if self.is_elsewhere(seat) => Stage::HandOver(seat),
            Turn::Seat(seat) => Stage::Person(seat),
        }
    }

    /// Returns whether the screen is shared, and somebody other than this person sits in front of it.
    fn is_elsewhere(&self, seat: Seat) -> bool {
        let has_others = self.people.len() > 1 || self.at_screen.is_some();
        self.shares_screen && has_others && self.at_screen != Some(seat)
    }

    /// Returns the people who may decide now.
    pub(super) fn may_decide(&self) -> SeatSet {
        match &self.guided {
            Some(guided) if guided.is_done() => return SeatSet::EMPTY,
            None if self.past.is_some()
                || self.race.events() >= self.most_events
                || self.early_loss().is_some() =>
            {
                return SeatSet::EMPTY;
            }
            _ => {}
        }
        self.race.deciding().iter().filter(|seat| self.people.contains(*seat)).collect()
    }

    /// Returns whether all people have finished and nobody has answered yet whether to show the rest.
    pub(super) fn awaits_rest(&self) -> bool {
        let (game, state) = (self.race.game(), self.race.state());
        self.shares_screen
            && self.watches_rest.is_none()
            && !self.people.is_empty()
            && !self.race.is_over()
            && self.people.iter().all(|seat| game.has_finished(state, seat))
    }

    // ---- words ----

    /// Creates a message to a reader. It must contain nothing that the reader may not see.
    pub(super) fn message(&self, to: Reader, shown: Vec<Shown>) -> Message {
        Message { version: TABLE_VERSION, to, events: self.at(), shown }
    }

    /// Returns whether this reader may see what it asks for. A seat may see what it knows; everybody may see
    /// everything when there is nobody left to hide it from.
    pub(super) fn may_see(&self, reader: Reader) -> bool {
        match reader {
            Reader::Player(seat) | Reader::Beside(seat) => self.race.seats().contains(seat),
            Reader::Watcher => true,
            Reader::All => self.is_opened || self.people.is_empty() || self.race.is_over(),
        }
    }

    /// Describes what has happened from event `from` to event `to`, with the reasons of bots after their decisions.
    pub(super) fn happened(&self, reader: Reader, from: usize, to: usize) -> Vec<Shown> {
        if !self.may_see(reader) {
            return vec![Shown::Refused(HIDDEN.to_owned())];
        }
        let names = reader.names(&self.names);
        let game = self.race.game();
        let narrated = |from: usize, to: usize| {
            let happenings = self.happenings(from, to);
            let seen = happenings.iter().filter_map(|happening| self.seen(reader, happening));
            let lines = game.narrate_all(&seen.collect::<Vec<_>>(), &names);
            lines.into_iter().map(Shown::Happened)
        };
        let may_know = |reasons: &Reasons| match reader {
            Reader::Player(seat) | Reader::Beside(seat) => reasons.open_to.contains(seat),
            Reader::Watcher => false,
            Reader::All => true,
        };
        let is_told = |reasons: &Reasons| self.tells_reasons && may_know(reasons);
        let (mut shown, mut told) = (Vec::new(), from);
        let reasons = self.reasons.range(from + 1..(to + 1).max(from + 1));
        for (event, reasons) in reasons.filter(|(_, reasons)| is_told(reasons)) {
            shown.extend(narrated(told, *event));
            shown.push(Shown::Reason(reasons.said.clone()));
            told = *event;
        }
        shown.extend(narrated(told, to));
        shown
    }

    /// Describes the happenings from event `from` to event `to` in steps. Each step but the last ends with a board, on
    /// which the last change is marked.
    pub(super) fn in_frames(&self, reader: Reader, from: usize, to: usize) -> Vec<Vec<Shown>> {
        let seat = reader.seat().unwrap_or(Seat::FIRST);
        let (game, names) = (self.race.game(), reader.names(&self.names));
        let (mut frames, mut told) = (Vec::new(), from);
        for event in (from..to).filter(|_| self.may_see(reader) && reader != Reader::Watcher) {
            let Some(before) = self.states.get(event) else { break };
            let happenings = self.happenings(event, event + 1).iter();
            let seen: Vec<_> = happenings.filter_map(|happening| self.seen(reader, happening)).collect();
            let mut since = game.view(before, seat);
            let moments = game.frames(&since, &seen);
            if moments.is_empty() {
                continue;
            }
            let mut shown = self.happened(reader, told, event);
            let mut at = 0;
            for moment in moments {
                let lines = game.narrate_all(&seen[at..moment.happenings], &names);
                shown.extend(lines.into_iter().map(Shown::Happened));
                let marks = Marks { choice: None, since: Some(&since) };
                let picture = game.draw(&moment.view, &marks, &names, &self.canvas);
                shown.push(Shown::Board(Board { caption: None, picture }));
                frames.push(std::mem::take(&mut shown));
                (since, at) = (moment.view, moment.happenings);
            }
            shown.extend(game.narrate_all(&seen[at..], &names).into_iter().map(Shown::Happened));
            let all = self.happened(reader, event, event + 1).into_iter();
            shown.extend(all.filter(|shown| matches!(shown, Shown::Reason(_))));
            frames.push(shown);
            told = event + 1;
        }
        let rest = self.happened(reader, told, to);
        match frames.last_mut() {
            Some(last) => last.extend(rest),
            None => frames.push(rest),
        }
        frames
    }

    /// Returns the result as the last event describes it, if that adds something to this sentence: by how much, or why
    /// nobody has won.
    pub(super) fn as_told(&self, reader: Reader, sentence: String) -> String {
        let (now, bare) = (self.at(), sentence.trim_end_matches('.'));
        let last =
            self.happened(reader, now.saturating_sub(1), now).into_iter().rev().find_map(
                |shown| match shown {
                    Shown::Happened(text) => Some(text),
                    _ => None,
                },
            );
        let fuller = last.and_then(|text| text.find(bare).map(|start| text[start..].to_owned()));
        fuller.unwrap_or(sentence)
    }

    /// Returns a happening as this reader sees it.
    pub(super) fn seen(&self, reader: Reader, happening: &G::Happening) -> Option<G::Happening> {
        let game = self.race.game();
        match reader {
            Reader::Player(seat) | Reader::Beside(seat) => game.seen_by(happening, seat),
            Reader::Watcher => game.seen_by_others(happening, self.race.seats()),
            Reader::All => Some(happening.clone()),
        }
    }

    /// Describes the places of all people, when they have finished and bots race on.
    pub(super) fn arrivals_in_words(&self) -> String {
        let only = self.people.iter().next().filter(|_| self.people.len() == 1);
        let names = self.names.addressing(only);
        let standings = self.race.standings();
        separated(self.people.iter().map(|seat| arrival_sentence(&standings, seat, &names)), " ")
    }
}

/// The answer to readers who want to see everything while there is something to hide.
pub(super) const HIDDEN: &str = "The game is not over, so hidden information stays hidden.";

/// Returns the seats of the people among these players.
fn people(seats: Seats, players: &[Player]) -> SeatSet {
    let is_person = |seat: &Seat| players.get(seat.index()).and_then(Occupant::of) == Some(Occupant::Person);
    seats.iter().filter(is_person).collect()
}

/// Returns the number of events at this seat's last decision.
fn last_own_event<G: Playable>(race: &Race<G>, seat: Seat) -> usize {
    let is_own = |event: &EventOf<G>| matches!(event, Event::Action(choice) if choice.seat == seat);
    let events = &race.record().events;
    events.iter().rposition(is_own).map_or(0, |last| last + 1)
}
