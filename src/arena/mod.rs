//! Many games: what a rule changes, and which bot is better.
//!
//! * [`Arena`] plays *groups* of games: one deal in every seating of the line-up. The same arena gives the same
//!   [`Results`] on any number of threads (feature `parallel`).
//! * What is measured is the same for all games ([`Metric`]); a game adds its own with [`Measured`].
//! * [`Comparison`] sets the results of two rulesets beside each other, on common deals, with the interval of
//!   each difference, and says which are beyond chance. [`Trial`] does it in three lines, for tests.
//! * [`diff()`](diff::diff) tells in what two rulesets differ, and finds positions in which it shows.
//! * [`Ladder`] says which bot is how strong: every two of them play each other.
//! * [`Sequential`] plays until a difference is decided; [`Part`] and [`merge`] play a run on many machines.
//! * [`Report`] is what is told of it all, as data.
//! * [`stats`] has the statistics: intervals, ratings, tests that stop early. Their unit is the group.
//!
//! Games that are not over after the most events allowed count as unfinished, and in no other metric: where
//! there are many of them, the other figures tell of the short games only. Games that a bot forfeits because it fails
//! ([`OnFailure`]) count in who wins, and as forfeited.

mod compare;
mod course;
pub mod diff;
mod forfeit;
mod gauge;
mod ladder;
mod metric;
mod parallel;
mod part;
mod play;
mod report;
mod results;
mod run;
mod seats;
mod sequential;
mod side_by_side;
pub mod stats;
#[cfg(test)]
mod tests;
mod trial;

pub use compare::{Comparison, Difference, SeatComparison, Verdict};
pub use course::{Course, Distinct, NoCourse};
pub use diff::{diff, diff_until};
pub use forfeit::{Forfeit, Forfeited, OnFailure};
pub use gauge::measure;
pub use ladder::{Ladder, LadderError, Pairing, Rated, Rungs, Won};
pub use metric::{Measured, Metric, Scale};
pub use part::{MergeError, NoShard, Part, PartError, Question, Shard, merge};
pub use report::{Measures, Report, Told};
pub use results::{Game, Group, Incomparable, Results, Score, Stopped, Summary, UnknownMetric};
pub use run::{Arena, ArenaError, BATCH, Entrant, MOST_EVENTS, Measuring, Progress};
pub use seats::{Places, SeatTest, Skill};
pub use sequential::{LEAST_GROUPS, Outcome, Sequential, SequentialError, Stop};
pub use side_by_side::run_both;
pub use trial::{Trial, TrialError};
