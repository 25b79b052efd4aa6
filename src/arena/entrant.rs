//! Entrants: the players of a run of many games.

use std::fmt::Display;
use std::sync::Arc;

use crate::bot::{Bot, BotSpec, Bots, Roster, UnknownBot};
use crate::game::RaceGame;

type Make<G> = Arc<dyn Fn(&dyn Display) -> Result<Box<dyn Bot<G>>, UnknownBot> + Send + Sync>;

/// A player in a run: a name, and a factory that makes a new bot for each game.
#[derive(Clone)]
pub struct Entrant<G: RaceGame> {
    name: String,
    make: Make<G>,
}

impl<G: RaceGame> Entrant<G> {
    /// Creates an entrant called `name`. Entrants with the same name are one player in several seats.
    pub fn new(name: impl Into<String>, make: impl Fn() -> Box<dyn Bot<G>> + Send + Sync + 'static) -> Self {
        Self::trying(name, move || Ok(make()))
    }

    /// Creates an entrant whose bot may fail to start, in which case the run fails.
    pub fn trying(
        name: impl Into<String>,
        make: impl Fn() -> Result<Box<dyn Bot<G>>, UnknownBot> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Arc::new(move |_| make()) }
    }

    /// Creates an entrant whose bots are given the name of their game, for logs only.
    #[cfg(feature = "process")]
    pub(crate) fn logging(
        name: impl Into<String>,
        make: impl Fn(&dyn Display) -> Box<dyn Bot<G>> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), make: Arc::new(move |game| Ok(make(game))) }
    }

    /// Creates an entrant that plays a bot of this roster and is named after it.
    ///
    /// # Errors
    /// When the roster has no such bot.
    pub fn of_roster(bots: &Roster<G>, spec: &BotSpec) -> Result<Self, UnknownBot> {
        // Report an unknown bot before the first game.
        bots.bot(spec)?;
        let (bots, wanted) = (bots.clone(), spec.clone());
        Ok(Self::trying(spec.to_string(), move || bots.bot(&wanted)))
    }

    /// Makes a new bot, for one game.
    ///
    /// # Errors
    /// When the bot cannot be made.
    pub fn bot(&self) -> Result<Box<dyn Bot<G>>, UnknownBot> {
        self.bot_in(&"a game")
    }

    /// Makes a new bot for one game, which logs refer to as `game`.
    pub(crate) fn bot_in(&self, game: &dyn Display) -> Result<Box<dyn Bot<G>>, UnknownBot> {
        (self.make)(game)
    }

    /// Returns the name of the player.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the same entrant with each of its bots wrapped, for example by a clock or a log.
    #[must_use]
    pub fn wrapped(self, wrap: impl Fn(Box<dyn Bot<G>>) -> Box<dyn Bot<G>> + Send + Sync + 'static) -> Self {
        let make = self.make;
        Self { name: self.name, make: Arc::new(move |game| make(game).map(&wrap)) }
    }
}

impl<G: Bots> Entrant<G> {
    /// Creates an entrant that plays the bot `spec` of the game and is named after it.
    ///
    /// # Errors
    /// When the game has no such bot.
    pub fn of(spec: &BotSpec) -> Result<Self, UnknownBot> {
        Self::of_roster(&Roster::of_game(), spec)
    }
}

impl<G: RaceGame> std::fmt::Debug for Entrant<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Entrant").field(&self.name).finish()
    }
}
