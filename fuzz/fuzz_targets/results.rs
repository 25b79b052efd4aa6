//! A part of a run that is read tells a report or is refused.
#![no_main]

use furlong::arena::{Part, Report, merge};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(part) = Part::from_json(text) else { return };
    if let Ok(whole) = merge(vec![("part".to_owned(), part)]) {
        _ = Report::of(whole.question, &whole.runs, None).map(|report| report.to_json());
    }
});
