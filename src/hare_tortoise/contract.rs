//! Implements the game contract; each function delegates to the module that knows the subject.

use std::ops::RangeInclusive;

use rand::Rng;

use super::action::{Action, Chance, FIRST_PLAYER, HARE, Illegal};
use super::game::HareTortoise;
use super::happening::Happening;
use super::position::Position;
use super::ruleset::{PLAYERS, Ruleset};
use super::setup;
use super::setup::Setup;
use super::standings;
use super::state::{Phase, State};
use super::view::View;
use crate::common::fault::Faults;
use crate::common::observer::Observer;
use crate::common::seat::{Seat, Seats};
use crate::common::standings::Standings;
use crate::game::{ChancePoint, Mark, RaceGame, Runner, SetupError, SetupOption, Turn, Weighted};

impl RaceGame for HareTortoise {
    const ID: &'static str = "hare-tortoise";
    const OPTIONS: &'static [SetupOption] = setup::OPTIONS;

    type Ruleset = Ruleset;
    type Setup = Setup;
    type State = State;
    type Position = Position;
    type Action = Action;
    type Chance = Chance;
    type View = View;
    /// Nothing is hidden except the order of cards that nobody has seen, so there is only one state.
    type InformationSet = State;
    type Happening = Happening;
    type Illegal = Illegal;

    fn new(ruleset: Ruleset) -> Result<Self, Faults> {
        Self::from_ruleset(ruleset)
    }

    fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    fn players(&self) -> RangeInclusive<u8> {
        PLAYERS
    }

    fn setup(&self, players: u8) -> Setup {
        Setup { players, first: None, longest_step: None }
    }

    fn set_option(&self, setup: &mut Setup, option: &str, value: &str) -> Result<(), SetupError> {
        setup.set(option, value)
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        self.first_state(setup)
    }

    fn position(&self, state: &State) -> Position {
        Position::of(state)
    }

    fn state(&self, position: &Position) -> Result<State, Faults> {
        self.state_of(position)
    }

    fn seats(&self, state: &State) -> Seats {
        state.seats
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::FirstPlayer => Turn::Chance(ChancePoint { owner: None, purpose: FIRST_PLAYER }),
            Phase::Jug => Turn::Chance(ChancePoint { owner: Some(state.seat), purpose: HARE }),
            Phase::Over => Turn::Over,
            Phase::Runner | Phase::Move | Phase::MoveOff | Phase::ChewCarrot | Phase::AnotherMove => {
                Turn::Seat(state.seat)
            }
        }
    }

    #[inline]
    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        self.legal(state).list(into);
    }

    #[inline]
    fn pick_action(&self, state: &State, pick: impl FnOnce(u32) -> u32) -> Option<Action> {
        self.legal(state).nth(pick)
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        if self.legal(state).contains(action) { Ok(()) } else { Err(self.objection(state, action)) }
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action, seen: &mut impl Observer<Happening>) {
        self.act(state, action, seen);
    }

    fn chances(&self, state: &State, into: &mut Vec<Weighted<Chance>>) {
        into.clear();
        match state.phase {
            Phase::FirstPlayer => setup::first_players(state, into),
            Phase::Jug => self.draws(state, into),
            _ => {}
        }
    }

    #[inline]
    fn sample_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        match state.phase {
            Phase::FirstPlayer => setup::draw_first(state, rng),
            _ => self.draw_hare(state, rng),
        }
    }

    fn apply_chance(&self, state: &mut State, outcome: Chance, seen: &mut impl Observer<Happening>) {
        match outcome {
            Chance::First(seat) => self.begin(state, seat, seen),
            drawn => self.jug(state, drawn, seen),
        }
    }

    /// Everything is public (HT-08).
    fn seen_by(&self, happening: &Happening, _seat: Seat) -> Option<Happening> {
        Some(*happening)
    }

    #[expect(clippy::inline_always, reason = "the compiler then makes only the happenings that are counted")]
    #[inline(always)]
    fn mark(&self, happening: &Happening) -> Option<Mark> {
        match happening {
            Happening::TurnBegins { seat } => Some(Mark::TurnBegins(*seat)),
            Happening::TurnEnds { seat } => Some(Mark::TurnEnds(*seat)),
            Happening::RoundEnds { .. } => Some(Mark::RoundEnds),
            Happening::GameEnds => Some(Mark::GameEnds),
            _ => None,
        }
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        View::new(seat, *state)
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat()
    }

    fn information_set(&self, view: &View) -> Result<State, Faults> {
        self.faults_of(view.state()).check().map(|()| *view.state())
    }

    /// Cards that nobody has seen are decided when they are drawn.
    fn determinize<R: Rng + ?Sized>(&self, set: &State, _rng: &mut R) -> State {
        *set
    }

    fn standings(&self, state: &State) -> Standings {
        standings::standings(state)
    }

    /// HT-29: the others go on racing for the remaining places.
    fn has_finished(&self, state: &State, seat: Seat) -> bool {
        state.is_home(seat)
    }

    #[inline]
    fn runners(&self, state: &State, into: &mut Vec<Runner>) {
        into.clear();
        into.extend(standings::runners(state));
    }
}
