//! The bounds of a server, so that nobody can fill it up.

use crate::Millis;

/// The bounds of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most tables that are kept at once.
    pub tables: usize,
    /// The most channels that one table is shown on.
    pub readers: usize,
    /// The most tables that one channel is shown.
    pub tables_of_channel: usize,
    /// The most bytes of a message.
    pub message: usize,
    /// The most bytes of a message to a table: a sheet of orders with all its letters escaped fits in.
    pub command: usize,
    /// The most bytes of a ruleset.
    pub ruleset: usize,
    /// A table that nobody looks at is put away after this time, if nothing goes on at it.
    pub idle: Millis,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            tables: 5_000,
            readers: 64,
            tables_of_channel: 32,
            message: 2 << 20,
            command: 128 << 10,
            ruleset: 256 << 10,
            idle: 10 * 60 * 1_000,
        }
    }
}
