//! The tables of a page without a server: a [`Tables`] in a worker of the browser.
//!
//! Texts go in and out: what the page calls, and what is to be kept and sent, as JSON. `page/worker.js` passes them on.

use std::sync::{Mutex, PoisonError};

use furlong::bot::StopFlag;
use furlong_tables::{Channel, Done, Limits, Outcome, Tables};
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

/// The only channel: the page.
const PAGE: Channel = Channel(0);

#[wasm_bindgen]
extern "C" {
    /// The function of the worker that passes messages on at once, in the middle of a piece of work.
    fn send(outcome: &str);
}

/// The tables of a page. Times are milliseconds of a clock of the browser that nobody corrects.
#[wasm_bindgen]
#[derive(Debug)]
pub struct OfflineTables {
    tables: Tables,
}

#[wasm_bindgen]
impl OfflineTables {
    /// Tables whose chance comes from this seed of 32 bytes; a shorter one is filled up with zeros.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: &[u8]) -> Self {
        let mut bytes = [0; 32];
        bytes.iter_mut().zip(seed).for_each(|(byte, from)| *byte = *from);
        Self {
            tables: Tables::new("o", furlong::catalogue(), bytes)
                .with_limits(Limits { idle: u64::MAX, ..Limits::default() }),
        }
    }

    /// Brings back a table that was kept. A text that is none is passed over.
    pub fn restore(&mut self, kept: &str, now: f64) {
        _ = self.tables.restore(kept, (now as u64).into());
    }

    /// Answers a call.
    pub fn call(&mut self, call: &str, now: f64) -> String {
        let outcome = self.tables.call(PAGE, call, (now as u64).into());
        self.said(outcome, now)
    }

    /// Does a piece of work that waits, such as the decision of a bot; nothing when none does. Meanwhile it sends how far an
    /// analysis has come.
    pub fn work(&mut self, now: f64) -> Option<String> {
        let work = self.tables.work()?;
        let done = {
            let tables = Mutex::new(&mut *self);
            let tell = |done| send(&tables.lock().unwrap_or_else(PoisonError::into_inner).finish(done, now));
            work.run_with_progress(&StopFlag::default(), &tell)
        };
        Some(self.finish(done, now))
    }

    /// Lets the clocks go on.
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
