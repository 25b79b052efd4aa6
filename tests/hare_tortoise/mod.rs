//! Hare & Tortoise from outside: what its cases (`tests/cases`) cannot say of its clauses, its editions, and laws that
//! hold in every race.
#![allow(clippy::unwrap_used, reason = "a test that cannot set up its race has failed")]

mod bots;
mod editions;
mod golden;
mod guide;
mod laws;
mod material;
mod packs;
mod screen;
mod table;
