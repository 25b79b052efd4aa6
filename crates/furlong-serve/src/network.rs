//! The network: accepts connections, answers requests with files of the page, and passes pages on to the workers.

use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use furlong_tables::Channel;
use hyper::body::Incoming;
use hyper::header::{ORIGIN, UPGRADE};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;

use crate::address::is_same;
use crate::connection::{self, Allowance};
use crate::connection_limits::{AddressSlot, PendingConnections};
use crate::feed;
use crate::pages::{Body, said};
use crate::shared::{Bounds, Shared};

/// The answer to a page if the server is full.
const FULL: &str = "The server is full.\n";

/// Accepts connections until `stop` is ready, and then lets open requests finish.
pub(crate) async fn serve(listener: TcpListener, shared: &Arc<Shared>, stop: impl Future<Output = ()>) {
    let mut stop = pin!(stop);
    let (mut pending, mut tasks) = (PendingConnections::default(), JoinSet::new());
    let mut last = 0;
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, from)) => {
                    let Some(slot) = shared.addresses.admit(from.ip(), shared.bounds.of_address) else { continue };
                    if pending.len() >= shared.bounds.asking {
                        pending.drop_oldest();
                    }
                    last += 1;
                    let has_asked = Arc::new(AtomicBool::new(false));
                    let connection = attend(stream, slot, Arc::clone(&has_asked), Arc::clone(shared));
                    let number = last;
                    let task = tasks.spawn(async move {
                        connection.await;
                        number
                    });
                    pending.enter(number, task, has_asked);
                }
                // The system has no more connections to give.
                Err(_) if pending.drop_oldest() => sleep(Duration::from_millis(1)).await,
                Err(_) => sleep(Duration::from_millis(200)).await,
            },
            Some(ended) = tasks.join_next() => if let Ok(number) = ended {
                pending.leave(number);
            },
            () = &mut stop => break,
        }
    }
    drop(listener);
    while tasks.join_next().await.is_some() {}
}

/// Answers the requests of one connection, until it becomes a page's connection, has no more requests, or takes too
/// long.
async fn attend(stream: TcpStream, slot: AddressSlot, has_asked: Arc<AtomicBool>, shared: Arc<Shared>) {
    // A message is not kept back until the one before it was acknowledged.
    _ = stream.set_nodelay(true);
    let Bounds { patience, silence, .. } = shared.bounds;
    let slot = Arc::new(slot);
    let calls = Mutex::new(Allowance::of_calls());
    let service = service_fn(|request| {
        has_asked.store(true, Ordering::Relaxed);
        let response = answer(&shared, &slot, &calls, request);
        async { Ok::<_, Infallible>(response.await) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(silence).max_buf_size(16 << 10);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let requests = async {
        tokio::select! {
            _ = &mut connection => {}
            () = shared.ended() => {
                connection.as_mut().graceful_shutdown();
                _ = connection.await;
            }
        }
    };
    // Somebody who takes the answers drop by drop is not waited for.
    _ = timeout(4 * patience, requests).await;
}

async fn answer(
    shared: &Arc<Shared>,
    slot: &Arc<AddressSlot>,
    calls: &Mutex<Allowance>,
    request: Request<Incoming>,
) -> Response<Body> {
    let Some(host) = shared.host(request.headers()) else {
        return said(
            StatusCode::MISDIRECTED_REQUEST,
            "This server does not go by that name: its option --name adds one.\n",
        );
    };
    if request.uri().path() == "/ws" {
        // A page whose connection does not open asks without an upgrade for the reason.
        if !request.headers().contains_key(UPGRADE) {
            let is_full = shared.count.load(Ordering::Relaxed) >= shared.bounds.connections;
            let status = if is_full { StatusCode::SERVICE_UNAVAILABLE } else { StatusCode::OK };
            return said(status, if is_full { FULL } else { "The server has room.\n" });
        }
        let origin = request.headers().get(ORIGIN).and_then(|origin| origin.to_str().ok());
        if !origin.is_some_and(|origin| is_same(origin, host)) {
            return said(StatusCode::FORBIDDEN, "Only this server's own page may connect.\n");
        }
        return page(shared, slot, request);
    }
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return said(StatusCode::METHOD_NOT_ALLOWED, "Only GET requests are answered.\n");
    }
    if let Some(address) = request.uri().path().strip_prefix("/feed/") {
        // A feed asks a worker, as the call of a page does.
        let moment = calls.lock().unwrap_or_else(PoisonError::into_inner).take(Instant::now());
        sleep_until(moment).await;
        return feed::answer(shared, address, request.headers()).await;
    }
    if request.uri().path() == "/push-key"
        && let Some(key) = &shared.push_key
    {
        return said(StatusCode::OK, key.clone());
    }
    shared.pages.at(request.uri().path(), request.headers())
}

/// Opens a page's connection.
fn page(shared: &Arc<Shared>, slot: &Arc<AddressSlot>, request: Request<Incoming>) -> Response<Body> {
    let Ok(response) = create_response_with_body(&request, Body::default) else {
        return said(StatusCode::BAD_REQUEST, "This address is for WebSocket connections.\n");
    };
    let of_page = match slot.forwarded(request.headers()) {
        Some(address) => shared.addresses.admit(address, shared.bounds.of_address).map(Arc::new),
        None => Some(Arc::clone(slot)),
    };
    let Some(slot) = of_page else {
        return said(StatusCode::TOO_MANY_REQUESTS, "Your network has too many connections.\n");
    };
    if shared.count.fetch_add(1, Ordering::Relaxed) >= shared.bounds.connections {
        shared.count.fetch_sub(1, Ordering::Relaxed);
        return said(StatusCode::SERVICE_UNAVAILABLE, FULL);
    }
    let channel = Channel(shared.last.fetch_add(1, Ordering::Relaxed) + 1);
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        match hyper::upgrade::on(request).await {
            Ok(stream) => connection::serve(stream, channel, slot.address(), &shared).await,
            Err(_) => shared.close(channel),
        }
        drop(slot);
    });
    response
}
