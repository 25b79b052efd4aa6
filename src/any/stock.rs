//! A catalogue's games with their bots, and the rules in use, which races share.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::error::AnyError;
use super::new_race::{NewRace, usual_ruleset};
use super::race::{AnyRace, Offered};
use crate::bot::Roster;
use crate::common::fault::Faults;
use crate::game::streams::Streams;
use crate::playable::Playable;
use crate::race::Race;
use crate::record::{Record, Rules};
use crate::ruleset::{self, Ruleset as _};

/// A game of a [`CatalogueEntry`](super::CatalogueEntry), without the game in its type.
pub(super) trait AnyGame: fmt::Debug + Send + Sync {
    fn begin(&self, wanted: &NewRace<'_>) -> Result<Box<dyn AnyRace>, AnyError>;
    fn resume(&self, json: &str) -> Result<Box<dyn AnyRace>, AnyError>;
}

/// A game with its bots, and the rulesets of the races in play.
pub(super) struct Stock<G: Playable> {
    bots: Arc<Roster<G>>,
    in_play: Mutex<Vec<Weak<G>>>,
}

impl<G: Playable> Stock<G> {
    pub(super) fn new(bots: Roster<G>) -> Self {
        Self { bots: Arc::new(bots), in_play: Mutex::new(Vec::new()) }
    }

    /// Returns the game under this ruleset: the one that another race already uses, or a new one.
    fn game(&self, ruleset: &Rules<G>) -> Result<Arc<G>, Faults> {
        // The list is consistent between two calls, even if a thread has panicked.
        let mut in_play = self.in_play.lock().unwrap_or_else(PoisonError::into_inner);
        in_play.retain(|game| game.strong_count() > 0);
        let mut games = in_play.iter().filter_map(Weak::upgrade);
        if let Some(game) = games.find(|game| *game.ruleset() == **ruleset) {
            return Ok(game);
        }
        let game = ruleset.game()?;
        in_play.push(Arc::downgrade(&game));
        Ok(game)
    }

    fn offered(&self, race: Race<G>) -> Box<dyn AnyRace> {
        Box::new(Offered { race, bots: Arc::clone(&self.bots) })
    }
}

impl<G: Playable> fmt::Debug for Stock<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stock").field(&G::ID).finish()
    }
}

impl<G: Playable> AnyGame for Stock<G> {
    fn begin(&self, wanted: &NewRace<'_>) -> Result<Box<dyn AnyRace>, AnyError> {
        let usual = || usual_ruleset(G::Ruleset::EMBEDDED).into();
        let ruleset = ruleset::open::<G::Ruleset>(wanted.ruleset.unwrap_or_else(usual))?;
        let game = self.game(&Rules::read(ruleset)).map_err(AnyError::Unplayable)?;
        let mut setup = game.setup(wanted.players.unwrap_or(*game.players().start()));
        for (option, value) in wanted.options {
            game.set_option(&mut setup, option, value)?;
        }
        let race = Race::new(game, &setup, wanted.seed.unwrap_or_else(Streams::any_seed))?;
        Ok(self.offered(race))
    }

    fn resume(&self, json: &str) -> Result<Box<dyn AnyRace>, AnyError> {
        let mut record = Record::<G>::from_json(json)?;
        // If the ruleset is not playable, the replay reports it.
        if let Ok(game) = self.game(&record.ruleset) {
            record.ruleset = Rules::of(game);
        }
        let race = Race::resume(record).map_err(|error| AnyError::Replay(Box::new(error)))?;
        Ok(self.offered(race))
    }
}
