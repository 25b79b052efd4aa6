//! The bot that every other is measured against.

use rand::RngExt;

use super::{Bot, BotError};
use crate::game::RaceGame;
use crate::streams::Stream;

/// Takes each legal action with the same chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl<G: RaceGame> Bot<G> for RandomBot {
    fn choose(
        &mut self,
        _game: &G,
        _view: &G::View,
        actions: &[G::Action],
        rng: &mut Stream,
    ) -> Result<G::Action, BotError> {
        if actions.is_empty() {
            return Err(BotError::NoAction);
        }
        Ok(actions[any_of(actions.len(), rng)])
    }

    fn choose_blindly(&mut self, actions: usize, rng: &mut Stream) -> Option<usize> {
        (actions > 0).then(|| any_of(actions, rng))
    }
}

#[inline]
fn any_of(count: usize, rng: &mut Stream) -> usize {
    rng.random_range(0..count as u32) as usize
}
