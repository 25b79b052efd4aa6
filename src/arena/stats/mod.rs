//! Statistics over groups of games: estimates with their intervals, ratings, and tests that may stop early.
//!
//! The unit is the *group*: one deal in all seatings. Groups are independent of each other, the games of one
//! group are not, so nothing here counts games where groups are meant.
//!
//! Formulas of ratings and sequential tests are those of the programs that test chess engines (pairs of games,
//! the generalized likelihood ratio of Van den Bergh); their published figures are the tests.

mod estimate;
mod range;
mod rating;
mod several;
mod special;
mod sprt;
mod strength;

pub use estimate::{Estimate, Interval, Method, Moments, bootstrap, mean, percentiles, wilson};
pub use range::{Range, mean_within};
pub use rating::{Counts, Rating, elo_of_score, score_of_elo};
pub use several::{holm, sign_flip};
pub(crate) use special::square;
pub use special::{chi_square_cdf, normal_cdf, normal_quantile, student_t_cdf, student_t_quantile};
pub use sprt::{Accepted, Bounds, Scale, bayes_elo_llr, llr, mean_llr};
pub use strength::{Meeting, elo_of_pool};
