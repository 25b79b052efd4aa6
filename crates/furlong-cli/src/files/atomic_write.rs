//! Files that are written next to their destination, and replace it when they are complete and on disk.
//!
//! The draft of `game.json` is called `.game.json.draft`, and is locked as long as its writer is alive. A program
//! that is killed leaves it behind. The next program that writes the same file removes it.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use super::lock::{is_at, lock};
use furlong::formats::files::check_kind;

/// Who may read a new file. A file that is replaced keeps its mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Only the owner, because the file contains hidden information.
    Owner,
    /// Everybody who can usually read the user's files.
    Usual,
}

/// A file that is not yet in its place. Dropping it removes it from disk.
#[derive(Debug)]
pub(crate) struct Draft {
    target: PathBuf,
    file: NamedTempFile,
}

impl Draft {
    /// Creates an empty draft in the folder of `path`. A symbolic link is followed and kept.
    ///
    /// # Errors
    /// When the destination is not a file or is write-protected, or its folder cannot be written.
    pub(crate) fn at(path: &Path, access: Access) -> io::Result<Self> {
        let target = followed(path)?;
        let permissions = replaceable(&target)?;
        let mode = if permissions.is_some() { Access::Owner } else { access };
        let file = begin(&beside(&target)?, mode)?;
        if let Some(permissions) = permissions {
            file.as_file().set_permissions(permissions)?;
        }
        Ok(Self { target, file })
    }

    /// Writes into the draft.
    ///
    /// # Errors
    /// When it cannot be written, for example on a full disk.
    pub(crate) fn write(
        &mut self,
        write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut out = BufWriter::new(self.file.as_file());
        write(&mut out)?;
        out.flush()
    }

    /// Moves the draft to its destination and replaces any file there.
    ///
    /// # Errors
    /// When this fails. The file at the destination then remains.
    pub(crate) fn replace(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist(&self.target).map_err(|error| error.error)?;
        sync_folder(&self.target);
        Ok(())
    }

    /// Moves the draft to its destination, where no file may be.
    ///
    /// # Errors
    /// When this fails, or a file is there.
    pub(crate) fn create(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist_noclobber(&self.target).map_err(|error| error.error)?;
        sync_folder(&self.target);
        Ok(())
    }
}

/// Replaces or creates the file at `path` with this text, completely or not at all.
pub(crate) fn replace(path: &Path, access: Access, text: &str) -> io::Result<()> {
    let mut draft = Draft::at(path, access)?;
    draft.write(|out| out.write_all(text.as_bytes()))?;
    draft.replace()
}

/// Creates the file at `path` with this text, completely or not at all.
pub(crate) fn create(path: &Path, access: Access, text: &str) -> io::Result<()> {
    let mut draft = Draft::at(path, access)?;
    draft.write(|out| out.write_all(text.as_bytes()))?;
    draft.create()
}

/// The end of a chain of symbolic links. The path need not exist.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    // Linux follows up to this number of links.
    for _ in 0..40 {
        match fs::read_link(&target) {
            Ok(next) => target = folder_of(&target).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a symbolic link to itself"))
}

/// The permissions of the file to be replaced, if there is one.
fn replaceable(target: &Path) -> io::Result<Option<Permissions>> {
    let found = match fs::metadata(target) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        found => found?,
    };
    check_kind(&found)?;
    if found.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is write-protected"));
    }
    Ok(Some(found.permissions()))
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The path of the draft of a file.
fn beside(target: &Path) -> io::Result<PathBuf> {
    let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "it has no name");
    let mut name = OsString::from(".");
    name.push(target.file_name().ok_or_else(no_name)?);
    name.push(".draft");
    Ok(folder_of(target).join(name))
}

/// Creates a draft and locks it. An existing draft is waited for as long as its writer is alive, and removed
/// otherwise.
fn begin(path: &Path, access: Access) -> io::Result<NamedTempFile> {
    loop {
        match new_file(path, access) {
            Ok(file) => {
                lock(&file);
                // Between creation and locking, another process may have removed it as a leftover.
                if is_at(&file, path) {
                    return Ok(NamedTempFile::from_parts(file, TempPath::try_from_path(path)?));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => remove_left_behind(path)?,
            Err(error) => return Err(error),
        }
    }
}

/// Removes a draft whose writer has ended. If the writer is alive, waits for it.
fn remove_left_behind(path: &Path) -> io::Result<()> {
    let is_gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
    let removed = fs::symlink_metadata(path).and_then(|found| {
        check_kind(&found)?;
        let file = File::open(path)?;
        lock(&file);
        if is_at(&file, path) { fs::remove_file(path) } else { Ok(()) }
    });
    removed.or_else(|error| if is_gone(&error) { Ok(()) } else { Err(in_the_way(path, &error)) })
}

fn in_the_way(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{} is in the way: {error}", path.display()))
}

#[cfg_attr(not(unix), expect(unused_variables, reason = "modes are a matter of Unix"))]
fn new_file(path: &Path, access: Access) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(match access {
            Access::Owner => 0o600,
            Access::Usual => 0o666,
        });
    }
    options.open(path)
}

/// Makes the new name durable. Folders that cannot be synced are skipped.
fn sync_folder(target: &Path) {
    if cfg!(unix) {
        _ = File::open(folder_of(target)).and_then(|folder| folder.sync_all());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("a file").permissions().mode() & 0o777
    }

    #[test]
    fn a_new_file_is_private_and_a_replaced_one_keeps_its_mode() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.json");
        create(&path, Access::Owner, "one").expect("new");
        assert_eq!(mode(&path), 0o600);
        for kept in [0o640, 0o604, 0o600] {
            fs::set_permissions(&path, Permissions::from_mode(kept)).expect("changed");
            replace(&path, Access::Usual, "two").expect("replaced");
            assert_eq!(mode(&path), kept);
        }
        fs::set_permissions(&path, Permissions::from_mode(0o444)).expect("changed");
        let refused = replace(&path, Access::Owner, "three").expect_err("protected");
        assert_eq!(refused.to_string(), "it is write-protected");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "two");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
    }

    #[test]
    fn a_link_stays_and_its_target_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let deep = folder.path().join("deep");
        fs::create_dir(&deep).expect("a folder");
        let (link, second) = (folder.path().join("link.json"), folder.path().join("second.json"));
        symlink("second.json", &link).expect("a link");
        symlink("deep/game.json", &second).expect("a link");
        for text in ["one", "two"] {
            replace(&link, Access::Owner, text).expect("written");
            assert_eq!(fs::read_to_string(deep.join("game.json")).expect("a file"), text);
        }
        assert!(link.is_symlink() && second.is_symlink());
        symlink("circle.json", folder.path().join("circle.json")).expect("a link");
        let refused = create(&folder.path().join("circle.json"), Access::Owner, "").expect_err("a circle");
        assert_eq!(refused.to_string(), "it is a symbolic link to itself");
    }

    #[test]
    fn what_is_no_file_is_not_replaced_and_an_error_names_no_draft() {
        let folder = tempfile::tempdir().expect("a folder");
        for path in [Path::new("/dev/full"), Path::new("/dev/null"), folder.path()] {
            let refused = replace(path, Access::Owner, "one").expect_err("no file").to_string();
            assert!(refused.ends_with(", not a file"), "{refused}");
        }
        let refused = create(&folder.path().join("no/game.json"), Access::Owner, "").expect_err("no folder");
        assert!(!refused.to_string().contains(".draft"), "{refused}");
    }

    #[test]
    fn a_draft_that_was_left_behind_is_removed_and_one_that_is_written_is_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, left) = (folder.path().join("game.json"), folder.path().join(".game.json.draft"));
        fs::write(&left, "half a ga").expect("written");
        fs::set_permissions(&left, Permissions::from_mode(0o644)).expect("changed");
        create(&path, Access::Owner, "one").expect("new");
        assert_eq!((mode(&path), left.exists()), (0o600, false));
        let numbers: Vec<String> = (0..40).map(|number| number.to_string().repeat(2_000)).collect();
        std::thread::scope(|scope| {
            for text in &numbers {
                scope.spawn(|| replace(&path, Access::Owner, text).expect("each takes its turn"));
            }
        });
        assert!(numbers.contains(&fs::read_to_string(&path).expect("a file")), "one of them, whole");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
        fs::create_dir(&left).expect("a folder");
        let refused = replace(&path, Access::Owner, "two").expect_err("it is in the way").to_string();
        assert!(refused.ends_with(".game.json.draft is in the way: it is a folder, not a file"), "{refused}");
    }
}
