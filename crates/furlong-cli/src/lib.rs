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
//! and a command like `furlong` with games of one's own is a list of [`Game::of`] handed to [`command_main`]. A program that adds
//! bots hands over a [`Roster`](furlong::Roster): [`play_with_bots`], [`Game::with_bots`].
//!
//! The rooms: what was typed (`args`), the verbs (`command`), people at a table (`play`), saved games (`replays`), the verbs
//! that measure (`lab`), pages (`page`), the master's tool for postal games (`postal`), files (`files`, `new_file`), rulesets
//! (`rules`), output (`screen`, `progress`), signals (`interrupt`), and the record of a game in which a bot failed
//! (`failed_game`). Without a verb, the menu composes command lines.

mod args;
mod bot_log;
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

pub use command::{Game, command_main, furlong_main, play_main, play_with_bots};
pub use failure::Failure;
pub use postal::postal_main;
