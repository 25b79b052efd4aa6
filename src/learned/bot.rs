//! The bot that plays only by what it has learned, without any search.

use std::sync::Arc;

use super::judge::Judge;
use super::network::{Network, Reading};
use super::scores::{best, soften};
use crate::bot::{Bot, BotError, Considered, Decision};
use crate::common::order::best_first;
use crate::encoding::{Encoded, sample};

/// The share from which a bot counts as sure of an action, and the share below which it does not.
const SURE: f32 = 0.8;
const UNSURE: f32 = 0.5;

/// A bot that takes the action with the highest score of a network, or draws one by the scores.
#[derive(Clone, Debug)]
pub struct LearnedBot {
    network: Arc<Network>,
    heat: f32,
    judge: Judge,
}

impl LearnedBot {
    /// Creates a bot that takes the best action.
    pub fn new(network: Arc<Network>) -> Self {
        Self { network, heat: 0.0, judge: Judge::default() }
    }

    /// Sets the heat, 0 or more. At 0 the bot takes the best action; at 1 it draws each action as often as it has
    /// learned to take it; the higher the heat, the more often it takes worse actions.
    #[must_use]
    pub fn heated(self, heat: f32) -> Self {
        Self { heat, ..self }
    }

    /// Scores the legal actions by the heat.
    fn score<G: Encoded>(&mut self, game: &G, view: &G::View, actions: &[G::Action]) -> Reading {
        let reading = self.judge.score(&self.network, game, view, actions);
        if self.heat > 0.0 {
            let scores = &mut self.judge.scores;
            // Relative to the highest score, so that no heat makes it infinite.
            let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            for score in scores {
                *score = (*score - most) / self.heat;
            }
        }
        reading
    }
}

impl<G: Encoded> Bot<G> for LearnedBot {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        let Decision { game, actions, .. } = *decision;
        if let [only] = actions {
            return Ok(*only);
        }
        let view = decision.view();
        if let Some(action) = game.way_out(&view, actions) {
            return Ok(action);
        }
        self.score(game, &view, actions);
        let scores = &self.judge.scores;
        let place = if self.heat > 0.0 { sample(scores, decision.rng) } else { best(scores) };
        place.and_then(|place| actions.get(place)).copied().ok_or(BotError::NoAction)
    }

    fn consider(&mut self, decision: &mut Decision<'_, G>) -> Result<Vec<Considered<G::Action>>, BotError> {
        let Decision { game, actions, .. } = *decision;
        let view = decision.view();
        if let Some(action) = game.way_out(&view, actions) {
            let reason = Some("this leads straight to the end of the game".to_owned());
            return Ok(vec![Considered { action, chance: None, reason }]);
        }
        let reading = self.score(game, &view, actions);
        let value = self.network.value(&reading);
        soften(&mut self.judge.scores);
        let mut places: Vec<usize> = (0..decision.actions.len()).collect();
        best_first(&mut places, &|place| f64::from(self.judge.scores[place]));
        let tell = |(rank, place): (usize, usize)| Considered {
            action: decision.actions[place],
            // The value belongs to the view, if play goes on in the same way.
            chance: (rank == 0).then_some(f64::from(value)),
            reason: Some(habit(rank, self.judge.scores[place])),
        };
        let considered: Vec<_> = places.into_iter().enumerate().map(tell).collect();
        if considered.is_empty() { Err(BotError::NoAction) } else { Ok(considered) }
    }
}

/// Describes how often a bot takes an action of this rank, from 0, and how sure it is of the best one.
fn habit(rank: usize, share: f32) -> String {
    let sureness = match share {
        SURE.. if rank == 0 => "the bot is sure: ",
        ..UNSURE if rank == 0 => "the bot is not sure: ",
        _ => "",
    };
    match 100.0 * share {
        ..0.5 => "it would almost never do this".to_owned(),
        often => format!("{sureness}it would do this {often:.0} times in 100"),
    }
}
