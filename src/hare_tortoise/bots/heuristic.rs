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

/// The action that leaves the fewest turns to the finish.
pub(in crate::hare_tortoise) fn fewest_turns(
    game: &HareTortoise,
    view: &View,
    actions: &[Action],
) -> Result<Action, BotError> {
    let outlook = Outlook::new(game, view)?;
    let valued = actions.iter().map(|action| (*action, outlook.turns_after(view.state(), *action, 0)));
    let best = valued.min_by(|a, b| a.1.total_cmp(&b.1));
    best.map(|(action, _)| action).ok_or(BotError::NoAction)
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
        let outlook = Outlook::new(game, &view)?;
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
        Ok(valued.into_iter().take(SHOWN).map(tell).collect())
    }
}
