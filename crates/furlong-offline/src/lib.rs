//! The tables of a page without a server: a [`House`] in a worker of the browser.
//!
//! Texts go in and out: what the page calls, and what is to be kept and sent, as JSON. `page/worker.js` passes them on.

use furlong::bot::StopFlag;
use furlong_room::{Channel, House, Limits, Outcome};
use serde_json::json;
use wasm_bindgen::prelude::wasm_bindgen;

/// The only channel: the page.
const PAGE: Channel = Channel(0);

/// The tables of a page. Times are milliseconds of the browser's clock.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tables {
    house: House,
}

#[wasm_bindgen]
impl Tables {
    /// Tables whose chance comes from this seed of 32 bytes; a shorter one is filled up with zeros.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: &[u8]) -> Self {
        let mut bytes = [0; 32];
        bytes.iter_mut().zip(seed).for_each(|(byte, from)| *byte = *from);
        Self {
            house: House::new("o", furlong::catalogue(), bytes)
                .within(Limits { idle: u64::MAX, ..Limits::default() }),
        }
    }

    /// Brings back a table that was kept. A text that is none is passed over.
    pub fn restore(&mut self, kept: &str, now: f64) {
        _ = self.house.restore(kept, now as u64);
    }

    /// Answers a call.
    pub fn call(&mut self, call: &str, now: f64) -> String {
        let outcome = self.house.call(PAGE, call, now as u64);
        self.said(outcome, now)
    }

    /// Does a piece of work that waits, such as the decision of a bot; nothing when none does.
    pub fn work(&mut self, now: f64) -> Option<String> {
        let done = self.house.work()?.run(&StopFlag::default());
        let outcome = self.house.finish(done, now as u64);
        Some(self.said(outcome, now))
    }

    /// Lets the clocks go on.
    pub fn tick(&mut self, now: f64) -> String {
        let outcome = self.house.tick(now as u64);
        self.said(outcome, now)
    }

    fn said(&self, outcome: Outcome, now: f64) -> String {
        let kept = |table: &String| {
            let text = self.house.saved(table, now as u64)?;
            Some(json!({ "table": table, "text": text }))
        };
        let kept: Vec<_> = outcome.changed.iter().filter_map(kept).collect();
        let sent: Vec<_> = outcome.sent.into_iter().map(|sent| sent.text).collect();
        json!({ "kept": kept, "sent": sent }).to_string()
    }
}
