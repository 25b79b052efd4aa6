//! The rules of a record, shared with the game in play.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::common::fault::Faults;
use crate::game::RaceGame;

/// The ruleset of a [`Record`](crate::Record): either shared with a game, without a copy, or read from data.
pub struct Rules<G: RaceGame>(Source<G>);

enum Source<G: RaceGame> {
    Game(Arc<G>),
    /// A ruleset that has not been checked yet.
    Read(Arc<G::Ruleset>),
}

impl<G: RaceGame> Rules<G> {
    /// The ruleset of this game.
    pub fn of(game: Arc<G>) -> Self {
        Self(Source::Game(game))
    }

    /// Takes a ruleset that was read or made by a program, unchecked; [`Rules::game`] checks it.
    pub fn read(ruleset: G::Ruleset) -> Self {
        Self(Source::Read(Arc::new(ruleset)))
    }

    /// Returns the game with these rules.
    ///
    /// # Errors
    /// When the ruleset is not playable.
    pub fn game(&self) -> Result<Arc<G>, Faults> {
        match &self.0 {
            Source::Game(game) => Ok(Arc::clone(game)),
            Source::Read(ruleset) => Ok(Arc::new(G::new((**ruleset).clone())?)),
        }
    }
}

impl<G: RaceGame> Deref for Rules<G> {
    type Target = G::Ruleset;

    fn deref(&self) -> &G::Ruleset {
        match &self.0 {
            Source::Game(game) => game.ruleset(),
            Source::Read(ruleset) => ruleset,
        }
    }
}

impl<G: RaceGame> Clone for Rules<G> {
    fn clone(&self) -> Self {
        Self(match &self.0 {
            Source::Game(game) => Source::Game(Arc::clone(game)),
            Source::Read(ruleset) => Source::Read(Arc::clone(ruleset)),
        })
    }
}

impl<G: RaceGame> PartialEq for Rules<G> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<G: RaceGame> fmt::Debug for Rules<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<G: RaceGame> Serialize for Rules<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, G: RaceGame> Deserialize<'de> for Rules<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        G::Ruleset::deserialize(deserializer).map(Self::read)
    }
}
