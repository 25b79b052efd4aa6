//! Plays many games, to measure rulesets and bots.
//!
//! * [`Arena`] plays *groups* of games: each group is one deal in every seating of the line-up. The [`Results`] do not
//!   depend on the number of threads (feature `parallel`).
//! * [`Metric`] describes a quantity that is measured. Most metrics are common to all games; a game adds its own with
//!   [`Measured`].
//! * [`Comparison`] compares the results of rulesets with those of a base on the same deals: each difference has an
//!   interval, a p-value and a verdict. [`ByPlayers`] compares by several player types, and reports what holds for all
//!   of them. [`Trial`] does this in three lines, for tests.
//! * [`diff()`](diff::diff) lists the fields in which two rulesets differ, and finds positions in which they matter.
//! * [`Arena::luck`] removes the luck of chance events from the shares of the win, so fewer games are needed.
//! * [`Ladder`] rates bots by a round robin.
//! * [`Sequential`] plays until a difference is decided; [`Part`] and [`merge`] spread a run over several machines.
//! * [`Report`] holds the findings as data.
//! * [`stats`] contains the statistics: intervals, ratings and sequential tests. They treat each group as one
//!   observation.
//!
//! A game that reaches the limit of events counts as unfinished and in no other metric. A game that a bot forfeits by
//! failing ([`OnFailure`]) counts in the wins and as forfeited. If more than a set share of the games
//! ([`Arena::most_unfinished`], 1 % by default) has no value of a metric, its figures describe only the short games
//! and are not judged: see [`Endings`].

mod adjust;
mod by_players;
mod common_metrics;
mod compare;
mod conditions;
mod crosstable;
pub mod diff;
mod difference;
mod elo_test;
mod endings;
mod entrant;
mod expect;
mod finding;
mod findings_text;
mod fixed_deals;
mod forfeit;
mod game_hash;
mod games;
mod group;
mod ladder;
mod lead;
mod luck;
mod metric;
mod parallel;
mod part;
mod play;
mod random_errors;
mod report;
mod results;
mod rows;
mod run;
mod run_sums;
mod seats;
mod sequential;
mod shard;
mod side_by_side;
pub mod stats;
mod trial;
mod usual;
mod value;

pub use adjust::LuckReport;
pub use by_players::{ByPlayers, Shared};
pub use common_metrics::measure;
pub use compare::{Comparison, Contrast, SeatComparison};
pub use conditions::Setting;
pub use crosstable::{Crosstable, LadderError, Pairing, Rated, Won};
pub use diff::{diff, diff_until};
pub(crate) use difference::ALPHA;
pub use difference::{Difference, Verdict};
pub use elo_test::{EloFinding, EloTest, NoTest};
pub use endings::{Endings, MOST_UNFINISHED};
pub use entrant::{Commands, Entrant};
pub use expect::Unmet;
pub use expect::p_words;
pub use finding::{Apart, Finding, SMALL, all_players};
pub use fixed_deals::{Decided, FixedDeals, SkillAndChance};
pub use forfeit::{FailedGame, FailurePlace, Forfeit, Forfeited, OnFailure};
pub(crate) use game_hash::GameHashes;
pub use game_hash::{Distinct, GameHash, NotAGameHash};
pub use group::{Game, Group};
pub use ladder::Ladder;
pub use lead::leaders;
pub use luck::{Indicators, compare_seats};
pub use metric::{Aspect, Element, Measured, Metric, Places, Scale};
pub use parallel::each;
pub use part::{Part, Question};
pub use report::{Findings, Measures, Report};
pub use results::{Incomparable, Results, Score, Stopped, Summary, UnknownMetric};
pub(crate) use results::{is_repetitive, repeats_text};
pub use run::{Arena, ArenaError, BATCH, MOST_EVENTS, Measuring, Progress};
pub use seats::{SeatTest, Skill};
pub use sequential::{Answer, LEAST_GROUPS, Sequential, SequentialError, Stop};
pub use shard::{MergeError, Mergeable, NoShard, Shard, merge, merge_as_read};
pub use side_by_side::run_side_by_side;
pub use trial::{Rules, Trial, TrialError};
pub use usual::{STEADY, UsualAt, usual_at};
pub(crate) use value::Playout;
pub use value::{Estimator, Value, ValueError};
