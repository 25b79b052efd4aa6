//! Handles SIGINT (Ctrl-C), SIGTERM and SIGHUP (the terminal is closed) for all verbs. Bots that are processes are
//! ended. A run of many games stops and reports what it has played. A game at the terminal is already saved, so a
//! last line says where. A second signal ends the process at once. The exit code is the one that a shell uses for
//! "ended by this signal". SIGTSTP (Ctrl-Z) suspends the full screen, which comes back with SIGCONT (`fg`).

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

use crate::play::full_screen;
use furlong::bot::{StopFlag, end_processes};

/// What a shell adds to the number of the signal that ended a process.
const ENDED_BY_SIGNAL: usize = 128;

/// The time between two checks for a signal.
const SOON: Duration = Duration::from_millis(20);

/// The last message when a signal ends a game. It is locked while a file is written, so that no file is left
/// incomplete.
static FAREWELL: Mutex<String> = Mutex::new(String::new());

/// Whether a signal clears the terminal, so that the next player cannot see what was meant for one player only.
static CLEARS: AtomicBool = AtomicBool::new(false);

/// The signal handlers, set up when they are first needed.
static SIGNALS: OnceLock<Signals> = OnceLock::new();

#[derive(Clone, Default)]
struct Signals {
    /// Raised by the first signal.
    stop: StopFlag,
    /// The number of a signal that has arrived and is not handled yet; 0 if there is none.
    number: Arc<AtomicUsize>,
    /// The exit code that the first signal asks for; 0 before it arrives.
    code: Arc<AtomicUsize>,
    /// Whether the first signal already ends the process.
    leaves: Arc<AtomicBool>,
    /// Whether the process is to be suspended.
    #[cfg(unix)]
    suspends: Arc<AtomicBool>,
    /// Whether the process has been continued.
    #[cfg(unix)]
    continues: Arc<AtomicBool>,
}

impl Signals {
    fn listen() -> Self {
        let signals = Self::default();
        for signal in signals_of_the_end() {
            // The number is set before the flag is raised. A signal that cannot be caught ends the process.
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
            if before == 0 && !self.leaves.load(Ordering::SeqCst) && !full_screen::is_taken() {
                continue;
            }
            full_screen::restore();
            if CLEARS.load(Ordering::SeqCst) {
                // If the terminal is gone, nothing can be done.
                _ = execute!(std::io::stdout(), Clear(ClearType::All), Clear(ClearType::Purge), MoveTo(0, 0));
            }
            // A command without a last message may be writing now, and hold standard output.
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

/// Returns whether closing the terminal is to be ignored because `nohup` started the program.
#[cfg(target_os = "linux")]
fn ignores_hangup() -> bool {
    // The signals that a process ignores, as a mask in hexadecimal digits, with the first signal in the last bit.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal_hook::consts::SIGHUP - 1) & 1 == 1)
}

/// Returns whether closing the terminal is to be ignored. `nohup` leaves no output at the terminal, and there is no
/// other way to check without unsafe code.
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
            // The process stops here, and continues from here.
            full_screen::while_released(|| _ = emulate_default_handler(SIGTSTP));
            self.continues.store(false, Ordering::SeqCst);
        }
        if self.continues.swap(false, Ordering::SeqCst) {
            // The process was stopped by a signal that cannot be caught.
            full_screen::while_released(|| ());
        }
    }
}

/// Allows the full screen to be suspended, and lets a signal end the process while it is shown.
pub(super) fn watch_full_screen() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    let signals = SIGNALS.get_or_init(Signals::listen);
    ONCE.call_once(|| {
        // If a signal cannot be caught, it stops the process as it is.
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

/// Suspends the processes of this job, as Ctrl-Z does when the program has not taken over the keyboard.
pub(super) fn suspend() {
    // If the process cannot be suspended, it goes on.
    #[cfg(unix)]
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::TSTP);
}

/// The flag that SIGINT, SIGTERM and SIGHUP raise from now on.
pub(super) fn stop_flag() -> StopFlag {
    Arc::clone(&SIGNALS.get_or_init(Signals::listen).stop)
}

/// Lets a signal print the last message and end the process from now on, even while it waits for typed input.
pub(super) fn leave_on_signal() {
    SIGNALS.get_or_init(Signals::listen).leaves.store(true, Ordering::SeqCst);
}

/// Lets a signal also clear the terminal from now on.
pub(super) fn clear_on_signal() {
    CLEARS.store(true, Ordering::SeqCst);
}

/// The exit code after a signal; `None` if there was none.
pub(super) fn exit_code() -> Option<u8> {
    let signals = SIGNALS.get()?;
    match (signals.number.load(Ordering::SeqCst), signals.code.load(Ordering::SeqCst)) {
        (0, 0) => None,
        (0, code) => Some(code as u8),
        (number, _) => Some((ENDED_BY_SIGNAL + number) as u8),
    }
}

/// Delays the end of the process until the result is dropped, and gives access to the last message.
pub(super) fn hold() -> MutexGuard<'static, String> {
    FAREWELL.lock().unwrap_or_else(PoisonError::into_inner)
}
