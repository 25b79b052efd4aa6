//! Comparing rulesets in a few lines, for programs and for tests.

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

/// The same players, deals and number of groups, for any ruleset of a game.
///
/// ```
/// use furlong::animal_race::AnimalRace;
/// use furlong::arena::Trial;
///
/// let trial = Trial::new("random")?.players(2).groups(60).seed(1);
/// let comparison = trial.compare::<AnimalRace>("classic", "apprentice")?;
/// // No animal naps by the rules for beginners.
/// assert!(comparison.metric("naps")?.is_less());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// How many play.
    pub players: u8,
    /// Who plays: one bot for all seats, or one for each.
    pub bots: Vec<BotSpec>,
    /// How many deals.
    pub groups: u64,
    /// Where all chance comes from.
    pub seed: u64,
    /// After how many events a game counts as unfinished.
    pub most_events: u32,
    /// The number of decisions at the start of each game that are drawn at random: see [`Arena::openings`].
    pub openings: u32,
    /// How many threads play; one for each processor when `None`.
    pub threads: Option<NonZeroUsize>,
}

setters!(Trial { players: u8, bots: Vec<BotSpec>, groups: u64, seed: u64, most_events: u32, openings: u32, threads: Option<NonZeroUsize> });

/// Why a trial came to nothing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrialError {
    /// The ruleset cannot be had.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The ruleset is not playable.
    #[error("{ruleset}: {faults}")]
    Unplayable {
        /// Which ruleset.
        ruleset: String,
        /// What is wrong with it.
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
    /// 100 deals for two players, all of them this bot.
    ///
    /// # Errors
    /// When the text names no bot.
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
    /// When there is no such ruleset or bot, or they do not fit.
    pub fn run<G: Measured + Bots>(&self, ruleset: &str) -> Result<Results, TrialError> {
        let game = G::new(G::Ruleset::open(ruleset)?)
            .map_err(|faults| TrialError::Unplayable { ruleset: ruleset.to_owned(), faults })?;
        Ok(self.arena(game)?.run()?)
    }

    /// The arena of this trial for one game.
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

    /// Plays under two rulesets of a game, on common deals, and compares.
    ///
    /// # Errors
    /// As [`Trial::run`].
    pub fn compare<G: Measured + Bots>(&self, first: &str, second: &str) -> Result<Comparison, TrialError> {
        Ok(Comparison::of(&self.run::<G>(first)?, &self.run::<G>(second)?)?)
    }
}
