//! Hare & Tortoise: its clauses, each by a small race that would come out differently without it, its editions, and
//! laws that hold in every race.
#![allow(clippy::unwrap_used, reason = "a test that cannot set up its race has failed")]

mod bots;
mod editions;
mod golden;
mod guide;
mod hare;
mod laws;
mod material;
mod packs;
mod screen;
mod table;
mod turns;
