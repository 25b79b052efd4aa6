//! One game that is played: the rules, the state, the record and the random numbers in one value.
//!
//! This is what a program holds that wants a game and not its parts. Chance comes from the streams of a
//! seed or from outside, every event is written down, and the happenings are kept for whoever asks.

use std::fmt::Display;
use std::sync::Arc;

use serde::Serialize;

use crate::bot::{Bot, BotError};
use crate::fault::Faults;
use crate::game::{ImpossibleOutcome, RaceGame, SetupError, Turn, Weighted};
use crate::record::{self, Choice, Event, EventOf, Outcome, Record, ReplayError, Start, Undone};
use crate::seat::{Seat, SeatSet, Seats};
use crate::standings::Standings;
use crate::streams::{Deal, Stream, StreamCounts, Streams};

/// A game in play.
#[derive(Clone, Debug)]
pub struct Race<G: RaceGame> {
    game: Arc<G>,
    state: G::State,
    record: Record<G>,
    /// The keys of the streams in the record.
    deal: Deal,
    counts: StreamCounts,
    happenings: Vec<G::Happening>,
    /// How many happenings there were after each event.
    happened: Vec<usize>,
}

/// Why a move in a race is refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MoveError<E> {
    /// The seat has nothing to decide now.
    #[error("seat {0} has nothing to decide now")]
    NotYourTurn(Seat),
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] E),
}

/// Why a bot's turn came to nothing. The game is as it was before.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TurnError {
    /// No seat is to move.
    #[error("no seat is to move")]
    NobodysTurn,
    /// There is no bot for the seat to move.
    #[error("there is no bot for seat {0}")]
    NoBot(Seat),
    /// The bot has failed.
    #[error("the bot of seat {seat} has failed: {error}")]
    Failed {
        /// Whose bot.
        seat: Seat,
        /// What it said.
        error: BotError,
    },
    /// The bot chose what is not legal. In which position is not for players to see: [`Race::position`] gives it.
    #[error("the bot of seat {seat} chose {action}, which is not legal: {reason}")]
    IllegalChoice {
        /// Whose bot.
        seat: Seat,
        /// What it chose, as JSON.
        action: String,
        /// Why it is illegal.
        reason: String,
    },
    /// So many events were played and the game was not over.
    #[error("the game was not over after {0} events")]
    TooLong(usize),
}

impl TurnError {
    /// Whose bot it was, where it was one.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::NoBot(seat) | Self::Failed { seat, .. } | Self::IllegalChoice { seat, .. } => Some(*seat),
            Self::NobodysTurn | Self::TooLong(_) => None,
        }
    }

    /// What a bot said instead of an action.
    pub(crate) fn of(seat: Seat, error: BotError) -> Self {
        match error {
            BotError::NotLegal { action, reason } => Self::IllegalChoice { seat, action, reason },
            error => Self::Failed { seat, error },
        }
    }

    /// A bot chose what the rules refuse.
    pub(crate) fn illegal(seat: Seat, action: &impl Serialize, reason: &impl Display) -> Self {
        let action = serde_json::to_string(action).unwrap_or_default();
        Self::IllegalChoice { seat, action, reason: reason.to_string() }
    }
}

impl<G: RaceGame> Race<G> {
    /// A new game; all its chance comes from this seed.
    ///
    /// # Errors
    /// When the set-up does not fit the ruleset.
    pub fn new(game: impl Into<Arc<G>>, setup: &G::Setup, seed: u64) -> Result<Self, SetupError> {
        Self::in_group(game, setup, Streams::new(seed))
    }

    /// A new game that takes its chance from these streams: games with the same ones share their deals.
    ///
    /// # Errors
    /// When the set-up does not fit the ruleset.
    pub fn in_group(game: impl Into<Arc<G>>, setup: &G::Setup, streams: Streams) -> Result<Self, SetupError> {
        let game = game.into();
        let state = game.start(setup)?;
        let record = Record::new(game.ruleset().clone(), Start::Setup(setup.clone()), streams);
        Ok(Self::begin(game, state, record))
    }

    /// A game from a position on.
    ///
    /// # Errors
    /// When the position cannot be under the ruleset.
    pub fn from_position(game: impl Into<Arc<G>>, position: &G::Position, seed: u64) -> Result<Self, Faults> {
        let game = game.into();
        let state = game.state(position)?;
        let start = Start::Position(Box::new(position.clone()));
        let record = Record::new(game.ruleset().clone(), start, Streams::new(seed));
        Ok(Self::begin(game, state, record))
    }

    /// Goes on with a recorded game, after checking every event of it: what comes from the streams comes as
    /// it would have.
    ///
    /// # Errors
    /// At which event the record is wrong, and why.
    pub fn resume(mut record: Record<G>) -> Result<Self, ReplayError<G::Illegal>> {
        let (game, state) = record.open()?;
        let events = std::mem::take(&mut record.events);
        let mut race = Self::begin(Arc::new(game), state, record);
        for (index, event) in events.into_iter().enumerate() {
            race.apply(event, index + 1)?;
        }
        for waiting in std::mem::take(&mut race.record.waiting) {
            if !race.actions(waiting.seat).contains(&waiting.action) {
                return Err(ReplayError::Waiting(waiting.seat));
            }
            race.record.waiting.push(waiting);
        }
        Ok(race)
    }

    fn begin(game: Arc<G>, state: G::State, record: Record<G>) -> Self {
        Self {
            game,
            state,
            deal: record.streams.deal(),
            record,
            counts: StreamCounts::new(),
            happenings: Vec::new(),
            happened: Vec::new(),
        }
    }

    /// The game: its rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The state, with everything hidden in it: for programs that run games, not for players.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The state in words, with everything hidden in it: for programs that run games, not for players.
    pub fn position(&self) -> G::Position {
        self.game.position(&self.state)
    }

    /// The record so far.
    pub fn record(&self) -> &Record<G> {
        &self.record
    }

    /// Writes into the record who sits where, in the order of seats.
    pub fn set_players(&mut self, players: Vec<record::Player>) {
        self.record.seats = players;
    }

    /// The seats at the table.
    pub fn seats(&self) -> Seats {
        self.game.seats(&self.state)
    }

    /// Who moves next.
    pub fn turn(&self) -> Turn {
        self.game.turn(&self.state)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.turn() == Turn::Over
    }

    /// What a seat may know.
    pub fn view(&self, seat: Seat) -> G::View {
        self.game.view(&self.state, seat)
    }

    /// The seats that may decide now and have not yet: with secret choices there can be several.
    pub fn deciding(&self) -> SeatSet {
        let waiting = &self.record.waiting;
        let has_chosen = |seat: &Seat| waiting.iter().any(|choice| choice.seat == *seat);
        self.game.deciding(&self.state).iter().filter(|seat| !has_chosen(seat)).collect()
    }

    /// The legal actions of a seat, ascending; none when it has nothing to decide.
    pub fn actions(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        if self.deciding().contains(seat) {
            self.game.actions_of(&self.state, seat, &mut actions);
        }
        actions
    }

    /// Places and scores. Before the end they tell no more than every seat may know.
    pub fn standings(&self) -> Standings {
        self.game.standings(&self.state)
    }

    /// Everything that has happened, with everything hidden in it.
    pub fn happenings(&self) -> &[G::Happening] {
        &self.happenings
    }

    /// How many events there have been.
    pub fn events(&self) -> usize {
        self.record.events.len()
    }

    /// What a seat was told from this event (from 0) on.
    pub fn told(&self, seat: Seat, since: usize) -> Vec<G::Happening> {
        let first = since.checked_sub(1).and_then(|last| self.happened.get(last)).copied();
        let first = if since == 0 { 0 } else { first.unwrap_or(self.happenings.len()) };
        self.happenings[first..].iter().filter_map(|happening| self.game.seen_by(happening, seat)).collect()
    }

    /// Decides for a seat. A secret choice that comes before its turn waits for it, and is not told.
    ///
    /// # Errors
    /// When the seat has nothing to decide, or the action is not legal; nothing has changed then.
    pub fn play(&mut self, seat: Seat, action: G::Action) -> Result<(), MoveError<G::Illegal>> {
        if !self.deciding().contains(seat) {
            return Err(MoveError::NotYourTurn(seat));
        }
        if self.turn() != Turn::Seat(seat) {
            let mut actions = Vec::new();
            self.game.actions_of(&self.state, seat, &mut actions);
            if !actions.contains(&action) {
                return Err(MoveError::NotYourTurn(seat));
            }
            self.record.waiting.push(Choice { seat, action });
            return Ok(());
        }
        self.game.play(&mut self.state, action, &mut self.happenings)?;
        self.note(Event::Action(Choice { seat, action }), seat);
        self.play_waiting();
        Ok(())
    }

    /// Secret choices that were waiting are played as soon as it is their turn.
    fn play_waiting(&mut self) {
        while let Turn::Seat(seat) = self.turn() {
            let Some(index) = self.record.waiting.iter().position(|choice| choice.seat == seat) else {
                return;
            };
            let choice = self.record.waiting.swap_remove(index);
            // It was checked when it was made, and what others chose in secret does not change what is legal.
            if self.game.play(&mut self.state, choice.action, &mut self.happenings).is_ok() {
                self.note(Event::Action(choice), seat);
            }
        }
    }

    fn note(&mut self, event: EventOf<G>, seat: Seat) {
        self.counts.next_decision(seat);
        self.record.events.push(event);
        self.happened.push(self.happenings.len());
    }

    /// The outcomes that can come, with their weights; none when it is not chance's turn.
    pub fn chances(&self) -> Vec<Weighted<G::Chance>> {
        let mut chances = Vec::new();
        self.game.chances(&self.state, &mut chances);
        chances
    }

    /// Enters an outcome of chance from outside: a card drawn or a die rolled at a real table.
    ///
    /// # Errors
    /// When it cannot come now; nothing has changed then.
    pub fn resolve(&mut self, outcome: G::Chance) -> Result<(), ImpossibleOutcome> {
        self.resolve_as(Outcome { chance: outcome, by_hand: true })
    }

    fn resolve_as(&mut self, outcome: Outcome<G::Chance>) -> Result<(), ImpossibleOutcome> {
        let Turn::Chance(point) = self.turn() else { return Err(ImpossibleOutcome::NotChancesTurn) };
        self.game.resolve(&mut self.state, outcome.chance, &mut self.happenings)?;
        self.counts.next_chance(point);
        self.record.events.push(Event::Chance(outcome));
        self.happened.push(self.happenings.len());
        Ok(())
    }

    /// Lets chance decide one event, from the streams. `None` when it is not chance's turn.
    pub fn draw(&mut self) -> Option<G::Chance> {
        let Turn::Chance(point) = self.turn() else { return None };
        let nth = self.counts.next_chance(point);
        let mut rng = self.deal.chance(point, nth);
        let chance = self.game.sample_chance(&self.state, &mut rng);
        self.game.resolve_unchecked(&mut self.state, chance, &mut self.happenings);
        self.record.events.push(Event::Chance(Outcome { chance, by_hand: false }));
        self.happened.push(self.happenings.len());
        Some(chance)
    }

    /// Lets chance decide until a seat is to move or the game is over, and says which.
    pub fn proceed(&mut self) -> Turn {
        self.proceed_within(usize::MAX)
    }

    /// As [`Race::proceed`], but not beyond so many events in all: it can be chance's turn after them.
    pub fn proceed_within(&mut self, most_events: usize) -> Turn {
        while self.events() < most_events && self.draw().is_some() {}
        self.play_waiting();
        self.turn()
    }

    /// The generator for the next decision of this seat's bot.
    pub fn bot_stream(&self, seat: Seat) -> Stream {
        self.deal.bot(seat, self.counts.decisions(seat))
    }

    /// Asks a bot for the seat that is to move, and plays what it says.
    ///
    /// # Errors
    /// When the bot fails or chooses what is not legal; the game is as it was.
    pub fn ask(&mut self, bot: &mut (impl Bot<G> + ?Sized)) -> Result<G::Action, TurnError> {
        let Turn::Seat(seat) = self.turn() else { return Err(TurnError::NobodysTurn) };
        let view = self.view(seat);
        let actions = self.actions(seat);
        let mut rng = self.bot_stream(seat);
        let action =
            bot.choose(&self.game, &view, &actions, &mut rng).map_err(|error| TurnError::of(seat, error))?;
        self.play(seat, action).map_err(|reason| TurnError::illegal(seat, &action, &reason))?;
        Ok(action)
    }

    /// Plays an action drawn at random from the streams for the seat that is to move, as the openings of
    /// [`crate::arena::Arena`] do, and notes it in the record. `None` when no seat is to move.
    pub fn open_at_random(&mut self) -> Option<G::Action> {
        let Turn::Seat(seat) = self.turn() else { return None };
        let actions = self.actions(seat);
        let action = self.record.streams.opening(seat, self.counts.decisions(seat), &actions)?;
        self.play(seat, action).ok()?;
        self.record.openings += 1;
        Some(action)
    }

    /// Plays to the end, one bot a seat.
    ///
    /// # Errors
    /// When a bot fails, or the game is not over after `most_events` events; what was played stays.
    pub fn play_out(
        &mut self,
        bots: &mut [Box<dyn Bot<G>>],
        most_events: usize,
    ) -> Result<Standings, TurnError> {
        loop {
            match self.proceed_within(most_events) {
                Turn::Over => return Ok(self.standings()),
                _ if self.events() >= most_events => return Err(TurnError::TooLong(most_events)),
                Turn::Seat(seat) => {
                    let bot = bots.get_mut(seat.index()).ok_or(TurnError::NoBot(seat))?;
                    self.ask(bot)?;
                }
                Turn::Chance(_) => {}
            }
        }
    }

    /// Takes back the last decision of this seat and all that came after it. What chance had decided comes
    /// again if it is drawn again. Noted in the record. `false` when the seat has not decided anything yet.
    pub fn undo(&mut self, seat: Seat) -> bool {
        let is_own = |event: &EventOf<G>| matches!(event, Event::Action(choice) if choice.seat == seat);
        let Some(kept) = self.record.events.iter().rposition(is_own) else { return false };
        let mut record = self.record.clone();
        record.events.truncate(kept);
        record.waiting.clear();
        record.undone.push(Undone { event: kept, seat });
        // The events have just been played, so they replay.
        match Self::resume(record) {
            Ok(race) => {
                *self = race;
                true
            }
            Err(_) => false,
        }
    }

    fn apply(&mut self, event: EventOf<G>, number: usize) -> Result<(), ReplayError<G::Illegal>> {
        let turn = self.turn();
        record::apply(&*self.game, &mut self.state, &event, number, &mut self.happenings)?;
        match turn {
            Turn::Seat(seat) => _ = self.counts.next_decision(seat),
            Turn::Chance(point) => _ = self.counts.next_chance(point),
            Turn::Over => {}
        }
        self.record.events.push(event);
        self.happened.push(self.happenings.len());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Action, Chance, Dash};

    fn race() -> Race<Dash> {
        let game = Dash::short();
        let setup = game.setup(3);
        Race::new(game, &setup, 1).expect("a set-up that fits")
    }

    fn seat(number: u8) -> Seat {
        Seat::new(number).expect("a seat")
    }

    #[test]
    fn a_move_taken_back_takes_secret_choices_that_wait_with_it() {
        let mut race = race();
        race.play(seat(0), Action::Pick(1)).expect("its turn");
        race.play(seat(2), Action::Pick(3)).expect("a secret choice may come early");
        assert_eq!((race.events(), race.record().waiting.len()), (1, 1));
        assert!(!race.deciding().contains(seat(2)));
        assert!(race.undo(seat(0)));
        assert!(race.record().waiting.is_empty(), "what waited is taken back");
        assert_eq!(race.deciding(), race.seats().iter().collect());
        race.play(seat(2), Action::Pick(2)).expect("it chooses anew");
        race.play(seat(0), Action::Pick(1)).expect("its turn");
        race.play(seat(1), Action::Pick(1)).expect("its turn");
        let last = race.record().events.last().copied();
        assert_eq!(last, Some(Event::Action(Choice { seat: seat(2), action: Action::Pick(2) })));
    }

    #[test]
    fn an_outcome_entered_by_hand_is_marked_so_for_good() {
        let mut race = race();
        for number in 0..3 {
            race.play(seat(number), Action::Pick(1)).expect("its turn");
        }
        race.resolve(Chance::Die(2)).expect("a die may show that");
        let by_hand = |race: &Race<Dash>| {
            let chance = |event: &EventOf<Dash>| match event {
                Event::Chance(outcome) => Some(outcome.by_hand),
                Event::Action(_) => None,
            };
            race.record().events.iter().filter_map(chance).collect::<Vec<_>>()
        };
        race.play(seat(0), Action::Walk).expect("its turn");
        race.draw().expect("the next seat rolls");
        assert_eq!(by_hand(&race), [true, false]);
        let json = race.record().to_json();
        assert_eq!(json.matches("\"by-hand\":true").count(), 1, "{json}");
        let read = Race::resume(Record::from_json(&json).expect("a record")).expect("it replays");
        assert_eq!(by_hand(&read), [true, false]);
        assert!(race.play(seat(1), Action::Walk).is_ok() && race.undo(seat(1)));
        assert_eq!(by_hand(&race), [true, false], "what stays keeps its mark");
    }
}
