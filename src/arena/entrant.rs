//! Entrants: the players of a run of many games.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::bot::{Bot, BotSpec, Bots, Roster, UnknownBot};
use crate::game::RaceGame;

type Make<G> = Arc<dyn Fn(&dyn Display) -> Result<Box<dyn Bot<G>>, UnknownBot> + Send + Sync>;

/// A player in a run: a name, and a factory that makes a new bot for each game.
#[derive(Clone)]
pub struct Entrant<G: RaceGame> {
    name: String,
    /// The text that names the bot in records and in files of runs.
    spec: String,
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
        let name = name.into();
        Self { spec: name.clone(), name, make: Arc::new(move |_| make()) }
    }

    /// Creates an entrant called `name` whose bots are given the name of their game, for logs only. `spec` is the text
    /// that creates it again.
    #[cfg(feature = "process")]
    pub(crate) fn logging(
        name: String,
        spec: String,
        make: impl Fn(&dyn Display) -> Box<dyn Bot<G>> + Send + Sync + 'static,
    ) -> Self {
        Self { name, spec, make: Arc::new(move |game| Ok(make(game))) }
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

    /// Returns the text that names the bot in records: its name, unless the name was chosen for a command.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// Returns the same entrant with each of its bots wrapped, for example by a clock or a log.
    #[must_use]
    pub fn wrapped(self, wrap: impl Fn(Box<dyn Bot<G>>) -> Box<dyn Bot<G>> + Send + Sync + 'static) -> Self {
        let make = Arc::clone(&self.make);
        Self { make: Arc::new(move |game| make(game).map(&wrap)), ..self }
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

impl<G: RaceGame> fmt::Debug for Entrant<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entrant").field(&self.name).finish()
    }
}

/// The commands of bots that are called by names of their own, such as `Ada` for `exec:name=Ada python3 bot.py`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Commands(BTreeMap<String, String>);

impl Commands {
    /// Returns the commands of those entrants that have names of their own.
    pub(super) fn of<G: RaceGame>(entrants: &[Entrant<G>]) -> Self {
        let named = entrants.iter().filter(|entrant| entrant.name != entrant.spec);
        Self(named.map(|entrant| (entrant.name.clone(), entrant.spec.clone())).collect())
    }

    /// Returns the text that creates the bot called `name`.
    pub fn spec<'a>(&'a self, name: &'a str) -> &'a str {
        self.0.get(name).map_or(name, String::as_str)
    }

    /// Returns a name that two different bots among these entrants share, if there is one.
    pub(super) fn clash<G: RaceGame>(entrants: &[Entrant<G>]) -> Option<&str> {
        let commands = Self::of(entrants);
        entrants.iter().find(|entrant| commands.spec(&entrant.name) != entrant.spec).map(Entrant::name)
    }

    /// Returns whether each bot is called by its own text.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Writes `; Ada is exec:name=Ada python3 bot.py` for each command: the end of a line about a run.
impl Display for Commands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(name, spec)| write!(f, "; {name} is {spec}"))
    }
}
