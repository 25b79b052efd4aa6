//! An order sheet that is read is written as a sheet that reads the same.
#![no_main]

use furlong::hare_tortoise::postal::{Occasion, Sheet};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let occasion = Occasion::default();
    let Ok(sheet) = Sheet::read(bytes, &occasion) else { return };
    let again = Sheet::parse(&sheet.to_string(), &occasion).expect("a sheet that was written");
    assert_eq!(again.to_string(), sheet.to_string());
});
