//! Hare & Tortoise in the terminal: `cargo run --example hare_tortoise`.

use std::process::ExitCode;

use furlong::hare_tortoise::HareTortoise;

fn main() -> ExitCode {
    furlong_cli::play_main::<HareTortoise>()
}
