//! The threads on which bots think and games are analysed.
//!
//! Bots that people wait for come first: tables without people share one thread. Analyses are done one at a time, and
//! people who request several take turns with others.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use furlong::bot::StopFlag;
use furlong_tables::{Channel, Work};

use crate::fair_queue::FairQueue;
use crate::message::WorkerMessage;

/// The maximum time for one analysis.
pub(crate) const LONGEST: Duration = Duration::from_secs(60);

type Given = (Work, Sender<WorkerMessage>);

/// Threads that do work. They end when nobody can give them work any more.
#[derive(Clone)]
pub(crate) struct ComputePool {
    /// Bots that people are waiting for.
    quick: Sender<Given>,
    /// Bots at tables without people.
    bots: Sender<Given>,
    /// A signal for each waiting analysis.
    long: Sender<()>,
    analyses: Arc<Mutex<FairQueue<Option<Channel>, Given>>>,
}

impl ComputePool {
    /// Starts this number of threads for bots that people wait for, one for other bots, and one for analyses.
    pub(crate) fn new(threads: usize) -> Self {
        let (long, given) = channel();
        let analyses = Arc::<Mutex<FairQueue<_, Given>>>::default();
        let own = Arc::clone(&analyses);
        thread::spawn(move || {
            while given.recv().is_ok() {
                let next = {
                    let mut waiting = own.lock().unwrap_or_else(PoisonError::into_inner);
                    let next = waiting.next();
                    for (index, (work, to)) in waiting.in_order().into_iter().enumerate() {
                        tell_place(work, to, index + 1);
                    }
                    next
                };
                if let Some(work) = next {
                    think_for(work, LONGEST);
                }
            }
        });
        Self { quick: thinking(threads.max(1)), bots: thinking(1), long, analyses }
    }

    /// Does this work, and sends the result to its worker.
    pub(crate) fn take(&self, work: Work, to: Sender<WorkerMessage>) {
        // The threads live as long as this value.
        if work.is_long() {
            self.queue_up(work, to);
            _ = self.long.send(());
        } else {
            _ = if work.is_of_bots() { &self.bots } else { &self.quick }.send((work, to));
        }
    }

    fn queue_up(&self, work: Work, to: Sender<WorkerMessage>) {
        let mut waiting = self.analyses.lock().unwrap_or_else(PoisonError::into_inner);
        let ahead = waiting.enter(work.asker(), (work, to));
        if let Some((work, to)) = waiting.in_order().get(ahead) {
            // The one that is being done comes first as well.
            tell_place(work, to, ahead + 1);
        }
    }
}

/// Starts threads for bots, and returns their queue.
fn thinking(threads: usize) -> Sender<Given> {
    let (queue, given) = channel();
    let given = Arc::new(Mutex::new(given));
    for _ in 0..threads {
        let given = Arc::clone(&given);
        thread::spawn(move || {
            while let Some(work) = next(&given) {
                think(work, &StopFlag::default());
            }
        });
    }
    queue
}

fn next(given: &Mutex<Receiver<Given>>) -> Option<Given> {
    given.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// Tells a person how many analyses come before theirs.
fn tell_place(work: &Work, to: &Sender<WorkerMessage>, ahead: usize) {
    if let Some(waiting) = work.waiting(ahead) {
        _ = to.send(WorkerMessage::Done(waiting));
    }
}

fn think((work, to): Given, stop: &StopFlag) {
    let tell = |done| _ = to.send(WorkerMessage::Done(done));
    tell(work.run_with_progress(stop, &tell));
}

/// Does work, and stops it if it takes too long.
fn think_for(given: Given, longest: Duration) {
    let stop: StopFlag = Arc::new(AtomicBool::new(false));
    let (done, ended) = channel::<()>();
    let flag = Arc::clone(&stop);
    let clock = thread::spawn(move || {
        if ended.recv_timeout(longest).is_err() {
            flag.store(true, Ordering::Relaxed);
        }
    });
    think(given, &stop);
    _ = done.send(());
    _ = clock.join();
}
