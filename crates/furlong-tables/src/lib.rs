//! Tables for a page in the browser, as values: calls in, replies and pushes out.
//!
//! [`Tables`] contains the open tables. A page sends it JSON messages over a channel, either through a server's
//! `WebSocket` or, without a server, from a worker in the browser. `docs/serve_messages.md` describes the messages.
//!
//! It does no input or output, reads no clock and starts no thread. Each call brings the time ([`Now`]), and all random
//! numbers come from a seed. Slow work, such as a bot's thinking or an analysis, is handed out as [`Work`] with
//! everything that it needs, and its result is handed back; meanwhile the tables can be used.
//!
//! A server can parse calls and prepare new tables on other threads ([`ParsedCall`]), because a stranger's ruleset may
//! be long.
//!
//! What a reader is sent depends only on what the table shows to that reader. Links are stored only as hashes.
//!
//! ```
//! use furlong_tables::{Channel, Tables};
//!
//! let mut tables = Tables::new("a", furlong::catalogue(), [7; 32]);
//! let opened = tables.call(
//!     Channel(1),
//!     r#"{"id":1,"call":{"open-table":{"game":"animal-race","players":[{"name":"Ada","person":true},{"name":"Bot","bot":"random"}]}}}"#,
//!     0.into(),
//! );
//! assert!(opened.sent[0].text.contains("\"opened\""));
//! // The bots think when the caller likes.
//! while let Some(work) = tables.work() {
//!     let done = work.run(&Default::default());
//!     tables.finish(done, 1.into());
//! }
//! ```

mod absence;
mod agreements;
mod call;
mod channel;
mod chat;
mod chatting;
mod feed;
mod friends;
mod limits;
mod link;
mod live_table;
mod mail;
mod mail_calls;
mod new_table;
mod offers;
mod open_calls;
mod open_table;
mod parsed_call;
#[cfg(feature = "post")]
mod post;
mod proposal;
mod push_calls;
mod refusal;
mod reminders;
mod reply;
mod resignation;
mod saved;
mod seatable_bots;
mod table_view;
mod tables;
mod turn_call;
mod turn_log;
mod work;

pub use call::ServerCall;
pub use channel::{Channel, Outcome, Sent};
pub use feed::{Feed, FeedTurn};
pub use limits::Limits;
pub use mail::{Letter, LetterKind};
pub use parsed_call::ParsedCall;
pub use tables::{GONE, Tables};
pub use turn_log::TurnCall;
pub use work::{Done, Work};

/// The version of the messages, which a page names when it says hello.
pub const VERSION: u32 = 1;

/// A moment or a duration, in milliseconds.
pub type Millis = u64;

/// The current time, on two clocks of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// The time since the beginning of 1970, which games by post use for their deadlines.
    pub wall: Millis,
    /// A monotonic clock with any starting point, which stands still while the computer sleeps. Thinking times are
    /// measured by it.
    pub steady: Millis,
}

/// Uses one clock in place of both.
impl From<Millis> for Now {
    fn from(moment: Millis) -> Self {
        Self { wall: moment, steady: moment }
    }
}
