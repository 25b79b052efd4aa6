//! Result files, which overwrite nothing unless asked to.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::files;
use crate::files::{Access, Draft};

/// A file that gets its name once it is completely written.
#[derive(Debug)]
pub(super) struct NewFile {
    path: PathBuf,
    force: bool,
}

impl NewFile {
    /// Makes sure that the file can be written, before anything is played for it. Nothing exists under its name
    /// until the end, so a run that is killed leaves nothing behind.
    pub(super) fn begin(path: &Path, force: bool) -> Result<Self, Failure> {
        if !force && path.exists() {
            return Err(exists(path));
        }
        check_writable(path)?;
        Ok(Self { path: path.to_owned(), force })
    }

    /// Begins the file at a path, if there is a path.
    pub(super) fn begin_any(path: Option<&PathBuf>, force: bool) -> Result<Option<Self>, Failure> {
        path.map(|path| Self::begin(path, force)).transpose()
    }

    /// Writes this text and gives the file its name.
    pub(super) fn write(self, text: &str) -> Result<(), Failure> {
        self.finish(|out| out.write_all(text.as_bytes()))
    }

    /// Writes everything with `write`, and gives the file its name.
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

/// The failure when a file already exists.
pub(super) fn exists(path: &Path) -> Failure {
    Failure::Failed(format!("{} already exists (--force overwrites it)", path.display()))
}

/// Makes sure that a file can be replaced, before anything is played for it.
pub(super) fn check_writable(path: &Path) -> Result<(), Failure> {
    Draft::at(path, Access::Usual).map(drop).map_err(|error| cannot_write(path, &error))
}

/// Replaces the contents of a file with this text.
pub(super) fn replace(path: &Path, access: Access, text: &str) -> Result<(), Failure> {
    files::replace(path, access, text).map_err(|error| cannot_write(path, &error))
}

/// The failure when a file cannot be written.
pub(super) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("cannot write {}: {error}", path.display()))
}

/// Creates a folder if it does not exist.
pub(super) fn make_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::Failed(format!("cannot create the folder {}: {error}", folder.display())))
}
