//! Implements the contract of all games; each function delegates to the module that knows the subject.

use std::ops::RangeInclusive;

use rand::Rng;

use super::action::{Action, Chance, Illegal};
use super::game::Gotham;
use super::happening::Happening;
use super::position::Position;
use super::resample::InformationSet;
use super::ruleset::Ruleset;
use super::setup::Setup;
use super::state::State;
use super::track::FIGURES;
use super::view::View;
use crate::common::fault::Faults;
use crate::common::observer::Observer;
use crate::common::seat::{Seat, Seats};
use crate::common::standings::Standings;
use crate::game::{Mark, RaceGame, Runner, SetupError, SetupOption, Turn, Weighted};

/// The maximum number of players: each of the four figures has one (GO-01).
const MOST_SEATS: Seats = match Seats::new(FIGURES as u8) {
    Some(seats) => seats,
    None => panic!("four seats"),
};

impl RaceGame for Gotham {
    const ID: &'static str = "gotham";
    const OPTIONS: &'static [SetupOption] = &[SetupOption {
        name: "start-numbers",
        value: "N,N,...",
        meaning: "start numbers of the seats (GO-09) or drawn",
    }];

    type Ruleset = Ruleset;
    type Setup = Setup;
    type State = State;
    type Position = Position;
    type Action = Action;
    type Chance = Chance;
    type View = View;
    type InformationSet = InformationSet;
    type Happening = Happening;
    type Illegal = Illegal;

    fn new(ruleset: Ruleset) -> Result<Self, Faults> {
        Self::from_ruleset(ruleset)
    }

    fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    fn players(&self) -> RangeInclusive<u8> {
        1..=FIGURES as u8
    }

    fn setup(&self, players: u8) -> Setup {
        Setup { players, start_numbers: None }
    }

    fn set_option(&self, setup: &mut Setup, option: &str, value: &str) -> Result<(), SetupError> {
        setup.set(option, value)
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        self.first_state(setup)
    }

    fn position(&self, state: &State) -> Position {
        Position::of(state, self.card_index.faces())
    }

    fn state(&self, position: &Position) -> Result<State, Faults> {
        self.state_of(position)
    }

    fn seats(&self, state: &State) -> Seats {
        // `start` and `state` accept 1 to 4 players only.
        Seats::new(state.players).unwrap_or(MOST_SEATS)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn()
    }

    #[inline]
    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        self.add_actions(state, into);
    }

    #[inline]
    fn pick_action(&self, state: &State, pick: impl FnOnce(u32) -> u32) -> Option<Action> {
        self.nth_action(state, pick)
    }

    /// GO-07: equal cards in the hand are one action, weighted by their number.
    fn ways(&self, view: &View, action: Action) -> u64 {
        match action {
            Action::Draw(_) => 1,
            Action::Place(card) => view.hand().filter(|held| *held == card).count() as u64,
        }
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        self.check_action(state, action)
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action, seen: &mut impl Observer<Happening>) {
        self.act(state, action, seen);
    }

    fn chances(&self, state: &State, into: &mut Vec<Weighted<Chance>>) {
        into.clear();
        self.add_chances(state, into);
    }

    #[inline]
    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        self.draw_chance(state, rng)
    }

    #[inline]
    fn apply_chance(&self, state: &mut State, outcome: Chance, seen: &mut impl Observer<Happening>) {
        self.resolve_chance(state, outcome, seen);
    }

    fn seen_by(&self, happening: &Happening, seat: Seat) -> Option<Happening> {
        Some(happening.shown_to(seat))
    }

    fn mark(&self, happening: &Happening) -> Option<Mark> {
        happening.mark()
    }

    #[inline]
    fn view(&self, state: &State, seat: Seat) -> View {
        self.view_of(state, seat)
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat()
    }

    fn information_set(&self, view: &View) -> Result<InformationSet, Faults> {
        self.information_set_of(view)
    }

    fn determinize<R: Rng + ?Sized>(&self, set: &InformationSet, rng: &mut R) -> State {
        self.determinize_set(set, rng)
    }

    fn standings(&self, state: &State) -> Standings {
        self.standings_of(state)
    }

    fn runners(&self, state: &State, into: &mut Vec<Runner>) {
        into.clear();
        self.add_runners(state, into);
    }
}
