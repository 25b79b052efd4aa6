//! Messages to a worker, by connections and by the compute pool.

use std::time::Instant;

use furlong_tables::{Channel, Done, Feed, Now, ParsedCall};
use tokio::sync::oneshot;

/// A message to a worker.
pub(crate) enum WorkerMessage {
    /// A call, with its time of arrival at the server and at this queue.
    Call { channel: Channel, asked: Box<ParsedCall>, now: Now, queued: Instant },
    /// Somebody asks for the feed of a seat. The answer is `None` if there is no such feed.
    Feed { table: String, secret: String, to: oneshot::Sender<Result<Option<Feed>, &'static str>> },
    /// Asks for the number of tables and of people whose turn it is.
    Count(oneshot::Sender<(usize, usize)>),
    /// A connection has ended.
    Closed(Channel),
    /// Work is done.
    Done(Done),
    /// The server is ending.
    End,
}
