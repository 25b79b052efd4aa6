//! How many turns a runner needs to come home, had it the track to itself.
//!
//! Worked out once for a ruleset and a race position that the runner keeps, for every square, number of lettuces
//! and number of carrots: the fewest turns over all that a lone runner may do. Where it may go and what its
//! square pays it asks the game. While nobody overtakes it a runner can carry the plan out to the letter, but for
//! hares, which are held to be dear: a plan that hoped for too much would make it wait for ever.

use std::num::NonZeroU8;

use crate::hare_tortoise::HareTortoise;
use crate::hare_tortoise::board::{FINISH, Square};
use crate::hare_tortoise::movement::cost;
use crate::hare_tortoise::moves::TEN;
use crate::hare_tortoise::policy::LettuceOwner;
use crate::hare_tortoise::state::State;
use crate::seat::{Seat, Seats};

/// At this table each has one runner.
const TABLE: Seats = Seats::new(6).expect("a table has up to eight seats");
/// The most carrots that are told apart; more than these only mean more turns to be rid of them.
const MOST: u16 = 255;
/// The most lettuces that are told apart.
const MOST_LETTUCES: u8 = 12;
/// The carrots of which one can always be rid in a turn, on a carrot square.
const RID_IN_A_TURN: f32 = 10.0;
/// What nobody needs: the value before anything is known.
const ENDLESS: f32 = 99.0;
/// The change below which a value counts as found.
const EXACT: f32 = 0.01;
/// The turns that a hare costs, rather too many than too few.
const HARE: f32 = 3.0;

/// The turns to the finish from everywhere.
#[derive(Clone, Debug)]
pub(in crate::hare_tortoise) struct Plan {
    turns: Vec<f32>,
    most_lettuces: u8,
    /// What a lettuce brings in this position.
    from_a_lettuce: u16,
    /// What each square pays in this position at the beginning of a turn.
    pay: [u16; FINISH as usize],
}

impl Plan {
    /// Works out the plan for a race position: a hundred thousand situations in some hundredths of a second.
    pub(in crate::hare_tortoise) fn new(game: &HareTortoise, position: u8) -> Self {
        let rules = &game.ruleset;
        let most_lettuces = (2..=6).map(|players| rules.start.lettuces.of(players)).max().unwrap_or(0);
        let most_lettuces = most_lettuces.min(MOST_LETTUCES);
        let count = (usize::from(most_lettuces) + 1) * usize::from(FINISH) * (usize::from(MOST) + 1);
        let mut lone = game.at_start(TABLE, rules.movement.longest_step.squares());
        // Those ahead are home, the others have not begun.
        for place in 1..position.min(TABLE.count()) {
            lone.of_mut(place).square = Square::FINISH;
            lone.of_mut(place).arrived = NonZeroU8::new(place);
        }
        let pay = std::array::from_fn(|number| {
            lone.of_mut(0).square = Square::at(number as u8);
            game.carrots_in_turn(&lone, 0) - lone.carrots[Seat::FIRST]
        });
        let from_a_lettuce = TEN * u16::from(position);
        let mut plan = Self { turns: vec![ENDLESS; count], most_lettuces, from_a_lettuce, pay };
        for lettuces in 0..=most_lettuces {
            // A lettuce less is found already; going back and staying make circles, hence the repetition.
            while plan.improve(game, &mut lone, lettuces) {}
        }
        plan
    }

    /// Looks at every situation with so many lettuces once more; whether that has changed anything.
    fn improve(&mut self, game: &HareTortoise, lone: &mut State, lettuces: u8) -> bool {
        match game.ruleset.lettuces.belong_to {
            LettuceOwner::Runner => lone.of_mut(0).lettuces = lettuces,
            LettuceOwner::Player => lone.pool[Seat::FIRST] = lettuces,
        }
        let start = game.ruleset.start.carrots.of(lone.seats.count());
        let mut has_changed = false;
        for number in (0..FINISH).rev() {
            let at = Square::at(number);
            lone.of_mut(0).square = at;
            for carrots in 0..=MOST {
                let arrive = |to: Square, carrots: u16| self.arrive(game, to, lettuces, carrots);
                let moves = game.moves(lone, 0, carrots);
                let mut best = if moves.finish { 0.0 } else { ENDLESS };
                let mut forward = moves.forward;
                while let Some(to) = Square::hindmost(forward) {
                    forward &= forward - 1;
                    best = best.min(arrive(to, carrots - cost(to.number() - number)));
                }
                if let Some(to) = moves.back {
                    best = best.min(arrive(to, carrots + TEN * u16::from(number - to.number())));
                }
                if at.bit() & game.board.carrots != 0 {
                    best = best.min(self.turns(at, lettuces, carrots + TEN));
                    best =
                        best.min(carrots.checked_sub(TEN).map_or(ENDLESS, |c| self.turns(at, lettuces, c)));
                } else if !moves.any() {
                    best = self.turns(Square::START, lettuces, start);
                }
                let index = self.index(at, lettuces, carrots);
                if best + 1.0 + EXACT < self.turns[index] {
                    self.turns[index] = best + 1.0;
                    has_changed = true;
                }
            }
        }
        has_changed
    }

    /// The turns to come once it has come onto a square with so many carrots left.
    fn arrive(&self, game: &HareTortoise, to: Square, lettuces: u8, carrots: u16) -> f32 {
        let bit = to.bit();
        if bit & game.board.lettuces != 0 && lettuces > 0 {
            return self.chewing(to, lettuces, carrots);
        }
        let hare = if bit & game.board.hares == 0 { 0.0 } else { HARE };
        hare + self.turns(to, lettuces, carrots + self.pay[usize::from(to.number())])
    }

    /// The turns to come for a runner that chews here in its next turn.
    pub(super) fn chewing(&self, at: Square, lettuces: u8, carrots: u16) -> f32 {
        1.0 + self.turns(at, lettuces.saturating_sub(1), carrots.saturating_add(self.from_a_lettuce))
    }

    /// The turns to come for a runner that moves off from a square.
    pub(super) fn turns(&self, at: Square, lettuces: u8, carrots: u16) -> f32 {
        let surplus = carrots.saturating_sub(MOST);
        self.turns[self.index(at, lettuces, carrots)] + f32::from(surplus) / RID_IN_A_TURN
    }

    fn index(&self, at: Square, lettuces: u8, carrots: u16) -> usize {
        let lettuces = usize::from(lettuces.min(self.most_lettuces));
        let square = usize::from(at.number().min(FINISH - 1));
        (lettuces * usize::from(FINISH) + square) * (usize::from(MOST) + 1) + usize::from(carrots.min(MOST))
    }
}
