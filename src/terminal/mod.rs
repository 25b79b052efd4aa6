//! People at a terminal, and the `furlong` command (feature `cli`).
//!
//! All of it is written once for all games. A program that plays one game is three lines:
//!
//! ```no_run
//! # use furlong::Playable;
//! # fn example<MyGame: Playable>() -> std::process::ExitCode {
//! furlong::terminal::play_main::<MyGame>()
//! # }
//! ```
//!
//! and a command like `furlong` with games of one's own is a list of [`Game::of`] handed to [`command_main`].
//!
//! One file a subject: the command line (`asked`, `facts`, `command`), the players at a table (`table`, `lineup`), the session
//! (`session`, `typed`, on the full screen `full`), output (`screen`, `figures`), the file of a saved game (`save`), files of results (`new_file`),
//! recorded games (`replay`, `analyse`, `draw`), rulesets (`rules`), the postal game (`postal`), many games (`many`, `many_files`,
//! `many_tables`, `page`, `progress`), signals (`interrupt`), differences of rulesets (`diff`), the strength of bots
//! (`ladder`, `timed`), commands in files (`commands`), and the smaller verbs (`advise`, `traces`). Without a verb, `menu` composes command lines.

mod advise;
mod analyse;
mod asked;
mod command;
mod commands;
mod diff;
mod draw;
mod facts;
mod failure;
mod figures;
mod full;
mod interrupt;
mod ladder;
mod lineup;
mod luck;
mod many;
mod many_files;
mod many_tables;
mod menu;
mod new_file;
mod page;
mod postal;
mod progress;
mod replay;
mod rules;
mod save;
mod screen;
mod session;
mod start;
mod table;
mod timed;
mod traces;
mod typed;

#[cfg(test)]
mod tests;

pub use command::{Game, command_main, furlong_main, play_main};
pub use failure::Failure;
pub use postal::postal_main;
