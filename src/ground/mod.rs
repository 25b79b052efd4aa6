//! The ground of everything: seats and what belongs to them, standings, random streams, hashes, observers, faults.

pub(crate) mod bits;
pub(crate) mod fault;
pub(crate) mod observer;
pub(crate) mod seat;
pub(crate) mod sentences;
pub(crate) mod setters;
pub(crate) mod stable_hash;
pub(crate) mod standings;
pub(crate) mod streams;
#[cfg(feature = "parallel")]
pub(crate) mod threads;

pub use fault::{Fault, Faults};
pub use observer::{Both, Tell};
pub use seat::{MAX_SEATS, NoSuchSeat, SeatList, SeatSet, SeatsOf};
pub use stable_hash::StableHasher;
pub use standings::{Ending, Share, Standing};
