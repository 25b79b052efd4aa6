//! Players that have learned: a small network that scores the actions of a view.
//!
//! The weights are data. Games that have weights embed them with the feature `learned`. `crates/furlong-learn` trains
//! them, and each file contains the command that made it. See `docs/learned.md`.

mod bot;
mod embedded;
mod guide;
mod judge;
mod levels;
mod network;
mod scores;
mod weights;

pub use bot::LearnedBot;
pub use embedded::Embedded;
pub use guide::LearnedGuide;
pub use judge::Judge;
pub(crate) use levels::is_of_network;
pub use levels::{BEGINNER, CLUB, EXPERT, LEARNED, Levels, STRONG, playout_bot};
pub use network::{HEAD, Network, Reading, TRUNK, dot, logistic};
pub use scores::{best, soften};
pub use weights::{Origin, Weights, WeightsError};
