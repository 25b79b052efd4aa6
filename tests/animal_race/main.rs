//! The animal race from outside: every clause of its rules, views and resampling, rulesets, golden games.
//!
//! Each test names the clause that it holds the game to. `kit` lays out a table and plays on it; the other
//! modules are one subject each.

mod apprentice;
mod championship;
mod course_bot;
mod data;
mod end;
mod golden;
mod kit;
mod laws;
mod racing;
mod resampling;
mod rulesets;
mod set_up;
mod slow;
mod turns;
mod views;
