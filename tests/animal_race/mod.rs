//! The animal race from outside: every clause of its rules, views and resampling, rulesets, golden games.
//!
//! Each test names the clause that it holds the game to. `kit` lays out a table and plays on it; the other
//! modules are one subject each.

mod any_numbers;
mod apprentice;
mod bots;
mod championship;
mod check;
mod golden;
mod guide;
mod kit;
mod laws;
mod racing;
mod resample;
mod ruleset;
mod setup;
mod slow;
mod standings;
mod turn;
mod view;
