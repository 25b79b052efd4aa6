//! A page's connection, with limits on its messages.

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use furlong::formats::ErrorCode;
use furlong_tables::{Channel, ParsedCall, ServerCall};
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::body::Bytes;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, interval, sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use crate::address::qr_picture;
use crate::message::WorkerMessage;
use crate::now;
use crate::shared::Shared;

/// The maximum number of messages waiting for a slow connection; beyond that it is dropped.
pub(crate) const QUEUE: usize = 256;

/// The maximum size of a part of a message that is sent at once. Each connection keeps a buffer of this size; for whole
/// messages, thousands of connections would need ten times as much each.
const PART: usize = 8 << 10;

/// The maximum size of a call that is parsed at once. Longer ones wait for their turn.
const SHORT: usize = 8 << 10;

/// The calls of a connection about tables and its requests for feeds: how many at once, and the time until one more.
pub(crate) const CALLS: (u32, Duration) = (60, Duration::from_millis(25));

/// Its other calls, such as those that open tables.
pub(crate) const OPENINGS: (u32, Duration) = (20, Duration::from_secs(2));

/// A rate limit: a number of operations in advance, and the time until one more is allowed.
pub(crate) struct Allowance {
    left: u32,
    most: u32,
    each: Duration,
    since: Instant,
}

impl Allowance {
    fn new((most, each): (u32, Duration), now: Instant) -> Self {
        Self { left: most, most, each, since: now }
    }

    /// The rate limit of what a connection asks for.
    pub(crate) fn of_calls() -> Self {
        Self::new(CALLS, Instant::now())
    }

    /// Takes one operation, and returns the time from which it is allowed.
    pub(crate) fn take(&mut self, now: Instant) -> Instant {
        let more = (now.saturating_duration_since(self.since).as_nanos() / self.each.as_nanos()) as u32;
        if more > 0 {
            self.left = self.left.saturating_add(more).min(self.most);
            self.since = if self.left == self.most { now } else { self.since + self.each * more };
        }
        if self.left > 0 {
            self.left -= 1;
            return now;
        }
        self.since += self.each;
        self.since.max(now)
    }
}

/// Serves a connection until it ends.
pub(crate) async fn serve(stream: Upgraded, channel: Channel, from: IpAddr, shared: &Arc<Shared>) {
    let most = shared.bounds.limits.message;
    // Calls are short, so a short buffer reads them.
    let config = WebSocketConfig::default().max_message_size(Some(most)).max_frame_size(Some(most));
    let config = config.read_buffer_size(4 << 10).write_buffer_size(0);
    let stream = TokioIo::new(stream);
    let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
    let (queue, mut waiting) = mpsc::channel(QUEUE);
    shared.connections.lock().unwrap_or_else(PoisonError::into_inner).insert(channel, queue);
    let patience = shared.bounds.patience;
    let mut calls = Allowance::of_calls();
    let mut openings = Allowance::new(OPENINGS, Instant::now());
    let mut beat = interval(patience);
    let mut is_heard = true;
    loop {
        let step = tokio::select! {
            message = waiting.recv() => match message {
                Some(text) => send(&mut socket, text, patience).await,
                // The worker has dropped it.
                None => ControlFlow::Break(()),
            },
            came = socket.next() => {
                is_heard = true;
                match came {
                    Some(Ok(Message::Text(text))) => {
                        let came = now();
                        let asked = read(text, shared).await;
                        let allowance = if asked.table().is_some() { &mut calls } else { &mut openings };
                        let moment = allowance.take(Instant::now());
                        if moment > Instant::now() {
                            sleep_until(moment).await;
                        }
                        let asked = served(prepared(asked, shared).await, from, shared);
                        let table = asked.table().map(str::to_owned);
                        shared.tell(channel, table.as_deref(), WorkerMessage::Call { channel, asked: Box::new(asked), now: came, queued: Instant::now().into_std() })
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => ControlFlow::Continue(()),
                    // Nobody sends bytes here.
                    Some(Ok(_) | Err(_)) | None => ControlFlow::Break(()),
                }
            }
            _ = beat.tick() => {
                if std::mem::replace(&mut is_heard, false) {
                    let ping = Message::Ping(Bytes::new());
                    taken(&timeout(patience, socket.send(ping)).await)
                } else {
                    ControlFlow::Break(())
                }
            }
            () = shared.ended() => ControlFlow::Break(()),
        };
        if step.is_break() {
            break;
        }
    }
    shared.connections.lock().unwrap_or_else(PoisonError::into_inner).remove(&channel);
    shared.close(channel);
}

/// Parses a call; a long one waits for its turn.
async fn read(text: Utf8Bytes, shared: &Arc<Shared>) -> ParsedCall {
    let limits = shared.bounds.limits;
    if text.len() <= SHORT {
        return ParsedCall::read(&text, &limits);
    }
    in_turn(shared, move |_| ParsedCall::read(&text, &limits)).await
}

/// Prepares a call, in its turn.
async fn prepared(asked: ParsedCall, shared: &Arc<Shared>) -> ParsedCall {
    if !asked.needs_preparation() {
        return asked;
    }
    in_turn(shared, |shared| {
        // Without random numbers the server has not begun.
        asked.prepared(&shared.catalogue, &shared.bounds.limits, || getrandom::u64().unwrap_or_default())
    })
    .await
}

/// Answers a request to the server around the tables.
fn served(asked: ParsedCall, from: IpAddr, shared: &Shared) -> ParsedCall {
    let hand_overs = || shared.hand_overs.lock().unwrap_or_else(PoisonError::into_inner);
    let now = Instant::now().into_std();
    let answer = match asked.server_call().cloned() {
        None => return asked,
        Some(ServerCall::Qr { link }) => qr_picture(&link, &shared.bounds.names, shared.port),
        Some(ServerCall::HandOver { code, text }) => {
            hand_overs().keep(code, text, from, now).map(|()| String::new())
        }
        Some(ServerCall::PickUp { code }) => hand_overs().take(&code, from, now),
    };
    match answer {
        Ok(text) => asked.answered(text),
        Err(sentence) => asked.refused(ErrorCode::BadValue, sentence),
    }
}

/// Does something slow that needs no table on a separate thread, one after another.
async fn in_turn(
    shared: &Arc<Shared>,
    work: impl FnOnce(&Shared) -> ParsedCall + Send + 'static,
) -> ParsedCall {
    let turn = shared.reading.acquire().await;
    let own = Arc::clone(shared);
    let done = spawn_blocking(move || work(&own)).await;
    drop(turn);
    done.unwrap_or_else(|_| ParsedCall::failed())
}

/// Sends a text in parts, each of which must be accepted within this time.
async fn send(
    socket: &mut WebSocketStream<TokioIo<Upgraded>>,
    text: String,
    patience: Duration,
) -> ControlFlow<()> {
    let mut rest = Bytes::from(text);
    let mut kind = Data::Text;
    loop {
        let part = rest.split_to(rest.len().min(PART));
        let is_last = rest.is_empty();
        let frame = Frame::message(part, OpCode::Data(kind), is_last);
        taken(&timeout(patience, socket.send(Message::Frame(frame))).await)?;
        if is_last {
            return ControlFlow::Continue(());
        }
        kind = Data::Continue;
    }
}

/// Returns whether a connection has accepted what it was sent.
fn taken<E, F>(result: &Result<Result<(), E>, F>) -> ControlFlow<()> {
    if matches!(result, Ok(Ok(()))) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_is_used_up_and_grows_again() {
        let start = Instant::now();
        let second = Duration::from_secs(1);
        let mut allowance = Allowance::new((2, second), start);
        assert!(allowance.take(start) <= start && allowance.take(start) <= start);
        let later = allowance.take(start);
        assert!(later > start && later <= start + second);
        let next = allowance.take(later);
        assert!(next > later && next <= later + second);
        let long = start + 60 * second;
        assert_eq!([allowance.take(long), allowance.take(long)], [long, long]);
        assert!(allowance.take(long) > long, "no more than two at once");
    }
}
