//! A worker: a thread with tables, which answers one message after another.
//!
//! Changes are saved before anything about them is sent, those of all waiting messages at once. If they cannot be
//! saved, for instance because the disk is full, the tables are rolled back to their saved state, and the callers get a
//! refusal.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use furlong::formats::ErrorCode;
use furlong_tables::{Millis, Now, Outcome, Sent, Tables};
use tracing::{error, info};

use crate::compute_pool::ComputePool;
use crate::message::WorkerMessage;
use crate::messenger::Messenger;
use crate::metrics::Metrics;
use crate::now;
use crate::shared::{Connections, deliver};
use crate::store::{Saved, Store, why};

/// The maximum time between two checks of the clocks.
const TICK: Duration = Duration::from_secs(1);

/// How long bots and clocks pause after a failure to save. People may try again at once.
const REST: Millis = 1_000;

/// The maximum number of messages in one save.
const AT_ONCE: usize = 100;

/// The maximum number of unreadable tables to remember, so that each is logged once.
const MOST_UNREADABLE: usize = 10_000;

/// The refusal of a table that is in the file but cannot be read.
const UNREADABLE: &str = "This table cannot be read at the moment. The reason is in the server's log.";

struct Worker {
    tables: Tables,
    store: Arc<Mutex<Store>>,
    connections: Connections,
    compute_pool: ComputePool,
    messenger: Messenger,
    metrics: Arc<Metrics>,
    /// The calls since the last save, and when they came.
    answered: Vec<(&'static str, Instant)>,
    own: Sender<WorkerMessage>,
    /// The tables that could not be read.
    unreadable: BTreeSet<String>,
    /// The time until which bots and clocks pause; set while nothing can be saved.
    rests_until: Option<Millis>,
}

/// Creates a worker with the tables of these names.
pub(crate) fn open(
    tables: Tables,
    awake: Vec<String>,
    store: Arc<Mutex<Store>>,
    connections: Connections,
    compute_pool: ComputePool,
    messenger: Messenger,
    metrics: Arc<Metrics>,
) -> (Sender<WorkerMessage>, JoinHandle<()>) {
    let (own, inbox) = channel();
    let mut worker = Worker {
        tables,
        store,
        connections,
        compute_pool,
        messenger,
        metrics,
        answered: Vec::new(),
        own: own.clone(),
        unreadable: BTreeSet::new(),
        rests_until: None,
    };
    let thread = thread::spawn(move || {
        for id in awake {
            // What cannot be read stays in the file as it is.
            _ = worker.fetch(&id, now());
        }
        worker.run(&inbox);
    });
    (own, thread)
}

impl Worker {
    fn run(&mut self, inbox: &Receiver<WorkerMessage>) {
        let mut ticked = now().steady;
        loop {
            let rests = self.rests_until.is_some_and(|moment| now().steady < moment);
            while !rests && let Some(work) = self.tables.work() {
                self.compute_pool.take(work, self.own.clone());
            }
            let mut outcomes = Vec::new();
            let mut ends = false;
            match inbox.recv_timeout(if rests { TICK } else { self.until_tick() }) {
                Ok(first) => {
                    for message in std::iter::once(first).chain(inbox.try_iter().take(AT_ONCE)) {
                        let Some(outcome) = self.take(message) else {
                            ends = true;
                            break;
                        };
                        outcomes.push(outcome);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => ends = true,
            }
            let now = now();
            let is_due = now.steady.saturating_sub(ticked) >= TICK.as_millis() as Millis
                || self.tables.next_tick(now) == Some(0);
            if is_due && !rests && !ends {
                ticked = now.steady;
                outcomes.push(self.tables.tick(now));
            }
            self.pass_on(outcomes);
            if ends {
                return;
            }
        }
    }

    /// Handles a message; `None` when the server ends.
    fn take(&mut self, message: WorkerMessage) -> Option<Outcome> {
        Some(match message {
            WorkerMessage::Call { channel, asked, now, queued } => {
                let asked = *asked;
                self.answered.push((asked.kind(), queued));
                let is_readable = asked.table().is_none_or(|table| self.fetch(table, now));
                let asked = if is_readable { asked } else { asked.refused(ErrorCode::Failed, UNREADABLE) };
                self.tables.answer(channel, asked, now)
            }
            WorkerMessage::Feed { table, secret, to } => {
                let is_readable = self.fetch(&table, now());
                let feed = if is_readable { Ok(self.tables.feed(&table, &secret)) } else { Err(UNREADABLE) };
                _ = to.send(feed);
                Outcome::default()
            }
            WorkerMessage::Count(to) => {
                _ = to.send((self.tables.count(), self.tables.waited_for()));
                Outcome::default()
            }
            WorkerMessage::Closed(channel) => self.tables.close(channel, now()),
            WorkerMessage::Done(done) => self.tables.finish(done, now()),
            WorkerMessage::End => return None,
        })
    }

    fn until_tick(&self) -> Duration {
        self.tables.next_tick(now()).map_or(TICK, |left| TICK.min(Duration::from_millis(left)))
    }

    fn store(&self) -> MutexGuard<'_, Store> {
        // A transaction is whole or has not happened, even if a thread has panicked.
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Loads a table that was unloaded. Returns `false` if it is in the file but cannot be read.
    fn fetch(&mut self, id: &str, now: Now) -> bool {
        if self.tables.has(id) {
            return true;
        }
        let found = self.store().find(id).map_err(|error| why(&error));
        let restored =
            found.and_then(|saved| saved.map_or(Ok(()), |saved| self.tables.restore(&saved, now).map(drop)));
        let Err(why) = restored else { return true };
        if self.unreadable.len() < MOST_UNREADABLE && self.unreadable.insert(id.to_owned()) {
            error!(table = furlong::text::plain(id).to_string(), error = why, "a table cannot be read");
        }
        false
    }

    /// Saves changes, and sends the messages about them.
    fn pass_on(&mut self, outcomes: Vec<Outcome>) {
        let now = now();
        let (mut changed, mut sent) = (BTreeSet::new(), Vec::new());
        let (mut turns, mut letters) = (Vec::new(), Vec::new());
        for outcome in outcomes {
            outcome.refused.into_iter().for_each(|code| self.metrics.refused(code));
            changed.extend(outcome.changed);
            sent.extend(outcome.sent);
            turns.extend(outcome.turns);
            letters.extend(outcome.letters);
        }
        let saved = changed.iter().filter_map(|id| {
            let text = self.tables.saved(id, now)?;
            Some(Saved { id: id.clone(), text, is_awake: self.tables.is_awake(id) })
        });
        let saved: Vec<Saved> = saved.collect();
        if !saved.is_empty() {
            let written = self.store().write(&saved, now.wall);
            match written {
                Ok(()) if self.rests_until.take().is_some() => info!("tables can be saved again"),
                Ok(()) => {}
                Err(error) => {
                    self.metrics.failed_saves.inc();
                    if self.rests_until.replace(now.steady + REST).is_none() {
                        error!(
                            error = why(&error),
                            "tables cannot be saved; moves are refused until they can"
                        );
                    }
                    // They are about tables that have not changed after all.
                    (turns, letters) = (Vec::new(), Vec::new());
                    sent = self.roll_back(&changed, sent, now);
                }
            }
        }
        deliver(sent, &self.connections);
        self.answered.drain(..).for_each(|(call, queued)| self.metrics.answered(call, queued.elapsed()));
        self.messenger.take(turns, letters);
    }

    /// Rolls tables back to their saved state, and returns the messages to send instead.
    fn roll_back(&mut self, tables: &BTreeSet<String>, sent: Vec<Sent>, now: Now) -> Vec<Sent> {
        let instead = sent.into_iter().filter_map(|sent| {
            let is_kept = sent.table.as_ref().is_none_or(|table| !tables.contains(table));
            if is_kept { Some(sent) } else { sent.unsaved() }
        });
        let mut instead: Vec<Sent> = instead.collect();
        for id in tables {
            let kept = self.store().find(id).ok().flatten();
            instead.extend(self.tables.roll_back(id, kept.as_deref(), now).sent);
        }
        instead
    }
}

#[cfg(test)]
mod tests {
    use furlong_tables::{Channel, Limits, ParsedCall};
    use serde_json::{Value, json};
    use tokio::sync::mpsc;

    use super::*;
    use crate::messenger::Outgoing;

    const PAGE: Channel = Channel(1);

    /// The maximum time that a test waits for an answer.
    const LONGEST: Duration = Duration::from_secs(60);

    /// A worker with a page connected to it.
    struct Spoken {
        store: Arc<Mutex<Store>>,
        worker: Sender<WorkerMessage>,
        answers: mpsc::Receiver<String>,
        ids: u64,
    }

    impl Spoken {
        fn new(store: Store) -> Self {
            let (store, connections) = (Arc::new(Mutex::new(store)), Connections::default());
            let (queue, answers) = mpsc::channel(1_000);
            connections.lock().expect("whole").insert(PAGE, queue);
            let tables = Tables::new("a", furlong::catalogue(), [7; 32]);
            let metrics = Arc::<Metrics>::default();
            let messenger = Messenger::new(Outgoing::default(), String::new(), None, Arc::clone(&metrics));
            let pool = ComputePool::new(1);
            let (worker, _) =
                open(tables, Vec::new(), Arc::clone(&store), connections, pool, messenger, metrics);
            Self { store, worker, answers, ids: 0 }
        }

        /// Returns the reply to a call, or its refusal.
        fn call(&mut self, call: &Value) -> Result<Value, String> {
            self.ids += 1;
            let text = json!({ "id": self.ids, "call": call }).to_string();
            let asked = ParsedCall::read(&text, &Limits::default());
            let asked = asked.prepared(&furlong::catalogue(), &Limits::default(), || 1);
            self.worker
                .send(WorkerMessage::Call {
                    channel: PAGE,
                    asked: Box::new(asked),
                    now: now(),
                    queued: Instant::now(),
                })
                .expect("the worker is open");
            let end = Instant::now() + LONGEST;
            while Instant::now() < end {
                let Ok(text) = self.answers.try_recv() else {
                    thread::yield_now();
                    continue;
                };
                let message: Value = serde_json::from_str(&text).expect("JSON");
                if message["id"] == self.ids {
                    let refused = message["refused"].as_str().map(str::to_owned);
                    return refused.map_or_else(|| Ok(message["reply"].clone()), Err);
                }
            }
            panic!("no answer to {call}");
        }

        /// Joins a table, claiming the seat the first time.
        fn join(&mut self, table: &Value, token: &Value) -> Result<Value, String> {
            let claim: String = token.as_str().unwrap_or_default().chars().rev().collect();
            let asked = json!({ "join": { "table": table, "token": token, "claim": claim } });
            Ok(self.call(&asked)?["joined"]["sight"].clone())
        }

        /// Changes the file without the worker's knowledge.
        fn in_file(&self, change: &str) {
            self.store.lock().expect("whole").file.execute_batch(change).expect("a change");
        }
    }

    #[test]
    fn while_nothing_can_be_written_tables_are_read_and_moves_refused_and_made_later() {
        let mut spoken = Spoken::new(Store::in_memory().expect("memory"));
        let players = json!([{ "name": "Ada" }, { "name": "Bea" }]);
        let opening = json!({ "open-table": { "game": "hare-tortoise", "players": players } });
        let opened = spoken.call(&opening).expect("a table")["opened"].clone();
        let (table, tokens) = (&opened["table"], opened["tokens"].as_array().expect("a list"));
        let asked = tokens.iter().find_map(|token| {
            let view = spoken.join(table, token).expect("a seat");
            (!view["question"].is_null()).then_some((token, view))
        });
        let (token, view) = asked.expect("somebody is asked");
        let answer = json!({ "answer": { "request": { "number": 1 }, "events": view["events"] } });
        let answer = json!({ "at": { "table": table, "do": answer } });

        spoken.in_file(
            "CREATE TEMP TRIGGER no BEFORE INSERT ON main.tables BEGIN SELECT RAISE(FAIL, 'no'); END",
        );
        for call in [&answer, &opening, &answer] {
            let refusal = spoken.call(call).expect_err("nothing can be written");
            assert!(refusal.starts_with("The server cannot save anything"), "{refusal}");
            let seen = spoken.join(table, token).expect("it can be read");
            assert_eq!((&seen["events"], &seen["question"]), (&view["events"], &view["question"]));
        }
        spoken.in_file("DROP TRIGGER no");
        spoken.call(&answer).expect("it can be written again");
        assert!(spoken.join(table, token).expect("a seat")["events"].as_u64() > view["events"].as_u64());
        spoken.call(&opening).expect("another table");
    }

    #[test]
    fn a_full_disk_lasts_until_there_is_space_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut spoken = Spoken::new(Store::open(folder.path()).expect("a new file"));
        let opening = json!({ "open-table": { "game": "gotham", "players": [{}, {}] } });
        let first = spoken.call(&opening).expect("a table")["opened"].clone();
        spoken.join(&first["table"], &first["tokens"][0]).expect("a seat");
        // SQLite counts the pages of the file against this bound as it does the space of the disk.
        spoken.in_file("PRAGMA max_page_count = 30");
        let refusal = (0..100).find_map(|_| spoken.call(&opening).err()).expect("it is full at last");
        assert!(refusal.starts_with("The server cannot save anything"), "{refusal}");
        spoken.join(&first["table"], &first["tokens"][0]).expect("it can be read");
        spoken.in_file("PRAGMA max_page_count = 1000000");
        spoken.call(&opening).expect("there is space again");
    }

    #[test]
    fn a_table_that_cannot_be_read_is_not_called_missing() {
        let mut store = Store::in_memory().expect("memory");
        let saved =
            |id: &str| Saved { id: id.to_owned(), text: "{\"id\":\"a1\"".to_owned(), is_awake: false };
        store.write(&[saved("a1")], 0).expect("written");
        let mut spoken = Spoken::new(store);
        let token = json!("0");
        let unreadable = spoken.join(&json!("a1"), &token).expect_err("it is damaged");
        assert!(unreadable.starts_with("This table cannot be read"), "{unreadable}");
        let missing = spoken.join(&json!("a2"), &token).expect_err("there is none");
        assert!(missing.starts_with("This table no longer exists"), "{missing}");
        assert!(
            spoken.store.lock().expect("whole").find("a1").expect("read").is_some(),
            "it stays in the file"
        );
    }
}
