//! The state that all connections share: limits, workers, and the queues between them and the connections.

use std::collections::HashMap;
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use furlong::Catalogue;
use furlong_tables::{Channel, Feed, Limits, Sent};
use hyper::HeaderMap;
use hyper::header::HOST;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};

use crate::address::is_meant;
use crate::connection_limits::Addresses;
use crate::hand_overs::HandOvers;
use crate::message::WorkerMessage;
use crate::messenger::Outgoing;
use crate::metrics::Metrics;
use crate::pages::Pages;

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The maximum number of pages connected at once.
    pub connections: usize,
    /// The maximum number of other connections. If there are more, the oldest silent one is closed.
    pub asking: usize,
    /// The maximum number of connections of one address, except this computer itself.
    pub of_address: usize,
    /// The time within which a new connection must send a request, or it is closed.
    pub silence: Duration,
    /// The time within which a connection must accept what it is sent, or it is closed. A connection that is silent for
    /// this time is pinged.
    pub patience: Duration,
    /// The address of the page as people see it, with a slash at its end. It stands in feeds and mails. If it is empty, that is where
    /// the server listens.
    pub home: String,
    /// The settings for messages to people who are away from their table.
    pub outgoing: Outgoing,
    /// Additional names by which pages may call the server, besides the computer's own.
    pub names: Vec<String>,
    /// The proxies whose `X-Forwarded-For` says from which address a page comes.
    pub proxies: Vec<IpAddr>,
    /// The limits of each worker.
    pub limits: Limits,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            connections: 4_096,
            asking: 512,
            of_address: 512,
            silence: Duration::from_secs(5),
            patience: Duration::from_secs(30),
            home: String::new(),
            outgoing: Outgoing::default(),
            names: Vec::new(),
            proxies: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// The queues of the connections, by channel.
pub(crate) type Connections = Arc<Mutex<HashMap<Channel, mpsc::Sender<String>>>>;

/// Puts messages into the queues of their connections. A connection that does not read what it is sent is dropped.
pub(crate) fn deliver(messages: Vec<Sent>, connections: &Connections) {
    // A map is whole between two calls, even if a thread has panicked.
    let mut open = connections.lock().unwrap_or_else(PoisonError::into_inner);
    for Sent { channel, text, .. } in messages {
        if let Some(queue) = open.get(&channel)
            && queue.try_send(text).is_err()
        {
            open.remove(&channel);
        }
    }
}

/// The state that all connections share.
pub(crate) struct Shared {
    pub(crate) catalogue: Catalogue,
    pub(crate) addresses: Addresses,
    pub(crate) hand_overs: Mutex<HandOvers>,
    /// The permit to parse long calls and check rules: one at a time, so that tables have the processors.
    pub(crate) reading: Semaphore,
    pub(crate) connections: Connections,
    pub(crate) metrics: Arc<Metrics>,
    /// The public key of push messages; `None` if none are sent.
    pub(crate) push_key: Option<String>,
    pub(crate) workers: Vec<Sender<WorkerMessage>>,
    pub(crate) pages: Pages,
    pub(crate) bounds: Bounds,
    pub(crate) port: u16,
    pub(crate) count: AtomicUsize,
    pub(crate) last: AtomicU64,
    pub(crate) end: watch::Receiver<bool>,
}

/// The names of workers. The names of their tables begin with these.
pub(crate) const WORKERS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// The index of the worker of a table, by the table's name. Tables of workers that no longer exist go to others.
pub(crate) fn worker_of(table: &str, workers: usize) -> usize {
    let first = table.chars().next().map(String::from).unwrap_or_default();
    WORKERS.iter().position(|name| *name == first).unwrap_or(0) % workers
}

impl Shared {
    /// Passes a call to the worker of its table, or to any worker if it has none.
    pub(crate) fn tell(&self, channel: Channel, table: Option<&str>, call: WorkerMessage) -> ControlFlow<()> {
        let workers = self.workers.len();
        let worker = table.map_or(channel.0 as usize % workers, |table| worker_of(table, workers));
        if self.workers[worker].send(call).is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// The feed with this secret at a table; `None` if there is no such feed.
    pub(crate) async fn feed(&self, table: &str, secret: &str) -> Result<Option<Feed>, &'static str> {
        let (to, answer) = oneshot::channel();
        let asked = WorkerMessage::Feed { table: table.to_owned(), secret: secret.to_owned(), to };
        // The channel chooses a worker only for what is about no table.
        _ = self.tell(Channel(0), Some(table), asked);
        answer.await.unwrap_or(Err("The server is stopping."))
    }

    /// Reports the end of a connection to the workers.
    pub(crate) fn close(&self, channel: Channel) {
        for worker in &self.workers {
            _ = worker.send(WorkerMessage::Closed(channel));
        }
        self.count.fetch_sub(1, Ordering::Relaxed);
    }

    /// Completes when the server ends.
    pub(crate) async fn ended(&self) {
        let mut end = self.end.clone();
        _ = end.wait_for(|is_over| *is_over).await;
    }

    /// The host that a request names, if it is one of the server's own names.
    pub(crate) fn host<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let host = headers.get(HOST)?.to_str().ok()?;
        is_meant(host, &self.bounds.names, self.port).then_some(host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connection::{self, CALLS, OPENINGS};
    use crate::{compute_pool, hand_overs, messenger, push};

    #[test]
    fn the_docs_state_the_limits_of_the_server() {
        let docs = include_str!("../../../docs/serve.md").replace(',', "");
        let bounds = Bounds::default();
        let rate = |(most, each): (u32, Duration)| format!("{most} at once then one every {each:?}");
        let minutes = |time: Duration| format!("{} minutes", time.as_secs() / 60);
        for (name, value) in [
            ("Bounds::connections", bounds.connections.to_string()),
            ("Bounds::asking", bounds.asking.to_string()),
            ("Bounds::of_address", bounds.of_address.to_string()),
            ("Bounds::silence", format!("{:?}", bounds.silence)),
            ("Bounds::patience", format!("{:?}", bounds.patience)),
            ("shared::WORKERS", WORKERS.len().to_string()),
            ("connection::QUEUE", connection::QUEUE.to_string()),
            ("connection::CALLS", rate(CALLS)),
            ("connection::OPENINGS", rate(OPENINGS)),
            ("compute_pool::LONGEST", format!("{:?}", compute_pool::LONGEST)),
            ("hand_overs::VALID", minutes(hand_overs::VALID)),
            ("hand_overs::LONGEST", format!("{} KiB", hand_overs::LONGEST >> 10)),
            ("hand_overs::MOST", hand_overs::MOST.to_string()),
            ("hand_overs::MOST_OF_ADDRESS", hand_overs::MOST_OF_ADDRESS.to_string()),
            ("hand_overs::ATTEMPTS", hand_overs::ATTEMPTS.to_string()),
            ("hand_overs::ATTEMPTS_OF_PROXY", hand_overs::ATTEMPTS_OF_PROXY.to_string()),
            ("messenger::QUEUE", messenger::QUEUE.to_string()),
            ("messenger::PATIENCE", format!("{:?}", messenger::PATIENCE)),
            ("messenger::EACH_ADDRESS", minutes(messenger::EACH_ADDRESS)),
            ("messenger::MOST_ADDRESSES", messenger::MOST_ADDRESSES.to_string()),
            ("messenger::MOST_ENDED", messenger::MOST_ENDED.to_string()),
            ("push::KEPT", format!("{} hours", push::KEPT / 3_600)),
        ] {
            assert!(docs.contains(&format!("| `{name}` | {value} |")), "docs/serve.md: {name} is {value}");
        }
    }
}
