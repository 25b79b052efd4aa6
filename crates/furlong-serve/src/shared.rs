//! The things that all connections share: the bounds, the desks, and the way to them.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use furlong_room::{Channel, Limits};
use hyper::HeaderMap;
use hyper::header::HOST;
use tokio::sync::watch;

use crate::address::is_meant;
use crate::keeper::Connections;
use crate::pages::Pages;
use crate::told::Told;

/// The bounds of a server.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The most connections at once.
    pub connections: usize,
    /// A connection that does not say what it wants within this time, or does not take what it is sent, is closed. One from
    /// which nothing comes for so long is asked whether it is there.
    pub patience: Duration,
    /// The names, besides those of the computer itself, by which pages may call the server.
    pub names: Vec<String>,
    /// The bounds of each desk.
    pub limits: Limits,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            connections: 4_096,
            patience: Duration::from_secs(30),
            names: Vec::new(),
            limits: Limits::default(),
        }
    }
}

/// The things that all connections share.
pub(crate) struct Shared {
    pub(crate) connections: Connections,
    pub(crate) desks: Vec<Sender<Told>>,
    pub(crate) pages: Pages,
    pub(crate) bounds: Bounds,
    pub(crate) port: u16,
    pub(crate) count: AtomicUsize,
    pub(crate) last: AtomicU64,
    pub(crate) end: watch::Receiver<bool>,
}

/// The names of desks, with which the names of their tables begin.
pub(crate) const DESKS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// The number of the desk of a table, by its name; those of desks that are not there any longer go to others.
fn desk_of(table: &str, desks: usize) -> usize {
    let first = table.chars().next().map(String::from).unwrap_or_default();
    DESKS.iter().position(|name| *name == first).unwrap_or(0) % desks
}

/// The number of the desk of a saved table.
pub(crate) fn home(saved: &str, processors: usize) -> usize {
    let id = saved.split_once("\"id\":\"").map_or("", |(_, rest)| rest);
    desk_of(id, processors.clamp(1, DESKS.len()))
}

impl Shared {
    /// Passes a call on to the desk of its table; without a table, to one of them.
    pub(crate) fn tell(&self, channel: Channel, table: Option<&str>, call: Told) -> ControlFlow<()> {
        let desks = self.desks.len();
        let desk = table.map_or(channel.0 as usize % desks, |table| desk_of(table, desks));
        if self.desks[desk].send(call).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// A connection has ended.
    pub(crate) fn close(&self, channel: Channel) {
        for desk in &self.desks {
            _ = desk.send(Told::Closed(channel));
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
