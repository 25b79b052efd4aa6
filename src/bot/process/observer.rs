//! The conversation with a process, for logs and for checks of a bot.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A part of a conversation, with its time.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct ProcessEvent<'a> {
    /// The process number that the system assigned. No other running process has it.
    pub process: u32,
    /// The time since the process was started.
    pub at: Duration,
    /// What was said, and by whom.
    pub what: ProcessEventKind<'a>,
}

/// A line of a conversation, by who wrote it.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessEventKind<'a> {
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
pub trait ProcessObserver: Send + Sync {
    /// Receives a part of a conversation.
    fn observe(&self, said: &ProcessEvent<'_>);
}

/// The conversation with one process, reported to an observer if there is one.
#[derive(Clone)]
pub(super) struct Reporter {
    observer: Option<Arc<dyn ProcessObserver>>,
    process: u32,
    started: Instant,
}

impl Reporter {
    /// Reports that a process has been started.
    pub(super) fn open(observer: Option<Arc<dyn ProcessObserver>>, process: u32, command: &str) -> Self {
        let reporter = Self { observer, process, started: Instant::now() };
        reporter.observe(ProcessEventKind::Started(command));
        reporter
    }

    /// Returns whether somebody listens.
    pub(super) fn is_heard(&self) -> bool {
        self.observer.is_some()
    }

    pub(super) fn observe(&self, what: ProcessEventKind<'_>) {
        if let Some(observer) = &self.observer {
            observer.observe(&ProcessEvent { process: self.process, at: self.started.elapsed(), what });
        }
    }

    /// Reports a note, which is only created if somebody listens.
    pub(super) fn note(&self, note: impl FnOnce() -> String) {
        if self.observer.is_some() {
            self.observe(ProcessEventKind::Noted(&note()));
        }
    }
}

impl fmt::Debug for Reporter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reporter").field("process", &self.process).finish_non_exhaustive()
    }
}
