//! A connection of a page: messages in, messages out, within bounds.

use std::ops::ControlFlow;
use std::sync::PoisonError;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use furlong_room::{Channel, House};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval, sleep_until};

use crate::now;
use crate::shared::Shared;
use crate::told::Told;

/// The messages that wait for a slow connection at most; then it is dropped.
const QUEUE: usize = 256;

/// A connection from which nothing comes for this time is asked whether it is there, and dropped after the same time again.
const SILENCE: Duration = Duration::from_secs(30);

/// A number of things that may be done at once, and the time after which there is one more.
struct Allowance {
    left: u32,
    most: u32,
    each: Duration,
    since: Instant,
}

impl Allowance {
    fn new(most: u32, each: Duration, now: Instant) -> Self {
        Self { left: most, most, each, since: now }
    }

    /// Takes one, and returns the moment from which it may be used.
    fn take(&mut self, now: Instant) -> Instant {
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
pub(crate) async fn serve(mut socket: WebSocket, channel: Channel, shared: &Shared) {
    let (queue, mut waiting) = mpsc::channel(QUEUE);
    shared.connections.lock().unwrap_or_else(PoisonError::into_inner).insert(channel, queue);
    let mut calls = Allowance::new(60, Duration::from_millis(25), Instant::now());
    let mut openings = Allowance::new(20, Duration::from_secs(2), Instant::now());
    let mut beat = interval(SILENCE);
    let mut is_heard = true;
    loop {
        let step = tokio::select! {
            message = waiting.recv() => match message {
                Some(text) => sent(&socket.send(Message::Text(text.into())).await),
                // The keeper has dropped it.
                None => ControlFlow::Break(()),
            },
            came = socket.recv() => {
                is_heard = true;
                match came {
                    Some(Ok(Message::Text(text))) => {
                        let call = Told::Call { channel, text: text.to_string(), now: now() };
                        let table = House::table_of(&text);
                        let allowance = if table.is_some() { &mut calls } else { &mut openings };
                        let moment = allowance.take(Instant::now());
                        if moment > Instant::now() {
                            sleep_until(moment).await;
                        }
                        shared.tell(channel, table.as_deref(), call)
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => ControlFlow::Continue(()),
                    // Nobody sends bytes here.
                    Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => ControlFlow::Break(()),
                }
            }
            _ = beat.tick() => {
                if std::mem::replace(&mut is_heard, false) {
                    sent(&socket.send(Message::Ping(Vec::new().into())).await)
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

fn sent(result: &Result<(), axum::Error>) -> ControlFlow<()> {
    if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_allowance_is_used_up_and_grows_again() {
        let start = Instant::now();
        let second = Duration::from_secs(1);
        let mut allowance = Allowance::new(2, second, start);
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
