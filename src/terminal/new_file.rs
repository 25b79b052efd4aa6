//! Files that are there whole or not at all, and that write over nothing unless that is asked for.

use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::failure::Failure;
use super::save::temporary;

/// A file that takes its name when all of it is written.
#[derive(Debug)]
pub(super) struct NewFile {
    path: PathBuf,
    file: NamedTempFile,
    force: bool,
}

impl NewFile {
    /// Begins a file, before anything is played for it.
    pub(super) fn begin(path: &Path, force: bool) -> Result<Self, Failure> {
        if !force && path.exists() {
            return Err(exists(path));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = temporary().tempfile_in(folder.unwrap_or(Path::new(".")));
        let file = file.map_err(|error| cannot_write(path, &error))?;
        Ok(Self { path: path.to_owned(), file, force })
    }

    /// Writes all of it and gives it its name.
    pub(super) fn finish(
        self,
        write: impl FnOnce(&mut BufWriter<&NamedTempFile>) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let Self { path, file, force } = self;
        let mut out = BufWriter::new(&file);
        write(&mut out).and_then(|()| out.flush()).map_err(|error| cannot_write(&path, &error))?;
        drop(out);
        let persisted = if force { file.persist(&path) } else { file.persist_noclobber(&path) };
        match persisted {
            Ok(_) => Ok(()),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Err(exists(&path)),
            Err(error) => Err(cannot_write(&path, &error.error)),
        }
    }
}

/// What is said of a file that is there.
pub(super) fn exists(path: &Path) -> Failure {
    Failure::Failed(format!("{} is there already (--force writes over it)", path.display()))
}

/// What is said of a file that cannot be written.
pub(super) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Failed(format!("cannot write {}: {error}", path.display()))
}

/// Makes a folder that is not there.
pub(super) fn make_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::Failed(format!("cannot make the folder {}: {error}", folder.display())))
}
