//! A solid bot without search. It takes the action that leaves the fewest turns to go.
//!
//! The bot tries each action on a copy of the view, averages over the outcomes of cards or the die, and makes the
//! choices that follow in the same way. It values the result by the plan of a runner that has the track to itself
//! and keeps its race position. So the bot goes back to tortoises when that pays, chews early when its carrots
//! carry it far, and gets rid of its carrots before the finish, without a special rule for any of these.

use super::outlook::Outlook;
use super::reason;
use crate::bot::{Bot, BotError, Considered, Decision};
use crate::hare_tortoise::action::Action;
use crate::hare_tortoise::game::HareTortoise;
use crate::hare_tortoise::view::View;

/// The number of actions that are reported.
const SHOWN: usize = 3;

/// Plays for the fewest turns to the finish.
///
/// It keeps no memory and draws no random numbers. The first decision under a ruleset takes a few hundredths of a
/// second, in which the game works out its plan. All others take a few tens of microseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeuristicBot;

/// The rounds of an overlong race after which another action than the best one is taken.
const CHANGE_EVERY: u16 = 4;

/// The actions and the turns to the finish that they leave, in the order of preference.
///
/// A plan knows one runner, so two runners of a player can wait for each other: one draws the carrots that the other then
/// pays. In a race that takes too long, now and then another action comes first, each in its turn, which ends such a circle.
fn by_turns(game: &HareTortoise, view: &View, actions: &[Action]) -> Result<Vec<(Action, f32)>, BotError> {
    let outlook = Outlook::new(game, view)?;
    let valued = |action: &Action| (*action, outlook.turns_after(view.state(), *action, 0));
    let mut valued: Vec<(Action, f32)> = actions.iter().map(valued).collect();
    valued.sort_by(|a, b| a.1.total_cmp(&b.1));
    let round = view.state().round.number;
    if outlook.is_overlong && round.is_multiple_of(CHANGE_EVERY) && !valued.is_empty() {
        let other = usize::from(round / CHANGE_EVERY) % valued.len();
        valued[..=other].rotate_right(1);
    }
    Ok(valued)
}

/// The action that leaves the fewest turns to the finish.
pub(in crate::hare_tortoise) fn fewest_turns(
    game: &HareTortoise,
    view: &View,
    actions: &[Action],
) -> Result<Action, BotError> {
    by_turns(game, view, actions)?.first().map(|(action, _)| *action).ok_or(BotError::NoAction)
}

impl Bot<HareTortoise> for HeuristicBot {
    fn choose(&mut self, decision: &mut Decision<'_, HareTortoise>) -> Result<Action, BotError> {
        let Decision { game, actions, .. } = *decision;
        if let [only] = actions {
            return Ok(*only);
        }
        fewest_turns(game, &decision.view(), actions)
    }

    fn consider(
        &mut self,
        decision: &mut Decision<'_, HareTortoise>,
    ) -> Result<Vec<Considered<Action>>, BotError> {
        let Decision { game, actions, .. } = *decision;
        let view = decision.view();
        let valued = by_turns(game, &view, actions)?;
        if valued.is_empty() {
            return Err(BotError::NoAction);
        }
        let tell = |(action, turns)| Considered {
            action,
            chance: None,
            reason: Some(reason::of(game, view.state(), action, turns)),
        };
        Ok(valued.into_iter().take(SHOWN).map(tell).collect())
    }
}
