//! The flow of a turn: its beginning and end, moves and stays, and everything automatic between two decisions.

use super::action::Action;
use super::board::Square;
use super::game::HareTortoise;
use super::happening::{Expense, Happening, Source, Way};
use super::movement::{BUNCH, cost};
use super::policy::{
    BackAtStart, FoursWithThree, LettuceOwner, Mechanism, MissBinds, PutOnHare, RaceEnds, RunnerChoice,
    TooFewToPay,
};
use super::state::{Duty, Phase, RunnerState, State};
use crate::common::observer::Observer;
use crate::common::seat::{Seat, SeatSet};

/// The carrots that a runner's square pays or costs when its turn begins.
enum SquarePay {
    Nothing,
    Draws(u16, Source),
    Costs { passed_by: u8, carrots: u16 },
}

impl HareTortoise {
    /// Carries out a legal action.
    #[inline]
    pub(super) fn act(&self, state: &mut State, action: Action, seen: &mut impl Observer<Happening>) {
        let runner = state.runner;
        match action {
            Action::Runner(index) => {
                let chosen = state.runners_of(state.seat).start + index;
                seen.see(|| Happening::Chooses { runner: state.name(chosen) });
                self.skip_the_others(state, chosen);
                self.begin_move(state, chosen, seen);
            }
            Action::Chew => {
                // HT-37: on a hare square, the runner chews because of a jugged hare.
                let jugged = state.of(runner).duty == Duty::Chew;
                self.chew(state, runner, jugged, seen);
                state.of_mut(runner).duty = Duty::Leave;
                self.end_turn(state, seen);
            }
            Action::Draw => {
                let source = if state.phase == Phase::Move { Source::CarrotSquare } else { Source::Hare };
                state.draw(runner, BUNCH, source, seen);
                self.end_turn(state, seen);
            }
            Action::Pay => {
                let expense = if state.phase == Phase::Move { Expense::CarrotSquare } else { Expense::Hare };
                state.pay(runner, BUNCH, expense, seen);
                self.end_turn(state, seen);
            }
            Action::Stay => {
                seen.see(|| Happening::Stays { runner: state.name(runner) });
                self.end_turn(state, seen);
            }
            Action::ToStart => self.back_to_start(state, seen),
            Action::Back(to) => {
                // HT-24: going back pays at once.
                let squares = state.of(runner).square.number() - to.number();
                self.relocate(state, runner, to, Way::Back, seen);
                state.draw(runner, BUNCH * u16::from(squares), Source::Tortoise, seen);
                state.paid = 0;
                self.end_turn(state, seen);
            }
            Action::To(to) => {
                self.step(state, to, seen);
                self.arrive(state, runner, seen);
            }
        }
    }

    /// HT-22: pays for a step forward of the runner to move and makes it, including everything that happens on the
    /// square.
    #[inline]
    pub(super) fn step(&self, state: &mut State, to: Square, seen: &mut impl Observer<Happening>) {
        let runner = state.runner;
        let price = cost(to.number() - state.of(runner).square.number());
        state.pay(runner, price, Expense::Move, seen);
        self.relocate(state, runner, to, Way::Forward, seen);
        state.paid = price;
    }

    /// HT-27: sends the runner back to Start with the starting carrots; it keeps its lettuces.
    fn back_to_start(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        let (runner, seat) = (state.runner, state.seat);
        self.relocate(state, runner, Square::START, Way::NoAction, seen);
        let carrots = self.ruleset.start.carrots.of(state.seats.count());
        state.carrots[seat] = carrots;
        seen.see(|| Happening::CarrotsBecome { seat, carrots });
        state.paid = 0;
        let moves_off = self.ruleset.stuck.at_start == BackAtStart::MovesOff;
        if moves_off && self.moves(state, runner, carrots).any() {
            state.phase = Phase::MoveOff;
        } else {
            self.end_turn(state, seen);
        }
    }

    /// Carries out everything that happens at once when a runner arrives on a square by a move or an effect.
    #[inline]
    pub(super) fn arrive(&self, state: &mut State, runner: u8, seen: &mut impl Observer<Happening>) {
        let square = state.of(runner).square;
        if square == Square::FINISH {
            state.come_home(runner, seen);
        } else if self.is_jugged_on(square) {
            if self.may_jug(state) {
                // HT-30
                state.phase = Phase::Jug;
                return;
            }
            // HT-31
            seen.see(|| Happening::JugsNoMore { runner: state.name(runner), square });
        }
        self.end_turn(state, seen);
    }

    /// Returns whether arriving on the square means jugging the hare.
    #[inline]
    pub(super) fn is_jugged_on(&self, square: Square) -> bool {
        square.is_in(self.board.hares) && self.mechanism() != Mechanism::Passing
    }

    /// HT-31: returns whether another jug is possible in this turn.
    #[inline]
    pub(super) fn may_jug(&self, state: &State) -> bool {
        state.jugs < self.ruleset.hare.most_jugs
    }

    /// Puts a runner on a square by an effect, free of charge.
    pub(super) fn put(&self, state: &mut State, runner: u8, to: Square, seen: &mut impl Observer<Happening>) {
        self.relocate(state, runner, to, Way::Effect, seen);
        // HT-38: the runner came here by an effect, so nothing was paid for this square.
        state.paid = 0;
        let is_hare = to.is_in(self.board.hares);
        if is_hare && self.ruleset.hare.put_on_hare == PutOnHare::Nothing {
            self.end_turn(state, seen);
        } else {
            self.arrive(state, runner, seen);
        }
    }

    /// Moves a runner from its square to another, and records whom it passes.
    #[inline]
    fn relocate(
        &self,
        state: &mut State,
        runner: u8,
        to: Square,
        way: Way,
        seen: &mut impl Observer<Happening>,
    ) {
        let from = state.of(runner).square;
        seen.see(|| Happening::Moves { runner: state.name(runner), from, to, way });
        state.put_on(runner, to);
        let moved = state.of_mut(runner);
        moved.duty = Duty::None;
        moved.passed_by = None;
        if self.mechanism() == Mechanism::Passing {
            moved.passed_by = to.is_in(self.board.hares).then_some(SeatSet::EMPTY);
            note_passing(state, runner, from, to);
        }
    }

    /// Chews a lettuce, and draws 10 times the race position (HT-26, HT-37).
    pub(super) fn chew(
        &self,
        state: &mut State,
        runner: u8,
        jugged: bool,
        seen: &mut impl Observer<Happening>,
    ) {
        let seat = state.owner(runner);
        let held = match self.ruleset.lettuces.belong_to {
            LettuceOwner::Runner => &mut state.of_mut(runner).lettuces,
            LettuceOwner::Player => &mut state.pool[seat],
        };
        *held = held.saturating_sub(1);
        let left = *held;
        let position = state.race_position(runner);
        let square = state.of(runner).square;
        seen.see(|| Happening::Chews { runner: state.name(runner), square, position, left, jugged });
        state.draw(runner, BUNCH * u16::from(position), Source::Lettuce, seen);
    }

    /// HT-29: returns whether the race is over.
    #[inline]
    pub(super) fn is_over(&self, state: &State) -> bool {
        let racers = state.racers.len();
        match self.ruleset.finish.race_ends {
            RaceEnds::AllButOne => racers <= 1,
            RaceEnds::FirstHome => racers < state.seats.count(),
        }
    }

    /// Ends the turn and moves on to the next decision.
    #[inline]
    pub(super) fn end_turn(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        let seat = state.seat;
        seen.see(|| Happening::TurnEnds { seat });
        (state.jugs, state.paid) = (0, 0);
        // Only an arrival can end the race, and most turns do not have one.
        if state.of(state.runner).arrived.is_some() && self.is_over(state) {
            (state.phase, state.seat, state.runner) = (Phase::Over, Seat::FIRST, 0);
            seen.see(|| Happening::GameEnds);
            return;
        }
        let seat = self.next_in_round(state, seen);
        self.go_on(state, seat, seen);
    }

    /// Begins this player's turn, or the next one that is not skipped.
    #[expect(clippy::inline_always, reason = "every turn ends here, and three calls cost as much as they do")]
    #[inline(always)]
    pub(super) fn go_on(&self, state: &mut State, mut seat: Seat, seen: &mut impl Observer<Happening>) {
        while !self.begin_turn(state, seat, seen) {
            seat = self.next_in_round(state, seen);
        }
    }

    /// HT-04, HT-09, HT-32: begins a player's turn up to its first decision. Returns false if the turn is skipped.
    #[expect(clippy::inline_always, reason = "as above")]
    #[inline(always)]
    fn begin_turn(&self, state: &mut State, seat: Seat, seen: &mut impl Observer<Happening>) -> bool {
        state.seat = seat;
        if state.missing.contains(seat) {
            state.missing = state.missing.without(seat);
            seen.see(|| Happening::Misses { runner: None, seat });
            return false;
        }
        if let Some(runner) = self.runner_in_turn(state, seat) {
            if state.of(runner).misses {
                state.of_mut(runner).misses = false;
                self.note_last(state, runner);
                seen.see(|| Happening::Misses { runner: Some(state.name(runner)), seat });
                return false;
            }
            seen.see(|| Happening::TurnBegins { seat });
            self.begin_move(state, runner, seen);
            return true;
        }
        if state.racing(seat).all(|runner| state.of(runner).misses) {
            for runner in state.runners_of(seat) {
                state.of_mut(runner).misses = false;
            }
            seen.see(|| Happening::Misses { runner: None, seat });
            return false;
        }
        seen.see(|| Happening::TurnBegins { seat });
        (state.phase, state.runner) = (Phase::Runner, state.runners_of(seat).start);
        true
    }

    /// HT-04: the runner that takes the player's turn; `None` if the player chooses.
    #[expect(clippy::inline_always, reason = "as above")]
    #[inline(always)]
    pub(super) fn runner_in_turn(&self, state: &State, seat: Seat) -> Option<u8> {
        if state.per_player == 1 { Some(seat.number()) } else { self.runner_of_several(state, seat) }
    }

    fn runner_of_several(&self, state: &State, seat: Seat) -> Option<u8> {
        let mut racing = state.racing(seat);
        let first = racing.next();
        if racing.next().is_none() {
            // If the others have finished, it moves in every turn.
            return first;
        }
        match self.ruleset.turns.runner {
            RunnerChoice::Free => None,
            RunnerChoice::Alternate => {
                let after = state.last[seat]? + 1;
                let own = state.runners_of(seat).start;
                let in_order = (0..state.per_player).map(|step| own + (after + step) % state.per_player);
                in_order.clone().find(|runner| state.of(*runner).arrived.is_none())
            }
        }
    }

    /// Records which runner the player moved last, if its runners alternate.
    fn note_last(&self, state: &mut State, runner: u8) {
        if state.per_player > 1 && self.ruleset.turns.runner == RunnerChoice::Alternate {
            let owner = state.owner(runner);
            state.last[owner] = Some(state.index_of(runner));
        }
    }

    /// With free choice of the runner, records that a runner due to miss this turn has now missed it.
    fn skip_the_others(&self, state: &mut State, chosen: u8) {
        if self.ruleset.turns.runner == RunnerChoice::Free {
            for runner in state.runners_of(state.owner(chosen)) {
                state.of_mut(runner).misses = false;
            }
        }
    }

    /// HT-20, and the olympiad's pay: lets the runner's square pay or charge the player, then makes it the runner's
    /// move.
    #[expect(
        clippy::inline_always,
        reason = "nearly every turn begins here, and a call costs as much as it does"
    )]
    #[inline(always)]
    fn begin_move(&self, state: &mut State, runner: u8, seen: &mut impl Observer<Happening>) {
        self.note_last(state, runner);
        (state.phase, state.runner) = (Phase::Move, runner);
        match self.square_pay(state, runner) {
            SquarePay::Nothing => {}
            SquarePay::Draws(carrots, source) => state.draw(runner, carrots, source, seen),
            SquarePay::Costs { passed_by, carrots } => {
                let owner = state.owner(runner);
                state.carrots[owner] -= carrots;
                let name = state.name(runner);
                seen.see(|| Happening::PaysForPassing { runner: name, passed_by, carrots });
            }
        }
        state.of_mut(runner).passed_by = None;
    }

    /// The carrots that the runner's player has once its turn has begun.
    pub(super) fn carrots_in_turn(&self, state: &State, runner: u8) -> u16 {
        self.carrots_in_position(state, runner, state.race_position(runner))
    }

    /// Like `carrots_in_turn`, for a runner whose race position is known.
    #[inline]
    pub(super) fn carrots_in_position(&self, state: &State, runner: u8, position: u8) -> u16 {
        let held = state.carrots[state.owner(runner)];
        match self.pay_in_position(state, runner, position) {
            SquarePay::Nothing => held,
            SquarePay::Draws(carrots, _) => held.saturating_add(carrots),
            SquarePay::Costs { carrots, .. } => held - carrots,
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "most squares pay nothing, and a call costs as much as to see that"
    )]
    #[inline(always)]
    fn square_pay(&self, state: &State, runner: u8) -> SquarePay {
        let RunnerState { square, passed_by, .. } = *state.of(runner);
        if passed_by.is_none() && !square.is_in(self.board.numbers) {
            return SquarePay::Nothing;
        }
        self.pay_in_position(state, runner, state.race_position(runner))
    }

    /// What the runner's square pays in this race position.
    #[inline]
    fn pay_in_position(&self, state: &State, runner: u8, position: u8) -> SquarePay {
        let RunnerState { square, passed_by, .. } = *state.of(runner);
        if let Some(passed_by) = passed_by {
            return self.passing_pay(state.carrots[state.owner(runner)], passed_by.len());
        }
        match self.number_pay(state, square, position) {
            0 => SquarePay::Nothing,
            carrots => SquarePay::Draws(carrots, Source::NumberSquare),
        }
    }

    /// HT-20: the carrots that a square pays a runner in this race position. Only number squares and flags pay.
    #[inline]
    pub(super) fn number_pay(&self, state: &State, square: Square, position: u8) -> u16 {
        // HT-06: open, but without pay.
        let fours_pay =
            state.seats.count() != 3 || self.ruleset.movement.fours_with_three != FoursWithThree::WithoutPay;
        let paying = self.board.paying(position) & if fours_pay { !0 } else { !self.board.fours };
        if square.is_in(paying) { BUNCH * u16::from(position) } else { 0 }
    }

    /// Olympiad: a runner that nobody passed draws 10; otherwise it pays 10 for each player who did.
    fn passing_pay(&self, held: u16, passed_by: u8) -> SquarePay {
        let price = BUNCH * u16::from(passed_by);
        if passed_by == 0 {
            SquarePay::Draws(BUNCH, Source::Hare)
        } else if price <= held {
            SquarePay::Costs { passed_by, carrots: price }
        } else {
            let carrots = match self.ruleset.hare.too_few_to_pay {
                TooFewToPay::PaysAll => held,
                TooFewToPay::PaysNothing => 0,
            };
            SquarePay::Costs { passed_by, carrots }
        }
    }

    /// HT-32: makes the runner, or its player, miss the next turn.
    pub(super) fn miss_a_turn(&self, state: &mut State, runner: u8, seen: &mut impl Observer<Happening>) {
        match self.ruleset.turns.miss_binds {
            MissBinds::Runner => state.of_mut(runner).misses = true,
            MissBinds::Player => state.missing = state.missing.with(state.owner(runner)),
        }
        seen.see(|| Happening::WillMiss { runner: state.name(runner) });
    }
}

/// Olympiad: records, for every runner on a hare square, the players that pass it in either direction.
fn note_passing(state: &mut State, runner: u8, from: Square, to: Square) {
    let mover = state.owner(runner);
    let (low, high) = (from.min(to), from.max(to));
    for other in 0..state.count() {
        let is_rival = state.owner(other) != mover;
        let at = state.of_mut(other);
        let is_passed = is_rival && low < at.square && at.square < high;
        if let Some(passed_by) = at.passed_by.filter(|_| is_passed) {
            at.passed_by = Some(passed_by.with(mover));
        }
    }
}
