//! A server of tables: race games in the browser, each at one's own phone.
//!
//! [`furlong_tables::Tables`] knows the tables and speaks with the pages; here are the network, the clock, the threads and the file
//! around it. A message goes this way:
//!
//! ```text
//! connection -> worker (a thread with tables, which writes to the file) -> connections
//!                 |        ^
//!                 v        |
//!               compute pool (threads for bots and analyses)
//! ```
//!
//! A worker writes what has changed before anybody is sent it, the changes of many messages at once. So nothing that a page
//! has been told is lost when the server ends, however it ends. `docs/serve.md` describes the messages and the bounds.

pub mod address;
mod compute_pool;
mod connection;
mod connection_limits;
mod fair_queue;
mod message;
mod network;
mod pages;
mod server;
mod shared;
mod store;
mod worker;

pub use server::Server;
pub use shared::Bounds;
pub use store::Store;

use std::io::Write as _;
use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use furlong_tables::{Millis, Now};

/// Writes a line for whoever runs the server, who need not listen.
fn log(line: &str) {
    _ = writeln!(std::io::stderr(), "furlong-serve: {line}");
}

/// The present moment, by the clock on the wall and by one that nobody corrects.
fn now() -> Now {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let wall = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as Millis);
    Now { wall, steady: START.elapsed().as_millis() as Millis }
}
