//! The file of a postal game: read by any number of commands, changed by one at a time.

use std::path::{Path, PathBuf};

use clap::ArgMatches;

use super::lock::Lock;
use crate::failure::{Failure, in_file};
use crate::files::{Access, MOST_OF_A_GAME};
use crate::new_file::replace;
use crate::play::start::read;
use furlong::hare_tortoise::postal::{LogEntry, Moment, PostalGame};

/// The path of the game.
pub(super) fn game_path(matches: &ArgMatches) -> &Path {
    // The argument has a default.
    matches.get_one::<PathBuf>("game").map_or(Path::new("postal.json"), PathBuf::as_path)
}

/// The game at a path, to be read only.
pub(super) fn open_at(path: &Path) -> Result<PostalGame, Failure> {
    PostalGame::from_json(&read(path, MOST_OF_A_GAME)?).map_err(|error| in_file(path, error))
}

/// The game, to be read only.
pub(super) fn open(matches: &ArgMatches) -> Result<PostalGame, Failure> {
    open_at(game_path(matches))
}

/// A game that is locked, so that it can be changed and saved.
pub(super) struct Changing<'a> {
    pub(super) game: PostalGame,
    matches: &'a ArgMatches,
    _lock: Lock,
}

impl<'a> Changing<'a> {
    /// Locks the game for a command, and reads it.
    pub(super) fn begin(matches: &'a ArgMatches, command: &str) -> Result<Self, Failure> {
        let path = game_path(matches);
        // A game that is not there, or is no file, has no lock.
        open_at(path)?;
        let lock = Lock::take(path, command)?;
        Ok(Self { game: open_at(path)?, matches, _lock: lock })
    }

    /// Saves the game, with this act and the master's reason in its log. Nothing is saved without an entry.
    pub(super) fn save(mut self, act: &str) -> Result<PostalGame, Failure> {
        let reason = self.matches.get_one::<String>("why").cloned();
        self.game.note(LogEntry::new(Moment::now(), act, reason));
        let path = game_path(self.matches);
        replace(path, Access::Owner, &self.game.to_json())?;
        Ok(self.game)
    }
}
