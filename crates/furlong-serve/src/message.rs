//! Messages to a worker, by connections and by the compute pool.

use furlong_tables::{Channel, Done, Feed, Now, ParsedCall};
use tokio::sync::oneshot;

/// A message to a worker.
pub(crate) enum WorkerMessage {
    /// A call, with its time of arrival.
    Call { channel: Channel, asked: Box<ParsedCall>, now: Now },
    /// Somebody asks for the feed of a seat. The answer is `None` if there is no such feed.
    Feed { table: String, secret: String, to: oneshot::Sender<Result<Option<Feed>, &'static str>> },
    /// A connection has ended.
    Closed(Channel),
    /// Work is done.
    Done(Done),
    /// The server is ending.
    End,
}
