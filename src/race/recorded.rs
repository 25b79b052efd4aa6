//! Races with a history: records, past events, and taking back moves.

use std::sync::Arc;

use super::in_play::reach;
use super::{History, Log, Race, Shared, TurnError, UndoError};
use crate::bot::Bot;
use crate::common::fault::Faults;
use crate::common::seat::Seat;
use crate::game::streams::{StreamCounts, Streams};
use crate::game::{RaceGame, SetupError, Turn};
use crate::record;
use crate::record::{EventOf, Record, ReplayError, Rules, Start};

impl<G: RaceGame> Race<G> {
    /// Starts a game. All its chance outcomes come from `seed`.
    ///
    /// # Errors
    /// When the set-up does not fit the ruleset.
    pub fn new(game: impl Shared<Game = G>, setup: &G::Setup, seed: u64) -> Result<Self, SetupError> {
        Self::in_group(game, setup, Streams::new(seed))
    }

    /// Starts a game that takes its chance outcomes from `streams`. Games with equal streams have the same deals.
    ///
    /// # Errors
    /// When the set-up does not fit the ruleset.
    pub fn in_group(
        game: impl Shared<Game = G>,
        setup: &G::Setup,
        streams: Streams,
    ) -> Result<Self, SetupError> {
        let game = game.shared();
        let state = game.start(setup)?;
        let record = Record::new(Rules::of(Arc::clone(&game)), Start::Setup(setup.clone()), streams);
        Ok(Self::begin(game, state, record))
    }

    /// Starts a game from a position.
    ///
    /// # Errors
    /// Every inconsistency of the position with the ruleset.
    pub fn from_position(
        game: impl Shared<Game = G>,
        position: &G::Position,
        seed: u64,
    ) -> Result<Self, Faults> {
        let game = game.shared();
        let state = game.state(position)?;
        let start = Start::Position(Box::new(position.clone()));
        let record = Record::new(Rules::of(Arc::clone(&game)), start, Streams::new(seed));
        Ok(Self::begin(game, state, record))
    }

    /// Continues a recorded game after checking every event. Later draws are the same as if the game had not been
    /// interrupted.
    ///
    /// # Errors
    /// The first event that is wrong, and the reason.
    pub fn resume(mut record: Record<G>) -> Result<Self, ReplayError<G::Illegal>> {
        let (game, state) = record.open_shared()?;
        record.ruleset = Rules::of(Arc::clone(&game));
        let events = std::mem::take(&mut record.events);
        let waiting = std::mem::take(&mut record.waiting);
        let mut race = Self::begin(game, state, record);
        for (index, event) in events.into_iter().enumerate() {
            race.replay(event, index + 1)?;
        }
        for choice in waiting {
            if !race.actions(choice.seat).contains(&choice.action) {
                return Err(ReplayError::Waiting(choice.seat));
            }
            race.wait(choice);
        }
        Ok(race)
    }

    fn begin(game: Arc<G>, state: G::State, record: Record<G>) -> Self {
        Self {
            game,
            deal: record.streams.deal(),
            counts: StreamCounts::new(),
            events: 0,
            waiting: Vec::new(),
            listed: Vec::new(),
            log: History::of(record, state.clone()),
            state,
        }
    }

    /// Plays event `number` of a record, counted from 1.
    fn replay(&mut self, event: EventOf<G>, number: usize) -> Result<(), ReplayError<G::Illegal>> {
        let turn = self.turn();
        record::apply(&*self.game, &mut self.state, &event, number, &mut self.log.listener())?;
        self.counts.pass(turn);
        self.end(event);
        Ok(())
    }

    /// Converts the race into one without history. It keeps no record, cannot undo moves, and takes a bounded number of
    /// bytes: the size of `Race<G, ()>` and of the waiting choices.
    ///
    /// ```
    /// use furlong::gotham::Gotham;
    /// use furlong::{Race, RaceGame, ruleset};
    ///
    /// let game = Gotham::new(ruleset::open("standard")?)?;
    /// let setup = game.setup(4);
    /// let race = Race::new(game, &setup, 7)?.without_history();
    /// assert!(size_of_val(&race) < 1_100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn without_history(self) -> Race<G, ()> {
        let Self { game, state, deal, counts, events, waiting, listed, log: _ } = self;
        Race { game, state, deal, counts, events, waiting, listed, log: () }
    }

    /// The position, including everything hidden. It is for programs that run games, not for players.
    pub fn position(&self) -> G::Position {
        self.game.position(&self.state)
    }

    /// The record so far.
    pub fn record(&self) -> &Record<G> {
        &self.log.record
    }

    /// Sets the players of the record, in the order of seats.
    pub fn set_players(&mut self, players: Vec<record::Player>) {
        self.log.record.seats = players;
    }

    /// The clocks of the people in the record, so that you can set, run or remove them.
    pub fn clocks_mut(&mut self) -> &mut Option<record::Clocks> {
        &mut self.log.record.clocks
    }

    /// The thinking times of each seat in the record, so that you can add to them.
    pub(crate) fn thought_mut(&mut self) -> &mut Vec<Vec<u64>> {
        &mut self.log.record.thought_ms
    }

    /// Records that this player has resigned, or that nobody has. The rules know nothing of it: a [`Table`](crate::table::Table)
    /// ends the game.
    pub fn set_resigned(&mut self, seat: Option<Seat>) {
        self.log.record.resigned = seat;
    }

    /// All happenings, including everything hidden.
    pub fn happenings(&self) -> &[G::Happening] {
        &self.log.happenings
    }

    /// The happenings from event `since` on (counted from 0), including everything hidden.
    pub fn happenings_since(&self, since: usize) -> &[G::Happening] {
        self.log.since(since)
    }

    /// Returns the happenings from event `since` on (counted from 0) as `seat` sees them; none for a seat that is not
    /// at the table.
    pub fn seen(&self, seat: Seat, since: usize) -> Vec<G::Happening> {
        if !self.seats().contains(seat) {
            return Vec::new();
        }
        let since = self.log.since(since).iter();
        since.filter_map(|happening| self.game.seen_by(happening, seat)).collect()
    }

    /// Returns the happenings from event `since` on (counted from 0) as a spectator without a seat sees them.
    ///
    /// ```
    /// use furlong::gotham::{Gotham, Happening};
    /// use furlong::{Race, RaceGame, ruleset};
    ///
    /// let game = Gotham::new(ruleset::open("standard")?)?;
    /// let mut race = Race::new(game.clone(), &game.setup(2), 7)?;
    /// race.proceed();
    /// let is_open = |seen: &Happening| matches!(seen, Happening::Gets { card: Some(_), .. });
    /// assert!(race.happenings().iter().any(is_open) && !race.seen_by_watchers(0).iter().any(is_open));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seen_by_watchers(&self, since: usize) -> Vec<G::Happening> {
        let since = self.log.since(since).iter();
        since.filter_map(|happening| self.game.seen_by_others(happening, self.seats())).collect()
    }

    /// Lets `bot` begin in `seat` ([`Bot::begin`]), and reports all happenings so far to it. Call it when the bot takes
    /// the seat, and after [`Race::undo`]. It skips bots that do not listen.
    pub fn notify_from_start(&self, bot: &mut (impl Bot<G> + ?Sized), seat: Seat) {
        if bot.listens() {
            bot.begin(&self.game, seat);
            self.notify(bot, seat, 0);
        }
    }

    /// Reports the happenings from event `since` on (counted from 0) to `bot`, as `seat` sees them. Call it between
    /// decisions. It skips bots that do not listen.
    pub fn notify(&self, bot: &mut (impl Bot<G> + ?Sized), seat: Seat, since: usize) {
        if bot.listens() {
            self.seen(seat, since).iter().for_each(|happening| bot.observe(&self.game, seat, happening));
        }
    }

    /// Reports to all bots, one for each seat, as [`Race::notify`] does. Returns the number of events so far.
    pub(crate) fn tell_all(&self, bots: &mut [Box<dyn Bot<G>>], since: usize) -> Result<usize, TurnError> {
        for (bot, seat) in bots.iter_mut().zip(self.seats().iter()) {
            reach(seat, || self.notify(bot, seat, since))?;
        }
        Ok(self.events)
    }

    /// Plays a random action from the streams for the seat to move, as the openings of [`crate::arena::Arena`] do, and
    /// counts it in the record. Returns `None` when no seat is to move.
    pub fn open_at_random(&mut self) -> Option<G::Action> {
        let Turn::Seat(seat) = self.turn() else { return None };
        let actions = self.actions(seat);
        let action = self.deal.opening(seat, self.counts.decisions(seat), &actions)?;
        self.play(seat, action).ok()?;
        self.log.record.openings += 1;
        Some(action)
    }

    /// Takes back the last decision of `seat`.
    ///
    /// If a secret choice of the seat waits for its turn, that is its last decision: it is withdrawn
    /// ([`Race::withdraw`]), and nothing else changes. Otherwise the last decision that was carried out is taken back
    /// together with everything after it, including waiting choices. Chance outcomes that are drawn again are the same.
    /// The record notes the undone move.
    ///
    /// Bots that listen have now heard of events that were undone: report to them again with [`Race::notify_from_start`].
    ///
    /// # Errors
    /// When the seat has made no decision, or none since the events that the record shares with another game.
    pub fn undo(&mut self, seat: Seat) -> Result<(), UndoError> {
        match self.withdraw(seat) {
            Err(UndoError::NotWaiting(_)) => {}
            withdrawn => return withdrawn.map(drop),
        }
        (self.state, self.counts) = self.log.undo(&self.game, seat)?;
        self.events = self.log.record.events.len();
        self.waiting.clear();
        Ok(())
    }
}
