//! The search for rulesets that meet goals.
//!
//! [`Tune`] searches the rulesets that can be reached from a base step by step ([`steps`](crate::ruleset::rule_changes)). The
//! better a candidate, the more games it gets; all play the same deals, so that luck is common to them. A round of the
//! search takes the best candidates so far and new ones, which are one or two steps away from them. It plays all of
//! them, then the better half on twice as many deals, and so on down to two (successive halving). Each round plays
//! half as many deals again as the previous one, so the best candidates are measured better and better.
//!
//! Before the first round every step from the base is played by itself, for at most a third of the games. The effects
//! of the steps on the goals are assumed to add up. Therefore two of three new candidates combine several steps, from
//! one of the best so far, that should meet the goals according to this model. The others are random steps, for
//! effects that the model does not know.
//!
//! # The distance from the goals
//!
//! The distance of a candidate from a goal is how far its measure is outside the limits, in the goal's unit
//! ([`Goal::unit`](super::goals::Goal::unit)): half the width between two limits, or the size of a single one. The
//! search minimizes the weighted sum of the distances. The *front* consists of the candidates that no other one beats:
//! none is as close to every goal and closer to one.
//!
//! # The confirmation
//!
//! The figures of a search are too optimistic, because the best of many candidates are also the luckiest. So the
//! candidates of the front are [checked](super::goals::check()) again on fresh deals, and only this confirmation
//! decides that goals are met. The error is divided among them: the probability that any of these decisions is wrong
//! is at most about [`ERROR`](super::goals::ERROR).
//!
//! # Determinism
//!
//! The same seed gives the same search on any number of threads. A search that was stopped continues from its [`SavedSearch`]
//! games as if it had not been stopped.
//!
//! No optimizer from another package is used: the values are choices and small numbers with rules between them, a
//! search must be the same on every machine, and its cost is in the games. Successive halving with neighbours and a
//! sum of effects takes two pages of code.

mod candidate;
mod model;
mod neighbours;
mod outcome;
mod saved;
mod search;

pub use candidate::{Candidate, Sought};
pub use outcome::{TuneError, Tuned};
pub use saved::{Played, SavedSearch, Task};
pub use search::Tune;
