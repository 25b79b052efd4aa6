//! The last words of the conversation with the program that is checked, and the time that it took to answer.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::bot::{Remark, Said, Witness};

/// The lines of a kind that are kept for a fault.
const MOST_LINES: usize = 8;

/// The last lines of the conversation. One process is asked at a time.
pub(super) struct Heard {
    last: Mutex<Last>,
    /// Somebody else who listens.
    beside: Option<Arc<dyn Witness>>,
}

#[derive(Debug, Default)]
pub(super) struct Last {
    /// The line that the process was given last.
    pub(super) read: String,
    /// The lines that it has written since.
    pub(super) answered: Vec<String>,
    /// The last lines of its standard error.
    pub(super) complained: Vec<String>,
    /// It was given a line at this time, and has not answered yet.
    asked_at: Option<Duration>,
    /// The time that the last answer took.
    pub(super) took: Option<Duration>,
    /// The remarks besides faults and moments, once each.
    pub(super) notes: BTreeSet<String>,
    /// The processes that were started.
    pub(super) started: u64,
}

impl Heard {
    /// Nothing heard yet, beside somebody else who listens.
    pub(super) fn beside(beside: Option<Arc<dyn Witness>>) -> Self {
        Self { last: Mutex::default(), beside }
    }

    pub(super) fn last(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Witness for Heard {
    fn hear(&self, said: &Said<'_>) {
        if let Some(beside) = &self.beside {
            beside.hear(said);
        }
        let mut last = self.last();
        match said.what {
            Remark::Started(_) => {
                last.started += 1;
                last.complained.clear();
            }
            Remark::Asked(line) => {
                line.clone_into(&mut last.read);
                last.answered.clear();
                last.asked_at = Some(said.at);
            }
            Remark::Answered(line) => {
                if last.answered.len() < MOST_LINES {
                    last.answered.push(line.to_owned());
                }
                last.took = last.asked_at.take().map(|asked| said.at.saturating_sub(asked)).or(last.took);
            }
            Remark::Complained(line) => {
                if last.complained.len() == MOST_LINES {
                    last.complained.remove(0);
                }
                last.complained.push(line.to_owned());
            }
            Remark::Noted(note) => _ = last.notes.insert(note.to_owned()),
            Remark::Ended(_) => {}
        }
    }
}
