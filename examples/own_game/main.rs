//! A race game of your own in the terminal: `cargo run --example own_game`.
//!
//! A command with several games calls
//! `furlong_cli::command_main(&[Game::of::<TokenDash>(), Game::of::<AnimalRace>()])`.

#[allow(unreachable_pub, reason = "the game is written as a library has it")]
mod game;

use std::process::ExitCode;

fn main() -> ExitCode {
    furlong_cli::play_main::<game::TokenDash>()
}
