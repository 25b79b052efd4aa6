//! The server: desks, keeper, thinkers, and the network before them.

use std::future::Future;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use anyhow::Context as _;
use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Method, Response, StatusCode};
use axum::response::IntoResponse as _;
use axum::routing::any;
use furlong_room::{Channel, House, Limits};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::address::{is_meant, is_same};
use crate::connection;
use crate::desk::{self, Told};
use crate::keeper::{Connections, Keeper};
use crate::pages::{Pages, guarded};
use crate::thinkers::Thinkers;

/// The bounds of a server.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The most connections at once.
    pub connections: usize,
    /// The names, besides those of the computer itself, by which pages may call the server.
    pub names: Vec<String>,
    /// The bounds of each desk.
    pub limits: Limits,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { connections: 4_096, names: Vec::new(), limits: Limits::default() }
    }
}

/// What all connections share.
pub(crate) struct Shared {
    pub(crate) connections: Connections,
    desks: Vec<(String, Sender<Told>)>,
    pages: Pages,
    bounds: Bounds,
    port: u16,
    count: AtomicUsize,
    last: AtomicU64,
    end: watch::Receiver<bool>,
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    ending: watch::Sender<bool>,
    failed: Arc<Mutex<Option<String>>>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("listener", &self.listener).finish_non_exhaustive()
    }
}

impl Server {
    /// A server with the tables of this file. What went on at them without anybody there goes on.
    ///
    /// # Errors
    /// When the tables cannot be read, or the system gives no random numbers.
    pub fn new(listener: TcpListener, keeper: Keeper, bounds: Bounds) -> anyhow::Result<Self> {
        let port = listener.local_addr()?.port();
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let awake = keeper.awake()?;
        let connections = Connections::default();
        let (ending, end) = watch::channel(false);
        let failed = Arc::new(Mutex::new(None));
        let (tasks, thread) = keeper.run(Arc::clone(&connections), {
            let (failed, ending) = (Arc::clone(&failed), ending.clone());
            move |why| {
                if let Ok(mut failed) = failed.lock() {
                    *failed = Some(why);
                }
                _ = ending.send(true);
            }
        });
        let thinkers = Thinkers::new(processors);
        let (mut desks, mut threads) = (Vec::new(), Vec::new());
        for number in 0..processors.clamp(1, DESKS.len()) {
            let name = DESKS[number].to_owned();
            let mut seed = [0; 32];
            getrandom::fill(&mut seed).context("the system gives no random numbers")?;
            let house = House::new(&name, furlong::catalogue(), seed).within(bounds.limits);
            let is_own = |saved: &&String| home(saved, processors) == number;
            let restored = awake.iter().filter(is_own).cloned().collect();
            let (told, desk) = desk::open(house, restored, tasks.clone(), thinkers.clone());
            desks.push((name, told));
            threads.push(desk);
        }
        // It ends when no desk can ask it any longer.
        threads.push(thread);
        let (count, last) = (AtomicUsize::new(0), AtomicU64::new(0));
        let pages = Pages::new();
        let shared = Arc::new(Shared { connections, desks, pages, bounds, port, count, last, end });
        Ok(Self { listener, shared, threads, ending, failed })
    }

    /// Serves until `until` is ready, and then lets everything that has begun be written.
    ///
    /// # Errors
    /// When the network fails, or the tables cannot be written.
    pub async fn run(self, until: impl Future<Output = ()> + Send + 'static) -> anyhow::Result<()> {
        let Self { listener, shared, threads, ending, failed } = self;
        let app = Router::new().route("/ws", any(upgrade)).fallback(page).with_state(Arc::clone(&shared));
        let mut end = shared.end.clone();
        let stop = async move {
            tokio::select! {
                () = until => { _ = ending.send(true); }
                _ = end.wait_for(|is_over| *is_over) => {}
            }
            // The sender stays, so that connections learn of it.
            std::mem::forget(ending);
        };
        axum::serve(listener, app).with_graceful_shutdown(stop).await.context("the network fails")?;
        for (_, desk) in &shared.desks {
            _ = desk.send(Told::End);
        }
        tokio::task::spawn_blocking(move || {
            for thread in threads {
                _ = thread.join();
            }
        })
        .await?;
        match failed.lock().ok().and_then(|mut failed| failed.take()) {
            Some(why) => anyhow::bail!(why),
            None => Ok(()),
        }
    }
}

/// The names of desks, with which the names of their tables begin.
const DESKS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

/// The number of the desk of a table, by its name; those of desks that are not there any longer go to others.
fn desk_of(table: &str, desks: usize) -> usize {
    let first = table.chars().next().map(String::from).unwrap_or_default();
    DESKS.iter().position(|name| *name == first).unwrap_or(0) % desks
}

/// The number of the desk of a saved table.
fn home(saved: &str, processors: usize) -> usize {
    let id = saved.split_once("\"id\":\"").map_or("", |(_, rest)| rest);
    desk_of(id, processors.clamp(1, DESKS.len()))
}

impl Shared {
    /// Passes a call on to the desk of its table; without a table, to one of them.
    pub(crate) fn tell(&self, channel: Channel, table: Option<&str>, call: Told) -> ControlFlow<()> {
        let desks = self.desks.len();
        let desk = table.map_or(channel.0 as usize % desks, |table| desk_of(table, desks));
        if self.desks[desk].1.send(call).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// A connection has ended.
    pub(crate) fn close(&self, channel: Channel) {
        for (_, desk) in &self.desks {
            _ = desk.send(Told::Closed(channel));
        }
        self.count.fetch_sub(1, Ordering::Relaxed);
    }

    /// Is ready when the server ends.
    pub(crate) async fn ended(&self) {
        let mut end = self.end.clone();
        _ = end.wait_for(|is_over| *is_over).await;
    }

    fn host<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        let host = headers.get(HOST)?.to_str().ok()?;
        is_meant(host, &self.bounds.names, self.port).then_some(host)
    }
}

fn refused(status: StatusCode, sentence: &'static str) -> Response<Body> {
    guarded(status, "text/plain; charset=utf-8", Body::from(sentence))
}

/// A file of the page.
async fn page(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    if shared.host(request.headers()).is_none() {
        return refused(StatusCode::MISDIRECTED_REQUEST, "This server has another name.\n");
    }
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return refused(StatusCode::METHOD_NOT_ALLOWED, "Pages are read here, nothing else.\n");
    }
    shared.pages.at(request.uri().path(), request.headers())
}

/// A connection of a page.
async fn upgrade(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    socket: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Response<Body> {
    let Some(host) = shared.host(&headers) else {
        return refused(StatusCode::MISDIRECTED_REQUEST, "This server has another name.\n");
    };
    let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok());
    if !origin.is_some_and(|origin| is_same(origin, host)) {
        return refused(StatusCode::FORBIDDEN, "Only the page of this server is answered here.\n");
    }
    let Ok(socket) = socket else {
        return refused(StatusCode::BAD_REQUEST, "Here a page speaks over a WebSocket.\n");
    };
    if shared.count.fetch_add(1, Ordering::Relaxed) >= shared.bounds.connections {
        shared.count.fetch_sub(1, Ordering::Relaxed);
        return refused(StatusCode::SERVICE_UNAVAILABLE, "The server is full.\n");
    }
    let channel = Channel(shared.last.fetch_add(1, Ordering::Relaxed) + 1);
    let most = shared.bounds.limits.message;
    let failed = Arc::clone(&shared);
    let socket = socket.max_message_size(most).max_frame_size(most);
    socket
        .on_failed_upgrade(move |_| failed.close(channel))
        .on_upgrade(move |socket| async move { connection::serve(socket, channel, &shared).await })
        .into_response()
}
