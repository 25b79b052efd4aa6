//! Implements the game contract; each function delegates to the module that knows the subject.

use std::ops::RangeInclusive;

use rand::Rng;

use super::action::{Action, Chance, Illegal, purpose};
use super::cards::Card;
use super::game::AnimalRace;
use super::happening::Happening;
use super::position::Position;
use super::resample::InformationSet;
use super::ruleset::Ruleset;
use super::setup::{OPTIONS, Setup};
use super::state::{Phase, State};
use super::view::View;
use crate::common::fault::Faults;
use crate::common::observer::Observer;
use crate::common::seat::{Seat, SeatSet, Seats};
use crate::common::standings::Standings;
use crate::game::{ChancePoint, Mark, RaceGame, Runner, SetupError, SetupOption, Turn, Weighted};

impl RaceGame for AnimalRace {
    const ID: &'static str = "animal-race";
    const OPTIONS: &'static [SetupOption] = OPTIONS;

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
        self.ruleset.players.least..=self.ruleset.players.most
    }

    fn setup(&self, players: u8) -> Setup {
        Setup { players, first: None, games: 1 }
    }

    fn set_option(&self, setup: &mut Setup, option: &str, value: &str) -> Result<(), SetupError> {
        setup.set(option, value)
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        let seats = SetupError::check_players(setup.players, &self.players())?;
        setup.check(seats)?;
        Ok(self.first_state(*setup, seats))
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
        let chance = |owner, purpose| Turn::Chance(ChancePoint { owner, purpose });
        match state.phase {
            Phase::SecondBet(seat) | Phase::Placing(seat) | Phase::Moving { seat, .. } => Turn::Seat(seat),
            Phase::Refill(seat) => chance(Some(seat), purpose::REFILL),
            Phase::Deal(seat) => chance(Some(seat), purpose::DEAL),
            Phase::StartingBet(seat) => chance(Some(seat), purpose::STARTING_BET),
            Phase::Stream => chance(None, purpose::STREAM),
            Phase::Turbo(_) => chance(None, purpose::TURBO),
            Phase::FirstPlayerBeforeDeal | Phase::FirstPlayerAfterBets => chance(None, purpose::FIRST_PLAYER),
            Phase::Over => Turn::Over,
        }
    }

    #[inline]
    fn actions(&self, state: &State, into: &mut Vec<Action>) {
        into.clear();
        if let Turn::Seat(seat) = self.turn(state) {
            self.add_actions(state, seat, into);
        }
    }

    #[inline]
    fn pick_action(&self, state: &State, pick: impl FnOnce(u32) -> u32) -> Option<Action> {
        self.nth_action(state, pick)
    }

    // AR-07: all choose without knowing the others' choices.
    fn deciding(&self, state: &State) -> SeatSet {
        match state.phase {
            Phase::SecondBet(next) => state.seats.iter().filter(|seat| *seat >= next).collect(),
            Phase::Placing(seat) | Phase::Moving { seat, .. } => SeatSet::only(seat),
            _ => SeatSet::EMPTY,
        }
    }

    fn actions_of(&self, state: &State, seat: Seat, into: &mut Vec<Action>) {
        into.clear();
        if self.deciding(state).contains(seat) {
            self.add_actions(state, seat, into);
        }
    }

    fn ways(&self, view: &View, action: Action) -> u64 {
        match action {
            Action::Bet(card) => view.hand[card].into(),
            Action::Place(placement) => {
                let plain = choose(view.hand[placement.animal.card()], placement.plain);
                plain.saturating_mul(choose(view.hand[Card::Howl], placement.howls))
            }
            Action::Move(_) => 1,
        }
    }

    #[inline]
    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        match self.turn(state) {
            Turn::Seat(seat) => self.check_action(state, seat, action),
            Turn::Chance(_) | Turn::Over => Err(Illegal::NobodysTurn),
        }
    }

    fn check_of(&self, state: &State, seat: Seat, action: Action) -> Result<(), Illegal> {
        self.check_action(state, seat, action)
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
        match happening {
            Happening::TurnBegins { seat } => Some(Mark::TurnBegins(*seat)),
            Happening::TurnEnds { seat } => Some(Mark::TurnEnds(*seat)),
            Happening::RoundEnds { .. } => Some(Mark::RoundEnds),
            Happening::GameEnds { .. } => Some(Mark::GameEnds),
            _ => None,
        }
    }

    fn view(&self, state: &State, seat: Seat) -> View {
        self.view_of(state, seat)
    }

    fn viewer(&self, view: &View) -> Seat {
        view.seat
    }

    fn information_set(&self, view: &View) -> Result<InformationSet, Faults> {
        InformationSet::of(self, view)
    }

    fn determinize<R: Rng + ?Sized>(&self, set: &InformationSet, rng: &mut R) -> State {
        set.sample(rng)
    }

    // AR-08: nobody knows the others' bets before the end of a game; AC-01: points of earlier games are public.
    fn standings(&self, state: &State) -> Standings {
        match state.phase {
            Phase::Over => self.final_standings(state),
            _ => Self::standings_so_far(state),
        }
    }

    fn standings_if_stopped(&self, state: &State) -> Standings {
        self.final_standings(state)
    }

    fn runners(&self, state: &State, into: &mut Vec<Runner>) {
        into.clear();
        into.extend((0..).zip(self.animals.iter()).map(|(id, animal)| Runner {
            id,
            owner: None,
            coordinate: state.at[animal.index()].into(),
            lane: 1,
            arrived: state.podium.place(animal),
        }));
    }
}

/// The binomial coefficient `all` choose `some`, exact for every hand that a ruleset allows.
fn choose(all: u8, some: u8) -> u64 {
    let next = |ways: u64, taken| ways.saturating_mul(u64::from(all).saturating_sub(taken)) / (taken + 1);
    (0..u64::from(some)).fold(1, next)
}
