//! The random bot, the baseline for all others.

use rand::RngExt;

use super::{Bot, BotError, Decision};
use crate::game::RaceGame;

/// A bot that takes each legal action with the same probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl<G: RaceGame> Bot<G> for RandomBot {
    #[inline]
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        let actions = decision.actions;
        if actions.is_empty() {
            return Err(BotError::NoAction);
        }
        Ok(actions[decision.rng.random_range(0..actions.len() as u32) as usize])
    }

    fn is_random(&self) -> bool {
        true
    }
}
