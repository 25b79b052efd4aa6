//! A network at a decision, with the room that its features need.

use super::network::{Network, Reading};
use crate::encoding::{Encoded, Features as _};

/// Features of a view and of an action, and the scores of the legal actions: kept from decision to decision for their memory only.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    view: Vec<f32>,
    action: Vec<f32>,
    pub(super) scores: Vec<f32>,
}

impl Judge {
    /// Reads a view.
    pub(super) fn read<G: Encoded>(&mut self, network: &Network, game: &G, view: &G::View) -> Reading {
        self.view.resize(network.view.len(), 0.0);
        game.view_features(view).write(&mut self.view);
        network.read(&self.view)
    }

    /// Reads a view, and scores these actions in it.
    pub(super) fn score<G: Encoded>(
        &mut self,
        network: &Network,
        game: &G,
        view: &G::View,
        actions: &[G::Action],
    ) -> Reading {
        let reading = self.read(network, game, view);
        self.action.resize(network.action.len(), 0.0);
        self.scores.clear();
        for action in actions {
            game.action_features(view, *action).write(&mut self.action);
            self.scores.push(network.score(&reading, &self.action));
        }
        reading
    }
}
