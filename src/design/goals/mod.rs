//! Goals: what a designer wants from a ruleset, and games that decide whether it is met.
//!
//! Goals are a table in a TOML file. Each has a measure, the limits that it should stay within, and a weight:
//!
//! ```
//! use furlong::animal_race::AnimalRace;
//! use furlong::arena::Trial;
//! use furlong::design::goals::Goals;
//!
//! let goals = Goals::from_toml(r#"
//!     [goals]
//!     naps = { below = 4 }
//!     racing-phases = { within = [5, 15], weight = 2 }
//!     unfinished = { below = 0.1 }
//! "#)?;
//! let trial = Trial::<AnimalRace>::new("random")?.players(3).groups(1_000).seed(1);
//! let checked = trial.expect("classic", &goals)?;
//! assert!(checked.is_met());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The file
//!
//! | goal | measure |
//! |---|---|
//! | `rounds = { within = [8, 10] }` | the mean of a metric; also `above = 8`, `below = 10` |
//! | `rounds = { share-within = [8, 10], above = 0.9 }` | the share of the games whose value lies in a range |
//! | `seat-share = { gap-below = 0.02 }` | the gap between the best and the worst seat, in shares of the win |
//! | `mover-share = { gap-below = 0.02 }` | the gap in turn order, between the first mover, the second, and so on |
//! | `"first-*" = { largest-below = 0.4 }` | the largest of the metrics whose names begin alike; also `gap-below` |
//! | `minutes = { below = 45, seconds-per-decision = 20 }` | the length of a game, like the mean of a metric |
//! | `luck-of-the-deal = { below = 0.2 }` | the part of a seat's result that the deal explains ([`FixedDeals`](crate::arena::FixedDeals)) |
//! | `"skill-index(club, beginner)" = { above = 0 }` | skill against chance between two bots, from -1 to 1 |
//! | `skill = { better = "heuristic", others = "random", better-wins = [0.65, 0.75] }` | how often a better bot wins |
//! | `"skill(strong, club)" = { above = 0.3 }` | the short form of a skill goal |
//!
//! Limits are inclusive. `over = "decided"` counts only games that one seat has won alone, and `players = "strong"`
//! plays separate games in which this bot has all seats; with a list of bots, or with `[players] by = ["strong", "heuristic"]`
//! for all goals that name none, a goal is met when it is met for each of them. `seats`, and `[tables] seats = [2, 3]`, do the
//! same for sizes of the table. `weight` is the importance of a goal in a search, 1 by
//! default. A list of tables sets several goals for one metric. The measures of all metrics are means over deals, each
//! played in all seatings.
//!
//! # The decision
//!
//! [`check`] plays group after group. A goal is *met* when its whole interval is within the limits, and *missed* when
//! the whole interval is outside them. The run ends when all goals are decided or all groups are played. The intervals
//! are confidence sequences ([`Sequence`](crate::arena::stats::Sequence)), which hold at all checks together, even for
//! rare events. The error is divided among the goals: the probability that any decision of a run is wrong is at most
//! [`ERROR`]. For a metric without a maximum, the upper bound depends on an assumption ([`Finding::assumed`]). The
//! first check comes after at least [`LEAST_GROUPS`](crate::arena::LEAST_GROUPS) groups with a value. A few games that
//! merely repeat decide nothing. An estimate at the moment of stopping is biased; its interval is not.
//!
//! The gap between the best and the worst seat is above 0 by chance even if all are equal. So it is not estimated from
//! the seats that happen to be best and worst: its bounds come from the differences between every two seats. The upper
//! bound is the largest of their upper bounds; the lower bound is the largest of their lower bounds, each with a part
//! of the error. The value shown is the largest difference minus what chance alone would give.

mod check;
mod error;
mod expect;
mod goal;
mod probe;
mod read;
#[cfg(test)]
mod tests;

pub use check::{Checked, Finding, GoalVerdict, check};
pub(in crate::design) use check::{Run, check_within, runs};
pub use error::{CheckError, GoalsError};
pub use expect::Unexpected;
pub use goal::{Goal, Goals, Measure, Over};
pub(in crate::design) use probe::Evidence;
pub use read::Known;

/// The maximum probability that any decision of a check is wrong.
pub const ERROR: f64 = 0.05;
