//! People at a terminal, and the `furlong` command (feature `cli`).
//!
//! Everything here is written once for all games. A program that plays one game is three lines:
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
//! One file a subject: what is typed on the command line (`args`), who sits where (`table`, `lineup`), the session
//! (`session`), what is shown (`screen`), the file that the game is saved in (`save`), files that write over nothing (`new_file`),
//! going through a recorded game (`replay`), rulesets (`rules`), the postal game (`postal`), many games (`many`,
//! `many_files`, `many_tables`, `page`, `progress`, `merge`), signals that end things (`interrupt`), what two rulesets
//! make different (`diff`), how strong bots are (`ladder`), what a file may run (`commands`), and the smaller commands
//! (`lists`, `advise`, `traces`).

mod advise;
mod args;
mod command;
mod commands;
mod diff;
mod failure;
mod figures;
mod interrupt;
mod ladder;
mod lineup;
mod lists;
mod many;
mod many_files;
mod many_tables;
mod merge;
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
mod traces;
mod typed;

#[cfg(test)]
mod tests;

pub use args::play_main;
pub use command::{Game, command_main};
pub use failure::Failure;
pub use postal::postal_main;
