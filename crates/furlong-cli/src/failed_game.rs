//! The game in which a bot failed. Its record is kept, and the error message says where.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::files::Access;
use crate::new_file::replace;
use crate::play::save::{free_path, games_folder};
use crate::shell::quoted;
use furlong::arena::{ArenaError, FailedGame};

/// The file name for a game, without extension: `GAME-RULESET-SEED-NUMBER`, numbered like the rows.
pub(super) fn file_stem(game: &str, ruleset: &str, seed: u64, number: u64) -> String {
    // The name of a user's ruleset can contain anything.
    let tame = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    let ruleset: String = ruleset.chars().map(tame).collect();
    format!("{game}-{ruleset}-{seed}-{number}")
}

/// The command that asks the bot again at the point where a game failed.
pub(super) fn asks_again(game: &str, record: &Path) -> String {
    let path = quoted(&record.to_string_lossy());
    format!("`furlong play {game} --resume {path} --allow-exec` resumes there")
}

/// Keeps the record of a failed game, in this folder or else in the folder of saved games. Returns the end of a
/// sentence that says where, and how to continue. Nothing is overwritten.
pub(super) fn kept(failed: &FailedGame, folder: Option<&Path>) -> String {
    let Some(record) = &failed.record else { return String::new() };
    let folder = folder.map_or_else(games_folder, Path::to_owned);
    let path =
        free_path(&folder, &file_stem(failed.game, &failed.ruleset, failed.seed, failed.number), "json");
    // If a folder cannot be created, writing the file will fail.
    _ = fs::create_dir_all(&folder);
    match replace(&path, Access::Owner, record) {
        Ok(()) => format!("; the game is saved in {}; {}", path.display(), asks_again(failed.game, &path)),
        Err(failure) => format!("; the game is not saved: {failure}"),
    }
}

/// A wrong request is a command-line error; a failing bot is not.
impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Self {
        match error {
            error @ ArenaError::Stopped => Self::Stopped(error.to_string()),
            ArenaError::Game(failed) => Self::Failed(format!("{failed}{}", kept(&failed, None))),
            error @ (ArenaError::NoBot { .. } | ArenaError::Threads(_)) => Self::Failed(error.to_string()),
            error => Self::Usage(error.to_string()),
        }
    }
}
