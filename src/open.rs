//! Games with open information: a trait that fills in the parts of [`RaceGame`](crate::RaceGame) about hidden
//! information.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::common::fault::Faults;
use crate::common::observer::Observer;
use crate::common::seat::{Seat, Seats};
use crate::common::standings::Standings;
use crate::game::{EventData, Mark, Readable, Runner, Turn, Weighted};
use crate::ruleset::Ruleset;

/// A race game with open information and no set-up options.
///
/// [`open_game!`](crate::open_game) turns an `OpenGame` into a [`RaceGame`](crate::RaceGame): the set-up is the number
/// of players, a position is a state, a view is the whole state, all happenings are public, and every action that is
/// not listed is illegal. A file that imports both traits must qualify calls: `OpenGame::turn(&game, &state)`. Each
/// item is documented at the item of [`RaceGame`](crate::RaceGame) with the same name. `examples/dice_race/game.rs` is
/// a complete game.
pub trait OpenGame: Clone + Debug + Send + Sync + 'static {
    /// The name of the game: see [`RaceGame::ID`](crate::RaceGame::ID).
    const ID: &'static str;

    /// The numbers of players: see [`RaceGame::players`](crate::RaceGame::players).
    const PLAYERS: RangeInclusive<u8>;

    /// The ruleset: see [`RaceGame::Ruleset`](crate::RaceGame::Ruleset).
    type Ruleset: Ruleset;
    /// The state: see [`RaceGame::State`](crate::RaceGame::State). Positions are read and saved as the JSON of this
    /// type.
    type State: Readable + Eq + Hash;
    /// A decision of a seat: see [`RaceGame::Action`](crate::RaceGame::Action).
    type Action: EventData;
    /// An outcome of chance: see [`RaceGame::Chance`](crate::RaceGame::Chance).
    type Chance: EventData + Display;
    /// An effect of an event: see [`RaceGame::Happening`](crate::RaceGame::Happening).
    type Happening: Readable + Hash;
    /// Creates the game: see [`RaceGame::new`](crate::RaceGame::new). The ruleset has already passed
    /// [`Ruleset::faults`].
    fn new(ruleset: Self::Ruleset) -> Self;

    /// The ruleset in force: see [`RaceGame::ruleset`](crate::RaceGame::ruleset).
    fn ruleset(&self) -> &Self::Ruleset;

    /// Returns the first state: see [`RaceGame::start`](crate::RaceGame::start). The number of seats is in
    /// [`OpenGame::PLAYERS`].
    fn start(&self, seats: Seats) -> Self::State;

    /// Returns every inconsistency between a position and the rules, each with its field.
    fn faults(&self, state: &Self::State) -> Faults;

    /// The seats in the game: see [`RaceGame::seats`](crate::RaceGame::seats).
    fn seats(&self, state: &Self::State) -> Seats;

    /// Returns who moves next: see [`RaceGame::turn`](crate::RaceGame::turn).
    fn turn(&self, state: &Self::State) -> Turn;

    /// Lists the legal actions: see [`RaceGame::actions`](crate::RaceGame::actions).
    fn actions(&self, state: &Self::State, into: &mut Vec<Self::Action>);

    /// Carries out a legal action: see [`RaceGame::apply`](crate::RaceGame::apply).
    fn apply(&self, state: &mut Self::State, action: Self::Action, seen: &mut impl Observer<Self::Happening>);

    /// Lists the outcomes of the next chance event: see [`RaceGame::chances`](crate::RaceGame::chances).
    fn chances(&self, state: &Self::State, into: &mut Vec<Weighted<Self::Chance>>);

    /// Carries out a possible outcome: see [`RaceGame::apply_chance`](crate::RaceGame::apply_chance).
    fn apply_chance(
        &self,
        state: &mut Self::State,
        outcome: Self::Chance,
        seen: &mut impl Observer<Self::Happening>,
    );

    /// Returns the point that a happening marks: see [`RaceGame::mark`](crate::RaceGame::mark).
    fn mark(&self, happening: &Self::Happening) -> Option<Mark>;

    /// The places and scores: see [`RaceGame::standings`](crate::RaceGame::standings).
    fn standings(&self, state: &Self::State) -> Standings;

    /// Lists the runners: see [`RaceGame::runners`](crate::RaceGame::runners).
    fn runners(&self, state: &Self::State, into: &mut Vec<Runner>);
}

/// The error for an action that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that is not one of the legal actions")]
pub struct NotListed<A>(pub A);

/// The view of a seat in a game with open information: the whole state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenView<S> {
    /// The seat that the view belongs to.
    pub seat: Seat,
    /// The state.
    pub state: S,
}

/// Implements [`RaceGame`](crate::RaceGame) for a game with open information, an [`OpenGame`].
///
/// Write `furlong::open_game!(Twins);` below `impl OpenGame for Twins`, as in `examples/dice_race/game.rs`.
#[macro_export]
macro_rules! open_game {
    ($game:ty) => {
        impl $crate::RaceGame for $game {
            const ID: &'static str = <Self as $crate::OpenGame>::ID;

            type Ruleset = <Self as $crate::OpenGame>::Ruleset;
            type Setup = u8;
            type State = <Self as $crate::OpenGame>::State;
            type Position = <Self as $crate::OpenGame>::State;
            type Action = <Self as $crate::OpenGame>::Action;
            type Chance = <Self as $crate::OpenGame>::Chance;
            type View = $crate::OpenView<<Self as $crate::OpenGame>::State>;
            type InformationSet = <Self as $crate::OpenGame>::State;
            type Happening = <Self as $crate::OpenGame>::Happening;
            type Illegal = $crate::NotListed<<Self as $crate::OpenGame>::Action>;

            fn new(ruleset: Self::Ruleset) -> Result<Self, $crate::common::Faults> {
                $crate::Ruleset::check(&ruleset)?;
                Ok(<Self as $crate::OpenGame>::new(ruleset))
            }

            fn ruleset(&self) -> &Self::Ruleset {
                $crate::OpenGame::ruleset(self)
            }

            fn players(&self) -> ::std::ops::RangeInclusive<u8> {
                <Self as $crate::OpenGame>::PLAYERS
            }

            fn setup(&self, players: u8) -> u8 {
                players
            }

            fn start(&self, count: &u8) -> Result<Self::State, $crate::game::SetupError> {
                let players = <Self as $crate::OpenGame>::PLAYERS;
                let seats = $crate::game::SetupError::check_players(*count, &players)?;
                Ok($crate::OpenGame::start(self, seats))
            }

            fn position(&self, state: &Self::State) -> Self::State {
                state.clone()
            }

            fn state(&self, position: &Self::State) -> Result<Self::State, $crate::common::Faults> {
                $crate::OpenGame::faults(self, position).check()?;
                Ok(position.clone())
            }

            fn seats(&self, state: &Self::State) -> $crate::Seats {
                $crate::OpenGame::seats(self, state)
            }

            #[inline]
            fn turn(&self, state: &Self::State) -> $crate::Turn {
                $crate::OpenGame::turn(self, state)
            }

            #[inline]
            fn actions(&self, state: &Self::State, into: &mut Vec<Self::Action>) {
                $crate::OpenGame::actions(self, state, into);
            }

            fn check(
                &self,
                state: &Self::State,
                action: Self::Action,
            ) -> Result<(), $crate::NotListed<Self::Action>> {
                let mut actions = Vec::new();
                $crate::OpenGame::actions(self, state, &mut actions);
                if actions.contains(&action) { Ok(()) } else { Err($crate::NotListed(action)) }
            }

            #[inline]
            fn apply(
                &self,
                state: &mut Self::State,
                action: Self::Action,
                seen: &mut impl $crate::Observer<Self::Happening>,
            ) {
                $crate::OpenGame::apply(self, state, action, seen);
            }

            fn chances(&self, state: &Self::State, into: &mut Vec<$crate::game::Weighted<Self::Chance>>) {
                $crate::OpenGame::chances(self, state, into);
            }

            #[inline]
            fn apply_chance(
                &self,
                state: &mut Self::State,
                outcome: Self::Chance,
                seen: &mut impl $crate::Observer<Self::Happening>,
            ) {
                $crate::OpenGame::apply_chance(self, state, outcome, seen);
            }

            fn seen_by(&self, happening: &Self::Happening, _seat: $crate::Seat) -> Option<Self::Happening> {
                Some(happening.clone())
            }

            fn mark(&self, happening: &Self::Happening) -> Option<$crate::game::Mark> {
                $crate::OpenGame::mark(self, happening)
            }

            fn view(&self, state: &Self::State, seat: $crate::Seat) -> $crate::OpenView<Self::State> {
                $crate::OpenView { seat, state: state.clone() }
            }

            fn viewer(&self, view: &$crate::OpenView<Self::State>) -> $crate::Seat {
                view.seat
            }

            fn information_set(
                &self,
                view: &$crate::OpenView<Self::State>,
            ) -> Result<Self::State, $crate::common::Faults> {
                $crate::OpenGame::faults(self, &view.state).check()?;
                let seats = $crate::OpenGame::seats(self, &view.state);
                if !seats.contains(view.seat) {
                    return Err($crate::common::Faults::one(
                        "seat",
                        format!("there are {seats} seats, counted from 0"),
                    ));
                }
                Ok(view.state.clone())
            }

            fn determinize<R: $crate::rand::Rng + ?Sized>(
                &self,
                set: &Self::State,
                _rng: &mut R,
            ) -> Self::State {
                set.clone()
            }

            fn standings(&self, state: &Self::State) -> $crate::Standings {
                $crate::OpenGame::standings(self, state)
            }

            fn runners(&self, state: &Self::State, into: &mut Vec<$crate::game::Runner>) {
                $crate::OpenGame::runners(self, state, into);
            }
        }
    };
}
