//! An open dice game of your own in the terminal: `cargo run --example dice_race`.

#[allow(unreachable_pub, reason = "the game is written as a library has it")]
mod game;

use std::process::ExitCode;

fn main() -> ExitCode {
    furlong_cli::play_main::<game::Twins>()
}
