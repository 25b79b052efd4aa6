//! A server of tables: race games in the browser, each player on their own phone.
//!
//! [`furlong_tables::Tables`] has the tables and answers the pages. This crate adds the network, the clock, the threads
//! and the file. A message takes this way:
//!
//! ```text
//! connection -> worker (a thread with tables, which writes to the file) -> connections
//!                 |        ^
//!                 v        |
//!               compute pool (threads for bots and analyses)
//! ```
//!
//! A worker saves changes before it sends anything about them, and saves the changes of many messages at once. So
//! nothing that a page has been told is lost when the server ends, for whatever reason. `docs/serve_messages.md`
//! describes the messages, and `docs/serve.md` the limits.

pub mod address;
mod backup;
mod compute_pool;
mod connection;
mod connection_limits;
mod fair_queue;
mod feed;
mod hand_overs;
mod message;
mod messenger;
mod metrics;
mod metrics_page;
mod network;
mod pages;
mod push;
mod server;
mod shared;
mod store;
mod worker;

pub use backup::{backup, restore};
pub use messenger::Outgoing;
pub use server::Server;
pub use shared::Bounds;
pub use store::Store;

use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use furlong_tables::{Millis, Now};

/// The current time, on the system clock and on a monotonic clock.
fn now() -> Now {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let wall = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as Millis);
    Now { wall, steady: START.elapsed().as_millis() as Millis }
}
