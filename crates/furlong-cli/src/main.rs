//! The `furlong` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    furlong_cli::furlong_main()
}
