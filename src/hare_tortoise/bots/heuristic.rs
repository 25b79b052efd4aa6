//! A sound player without search: it takes the action that leaves the fewest turns to go.
//!
//! Each action is tried out on a copy of the view, the outcomes of cards or the die are averaged, and the choices that
//! follow are made in the same way. The result is valued by the plan of a runner that has the track to itself and keeps
//! its race position. So the bot goes back to tortoises when that pays, chews early, when its carrots carry far, and is
//! rid of its carrots at the finish, without a rule for any of it.

use super::outlook::Outlook;
use super::reason;
use crate::bot::{Bot, BotError, Considered, Decision};
use crate::hare_tortoise::action::Action;
use crate::hare_tortoise::game::HareTortoise;

/// The number of actions that are shown.
const SHOWN: usize = 3;

/// Plays for the fewest turns to the finish.
///
/// It keeps no memory of its own and draws no random numbers. Its first decision under a ruleset takes some
/// hundredths of a second, in which the game value works out its plan, all others some tens of microseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeuristicBot;

impl Bot<HareTortoise> for HeuristicBot {
    fn choose(&mut self, decision: &mut Decision<'_, HareTortoise>) -> Result<Action, BotError> {
        let Decision { game, actions, .. } = *decision;
        if let [only] = actions {
            return Ok(*only);
        }
        let view = decision.view();
        let outlook = Outlook::new(game, &view)?;
        let valued = actions.iter().map(|action| (*action, outlook.turns_after(view.state(), *action, 0)));
        let best = valued.min_by(|a, b| a.1.total_cmp(&b.1));
        best.map(|(action, _)| action).ok_or(BotError::NoAction)
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
