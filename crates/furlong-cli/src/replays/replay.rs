//! A recorded game with every state that it went through, and the moment that is shown.

use crate::play::outcome::{ending_sentence, places, possessions};
use crate::play::table::{at_the_table, names_of};
use furlong::record::{Event, apply};
use furlong::text::{Canvas, Names};
use furlong::{Mark, NotAtTheTable, Playable, Race, Record, ReplayError, Seat, Seats, Turn};

/// A recorded game, and the moment that is shown.
pub(crate) struct Replay<G: Playable> {
    game: G,
    record: Record<G>,
    /// The states, by the number of events before them.
    states: Vec<G::State>,
    /// The happenings of each event.
    happenings: Vec<Vec<G::Happening>>,
    names: Names,
    /// The seat from whose eyes it is shown; everything when `None`.
    seat: Option<Seat>,
    /// The number of events before the moment that is shown.
    now: usize,
}

/// A step through a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stride {
    Event,
    /// To the next decision that a seat has made.
    Decision,
    /// To the end of a turn.
    Turn,
    /// To the end of a round.
    Round,
    /// To the start or the end.
    Game,
}

/// The direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Forward,
    Back,
}

impl<G: Playable> Replay<G> {
    pub(crate) fn new(record: Record<G>) -> Result<Self, ReplayError<G::Illegal>> {
        let (game, mut state) = record.open()?;
        let mut states = vec![state.clone()];
        let mut happenings = Vec::new();
        for (event, number) in record.events.iter().zip(1..) {
            let mut seen = Vec::new();
            apply(&game, &mut state, event, number, &mut seen)?;
            states.push(state.clone());
            happenings.push(seen);
        }
        let names = names_of(&record.seats);
        Ok(Self { game, record, states, happenings, names, seat: None, now: 0 })
    }

    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    pub(crate) fn record(&self) -> &Record<G> {
        &self.record
    }

    pub(crate) fn seats(&self) -> Seats {
        self.game.seats(self.state())
    }

    /// The number of events.
    pub(crate) fn events(&self) -> usize {
        self.happenings.len()
    }

    /// The number of events before the moment that is shown.
    pub(crate) fn now(&self) -> usize {
        self.now
    }

    /// The state that is shown.
    pub(crate) fn state(&self) -> &G::State {
        &self.states[self.now]
    }

    /// The state after this number of events.
    pub(crate) fn state_at(&self, events: usize) -> Option<&G::State> {
        self.states.get(events)
    }

    /// The next to move at the moment that is shown.
    pub(crate) fn turn(&self) -> Turn {
        self.game.turn(self.state())
    }

    /// Returns whether the game has ended when its last event is over.
    pub(crate) fn is_over(&self) -> bool {
        self.states.last().is_some_and(|last| self.game.turn(last) == Turn::Over)
    }

    /// The seat from whose eyes it is shown; everything when `None`.
    pub(crate) fn seat(&self) -> Option<Seat> {
        self.seat
    }

    pub(crate) fn look_from(&mut self, seat: Option<Seat>) -> Result<(), NotAtTheTable> {
        self.seat = seat.map(|seat| at_the_table(self.seats(), seat)).transpose()?;
        Ok(())
    }

    /// The names, as the seat that looks reads them.
    pub(crate) fn names(&self) -> Names {
        self.names.addressing(self.seat)
    }

    pub(crate) fn go_to(&mut self, event: usize) -> Result<(), String> {
        let events = self.events();
        if event > events {
            return Err(format!("there is no event {event}: the game has {events}"));
        }
        self.now = event;
        Ok(())
    }

    /// Goes one step, as far as the game reaches.
    pub(crate) fn go(&mut self, stride: Stride, way: Way) {
        let ends_here = |moment: &usize| match moment.checked_sub(1) {
            None => false,
            Some(event) => self.is_end_of(stride, event),
        };
        self.now = match way {
            Way::Forward => (self.now + 1..=self.events()).find(ends_here).unwrap_or(self.events()),
            Way::Back => (0..self.now).rev().find(ends_here).unwrap_or(0),
        };
    }

    /// Returns whether a step of this kind ends with this event, counted from 0.
    fn is_end_of(&self, stride: Stride, event: usize) -> bool {
        let marks = |mark: fn(Mark) -> bool| {
            self.happenings[event].iter().filter_map(|happening| self.game.mark(happening)).any(mark)
        };
        match stride {
            Stride::Event => true,
            Stride::Decision => matches!(self.record.events[event], Event::Action(_)),
            Stride::Turn => marks(|mark| matches!(mark, Mark::TurnEnds(_))),
            Stride::Round => marks(|mark| mark == Mark::RoundEnds),
            Stride::Game => false,
        }
    }

    /// The round at the moment that is shown, from 1.
    pub(crate) fn round(&self) -> usize {
        let before = self.happenings[..self.now].iter().flatten();
        1 + before.filter(|happening| self.game.mark(happening) == Some(Mark::RoundEnds)).count()
    }

    /// An event, counted from 1, in sentences, as the chosen seat sees it.
    pub(crate) fn lines(&self, event: usize) -> Vec<String> {
        let seen = self.happenings[event - 1].iter().filter_map(|happening| match self.seat {
            Some(seat) => self.game.seen_by(happening, seat),
            None => Some(happening.clone()),
        });
        self.game.narrate_all(&seen.collect::<Vec<_>>(), &self.names())
    }

    /// The seat from whose eyes the table is drawn: the one that looks, or the one that is to move.
    pub(crate) fn eyes(&self) -> Seat {
        self.seat.unwrap_or_else(|| self.turn().eyes())
    }

    /// The table at the moment that is shown.
    pub(crate) fn picture(&self, canvas: &Canvas) -> String {
        match self.seat {
            Some(seat) => self.game.draw(&self.game.view(self.state(), seat), &self.names(), canvas),
            None => self.game.draw_open(self.state(), &self.names(), canvas),
        }
    }

    /// The lines of all that the seats hold at the moment that is shown, for those who see everything; none where the result
    /// tells it.
    pub(crate) fn held(&self, width: usize) -> Vec<String> {
        if self.seat.is_some() || self.turn() == Turn::Over {
            return Vec::new();
        }
        possessions(&self.game, self.state(), &self.names(), width)
    }

    /// The result, or the standings of an unfinished game, in lines of at most `width` columns.
    pub(crate) fn ending(&self, width: usize) -> Vec<String> {
        let sentence = ending_sentence(&self.game.standings(self.state()), &self.names());
        std::iter::once(sentence).chain(places(&self.game, self.state(), &self.names(), width)).collect()
    }

    /// The race as it stood before the event that is shown last.
    pub(crate) fn race_before(&self) -> Result<Race<G>, ReplayError<G::Illegal>> {
        let mut record = self.record.branch(self.now.saturating_sub(1), self.record.streams);
        record.branch = None;
        Race::resume(record)
    }
}
