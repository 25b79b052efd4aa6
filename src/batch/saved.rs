//! A batch as data.

use serde::{Deserialize, Serialize};

use super::lane::Lane;
use super::{Batch, Table};
use crate::common::fault::Faults;
use crate::encoding::Encoded;
use crate::game::streams::StreamCounts;

/// A game of a batch, as data. It contains everything hidden.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SavedGame<P> {
    /// The number of the game in the batch.
    number: u64,
    position: P,
    is_over: bool,
    events: u32,
    counts: StreamCounts,
}

impl<G: Encoded> Lane<G> {
    fn saved(&self, table: &Table<G>) -> SavedGame<G::Position> {
        SavedGame {
            number: self.number,
            position: table.game.position(&self.state),
            is_over: self.is_over,
            events: self.events,
            counts: self.counts.clone(),
        }
    }

    fn restored(table: &Table<G>, saved: SavedGame<G::Position>) -> Result<Self, Faults> {
        let state = table.game.state(&saved.position)?;
        let mut faults = Faults::none();
        faults.expect(table.game.seats(&state) == table.seats, "position", || {
            "another number of players".to_owned()
        });
        faults.check()?;
        Ok(Self::at(table, saved.number, state, saved.is_over, saved.events, saved.counts))
    }
}

impl<G: Encoded> Batch<G> {
    /// Returns all games as data, for [`Batch::restore`].
    pub fn saved(&self) -> Vec<SavedGame<G::Position>> {
        self.lanes.iter().map(|lane| lane.saved(&self.table)).collect()
    }

    /// Continues the games of a batch with the same ruleset, set-up, seed, number of games and settings: all further
    /// steps are those of that batch.
    ///
    /// # Errors
    /// When the number of games differs, or a position is not possible. Nothing has changed.
    pub fn restore(&mut self, games: Vec<SavedGame<G::Position>>) -> Result<(), Faults> {
        let mut faults = Faults::none();
        faults.expect(games.len() == self.len(), "games", || {
            format!("{} games; the batch has {}", games.len(), self.len())
        });
        faults.check()?;
        self.lanes =
            games.into_iter().map(|saved| Lane::restored(&self.table, saved)).collect::<Result<_, _>>()?;
        Ok(())
    }
}
