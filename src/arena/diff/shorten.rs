//! Shortens a witness: leaves out events as long as the rulesets still diverge in the same way.

use super::kind::DifferenceKind;
use super::lockstep::{Lockstep, Parting, Step};
use super::witness::length;
use crate::game::RaceGame;
use crate::record::EventOf;
use crate::text::Text;

/// The maximum number of events that are replayed for the witnesses of one kind.
const MOST_STEPS: usize = 100_000;
/// Up to this many events, stretches of every length are left out; longer ones are halved.
const EVERY_LENGTH: usize = 16;

/// A path to a point at which the rulesets diverge.
#[derive(Clone)]
pub(super) struct Found<G: RaceGame> {
    pub(super) events: Vec<EventOf<G>>,
    pub(super) parting: Parting<G>,
}

/// Returns the shortest path with the same kind of divergence that can be made from the paths in `found`, which are
/// sorted by length. Seats may change on the path, so that a whole turn can be left out.
pub(super) fn shorten<G: Text>(games: [&G; 2], setup: &G::Setup, found: Vec<Found<G>>) -> Option<Found<G>> {
    let mut steps = 0;
    let mut shortest: Option<Found<G>> = None;
    for found in found {
        if shortest.is_some() && steps >= MOST_STEPS {
            break;
        }
        let mut way = Way { games, setup, kind: found.parting.kind, best: found, steps };
        way.shorten();
        steps = way.steps;
        let is_better = |known: &Found<G>| length(&way.best.events) < length(&known.events);
        if shortest.as_ref().is_none_or(is_better) {
            shortest = Some(way.best);
        }
    }
    shortest
}

struct Way<'a, G: RaceGame> {
    games: [&'a G; 2],
    setup: &'a G::Setup,
    kind: DifferenceKind,
    best: Found<G>,
    steps: usize,
}

impl<G: Text> Way<'_, G> {
    fn shorten(&mut self) {
        loop {
            let before = length(&self.best.events);
            self.leave_out();
            self.look_ahead();
            if length(&self.best.events) == before || self.steps >= MOST_STEPS {
                return;
            }
        }
    }

    /// Leaves out stretches of events, long ones first.
    fn leave_out(&mut self) {
        let mut run = self.best.events.len();
        while run > 0 {
            let mut first = 0;
            while first + run <= self.best.events.len() && self.steps < MOST_STEPS {
                let mut events = self.best.events.clone();
                events.drain(first..first + run);
                if !self.try_way(&events) {
                    first += 1.max(run / 4);
                }
            }
            run = if run > EVERY_LENGTH { (run / 2).max(EVERY_LENGTH) } else { run - 1 };
        }
    }

    /// Tries every event at each point of the path: one that was not played may make the rulesets diverge earlier.
    fn look_ahead(&mut self) {
        if self.kind != DifferenceKind::Result {
            return;
        }
        let Some(mut race) = Lockstep::start(self.games, self.setup) else { return };
        let events = self.best.events.clone();
        for (index, event) in events.iter().enumerate() {
            race.list();
            for tried in race.common_events() {
                self.steps += 1;
                if race.clone().step(&tried) == Step::Parted {
                    let parting = Parting { kind: DifferenceKind::Result, event: Some(tried) };
                    self.best = Found { events: events[..index].to_vec(), parting };
                    return;
                }
            }
            if race.step(event) != Step::Same {
                return;
            }
        }
    }

    /// Follows these `events`, and keeps the path if the rulesets diverge in the same way and earlier than on the best
    /// path so far.
    fn try_way(&mut self, events: &[EventOf<G>]) -> bool {
        let Some(found) = self.follow(events) else { return false };
        let is_shorter = length(&found.events) < length(&self.best.events);
        if is_shorter {
            self.best = found;
        }
        is_shorter
    }

    /// Returns the path to the first point at which the rulesets diverge in the same way.
    fn follow(&mut self, events: &[EventOf<G>]) -> Option<Found<G>> {
        let mut race = Lockstep::start(self.games, self.setup)?;
        let mut followed = Vec::new();
        // The last event of [`DifferenceKind::Result`] is the one with different results.
        let last = self.best.parting.event.filter(|_| self.kind == DifferenceKind::Result);
        let mut rest = events.iter().chain(&last);
        loop {
            if let Some(parting) = self.look(&mut race) {
                return Some(Found { events: followed, parting });
            }
            let event = race.as_here(rest.next()?)?;
            self.steps += 1;
            match race.step(&event) {
                Step::Same => followed.push(event),
                Step::Parted if self.kind == DifferenceKind::Result => {
                    let parting = Parting { kind: DifferenceKind::Result, event: Some(event) };
                    return Some(Found { events: followed, parting });
                }
                Step::Parted | Step::Refused => return None,
            }
        }
    }

    /// The divergence here, if it is of the same kind.
    fn look(&self, race: &mut Lockstep<'_, G>) -> Option<Parting<G>> {
        let here = Parting { kind: self.kind, event: None };
        match self.kind {
            DifferenceKind::Result => None,
            DifferenceKind::Standings => race.standings_differ().then_some(here),
            DifferenceKind::Screen => race.pictures_differ().then_some(here),
            kind => {
                let mut partings = Vec::new();
                race.partings(&mut partings);
                partings.into_iter().find(|parting| parting.kind == kind)
            }
        }
    }
}
