//! A witness: a race to the point where two rulesets part, and how they part.

use super::kind::Kind;
use super::lockstep::{Lockstep, Parting, Step, action, disagree_on_setup};
use crate::game::{RaceGame, Turn};
use crate::record::{Event, EventOf, Record, Start};
use crate::streams::Streams;
use crate::text::Text;

/// A reachable position in which two rulesets part, and the way there.
#[derive(Clone, Debug)]
pub struct Witness<G: RaceGame> {
    /// How they part.
    pub kind: Kind,
    /// The two rulesets.
    pub rulesets: [G::Ruleset; 2],
    /// What the race begins with.
    pub setup: G::Setup,
    /// The events that lead to the position, the same under both and with the same effect.
    pub events: Vec<EventOf<G>>,
    /// The event with which they part: one that leads to something else ([`Kind::Result`]), or one that only one
    /// of them allows ([`Kind::OnlyFirst`], [`Kind::OnlySecond`]; of [`Kind::Actions`] and [`Kind::Chances`] one that
    /// only the first has, if there is one).
    pub parting: Option<EventOf<G>>,
    /// The seed that the search began with.
    pub seed: u64,
}

/// What one of two rulesets says where they part.
#[derive(Clone, Debug)]
pub struct Side<G: RaceGame> {
    /// The game under this ruleset.
    pub game: G,
    /// The position where they part; `None` when this side refuses the set-up.
    pub before: Option<G::State>,
    /// What has happened on the way there.
    pub told_before: Vec<G::Happening>,
    /// The position after the event with which they part, when this side allows it.
    pub after: Option<G::State>,
    /// What this event has told.
    pub told: Vec<G::Happening>,
}

impl<G: RaceGame> Witness<G> {
    /// The race under the first ruleset (0) or the second (1), as a record that replays: up to the position, and
    /// the event with which they part where this ruleset allows it. Outcomes of chance count as entered by hand.
    ///
    /// The record of a set-up that this side refuses does not replay.
    pub fn record(&self, side: usize) -> Record<G> {
        let start = Start::Setup(self.setup.clone());
        let mut record = Record::new(self.rulesets[side].clone(), start, Streams::new(self.seed));
        record.events.clone_from(&self.events);
        if let Some(event) = self.parting {
            record.events.push(event);
            if record.replay().is_err() {
                record.events.pop();
            }
        }
        record
    }

    /// What the first ruleset (0) or the second (1) says here; `None` when the witness was changed and does not
    /// replay any more.
    pub fn side(&self, side: usize) -> Option<Side<G>> {
        let game = G::new(self.rulesets[side].clone()).ok()?;
        let mut said = Side { game, before: None, told_before: Vec::new(), after: None, told: Vec::new() };
        let Ok(mut state) = said.game.start(&self.setup) else { return Some(said) };
        for (event, number) in self.events.iter().zip(1..) {
            crate::record::apply(&said.game, &mut state, event, number, &mut said.told_before).ok()?;
        }
        said.before = Some(state.clone());
        if let Some(event) = &self.parting {
            let number = self.events.len() + 1;
            let applied = crate::record::apply(&said.game, &mut state, event, number, &mut said.told);
            said.after = applied.is_ok().then_some(state);
        }
        Some(said)
    }

    /// The actions that the first (0) or the second (1) ruleset alone allows here.
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

    /// How much there is to follow: decisions, then events, then seats.
    pub(super) fn length(&self, seats: u8) -> (usize, usize, u8) {
        let (decisions, events) = length(&self.events);
        (decisions, events, seats)
    }
}

impl<G: Text> Witness<G> {
    /// Whether the two rulesets really part here, and not before: replays the race under both.
    pub fn holds(&self) -> bool {
        let [Ok(one), Ok(other)] = self.rulesets.clone().map(G::new) else { return false };
        let games = [&one, &other];
        if self.kind == Kind::SetUp {
            return disagree_on_setup(games, &self.setup);
        }
        let Some(mut race) = Lockstep::start(games, &self.setup) else { return false };
        if self.kind == Kind::Start {
            return self.events.is_empty() && race.is_apart();
        }
        if !self.events.iter().all(|event| race.step(event) == Step::Same) {
            return false;
        }
        match (self.kind, &self.parting) {
            (Kind::Standings, _) => race.standings_differ(),
            (Kind::Screen, _) => race.pictures_differ(),
            (Kind::Result, Some(event)) => race.step(event) == Step::Parted,
            (kind, _) => {
                let mut partings: Vec<Parting<G>> = Vec::new();
                race.partings(&mut partings);
                partings.iter().any(|found| found.kind == kind)
            }
        }
    }
}

/// How many decisions and how many events.
pub(super) fn length<A, C>(events: &[Event<A, C>]) -> (usize, usize) {
    let decisions = events.iter().filter(|event| matches!(event, Event::Action(_))).count();
    (decisions, events.len())
}
