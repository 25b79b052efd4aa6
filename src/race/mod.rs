//! A game in play: the rules, the state, the random numbers and the history in one value.
//!
//! A race is the simplest way to use a game in a program. Chance outcomes come from the streams of a seed or from
//! outside. A race keeps its record and all happenings; a server with very many races can drop them.

mod error;
mod history;
pub(crate) mod in_play;
mod recorded;

pub use error::{MoveError, NotAtTheTable, TurnError, UndoError};
pub use history::{History, Log};
pub use in_play::Shared;
pub(crate) use in_play::{Ears, Race, begin_listening, tell_end};
