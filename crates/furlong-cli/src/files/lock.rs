//! File locks, which the system releases when their holder ends, however that happens.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use same_file::Handle;

/// Locks a file, or returns `false` if somebody else has locked it.
pub(crate) fn try_lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Locks a file, waiting until its holder is done. Does nothing if files cannot be locked.
pub(super) fn lock(file: &File) {
    _ = file.lock();
}

/// Returns whether this is the file that now has this path.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    let opened = file.try_clone().and_then(Handle::from_file);
    opened.is_ok_and(|opened| Handle::from_path(path).is_ok_and(|found| found == opened))
}
