//! The animal race in the terminal: `cargo run --example animal_race`.

use std::process::ExitCode;

use furlong::animal_race::AnimalRace;

fn main() -> ExitCode {
    furlong_cli::play_main::<AnimalRace>()
}
