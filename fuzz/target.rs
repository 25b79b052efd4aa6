//! One target for each format, named after it: whatever bytes are read, they are accepted or refused.
#![no_main]

#[path = "../tests/library/fuzz/readers.rs"]
mod readers;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let read = readers::reader(env!("CARGO_BIN_NAME")).expect("named after a format");
    read(bytes);
});
