//! Messages to a desk, by connections and by those who think for it.

use furlong_room::{Asked, Channel, Done, Now};

/// A message to a desk.
pub(crate) enum Told {
    /// A call that came at this moment.
    Call { channel: Channel, asked: Box<Asked>, now: Now },
    /// A connection has ended.
    Closed(Channel),
    /// Work is done.
    Done(Done),
    /// The server ends.
    End,
}
