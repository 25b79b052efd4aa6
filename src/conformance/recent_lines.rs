//! The most recent lines exchanged with the program under test, and how long it took to answer.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::bot::{ProcessEvent, ProcessEventKind, ProcessObserver};

/// The maximum number of lines of each kind that are kept for a fault.
const MOST_LINES: usize = 8;

/// The most recent lines of the conversation. Only one process is asked at a time.
pub(super) struct RecentLines {
    last: Mutex<Last>,
    /// Another observer that hears the conversation, if any.
    beside: Option<Arc<dyn ProcessObserver>>,
}

#[derive(Debug, Default)]
pub(super) struct Last {
    /// The last line that the process was given.
    pub(super) read: String,
    /// The lines that the process has written since then.
    pub(super) answered: Vec<String>,
    /// The last lines of its standard error.
    pub(super) complained: Vec<String>,
    /// The time at which the process was given a line that it has not answered yet.
    asked_at: Option<Duration>,
    /// How long the last answer took.
    pub(super) took: Option<Duration>,
    /// The remarks besides faults and situations, once each.
    pub(super) notes: BTreeSet<String>,
    /// The number of processes that were started.
    pub(super) started: u64,
}

impl RecentLines {
    /// Creates an empty record, which passes the conversation on to another observer if there is one.
    pub(super) fn beside(beside: Option<Arc<dyn ProcessObserver>>) -> Self {
        Self { last: Mutex::default(), beside }
    }

    pub(super) fn last(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ProcessObserver for RecentLines {
    fn observe(&self, said: &ProcessEvent<'_>) {
        if let Some(beside) = &self.beside {
            beside.observe(said);
        }
        let mut last = self.last();
        match said.what {
            ProcessEventKind::Started(_) => {
                last.started += 1;
                last.complained.clear();
            }
            ProcessEventKind::Asked(line) => {
                line.clone_into(&mut last.read);
                last.answered.clear();
                last.asked_at = Some(said.at);
            }
            ProcessEventKind::Answered(line) => {
                if last.answered.len() < MOST_LINES {
                    last.answered.push(line.to_owned());
                }
                last.took = last.asked_at.take().map(|asked| said.at.saturating_sub(asked)).or(last.took);
            }
            ProcessEventKind::Complained(line) => {
                if last.complained.len() == MOST_LINES {
                    last.complained.remove(0);
                }
                last.complained.push(line.to_owned());
            }
            ProcessEventKind::Noted(note) => _ = last.notes.insert(note.to_owned()),
            ProcessEventKind::Ended(_) => {}
        }
    }
}
