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
        Ok(any_of(actions, rng))
    }

    fn choose_blindly(&mut self, actions: &[G::Action], rng: &mut Stream) -> Option<G::Action> {
        (!actions.is_empty()).then(|| any_of(actions, rng))
    }
}

#[inline]
fn any_of<A: Copy>(actions: &[A], rng: &mut Stream) -> A {
    actions[rng.random_range(0..actions.len() as u32) as usize]
}
