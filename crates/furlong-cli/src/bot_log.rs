//! Logs everything that bot programs read and write, in one file for each process.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::failure::Failure;
use crate::new_file::{cannot_write, make_folder};
use furlong::bot::{ProcessEvent, ProcessEventKind, ProcessObserver};

/// A folder of logs. Each line has the seconds since the process was started, and a sign: `<` for what the process
/// was given to read, `>` for what it answered, `!` for what it wrote to standard error, and `#` for notes.
pub(crate) struct BotLog {
    folder: PathBuf,
    files: Mutex<Files>,
}

#[derive(Default)]
struct Files {
    /// The files of the processes that are running.
    open: BTreeMap<u32, File>,
    /// The number of the latest file.
    number: u64,
    /// Whether a line could not be written, which is reported once.
    is_incomplete: bool,
}

impl BotLog {
    /// Starts a log in this folder, which is created if it is missing. No existing file is overwritten.
    pub(crate) fn begin(folder: &Path) -> Result<Self, Failure> {
        make_folder(folder)?;
        // Checks that the folder can be written, before anything is played.
        let trial = folder.join(".furlong-bot-log");
        File::create(&trial)
            .and_then(|_| fs::remove_file(&trial))
            .map_err(|error| cannot_write(folder, &error))?;
        Ok(Self { folder: folder.to_owned(), files: Mutex::default() })
    }
}

impl Files {
    /// Creates the next file whose name is still free.
    fn begin(&mut self, folder: &Path) -> io::Result<File> {
        loop {
            self.number += 1;
            let path = folder.join(format!("bot-{:04}.log", self.number));
            match File::options().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                opened => return opened,
            }
        }
    }

    fn write(&mut self, folder: &Path, said: &ProcessEvent<'_>) -> io::Result<()> {
        let (sign, line) = match said.what {
            ProcessEventKind::Started(command) => {
                let file = self.begin(folder)?;
                self.open.insert(said.process, file);
                ('#', command)
            }
            ProcessEventKind::Asked(line) => ('<', line),
            ProcessEventKind::Answered(line) => ('>', line),
            ProcessEventKind::Complained(line) => ('!', line),
            ProcessEventKind::Noted(line) | ProcessEventKind::Ended(line) => ('#', line),
            _ => return Ok(()),
        };
        let Some(file) = self.open.get_mut(&said.process) else { return Ok(()) };
        let line = format!("{:10.3} {sign} {line}\n", said.at.as_secs_f64());
        // Written at once, so that the log is complete however the program ends.
        file.write_all(line.as_bytes())?;
        if matches!(said.what, ProcessEventKind::Ended(_)) {
            self.open.remove(&said.process);
        }
        Ok(())
    }
}

impl ProcessObserver for BotLog {
    fn observe(&self, said: &ProcessEvent<'_>) {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let Err(error) = files.write(&self.folder, said) else { return };
        if !std::mem::replace(&mut files.is_incomplete, true) {
            // Without standard error, there is nobody to report this to.
            _ = writeln!(io::stderr(), "Note: the log in {} is incomplete: {error}", self.folder.display());
        }
    }
}
