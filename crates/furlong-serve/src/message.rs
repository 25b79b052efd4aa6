//! Messages to a worker, by connections and by the compute pool.

use furlong_tables::{Channel, Done, Now, ParsedCall};

/// A message to a worker.
pub(crate) enum WorkerMessage {
    /// A call, with its time of arrival.
    Call { channel: Channel, asked: Box<ParsedCall>, now: Now },
    /// A connection has ended.
    Closed(Channel),
    /// Work is done.
    Done(Done),
    /// The server is ending.
    End,
}
