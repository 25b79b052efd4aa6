//! Numbers and names in words.

use super::happening::RunnerName;
use crate::text::counted;

/// `12 carrots`
pub(super) fn carrots(count: u16) -> String {
    counted(count, "carrot", "carrots")
}

/// `3 lettuces`
pub(super) fn lettuces(count: u8) -> String {
    counted(count, "lettuce", "lettuces")
}

/// The letter of a runner in pictures: `A` of seat 1, `a` of its second runner, `α` of its third.
pub(super) fn letter(name: RunnerName) -> char {
    let row = ["ABCDEF", "abcdef", "αβγδεζ"].get(usize::from(name.index)).unwrap_or(&"ABCDEF");
    row.chars().nth(name.seat.index()).unwrap_or('?')
}
