//! The processes of one bot, which its games use one after another.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::Value;

use super::ProcessBot;
use super::observer::ProcessObserver;
use super::running::{Running, TIME_TO_END};
use super::spec::ProcessSpec;
use crate::bot::BotError;
use crate::bot::contract::FailureKind;
use crate::common::seat::Seats;

/// The running processes of one bot in a run of many games. A game takes an idle process, or starts one if there is
/// none, and gives it back. All processes end when the pool and its bots are dropped.
///
/// A process plays one game at a time, so there are as many processes as simultaneous games, times the seats that the
/// bot has in each.
#[derive(Clone)]
pub struct ProcessPool {
    pub(super) spec: ProcessSpec,
    observer: Option<Arc<dyn ProcessObserver>>,
    idle: Arc<Idle>,
}

impl ProcessPool {
    /// Creates a pool without any processes.
    pub fn new(spec: ProcessSpec) -> Self {
        Self { spec, observer: None, idle: Arc::default() }
    }

    /// Returns the pool with an observer that listens to its conversations.
    #[must_use]
    pub fn with_process_observer(self, observer: Arc<dyn ProcessObserver>) -> Self {
        Self { observer: Some(observer), ..self }
    }

    /// Returns whether an observer listens.
    pub(super) fn is_heard(&self) -> bool {
        self.observer.is_some()
    }

    /// Creates a bot for one seat in one game. `setup` is the set-up of the game as JSON, or `null` for a game that
    /// begins from a position.
    pub fn bot(&self, setup: Value, players: Seats) -> ProcessBot {
        ProcessBot::new(self.clone(), setup, players)
    }

    /// Takes an idle process, or starts one.
    pub(super) fn take(&self) -> Result<Running, BotError> {
        if let Some(idle) = self.idle.processes().pop() {
            return Ok(idle);
        }
        let started = Running::start(&self.spec, self.observer.clone());
        let was_ready = self.idle.was_ready.fetch_or(started.is_ok(), Ordering::Relaxed);
        started.map_err(|error| match error {
            // A command that cannot work fails in every game, while one that has worked may do so again.
            BotError::Process { problem, .. } if !was_ready => {
                let problem = format!("{problem}; it has never been ready to play");
                BotError::Process { kind: FailureKind::Start, problem }
            }
            error => error,
        })
    }

    /// Keeps a process for the next game, or lets it end when it has played its maximum number of games.
    pub(super) fn give_back(&self, process: Running) {
        if self.spec.games.is_some_and(|most| process.games() >= most.get()) {
            end_all(vec![process]);
        } else {
            self.idle.processes().push(process);
        }
    }
}

impl fmt::Debug for ProcessPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProcessPool").field("spec", &self.spec).finish_non_exhaustive()
    }
}

/// The processes that wait for a game.
#[derive(Debug, Default)]
struct Idle {
    processes: Mutex<Vec<Running>>,
    /// Whether a process has ever been ready to play.
    was_ready: AtomicBool,
}

impl Idle {
    fn processes(&self) -> MutexGuard<'_, Vec<Running>> {
        self.processes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Idle {
    fn drop(&mut self) {
        end_all(std::mem::take(&mut *self.processes()));
    }
}

/// Closes the input of all these processes, gives them time to exit, and kills the rest.
fn end_all(mut processes: Vec<Running>) {
    processes.iter_mut().for_each(Running::end_input);
    let deadline = Instant::now() + TIME_TO_END;
    for process in &processes {
        process.wait_for_end(deadline);
    }
}
