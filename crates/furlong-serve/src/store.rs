//! The file with the tables.

use std::fs::{DirBuilder, File, OpenOptions, TryLockError, remove_file};
use std::io::{ErrorKind, Read as _};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail, ensure};
use furlong_tables::Millis;
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, params};

/// The name of the file in its folder.
pub(crate) const FILE: &str = "tables.sqlite";

/// The migrations from an empty file to the current schema. A released migration is never changed; another one follows
/// it.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        saved TEXT NOT NULL,
        -- Something goes on at it without anybody there: a clock runs, or a bot is to move.
        awake INTEGER NOT NULL,
        touched INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX awake_tables ON tables (id) WHERE awake = 1;
    CREATE INDEX old_tables ON tables (touched);
",
    "CREATE TABLE keys (name TEXT PRIMARY KEY, key BLOB NOT NULL) STRICT, WITHOUT ROWID;",
];

/// The saved text of a table.
pub(crate) struct Saved {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) is_awake: bool,
}

/// The file with all tables.
#[derive(Debug)]
pub struct Store {
    pub(crate) file: Connection,
    /// Refuses another server until the file is closed.
    _lock: Option<File>,
}

impl Store {
    /// Opens the file in this folder, and creates both if they are missing.
    ///
    /// # Errors
    /// When the folder cannot be used, another server uses it, the file cannot be read or written, or a later version has written it.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let lock = folder_lock(folder)?;
        let path = folder.join(FILE);
        let is_new = make(&path)?;
        let file = Connection::open(&path).and_then(Self::prepared);
        let store = file
            .map_err(|error| anyhow!(why_not(&error, &path)))
            .and_then(|file| Self { file, _lock: Some(lock) }.migrated());
        if store.is_err() && is_new {
            // What was never used is no file that has been cut short.
            _ = remove_file(&path);
        }
        store.with_context(|| path.display().to_string())
    }

    /// Creates a store in memory, for tests.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn in_memory() -> anyhow::Result<Self> {
        Self { file: Connection::open_in_memory()?, _lock: None }.migrated()
    }

    fn prepared(file: Connection) -> rusqlite::Result<Connection> {
        file.busy_timeout(Duration::from_millis(500))?;
        // Each transaction is on the disk before it counts as done.
        file.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
        file.pragma_update(None, "synchronous", "FULL")?;
        // Fails if the file cannot be written.
        file.execute_batch("BEGIN IMMEDIATE; COMMIT")?;
        Ok(file)
    }

    fn migrated(mut self) -> anyhow::Result<Self> {
        let version = supported_version(&self.file)?;
        if version == MIGRATIONS.len() {
            // A full disk keeps nobody from reading.
            return Ok(self);
        }
        let change = self.file.transaction()?;
        for step in &MIGRATIONS[version..] {
            change.execute_batch(step)?;
        }
        change.pragma_update(None, "user_version", MIGRATIONS.len() as u32)?;
        change.commit()?;
        Ok(self)
    }

    /// The names of the tables where something happens without people.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn awake(&self) -> anyhow::Result<Vec<String>> {
        let mut query = self.file.prepare("SELECT id FROM tables WHERE awake = 1 ORDER BY id")?;
        let rows = query.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Removes the tables not used since this moment, and returns their number.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn forget_before(&self, moment: Millis) -> anyhow::Result<usize> {
        Ok(self.file.execute("DELETE FROM tables WHERE touched < ?1", params![moment as i64])?)
    }

    /// The number of tables.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn count(&self) -> anyhow::Result<i64> {
        Ok(self.file.query_row("SELECT count(*) FROM tables", [], |row| row.get(0))?)
    }

    /// The key of this name, which is made when it is first asked for.
    pub(crate) fn key(
        &self,
        name: &str,
        make: impl FnOnce() -> anyhow::Result<Vec<u8>>,
    ) -> anyhow::Result<Vec<u8>> {
        let found = "SELECT key FROM keys WHERE name = ?1";
        if let Some(key) = self.file.query_row(found, [name], |row| row.get(0)).optional()? {
            return Ok(key);
        }
        let key = make()?;
        self.file.execute("INSERT INTO keys (name, key) VALUES (?1, ?2)", params![name, key])?;
        Ok(key)
    }

    pub(crate) fn find(&self, id: &str) -> rusqlite::Result<Option<String>> {
        let mut query = self.file.prepare("SELECT saved FROM tables WHERE id = ?1")?;
        query.query_row([id], |row| row.get(0)).optional()
    }

    pub(crate) fn write(&mut self, saved: &[Saved], now: Millis) -> rusqlite::Result<()> {
        let change = self.file.transaction()?;
        {
            let mut write = change.prepare(
                "INSERT INTO tables (id, saved, awake, touched) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (id) DO UPDATE SET saved = ?2, awake = ?3, touched = ?4",
            )?;
            for Saved { id, text, is_awake } in saved {
                write.execute(params![id, text, is_awake, now as i64])?;
            }
        }
        change.commit()
    }
}

/// Creates the folder if it is missing, and locks it until the result is dropped: one server alone may write there.
pub(crate) fn folder_lock(folder: &Path) -> anyhow::Result<File> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt as _;
        builder.mode(0o700);
    }
    builder.create(folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let path = folder.join("lock");
    let lock = match new_file(&path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => File::options().write(true).open(&path),
        made => made,
    };
    let lock = lock.with_context(|| format!("cannot open {}", path.display()))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => bail!(
            "the folder {} is in use: stop the other server, or choose another folder with --data",
            folder.display()
        ),
        Err(TryLockError::Error(error)) => {
            Err(error).with_context(|| format!("cannot lock {}", path.display()))
        }
    }
}

/// Creates a file that only its owner can read.
pub(crate) fn new_file(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(0o600);
    }
    options.open(path)
}

/// The version of a file's schema, 0 for a new file; an error if this server is too old for it.
pub(crate) fn supported_version(file: &Connection) -> anyhow::Result<usize> {
    let version: u32 = file.pragma_query_value(None, "user_version", |row| row.get(0))?;
    ensure!(
        version as usize <= MIGRATIONS.len(),
        "the file has version {version}, written by a newer furlong-serve"
    );
    Ok(version as usize)
}

/// Creates the file if it is missing, readable only by its owner, because it contains all hidden cards. Returns whether
/// it is new.
fn make(path: &Path) -> anyhow::Result<bool> {
    match new_file(path) {
        Ok(_) => return Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error).with_context(|| format!("cannot create {}", path.display())),
    }
    // What a server that was killed has written last may still lie beside the file.
    if !path.with_extension("sqlite-wal").exists() && is_cut_short(path).unwrap_or(false) {
        bail!("{}: {}", path.display(), cut_short());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let known = path.metadata().with_context(|| path.display().to_string())?;
        if known.permissions().mode() & 0o077 != 0 {
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).with_context(|| {
                format!("{} is open to other users, and this cannot be changed", path.display())
            })?;
        }
    }
    Ok(false)
}

const BACKUP: &str = "replace it with a backup, or move it away to start afresh";

/// The reason why a file cannot be used, and what to do about it.
pub(crate) fn why(error: &rusqlite::Error) -> String {
    use ErrorCode::{
        CannotOpen, DatabaseBusy, DatabaseCorrupt, DatabaseLocked, DiskFull, NotADatabase, PermissionDenied,
        ReadOnly,
    };
    match error.sqlite_error_code() {
        Some(DatabaseBusy | DatabaseLocked) => "another program uses the file".to_owned(),
        Some(ReadOnly | PermissionDenied | CannotOpen) => {
            "the file is read-only: give the user who runs this server write access to it and its folder"
                .to_owned()
        }
        Some(NotADatabase | DatabaseCorrupt) => format!("the file is damaged: {BACKUP}"),
        Some(DiskFull) => "the disk is full".to_owned(),
        _ => error.to_string(),
    }
}

/// Like [`why`], but distinguishes a truncated file from one with other damage.
fn why_not(error: &rusqlite::Error, path: &Path) -> String {
    let is_damaged =
        matches!(error.sqlite_error_code(), Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt));
    if is_damaged && is_cut_short(path).unwrap_or(false) {
        return cut_short();
    }
    why(error)
}

fn cut_short() -> String {
    format!("the file has been cut short: {BACKUP}")
}

/// Returns whether the file has fewer pages than its header says.
fn is_cut_short(path: &Path) -> std::io::Result<bool> {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    const HEADER: usize = 100;
    let (mut header, length) = (Vec::new(), path.metadata()?.len());
    File::open(path)?.take(HEADER as u64).read_to_end(&mut header)?;
    if header.len() < HEADER {
        return Ok(MAGIC.starts_with(&header[..header.len().min(MAGIC.len())]));
    }
    // The size of a page and the number of pages; 1 stands for 65,536.
    let size = match u64::from(u16::from_be_bytes([header[16], header[17]])) {
        1 => 65_536,
        size => size,
    };
    let pages = u64::from(u32::from_be_bytes([header[28], header[29], header[30], header[31]]));
    Ok(header.starts_with(MAGIC) && length < size * pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(id: &str, text: &str, is_awake: bool) -> Saved {
        Saved { id: id.to_owned(), text: text.to_owned(), is_awake }
    }

    #[test]
    fn what_is_written_is_found_again_in_its_last_form() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::open(folder.path()).expect("a new file");
        store
            .write(&[saved("a", "1", true), saved("b", "2", false), saved("a", "3", true)], 5)
            .expect("written");
        assert_eq!(store.awake().expect("read"), ["a"]);
        assert_eq!(store.find("a").expect("read").as_deref(), Some("3"));
        drop(store);
        let mut store = Store::open(folder.path()).expect("the same file");
        assert_eq!(store.find("b").expect("read").as_deref(), Some("2"));
        assert_eq!(store.find("c").expect("read"), None);
        store.write(&[saved("a", "4", false)], 5).expect("written");
        assert!(store.awake().expect("read").is_empty());
        assert_eq!(
            (store.forget_before(5).expect("written"), store.forget_before(6).expect("written")),
            (0, 2)
        );
    }

    /// Returns the reason why the file in a folder is refused.
    fn refusal(folder: &Path) -> String {
        format!("{:#}", Store::open(folder).expect_err("it cannot be used"))
    }

    /// Creates a file with a hundred tables, as a server leaves it.
    fn closed() -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut store = Store::open(folder.path()).expect("a new file");
        let tables: Vec<Saved> =
            (0..100).map(|number| saved(&format!("a{number}"), &"x".repeat(1_000), true)).collect();
        store.write(&tables, 5).expect("written");
        drop(store);
        let path = folder.path().join(FILE);
        (folder, path)
    }

    #[test]
    fn files_that_cannot_be_used_are_refused_each_with_its_own_reason() {
        let (folder, path) = closed();
        let store = Store::open(folder.path()).expect("the file");
        assert!(
            refusal(folder.path()).contains("is in use: stop the other server"),
            "{}",
            refusal(folder.path())
        );
        store.file.pragma_update(None, "user_version", 99).expect("written");
        drop(store);
        assert!(refusal(folder.path()).contains("the file has version 99"));

        let (folder, path) = (folder, path);
        let whole = std::fs::read(&path).expect("read");
        for length in [0, 7, 50, 3_000, 4_096, whole.len() - 1] {
            std::fs::write(&path, &whole[..length]).expect("written");
            assert!(
                refusal(folder.path()).contains("has been cut short"),
                "{length}: {}",
                refusal(folder.path())
            );
        }
        for damaged in [&b"not a file of tables"[..], &[&[0; 100], &whole[100..]].concat()] {
            std::fs::write(&path, damaged).expect("written");
            assert!(refusal(folder.path()).contains("is damaged"), "{}", refusal(folder.path()));
        }
    }

    #[test]
    fn a_full_disk_and_a_file_that_cannot_be_written_have_reasons_of_their_own() {
        use rusqlite::ffi;
        let reason = |code| why(&rusqlite::Error::SqliteFailure(ffi::Error::new(code), None));
        assert_eq!(reason(ffi::SQLITE_FULL), "the disk is full");
        for code in [ffi::SQLITE_READONLY, ffi::SQLITE_CANTOPEN, ffi::SQLITE_PERM] {
            assert!(reason(code).contains("is read-only"), "{code}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_file_is_for_its_owner_alone_whoever_has_made_the_folder() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE);
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755))
            .expect("a folder for all");
        let mode = || path.metadata().expect("a file").permissions().mode() & 0o777;
        drop(Store::open(folder.path()).expect("a new file"));
        assert_eq!(mode(), 0o600);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).expect("open to others");
        let mut store = Store::open(folder.path()).expect("the same file");
        assert_eq!(mode(), 0o600);
        store.write(&[saved("a", "1", true)], 5).expect("written");
        for file in folder.path().read_dir().expect("a folder").map(|file| file.expect("a file")) {
            assert_eq!(file.metadata().expect("a file").permissions().mode() & 0o777, 0o600, "{file:?}");
        }
    }

    #[test]
    fn after_the_end_one_file_holds_everything() {
        let (folder, path) = closed();
        let mut names: Vec<_> = folder
            .path()
            .read_dir()
            .expect("a folder")
            .map(|file| file.expect("a file").file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["lock", FILE], "nothing lies beside it");
        let copy = tempfile::tempdir().expect("a folder");
        std::fs::copy(&path, copy.path().join(FILE)).expect("a backup");
        assert_eq!(Store::open(copy.path()).expect("the backup").count().expect("read"), 100);
    }
}
