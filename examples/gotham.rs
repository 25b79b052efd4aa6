//! Gotham in the terminal: `cargo run --example gotham`.

use std::process::ExitCode;

use furlong::gotham::Gotham;

fn main() -> ExitCode {
    furlong_cli::play_main::<Gotham>()
}
