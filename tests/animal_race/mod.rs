//! The animal race from outside: what its cases (`tests/cases`) cannot say of its clauses, views and resampling,
//! rulesets, golden games.
//!
//! `kit` lays out a table and plays on it; the other modules are one subject each.

mod any_numbers;
mod bots;
mod check;
mod golden;
mod guide;
mod kit;
mod laws;
mod resample;
mod ruleset;
mod slow;
mod standings;
mod turn;
mod view;
