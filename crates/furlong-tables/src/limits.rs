//! The limits of a server, so that nobody can fill it up.

use crate::Millis;

/// The limits of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of tables in memory.
    pub tables: usize,
    /// The maximum number of channels for one table.
    pub readers: usize,
    /// The maximum number of tables for one channel.
    pub tables_of_channel: usize,
    /// The maximum size of a message, in bytes.
    pub message: usize,
    /// The maximum size of a message to a table, in bytes: enough for an order sheet with every character escaped.
    pub command: usize,
    /// The maximum size of a ruleset, in bytes.
    pub ruleset: usize,
    /// The time after which a table is unloaded if nobody is watching it and nothing is happening.
    pub idle: Millis,
    /// Whether the server sends mail.
    pub has_mail: bool,
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
            has_mail: false,
        }
    }
}
