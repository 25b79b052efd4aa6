//! The designer's bench: the effect of each rule, and rulesets that meet goals.
//!
//! * [`goals`] are a designer's wishes for a ruleset as data. [`goals::check`] plays until each is decided.
//! * [`tune`] searches rulesets that meet goals, and confirms on fresh deals what it has found.
//! * [`Vary`] plays every ruleset one step away from another one on common deals, and [`VaryReport`] ranks the steps by
//!   their effects on all metrics.
//! * [`steer`] ranks the same steps by how far they bring each of a designer's goals.
//! * [`Price`] compares a bot that must not do one thing with the same bot, which may, for each element of the rules that
//!   a game names ([`Measured::ELEMENTS`](crate::arena::Measured::ELEMENTS)).

pub mod goals;
pub mod price;
pub mod steer;
mod tally;
pub mod tune;
pub mod vary;

pub use price::Price;
pub use tally::Tally;
pub use vary::{Plan, Variation, Vary, VaryReport};
