//! Numbers and names in words.

use super::happening::RunnerName;
use crate::text::counted;

/// The number of carrots in words: `12 carrots`.
pub(super) fn carrots(count: u16) -> String {
    counted(count, "carrot", "carrots")
}

/// The number of lettuces in words: `3 lettuces`.
pub(super) fn lettuces(count: u8) -> String {
    counted(count, "lettuce", "lettuces")
}

/// The letter of a runner in pictures: `A` for seat 1, `a` for its second runner, `α` for its third.
pub(super) fn letter(name: RunnerName) -> char {
    let row = ["ABCDEF", "abcdef", "αβγδεζ"].get(usize::from(name.index)).unwrap_or(&"ABCDEF");
    row.chars().nth(name.seat.index()).unwrap_or('?')
}
