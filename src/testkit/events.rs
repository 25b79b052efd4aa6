//! Laws about events: lists, carrying out, refusals, and the distribution of chance.

use std::collections::BTreeMap;

use super::arbitrary_data::without_panic;
use super::chi_square::fit;
use super::playthrough::listed;
use super::{Broken, Check, Law};
use crate::common::seat::Seat;
use crate::game::streams::StreamCounts;
use crate::game::{RaceGame, Turn, any_of, list};
use crate::record::{Event, EventOf, Played, Resolved};

/// An event with the state after it and its happenings.
pub(super) type Applied<G> = (EventOf<G>, <G as RaceGame>::State, Vec<<G as RaceGame>::Happening>);

/// The actions that seats may decide ahead of their turn.
pub(super) struct Pending<G: RaceGame>(BTreeMap<Seat, Vec<G::Action>>);

impl<G: RaceGame> Default for Pending<G> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<G: RaceGame> Check<'_, G> {
    /// Checks that the lists of actions and outcomes are ordered, and nonempty exactly when they should be.
    #[expect(clippy::too_many_lines, reason = "one law after the other")]
    pub(super) fn lists(&mut self, state: &G::State) -> Result<(), Broken> {
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        self.game.actions(state, &mut actions);
        self.game.chances(state, &mut outcomes);
        // The same buffers again: the game must clear them first.
        let (once, outcomes_once) = (actions.clone(), outcomes.clone());
        self.game.actions(state, &mut actions);
        self.game.chances(state, &mut outcomes);
        self.hold(Law::Actions, actions == once, || {
            format!("asked again into the same buffer, {once:?} becomes {actions:?}")
        })?;
        self.hold(Law::Chances, outcomes == outcomes_once, || {
            format!("asked again into the same buffer, {outcomes_once:?} becomes {outcomes:?}")
        })?;

        let turn = self.game.turn(state);
        let (is_seats_turn, is_chances_turn) = match turn {
            Turn::Seat(seat) => {
                self.hold(Law::Actions, self.seats.contains(seat), || {
                    format!("seat {seat} is to move at a table of {}", self.seats)
                })?;
                let view = self.game.view(state, seat);
                for action in &actions {
                    self.hold(Law::Actions, self.game.ways(&view, *action) > 0, || {
                        format!("{action:?} is listed, but possible in no way")
                    })?;
                }
                (true, false)
            }
            Turn::Chance(point) => {
                self.hold(Law::Chances, point.owner.is_none_or(|owner| self.seats.contains(owner)), || {
                    format!("{point:?} is not of a table of {}", self.seats)
                })?;
                self.hold(Law::Chances, usize::from(point.purpose.code()) < StreamCounts::PURPOSES, || {
                    format!("{point:?} has a number above {}", StreamCounts::PURPOSES - 1)
                })?;
                (false, true)
            }
            Turn::Over => (false, false),
        };
        self.hold(Law::Actions, actions.is_empty() != is_seats_turn, || {
            format!("the turn is {turn:?} and the actions are {actions:?}")
        })?;
        self.hold(Law::Chances, outcomes.is_empty() != is_chances_turn, || {
            format!("the turn is {turn:?} and the outcomes are {outcomes:?}")
        })?;
        self.hold(Law::Actions, actions.is_sorted_by(|a, b| a < b), || {
            format!("not ascending and distinct: {actions:?}")
        })?;
        self.hold(Law::Chances, outcomes.is_sorted_by(|a, b| a.outcome < b.outcome), || {
            format!("not ascending and distinct: {outcomes:?}")
        })?;
        self.hold(Law::Chances, outcomes.iter().all(|weighted| weighted.weight > 0), || {
            format!("a weight is 0: {outcomes:?}")
        })?;
        let (mut drawing, mut listing) = (self.rng.clone(), self.rng.clone());
        let drawn = self.game.sample_action(state, &mut drawing);
        let expected = any_of(&actions, &mut listing);
        self.hold(Law::Sampling, drawn == expected && drawing == listing, || {
            format!(
                "the drawn action is {drawn:?}, and in the list of actions {expected:?} stands at its place"
            )
        })?;
        for action in &actions {
            self.survives_json("action", action)?;
        }
        for weighted in &outcomes {
            self.survives_json("outcome", weighted)?;
        }
        Ok(())
    }

    /// Checks that the seats that decide, and their actions, agree with the turn.
    pub(super) fn deciding(&mut self, state: &G::State) -> Result<(), Broken> {
        let turn = self.game.turn(state);
        let deciding = self.game.deciding(state);
        let agrees = match turn {
            Turn::Seat(seat) => deciding.contains(seat),
            Turn::Chance(_) | Turn::Over => deciding.is_empty(),
        };
        self.hold(Law::Deciding, agrees && deciding.iter().all(|seat| self.seats.contains(seat)), || {
            format!("the turn is {turn:?} and those who decide are {:?}", deciding.iter().collect::<Vec<_>>())
        })?;
        let actions = list(|into| self.game.actions(state, into));
        // The same buffer for all seats: the game must clear it first.
        let mut own = Vec::new();
        for seat in self.seats.iter() {
            self.game.actions_of(state, seat, &mut own);
            let holds = if turn == Turn::Seat(seat) {
                own == actions
            } else if deciding.contains(seat) {
                !own.is_empty() && own.is_sorted_by(|a, b| a < b)
            } else {
                own.is_empty()
            };
            self.hold(Law::Deciding, holds, || {
                format!("the turn is {turn:?}, its actions are {actions:?}, and those of seat {seat} {own:?}")
            })?;
            let refused = own.iter().find(|action| self.game.check_of(state, seat, **action).is_err());
            self.hold(Law::Deciding, refused.is_none(), || {
                format!("{refused:?} is listed for seat {seat}, and `check_of` refuses it")
            })?;
        }
        Ok(())
    }

    /// Checks that the actions of a seat that may decide ahead of its turn stay the same until it has moved.
    pub(super) fn pending(&self, state: &G::State, pending: &mut Pending<G>) -> Result<(), Broken> {
        let deciding = self.game.deciding(state);
        pending.0.retain(|seat, _| deciding.contains(*seat));
        for seat in deciding {
            let actions = list(|into| self.game.actions_of(state, seat, into));
            if let Some(before) = pending.0.get(&seat) {
                self.hold(Law::Deciding, actions == *before, || {
                    format!("seat {seat} could decide {before:?}, and without having moved now {actions:?}")
                })?;
            }
            pending.0.insert(seat, actions);
        }
        if let Turn::Seat(mover) = self.game.turn(state) {
            pending.0.remove(&mover);
        }
        Ok(())
    }

    /// Checks that every listed event can be carried out, with and without checks. Returns the state after each event,
    /// and its happenings.
    pub(super) fn listed_events_apply(&mut self, state: &G::State) -> Result<Vec<Applied<G>>, Broken> {
        let mut applied = Vec::new();
        for event in listed(self.game, state) {
            let mut checked = (state.clone(), Vec::new());
            let mut unchecked = (state.clone(), Vec::new());
            let mut unheard = state.clone();
            self.at.apply(self.game, &mut checked.0, event, &mut checked.1)?;
            let law = match event {
                Event::Action(Played { action, .. }) => {
                    self.game.apply(&mut unchecked.0, action, &mut unchecked.1);
                    self.game.apply(&mut unheard, action, &mut ());
                    Law::Play
                }
                Event::Chance(Resolved { chance, .. }) => {
                    self.game.apply_chance(&mut unchecked.0, chance, &mut unchecked.1);
                    self.game.apply_chance(&mut unheard, chance, &mut ());
                    Law::Resolve
                }
            };
            self.hold(law, checked == unchecked, || {
                format!("{event:?} with checking leads to {checked:?}, without to {unchecked:?}")
            })?;
            self.hold(Law::Listening, unheard == unchecked.0, || {
                format!("{event:?} heard by somebody leads to {:?}, by nobody to {unheard:?}", unchecked.0)
            })?;
            applied.push((event, checked.0, checked.1));
        }
        Ok(applied)
    }

    /// Draws an outcome. The sum of the weights may need more than 32 bits.
    pub(super) fn drawn(&mut self, state: &G::State) -> Result<G::Chance, Broken> {
        match without_panic(|| self.game.sample_chance(state, &mut self.rng)) {
            Ok(drawn) => Ok(drawn),
            Err(panics) => Err(self.at.broken(Law::Sampling, format!("drawing from {state:?} {panics}"))),
        }
    }

    /// Checks that chance draws only listed outcomes, with the frequencies of their weights.
    pub(super) fn draws_as_weighted(&mut self, state: &G::State) -> Result<(), Broken> {
        let outcomes = list(|into| self.game.chances(state, into));
        let mut counts = vec![0; outcomes.len()];
        for _ in 0..self.options.draws {
            let drawn = self.drawn(state)?;
            match outcomes.iter().position(|weighted| weighted.outcome == drawn) {
                Some(index) => counts[index] += 1,
                None => self.hold(Law::Sampling, false, || {
                    format!("{drawn:?} is drawn, which cannot come: {outcomes:?}")
                })?,
            }
        }
        let weights: Vec<f64> = outcomes.iter().map(|weighted| f64::from(weighted.weight)).collect();
        let most_tests = self.options.games.max(1) as usize
            * self.options.chances.max(1) as usize
            * StreamCounts::PURPOSES;
        let fit = fit(&counts, &weights, self.options.level / most_tests as f64);
        self.hold(Law::Sampling, fit.is_good(), || {
            let (statistic, critical) = (fit.statistic, fit.critical);
            format!("{outcomes:?} are drawn {counts:?} times: chi-square {statistic:.1} above {critical:.1}")
        })
    }
}
