//! The bot that plays by what was learned alone, without any search.

use std::sync::Arc;

use super::network::Network;
use super::scores::{best, soften};
use crate::bot::{Bot, BotError, Considered, Decision};
use crate::encoding::{Encoded, Features as _, sample};

/// Takes the action that a network scores highest, or draws one by the scores.
#[derive(Clone, Debug)]
pub struct LearnedBot {
    network: Arc<Network>,
    draws: bool,
    view: Vec<f32>,
    action: Vec<f32>,
    scores: Vec<f32>,
}

impl LearnedBot {
    /// A bot that takes the best action.
    pub fn new(network: Arc<Network>) -> Self {
        let (view, action) = (vec![0.0; network.view.len()], vec![0.0; network.action.len()]);
        Self { network, draws: false, view, action, scores: Vec::new() }
    }

    /// A bot that draws an action, each with the chance that it learned to take it with.
    #[must_use]
    pub fn drawing(self) -> Self {
        Self { draws: true, ..self }
    }

    /// The scores of the legal actions, and the value of the view.
    fn judge<G: Encoded>(&mut self, decision: &Decision<'_, G>) -> f32 {
        let view = decision.view();
        decision.game.view_features(&view).write(&mut self.view);
        let reading = self.network.read(&self.view);
        self.scores.clear();
        for action in decision.actions {
            decision.game.action_features(&view, *action).write(&mut self.action);
            self.scores.push(self.network.score(&reading, &self.action));
        }
        self.network.value(&reading)
    }
}

impl<G: Encoded> Bot<G> for LearnedBot {
    fn choose(&mut self, decision: &mut Decision<'_, G>) -> Result<G::Action, BotError> {
        if let [only] = decision.actions {
            return Ok(*only);
        }
        self.judge(decision);
        if self.draws {
            let drawn = sample(&self.scores, decision.rng).and_then(|place| decision.actions.get(place));
            return drawn.copied().ok_or(BotError::NoAction);
        }
        let best = best(&self.scores).and_then(|place| decision.actions.get(place));
        best.copied().ok_or(BotError::NoAction)
    }

    fn consider(&mut self, decision: &mut Decision<'_, G>) -> Result<Vec<Considered<G::Action>>, BotError> {
        let value = self.judge(decision);
        soften(&mut self.scores);
        let mut places: Vec<usize> = (0..decision.actions.len()).collect();
        places.sort_by(|one, other| self.scores[*other].total_cmp(&self.scores[*one]));
        let tell = |(rank, place): (usize, usize)| Considered {
            action: decision.actions[place],
            // The value is that of the view, as it goes on from here by the same play.
            chance: (rank == 0).then_some(f64::from(value)),
            reason: Some(format!("taken in {:.0} of 100 such positions", 100.0 * self.scores[place])),
        };
        let considered: Vec<_> = places.into_iter().enumerate().map(tell).collect();
        if considered.is_empty() { Err(BotError::NoAction) } else { Ok(considered) }
    }
}
