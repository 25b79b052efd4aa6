//! The file of a session, and its closing message.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use super::{NEVER_SAVED, Saves, Session};
use crate::failure::Failure;
use crate::interrupt;
use crate::play::save::SaveFile;
use crate::shell::quoted;
use furlong::text::plain_lines;

impl<I: BufRead, W: Write> Session<I, W> {
    pub(super) fn say_goodbye(&mut self) -> Result<(), Failure> {
        if self.saves == Saves::Never {
            return Ok(());
        }
        // Said by what follows.
        _ = self.save_now();
        self.check_saved()?;
        let farewell = self.farewell();
        Ok(self.screen.verbatim(&farewell)?)
    }

    /// Says where a finished game is saved.
    pub(super) fn say_saved(&mut self) -> Result<(), Failure> {
        if self.saves == Saves::Always {
            self.check_saved()?;
            let path = self.save.path().display().to_string();
            self.screen.text(&format!("The game is saved in {path}. Replay it with:"))?;
            self.screen
                .verbatim(&format!("  furlong replay {}", quoted(&self.save.path().to_string_lossy())))?;
        }
        Ok(())
    }

    /// Returns an error if the game ends without having been saved.
    pub(super) fn check_saved(&self) -> Result<(), Failure> {
        match self.unsaved {
            Some(_) => Err(Failure::Failed(self.farewell())),
            None => Ok(()),
        }
    }

    /// The closing message when the game is left or interrupted.
    pub(super) fn farewell(&self) -> String {
        if self.saves == Saves::OnFailure {
            return "The game was stopped.".to_owned();
        }
        let (path, file) = (self.save.path().display(), quoted(&self.save.path().to_string_lossy()));
        let program = &self.program;
        match &self.unsaved {
            Some(error) if self.save.is_written() => {
                format!("the game is saved only up to event {}: {error}", self.saved)
            }
            Some(error) => format!("the game is not saved: {error}"),
            None if self.table.people().is_empty() => {
                let events = self.saved;
                format!(
                    "The game is saved up to event {events} in {path}. Continue with:\n  {program} --resume {file}"
                )
            }
            None => format!("The game is saved in {path}. Continue with:\n  {program} --resume {file}"),
        }
    }

    pub(super) fn write_file(&mut self) -> Result<(), Failure> {
        let mut held = interrupt::hold();
        let written = self.save.write(&*self.table);
        self.unsaved = written.as_ref().err().map(Failure::to_string);
        if written.is_ok() {
            self.saved = self.table.events();
        }
        *held = plain_lines(&self.farewell()).into_owned();
        written
    }

    pub(super) fn save_now(&mut self) -> Result<(), Failure> {
        if self.saves == Saves::Always { self.write_file() } else { Ok(()) }
    }

    /// Saves the game for the first time. A requested file that cannot be written ends the session. Without the default
    /// folder, the game is played without being saved, as the introduction says.
    pub(super) fn save_first(&mut self) -> Result<(), Failure> {
        let written = self.save_now();
        if self.save.is_fresh() {
            return Ok(());
        }
        written.map_err(|error| Failure::Failed(format!("{error} (--save FILE saves elsewhere)")))
    }

    /// Saves the game during play. If the file cannot be written, the game continues after a single warning.
    pub(super) fn save_or_warn(&mut self) -> Result<(), Failure> {
        let before = self.unsaved.clone();
        match self.save_now() {
            Err(_) if before == self.unsaved => {}
            Err(error) => {
                self.screen
                    .text(&format!("The game is no longer saved: {error}. `save FILE` saves elsewhere."))?;
            }
            Ok(()) if before.is_some() => {
                let path = self.save.path().display().to_string();
                self.screen.text(&format!("The game is saved again, in {path}."))?;
            }
            Ok(()) => {}
        }
        Ok(())
    }

    /// Saves the game in another file, now and from now on.
    pub(super) fn save_elsewhere(&mut self, path: Option<PathBuf>) -> Result<(), Failure> {
        if self.saves == Saves::Never {
            return Ok(self.screen.text(NEVER_SAVED)?);
        }
        let before = path.map(|path| std::mem::replace(&mut self.save, SaveFile::at(path)));
        let is_elsewhere = before.is_some();
        match self.write_file() {
            Ok(()) => {
                let path = self.save.path().display();
                let from_now_on = if is_elsewhere { ", now and from now on" } else { "" };
                let line = format!("Saved in {path}{from_now_on}.");
                self.screen.text(&line)?;
            }
            Err(error) => {
                self.screen.text(&format!("Not saved: {error}."))?;
                if let Some(before) = before {
                    self.save = before;
                    self.save_or_warn()?;
                }
            }
        }
        Ok(())
    }
}
