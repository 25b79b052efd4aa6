//! Tools for designers: the effect of each rule, and the search for rulesets that meet goals.
//!
//! * [`goals`] describes what a designer wants from a ruleset, as data. [`goals::check`] plays until each goal is
//!   decided.
//! * [`tune`] searches for rulesets that meet goals, and confirms what it has found on fresh deals.
//! * [`Vary`] plays every ruleset one step away from another one on the same deals, and [`VaryReport`] ranks the steps
//!   by their effects on all metrics. With [`Vary::towards`] a [`GoalsReport`] ranks them by how much closer they bring
//!   each goal.
//! * [`Price`] measures the worth of each element of the rules that a game names
//!   ([`Measured::ELEMENTS`](crate::arena::Measured::ELEMENTS)): a bot that must not use it plays against the same
//!   bot, which may.

pub mod goals;
pub mod price;
mod reached;
mod tally;
pub mod tune;
mod values;
pub mod vary;

pub use price::Price;
pub use tally::Tally;
pub use vary::{GoalsReport, Plan, Variation, Vary, VaryReport};
