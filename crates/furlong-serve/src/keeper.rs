//! The file with the tables, and the thread that writes it.
//!
//! Changes are gathered: all that wait are written in one transaction, and only then are the messages sent that tell of them.

use std::collections::HashMap;
use std::fs::DirBuilder;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context as _, bail};
use furlong_room::{Channel, Millis, Sent};
use rusqlite::{Connection, OptionalExtension as _, params};
use tokio::sync::mpsc;

/// The name of the file in its folder.
const FILE: &str = "tables.sqlite";

/// The steps from an empty file to the present form. A step that was released is never changed: another one follows it.
const MIGRATIONS: &[&str] = &["
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        saved TEXT NOT NULL,
        -- Something goes on at it without anybody there: a clock runs, or a bot is to move.
        awake INTEGER NOT NULL,
        touched INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX awake_tables ON tables (id) WHERE awake = 1;
    CREATE INDEX old_tables ON tables (touched);
"];

/// The most changes that are written in one transaction.
const AT_ONCE: usize = 1_000;

/// The queues of the connections, by their channels.
pub(crate) type Connections = Arc<Mutex<HashMap<Channel, mpsc::Sender<String>>>>;

/// The text of a table at a moment.
pub(crate) struct Saved {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) is_awake: bool,
}

/// A task for the keeper.
pub(crate) enum Task {
    /// Writes these tables, and then sends these messages.
    Keep { saved: Vec<Saved>, sent: Vec<Sent>, now: Millis },
    /// Looks for a table.
    Find { id: String, found: Sender<Option<String>> },
}

/// The file with all tables.
#[derive(Debug)]
pub struct Keeper {
    file: Connection,
}

impl Keeper {
    /// Opens the file in this folder, and makes both where they are missing.
    ///
    /// # Errors
    /// When the folder cannot be used, another server uses it, or a later version has written the file.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        {
            // The file holds all hidden cards: it is for nobody else.
            use std::os::unix::fs::DirBuilderExt as _;
            builder.mode(0o700);
        }
        builder.create(folder).with_context(|| format!("the folder {} cannot be made", folder.display()))?;
        let path = folder.join(FILE);
        let file = Connection::open(&path).and_then(Self::prepared);
        let file = file
            .with_context(|| format!("{} cannot be used; another server may be using it", path.display()))?;
        Self { file }.migrated().with_context(|| path.display().to_string())
    }

    /// A file that lives as long as the server, for tests.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn in_memory() -> anyhow::Result<Self> {
        Self { file: Connection::open_in_memory()? }.migrated()
    }

    fn prepared(file: Connection) -> rusqlite::Result<Connection> {
        file.busy_timeout(Duration::from_millis(500))?;
        // One server alone uses the file. Each transaction is on the disk before it counts as done.
        file.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        file.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
        file.pragma_update(None, "synchronous", "FULL")?;
        // Takes the lock.
        file.execute_batch("BEGIN IMMEDIATE; COMMIT")?;
        Ok(file)
    }

    fn migrated(mut self) -> anyhow::Result<Self> {
        let version: u32 = self.file.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let version = version as usize;
        if version > MIGRATIONS.len() {
            bail!("the file has version {version}, which a later furlong-serve has written");
        }
        let change = self.file.transaction()?;
        for step in &MIGRATIONS[version..] {
            change.execute_batch(step)?;
        }
        change.pragma_update(None, "user_version", MIGRATIONS.len() as u32)?;
        change.commit()?;
        Ok(self)
    }

    /// The tables at which something goes on without anybody there.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn awake(&self) -> anyhow::Result<Vec<String>> {
        let mut query = self.file.prepare("SELECT saved FROM tables WHERE awake = 1 ORDER BY id")?;
        let rows = query.query_map([], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Removes the tables that nobody has touched since this moment, and returns their number.
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

    fn find(&self, id: &str) -> rusqlite::Result<Option<String>> {
        let mut query = self.file.prepare("SELECT saved FROM tables WHERE id = ?1")?;
        query.query_row([id], |row| row.get(0)).optional()
    }

    fn write(&mut self, saved: &[(Saved, Millis)]) -> rusqlite::Result<()> {
        let change = self.file.transaction()?;
        {
            let mut write = change.prepare(
                "INSERT INTO tables (id, saved, awake, touched) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (id) DO UPDATE SET saved = ?2, awake = ?3, touched = ?4",
            )?;
            for (Saved { id, text, is_awake }, now) in saved {
                write.execute(params![id, text, is_awake, *now as i64])?;
            }
        }
        change.commit()
    }

    /// Does what comes until nobody can ask any longer. When the file cannot be written, nothing is sent that it does not
    /// hold: `failed` is told why, and the thread ends.
    pub(crate) fn run(
        mut self,
        connections: Connections,
        failed: impl FnOnce(String) + Send + 'static,
    ) -> (Sender<Task>, JoinHandle<()>) {
        let (tasks, asked) = channel();
        let thread = thread::spawn(move || {
            if let Err(error) = self.serve(&asked, &connections) {
                failed(format!("the tables cannot be written: {error}"));
            }
        });
        (tasks, thread)
    }

    fn serve(&mut self, asked: &Receiver<Task>, connections: &Connections) -> rusqlite::Result<()> {
        while let Ok(first) = asked.recv() {
            let (mut all, mut messages) = (Vec::new(), Vec::new());
            let mut next = Some(first);
            while let Some(task) = next {
                match task {
                    Task::Keep { saved, sent, now } => {
                        all.extend(saved.into_iter().map(|saved| (saved, now)));
                        messages.extend(sent);
                    }
                    Task::Find { id, found } => {
                        // What waits may be about this very table.
                        self.write(&all)?;
                        all.clear();
                        _ = found.send(self.find(&id)?);
                    }
                }
                next = if all.len() < AT_ONCE { asked.try_recv().ok() } else { None };
            }
            if !all.is_empty() {
                self.write(&all)?;
            }
            deliver(messages, connections);
        }
        Ok(())
    }
}

/// Puts messages into the queues of their connections. A connection that does not read what it is sent is dropped.
fn deliver(messages: Vec<Sent>, connections: &Connections) {
    // A map is whole between two calls, even if a thread has panicked.
    let mut open = connections.lock().unwrap_or_else(PoisonError::into_inner);
    for Sent { channel, text } in messages {
        if let Some(queue) = open.get(&channel)
            && queue.try_send(text).is_err()
        {
            open.remove(&channel);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(id: &str, text: &str, is_awake: bool) -> (Saved, Millis) {
        (Saved { id: id.to_owned(), text: text.to_owned(), is_awake }, 5)
    }

    #[test]
    fn what_is_written_is_found_again_in_its_last_form() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut keeper = Keeper::open(folder.path()).expect("a new file");
        keeper
            .write(&[saved("a", "1", true), saved("b", "2", false), saved("a", "3", true)])
            .expect("written");
        assert_eq!(keeper.awake().expect("read"), ["3"]);
        drop(keeper);
        let mut keeper = Keeper::open(folder.path()).expect("the same file");
        assert_eq!(keeper.find("b").expect("read").as_deref(), Some("2"));
        assert_eq!(keeper.find("c").expect("read"), None);
        keeper.write(&[saved("a", "4", false)]).expect("written");
        assert!(keeper.awake().expect("read").is_empty());
        assert_eq!(
            (keeper.forget_before(5).expect("written"), keeper.forget_before(6).expect("written")),
            (0, 2)
        );
    }

    #[test]
    fn a_file_in_use_and_a_file_of_a_later_version_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let keeper = Keeper::open(folder.path()).expect("a new file");
        let error = Keeper::open(folder.path()).expect_err("it is in use").to_string();
        assert!(error.ends_with("cannot be used; another server may be using it"), "{error}");
        keeper.file.pragma_update(None, "user_version", 99).expect("written");
        drop(keeper);
        let error = format!("{:#}", Keeper::open(folder.path()).expect_err("a later version"));
        assert!(error.contains("the file has version 99"), "{error}");
    }
}
