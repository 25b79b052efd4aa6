//! Games with open information: a trait that supplies the parts of [`RaceGame`] about hidden information.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;

use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::game::{EventData, Mark, RaceGame, Readable, Runner, SetupError, Turn, Weighted, list};
use crate::ground::fault::Faults;
use crate::ground::observer::Observer;
use crate::ground::seat::{Seat, Seats};
use crate::ground::sentences::sentences;
use crate::ground::standings::Standings;
use crate::ruleset::Ruleset;

/// A race game with open information and without options before the game.
///
/// Every `OpenGame` is a [`RaceGame`]: the set-up is the number of players, positions are states, a view is
/// the whole state, all happenings are public, and an action that is not listed is refused. A file that
/// imports both traits must qualify calls: `OpenGame::turn(&game, &state)`. Each item is documented at the
/// item of [`RaceGame`] with the same name. `examples/dice_race/game.rs` is a complete game.
pub trait OpenGame: Clone + Debug + Send + Sync + 'static {
    /// See [`RaceGame::ID`].
    const ID: &'static str;

    /// See [`RaceGame::players`].
    const PLAYERS: RangeInclusive<u8>;

    /// See [`RaceGame::Ruleset`].
    type Ruleset: Ruleset;
    /// See [`RaceGame::State`]. People read and save it as JSON.
    type State: Readable + Eq + Hash;
    /// See [`RaceGame::Action`].
    type Action: EventData;
    /// See [`RaceGame::Chance`].
    type Chance: EventData + Display;
    /// See [`RaceGame::Happening`].
    type Happening: Readable + Hash;
    /// See [`RaceGame::new`]. The ruleset has passed [`Ruleset::faults`].
    fn new(ruleset: Self::Ruleset) -> Self;

    /// See [`RaceGame::ruleset`].
    fn ruleset(&self) -> &Self::Ruleset;

    /// See [`RaceGame::start`]. The number of seats is in [`OpenGame::PLAYERS`].
    fn start(&self, seats: Seats) -> Self::State;

    /// Every inconsistency of a typed or loaded position with the rules, each with its field.
    fn faults(&self, state: &Self::State) -> Faults;

    /// See [`RaceGame::seats`].
    fn seats(&self, state: &Self::State) -> Seats;

    /// See [`RaceGame::turn`].
    fn turn(&self, state: &Self::State) -> Turn;

    /// See [`RaceGame::actions`].
    fn actions(&self, state: &Self::State, into: &mut Vec<Self::Action>);

    /// See [`RaceGame::apply`].
    fn apply(&self, state: &mut Self::State, action: Self::Action, seen: &mut impl Observer<Self::Happening>);

    /// See [`RaceGame::chances`].
    fn chances(&self, state: &Self::State, into: &mut Vec<Weighted<Self::Chance>>);

    /// See [`RaceGame::apply_chance`].
    fn apply_chance(
        &self,
        state: &mut Self::State,
        outcome: Self::Chance,
        seen: &mut impl Observer<Self::Happening>,
    );

    /// See [`RaceGame::mark`].
    fn mark(&self, happening: &Self::Happening) -> Option<Mark>;

    /// See [`RaceGame::standings`].
    fn standings(&self, state: &Self::State) -> Standings;

    /// See [`RaceGame::runners`].
    fn runners(&self, state: &Self::State, into: &mut Vec<Runner>);
}

/// The error for an action that is not among the legal ones.
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("that is not one of the legal actions")]
pub struct NotListed<A>(pub A);

sentences!(NotListed<A>);

/// The view of a seat in a game with open information: the whole state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenView<S> {
    /// The seat that the view belongs to.
    pub seat: Seat,
    /// The state.
    pub state: S,
}

impl<T: OpenGame> RaceGame for T {
    const ID: &'static str = T::ID;

    type Ruleset = T::Ruleset;
    type Setup = u8;
    type State = T::State;
    type Position = T::State;
    type Action = T::Action;
    type Chance = T::Chance;
    type View = OpenView<T::State>;
    type InformationSet = T::State;
    type Happening = T::Happening;
    type Illegal = NotListed<T::Action>;

    fn new(ruleset: T::Ruleset) -> Result<Self, Faults> {
        ruleset.check()?;
        Ok(T::new(ruleset))
    }

    fn ruleset(&self) -> &T::Ruleset {
        T::ruleset(self)
    }

    fn players(&self) -> RangeInclusive<u8> {
        T::PLAYERS
    }

    fn setup(&self, players: u8) -> u8 {
        players
    }

    fn start(&self, players: &u8) -> Result<T::State, SetupError> {
        Ok(T::start(self, SetupError::check_players(*players, &T::PLAYERS)?))
    }

    fn position(&self, state: &T::State) -> T::State {
        state.clone()
    }

    fn state(&self, position: &T::State) -> Result<T::State, Faults> {
        T::faults(self, position).check()?;
        Ok(position.clone())
    }

    fn seats(&self, state: &T::State) -> Seats {
        T::seats(self, state)
    }

    #[inline]
    fn turn(&self, state: &T::State) -> Turn {
        T::turn(self, state)
    }

    #[inline]
    fn actions(&self, state: &T::State, into: &mut Vec<T::Action>) {
        T::actions(self, state, into);
    }

    fn check(&self, state: &T::State, action: T::Action) -> Result<(), NotListed<T::Action>> {
        let actions = list(|into| T::actions(self, state, into));
        if actions.contains(&action) { Ok(()) } else { Err(NotListed(action)) }
    }

    #[inline]
    fn apply(&self, state: &mut T::State, action: T::Action, seen: &mut impl Observer<T::Happening>) {
        T::apply(self, state, action, seen);
    }

    fn chances(&self, state: &T::State, into: &mut Vec<Weighted<T::Chance>>) {
        T::chances(self, state, into);
    }

    #[inline]
    fn apply_chance(&self, state: &mut T::State, outcome: T::Chance, seen: &mut impl Observer<T::Happening>) {
        T::apply_chance(self, state, outcome, seen);
    }

    fn seen_by(&self, happening: &T::Happening, _seat: Seat) -> Option<T::Happening> {
        Some(happening.clone())
    }

    fn mark(&self, happening: &T::Happening) -> Option<Mark> {
        T::mark(self, happening)
    }

    fn view(&self, state: &T::State, seat: Seat) -> OpenView<T::State> {
        OpenView { seat, state: state.clone() }
    }

    fn viewer(&self, view: &OpenView<T::State>) -> Seat {
        view.seat
    }

    fn information_set(&self, view: &OpenView<T::State>) -> Result<T::State, Faults> {
        T::faults(self, &view.state).check()?;
        let seats = T::seats(self, &view.state);
        if !seats.contains(view.seat) {
            return Err(Faults::one("seat", format!("there are {seats} seats, counted from 0")));
        }
        Ok(view.state.clone())
    }

    fn determinize<R: Rng + ?Sized>(&self, set: &T::State, _rng: &mut R) -> T::State {
        set.clone()
    }

    fn standings(&self, state: &T::State) -> Standings {
        T::standings(self, state)
    }

    fn runners(&self, state: &T::State, into: &mut Vec<Runner>) {
        T::runners(self, state, into);
    }
}
