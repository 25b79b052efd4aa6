//! The `furlong` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    furlong::terminal::furlong_main()
}
