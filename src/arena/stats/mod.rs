//! Statistics over groups of games: estimates with intervals, ratings and sequential tests.
//!
//! Each *group* (one deal in all seatings) counts as one observation. Groups are independent; the games within a group
//! are not (a group is a cluster), so sample sizes are numbers of groups, not of games.
//!
//! The tests check the formulas against published figures and other implementations.

mod distribution;
mod estimate;
mod gap;
mod multiple_tests;
mod range;
mod sequence;
mod special;
mod sprt;
mod strength;

pub use distribution::Distribution;
pub use estimate::{Estimate, Interval, Method, Moments, bootstrap, mean, percentiles, wilson};
pub(crate) use estimate::{jackknife, total, with_spread};
pub use gap::gap_of_shares;
pub(crate) use gap::{every_two, gap_bounds, gap_value, largest_bounds};
pub(crate) use multiple_tests::correct;
pub use multiple_tests::{holm, permutation_test, sign_flip, sign_test};
pub(crate) use range::{LEAST_ROOM, Rare, constant};
pub use range::{Range, mean_within};
pub use sequence::Sequence;
pub(crate) use special::square;
pub use special::{chi_square_cdf, normal_cdf, normal_quantile, student_t_cdf, student_t_quantile};
pub use sprt::{Accepted, Bounds, mean_llr};
pub use strength::{Meeting, elo_of_pool};
pub(crate) use strength::{elo_with_prior, won_against};
