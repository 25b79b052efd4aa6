//! A network together with the buffers for its features.

use super::network::{Network, Reading};
use crate::encoding::{Encoded, Features as _};

/// The features of a view and of an action, and the scores of the legal actions. Kept between decisions only to reuse
/// their memory.
#[derive(Clone, Debug, Default)]
pub struct Judge {
    view: Vec<f32>,
    action: Vec<f32>,
    pub(super) scores: Vec<f32>,
}

impl Judge {
    /// Reads a view with the network.
    pub(super) fn read<G: Encoded>(&mut self, network: &Network, game: &G, view: &G::View) -> Reading {
        self.view.resize(network.view.len(), 0.0);
        game.view_features(view).write(&mut self.view);
        network.read(&self.view)
    }

    /// Reads a view with the network, and scores these actions in it.
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
