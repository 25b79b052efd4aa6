//! The conversation with a process, for logs and for checks of a bot.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A part of a conversation, with its time.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct Said<'a> {
    /// The process number that the system assigned. No other running process has it.
    pub process: u32,
    /// The time since the process was started.
    pub at: Duration,
    /// What was said, and by whom.
    pub what: Remark<'a>,
}

/// A line of a conversation, by who wrote it.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark<'a> {
    /// The process was started with this command.
    Started(&'a str),
    /// The process was given this line to read.
    Asked(&'a str),
    /// The process wrote this line on its standard output.
    Answered(&'a str),
    /// The process wrote this line on its standard error.
    Complained(&'a str),
    /// A note about the next or the last line: its game and event, or a fault.
    Noted(&'a str),
    /// The process has ended, in the way that the note says.
    Ended(&'a str),
}

/// A listener to conversations with processes. It cannot change what the processes are told or what they choose.
///
/// It is called on the threads that write and read the lines, so it should be quick.
pub trait Witness: Send + Sync {
    /// Receives a part of a conversation.
    fn hear(&self, said: &Said<'_>);
}

/// The conversation with one process, reported to a witness if there is one.
#[derive(Clone)]
pub(super) struct Ear {
    witness: Option<Arc<dyn Witness>>,
    process: u32,
    started: Instant,
}

impl Ear {
    /// Reports that a process has been started.
    pub(super) fn open(witness: Option<Arc<dyn Witness>>, process: u32, command: &str) -> Self {
        let ear = Self { witness, process, started: Instant::now() };
        ear.hear(Remark::Started(command));
        ear
    }

    /// Returns whether somebody listens.
    pub(super) fn is_heard(&self) -> bool {
        self.witness.is_some()
    }

    pub(super) fn hear(&self, what: Remark<'_>) {
        if let Some(witness) = &self.witness {
            witness.hear(&Said { process: self.process, at: self.started.elapsed(), what });
        }
    }

    /// Reports a note, which is only created if somebody listens.
    pub(super) fn note(&self, note: impl FnOnce() -> String) {
        if self.witness.is_some() {
            self.hear(Remark::Noted(&note()));
        }
    }
}

impl fmt::Debug for Ear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ear").field("process", &self.process).finish_non_exhaustive()
    }
}
