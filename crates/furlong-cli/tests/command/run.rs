//! Runs `furlong` in a folder, which is also its data directory.

use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, Once};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time after which a test gives up what it waits for: more than the slowest command needs on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(600);

/// The folder of the project, with its examples and its pages.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn furlong(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_furlong"));
    within(command.args(arguments), folder).stdin(Stdio::null());
    command
}

/// Lets the commands that follow hear the end of their terminal, even if `nohup` lets the tests ignore it: a process
/// inherits which signals are ignored, but not which are handled.
#[cfg(unix)]
pub(crate) fn hear_hangups() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        signal_hook::flag::register(signal_hook::consts::SIGHUP, Arc::default()).expect("a signal");
    });
}

/// Elsewhere nothing ends a terminal by a signal.
#[cfg(not(unix))]
pub(crate) fn hear_hangups() {}

/// Lets a command run in a folder, with pipes at all ends.
pub(crate) fn within<'a>(command: &'a mut Command, folder: &Path) -> &'a mut Command {
    hear_hangups();
    command.current_dir(folder).env("NO_COLOR", "1").env("XDG_DATA_HOME", folder).env("APPDATA", folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped())
}

/// Starts the command without input.
pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Child {
    furlong(folder, arguments).spawn().expect("the command starts")
}

/// Runs the command without input.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    finished(start(folder, arguments))
}

/// Runs the command, types this, and waits for the end.
pub(crate) fn run_typing(folder: &Path, arguments: &[&str], typed: &str) -> Output {
    typing(furlong(folder, arguments).stdin(Stdio::piped()), typed)
}

/// Runs any command without input, and waits for the end.
pub(crate) fn output(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    finished(command.spawn().expect("the command starts"))
}

/// Runs any command, types this, and waits for the end.
pub(crate) fn typing(command: &mut Command, typed: &str) -> Output {
    let mut child = command.spawn().expect("the command starts");
    // A command that has ended already reads nothing.
    _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    finished(child)
}

/// The words of a command line.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The output of a command as text. Paths are separated by `/`, on Windows too.
pub(crate) fn text(bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec()).expect("text");
    if cfg!(windows) { text.replace('\\', "/") } else { text }
}

pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// The output of a command that must succeed.
#[track_caller]
pub(crate) fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// The one line that a command says which must fail with this code.
#[track_caller]
pub(crate) fn refusal(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = run(folder, arguments);
    assert!(output.stdout.is_empty(), "nothing is told of what is refused");
    failure_with(&output, code)
}

/// The one line on the standard error of a command that must have failed with 1.
#[track_caller]
pub(crate) fn failure(output: &Output) -> String {
    failure_with(output, 1)
}

#[track_caller]
fn failure_with(output: &Output, code: i32) -> String {
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{message}{}", text(&output.stdout));
    assert_eq!(message.lines().count(), 1, "one clear line: {message}");
    message
}

/// Returns whether this holds in time.
fn comes(mut holds: impl FnMut() -> bool) -> bool {
    let since = Instant::now();
    while !holds() {
        if since.elapsed() > PATIENCE {
            return false;
        }
        let_others_work();
    }
    true
}

/// Waits until this holds. A test that waits in vain fails, and says what it has seen.
#[track_caller]
pub(crate) fn wait_until(seen: impl Fn() -> String, holds: impl FnMut() -> bool) {
    assert!(comes(holds), "waited in vain: {}", seen());
}

/// Waits until a process that goes on has come to where this holds.
#[track_caller]
pub(crate) fn wait_for(child: &mut Child, holds: impl Fn() -> bool) {
    let is_there = comes(|| holds() || child.try_wait().expect("a process").is_some());
    if !is_there {
        child.kill().expect("it runs");
    }
    assert!(is_there && holds(), "it ended too early, or goes on without end: {:?}", child.try_wait());
}

/// Waits for the end of a process.
#[track_caller]
pub(crate) fn ended(child: &mut Child) -> ExitStatus {
    if !comes(|| child.try_wait().expect("a process").is_some()) {
        child.kill().expect("it runs");
        panic!("the process has not ended");
    }
    child.wait().expect("it has ended")
}

/// The output of a process, once it and all that hold its pipes have ended.
#[track_caller]
pub(crate) fn finished(mut child: Child) -> Output {
    drop(child.stdin.take());
    let (out, err) = (Drained::new(child.stdout.take()), Drained::new(child.stderr.take()));
    let has_ended =
        comes(|| child.try_wait().expect("a process").is_some() && out.has_ended() && err.has_ended());
    if !has_ended {
        // It may have ended, and have left its pipes to others.
        _ = child.kill();
        panic!("the process has not ended, and printed:\n{}\n{}", out.shown(), err.shown());
    }
    Output { status: child.wait().expect("it has ended"), stdout: out.bytes(), stderr: err.bytes() }
}

/// A pipe that is read in a thread of its own.
struct Drained {
    bytes: Arc<Mutex<Vec<u8>>>,
    reader: Option<JoinHandle<()>>,
}

impl Drained {
    fn new(pipe: Option<impl Read + Send + 'static>) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let read = Arc::clone(&bytes);
        let reader = pipe.map(|mut pipe| {
            thread::spawn(move || {
                let mut buffer = [0; 4096];
                while let Ok(count @ 1..) = pipe.read(&mut buffer) {
                    read.lock().expect("no panic").extend_from_slice(&buffer[..count]);
                }
            })
        });
        Self { bytes, reader }
    }

    fn has_ended(&self) -> bool {
        self.reader.as_ref().is_none_or(JoinHandle::is_finished)
    }

    fn bytes(&self) -> Vec<u8> {
        self.bytes.lock().expect("no panic").clone()
    }

    fn shown(&self) -> String {
        String::from_utf8_lossy(&self.bytes()).into_owned()
    }
}

/// Does in a thread of its own what may wait for others, such as reading from a pipe, and fails when that takes too long.
#[track_caller]
pub(crate) fn in_time<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, done) = channel();
    thread::spawn(move || sender.send(work()));
    done.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("waited in vain: {error}"))
}

/// Leaves the processor to the processes that are waited for, for longer than a yield: there are more tests than processors.
fn let_others_work() {
    thread::park_timeout(Duration::from_millis(1));
}
