//! The bots of a game, by name: [`Bots`].

use super::spec::usual_bot;
use super::{
    Bot, BotKind, BotSpec, FLAT, RANDOM, RandomBot, SEARCH, Settings, USUAL_RANDOM_ERRORS, Unguided,
    UnknownBot, flat_bot, search_bot,
};
use crate::game::RaceGame;

/// A game with bots that are chosen by name. A game with its own bots implements both items; any other game has the
/// bots that need only the rules.
pub trait Bots: RaceGame {
    /// The bots that you can name, the usual opponent first.
    const BOTS: &'static [BotKind] = &[SEARCH, FLAT, RANDOM];

    /// Returns the player of the playouts that value positions, and the percentage of its decisions that are random
    /// instead, because playouts of a player that always makes the same decisions are overconfident. By default: the
    /// usual opponent, and 10.
    fn playout_bot() -> (BotSpec, u8) {
        (BotSpec::usual::<Self>(), USUAL_RANDOM_ERRORS)
    }

    /// Returns the JSON Schema of what an external bot for this game reads and writes, if the game has one: the lines
    /// of `docs/bots.md` with the game's views, actions, happenings and set-ups. The games of this library keep their
    /// schemas in files, which the feature `schema` generates from their types.
    fn schema() -> Option<serde_json::Value> {
        None
    }

    /// Creates one of [`Bots::BOTS`].
    ///
    /// # Errors
    /// When there is no such bot, or it has no such parameter.
    fn bot(spec: &BotSpec) -> Result<Box<dyn Bot<Self>>, UnknownBot> {
        spec.check(Self::BOTS)?;
        match spec.name.as_str() {
            "search" => search_bot(spec, Unguided, Settings::iterations(500)),
            "flat" => flat_bot(spec, Unguided, Settings::iterations(500)),
            _ => Ok(Box::new(RandomBot)),
        }
    }
}

impl BotSpec {
    /// Returns the usual opponent of a game.
    pub fn usual<G: Bots>() -> Self {
        Self::named(usual_bot(G::BOTS))
    }
}
