//! The history of a race.

use std::fmt::Debug;

use super::UndoError;
use crate::common::observer::Observer;
use crate::common::seat::Seat;
use crate::game::RaceGame;
use crate::game::streams::StreamCounts;
use crate::record::{Event, EventOf, Played, Record, Undone};

/// What a [`Race`](super::Race) keeps of its course: a [`History`], or nothing with `()`.
pub trait Log<G: RaceGame>: Clone + Debug {
    /// The observer of the next event's happenings.
    fn listener(&mut self) -> impl Observer<G::Happening>;

    /// Called after an event has been carried out.
    fn end(&mut self, event: EventOf<G>);

    /// Called with the secret choices that now wait for their turn.
    fn wait(&mut self, waiting: &[Played<G::Action>]);
}

impl<G: RaceGame> Log<G> for () {
    #[inline]
    fn listener(&mut self) -> impl Observer<G::Happening> {}

    #[inline]
    fn end(&mut self, _event: EventOf<G>) {}

    fn wait(&mut self, _waiting: &[Played<G::Action>]) {}
}

/// The course of a race: its record and all happenings.
#[derive(Clone, Debug)]
pub struct History<G: RaceGame> {
    pub(super) record: Record<G>,
    pub(super) happenings: Vec<G::Happening>,
    /// The number of happenings after each event.
    happened: Vec<u32>,
    /// The first state. Taking back a move replays all remaining events from it.
    start: G::State,
}

impl<G: RaceGame> Log<G> for History<G> {
    #[inline]
    fn listener(&mut self) -> impl Observer<G::Happening> {
        &mut self.happenings
    }

    #[inline]
    fn end(&mut self, event: EventOf<G>) {
        self.record.events.push(event);
        self.happened.push(self.happenings.len() as u32);
    }

    fn wait(&mut self, waiting: &[Played<G::Action>]) {
        self.record.waiting = waiting.to_vec();
    }
}

impl<G: RaceGame> History<G> {
    /// Creates the history of a race that begins with this state. The record has no events yet.
    pub(super) fn of(mut record: Record<G>, start: G::State) -> Self {
        /// The initial capacity: growing lists from nothing would move them several times in every game.
        const ROOM: usize = 64;
        record.events.reserve(ROOM);
        Self { record, happenings: Vec::with_capacity(ROOM), happened: Vec::with_capacity(ROOM), start }
    }

    /// Returns all happenings from event `event` on (counted from 0).
    pub(super) fn since(&self, event: usize) -> &[G::Happening] {
        &self.happenings[self.happened_before(event)..]
    }

    /// The number of happenings before event `event`.
    fn happened_before(&self, event: usize) -> usize {
        let Some(last) = event.checked_sub(1) else { return 0 };
        self.happened.get(last).map_or(self.happenings.len(), |happened| *happened as usize)
    }

    /// Takes back the last decision of `seat` and everything after it, and returns the state before it. Events that are
    /// shared with another game stay.
    pub(super) fn undo(&mut self, game: &G, seat: Seat) -> Result<(G::State, StreamCounts), UndoError> {
        let is_own = |event: &EventOf<G>| matches!(event, Event::Action(choice) if choice.seat == seat);
        let shared = self.record.branch.map_or(0, |branch| branch.events);
        let kept = self.record.events.iter().rposition(is_own).ok_or(UndoError::Nothing(seat))?;
        if kept < shared {
            return Err(UndoError::Shared(seat));
        }
        let (mut state, mut counts) = (self.start.clone(), StreamCounts::new());
        for event in &self.record.events[..kept] {
            counts.pass(game.turn(&state));
            match event {
                Event::Action(choice) => game.apply(&mut state, choice.action, &mut ()),
                Event::Chance(outcome) => game.apply_chance(&mut state, outcome.chance, &mut ()),
            }
        }
        self.record.events.truncate(kept);
        self.record.waiting.clear();
        self.record.undone.push(Undone { event: kept, seat });
        self.happenings.truncate(self.happened_before(kept));
        self.happened.truncate(kept);
        Ok((state, counts))
    }
}
