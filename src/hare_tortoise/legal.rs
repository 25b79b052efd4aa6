//! Legal actions: moves and stays as bit masks over the squares.

use super::action::{Action, Illegal};
use super::board::{FINISH, Square};
use super::game::HareTortoise;
use super::movement::{BUNCH, cost, reach};
use super::policy::{
    AnotherMove, AnotherMoveStuck, ChewCarrot, FinishLimit, FoursWithThree, LettuceOwner, LimitBinds,
    PoolEmptyFor, RunnerChoice, StuckTrigger,
};
use super::state::{Duty, Phase, State};
use crate::common::bits::Bits;

/// The moves of a runner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moves {
    pub(super) forward: u64,
    pub(super) finish: bool,
    pub(super) back: Option<Square>,
}

impl Moves {
    pub(super) const NONE: Self = Self { forward: 0, finish: false, back: None };

    #[inline]
    pub(super) fn any(&self) -> bool {
        self.forward != 0 || self.finish || self.back.is_some()
    }
}

/// The actions other than choosing a runner or moving, each a bit of [`Legal::plain`] in this order.
const PLAIN: [Action; 5] = [Action::Chew, Action::Draw, Action::Pay, Action::Stay, Action::ToStart];
/// The actions of each bit mask, in order.
static PLAIN_AT: [[Option<Action>; PLAIN.len()]; 1 << PLAIN.len()] = {
    let mut table = [[None; PLAIN.len()]; 1 << PLAIN.len()];
    let mut mask = 0;
    while mask < table.len() {
        let (mut bit, mut place) = (0, 0);
        while bit < PLAIN.len() {
            if mask >> bit & 1 == 1 {
                table[mask][place] = Some(PLAIN[bit]);
                place += 1;
            }
            bit += 1;
        }
        mask += 1;
    }
    table
};
const CHEW: u8 = 1;
const DRAW: u8 = 2;
const PAY: u8 = 4;
const STAY: u8 = 8;
const TO_START: u8 = 16;

/// The legal actions of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Legal {
    /// The runners that the player may choose, as a bit mask.
    runners: u8,
    /// The legal actions among [`PLAIN`], as a bit mask.
    plain: u8,
    moves: Moves,
}

impl Legal {
    const NONE: Self = Self { runners: 0, plain: 0, moves: Moves::NONE };

    const fn plain(plain: u8) -> Self {
        Self { runners: 0, plain, moves: Moves::NONE }
    }

    const fn moves(moves: Moves) -> Self {
        Self { runners: 0, plain: 0, moves }
    }

    /// Returns whether carrots may be drawn.
    fn may_draw(&self) -> bool {
        self.plain & DRAW != 0
    }

    #[inline]
    pub(super) fn contains(&self, action: Action) -> bool {
        match action {
            Action::Runner(index) => index < 8 && self.runners >> index & 1 == 1,
            Action::Back(square) => self.moves.back == Some(square),
            Action::To(Square::FINISH) => self.moves.finish,
            Action::To(square) => square.is_in(self.moves.forward),
            _ => (0..).zip(PLAIN).any(|(bit, plain)| plain == action && self.plain >> bit & 1 == 1),
        }
    }

    /// The action at the place that `pick` chooses: see [`RaceGame::pick_action`](crate::RaceGame::pick_action).
    #[inline]
    pub(super) fn nth(&self, pick: impl FnOnce(u32) -> u32) -> Option<Action> {
        let forward = Bits::new(self.moves.forward);
        let before = (self.runners | self.plain).count_ones() + u32::from(self.moves.back.is_some());
        let count = before + forward.count() + u32::from(self.moves.finish);
        if count == 0 {
            return None;
        }
        let place = pick(count);
        let Some(ahead) = place.checked_sub(before) else { return self.nth_before(place) };
        let is_square = ahead < forward.count();
        Some(Action::To(if is_square { Square::at(forward.nth(ahead) as u8) } else { Square::FINISH }))
    }

    /// The action at this place, among those that are not moves forward.
    #[inline]
    fn nth_before(&self, place: u32) -> Option<Action> {
        if self.runners != 0 {
            return Some(Action::Runner(Bits::new(self.runners.into()).nth(place) as u8));
        }
        let plain = PLAIN_AT[usize::from(self.plain)][place as usize % PLAIN.len()];
        plain.or(self.moves.back.map(Action::Back))
    }

    /// Lists the actions in ascending order.
    #[inline]
    pub(super) fn list(&self, into: &mut Vec<Action>) {
        if self.runners != 0 {
            into.extend((0..8).filter(|index| self.runners >> index & 1 == 1).map(Action::Runner));
        }
        if self.plain != 0 {
            for (bit, action) in PLAIN.into_iter().enumerate() {
                if self.plain >> bit & 1 == 1 {
                    into.push(action);
                }
            }
        }
        if let Some(square) = self.moves.back {
            into.push(Action::Back(square));
        }
        let mut forward = self.moves.forward;
        // An iterator of known length, so that the buffer reserves its space once.
        into.extend((0..forward.count_ones()).map(|_| {
            let square = Square::at(forward.trailing_zeros() as u8);
            forward &= forward.wrapping_sub(1);
            Action::To(square)
        }));
        if self.moves.finish {
            into.push(Action::To(Square::FINISH));
        }
    }
}

impl HareTortoise {
    /// The legal actions of the player to move; none when no player is.
    #[inline]
    pub(super) fn legal(&self, state: &State) -> Legal {
        let (runner, carrots) = (state.runner, state.carrots[state.seat]);
        match state.phase {
            Phase::FirstPlayer | Phase::Jug | Phase::Over => Legal::NONE,
            Phase::Runner => Legal { runners: self.runners_to_choose(state), ..Legal::NONE },
            Phase::Move => self.legal_in_turn(state, runner, carrots),
            Phase::MoveOff => Legal::moves(self.moves(state, runner, carrots)),
            Phase::ChewCarrot => {
                let neither = match self.ruleset.hare.chew_a_carrot {
                    ChewCarrot::DrawOrPay => 0,
                    ChewCarrot::OrNeither => STAY,
                };
                Legal::plain(draw_or_pay(carrots) | neither)
            }
            Phase::AnotherMove => {
                // HT-39: as in a turn, but the runner may stay, and without a move it need not go back to Start.
                let moves = self.moves(state, runner, carrots);
                let rules = &self.ruleset.hare;
                if !moves.any() && rules.another_move_stuck == AnotherMoveStuck::BackToStart {
                    self.stuck(carrots)
                } else if !moves.any() || rules.another_move == AnotherMove::MayStay {
                    Legal { plain: STAY, ..Legal::moves(moves) }
                } else {
                    Legal::moves(moves)
                }
            }
        }
    }

    /// HT-21, HT-25 to HT-27: the legal actions of a runner in its turn.
    #[inline]
    fn legal_in_turn(&self, state: &State, runner: u8, carrots: u16) -> Legal {
        if self.must_chew(state, runner) {
            return Legal::plain(CHEW);
        }
        let moves = self.moves(state, runner, carrots);
        if state.of(runner).square.is_in(self.board.carrots) {
            // HT-25: staying without drawing or paying is not allowed.
            return Legal { plain: draw_or_pay(carrots), ..Legal::moves(moves) };
        }
        if moves.any() { Legal::moves(moves) } else { self.stuck(carrots) }
    }

    /// HT-27: the actions of a runner that has no other legal action.
    fn stuck(&self, carrots: u16) -> Legal {
        Legal::plain(match self.ruleset.stuck.back_to_start {
            StuckTrigger::WithoutCarrots if carrots > 0 => STAY,
            StuckTrigger::Any | StuckTrigger::WithoutCarrots => TO_START,
        })
    }

    /// HT-26: returns whether the runner has a lettuce to chew before anything else.
    #[inline]
    pub(super) fn must_chew(&self, state: &State, runner: u8) -> bool {
        let at = state.of(runner);
        let waits = match at.duty {
            Duty::None => at.square.is_in(self.board.lettuces),
            Duty::Chew => true,
            Duty::Leave => false,
        };
        // HT-04: if the pool is empty, a runner that waits to chew takes a normal turn.
        waits && self.lettuces(state, runner) > 0
    }

    /// The lettuces that the runner may chew, either its own or its player's.
    #[inline]
    pub(super) fn lettuces(&self, state: &State, runner: u8) -> u8 {
        match self.ruleset.lettuces.belong_to {
            LettuceOwner::Runner => state.of(runner).lettuces,
            LettuceOwner::Player => state.pool[state.owner(runner)],
        }
    }

    /// HT-04: the runners that the player may choose, as a bit mask over its own.
    fn runners_to_choose(&self, state: &State) -> u8 {
        let mask = |wanted: &dyn Fn(u8) -> bool| {
            let runners = state.racing(state.seat).filter(|runner| wanted(*runner));
            runners.fold(0_u8, |mask, runner| mask | 1 << state.index_of(runner))
        };
        if self.ruleset.turns.runner == RunnerChoice::Alternate {
            return mask(&|_| true);
        }
        let may = |runner: u8| !state.of(runner).misses;
        let leaving = mask(&|runner| may(runner) && state.of(runner).duty == Duty::Leave);
        if leaving != 0 {
            return leaving;
        }
        let able = mask(&|runner| may(runner) && self.has_action(state, runner));
        if able != 0 { able } else { mask(&may) }
    }

    /// Returns whether the runner would have a legal action, had it been chosen and its square's pay settled.
    fn has_action(&self, state: &State, runner: u8) -> bool {
        let carrots = self.carrots_in_turn(state, runner);
        let legal = self.legal_in_turn(state, runner, carrots);
        legal.plain & (CHEW | DRAW) != 0 || legal.moves.any()
    }

    /// HT-22 to HT-24, HT-28: the moves of the runner with `carrots`.
    #[expect(
        clippy::inline_always,
        reason = "every decision asks this, and handing the masks over costs time"
    )]
    #[inline(always)]
    pub(super) fn moves(&self, state: &State, runner: u8, carrots: u16) -> Moves {
        let at = state.of(runner).square;
        let occupied = state.occupied();
        let farthest = at.number() + reach(carrots).min(state.longest_step);
        // HT-23: a tortoise square cannot be reached forward.
        let shut = self.shut(state, runner, occupied) | self.board.tortoises;
        let forward = at.ahead_to(farthest) & !shut;
        let finish = farthest >= FINISH && {
            let paid = cost(FINISH - at.number());
            self.may_finish(state, runner, carrots.saturating_sub(paid))
        };
        let back = self.nearest_tortoise(at).filter(|square| !square.is_in(occupied));
        Moves { forward, finish, back }
    }

    /// HT-24: the only tortoise square to which a runner may go back, taken or not.
    #[inline]
    pub(super) fn nearest_tortoise(&self, at: Square) -> Option<Square> {
        Square::foremost(self.board.tortoises & at.behind())
    }

    /// The squares 1 to 63 on which the runner may stand: free, not closed, and not a lettuce square unless it has
    /// lettuces (HT-23). Tortoise squares are included.
    #[inline]
    pub(super) fn open(&self, state: &State, runner: u8) -> u64 {
        !self.shut(state, runner, state.occupied())
    }

    /// The squares on which the runner may not stand, including Start.
    #[inline]
    fn shut(&self, state: &State, runner: u8, occupied: u64) -> u64 {
        let no_lettuces = if self.lettuces(state, runner) == 0 { self.board.lettuces } else { 0 };
        occupied | Square::START.bit() | self.closed(state) | no_lettuces
    }

    /// HT-06: the squares closed to everyone.
    #[inline]
    pub(super) fn closed(&self, state: &State) -> u64 {
        let is_closed = self.ruleset.movement.fours_with_three == FoursWithThree::Closed;
        if is_closed && state.seats.count() == 3 { self.board.fours } else { 0 }
    }

    /// HT-28: returns whether the runner may cross the line with `carrots` left.
    #[expect(clippy::inline_always, reason = "a part of nearly every decision")]
    #[inline(always)]
    pub(super) fn may_finish(&self, state: &State, runner: u8, carrots: u16) -> bool {
        self.lettuces_in_the_way(state, runner) == 0 && u32::from(carrots) <= self.finish_limit(state, runner)
    }

    /// HT-04, HT-28: the number of lettuces that keep the runner from finishing.
    #[inline]
    fn lettuces_in_the_way(&self, state: &State, runner: u8) -> u8 {
        let pool_may_be_left = self.ruleset.lettuces.belong_to == LettuceOwner::Player
            && self.ruleset.lettuces.pool_empty_for == PoolEmptyFor::LastFinish
            && !state.is_last_racing(runner);
        if pool_may_be_left { 0 } else { self.lettuces(state, runner) }
    }

    /// HT-05, HT-28, HP-03: the maximum number of carrots left when this runner is the next to come home.
    #[inline]
    pub(super) fn finish_limit(&self, state: &State, runner: u8) -> u32 {
        let rules = &self.ruleset.finish;
        if rules.limit_binds == LimitBinds::LastRunner && !state.is_last_racing(runner) {
            return u32::MAX;
        }
        let carrots = u32::from(rules.carrots);
        match rules.limit {
            FinishLimit::Flat => carrots,
            FinishLimit::ByPlace => carrots * u32::from(state.arrivals() + 1),
        }
    }

    /// The reason why the action is not legal now.
    pub(super) fn objection(&self, state: &State, action: Action) -> Illegal {
        let carrots = state.carrots[state.seat];
        match (state.phase, action) {
            (Phase::Over, _) => Illegal::Over,
            (Phase::FirstPlayer | Phase::Jug, _) => Illegal::ChancesTurn,
            (Phase::Runner, Action::Runner(index)) => Illegal::NotThisRunner(index),
            (Phase::Runner, _) => Illegal::ChooseRunner,
            (_, Action::Runner(_)) => Illegal::NoChoiceOfRunner,
            (Phase::ChewCarrot, Action::Pay) => Illegal::FewerThanTen(carrots),
            (Phase::ChewCarrot, _) => Illegal::MustChewCarrot,
            (Phase::Move, _) if self.must_chew(state, state.runner) => Illegal::MustChew,
            (_, Action::Chew) => Illegal::NothingToChew,
            (_, Action::Pay) if self.legal(state).may_draw() => Illegal::FewerThanTen(carrots),
            (_, Action::Draw | Action::Pay) => Illegal::NoCarrotSquare,
            (_, Action::Stay) => Illegal::MustMove,
            (_, Action::ToStart) => Illegal::NotStuck,
            (_, Action::Back(square)) => {
                let at = state.of(state.runner).square;
                if self.nearest_tortoise(at) == Some(square) {
                    Illegal::TortoiseTaken(square)
                } else {
                    Illegal::NotTheNearestTortoise(square)
                }
            }
            (_, Action::To(square)) => self.objection_to_step(state, square),
        }
    }

    fn objection_to_step(&self, state: &State, square: Square) -> Illegal {
        let (at, carrots) = (state.of(state.runner).square, state.carrots[state.seat]);
        if square <= at {
            return Illegal::NotAhead(square);
        }
        let squares = square.number() - at.number();
        if square.is_in(self.board.tortoises) {
            Illegal::Tortoise(square)
        } else if square.is_in(self.closed(state)) {
            Illegal::Closed(square)
        } else if square.is_in(state.occupied()) {
            Illegal::Taken(square)
        } else if squares > state.longest_step {
            Illegal::TooLong { squares, longest: state.longest_step }
        } else if cost(squares) > carrots {
            Illegal::TooDear { cost: cost(squares), carrots }
        } else if square != Square::FINISH {
            Illegal::NoLettuceLeft(square)
        } else {
            match self.lettuces_in_the_way(state, state.runner) {
                0 => {
                    let most = self.finish_limit(state, state.runner);
                    Illegal::TooManyCarrots { left: carrots - cost(squares), most }
                }
                lettuces => Illegal::LettucesLeft(lettuces),
            }
        }
    }
}

/// The actions of drawing 10, and of paying 10 if there are at least as many.
const fn draw_or_pay(carrots: u16) -> u8 {
    if carrots >= BUNCH { DRAW | PAY } else { DRAW }
}
