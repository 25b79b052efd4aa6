//! The bots of a game, by name: [`Bots`].

use super::spec::usual_bot;
use super::{
    Bot, BotKind, BotSpec, FLAT, RANDOM, RandomBot, SEARCH, Settings, USUAL_SLIPS, Unguided, UnknownBot,
    flat_bot, search_bot,
};
use crate::game::RaceGame;

/// A game with bots that are chosen by name. A game with bots of its own says both items; any other has the bots
/// that know nothing but its rules.
pub trait Bots: RaceGame {
    /// The bots that can be named, the usual opponent first.
    const BOTS: &'static [BotKind] = &[SEARCH, FLAT, RANDOM];

    /// The player of the playouts that value positions, and the percentage of its decisions that chance takes instead, since a
    /// player that always decides alike is too sure: by default the usual opponent, and 10.
    fn playout_bot() -> (BotSpec, u8) {
        (BotSpec::usual::<Self>(), USUAL_SLIPS)
    }

    /// The JSON Schema of what a program that plays the game reads and answers, if the game states it: the lines of
    /// `docs/bots.md` with its views, actions, happenings and set-ups. The games of this library keep theirs in a file,
    /// which the feature `schema` makes from their types.
    fn schema() -> Option<serde_json::Value> {
        None
    }

    /// A new bot of one of [`Bots::BOTS`].
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
    /// The usual opponent of a game.
    pub fn usual<G: Bots>() -> Self {
        Self::named(usual_bot(G::BOTS))
    }
}
