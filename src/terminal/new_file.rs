//! Files of results, which write over nothing unless that is asked for.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use super::failure::Failure;
use crate::files::{Access, Draft};

/// A file that takes its name when all of it is written.
#[derive(Debug)]
pub(super) struct NewFile {
    path: PathBuf,
    force: bool,
}

impl NewFile {
    /// Makes sure that the file can be written, before anything is played for it. Nothing is there until the end,
    /// so that a run which is killed leaves nothing behind.
    pub(super) fn begin(path: &Path, force: bool) -> Result<Self, Failure> {
        if !force && path.exists() {
            return Err(exists(path));
        }
        Draft::at(path, Access::Usual).map_err(|error| cannot_write(path, &error))?;
        Ok(Self { path: path.to_owned(), force })
    }

    /// Writes all of it and gives it its name.
    pub(super) fn finish(
        self,
        write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let Self { path, force } = self;
        let written = Draft::at(&path, Access::Usual).and_then(|mut draft| {
            draft.write(write)?;
            if force { draft.replace() } else { draft.create() }
        });
        written.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(&path),
            _ => cannot_write(&path, &error),
        })
    }
}

/// The failure where a file is there already.
pub(super) fn exists(path: &Path) -> Failure {
    Failure::Failed(format!("{} already exists (--force overwrites it)", path.display()))
}

/// The failure where a file cannot be written.
pub(super) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("cannot write {}: {error}", path.display()))
}

/// Makes a folder that is not there.
pub(super) fn make_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::Failed(format!("cannot make the folder {}: {error}", folder.display())))
}
