//! Failures of a command, and its exit codes.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::interrupt;
use furlong::text::{plain_lines, separated};

/// The reason why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The command line is not understood. Also asks for help, which is no failure.
    #[error(transparent)]
    Syntax(#[from] clap::Error),
    /// The command line asks for what there is not.
    #[error("{0}")]
    Usage(String),
    /// Anything else, in one line.
    #[error("{0}")]
    Failed(String),
    /// A signal has stopped it; what was done is reported already.
    #[error("{0}")]
    Stopped(String),
    /// It was done, and the answer, which is shown already, is not yes.
    #[error("the answer is {0}")]
    Answer(u8),
    /// The output could not be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
}

/// A fault of what a file holds.
pub(super) fn in_file(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::Failed(format!("{}: {error}", path.display()))
}

/// The failure where a file or a folder cannot be read.
pub(super) fn cannot_read(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::Failed(format!("cannot read {}: {error}", path.display()))
}

impl Failure {
    /// A fault of the command line.
    #[expect(clippy::needless_pass_by_value, reason = "stands in `map_err`")]
    pub(super) fn usage(problem: impl ToString) -> Self {
        Self::Usage(problem.to_string())
    }

    /// Faults of what was given to an option, each on a line.
    pub(super) fn of_option(option: &str, faults: impl IntoIterator<Item = impl std::fmt::Display>) -> Self {
        let lines = faults.into_iter().map(|fault| format!("--{option}: {fault}"));
        Self::Usage(separated(lines, "\n"))
    }

    /// A failure while doing what was asked.
    #[expect(clippy::needless_pass_by_value, reason = "stands in `map_err`")]
    pub(super) fn failed(problem: impl ToString) -> Self {
        Self::Failed(problem.to_string())
    }

    /// Says it in one line on the standard error, and what the process exits with: 2 when the command line is
    /// wrong, 130 after SIGINT, 143 after SIGTERM and 129 after SIGHUP, 1 for other failures, and the code of an answer. A closed pipe is not an error.
    pub(super) fn tell(&self) -> ExitCode {
        match self {
            Self::Syntax(error) if !error.use_stderr() => {
                // Help or the version; when nobody reads it there is nothing to do about that.
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
            // What fails after a signal fails because of it: a closed terminal, for example.
            _ => interrupt::exit_code().map_or(ExitCode::FAILURE, ExitCode::from),
        }
    }
}

/// The exit code of a command.
pub(super) fn exit_code(result: Result<(), Failure>) -> ExitCode {
    result.map_or_else(|failure| failure.tell(), |()| ExitCode::SUCCESS)
}

/// One line; several when several things are wrong with one file.
fn say(problem: &str) {
    use io::Write as _;
    for line in plain_lines(problem).lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        // Without a standard error there is nobody to tell.
        _ = writeln!(io::stderr(), "error: {line}");
    }
}

/// The message of clap in one line: the fault and the tip, without the usage.
fn one_line(text: &str) -> String {
    let paragraphs =
        text.trim().split("\n\n").map(|paragraph| separated(paragraph.lines().map(str::trim), " "));
    let is_shown = |text: &String| !text.starts_with("Usage:") && !text.starts_with("For more information");
    let line = separated(paragraphs.filter(is_shown), "; ");
    line.trim_start_matches("error: ").trim_end_matches('.').to_owned()
}
