//! A game of secret simultaneous choices in the terminal, against a custom bot:
//!
//! ```text
//! cargo run --example secret_steps -- --bot evader
//! ```

#[allow(unreachable_pub, reason = "the game is written as a library has it")]
mod game;

use std::process::ExitCode;

use furlong::Roster;

fn main() -> ExitCode {
    let bots = Roster::of_game().with(game::Evader::KIND, |_| Ok(Box::new(game::Evader)));
    furlong_cli::play_with_bots(&bots)
}
