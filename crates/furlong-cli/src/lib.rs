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
//! recorded games (`film`, `viewing`, `replay`, `analyse`, `draw`), rulesets (`rules`), the postal game (`postal`), many games (`many`, `merge`, `check`, `tune`, `report`, `retold`, `many_files`,
//! `many_tables`, `compared`, `run_words`, `page`, `progress`), signals (`interrupt`), the record of a game that failed (`failed_game`), differences of rulesets (`diff`), the effects of rules (`vary`, `price`), the strength of bots
//! (`ladder`, `timed`), guided first games (`learn`), the meaning of words (`meaning`), commands in files (`commands`), and the smaller verbs (`advise`, `traces`). Without a verb, `menu` composes command lines.

mod advice;
mod advise;
mod analyse;
mod asked;
mod check;
mod command;
mod commands;
mod compared;
mod diff;
mod draw;
mod failed_game;
mod failure;
mod figures;
mod files;
mod film;
mod full;
mod interrupt;
mod kept_run;
mod ladder;
mod learn;
mod lineup;
mod many;
mod many_files;
mod many_tables;
mod meaning;
mod menu;
mod merge;
mod new_file;
mod outcome;
mod page;
mod postal;
mod price;
mod progress;
mod replay;
mod report;
mod retold;
mod rules;
mod run_words;
mod save;
mod screen;
mod screens;
mod session;
mod start;
mod table;
mod timed;
mod traces;
mod tune;
mod typed;
mod vary;
mod viewing;

// The toy game of the library's tests is written for users of the library, and a few tests of the inside play it too.
#[cfg(test)]
#[path = "../../../tests/library/dash.rs"]
mod dash;
#[cfg(test)]
mod tests;

pub use command::{Game, command_main, furlong_main, play_main};
pub use failure::Failure;
pub use postal::postal_main;
