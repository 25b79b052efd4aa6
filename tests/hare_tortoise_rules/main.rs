//! The clauses of Hare & Tortoise, each by a small race that would come out differently without it.
#![allow(clippy::unwrap_used, reason = "a test that cannot set up its race has failed")]

mod editions;
mod golden;
mod hare;
mod material;
mod packs;
mod screen;
mod table;
mod turns;
