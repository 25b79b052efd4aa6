//! The postal game of Hare & Tortoise: the language of orders, how they are resolved, rounds and whole games,
//! and the command.

mod absences;
mod bot;
#[cfg(feature = "cli")]
mod command;
mod corrections;
mod defaults;
#[cfg(feature = "cli")]
mod folders;
mod language;
#[cfg(feature = "cli")]
mod master;
mod pages;
mod rounds;
#[cfg(feature = "cli")]
mod run;
mod senders;
mod table;
#[cfg(feature = "cli")]
mod whole_game;
