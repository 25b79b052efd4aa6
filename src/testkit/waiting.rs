//! The law about choices that wait for their turn and are taken back.

use std::sync::Arc;

use super::arbitrary_data::without_panic;
use super::playthrough::Trail;
use super::{Broken, Check, Law};
use crate::common::seat::{Seat, SeatSet};
use crate::game::streams::Streams;
use crate::game::{RaceGame, Turn, any_of};
use crate::race::Race;
use crate::record::{Played, Record, Rules, Start};

/// The number of states in a game in which choices wait and are taken back.
const STATES: usize = 3;

/// The next decision in a race: the state, the seats that decide, and their actions.
struct Open<G: RaceGame> {
    state: G::State,
    deciding: SeatSet,
    actions: Vec<Vec<G::Action>>,
}

impl<G: RaceGame> Open<G> {
    fn of(race: &Race<G>) -> Self {
        let actions = race.seats().iter().map(|seat| race.actions(seat)).collect();
        Self { state: race.state().clone(), deciding: race.deciding(), actions }
    }

    fn is_that_of(&self, race: &Race<G>) -> bool {
        let other = Self::of(race);
        (&self.state, self.deciding, &self.actions) == (&other.state, other.deciding, &other.actions)
    }
}

impl<G: RaceGame> Check<'_, G> {
    /// Checks in some states of the game that waiting choices change nothing and that decisions can be taken back. It
    /// prefers states in which several seats decide.
    pub(super) fn waiting(&mut self, setup: &G::Setup, trail: &Trail<G>) -> Result<(), Broken> {
        let decided = |least: u8| -> Vec<usize> {
            let states = trail.states.iter().take(trail.events.len()).enumerate();
            states
                .filter(|(_, state)| self.game.deciding(state).len() >= least)
                .map(|(index, _)| index)
                .collect()
        };
        let several = decided(2);
        let among = if several.is_empty() { decided(1) } else { several };
        for nth in 0..STATES.min(among.len()) {
            // The first state, then random ones.
            let index = if nth == 0 { among.first().copied() } else { any_of(&among, &mut self.rng) };
            let Some(index) = index else { break };
            self.at.event = index as u32;
            let start = Start::Setup(setup.clone());
            let rules = Rules::of(Arc::new(self.game.clone()));
            let mut record = Record::<G>::new(rules, start, Streams::new(self.options.seed));
            record.events = trail.events[..index].to_vec();
            match Race::resume(record) {
                Ok(race) => self.waits(&race)?,
                Err(error) => self.hold(Law::Replay, false, || format!("the record is refused: {error}"))?,
            }
        }
        Ok(())
    }

    /// Lets every other seat that decides choose ahead, then plays and takes back each action of the seat to move.
    fn waits(&mut self, race: &Race<G>) -> Result<(), Broken> {
        let Turn::Seat(mover) = race.turn() else { return Ok(()) };
        let before = Open::of(race);
        let mut ahead = Vec::new();
        for seat in race.deciding().without(mover) {
            ahead.extend(any_of(&race.actions(seat), &mut self.rng).map(|action| Played { seat, action }));
        }
        let waiting = self.chosen_ahead(race, &ahead)?;
        let waits = Open::of(&waiting);
        let only_open = |(seat, actions): (Seat, &Vec<G::Action>)| {
            let has_chosen = ahead.iter().any(|choice| choice.seat == seat);
            if has_chosen { actions.is_empty() } else { *actions == before.actions[seat.index()] }
        };
        let is_same = waits.state == before.state
            && waiting.events() == race.events()
            && waits.deciding == SeatSet::only(mover)
            && race.seats().iter().zip(&waits.actions).all(only_open);
        self.hold(Law::Waiting, is_same, || {
            format!("{ahead:?} wait, and something else has changed: {:?}", waiting.state())
        })?;
        let mut withdrawn = waiting.clone();
        for Played { seat, action } in &ahead {
            let back = withdrawn.withdraw(*seat);
            self.hold(Law::Waiting, back.as_ref() == Ok(action), || {
                format!("seat {seat} withdraws {action:?} and gets {back:?}")
            })?;
        }
        self.is_as_before(&withdrawn, &before, &ahead)?;
        for action in race.actions(mover) {
            self.plays_and_takes_back(race, &waiting, &before, Played { seat: mover, action }, &ahead)?;
        }
        Ok(())
    }

    /// Returns the race with these choices made ahead of their turn.
    fn chosen_ahead(&self, race: &Race<G>, ahead: &[Played<G::Action>]) -> Result<Race<G>, Broken> {
        let mut race = race.clone();
        for choice in ahead {
            let played = race.play(choice.seat, choice.action);
            self.hold(Law::Waiting, played.is_ok(), || {
                format!("{choice:?} is listed ahead of its turn and refused: {played:?}")
            })?;
        }
        Ok(race)
    }

    fn is_as_before(
        &self,
        race: &Race<G>,
        before: &Open<G>,
        back: &[Played<G::Action>],
    ) -> Result<(), Broken> {
        let is_same = before.is_that_of(race) && race.record().waiting.is_empty();
        self.hold(Law::Waiting, is_same, || {
            let deciding: Vec<Seat> = race.deciding().iter().collect();
            format!(
                "{back:?} were taken back: before the state was {:?}, now it is {:?}, in which seats {deciding:?} decide",
                before.state,
                race.state()
            )
        })
    }

    /// Checks that a choice of the seat to move followed by the waiting ones leads to the same state as those choices
    /// made one by one, each in its turn, also after taking back and choosing again.
    fn plays_and_takes_back(
        &self,
        race: &Race<G>,
        waiting: &Race<G>,
        before: &Open<G>,
        first: Played<G::Action>,
        ahead: &[Played<G::Action>],
    ) -> Result<(), Broken> {
        let one_by_one = self.one_by_one(race, first, ahead)?;
        let mut again = waiting.clone();
        for _ in 0..2 {
            let played = without_panic(|| again.play(first.seat, first.action));
            let holds = matches!(played, Ok(Ok(())))
                && again.state() == one_by_one.state()
                && again.record().events == one_by_one.record().events;
            self.hold(Law::Waiting, holds, || {
                format!(
                    "{first:?} and then {ahead:?}, which waited, lead to {:?} ({played:?}), and each in its turn to {:?}",
                    again.state(),
                    one_by_one.state()
                )
            })?;
            let undone = again.undo(first.seat);
            self.hold(Law::Waiting, undone.is_ok(), || {
                format!("{first:?} cannot be taken back: {undone:?}")
            })?;
            self.is_as_before(&again, before, &[first])?;
            again = self.chosen_ahead(&again, ahead)?;
        }
        Ok(())
    }

    /// Returns the race after these choices, each made and checked when its turn has come.
    fn one_by_one(
        &self,
        race: &Race<G>,
        first: Played<G::Action>,
        ahead: &[Played<G::Action>],
    ) -> Result<Race<G>, Broken> {
        let mut race = race.clone();
        let mut next = Some(first);
        let mut left = ahead.to_vec();
        while let Some(choice) = next {
            let played = race.play(choice.seat, choice.action);
            self.hold(Law::Waiting, played.is_ok(), || {
                format!("{choice:?} could be chosen ahead, and after {first:?} it is refused: {played:?}")
            })?;
            let turn = race.turn();
            let place = left.iter().position(|choice| turn == Turn::Seat(choice.seat));
            next = place.filter(|_| played.is_ok()).map(|place| left.remove(place));
        }
        Ok(race)
    }
}
