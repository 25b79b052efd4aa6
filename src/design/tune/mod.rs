//! The search for rulesets that meet goals.
//!
//! [`Tune`] searches the rulesets that a base leads to step by step ([`steps`](crate::ruleset::steps)). Candidates get
//! more games the better they are, and all play the same deals, so that luck is common to them. A round of the search
//! takes the best candidates so far with new ones, which are one step or two away from them; it plays all of them, then
//! the better half on twice as many deals, and so on down to two (successive halving). Each round plays half as many
//! deals again as the one before, so the best candidates are measured better and better.
//!
//! Before the first round every step from the base is played by itself, for a third of the games at most. What the steps do to
//! the goals is taken to add up: so two of three new candidates are several steps at once that should meet the goals by that
//! model, from one of the best so far. The others are random steps, for what the model does not know.
//!
//! # The distance from the goals
//!
//! The distance of a candidate from a goal is how far its measure is outside of the limits, in the goal's unit
//! ([`Goal::unit`](super::goals::Goal::unit)): half the width between two limits, or the size of a single one. The
//! search minimizes the sum of the distances, each times its weight. The *front* has the candidates that no other one
//! beats: none is as close to every goal and closer to one.
//!
//! # The confirmation
//!
//! The figures of a search are too good, because the best of many candidates are also the luckiest. So the candidates of
//! the front are [checked](super::goals::check()) again on fresh deals, and only this confirmation says that goals are
//! met. The error is divided among them: the probability that any of these decisions is wrong is at most about
//! [`ERROR`](super::goals::ERROR).
//!
//! # Determinism
//!
//! The same seed gives the same search on any number of threads, and a search that was stopped continues from its
//! [`Kept`] games as if it had not been stopped.
//!
//! No optimizer of another package is used: the values are choices and small numbers with rules between them, a search must
//! be the same on every machine, and its cost is in the games. Successive halving with neighbours and a sum of effects is two pages of code.

mod candidate;
mod found;
mod kept;
mod model;
mod near;
mod search;

pub use candidate::{Candidate, Sought};
pub use found::{TuneError, Tuned};
pub use kept::{Kept, Played, Task};
pub use search::Tune;
