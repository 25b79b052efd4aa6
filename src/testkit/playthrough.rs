//! A random game played once without checks: the path that the check then repeats.

use std::collections::BTreeMap;

use super::{Broken, Check, Law};
use crate::game::{RaceGame, Turn, any_of, list};
use crate::record::{Event, EventOf, Played, Resolved};

/// A game from its start to its end or to the cap.
pub(super) struct Trail<G: RaceGame> {
    pub(super) events: Vec<EventOf<G>>,
    /// The state before each event, then the last state.
    pub(super) states: Vec<G::State>,
    /// Each action that was legal at some point of the game.
    pub(super) actions: Vec<G::Action>,
    /// Each outcome that was possible at some point of the game.
    pub(super) outcomes: Vec<G::Chance>,
}

impl<G: RaceGame> Check<'_, G> {
    /// Plays the game with random actions.
    pub(super) fn scout(&mut self) -> Result<Trail<G>, Broken> {
        let mut state = self.start.clone();
        let mut trail = Trail {
            events: Vec::new(),
            states: vec![state.clone()],
            actions: Vec::new(),
            outcomes: Vec::new(),
        };
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        for event in 0..self.options.cap {
            self.at.event = event;
            match self.game.turn(&state) {
                Turn::Over => break,
                Turn::Seat(seat) => {
                    self.game.actions(&state, &mut actions);
                    let Some(action) = any_of(&actions, &mut self.rng) else {
                        self.hold(Law::Actions, false, || {
                            format!("seat {seat} is to move and has no action")
                        })?;
                        break;
                    };
                    // Listed actions that are refused are left to the laws of this state: carrying them out unchecked
                    // may panic.
                    if self.game.play(&mut state.clone(), action, &mut ()).is_err() {
                        break;
                    }
                    trail.actions.extend(&actions);
                    self.game.apply(&mut state, action, &mut ());
                    trail.events.push(Event::Action(Played { seat, action }));
                }
                Turn::Chance(_) => {
                    self.game.chances(&state, &mut outcomes);
                    if outcomes.is_empty() {
                        self.hold(Law::Chances, false, || {
                            "chance is to move and nothing can come".to_owned()
                        })?;
                        break;
                    }
                    let drawn = self.drawn(&state)?;
                    let is_listed = outcomes.iter().any(|weighted| weighted.outcome == drawn);
                    self.hold(Law::Sampling, is_listed, || {
                        format!("{drawn:?} is drawn, which cannot come: {outcomes:?}")
                    })?;
                    trail.outcomes.extend(outcomes.iter().map(|weighted| weighted.outcome));
                    self.game.apply_chance(&mut state, drawn, &mut ());
                    trail.events.push(by_chance(drawn));
                }
            }
            trail.states.push(state.clone());
            if event % 64 == 0 {
                trail.forget_repetitions();
            }
        }
        trail.forget_repetitions();
        Ok(trail)
    }

    /// Chooses the chance events whose distribution is tested, some of each purpose, and returns their indices.
    pub(super) fn chances_to_test(&mut self, trail: &Trail<G>) -> Vec<usize> {
        let mut by_purpose: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        for (index, state) in trail.states[..trail.events.len()].iter().enumerate() {
            if let Turn::Chance(point) = self.game.turn(state) {
                by_purpose.entry(point.purpose.code()).or_default().push(index);
            }
        }
        let mut chosen = Vec::new();
        for indices in by_purpose.values() {
            for _ in 0..self.options.chances {
                chosen.extend(any_of(indices, &mut self.rng));
            }
        }
        chosen
    }
}

/// Creates the event of a chance outcome.
pub(super) fn by_chance<A, C>(chance: C) -> Event<A, C> {
    Event::Chance(Resolved { chance, by_hand: false })
}

/// Lists all possible next events.
pub(super) fn listed<G: RaceGame>(game: &G, state: &G::State) -> Vec<EventOf<G>> {
    match game.turn(state) {
        Turn::Seat(seat) => {
            let actions = list(|into| game.actions(state, into)).into_iter();
            actions.map(|action| Event::Action(Played { seat, action })).collect()
        }
        Turn::Chance(_) => {
            let outcomes = list(|into| game.chances(state, into)).into_iter();
            outcomes.map(|weighted| by_chance(weighted.outcome)).collect()
        }
        Turn::Over => Vec::new(),
    }
}

impl<G: RaceGame> Trail<G> {
    fn forget_repetitions(&mut self) {
        self.actions.sort_unstable();
        self.actions.dedup();
        self.outcomes.sort_unstable();
        self.outcomes.dedup();
    }
}
