//! What everything else is built on: seats and values for each seat, standings, hashes, observers, faults, words.

pub(crate) mod bits;
pub(crate) mod fault;
pub(crate) mod nearest;
pub(crate) mod observer;
pub(crate) mod order;
pub(crate) mod plain;
#[cfg(feature = "table")]
pub(crate) mod sealed;
pub(crate) mod seat;
pub(crate) mod sentences;
pub(crate) mod setters;
pub(crate) mod stable_hash;
pub(crate) mod standings;
#[cfg(feature = "parallel")]
pub(crate) mod threads;
pub(crate) mod words;

pub use fault::{Fault, Faults};
pub use observer::{Both, ObserverFn};
pub use seat::{MAX_SEATS, NoSuchSeat, SeatList, SeatSet, SeatsOf};
pub use stable_hash::StableHasher;
pub use standings::{Ending, Share, Standing};
