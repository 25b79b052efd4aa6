//! A sound player without search: of all that its runner may do it takes what leaves the fewest turns to go.
//!
//! Each action is tried out on a copy of what it sees; what cards or the die would do is averaged over all
//! outcomes, with the choices that follow. What is reached then is valued by the [`Plan`] of a runner that has the
//! track to itself, with what the race brings on top: pay for the race position, a turn to miss, a lettuce
//! to chew. So it goes back to tortoises when that pays, chews early, since its carrots carry far then, and is
//! rid of its carrots when it comes to the finish, without a rule for any of it.

use super::plan::Plan;
use super::reason;
use crate::bot::{Bot, BotError, Considered};
use crate::game::RaceGame as _;
use crate::hare_tortoise::HareTortoise;
use crate::hare_tortoise::action::Action;
use crate::hare_tortoise::moves::TEN;
use crate::hare_tortoise::policy::LettuceOwner;
use crate::hare_tortoise::state::{Phase, State};
use crate::hare_tortoise::view::View;
use crate::seat::Seat;
use crate::streams::Stream;

/// How likely what a square pays or costs now is still so at the next turn.
const STAYS_SO: f32 = 0.6;
/// What a jug is held to cost in turns where its outcomes are not looked at one by one.
const JUG: f32 = 0.5;
/// Into so many parts carrots are divided when they are shared out among several runners.
const PARTS: u16 = 12;

/// How many actions are worth telling.
const TOLD: usize = 3;

/// Plays for the fewest turns to the finish.
///
/// It keeps no memory of its own and draws no random numbers. Its first decision under a ruleset takes some
/// hundredths of a second, in which the game value works out its plan, all others some tens of microseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeuristicBot;

impl Bot<HareTortoise> for HeuristicBot {
    fn choose(
        &mut self,
        game: &HareTortoise,
        view: &View,
        actions: &[Action],
        _rng: &mut Stream,
    ) -> Result<Action, BotError> {
        if let [only] = actions {
            return Ok(*only);
        }
        let outlook = Outlook::new(game, view)?;
        let valued = actions.iter().map(|action| (*action, outlook.turns_after(view.state(), *action, 0)));
        let best = valued.min_by(|a, b| a.1.total_cmp(&b.1));
        best.map(|(action, _)| action).ok_or(BotError::NoAction)
    }

    fn consider(
        &mut self,
        game: &HareTortoise,
        view: &View,
        actions: &[Action],
        _rng: &mut Stream,
    ) -> Result<Vec<Considered<Action>>, BotError> {
        let outlook = Outlook::new(game, view)?;
        let value = |action: &Action| (*action, outlook.turns_after(view.state(), *action, 0));
        let mut valued: Vec<(Action, f32)> = actions.iter().map(value).collect();
        if valued.is_empty() {
            return Err(BotError::NoAction);
        }
        valued.sort_by(|a, b| a.1.total_cmp(&b.1));
        let tell = |(action, turns)| Considered {
            action,
            chance: None,
            reason: Some(reason::of(game, view.state(), action, turns)),
        };
        Ok(valued.into_iter().take(TOLD).map(tell).collect())
    }
}

/// What a seat looks at its actions with.
struct Outlook<'a> {
    game: &'a HareTortoise,
    plan: &'a Plan,
    seat: Seat,
}

impl<'a> Outlook<'a> {
    fn new(game: &'a HareTortoise, view: &View) -> Result<Self, BotError> {
        // A view that was typed or changed is told, not played.
        let check = game.faults_of(view.state()).check();
        check.map_err(|faults| BotError::Failed(format!("this view cannot be: {faults}")))?;
        Ok(Self { game, plan: game.plan(), seat: view.seat() })
    }

    /// The turns to go after an action, on average; `jugs` hares have been jugged before it in this turn.
    fn turns_after(&self, state: &State, action: Action, jugs: u8) -> f32 {
        let mut after = state.clone();
        self.game.play_unchecked(&mut after, action, &mut ());
        if matches!(action, Action::Runner(_)) {
            return self.fewest(&after, jugs);
        }
        self.turns_within(&after, jugs)
    }

    /// The turns to go from within a turn that may not be over yet.
    fn turns_within(&self, state: &State, jugs: u8) -> f32 {
        match state.phase {
            Phase::Jug if jugs == 0 => {
                let mut outcomes = Vec::new();
                self.game.chances(state, &mut outcomes);
                let (mut sum, mut weights) = (0.0, 0.0);
                for drawn in outcomes {
                    let mut after = state.clone();
                    self.game.resolve_unchecked(&mut after, drawn.outcome, &mut ());
                    sum += drawn.weight as f32 * self.turns_within(&after, jugs + 1);
                    weights += drawn.weight as f32;
                }
                sum / weights
            }
            // A jug after a jug is not worth a closer look.
            Phase::Jug => JUG + self.turns_to_go(state),
            Phase::ChewCarrot | Phase::AnotherMove | Phase::MoveOff => self.fewest(state, jugs),
            Phase::FirstPlayer | Phase::Runner | Phase::Move | Phase::Over => self.turns_to_go(state),
        }
    }

    /// The turns to go with the best action.
    fn fewest(&self, state: &State, jugs: u8) -> f32 {
        let mut actions = Vec::new();
        self.game.actions(state, &mut actions);
        let turns = actions.iter().map(|action| self.turns_after(state, *action, jugs));
        turns.min_by(f32::total_cmp).unwrap_or_else(|| self.turns_to_go(state))
    }

    /// The turns that the seat's runners need from the next turn on.
    fn turns_to_go(&self, state: &State) -> f32 {
        let mut runners = [0; 6];
        let mut count = 0;
        for runner in state.racing(self.seat) {
            runners[count] = runner;
            count += 1;
        }
        let missed = if state.missing.contains(self.seat) { 1.0 } else { 0.0 };
        missed + self.shared_out(state, &runners[..count], state.pool[self.seat], state.carrots[self.seat])
    }

    /// The turns of several runners together when carrots, and lettuces of a pool, are shared out at best.
    fn shared_out(&self, state: &State, runners: &[u8], pool: u8, carrots: u16) -> f32 {
        let [runner, others @ ..] = runners else { return 0.0 };
        if others.is_empty() {
            return self.turns_of(state, *runner, pool, carrots);
        }
        let mut fewest = f32::INFINITY;
        for lettuces in 0..=pool {
            for part in 0..=PARTS {
                let share = (u32::from(carrots) * u32::from(part) / u32::from(PARTS)) as u16;
                let own = self.turns_of(state, *runner, lettuces, share);
                if own < fewest {
                    let theirs = self.shared_out(state, others, pool - lettuces, carrots - share);
                    fewest = fewest.min(own + theirs);
                }
            }
        }
        fewest
    }

    /// The turns of a runner with so many carrots, and so many lettuces of a pool, of its own.
    fn turns_of(&self, state: &State, runner: u8, pool: u8, carrots: u16) -> f32 {
        let at = state.of(runner);
        let lettuces = match self.game.ruleset.lettuces.belong_to {
            LettuceOwner::Runner => at.lettuces,
            LettuceOwner::Player => pool,
        };
        let missed = if at.misses { 1.0 } else { 0.0 };
        if lettuces > 0 && self.game.must_chew(state, runner) {
            let drawn = TEN * u16::from(state.race_position(runner));
            return missed + self.plan.chewing(at.square, lettuces, carrots, drawn);
        }
        // HT-20, and the olympiad's pay
        let paid = f32::from(self.game.carrots_in_turn(state, runner)) - f32::from(state.carrots[self.seat]);
        let expected = (f32::from(carrots) + STAYS_SO * paid).max(0.0) as u16;
        missed + self.plan.turns(at.square, lettuces, expected)
    }
}
