//! The threads of this process, for work in parallel.

use std::process;
use std::sync::OnceLock;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The pools of this process and of those that it was forked from. A child that a process forks has none of its threads, so it
/// cannot use a pool that it inherits and gets its own. A list that only grows can be read without a lock, which another thread
/// could hold at the moment of the fork.
static FIRST: Place = OnceLock::new();

type Place = OnceLock<Box<OfProcess>>;

/// The pool of one process.
struct OfProcess {
    process: u32,
    /// `None` where the system starts no threads.
    pool: Option<ThreadPool>,
    next: Place,
}

fn pool() -> Option<&'static ThreadPool> {
    // Only there can a process be forked; other targets may have no processes.
    let process = if cfg!(unix) { process::id() } else { 0 };
    let mut place = &FIRST;
    loop {
        match place.get() {
            Some(found) if found.process == process => return found.pool.as_ref(),
            Some(other) => place = &other.next,
            None => {
                let pool = ThreadPoolBuilder::new().build().ok();
                // Where another thread was faster, its pool is used.
                _ = place.set(Box::new(OfProcess { process, pool, next: OnceLock::new() }));
            }
        }
    }
}

fn is_in_a_pool() -> bool {
    rayon::current_thread_index().is_some()
}

/// Does the work on every thread of the pool that this thread belongs to, or else of the pool of this process.
pub(crate) fn on_all(work: &(dyn Fn() + Sync)) {
    if is_in_a_pool() {
        rayon::broadcast(|_| work());
        return;
    }
    match pool() {
        Some(pool) => _ = pool.broadcast(|_| work()),
        None => work(),
    }
}

/// Does both, at the same time where a thread of the pool is free.
pub(crate) fn join(first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
    if is_in_a_pool() {
        rayon::join(first, second);
        return;
    }
    if let Some(pool) = pool() {
        pool.join(first, second);
    } else {
        first();
        second();
    }
}
