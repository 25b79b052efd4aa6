//! The file of a postal game. Any number of commands can read it, but only one at a time can change it.

use std::path::Path;

use super::lock::Lock;
use crate::failure::{Failure, in_file};
use crate::files::{Access, MOST_OF_A_GAME};
use crate::named::read;
use crate::new_file::replace;
use furlong::hare_tortoise::postal::{LogEntry, Moment, PostalGame};

/// Opens the game for reading only.
pub(super) fn open(path: &Path) -> Result<PostalGame, Failure> {
    PostalGame::from_json(&read(path, MOST_OF_A_GAME)?).map_err(|error| in_file(path, error))
}

/// A game that is locked, so that it can be changed and saved.
pub(super) struct Changing<'a> {
    pub(super) game: PostalGame,
    path: &'a Path,
    _lock: Lock,
}

impl<'a> Changing<'a> {
    /// Locks the game for a command, and reads it.
    pub(super) fn begin(path: &'a Path, command: &str) -> Result<Self, Failure> {
        // A game that is not there, or is no file, has no lock.
        open(path)?.check_whole().map_err(|error| in_file(path, error))?;
        let lock = Lock::take(path, command)?;
        Ok(Self { game: open(path)?, path, _lock: lock })
    }

    /// Saves the game, with this action and the master's reason in its log. Nothing is saved without a log entry.
    pub(super) fn save(mut self, act: &str, reason: Option<&String>) -> Result<PostalGame, Failure> {
        self.game.note(LogEntry::new(Moment::now(), act, reason.cloned()));
        replace(self.path, Access::Owner, &self.game.to_json())?;
        Ok(self.game)
    }
}
