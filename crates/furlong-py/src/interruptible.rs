//! Long work that Ctrl-C in Python can stop.

use std::panic::resume_unwind;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use furlong::bot::StopFlag;
use pyo3::prelude::*;

/// The interval between two checks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// Does the work on another thread and checks for signals in the meantime. A signal, such as Ctrl-C, raises `stop`, and
/// Python's exception is returned when the work has ended.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (done, mut is_done) = channel::<()>();
    thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let result = work();
            drop(done);
            result
        });
        let mut signal = None;
        loop {
            let waiting = &mut is_done;
            if py.detach(move || waiting.recv_timeout(LOOK)) != Err(RecvTimeoutError::Timeout) {
                break;
            }
            if let Err(error) = py.check_signals() {
                stop.store(true, Ordering::Relaxed);
                signal.get_or_insert(error);
            }
        }
        let result = py.detach(|| worker.join()).unwrap_or_else(|panic| resume_unwind(panic));
        signal.map_or(Ok(result), Err)
    })
}
