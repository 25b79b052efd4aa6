//! People at a terminal, and the `furlong` command.
//!
//! All of it is written once for all games. A program that plays one game is three lines:
//!
//! ```no_run
//! # use furlong::Playable;
//! # fn example<MyGame: Playable>() -> std::process::ExitCode {
//! furlong_cli::play_main::<MyGame>()
//! # }
//! ```
//!
//! and a command like `furlong` with games of one's own is a list of [`Game::of`] handed to [`command_main`].
//!
//! One file a subject: the command line (`asked`, `command`), the players at a table (`table`, `lineup`), the session
//! (`session`, `typed`, `advice`, `outcome`), the full screen (`full`, and from one game to the next `screens`), output (`screen`, `figures`), the file of a saved game (`save`), files of results (`new_file`),
//! recorded games (`replay`, `replay_screen`, `replay`, `analyse`, `draw`), rulesets (`rules`), the postal game (`postal`), many games (`many`, `merge`, `check`, `tune`, `report`, `retold`, `many_files`,
//! `many_tables`, `compared`, `run_words`, `page`, `progress`), signals (`interrupt`), the record of a game that failed (`failed_game`), differences of rulesets (`diff`), the effects of rules (`vary`, `price`), the strength of bots
//! (`ladder`, `timed`), guided first games (`learn`), the meaning of words (`meaning`), commands in files (`commands`), and the smaller verbs (`advise`, `traces`). Without a verb, `menu` composes command lines.

mod args;
mod command;
mod commands;
mod failed_game;
mod failure;
mod files;
mod interrupt;
mod lab;
mod new_file;
mod page;
mod play;
mod postal;
mod progress;
mod replays;
mod rules;
mod screen;

// The toy game of the library's tests is written for users of the library, and a few tests of the inside play it too.
#[cfg(test)]
#[path = "../../../tests/library/dash.rs"]
mod dash;
#[cfg(test)]
mod tests;

pub use command::{Game, command_main, furlong_main, play_main};
pub use failure::Failure;
pub use postal::postal_main;
