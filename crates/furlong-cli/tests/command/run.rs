//! Runs `furlong` in a folder, which is also its data directory.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// The folder of the project, with its examples and its pages.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn furlong(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_furlong"));
    within(command.args(arguments), folder).stdin(Stdio::null());
    command
}

/// Lets a command run in a folder, with pipes at all ends.
pub(crate) fn within<'a>(command: &'a mut Command, folder: &Path) -> &'a mut Command {
    command.current_dir(folder).env("NO_COLOR", "1").env("XDG_DATA_HOME", folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped())
}

/// Starts the command without input.
pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Child {
    furlong(folder, arguments).spawn().expect("the command starts")
}

/// Runs the command without input.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    start(folder, arguments).wait_with_output().expect("the command ends")
}

/// Runs the command, types this, and waits for the end.
pub(crate) fn run_typing(folder: &Path, arguments: &[&str], typed: &str) -> Output {
    typing(furlong(folder, arguments).stdin(Stdio::piped()), typed)
}

/// Runs any command, types this, and waits for the end.
pub(crate) fn typing(command: &mut Command, typed: &str) -> Output {
    let mut child = command.spawn().expect("the command starts");
    // A command that has ended already reads nothing.
    _ = child.stdin.take().expect("a pipe").write_all(typed.as_bytes());
    child.wait_with_output().expect("the command ends")
}

/// The words of a command line.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
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

/// Waits until a process that goes on has come to where this holds.
pub(crate) fn wait_for(child: &mut Child, holds: impl Fn() -> bool) {
    while !holds() {
        assert_eq!(child.try_wait().expect("a process"), None, "it ended too early");
        let_others_work();
    }
}

/// Leaves the processor to the processes that are waited for, for longer than a yield: there are more tests than processors.
pub(crate) fn let_others_work() {
    thread::park_timeout(Duration::from_millis(1));
}
