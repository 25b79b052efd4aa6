//! A witness: a race up to the point at which two rulesets diverge.

use super::kind::DifferenceKind;
use super::lockstep::{Lockstep, Parting, Step, action, disagree_on_setup};
use crate::game::streams::Streams;
use crate::game::{RaceGame, Turn};
use crate::record::{Event, EventOf, Record, Rules, Start};
use crate::text::Text;

/// A reachable position in which two rulesets diverge, and the path to it.
#[derive(Clone, Debug)]
pub struct Witness<G: RaceGame> {
    /// The way in which the rulesets diverge.
    pub kind: DifferenceKind,
    /// The two rulesets.
    pub rulesets: [G::Ruleset; 2],
    /// The set-up of the race.
    pub setup: G::Setup,
    /// The events that lead to the position, the same under both rulesets and with the same effect.
    pub events: Vec<EventOf<G>>,
    /// The event at which the rulesets diverge: one with different results ([`DifferenceKind::Result`]), or one that
    /// only one ruleset allows ([`DifferenceKind::OnlyFirst`], [`DifferenceKind::OnlySecond`]). For
    /// [`DifferenceKind::Actions`] and [`DifferenceKind::Chances`] it is an event that only the first ruleset allows,
    /// if there is one.
    pub parting: Option<EventOf<G>>,
    /// The seed of the search.
    pub seed: u64,
}

/// The race under one of the two rulesets of a witness.
#[derive(Clone, Debug)]
pub struct Side<G: RaceGame> {
    /// The game under this ruleset.
    pub game: G,
    /// The position in which the rulesets diverge; `None` when this ruleset refuses the set-up.
    pub before: Option<G::State>,
    /// The happenings on the path to the position.
    pub path: Vec<G::Happening>,
    /// The position after the event at which the rulesets diverge, if this one allows the event.
    pub after: Option<G::State>,
    /// The happenings of the event at which the rulesets diverge.
    pub happenings: Vec<G::Happening>,
}

impl<G: RaceGame> Witness<G> {
    /// Returns the race under the first ruleset (`side` 0) or the second (1), as a record that replays. It contains
    /// the path to the position, and the event at which the rulesets diverge if this one allows it. Chance outcomes
    /// count as entered by hand.
    ///
    /// If this side refuses the set-up, the record does not replay.
    pub fn record(&self, side: usize) -> Record<G> {
        let start = Start::Setup(self.setup.clone());
        let mut record =
            Record::new(Rules::read(self.rulesets[side].clone()), start, Streams::new(self.seed));
        record.events.clone_from(&self.events);
        if let Some(event) = self.parting {
            record.events.push(event);
            if record.replay().is_err() {
                record.events.pop();
            }
        }
        record
    }

    /// Returns the race under the first ruleset (`side` 0) or the second (1); `None` when the witness was changed and
    /// no longer replays.
    pub fn side(&self, side: usize) -> Option<Side<G>> {
        let game = G::new(self.rulesets[side].clone()).ok()?;
        let mut said = Side { game, before: None, path: Vec::new(), after: None, happenings: Vec::new() };
        let Ok(mut state) = said.game.start(&self.setup) else { return Some(said) };
        for (event, number) in self.events.iter().zip(1..) {
            crate::record::apply(&said.game, &mut state, event, number, &mut said.path).ok()?;
        }
        said.before = Some(state.clone());
        if let Some(event) = &self.parting {
            let number = self.events.len() + 1;
            let applied = crate::record::apply(&said.game, &mut state, event, number, &mut said.happenings);
            said.after = applied.is_ok().then_some(state);
        }
        Some(said)
    }

    /// Returns the actions that only the first ruleset (`side` 0) or the second (1) allows here.
    pub fn only(&self, side: usize) -> Vec<EventOf<G>> {
        let [Some(one), Some(other)] = [self.side(0), self.side(1)] else { return Vec::new() };
        let listed = |said: &Side<G>| {
            let mut actions = Vec::new();
            if let Some(state) = &said.before {
                said.game.actions(state, &mut actions);
            }
            actions
        };
        let sides = [listed(&one), listed(&other)];
        let turn = one.before.as_ref().map(|state| one.game.turn(state));
        let Some(Turn::Seat(seat)) = turn else { return Vec::new() };
        let only = sides[side].iter().filter(|action| !sides[1 - side].contains(action));
        only.map(|only| action::<G>(seat, *only)).collect()
    }

    /// Returns the length by which witnesses are sorted: decisions, then events, then seats.
    pub(super) fn length(&self, seats: u8) -> (usize, usize, u8) {
        let (decisions, events) = length(&self.events);
        (decisions, events, seats)
    }
}

impl<G: Text> Witness<G> {
    /// Replays the witness under both rulesets, and returns whether they really diverge here and not before.
    pub fn holds(&self) -> bool {
        let [Ok(one), Ok(other)] = self.rulesets.clone().map(G::new) else { return false };
        let games = [&one, &other];
        if self.kind == DifferenceKind::SetUp {
            return disagree_on_setup(games, &self.setup);
        }
        let Some(mut race) = Lockstep::start(games, &self.setup) else { return false };
        if self.kind == DifferenceKind::Start {
            return self.events.is_empty() && race.is_apart();
        }
        if !self.events.iter().all(|event| race.step(event) == Step::Same) {
            return false;
        }
        match (self.kind, &self.parting) {
            (DifferenceKind::Standings, _) => race.standings_differ(),
            (DifferenceKind::Screen, _) => race.pictures_differ(),
            (DifferenceKind::Result, Some(event)) => race.step(event) == Step::Parted,
            (kind, _) => {
                let mut partings: Vec<Parting<G>> = Vec::new();
                race.partings(&mut partings);
                partings.iter().any(|found| found.kind == kind)
            }
        }
    }
}

/// Counts the decisions, and all events.
pub(super) fn length<A, C>(events: &[Event<A, C>]) -> (usize, usize) {
    let decisions = events.iter().filter(|event| matches!(event, Event::Action(_))).count();
    (decisions, events.len())
}
