//! The lock of a postal game: one command at a time can change it, and others name that command.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::files::{is_at, try_lock};
use crate::new_file::cannot_write;
use furlong::hare_tortoise::postal::Moment;
use furlong::text::plain;

/// The maximum number of bytes of a lock file to show.
const MOST_SHOWN: u64 = 200;

/// The lock of a game's file: a file next to it that names the holder. The system releases the lock when the process
/// ends in any way, so a file left by a crash locks nothing.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    /// The lock file, locked until it is closed.
    _file: File,
}

impl Lock {
    /// Locks a game for a command.
    ///
    /// # Errors
    /// When another process holds it, or its file cannot be written.
    pub(super) fn take(game: &Path, command: &str) -> Result<Self, Failure> {
        // A link and the file that it leads to are one game.
        let target = fs::canonicalize(game).unwrap_or_else(|_| game.to_owned());
        let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let path = target.with_file_name(format!(".{name}.lock"));
        let cannot = |error: io::Error| cannot_write(&path, &error);
        loop {
            let mut file = open(&path).map_err(cannot)?;
            if !try_lock(&file).map_err(cannot)? {
                let mut holder = String::new();
                // Nothing can be read while the holder writes its name.
                _ = file.take(MOST_SHOWN).read_to_string(&mut holder);
                let holder = if holder.is_empty() { "another process" } else { holder.trim() };
                let (game, holder) = (game.display(), plain(holder));
                return Err(Failure::Failed(format!(
                    "{game} is in use by {holder}; try again when it has finished"
                )));
            }
            if !is_at(&file, &path) {
                // The last holder has removed the file between the opening and the locking.
                continue;
            }
            let (process, time) = (std::process::id(), Moment::now());
            file.set_len(0).map_err(cannot)?;
            write!(file, "process {process} (`{command}`, since {time})").map_err(cannot)?;
            return Ok(Self { path, _file: file });
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Still locked, so nobody else has taken it; a file that stays does no harm.
        _ = fs::remove_file(&self.path);
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_says_who_holds_it_and_what_a_crash_has_left_locks_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let game = folder.path().join("spring.json");
        fs::write(&game, "{}").expect("written");
        let left = folder.path().join(".spring.json.lock");
        fs::write(&left, "process 1 (`adjudicate`, since long ago)").expect("written");
        let held = Lock::take(&game, "adjudicate").expect("nobody holds it");
        let message = Lock::take(&game, "replace").expect_err("it is held").to_string();
        assert!(message.contains("is in use by "), "{message}");
        // Windows lets nobody read a locked file.
        let holder = format!("process {} (`adjudicate`, since 2", std::process::id());
        assert!(cfg!(windows) || message.contains(&holder), "{message}");
        #[cfg(unix)]
        {
            let link = folder.path().join("link.json");
            std::os::unix::fs::symlink("spring.json", &link).expect("a link");
            assert!(Lock::take(&link, "replace").is_err(), "a link is the same game");
        }
        drop(held);
        assert!(!left.exists());
        assert!(Lock::take(&game, "replace").is_ok());
    }
}
