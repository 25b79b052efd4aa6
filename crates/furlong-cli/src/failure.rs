//! Failures of a command, and its exit codes.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::interrupt;
use furlong::text::{plain_lines, separated};

/// The reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line is not valid, or it asks for help, which is not a failure.
    #[error(transparent)]
    Syntax(#[from] clap::Error),
    /// The command line asks for something that does not exist.
    #[error("{0}")]
    Usage(String),
    /// Any other failure, as one line.
    #[error("{0}")]
    Failed(String),
    /// A signal stopped the command. What was done has already been reported.
    #[error("{0}")]
    Stopped(String),
    /// The command was carried out, and its answer, which has already been shown, is not yes.
    #[error("the answer is {0}")]
    Answer(u8),
    /// The output could not be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

/// An error in the contents of a file.
pub(super) fn in_file(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::Failed(format!("{}: {error}", path.display()))
}

/// The failure when a file or a folder cannot be read.
pub(super) fn cannot_read(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::Failed(format!("cannot read {}: {error}", path.display()))
}

impl Failure {
    /// An error in the command line.
    #[expect(clippy::needless_pass_by_value, reason = "stands in `map_err`")]
    pub(super) fn usage(problem: impl ToString) -> Self {
        Self::Usage(problem.to_string())
    }

    /// Errors in the value of an option, one on each line.
    pub(super) fn of_option(option: &str, faults: impl IntoIterator<Item = impl std::fmt::Display>) -> Self {
        let lines = faults.into_iter().map(|fault| format!("--{option}: {fault}"));
        Self::Usage(separated(lines, "\n"))
    }

    /// A failure while doing what was asked.
    #[expect(clippy::needless_pass_by_value, reason = "stands in `map_err`")]
    pub(super) fn failed(problem: impl ToString) -> Self {
        Self::Failed(problem.to_string())
    }

    /// Reports the failure as one line on standard error, and returns the exit code: 2 for a wrong command line,
    /// 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP, 1 for other failures, and the code of an answer. A
    /// closed pipe is not an error.
    pub(super) fn tell(&self) -> ExitCode {
        match self {
            Self::Syntax(error) if !error.use_stderr() => {
                // This is help or the version. If it cannot be shown, nothing can be done about that.
                _ = error.print();
                return ExitCode::SUCCESS;
            }
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Self::Answer(code) => return ExitCode::from(*code),
            Self::Syntax(error) => {
                say(&format!("{} (try --help)", one_line(&error.render().to_string())));
            }
            told => say(&told.to_string()),
        }
        match self {
            Self::Syntax(_) | Self::Usage(_) => ExitCode::from(2),
            // Anything that fails after a signal fails because of it, for example because the terminal was closed.
            _ => interrupt::exit_code().map_or(ExitCode::FAILURE, ExitCode::from),
        }
    }
}

/// The exit code of a command.
pub(super) fn exit_code(result: Result<(), Failure>) -> ExitCode {
    result.map_or_else(|failure| failure.tell(), |()| ExitCode::SUCCESS)
}

/// Prints one line, or several if several things are wrong in one file.
fn say(problem: &str) {
    use io::Write as _;
    for line in plain_lines(problem).lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        // Without standard error, there is nobody to report this to.
        _ = writeln!(io::stderr(), "error: {line}");
    }
}

/// A message from clap as one line: the error and the tip, without the usage.
fn one_line(text: &str) -> String {
    let paragraphs =
        text.trim().split("\n\n").map(|paragraph| separated(paragraph.lines().map(str::trim), " "));
    let is_shown = |text: &String| !text.starts_with("Usage:") && !text.starts_with("For more information");
    let line = separated(paragraphs.filter(is_shown), "; ");
    line.trim_start_matches("error: ").trim_end_matches('.').to_owned()
}
