//! Gotham from outside: what its cases (`tests/cases`) cannot say of its clauses, the knowledge that views give, laws
//! that hold in every race, and golden games.
//!
//! `kit` lays out a table and plays on it; the other modules are one subject each.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bots;
mod check;
mod finish;
mod golden;
mod guide;
mod kit;
mod knowledge;
mod laws;
mod memory;
mod ruleset;
mod slow;
mod turn;
