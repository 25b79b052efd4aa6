//! The `furlong` command from outside: what it prints, what it writes, and what it exits with.
#![cfg(feature = "cli")]

mod analysis;
#[cfg(unix)]
mod clusters;
#[cfg(unix)]
mod damaged;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod full_screen;
mod goals;
#[cfg(unix)]
mod kills;
mod learn;
mod many_games;
mod pictures;
mod price;
mod ruleset_pages;
mod run;
mod shown_to_a_seat;
#[cfg(unix)]
mod stopped_runs;
mod vary;
mod verbs;
