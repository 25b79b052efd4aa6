//! Numbers about the server for Prometheus. They name no table and no player.

use std::time::Duration;

use furlong::formats::ErrorCode;
use prometheus_client::encoding::prometheus_text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

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

    /// All numbers as Prometheus reads them, with these counts of now.
    pub(crate) fn text(
        &self,
        connections: usize,
        tables: usize,
        waited_for: usize,
    ) -> Result<String, std::fmt::Error> {
        self.connections.set(connections as i64);
        self.tables.set(tables as i64);
        self.waited_for.set(waited_for as i64);
        let mut text = String::new();
        encode(&mut text, &self.registry).map(|()| text)
    }
}
