//! Weights that are part of the program, and the bot that plays by them.

use std::sync::{Arc, OnceLock};

use super::bot::LearnedBot;
use super::network::Network;
use super::weights::{Weights, WeightsError};
use crate::bot::{Bot, BotSpec, UnknownBot};
use crate::encoding::Encoded;

/// The parameters of a learned bot.
pub const LEARNED_PARAMETERS: &[(&str, &str)] = &[(
    "play",
    "`best` for the action that it learned to score highest, `drawn` for one drawn as often as it learned to take it; best",
)];

/// The weights of a game, as the program contains them; they are read when they are first needed.
#[derive(Debug)]
pub struct Embedded {
    bytes: &'static [u8],
    network: OnceLock<Result<Arc<Network>, WeightsError>>,
}

impl Embedded {
    /// The bytes of a file of weights.
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, network: OnceLock::new() }
    }

    /// The network.
    ///
    /// # Errors
    /// When the weights were learned for another game, or with other features.
    pub fn network<G: Encoded>(&self) -> Result<Arc<Network>, WeightsError> {
        let read = || Weights::read::<G>(self.bytes).map(|weights| Arc::new(weights.network));
        self.network.get_or_init(read).clone()
    }

    /// The bot of these weights: for [`Bots::bot`](crate::Bots::bot), after [`BotSpec::check`].
    ///
    /// # Errors
    /// When the weights cannot be read, or a parameter has a value that does not exist.
    pub fn bot<G: Encoded>(&self, spec: &BotSpec) -> Result<Box<dyn Bot<G>>, UnknownBot> {
        let network = self.ready::<G>(spec)?;
        let mut draws = false;
        spec.choose(&mut draws, [("best", false), ("drawn", true)], "play")?;
        let bot = LearnedBot::new(network);
        Ok(Box::new(if draws { bot.drawing() } else { bot }))
    }

    fn ready<G: Encoded>(&self, spec: &BotSpec) -> Result<Arc<Network>, UnknownBot> {
        let network = self.network::<G>();
        network.map_err(|reason| UnknownBot::Unready { bot: spec.name.clone(), reason: reason.to_string() })
    }
}
