//! The page that Prometheus reads, at an address of its own.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hyper::body::Bytes;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use prometheus_client::encoding::prometheus_text::CONTENT_TYPE;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::message::WorkerMessage;
use crate::pages::{Body, guarded, said};
use crate::shared::Shared;

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
    let connections = shared.count.load(Ordering::Relaxed);
    match shared.metrics.text(connections, tables, waited_for) {
        Ok(text) => guarded(StatusCode::OK, CONTENT_TYPE, Body::new(Bytes::from(text))),
        Err(_) => said(StatusCode::INTERNAL_SERVER_ERROR, "The numbers cannot be written.\n"),
    }
}
