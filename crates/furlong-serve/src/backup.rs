//! Copies of the file with the tables, which can be made while a server runs.

use std::fs::{File, remove_file, rename};
use std::path::Path;

use anyhow::{Context as _, anyhow, ensure};
use rusqlite::{Connection, OpenFlags};

use crate::store::{FILE, folder_lock, new_file, supported_version, why};

/// Copies the tables in a folder to a new file. A server may run and people may play: the copy has every table as it was at one
/// moment.
///
/// # Errors
/// When the folder has no tables, the file exists already, or either cannot be used. Then there is no new file.
pub fn backup(folder: &Path, file: &Path) -> anyhow::Result<()> {
    let tables = folder.join(FILE);
    let from = existing(&tables)?;
    copy(&from, file).with_context(|| format!("cannot copy {} to {}", tables.display(), file.display()))
}

/// Puts the tables from a backup into a folder, which is created if it is missing.
///
/// # Errors
/// When the backup is damaged or was written by a newer version, a server uses the folder, the folder has tables already, or it
/// cannot be used. Then the folder has no tables.
pub fn restore(folder: &Path, file: &Path) -> anyhow::Result<()> {
    let _lock = folder_lock(folder)?;
    let tables = folder.join(FILE);
    // What a killed server wrote last would be added to the backup.
    for path in [tables.with_extension("sqlite-wal"), tables.clone()] {
        ensure!(
            !path.exists(),
            "{} exists: move it away, or choose another folder with --data",
            path.display()
        );
    }
    let from = existing(file)?;
    checked(&from).with_context(|| file.display().to_string())?;
    copy(&from, &tables).with_context(|| format!("cannot copy {} to {}", file.display(), tables.display()))
}

fn existing(file: &Path) -> anyhow::Result<Connection> {
    ensure!(file.exists(), "there is no file {}", file.display());
    Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .map_err(|error| anyhow!("{}: {}", file.display(), why(&error)))
}

/// Refuses a file that a server could not use.
fn checked(file: &Connection) -> anyhow::Result<()> {
    let query =
        |text: &str| file.pragma_query_value(None, text, |row| row.get::<_, rusqlite::types::Value>(0));
    let found = query("integrity_check").map_err(|error| anyhow!(why(&error)))?;
    ensure!(found == "ok".to_owned().into(), "the file is damaged");
    ensure!(supported_version(file)? > 0, "the file is no backup of furlong-serve");
    Ok(())
}

/// Writes a whole copy to the disk before it gets its name.
fn copy(from: &Connection, to: &Path) -> anyhow::Result<()> {
    ensure!(!to.exists(), "the file exists already");
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    let name = part.to_str().context("its name is not Unicode")?;
    new_file(part).with_context(|| name.to_owned())?;
    let written = from
        .execute("VACUUM INTO ?1", [name])
        .map_err(|error| anyhow!(why(&error)))
        .and_then(|_| Ok(File::options().write(true).open(part)?.sync_all()?))
        .and_then(|()| Ok(rename(part, to)?));
    if written.is_err() {
        _ = remove_file(part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Saved, Store};

    #[test]
    fn a_backup_is_complete_and_replaces_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let [live, new] = ["live", "new"].map(|name| folder.path().join(name));
        let file = folder.path().join("backup.sqlite");
        assert!(backup(&live, &file).expect_err("no tables").to_string().starts_with("there is no file"));
        let mut store = Store::open(&live).expect("a new file");
        store.write(&[Saved { id: "a".into(), text: "1".into(), is_awake: true }], 5).expect("written");
        backup(&live, &file).expect("a copy beside an open file");
        assert!(format!("{:#}", backup(&live, &file).expect_err("a second one")).contains("exists already"));
        restore(&new, &file).expect("a new folder");
        assert_eq!(Store::open(&new).expect("the copy").find("a").expect("read").as_deref(), Some("1"));
        let names = folder.path().read_dir().expect("a folder").map(|file| file.expect("a file").file_name());
        assert_eq!(names.count(), 3, "nothing else remains");
    }

    #[test]
    fn what_is_no_backup_is_refused_and_leaves_no_tables() {
        let folder = tempfile::tempdir().expect("a folder");
        let [live, new] = ["live", "new"].map(|name| folder.path().join(name));
        let mut store = Store::open(&live).expect("a new file");
        let saved = |id: usize| Saved { id: id.to_string(), text: "x".repeat(1_000), is_awake: true };
        store.write(&(0..100).map(saved).collect::<Vec<_>>(), 5).expect("written");
        let whole = folder.path().join("whole");
        backup(&live, &whole).expect("a copy");
        let file = folder.path().join("file");
        let refusal = || format!("{:#}", restore(&new, &file).expect_err("it cannot be used"));
        assert!(refusal().starts_with("there is no file"), "{}", refusal());
        let mut bytes = std::fs::read(&whole).expect("read");
        bytes[8_192..12_288].fill(7);
        for (damaged, why) in [(&b"text"[..], "is damaged"), (&bytes, "is damaged"), (&[], "is no backup")] {
            std::fs::write(&file, damaged).expect("written");
            assert!(refusal().contains(why), "{}", refusal());
        }
        std::fs::copy(&whole, &file).expect("written");
        let newer = Connection::open(&file).expect("a file");
        newer.pragma_update(None, "user_version", 99).expect("written");
        assert!(refusal().contains("has version 99, written by a newer"), "{}", refusal());
        assert!(!new.join(FILE).exists());
    }
}
