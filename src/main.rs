//! The `furlong` command: the games of this library.

use std::process::ExitCode;

use furlong::animal_race::AnimalRace;
use furlong::gotham::Gotham;
use furlong::hare_tortoise::HareTortoise;
use furlong::terminal::{Game, command_main};

fn main() -> ExitCode {
    command_main(&[Game::of::<AnimalRace>(), Game::of::<HareTortoise>().with_postal(), Game::of::<Gotham>()])
}
