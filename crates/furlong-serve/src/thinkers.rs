//! The threads on which bots think and games are analysed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use furlong::bot::StopFlag;
use furlong_room::Work;

use crate::told::Told;

/// The longest time for one analysis.
const LONGEST: Duration = Duration::from_secs(60);

type Given = (Work, Sender<Told>);

/// Threads that do work. They end with the last of those who can give them any.
#[derive(Clone)]
pub(crate) struct Thinkers {
    /// Bots, for whom people wait.
    quick: Sender<Given>,
    /// Analyses, one after the other.
    long: Sender<Given>,
}

impl Thinkers {
    /// This number of threads for bots, and one for analyses.
    pub(crate) fn new(threads: usize) -> Self {
        let (quick, given) = channel();
        let given = Arc::new(Mutex::new(given));
        for _ in 0..threads.max(1) {
            let given = Arc::clone(&given);
            thread::spawn(move || {
                while let Some(work) = next(&given) {
                    think(work, &StopFlag::default());
                }
            });
        }
        let (long, given) = channel();
        thread::spawn(move || {
            while let Ok(work) = given.recv() {
                think_for(work, LONGEST);
            }
        });
        Self { quick, long }
    }

    /// Does this work, and tells what has come of it.
    pub(crate) fn take(&self, work: Work, to: Sender<Told>) {
        let queue = if work.is_long() { &self.long } else { &self.quick };
        // The threads live as long as this value.
        _ = queue.send((work, to));
    }
}

fn next(given: &Mutex<Receiver<Given>>) -> Option<Given> {
    given.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

fn think((work, to): Given, stop: &StopFlag) {
    let tell = |done| _ = to.send(Told::Done(done));
    tell(work.run_telling(stop, &tell));
}

/// Raises the flag of a work that takes too long.
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
