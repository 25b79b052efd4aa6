//! The `furlong` command from outside: what it prints, what it writes, and what it exits with.

mod analysis;
mod arrival;
#[cfg(unix)]
mod bots;
#[cfg(unix)]
mod clusters;
#[cfg(unix)]
mod damaged;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod forward;
mod goals;
#[cfg(unix)]
mod kills;
mod learn;
mod many_games;
mod pictures;
mod playtest;
mod postal;
mod price;
#[cfg(unix)]
mod pty;
mod ruleset_pages;
mod run;
#[cfg(unix)]
mod schema;
#[cfg(unix)]
mod screens;
mod shown_to_a_seat;
mod slow_race;
#[cfg(unix)]
mod stopped_runs;
mod unfinished;
mod vary;
mod verbs;
mod version;
