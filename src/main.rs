//! The `furlong` command.

use std::process::ExitCode;

use furlong::terminal::command_main;

fn main() -> ExitCode {
    command_main(&[])
}
