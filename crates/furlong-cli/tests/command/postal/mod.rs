//! The postal game of Hare & Tortoise as its master runs it: `furlong postal` with files.

mod command;
mod folders;
mod mails;
mod master;
mod run;
mod whole_game;
