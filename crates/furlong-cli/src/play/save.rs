//! The file in which a game is saved. It replaces only a file that contains the start of the same game. Because it
//! contains everything hidden, only its owner can read a new file.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

use crate::failure::Failure;
use crate::files;
use crate::files::{Access, Draft, MOST_OF_A_GAME, ReadError};
use crate::new_file::cannot_write;
use furlong::table::Table;

/// The file of a game, and the text that was last written to it.
#[derive(Debug)]
pub(crate) struct SaveFile {
    path: PathBuf,
    written: Option<String>,
    /// The file that the game was read from, if it is now saved elsewhere.
    origin: Option<PathBuf>,
    /// True for the default file, whose folder is created if it does not exist.
    is_fresh: bool,
}

/// The default folder of saved games: in the data directory of the system, or the working directory if there is none.
pub(crate) fn games_folder() -> PathBuf {
    let data = etcetera::choose_base_strategy().map(|system| system.data_dir().join("furlong").join("games"));
    data.unwrap_or_default()
}

/// The first free path in a folder: `STEM.json`, then `STEM-2.json`, `STEM-3.json`.
pub(crate) fn free_path(folder: &Path, stem: &str, extension: &str) -> PathBuf {
    let names = (1..).map(|number| match number {
        1 => format!("{stem}.{extension}"),
        _ => format!("{stem}-{number}.{extension}"),
    });
    names.map(|name| folder.join(name)).find(|path| !path.exists()).unwrap_or_default()
}

impl SaveFile {
    /// Uses this file, which may contain the start of the game.
    pub(crate) fn at(path: PathBuf) -> Self {
        Self { path, written: None, origin: None, is_fresh: false }
    }

    /// Uses the file from which this text of the game was read.
    pub(crate) fn resumed(path: PathBuf, text: String) -> Self {
        Self { written: Some(text), ..Self::at(path) }
    }

    /// Uses this file, for a game that was read from another one.
    pub(crate) fn instead_of(origin: PathBuf, path: PathBuf) -> Self {
        Self { origin: Some(origin), ..Self::at(path) }
    }

    /// Uses a new file with the default name: `furlong-GAME-SEED.json`, then `-2`, `-3`. A long seed is shortened to
    /// its first digits.
    pub(crate) fn fresh(directory: &Path, game: &str, seed: u64) -> Self {
        const DIGITS: usize = 6;
        let seed: String = seed.to_string().chars().take(DIGITS).collect();
        let path = free_path(directory, &format!("furlong-{game}-{seed}"), "json");
        Self { is_fresh: true, ..Self::at(path) }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The file that the game was read from, if it is now saved elsewhere.
    pub(crate) fn origin(&self) -> Option<&Path> {
        self.origin.as_deref()
    }

    /// Returns whether this is a default file.
    pub(crate) fn is_fresh(&self) -> bool {
        self.is_fresh
    }

    /// Returns whether the file contains this game, at an earlier moment or now.
    pub(crate) fn is_written(&self) -> bool {
        self.written.is_some()
    }

    /// Writes the game in its current state.
    pub(crate) fn write(&mut self, table: &dyn Table) -> Result<(), Failure> {
        let json = table.record_json();
        if self.written.as_ref() == Some(&json) && self.path.exists() {
            return Ok(());
        }
        self.replace(&json, table)?;
        self.written = Some(json);
        Ok(())
    }

    fn replace(&self, json: &str, table: &dyn Table) -> Result<(), Failure> {
        let failed = |error| cannot_write(&self.path, &error);
        if self.is_fresh {
            self.path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
        }
        let mut draft = Draft::at(&self.path, Access::Owner).map_err(failed)?;
        draft.write(|out| out.write_all(json.as_bytes())).map_err(failed)?;
        match files::text(&self.path, MOST_OF_A_GAME) {
            Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                draft.create().map_err(failed)
            }
            Err(ReadError::Io(error)) => Err(failed(error)),
            Ok(found) if self.written.as_ref() == Some(&found) || table.continues(&found) => {
                draft.replace().map_err(failed)
            }
            _ => {
                let path = self.path.display();
                Err(Failure::Failed(format!("{path} exists and is not this game; it was not changed")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dash::Dash;
    use furlong::table::{GameTable, Outcome, Reader, Request};
    use furlong::{Race, RaceGame as _, Seat};

    fn table(seed: u64) -> GameTable<Dash> {
        let game = Dash::short();
        let setup = game.setup(2);
        GameTable::new(Race::new(game, &setup, seed).expect("a set-up that fits")).expect("a table")
    }

    fn play_a_bit(table: &mut dyn Table) {
        table.proceed();
        let reply =
            table.answer(Reader::Player(Seat::FIRST), &Request::Number(1)).expect("a seat of the table");
        assert_eq!(reply.outcome, Outcome::Decided);
    }

    #[test]
    fn a_game_replaces_its_own_beginning_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.json");
        let mut game = table(1);
        SaveFile::at(path.clone()).write(&game).expect("nothing is there yet");
        play_a_bit(&mut game);
        SaveFile::at(path.clone()).write(&game).expect("its own beginning");
        let kept = fs::read_to_string(&path).expect("saved");
        for other in [table(2), table(1)] {
            let refused = SaveFile::at(path.clone()).write(&other);
            let refused = refused.expect_err("another game, or one that knows less").to_string();
            assert!(refused.ends_with("exists and is not this game; it was not changed"), "{refused}");
            assert_eq!(fs::read_to_string(&path).expect("still there"), kept);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "no other file is left");
    }

    #[test]
    fn a_session_may_take_back_what_it_wrote_itself() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut file = SaveFile::at(folder.path().join("game.json"));
        let mut game = table(1);
        play_a_bit(&mut game);
        file.write(&game).expect("saved");
        game.take_back(Seat::FIRST).expect("its own move");
        file.write(&game).expect("its own file");
    }

    #[test]
    fn a_fresh_file_gets_a_name_that_is_free() {
        let folder = tempfile::tempdir().expect("a folder");
        let first = SaveFile::fresh(folder.path(), "dash", 7);
        assert!(first.path().ends_with("furlong-dash-7.json"));
        fs::write(first.path(), "mine").expect("written");
        assert!(SaveFile::fresh(folder.path(), "dash", 7).path().ends_with("furlong-dash-7-2.json"));
        assert!(
            SaveFile::fresh(folder.path(), "dash", u64::MAX).path().ends_with("furlong-dash-184467.json")
        );
    }
}
