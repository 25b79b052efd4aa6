//! File locks, which the system releases when their holder ends, however that happens.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Locks a file, or returns `false` if somebody else has locked it.
#[cfg(unix)]
pub(crate) fn try_lock(file: &File) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(true),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Locks a file, waiting until its holder is done. Does nothing if files cannot be locked.
#[cfg(unix)]
pub(super) fn lock(file: &File) {
    use rustix::fs::{FlockOperation, flock};
    _ = flock(file, FlockOperation::LockExclusive);
}

/// Returns whether this is the file that now has this path.
#[cfg(unix)]
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let number = |found: io::Result<fs::Metadata>| found.map(|found| (found.dev(), found.ino())).ok();
    number(file.metadata()) == number(fs::symlink_metadata(path))
}

/// File locks are supported on Unix only. Elsewhere, a file must be written by one program at a time.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "stands for what may fail on Unix")]
pub(crate) fn try_lock(_: &File) -> io::Result<bool> {
    Ok(true)
}

#[cfg(not(unix))]
pub(super) fn lock(_: &File) {}

#[cfg(not(unix))]
pub(crate) fn is_at(_: &File, _: &Path) -> bool {
    true
}
