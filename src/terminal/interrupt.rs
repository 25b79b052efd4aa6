//! Ctrl-C in a game: the game is saved already, so a last line says where, and the process ends.

use std::io::Write as _;
use std::process::exit;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::bot::end_processes;

/// What is said when the game is broken off. Held while a file is written, so that none is left half done.
static FAREWELL: Mutex<String> = Mutex::new(String::new());

/// What a shell takes for "ended by Ctrl-C".
const INTERRUPTED: i32 = 130;

/// From now on Ctrl-C ends the bots that are processes, says farewell and ends the process.
pub(super) fn listen() {
    // A second session in the same process keeps the first handler, which says what is then the farewell.
    _ = ctrlc::set_handler(|| {
        let farewell = hold();
        end_processes();
        // A command without a farewell may be writing now, and hold the standard output.
        if !farewell.is_empty() {
            let mut out = std::io::stdout();
            _ = writeln!(out, "\n{farewell}").and_then(|()| out.flush());
        }
        exit(INTERRUPTED)
    });
}

/// Holds off the end until this is dropped, and lets the farewell be changed.
pub(super) fn hold() -> MutexGuard<'static, String> {
    FAREWELL.lock().unwrap_or_else(PoisonError::into_inner)
}
