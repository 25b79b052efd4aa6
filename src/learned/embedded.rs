//! Weights that are part of the program, and the bot that plays with them.

use std::sync::{Arc, OnceLock};

use super::bot::LearnedBot;
use super::guide::LearnedGuide;
use super::levels::Levels;
use super::network::Network;
use super::weights::{Weights, WeightsError};
use crate::bot::{Bot, BotSpec, UnknownBot, search_bot};
use crate::encoding::Encoded;

/// The weights of a game, embedded in the program. They are read on first use.
#[derive(Debug)]
pub struct Embedded {
    bytes: &'static [u8],
    levels: Levels,
    network: OnceLock<Result<Arc<Network>, WeightsError>>,
}

impl Embedded {
    /// Creates embedded weights from the bytes of a file and the settings of the levels.
    pub const fn new(bytes: &'static [u8], levels: Levels) -> Self {
        Self { bytes, levels, network: OnceLock::new() }
    }

    /// Returns the network.
    ///
    /// # Errors
    /// When the weights were learned for another game, or with other features.
    pub fn network<G: Encoded>(&self) -> Result<Arc<Network>, WeightsError> {
        let read = || Weights::read::<G>(self.bytes).map(|weights| Arc::new(weights.network));
        self.network.get_or_init(read).clone()
    }

    /// Creates the bot with these weights that a spec names, `learned` or a level that does not search. For
    /// [`Bots::bot`](crate::Bots::bot), after [`BotSpec::check`].
    ///
    /// # Errors
    /// When the weights cannot be read, or a parameter has a value that is not allowed.
    pub fn bot<G: Encoded>(&self, spec: &BotSpec) -> Result<Box<dyn Bot<G>>, UnknownBot> {
        let mut heat = match spec.name.as_str() {
            "beginner" => self.levels.beginner,
            "club" => self.levels.club,
            _ => 0.0,
        };
        spec.set(&mut heat, 0.0, 100.0, "heat")?;
        Ok(Box::new(LearnedBot::new(self.ready::<G>(spec)?).heated(heat)))
    }

    /// Creates the level that searches with these weights.
    ///
    /// # Errors
    /// When the weights cannot be read, or a parameter has a value that is not allowed.
    pub fn expert<G: Encoded>(&self, spec: &BotSpec) -> Result<Box<dyn Bot<G>>, UnknownBot> {
        search_bot(spec, LearnedGuide::new(self.ready::<G>(spec)?), self.levels.search())
    }

    fn ready<G: Encoded>(&self, spec: &BotSpec) -> Result<Arc<Network>, UnknownBot> {
        let network = self.network::<G>();
        network.map_err(|reason| UnknownBot::Unready { bot: spec.name.clone(), reason: reason.to_string() })
    }
}
