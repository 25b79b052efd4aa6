//! The things that all connections share: the bounds, the workers, and the ways to them and back.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use furlong::Catalogue;
use furlong_tables::{Channel, Limits, Sent};
use hyper::HeaderMap;
use hyper::header::HOST;
use tokio::sync::{Semaphore, mpsc, watch};

use crate::address::is_meant;
use crate::connection_limits::Addresses;
use crate::message::WorkerMessage;
use crate::pages::Pages;

/// The bounds of a server.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The most connections of pages at once.
    pub connections: usize,
    /// The most other connections at once. The oldest silent one makes room for a new one.
    pub asking: usize,
    /// The most connections of one address, apart from this computer itself.
    pub of_address: usize,
    /// A connection that does not say within this time what it wants is closed.
    pub silence: Duration,
    /// A connection that does not take within this time what it is sent is closed. One from which nothing comes for so long is asked
    /// whether it is there.
    pub patience: Duration,
    /// The names, besides those of the computer itself, by which pages may call the server.
    pub names: Vec<String>,
    /// The bounds of each worker.
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
            names: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// The queues of the connections, by their channels.
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

/// The things that all connections share.
pub(crate) struct Shared {
    pub(crate) catalogue: Catalogue,
    pub(crate) addresses: Addresses,
    /// The turn to do what takes long about a call: one at a time, so that tables have the processors.
    pub(crate) reading: Semaphore,
    pub(crate) connections: Connections,
    pub(crate) workers: Vec<Sender<WorkerMessage>>,
    pub(crate) pages: Pages,
    pub(crate) bounds: Bounds,
    pub(crate) port: u16,
    pub(crate) count: AtomicUsize,
    pub(crate) last: AtomicU64,
    pub(crate) end: watch::Receiver<bool>,
}

/// The names of workers, with which the names of their tables begin.
pub(crate) const WORKERS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// The number of the worker of a table, by its name; those of workers that are not there any longer go to others.
pub(crate) fn worker_of(table: &str, workers: usize) -> usize {
    let first = table.chars().next().map(String::from).unwrap_or_default();
    WORKERS.iter().position(|name| *name == first).unwrap_or(0) % workers
}

impl Shared {
    /// Passes a call on to the worker of its table; without a table, to one of them.
    pub(crate) fn tell(&self, channel: Channel, table: Option<&str>, call: WorkerMessage) -> ControlFlow<()> {
        let workers = self.workers.len();
        let worker = table.map_or(channel.0 as usize % workers, |table| worker_of(table, workers));
        if self.workers[worker].send(call).is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// A connection has ended.
    pub(crate) fn close(&self, channel: Channel) {
        for worker in &self.workers {
            _ = worker.send(WorkerMessage::Closed(channel));
        }
        self.count.fetch_sub(1, Ordering::Relaxed);
    }

    /// Is ready when the server ends.
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
