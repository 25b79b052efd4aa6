//! The tables of a page without a server: a [`Tables`] in a worker of the browser.
//!
//! It exchanges JSON texts: the calls of the page come in, and what to store and to send goes out. `page/worker.js`
//! passes them on.

use std::sync::{Mutex, PoisonError};

use furlong::bot::StopFlag;
use furlong_tables::{Channel, Done, Limits, Outcome, Tables};
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

/// The only channel, which is the page.
const PAGE: Channel = Channel(0);

#[wasm_bindgen]
extern "C" {
    /// A function of the worker that sends messages at once, while work is being done.
    fn send(outcome: &str);
}

/// The tables of a page. Times are milliseconds of a monotonic clock in the browser.
#[wasm_bindgen]
#[derive(Debug)]
pub struct OfflineTables {
    tables: Tables,
}

#[wasm_bindgen]
impl OfflineTables {
    /// Creates tables with this seed of 32 bytes for all randomness; a shorter one is padded with zeros.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: &[u8]) -> Self {
        let mut bytes = [0; 32];
        bytes.iter_mut().zip(seed).for_each(|(byte, from)| *byte = *from);
        Self {
            tables: Tables::new("o", furlong::catalogue(), bytes)
                .with_limits(Limits { idle: u64::MAX, ..Limits::default() }),
        }
    }

    /// Restores a stored table. Invalid text is ignored.
    pub fn restore(&mut self, kept: &str, now: f64) {
        _ = self.tables.restore(kept, (now as u64).into());
    }

    /// Answers a call.
    pub fn call(&mut self, call: &str, now: f64) -> String {
        let outcome = self.tables.call(PAGE, call, (now as u64).into());
        self.said(outcome, now)
    }

    /// Does one piece of waiting work, such as a bot's decision; does nothing if there is none. It reports the progress
    /// of an analysis.
    pub fn work(&mut self, now: f64) -> Option<String> {
        let work = self.tables.work()?;
        let done = {
            let tables = Mutex::new(&mut *self);
            let tell = |done| send(&tables.lock().unwrap_or_else(PoisonError::into_inner).finish(done, now));
            work.run_with_progress(&StopFlag::default(), &tell)
        };
        Some(self.finish(done, now))
    }

    /// Advances the clocks.
    pub fn tick(&mut self, now: f64) -> String {
        let outcome = self.tables.tick((now as u64).into());
        self.said(outcome, now)
    }

    fn finish(&mut self, done: Done, now: f64) -> String {
        let outcome = self.tables.finish(done, (now as u64).into());
        self.said(outcome, now)
    }

    fn said(&self, outcome: Outcome, now: f64) -> String {
        let kept = |table: &String| {
            let text = self.tables.saved(table, (now as u64).into())?;
            Some(json!({ "table": table, "text": text }))
        };
        let kept: Vec<_> = outcome.changed.iter().filter_map(kept).collect();
        let sent: Vec<_> = outcome.sent.into_iter().map(|sent| sent.text).collect();
        json!({ "kept": kept, "sent": sent }).to_string()
    }
}
