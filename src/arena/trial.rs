//! Comparing rulesets in a few lines, for programs and tests.

use std::num::NonZeroUsize;

use super::compare::Comparison;
use super::metric::Measured;
use super::results::Incomparable;
use super::results::Results;
use super::run::{Arena, ArenaError, Entrant, MOST_EVENTS};
use crate::bot::{BotSpec, Bots, UnknownBot};
use crate::fault::Faults;
use crate::ruleset::{Ruleset, RulesetError};
use crate::setters::setters;

/// An experiment with fixed players and deals, for any ruleset of a game.
///
/// ```
/// use furlong::animal_race::AnimalRace;
/// use furlong::arena::Trial;
///
/// let trial = Trial::new("random")?.players(2).groups(60).seed(1);
/// let comparison = trial.compare::<AnimalRace>("classic", "apprentice")?;
/// // No animal naps under the rules for beginners.
/// assert!(comparison.metric("naps")?.is_less());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The number of players.
    pub players: u8,
    /// The bots: one for all seats, or one for each.
    pub bots: Vec<BotSpec>,
    /// The number of deals.
    pub groups: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The limit of events; a longer game counts as unfinished.
    pub most_events: u32,
    /// The number of decisions at the start of each game that are drawn at random: see [`Arena::openings`].
    pub openings: u32,
    /// The number of threads; `None` means one for each processor.
    pub threads: Option<NonZeroUsize>,
}

setters!(Trial { players: u8, bots: Vec<BotSpec>, groups: u64, seed: u64, most_events: u32, openings: u32, threads: Option<NonZeroUsize> });

/// The reason a trial failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrialError {
    /// The ruleset cannot be opened.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The ruleset is not playable.
    #[error("{ruleset}: {faults}")]
    Unplayable {
        /// The name or the path of the ruleset.
        ruleset: String,
        /// Its faults.
        faults: Faults,
    },
    /// The games could not be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The two sides cannot be compared.
    #[error(transparent)]
    Incomparable(#[from] Incomparable),
}

impl Trial {
    /// A trial of 100 deals for two players, both `bot`.
    ///
    /// # Errors
    /// When `bot` is not a bot.
    pub fn new(bot: &str) -> Result<Self, UnknownBot> {
        Ok(Self {
            players: 2,
            bots: vec![bot.parse()?],
            groups: 100,
            seed: 1,
            most_events: MOST_EVENTS,
            openings: 0,
            threads: None,
        })
    }

    /// Plays under one ruleset, by its name or the path of its file.
    ///
    /// # Errors
    /// When there is no such ruleset or bot, or the games cannot be played.
    pub fn run<G: Measured + Bots>(&self, ruleset: &str) -> Result<Results, TrialError> {
        let game = G::new(G::Ruleset::open(ruleset)?)
            .map_err(|faults| TrialError::Unplayable { ruleset: ruleset.to_owned(), faults })?;
        Ok(self.arena(game)?.run()?)
    }

    /// The arena of this trial for `game`.
    ///
    /// # Errors
    /// When there is no such bot.
    pub fn arena<G: Measured + Bots>(&self, game: G) -> Result<Arena<G>, ArenaError> {
        let setup = game.setup(self.players);
        let one_for_all = self.bots.len() == 1;
        let specs =
            self.bots.iter().cycle().take(if one_for_all { self.players.into() } else { self.bots.len() });
        let lineup = specs.map(Entrant::of).collect::<Result<_, _>>()?;
        let arena = Arena::new(game, setup, lineup, self.seed, self.groups);
        Ok(Arena { most_events: self.most_events, openings: self.openings, threads: self.threads, ..arena })
    }

    /// Plays two rulesets of a game on common deals and compares them.
    ///
    /// # Errors
    /// As [`Trial::run`].
    pub fn compare<G: Measured + Bots>(&self, first: &str, second: &str) -> Result<Comparison, TrialError> {
        Ok(Comparison::of(&self.run::<G>(first)?, &self.run::<G>(second)?)?)
    }
}
