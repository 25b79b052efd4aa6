//! Makes the plans of bots: the fewest turns that a lone runner needs, for every square, number of lettuces and
//! number of carrots, over everything that it may do.
//!
//! A plan is made once for each ruleset, longest step and race position, and assumes that the runner keeps that position. The
//! legal moves and the pay of squares come from the game. As long as nobody overtakes it, a runner can follow the
//! plan exactly, except for hares. These are assumed to be expensive, because a plan that hoped for too much would
//! make the runner wait for ever.

use std::num::NonZeroU8;

use crate::common::seat::{Seat, Seats};
use crate::hare_tortoise::board::{FINISH, Square};
use crate::hare_tortoise::game::HareTortoise;
use crate::hare_tortoise::movement::{BUNCH, cost};
use crate::hare_tortoise::plan::{InOrder, MOST, Plan, RID_IN_A_TURN};
use crate::hare_tortoise::policy::LettuceOwner;
use crate::hare_tortoise::ruleset::RUNNERS;
use crate::hare_tortoise::state::State;

/// The table for which plans are made, where each player has one runner.
const TABLE: Seats = Seats::new(6).expect("a table has up to eight seats");
/// The maximum number of lettuces that a plan distinguishes.
const MOST_LETTUCES: u8 = 12;
/// The initial value of everything not yet known: more turns than anybody needs.
const ENDLESS: f32 = 99.0;
/// The change below which a value counts as converged.
const EXACT: f32 = 0.01;
/// A number of rounds that no plan needs to be asked about.
const SURELY_USUAL: f32 = 30.0;
/// The number of turns that a hare costs, rather overestimated than underestimated.
const HARE: f32 = 3.0;

impl HareTortoise {
    /// The plan for a race position when no paid step is longer than this (HT-22). The first call for it takes a few
    /// hundredths of a second.
    pub(super) fn plan(&self, position: u8, longest_step: u8) -> &Plan {
        let position = position.clamp(1, RUNNERS as u8);
        self.plans.of(position, longest_step).get_or_init(|| make_plan(self, position, longest_step))
    }

    /// Returns whether a race has taken much longer than its plans let expect: twice what a runner with the
    /// track to itself needs, and ten rounds, for each runner of a player.
    pub(in crate::hare_tortoise) fn is_overlong(&self, state: &State) -> bool {
        let rounds = f32::from(state.round.number);
        if rounds <= SURELY_USUAL {
            return false;
        }
        let start = &self.ruleset.start;
        let players = state.seats.count();
        let row = self.plan(1, state.longest_step).row(Square::START, start.lettuces.of(players));
        rounds > f32::from(state.per_player) * (10.0 + 2.0 * row.turns(start.carrots.of(players)))
    }
}

/// Makes the plan for a race position, with about a hundred thousand situations.
fn make_plan(game: &HareTortoise, position: u8, longest_step: u8) -> Plan {
    let rules = &game.ruleset;
    let most_lettuces = (2..=6).map(|players| rules.start.lettuces.of(players)).max().unwrap_or(0);
    let most_lettuces = most_lettuces.min(MOST_LETTUCES);
    let mut lone = game.at_start(TABLE, longest_step);
    // The runners ahead are home, and the others have not started.
    for place in 1..position.min(TABLE.count()) {
        lone.put_on(place, Square::FINISH);
        lone.of_mut(place).arrived = NonZeroU8::new(place);
    }
    let pay = std::array::from_fn(|number| {
        lone.put_on(0, Square::at(number as u8));
        game.carrots_in_turn(&lone, 0) - lone.carrots[Seat::FIRST]
    });
    let plan = Plan::new(ENDLESS, most_lettuces, BUNCH * u16::from(position));
    let mut planner = Planner { game, lone, pay, plan };
    for lettuces in 0..=most_lettuces {
        // The plan with one lettuce fewer is complete. Going back and staying form cycles, hence the repetition.
        while planner.improve(lettuces) {}
    }
    planner.plan.by_heaps()
}

/// A plan in the making.
struct Planner<'a> {
    game: &'a HareTortoise,
    lone: State,
    /// What each square pays at the beginning of a turn in this position.
    pay: [u16; FINISH as usize],
    plan: Plan<InOrder>,
}

impl Planner<'_> {
    /// Improves every situation with `lettuces` lettuces by looking one move ahead. Returns whether anything has
    /// changed.
    fn improve(&mut self, lettuces: u8) -> bool {
        match self.game.ruleset.lettuces.belong_to {
            LettuceOwner::Runner => self.lone.of_mut(0).lettuces = lettuces,
            LettuceOwner::Player => self.lone.pool[Seat::FIRST] = lettuces,
        }
        let mut has_changed = false;
        for number in (0..FINISH).rev() {
            let at = Square::at(number);
            self.lone.put_on(0, at);
            for carrots in 0..=MOST {
                let turns = 1.0 + self.best(at, lettuces, carrots);
                let known = self.plan.turns_mut(at, lettuces, carrots);
                if turns + EXACT < *known {
                    *known = turns;
                    has_changed = true;
                }
            }
            let of_many = self.of_many(at, lettuces);
            let known = self.plan.of_many_mut(at, lettuces);
            if of_many + EXACT < *known {
                *known = of_many;
                has_changed = true;
            }
        }
        has_changed
    }

    /// The fewest turns after one action from a square.
    fn best(&self, at: Square, lettuces: u8, carrots: u16) -> f32 {
        let arrive = |to: Square, carrots: u16| self.arrive(to, lettuces, carrots);
        let moves = self.game.moves(&self.lone, 0, carrots);
        let mut best = if moves.finish { 0.0 } else { ENDLESS };
        let mut forward = moves.forward;
        while let Some(to) = Square::hindmost(forward) {
            forward &= forward - 1;
            best = best.min(arrive(to, carrots - cost(to.number() - at.number())));
        }
        if let Some(to) = moves.back {
            best = best.min(arrive(to, carrots + BUNCH * u16::from(at.number() - to.number())));
        }
        if at.is_in(self.game.board.carrots) {
            let paying = carrots.checked_sub(BUNCH).map_or(ENDLESS, |c| self.plan.turns(at, lettuces, c));
            best = best.min(self.plan.turns(at, lettuces, carrots + BUNCH)).min(paying);
        } else if !moves.any() {
            let start = self.game.ruleset.start.carrots.of(self.lone.seats.count());
            best = self.plan.turns(Square::START, lettuces, start);
        }
        best
    }

    /// The number of turns with [`MOST`] carrots from a square for a runner that has more, and gets rid of the
    /// surplus on a carrot square, here or further on.
    fn of_many(&self, at: Square, lettuces: u8) -> f32 {
        let of_most = self.plan.turns(at, lettuces, MOST);
        if at.is_in(self.game.board.carrots) {
            return of_most;
        }
        let moves = self.game.moves(&self.lone, 0, MOST);
        let turns_of = |carrots: u16| f32::from(carrots) / RID_IN_A_TURN;
        let arrive = |to: Square| {
            let bit = to.bit();
            if bit & self.game.board.lettuces != 0 && lettuces > 0 {
                let drawn = turns_of(self.plan.carrots_from_a_lettuce());
                return 1.0 + self.plan.of_many(to, lettuces - 1) + drawn;
            }
            let hare = if bit & self.game.board.hares == 0 { 0.0 } else { HARE };
            hare + self.plan.of_many(to, lettuces) + turns_of(self.pay[usize::from(to.number())])
        };
        let mut best = ENDLESS;
        let mut forward = moves.forward;
        while let Some(to) = Square::hindmost(forward) {
            forward &= forward - 1;
            best = best.min(arrive(to) - turns_of(cost(to.number() - at.number())));
        }
        if let Some(to) = moves.back {
            best = best.min(arrive(to) + turns_of(BUNCH * u16::from(at.number() - to.number())));
        }
        of_most.max(1.0 + best)
    }

    /// The number of turns to come after arriving on a square with `carrots` carrots left.
    fn arrive(&self, to: Square, lettuces: u8, carrots: u16) -> f32 {
        let bit = to.bit();
        if bit & self.game.board.lettuces != 0 && lettuces > 0 {
            return self.plan.chewing(to, lettuces, carrots);
        }
        let hare = if bit & self.game.board.hares == 0 { 0.0 } else { HARE };
        hare + self.plan.turns(to, lettuces, carrots + self.pay[usize::from(to.number())])
    }
}
