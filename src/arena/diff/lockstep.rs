//! Plays one race under two rulesets in lockstep, event by event, until a player could tell them apart.

use crate::common::seat::Seat;
use crate::game::{RaceGame, Turn, Weighted};
use crate::record::{Event, EventOf, Played, Resolved};
use crate::text::{Canvas, Marks, Names, Text};

use super::kind::DifferenceKind;

/// One race under two rulesets: the same set-up, the same events, and the same position so far.
#[derive(Clone)]
pub(super) struct Lockstep<'a, G: RaceGame> {
    pub(super) games: [&'a G; 2],
    agreement: Agreement,
    pub(super) states: [G::State; 2],
    /// The happenings of the last event under each ruleset.
    pub(super) seen: [Vec<G::Happening>; 2],
    pub(super) actions: [Vec<G::Action>; 2],
    pub(super) chances: [Vec<Weighted<G::Chance>>; 2],
}

/// How far the rulesets must agree for the race to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Agreement {
    /// They must agree in the whole position.
    Position,
    /// They must agree in the happenings and the possible events. The positions differ, but no player can tell yet: a
    /// rule that only changes the bookkeeping is not a difference until it has an effect.
    Play,
}

/// A divergence of two rulesets: its kind, and the event at which it shows, for kinds that have one.
#[derive(Clone, Debug)]
pub(super) struct Parting<G: RaceGame> {
    pub(super) kind: DifferenceKind,
    pub(super) event: Option<EventOf<G>>,
}

/// The result of an event under both rulesets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The same result under both.
    Same,
    /// The happenings or the positions differ.
    Parted,
    /// One ruleset does not allow the event; the other may have carried it out.
    Refused,
}

/// Returns whether only one of the two games allows `setup`.
pub(super) fn disagree_on_setup<G: RaceGame>(games: [&G; 2], setup: &G::Setup) -> bool {
    games[0].start(setup).is_ok() != games[1].start(setup).is_ok()
}

/// Returns an action of `seat` as an event.
pub(super) fn action<G: RaceGame>(seat: Seat, action: G::Action) -> EventOf<G> {
    Event::Action(Played { seat, action })
}

/// Returns a chance outcome as an event. It does not come from a random stream, so it counts as entered by hand.
pub(super) fn outcome<G: RaceGame>(chance: G::Chance) -> EventOf<G> {
    Event::Chance(Resolved { chance, by_hand: true })
}

impl<'a, G: Text> Lockstep<'a, G> {
    /// Starts the race before its first event; `None` when one of the rulesets refuses the set-up.
    pub(super) fn start(games: [&'a G; 2], setup: &G::Setup) -> Option<Self> {
        let states = [games[0].start(setup).ok()?, games[1].start(setup).ok()?];
        let (seen, actions, chances) = Default::default();
        let mut race = Self { games, agreement: Agreement::Position, states, seen, actions, chances };
        if !race.is_same_position() {
            race.agreement = Agreement::Play;
        }
        Some(race)
    }

    /// Returns whether the positions differ visibly.
    pub(super) fn is_apart(&self) -> bool {
        !self.is_same_position() && self.pictures_differ()
    }

    fn is_same_position(&self) -> bool {
        let [one, other] = &self.states;
        one == other || self.games[0].position(one) == self.games[1].position(other)
    }

    /// Returns the turn under each ruleset.
    pub(super) fn turns(&self) -> [Turn; 2] {
        [0, 1].map(|side| self.games[side].turn(&self.states[side]))
    }

    /// Lists the possible actions and outcomes under each ruleset.
    pub(super) fn list(&mut self) {
        for side in [0, 1] {
            let (game, state) = (self.games[side], &self.states[side]);
            game.actions(state, &mut self.actions[side]);
            game.chances(state, &mut self.chances[side]);
        }
    }

    /// Adds the divergences before the next event to `into`, for rulesets that have not diverged so far.
    pub(super) fn partings(&mut self, into: &mut Vec<Parting<G>>) {
        self.list();
        let mut note = |kind, event| into.push(Parting { kind, event });
        let [turn, other] = self.turns();
        if turn != other {
            note(DifferenceKind::Turn, None);
            return;
        }
        if let Turn::Seat(seat) = turn {
            // Both lists are sorted.
            let only = |here: usize| {
                let there = &self.actions[1 - here];
                let only = self.actions[here].iter().find(|action| there.binary_search(action).is_err());
                only.map(|only| action::<G>(seat, *only))
            };
            match [only(0), only(1)] {
                [None, None] => {}
                [first, None] => note(DifferenceKind::OnlyFirst, first),
                [None, second] => note(DifferenceKind::OnlySecond, second),
                [first, Some(_)] => note(DifferenceKind::Actions, first),
            }
        }
        let [one, other] = &self.chances;
        if one != other {
            let only = one.iter().find(|weighted| !lists(other, weighted.outcome));
            note(DifferenceKind::Chances, only.map(|weighted| outcome::<G>(weighted.outcome)));
        }
    }

    pub(super) fn standings_differ(&self) -> bool {
        let [one, other] = [0, 1].map(|side| self.games[side].standings_if_stopped(&self.states[side]));
        one != other
    }

    /// Returns the events that both rulesets allow here, from the lists made last.
    pub(super) fn common_events(&self) -> Vec<EventOf<G>> {
        let Turn::Seat(seat) = self.games[0].turn(&self.states[0]) else {
            let common = self.chances[0].iter().filter(|weighted| lists(&self.chances[1], weighted.outcome));
            return common.map(|weighted| outcome::<G>(weighted.outcome)).collect();
        };
        let common = self.actions[0].iter().filter(|action| self.actions[1].binary_search(action).is_ok());
        common.map(|common| action::<G>(seat, *common)).collect()
    }

    /// Returns the same action or outcome for the turn here; `None` when the turn is of the other kind.
    pub(super) fn as_here(&self, event: &EventOf<G>) -> Option<EventOf<G>> {
        match (event, self.games[0].turn(&self.states[0])) {
            (Event::Action(choice), Turn::Seat(seat)) => Some(action::<G>(seat, choice.action)),
            (Event::Chance(_), Turn::Chance(_)) => Some(*event),
            _ => None,
        }
    }

    /// Carries out an event under both rulesets, checked against the rules of each.
    pub(super) fn step(&mut self, event: &EventOf<G>) -> Step {
        for side in [0, 1] {
            let (game, state, seen) = (self.games[side], &mut self.states[side], &mut self.seen[side]);
            seen.clear();
            let is_done = match event {
                Event::Action(choice) => {
                    game.turn(state) == Turn::Seat(choice.seat)
                        && game.play(state, choice.action, seen).is_ok()
                }
                Event::Chance(outcome) => game.resolve(state, outcome.chance, seen).is_ok(),
            };
            if !is_done {
                return Step::Refused;
            }
        }
        let [turn, other] = self.turns();
        let is_other_end = turn == Turn::Over && self.standings_differ();
        if self.seen[0] != self.seen[1] || turn != other || is_other_end {
            return Step::Parted;
        }
        if self.agreement == Agreement::Position && !self.is_same_position() {
            if self.pictures_differ() {
                return Step::Parted;
            }
            self.agreement = Agreement::Play;
        }
        Step::Same
    }

    /// Returns whether some seat sees different pictures.
    pub(super) fn pictures_differ(&self) -> bool {
        let seats = self.games[0].seats(&self.states[0]);
        let picture = |side: usize, seat| {
            let game = self.games[side];
            let names = Names::numbered(seats).addressing(Some(seat));
            game.draw(&game.view(&self.states[side], seat), &Marks::NONE, &names, &Canvas::PLAIN)
        };
        seats.iter().any(|seat| picture(0, seat) != picture(1, seat))
    }
}

fn lists<C: Copy + PartialEq>(chances: &[Weighted<C>], outcome: C) -> bool {
    chances.iter().any(|weighted| weighted.outcome == outcome)
}
