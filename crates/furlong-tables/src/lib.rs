//! Tables for a page in the browser, as values: calls in, replies and pushes out.
//!
//! [`Tables`] holds the open tables. A page speaks to it over a channel, in JSON: a server passes on what comes over a `WebSocket`, and a
//! page without a server passes it to a worker. `docs/serve.md` describes the messages.
//!
//! It does no input and output, reads no clock and starts no thread. The time comes with each call ([`Now`]), the random numbers
//! from the seed it was made with. What takes long, the thinking and the advice of bots and the analysis of a game, is [`Work`] that the
//! it hands out with all that it needs, and takes back when it is done; meanwhile its tables are free.
//!
//! A server reads calls and makes new tables on other threads ([`ParsedCall`]): a ruleset from a stranger may be long.
//!
//! Messages to a reader are a function of what the table shows to that reader. Links are kept as hashes alone.
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

mod agreements;
mod call;
mod channel;
mod limits;
mod link;
mod live_table;
mod new_table;
mod offers;
mod open_calls;
mod open_table;
mod parsed_call;
#[cfg(feature = "post")]
mod post;
mod proposal;
mod refusal;
mod reply;
mod saved;
mod seatable_bots;
mod table_view;
mod tables;
mod work;

pub use channel::{Channel, Outcome, Sent};
pub use limits::Limits;
pub use parsed_call::ParsedCall;
pub use tables::Tables;
pub use work::{Done, Work};

/// The version of the messages, which a page names when it says hello.
pub const VERSION: u32 = 1;

/// A moment or a span of time, in milliseconds.
pub type Millis = u64;

/// The present moment, by two clocks of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// The time of day, since the beginning of the year 1970. Games by post have their deadlines by it.
    pub wall: Millis,
    /// A clock that begins anywhere and never goes back or leaps, whoever corrects the time of day, and stands still while
    /// the computer sleeps. People have their time to think by it.
    pub steady: Millis,
}

/// One clock in place of both.
impl From<Millis> for Now {
    fn from(moment: Millis) -> Self {
        Self { wall: moment, steady: moment }
    }
}
