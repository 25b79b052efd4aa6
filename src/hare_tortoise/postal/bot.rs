//! A bot that plays by post: it writes a sheet of conditional orders for a round that has not been played yet.
//!
//! It considers each action that would be legal if it were its turn now, values it by the resulting square and
//! carrots, and orders the best few. Changes that may come before its turn become conditions: a square may be
//! taken, or a runner may pass.

use super::super::action::Action;
use super::super::board::{FINISH, Square, SquareKind};
use super::super::game::HareTortoise;
use super::super::movement::cost;
use super::super::state::{Phase, State};
use super::super::view::View;
use super::orders::{
    Alternative, ChewOrder, Comparison, Condition, MoveOrder, Quantity, Sheet, Target, Test, Who,
};
use super::sequence::{moves_of, sequence};
use crate::common::seat::Seat;
use crate::game::RaceGame;

/// The number of alternatives that it writes for a move.
const ALTERNATIVES: usize = 4;

/// Writes orders for the open round, from a seat's view before the round.
///
/// ```
/// use furlong::hare_tortoise::{HareTortoise, postal::write_orders};
/// use furlong::{Race, RaceGame, Seat, ruleset};
///
/// let game = HareTortoise::new(ruleset::open("postal")?)?;
/// let mut race = Race::new(game.clone(), &game.setup(4), 1)?;
/// race.proceed();
/// let sheet = write_orders(&game, &race.view(Seat::FIRST)?);
/// assert!(!sheet.first.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_orders(game: &HareTortoise, view: &View) -> Sheet {
    let (seat, state) = (view.seat(), view.state());
    if state.is_home(seat) || state.phase == Phase::Over {
        return Sheet::blank(seat, state.round.number);
    }
    let now = in_turn(game, state, seat);
    let best = ranked(game, &now);
    let first = best.iter().take(ALTERNATIVES).map(|action| alternative(game, &now, *action)).collect();
    let moves = moves_of(&sequence(game, state));
    let second = if moves[seat] > 1 { follow_up(game, &now, &best) } else { Vec::new() };
    let pays = Condition::Test(Test::Count(
        Who::Me,
        Quantity::Carrots,
        Comparison::Above,
        wanted(game, now.of(now.runner).square) + 20,
    ));
    Sheet {
        player: seat,
        round: state.round.number,
        first,
        second,
        chew: vec![when(Some(pays), ChewOrder::Pay), when(None, ChewOrder::Draw)],
        again: vec![
            when(None, MoveOrder::To(Square::FINISH)),
            when(Some(short_of_carrots()), MoveOrder::Back),
            when(None, MoveOrder::Forward(4)),
            when(None, MoveOrder::Forward(3)),
            when(None, MoveOrder::Stay),
        ],
    }
}

fn when<T>(condition: Option<Condition>, order: T) -> Alternative<T> {
    Alternative { condition, order }
}

fn short_of_carrots() -> Condition {
    Condition::Test(Test::Count(Who::Me, Quantity::Carrots, Comparison::Below, 15))
}

/// The race as if it were this seat's turn now, with its square's pay collected.
pub(super) fn in_turn(game: &HareTortoise, state: &State, seat: Seat) -> State {
    let mut now = *state;
    let runner = now.runners_of(seat).start;
    let has_begun = now.phase == Phase::Move && now.seat == seat;
    if !has_begun {
        now.carrots[seat] = game.carrots_in_turn(&now, runner);
    }
    (now.phase, now.seat, now.runner) = (Phase::Move, seat, runner);
    (now.jugs, now.paid) = (0, 0);
    now
}

/// The legal actions, best first.
fn ranked(game: &HareTortoise, now: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    game.actions(now, &mut actions);
    actions.sort_by_key(|action| std::cmp::Reverse(value(game, now, *action)));
    actions
}

/// Writes the action as an order, with the condition under which it is good.
fn alternative(game: &HareTortoise, now: &State, action: Action) -> Alternative<MoveOrder> {
    let order = MoveOrder::of(action);
    let Action::To(square) = action else { return when(None, order) };
    let condition = match game.board().kind(square) {
        // A number square pays in one position only, so the runners ahead now must still be ahead.
        Some(kind) if kind.pays(position_on(now, square)) => {
            let others = now.seats.iter().filter(|other| *other != now.seat);
            let tests = others.map(|other| {
                let (who, target) = (Who::Player(other), Target::Square(square));
                let is_ahead = now.of(now.runners_of(other).start).square > square;
                let test = if is_ahead { Test::AheadOf(who, target) } else { Test::Behind(who, target) };
                Condition::Test(test)
            });
            Some(all(tests.collect()))
        }
        Some(_) => Some(Condition::Test(Test::Free(square))),
        None => None,
    };
    when(condition, order)
}

fn all(mut tests: Vec<Condition>) -> Condition {
    if tests.len() == 1 { tests.remove(0) } else { Condition::And(tests) }
}

/// The second move, planned from the squares to which the first may have led.
fn follow_up(game: &HareTortoise, now: &State, best: &[Action]) -> Vec<Alternative<MoveOrder>> {
    let mut orders = Vec::new();
    for action in best.iter().take(2) {
        let mut then = *now;
        game.apply(&mut then, *action, &mut ());
        let square = then.of(now.runner).square;
        if then.phase == Phase::Jug || then.is_home(now.seat) {
            continue;
        }
        let then = in_turn(game, &then, now.seat);
        let is_there = Condition::Test(Test::On(Who::Me, square));
        for action in ranked(game, &then).into_iter().take(2) {
            let Alternative { condition, order } = alternative(game, &then, action);
            let condition = match condition {
                Some(Condition::And(mut tests)) => {
                    tests.insert(0, is_there.clone());
                    Condition::And(tests)
                }
                Some(test) => Condition::And(vec![is_there.clone(), test]),
                None => is_there.clone(),
            };
            orders.push(when(Some(condition), order));
        }
    }
    orders.push(when(None, MoveOrder::To(Square::FINISH)));
    orders.push(when(Some(short_of_carrots()), MoveOrder::Back));
    orders
}

/// The race position on a square, if the other runners stay where they are.
fn position_on(now: &State, square: Square) -> u8 {
    let others = (0..now.count()).filter(|runner| *runner != now.runner);
    1 + others.filter(|runner| now.of(*runner).square > square).count() as u8
}

/// The number of carrots that the bot wants to have on a square: enough to finish in steps of five, or exactly the
/// price near the finish.
fn wanted(game: &HareTortoise, square: Square) -> u16 {
    let distance = FINISH - square.number();
    let limit = game.ruleset().finish.carrots / 2;
    if distance <= 6 { cost(distance) + limit } else { 3 * u16::from(distance) }
}

/// The value of an action, in hundredths of a square.
fn value(game: &HareTortoise, now: &State, action: Action) -> i32 {
    if matches!(action, Action::To(Square::FINISH)) {
        return i32::MAX;
    }
    let mut then = *now;
    game.apply(&mut then, action, &mut ());
    let at = then.of(now.runner);
    let kind = game.board().kind(at.square);
    let carrots = i32::from(then.carrots[now.seat]);
    let lettuces = i32::from(game.lettuces(&then, now.runner));
    let distance = i32::from(FINISH - at.square.number());
    let spare = carrots + 20 * lettuces - i32::from(wanted(game, at.square));
    let position = position_on(now, at.square);
    // Having too few counts more than too many, and up to ten too many costs nothing.
    let worry = (-35 * spare).max(25 * (spare - 10)).max(0);
    let ahead = (game.board().lettuces & (at.square.ahead() | at.square.bit())).count_ones() as i32;
    let stranded = (lettuces - ahead).max(0);
    let charm = match kind {
        // Only a runner with lettuces comes here, and a runner already here has no choice.
        Some(SquareKind::Lettuce) => 1_500 + 200 * i32::from(position),
        Some(SquareKind::Carrot) => 400,
        Some(SquareKind::Hare) => -500,
        Some(kind) if kind.pays(position) => 600 + 100 * i32::from(position),
        _ => 0,
    };
    charm - 100 * distance - worry - 3_000 * stranded
}
