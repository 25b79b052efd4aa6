//! The settings of an analysis.

use serde::{Deserialize, Serialize};

use crate::arena::Estimator;
use crate::bot::Bots;
use crate::common::setters::setters;
use crate::common::stable_hash::StableHasher;
use crate::game::RaceGame;

/// The settings of the estimates of an analysis. They are fixed before the game is seen: [`Settings::fingerprint`]
/// identifies them.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Settings {
    /// The estimator of values. Its bot also plays on after each action of a decision.
    pub estimator: Estimator,
    /// The number of worlds in which each decision is judged: 4 or more, or 0 to judge none. One half of the worlds
    /// chooses the best action, and the other half measures it.
    pub worlds: u32,
}

setters!(Settings { estimator: Estimator, worlds: u32 });

impl Settings {
    /// Returns the default settings for game `G`: [`Estimator::of`], and 400 worlds.
    pub fn of<G: Bots>() -> Self {
        Self { estimator: Estimator::of::<G>(), worlds: 400 }
    }

    /// Returns a hash of everything that the analysis of a game depends on: these settings, the game, its rules, and
    /// the release.
    pub fn fingerprint<G: RaceGame>(&self, game: &G) -> u64 {
        StableHasher::of(&(self.estimator.fingerprint(game), self.worlds))
    }

    /// Returns the number of worlds in one half.
    pub(super) fn half(&self) -> u32 {
        self.worlds / 2
    }
}
