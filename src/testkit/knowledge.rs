//! Laws about the knowledge of a seat: positions, views, resampling, and the happenings that it sees.

use std::collections::HashMap;

use super::events::Applied;
use super::playthrough::listed;
use super::{Broken, Check, Law};
use crate::common::seat::Seat;
use crate::game::{RaceGame, Turn, any_of, list};
use crate::record::EventOf;

/// The actions of a seat for each of its views (as JSON).
pub(super) struct Remembered<G: RaceGame>(HashMap<(Seat, String), Vec<G::Action>>);

impl<G: RaceGame> Default for Remembered<G> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<G: RaceGame> Check<'_, G> {
    /// Checks that the way from a state through its position and JSON leads back to the same state.
    pub(super) fn position(&self, state: &G::State) -> Result<(), Broken> {
        let position = self.game.position(state);
        let json = serde_json::to_string(&position);
        let read: Result<G::Position, _> = json.and_then(|json| serde_json::from_str(&json));
        let back = match read {
            Ok(back) => back,
            Err(error) => {
                return self
                    .hold(Law::Position, false, || format!("{position:?} does not read back: {error}"));
            }
        };
        match self.game.state(&back) {
            Ok(again) => self.hold(Law::Position, again == *state, || {
                format!("{state:?} comes back from its position {back:?} as {again:?}")
            }),
            Err(faults) => {
                self.hold(Law::Position, false, || format!("the position {back:?} is refused: {faults}"))
            }
        }
    }

    /// Checks that a state resampled from a seat's view has the same view.
    pub(super) fn views(&mut self, state: &G::State) -> Result<(), Broken> {
        for seat in self.seats.iter() {
            let view = self.game.view(state, seat);
            let viewer = self.game.viewer(&view);
            self.hold(Law::Views, viewer == seat, || {
                format!("the view of seat {seat} says that it is of {viewer}")
            })?;
            self.survives_json("view", &view)?;
            let twin = match self.game.resample(&view, &mut self.rng) {
                Ok(twin) => twin,
                Err(faults) => {
                    self.hold(Law::Views, false, || {
                        format!("the view {view:?} cannot be resampled: {faults}")
                    })?;
                    continue;
                }
            };
            let seen = self.game.view(&twin, seat);
            self.hold(Law::Views, seen == view, || {
                format!("{view:?} is resampled as {twin:?}, which looks like {seen:?}")
            })?;
            let (turn, twins_turn) = (self.game.turn(state), self.game.turn(&twin));
            self.hold(Law::Views, turn == twins_turn && self.game.seats(&twin) == self.seats, || {
                format!("the turn is {turn:?}, and resampled for seat {seat} it is {twins_turn:?}")
            })?;
            let deciding = self.game.deciding(state);
            self.hold(Law::Views, self.game.deciding(&twin) == deciding, || {
                format!("resampled for seat {seat}, other seats decide in {twin:?} than in {state:?}")
            })?;
            self.shown_alike(seat, state, &twin)?;
            let again = self.game.state(&self.game.position(&twin));
            self.hold(Law::Views, again.as_ref() == Ok(&twin), || {
                format!("resampled for seat {seat}, {twin:?} comes back from its position as {again:?}")
            })?;
            if deciding.contains(seat) {
                let actions = list(|into| self.game.actions_of(state, seat, into));
                let twins = list(|into| self.game.actions_of(&twin, seat, into));
                self.hold(Law::Secrecy, actions == twins, || {
                    format!("{view:?} leaves seat {seat} {actions:?} in {state:?} and {twins:?} in {twin:?}")
                })?;
            }
        }
        Ok(())
    }

    /// Checks that data shown to all seats alike reveal nothing that is hidden from this one.
    fn shown_alike(&self, seat: Seat, state: &G::State, twin: &G::State) -> Result<(), Broken> {
        let [standings, twins] = [state, twin].map(|state| self.game.standings(state));
        self.hold(Law::Secrecy, standings == twins, || {
            format!("seat {seat} cannot tell {state:?} from {twin:?}, with {standings:?} and {twins:?}")
        })?;
        let [runners, twins] = [state, twin].map(|state| list(|into| self.game.runners(state, into)));
        self.hold(Law::Secrecy, runners == twins, || {
            format!("seat {seat} cannot tell {state:?} from {twin:?}, with {runners:?} and {twins:?}")
        })
    }

    /// Checks that equal views of a seat give it equal actions.
    pub(super) fn secrecy(&self, state: &G::State, remembered: &mut Remembered<G>) -> Result<(), Broken> {
        for seat in self.game.deciding(state) {
            let Ok(look) = serde_json::to_string(&self.game.view(state, seat)) else { continue };
            let actions = list(|into| self.game.actions_of(state, seat, into));
            if let Some(before) = remembered.0.get(&(seat, look.clone())) {
                self.hold(Law::Secrecy, *before == actions, || {
                    format!("{look} left seat {seat} once {before:?} and now {actions:?}")
                })?;
            } else {
                remembered.0.insert((seat, look), actions);
            }
        }
        Ok(())
    }

    /// Checks that happenings survive JSON, and that filtering them for a seat twice equals filtering once.
    pub(super) fn happenings(&self, happenings: &[G::Happening]) -> Result<(), Broken> {
        for happening in happenings {
            self.survives_json("happening", happening)?;
            for seat in self.seats.iter() {
                let Some(told) = self.game.seen_by(happening, seat) else { continue };
                self.survives_json("happening", &told)?;
                let again = self.game.seen_by(&told, seat);
                self.hold(Law::Telling, again.as_ref() == Some(&told), || {
                    format!("seat {seat} is told {told:?} of {happening:?}, and {again:?} of that")
                })?;
            }
        }
        Ok(())
    }

    /// Checks that a view keeps everything reported to its seat about hidden information: if a seat has the same view
    /// after two events of one state, the events lead to the same state or are reported to it alike.
    pub(super) fn telling_is_remembered(&self, applied: &[Applied<G>]) -> Result<(), Broken> {
        for seat in self.seats.iter() {
            let told: Vec<_> =
                applied.iter().map(|(_, _, happenings)| self.told_of(happenings, seat)).collect();
            if told.iter().all(|other| *other == told[0]) {
                continue;
            }
            let views: Vec<_> = applied.iter().map(|(_, after, _)| self.game.view(after, seat)).collect();
            for (one, (event, after, _)) in applied.iter().enumerate() {
                let other = (0..one).find(|other| {
                    views[*other] == views[one] && told[*other] != told[one] && applied[*other].1 != *after
                });
                let Some(other) = other else { continue };
                self.hold(Law::Memory, false, || {
                    format!(
                        "{event:?} tells seat {seat} {:?} and {:?} tells it {:?}, and its view of what they lead \
                         to is the same: {:?}",
                        told[one], applied[other].0, told[other], views[one]
                    )
                })?;
            }
        }
        Ok(())
    }

    /// Returns the parts of these happenings that the seat sees.
    fn told_of(&self, happenings: &[G::Happening], seat: Seat) -> Vec<G::Happening> {
        happenings.iter().filter_map(|happening| self.game.seen_by(happening, seat)).collect()
    }

    /// Checks that two states with the same view still have the same view after events that the seat saw alike.
    pub(super) fn told(
        &mut self,
        before: &G::State,
        after: &G::State,
        event: EventOf<G>,
        happenings: &[G::Happening],
    ) -> Result<(), Broken> {
        for seat in self.seats.iter() {
            let view = self.game.view(before, seat);
            let Ok(mut twin) = self.game.resample(&view, &mut self.rng) else { continue };
            let Some(twins_event) = self.twins_event(&twin, seat, event) else { continue };
            let mut twins_happenings = Vec::new();
            self.at.apply(self.game, &mut twin, twins_event, &mut twins_happenings)?;
            let (told, twin_told) = (self.told_of(happenings, seat), self.told_of(&twins_happenings, seat));
            let (seen, twins) = (self.game.view(after, seat), self.game.view(&twin, seat));
            self.hold(Law::Told, told != twin_told || seen == twins, || {
                format!(
                    "from {view:?}, {event:?} and {twins_event:?} tell seat {seat} the same, and then it \
                     sees {seen:?} or {twins:?}"
                )
            })?;
        }
        Ok(())
    }

    /// Returns the event for the twin state: the seat's own action is the same, other events may differ.
    fn twins_event(&mut self, twin: &G::State, seat: Seat, event: EventOf<G>) -> Option<EventOf<G>> {
        let events = listed(self.game, twin);
        if self.game.turn(twin) == Turn::Seat(seat) {
            return Some(event).filter(|event| events.contains(event));
        }
        any_of(&events, &mut self.rng)
    }
}
