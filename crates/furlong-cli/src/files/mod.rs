//! The one place where the command reads, replaces and creates files.
//!
//! A file is read up to a stated size ([`furlong::formats::files`]), and written completely or not at all: see [`Draft`].

mod atomic_write;
mod lock;

pub(crate) use atomic_write::{Access, Draft, create, replace};
pub(crate) use furlong::formats::files::{ReadError, bytes, text};
pub(crate) use lock::{is_at, try_lock};

/// The maximum size of a position or a view, in bytes.
pub(crate) const MOST_OF_A_TABLE: u64 = 1 << 20;
/// The maximum size of a saved game, in bytes: twice that of a game with as many events as are ever traced.
pub(crate) const MOST_OF_A_GAME: u64 = 1 << 28;
/// The maximum size of a run of many games or a part of one, in bytes: about three million games.
pub(crate) const MOST_OF_A_RUN: u64 = 1 << 30;
