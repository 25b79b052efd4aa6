//! Numbers about the server for Prometheus. They name no table and no player.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use furlong::formats::ErrorCode;
use hyper::body::Bytes;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus_client::encoding::prometheus_text::{CONTENT_TYPE, encode};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::message::WorkerMessage;
use crate::pages::{Body, guarded, said};
use crate::shared::Shared;

type Labels<const N: usize> = [(&'static str, &'static str); N];

/// The numbers, which the whole server shares.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    connections: Gauge,
    tables: Gauge,
    waited_for: Gauge,
    calls: Family<Labels<1>, Histogram, fn() -> Histogram>,
    refusals: Family<Labels<1>, Counter>,
    pub(crate) failed_saves: Counter,
    messages: Family<Labels<2>, Counter>,
}

impl Default for Metrics {
    fn default() -> Self {
        let times: fn() -> Histogram =
            || Histogram::new([0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0]);
        let mut new = Self {
            registry: Registry::with_prefix("furlong"),
            connections: Gauge::default(),
            tables: Gauge::default(),
            waited_for: Gauge::default(),
            calls: Family::new_with_constructor(times),
            refusals: Family::default(),
            failed_saves: Counter::default(),
            messages: Family::default(),
        };
        let registry = &mut new.registry;
        registry.register("connections", "Connected pages", new.connections.clone());
        registry.register("tables", "Tables in memory", new.tables.clone());
        registry.register(
            "people_to_move",
            "People whose turn it is, at these tables",
            new.waited_for.clone(),
        );
        let help = "Time until a call in the queue is answered; of hints and analyses, until they are begun";
        registry.register("call_seconds", help, new.calls.clone());
        registry.register("refusals", "Refused calls", new.refusals.clone());
        registry.register("failed_saves", "Attempts to save tables that failed", new.failed_saves.clone());
        registry.register("messages", "Mails, calls of the webhook and push messages", new.messages.clone());
        new
    }
}

impl Metrics {
    pub(crate) fn answered(&self, call: &'static str, after: Duration) {
        self.calls.get_or_create(&[("call", call)]).observe(after.as_secs_f64());
    }

    pub(crate) fn refused(&self, code: ErrorCode) {
        self.refusals.get_or_create(&[("code", code.into())]).inc();
    }

    /// Counts a message to somebody who is away: its kind, and what became of it.
    pub(crate) fn message(&self, kind: &'static str, result: &'static str) {
        self.messages.get_or_create(&[("kind", kind), ("result", result)]).inc();
    }
}

/// Answers requests for `/metrics`, one after another, until the server ends.
pub(crate) async fn serve(listener: TcpListener, shared: &Arc<Shared>) {
    let silence = shared.bounds.silence;
    let service = service_fn(|request: hyper::Request<_>| async move {
        Ok::<_, Infallible>(match request.uri().path() {
            "/metrics" => written(shared).await,
            _ => said(StatusCode::NOT_FOUND, "The numbers are at /metrics.\n"),
        })
    });
    let mut builder = http1::Builder::new();
    builder.keep_alive(false).timer(TokioTimer::new()).header_read_timeout(silence);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shared.ended() => return,
        };
        match accepted {
            Ok((stream, _)) => {
                _ = timeout(2 * silence, builder.serve_connection(TokioIo::new(stream), service)).await;
            }
            // The system has no more connections to give.
            Err(_) => tokio::time::sleep(Duration::from_millis(200)).await,
        }
    }
}

async fn written(shared: &Shared) -> Response<Body> {
    let (mut tables, mut waited_for) = (0, 0);
    for worker in &shared.workers {
        let (to, answer) = oneshot::channel();
        _ = worker.send(WorkerMessage::Count(to));
        // A worker that has ended has no tables.
        let (its_tables, its_people) = answer.await.unwrap_or_default();
        (tables, waited_for) = (tables + its_tables, waited_for + its_people);
    }
    let metrics = &shared.metrics;
    metrics.connections.set(shared.count.load(Ordering::Relaxed) as i64);
    metrics.tables.set(tables as i64);
    metrics.waited_for.set(waited_for as i64);
    let mut text = String::new();
    match encode(&mut text, &metrics.registry) {
        Ok(()) => guarded(StatusCode::OK, CONTENT_TYPE, Body::new(Bytes::from(text))),
        Err(_) => said(StatusCode::INTERNAL_SERVER_ERROR, "The numbers cannot be written.\n"),
    }
}
