//! SIGINT (Ctrl-C), SIGTERM and SIGHUP (the terminal is closed), for all verbs. Bots that are processes are ended. A run of
//! many games is stopped and reports what it has played; a game at the terminal is saved already, so a last line says where.
//! A second signal ends the process at once. The exit code is what a shell takes for "ended by this signal". SIGTSTP
//! (Ctrl-Z) suspends a full screen, which comes back with SIGCONT (`fg`).

use std::io::Write as _;
use std::process::exit;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use crossterm::cursor::MoveTo;
use crossterm::execute;
use crossterm::terminal::{Clear, ClearType};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::play::full;
use furlong::bot::{StopFlag, end_processes};

/// The number that a shell adds to that of the signal which ended a process.
const ENDED_BY_SIGNAL: usize = 128;

/// Time between two looks for a signal.
const SOON: Duration = Duration::from_millis(20);

/// The last words when a signal ends a game. Locked while a file is written, so that no file is left half done.
static FAREWELL: Mutex<String> = Mutex::new(String::new());

/// A signal takes everything off the terminal: what one player sees is not for the next.
static CLEARS: AtomicBool = AtomicBool::new(false);

/// The signals, from the first request for them.
static SIGNALS: OnceLock<Signals> = OnceLock::new();

#[derive(Clone, Default)]
struct Signals {
    /// Raised by the first signal.
    stop: StopFlag,
    /// The number of a signal that has come and is not dealt with; 0 without one.
    number: Arc<AtomicUsize>,
    /// The exit code that the first signal asks for; 0 before it has come.
    code: Arc<AtomicUsize>,
    /// The first signal already ends the process.
    leaves: Arc<AtomicBool>,
    /// The process is to be suspended.
    suspends: Arc<AtomicBool>,
    /// The process has been continued.
    continues: Arc<AtomicBool>,
}

impl Signals {
    fn listen() -> Self {
        let signals = Self::default();
        for signal in signals_of_the_end() {
            // The number is there when the flag is raised. A signal that cannot be caught ends the process.
            _ = flag::register_usize(signal, Arc::clone(&signals.number), signal as usize);
            _ = flag::register(signal, Arc::clone(&signals.stop));
        }
        let watched = signals.clone();
        thread::spawn(move || watched.watch());
        signals
    }

    fn watch(&self) -> ! {
        loop {
            thread::sleep(SOON);
            #[cfg(unix)]
            self.suspend_or_go_on();
            let number = self.number.load(Ordering::SeqCst);
            if number == 0 {
                continue;
            }
            let before = self.code.swap(ENDED_BY_SIGNAL + number, Ordering::SeqCst);
            self.number.store(0, Ordering::SeqCst);
            let farewell = hold();
            end_processes();
            if before == 0 && !self.leaves.load(Ordering::SeqCst) && !full::is_taken() {
                continue;
            }
            full::restore();
            if CLEARS.load(Ordering::SeqCst) {
                // Nothing can be done about a terminal that is gone.
                _ = execute!(std::io::stdout(), Clear(ClearType::All), Clear(ClearType::Purge), MoveTo(0, 0));
            }
            // A command without a farewell may be writing now, and hold the standard output.
            if !farewell.is_empty() {
                let mut out = std::io::stdout();
                _ = writeln!(out, "\n{farewell}").and_then(|()| out.flush());
            }
            exit((ENDED_BY_SIGNAL + number) as i32)
        }
    }
}

/// The signals that end the program.
#[cfg(unix)]
fn signals_of_the_end() -> impl Iterator<Item = i32> {
    [SIGINT, SIGTERM].into_iter().chain((!ignores_hangup()).then_some(signal_hook::consts::SIGHUP))
}

#[cfg(not(unix))]
fn signals_of_the_end() -> impl Iterator<Item = i32> {
    [SIGINT, SIGTERM].into_iter()
}

/// Returns whether a closed terminal does not matter: `nohup` has started the program.
#[cfg(target_os = "linux")]
fn ignores_hangup() -> bool {
    // Signals that a process ignores are a mask in hexadecimal digits, the first signal in the last bit.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal_hook::consts::SIGHUP - 1) & 1 == 1)
}

/// Returns whether a closed terminal does not matter: `nohup` leaves no output at the terminal, and there is no other way
/// to ask without unsafe code.
#[cfg(all(unix, not(target_os = "linux")))]
fn ignores_hangup() -> bool {
    use std::io::IsTerminal as _;
    !std::io::stdout().is_terminal() && !std::io::stderr().is_terminal()
}

#[cfg(unix)]
impl Signals {
    fn suspend_or_go_on(&self) {
        use signal_hook::consts::SIGTSTP;
        use signal_hook::low_level::emulate_default_handler;
        if self.suspends.swap(false, Ordering::SeqCst) {
            // The process stops here, and goes on here.
            full::while_released(|| _ = emulate_default_handler(SIGTSTP));
            self.continues.store(false, Ordering::SeqCst);
        }
        if self.continues.swap(false, Ordering::SeqCst) {
            // It was stopped by a signal that cannot be caught.
            full::while_released(|| ());
        }
    }
}

/// From now on the full screen can be suspended, and a signal ends the process while it is shown.
pub(super) fn watch_full_screen() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    let signals = SIGNALS.get_or_init(Signals::listen);
    ONCE.call_once(|| {
        // A signal that cannot be caught stops the process as it is.
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGCONT, SIGTSTP};
            _ = flag::register(SIGTSTP, Arc::clone(&signals.suspends));
            _ = flag::register(SIGCONT, Arc::clone(&signals.continues));
        }
        #[cfg(not(unix))]
        let _ = signals;
    });
}

/// Suspends the processes of this job, as Ctrl-Z does where the keyboard is not taken.
pub(super) fn suspend() {
    // A process that cannot be suspended goes on.
    #[cfg(unix)]
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
}

/// The flag that SIGINT, SIGTERM and SIGHUP raise from now on.
pub(super) fn stop_flag() -> StopFlag {
    Arc::clone(&SIGNALS.get_or_init(Signals::listen).stop)
}

/// From now on a signal says farewell and ends the process, also while it waits for a line to be typed.
pub(super) fn leave_on_signal() {
    SIGNALS.get_or_init(Signals::listen).leaves.store(true, Ordering::SeqCst);
}

/// From now on a signal also clears the terminal.
pub(super) fn clear_on_signal() {
    CLEARS.store(true, Ordering::SeqCst);
}

/// The exit code after a signal, when there was one.
pub(super) fn exit_code() -> Option<u8> {
    let signals = SIGNALS.get()?;
    match (signals.number.load(Ordering::SeqCst), signals.code.load(Ordering::SeqCst)) {
        (0, 0) => None,
        (0, code) => Some(code as u8),
        (number, _) => Some((ENDED_BY_SIGNAL + number) as u8),
    }
}

/// Holds off the end until this is dropped, and lets the farewell be changed.
pub(super) fn hold() -> MutexGuard<'static, String> {
    FAREWELL.lock().unwrap_or_else(PoisonError::into_inner)
}
