//! A desk: a thread with a house, which answers one message after the other.
//!
//! What has changed is written before anybody is sent it, the changes of all messages that wait at once. When it cannot be written,
//! as on a full disk, the tables are put back to what was written, and those who called are told so.

use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use furlong_room::{House, Millis, Now, Outcome, Sent};

use crate::keeper::{Keeper, Saved, why};
use crate::log;
use crate::now;
use crate::shared::{Connections, deliver};
use crate::thinkers::Thinkers;
use crate::told::Told;

/// The longest time between two looks at the clocks.
const TICK: Duration = Duration::from_secs(1);

/// After a failure to write, bots and clocks rest for this time. People may try again at once.
const REST: Millis = 1_000;

/// The most messages whose changes are written at once.
const AT_ONCE: usize = 100;

/// The most unreadable tables that are remembered, so that each is logged once.
const MOST_UNREADABLE: usize = 10_000;

struct Desk {
    house: House,
    keeper: Arc<Mutex<Keeper>>,
    connections: Connections,
    thinkers: Thinkers,
    own: Sender<Told>,
    /// The tables that could not be read.
    unreadable: BTreeSet<String>,
    /// The moment up to which bots and clocks rest; set while nothing can be written.
    rests_until: Option<Millis>,
}

/// Opens a desk with the tables of these names.
pub(crate) fn open(
    house: House,
    awake: Vec<String>,
    keeper: Arc<Mutex<Keeper>>,
    connections: Connections,
    thinkers: Thinkers,
) -> (Sender<Told>, JoinHandle<()>) {
    let (own, told) = channel();
    let mut desk = Desk {
        house,
        keeper,
        connections,
        thinkers,
        own: own.clone(),
        unreadable: BTreeSet::new(),
        rests_until: None,
    };
    let thread = thread::spawn(move || {
        for id in awake {
            // What cannot be read stays in the file as it is.
            _ = desk.fetch(&id, now());
        }
        desk.run(&told);
    });
    (own, thread)
}

impl Desk {
    fn run(&mut self, told: &Receiver<Told>) {
        let mut ticked = now().steady;
        loop {
            let rests = self.rests_until.is_some_and(|moment| now().steady < moment);
            while !rests && let Some(work) = self.house.work() {
                self.thinkers.take(work, self.own.clone());
            }
            let mut outcomes = Vec::new();
            let mut ends = false;
            match told.recv_timeout(if rests { TICK } else { self.until_tick() }) {
                Ok(first) => {
                    for told in std::iter::once(first).chain(told.try_iter().take(AT_ONCE)) {
                        let Some(outcome) = self.take(told) else {
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
                || self.house.next_tick(now) == Some(0);
            if is_due && !rests && !ends {
                ticked = now.steady;
                outcomes.push(self.house.tick(now));
            }
            self.pass_on(outcomes);
            if ends {
                return;
            }
        }
    }

    /// Does what a message wants; `None` at the end of the server.
    fn take(&mut self, told: Told) -> Option<Outcome> {
        Some(match told {
            Told::Call { channel, asked, now } => {
                let asked = *asked;
                let is_readable = asked.table().is_none_or(|table| self.fetch(table, now));
                let asked = if is_readable {
                    asked
                } else {
                    asked.refused(
                        "This table cannot be read at the moment. The reason is in the server's log.",
                    )
                };
                self.house.answer(channel, asked, now)
            }
            Told::Closed(channel) => self.house.close(channel, now()),
            Told::Done(done) => self.house.finish(done, now()),
            Told::End => return None,
        })
    }

    fn until_tick(&self) -> Duration {
        self.house.next_tick(now()).map_or(TICK, |left| TICK.min(Duration::from_millis(left)))
    }

    fn keeper(&self) -> MutexGuard<'_, Keeper> {
        // A transaction is whole or has not happened, even if a thread has panicked.
        self.keeper.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Brings back a table that was put away. Returns `false` when it is in the file and cannot be read.
    fn fetch(&mut self, id: &str, now: Now) -> bool {
        if self.house.has(id) {
            return true;
        }
        let found = self.keeper().find(id).map_err(|error| why(&error));
        let restored =
            found.and_then(|saved| saved.map_or(Ok(()), |saved| self.house.restore(&saved, now).map(drop)));
        let Err(why) = restored else { return true };
        if self.unreadable.len() < MOST_UNREADABLE && self.unreadable.insert(id.to_owned()) {
            log(&format!("table {} cannot be read: {why}", furlong::text::plain(id)));
        }
        false
    }

    /// Writes what has changed, and sends what tells of it.
    fn pass_on(&mut self, outcomes: Vec<Outcome>) {
        let now = now();
        let (mut changed, mut sent) = (BTreeSet::new(), Vec::new());
        for outcome in outcomes {
            changed.extend(outcome.changed);
            sent.extend(outcome.sent);
        }
        let saved = changed.iter().filter_map(|id| {
            let text = self.house.saved(id, now)?;
            Some(Saved { id: id.clone(), text, is_awake: self.house.is_awake(id) })
        });
        let saved: Vec<Saved> = saved.collect();
        if !saved.is_empty() {
            let written = self.keeper().write(&saved, now.wall);
            match written {
                Ok(()) if self.rests_until.take().is_some() => log("tables can be saved again"),
                Ok(()) => {}
                Err(error) => {
                    if self.rests_until.replace(now.steady + REST).is_none() {
                        log(&format!(
                            "tables cannot be saved: {}; moves are refused until they can",
                            why(&error)
                        ));
                    }
                    sent = self.put_back(&changed, sent, now);
                }
            }
        }
        deliver(sent, &self.connections);
    }

    /// Puts tables back to what is in the file, and returns what is to be sent instead.
    fn put_back(&mut self, tables: &BTreeSet<String>, sent: Vec<Sent>, now: Now) -> Vec<Sent> {
        let instead = sent.into_iter().filter_map(|sent| {
            let is_kept = sent.table.as_ref().is_none_or(|table| !tables.contains(table));
            if is_kept { Some(sent) } else { sent.unkept() }
        });
        let mut instead: Vec<Sent> = instead.collect();
        for id in tables {
            let kept = self.keeper().find(id).ok().flatten();
            instead.extend(self.house.put_back(id, kept.as_deref(), now).sent);
        }
        instead
    }
}

#[cfg(test)]
mod tests {
    use furlong_room::{Asked, Channel, Limits};
    use serde_json::{Value, json};
    use tokio::sync::mpsc;

    use super::*;

    const PAGE: Channel = Channel(1);

    /// The longest time that a test waits for an answer.
    const LONGEST: Duration = Duration::from_secs(60);

    /// A desk with a page that speaks to it.
    struct Spoken {
        keeper: Arc<Mutex<Keeper>>,
        desk: Sender<Told>,
        answers: mpsc::Receiver<String>,
        ids: u64,
    }

    impl Spoken {
        fn new(keeper: Keeper) -> Self {
            let (keeper, connections) = (Arc::new(Mutex::new(keeper)), Connections::default());
            let (queue, answers) = mpsc::channel(1_000);
            connections.lock().expect("whole").insert(PAGE, queue);
            let house = House::new("a", furlong::catalogue(), [7; 32]);
            let (desk, _) = open(house, Vec::new(), Arc::clone(&keeper), connections, Thinkers::new(1));
            Self { keeper, desk, answers, ids: 0 }
        }

        /// The reply to a call, or the sentence that refuses it.
        fn call(&mut self, call: &Value) -> Result<Value, String> {
            self.ids += 1;
            let text = json!({ "id": self.ids, "call": call }).to_string();
            let asked = Asked::read(&text, &Limits::default());
            let asked = asked.prepared(&furlong::catalogue(), &Limits::default(), || 1);
            self.desk
                .send(Told::Call { channel: PAGE, asked: Box::new(asked), now: now() })
                .expect("the desk is open");
            let end = std::time::Instant::now() + LONGEST;
            while std::time::Instant::now() < end {
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

        /// Joins a table; the first time claims the seat.
        fn join(&mut self, table: &Value, token: &Value) -> Result<Value, String> {
            let claim: String = token.as_str().unwrap_or_default().chars().rev().collect();
            let asked = json!({ "join": { "table": table, "token": token, "claim": claim } });
            Ok(self.call(&asked)?["joined"]["sight"].clone())
        }

        /// Does something with the file that the desk does not know of.
        fn in_file(&self, change: &str) {
            self.keeper.lock().expect("whole").file.execute_batch(change).expect("a change");
        }
    }

    #[test]
    fn while_nothing_can_be_written_tables_are_read_and_moves_refused_and_made_later() {
        let mut spoken = Spoken::new(Keeper::in_memory().expect("memory"));
        let players = json!([{ "name": "Ada" }, { "name": "Bea" }]);
        let opening = json!({ "open-table": { "game": "hare-tortoise", "players": players } });
        let opened = spoken.call(&opening).expect("a table")["opened"].clone();
        let (table, tokens) = (&opened["table"], opened["tokens"].as_array().expect("a list"));
        let asked = tokens.iter().find_map(|token| {
            let sight = spoken.join(table, token).expect("a seat");
            (!sight["question"].is_null()).then_some((token, sight))
        });
        let (token, sight) = asked.expect("somebody is asked");
        let answer = json!({ "answer": { "request": { "number": 1 }, "events": sight["events"] } });
        let answer = json!({ "at": { "table": table, "do": answer } });

        spoken.in_file(
            "CREATE TEMP TRIGGER no BEFORE INSERT ON main.tables BEGIN SELECT RAISE(FAIL, 'no'); END",
        );
        for call in [&answer, &opening, &answer] {
            let refusal = spoken.call(call).expect_err("nothing can be written");
            assert!(refusal.starts_with("The server cannot save anything"), "{refusal}");
            let seen = spoken.join(table, token).expect("it can be read");
            assert_eq!((&seen["events"], &seen["question"]), (&sight["events"], &sight["question"]));
        }
        spoken.in_file("DROP TRIGGER no");
        spoken.call(&answer).expect("it can be written again");
        assert!(spoken.join(table, token).expect("a seat")["events"].as_u64() > sight["events"].as_u64());
        spoken.call(&opening).expect("another table");
    }

    #[test]
    fn a_full_disk_lasts_until_there_is_space_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut spoken = Spoken::new(Keeper::open(folder.path()).expect("a new file"));
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
        let mut keeper = Keeper::in_memory().expect("memory");
        let saved =
            |id: &str| Saved { id: id.to_owned(), text: "{\"id\":\"a1\"".to_owned(), is_awake: false };
        keeper.write(&[saved("a1")], 0).expect("written");
        let mut spoken = Spoken::new(keeper);
        let token = json!("0");
        let unreadable = spoken.join(&json!("a1"), &token).expect_err("it is damaged");
        assert!(unreadable.starts_with("This table cannot be read"), "{unreadable}");
        let missing = spoken.join(&json!("a2"), &token).expect_err("there is none");
        assert!(missing.starts_with("This table no longer exists"), "{missing}");
        assert!(
            spoken.keeper.lock().expect("whole").find("a1").expect("read").is_some(),
            "it stays in the file"
        );
    }
}
