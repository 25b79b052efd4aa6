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
    /// `true` if the server sends mail.
    pub has_mail: bool,
    /// `true` if the server sends push messages.
    pub has_push: bool,
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
            has_push: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{absence, chat, live_table, mail, mail_calls, push_calls, reply, turn_log};

    #[test]
    fn the_docs_state_the_limits_of_tables() {
        let docs = include_str!("../../../docs/serve.md").replace(',', "");
        let limits = Limits::default();
        let minutes = |time: Millis| format!("{} minutes", time / 60_000);
        let kib = |size: usize| format!("{} KiB", size >> 10);
        let mut rows = vec![
            ("Limits::tables", limits.tables.to_string()),
            ("Limits::readers", limits.readers.to_string()),
            ("Limits::tables_of_channel", limits.tables_of_channel.to_string()),
            ("Limits::message", kib(limits.message)),
            ("Limits::command", kib(limits.command)),
            ("Limits::ruleset", kib(limits.ruleset)),
            ("Limits::idle", minutes(limits.idle)),
            ("absence::PATIENCE", minutes(absence::PATIENCE)),
            ("chat::LONGEST", chat::LONGEST.to_string()),
            ("chat::KEPT", chat::KEPT.to_string()),
            ("chat::BURST", chat::BURST.to_string()),
            ("chat::INTERVAL", format!("{}s", chat::INTERVAL / 1_000)),
            ("live_table::SLOW", minutes(live_table::SLOW)),
            ("mail::PATIENCE", minutes(mail::PATIENCE)),
            ("mail::EACH", format!("{} hours", mail::EACH / 3_600_000)),
            ("mail_calls::LONGEST", mail_calls::LONGEST.to_string()),
            ("push_calls::MOST", push_calls::MOST.to_string()),
            ("push_calls::LONGEST", push_calls::LONGEST.to_string()),
            ("reply::LONGEST_REFUSAL", reply::LONGEST_REFUSAL.to_string()),
            ("turn_log::MOST", turn_log::MOST.to_string()),
        ];
        #[cfg(feature = "post")]
        {
            use crate::post::{absence, master, new_game, round};
            rows.extend([
                ("post::absence::MOST_ROUNDS", absence::MOST_ROUNDS.to_string()),
                ("post::master::FARTHEST", format!("{} days", master::FARTHEST / 24 / 3_600_000)),
                ("post::new_game::MOST_HOURS", format!("{} days", new_game::MOST_HOURS / 24)),
                ("post::round::MOST_AT_ONCE", round::MOST_AT_ONCE.to_string()),
            ]);
        }
        for (name, value) in rows {
            assert!(docs.contains(&format!("| `{name}` | {value} |")), "docs/serve.md: {name} is {value}");
        }
    }
}
