//! People at a terminal, and the `furlong` command.
//!
//! All of it is written once for all games. A program that plays one game takes three lines:
//!
//! ```no_run
//! # use furlong::Playable;
//! # fn example<MyGame: Playable>() -> std::process::ExitCode {
//! furlong_cli::play_main::<MyGame>()
//! # }
//! ```
//!
//! A command like `furlong` with your own games is a list of [`Game::of`] passed to [`command_main`]. A program
//! that adds bots passes a [`Roster`](furlong::Roster) to [`play_with_bots`] or [`Game::with_bots`].
//!
//! The modules: typed arguments (`args`), the verbs (`command`), people at a table (`play`), saved games
//! (`replays`), the verbs that measure (`lab`), pages (`page`), the master's tool for postal games (`postal`),
//! files (`files`, `new_file`), rulesets (`rules`), output (`screen`, `progress`), signals (`interrupt`), and the
//! record of a game in which a bot failed (`failed_game`). Without a verb, the menu composes command lines.

mod args;
mod bot_log;
mod command;
mod commands;
mod failed_game;
mod failure;
mod files;
mod interrupt;
mod lab;
mod named;
mod new_file;
mod page;
mod play;
mod postal;
mod progress;
mod replays;
mod rules;
mod screen;
mod shell;

// The toy game of the library's tests is written for users of the library, and a few unit tests play it too.
#[cfg(test)]
#[path = "../../../tests/library/dash.rs"]
mod dash;
#[cfg(test)]
mod tests;

pub use command::{Game, command_main, furlong_main, play_main, play_with_bots};
pub use failure::Failure;
pub use postal::postal_main;
