//! Numbers and names in words.

use super::happening::RunnerName;
use crate::words::counted;

/// `12 carrots`
pub(super) fn carrots(count: u16) -> String {
    counted(count, "carrot", "carrots")
}

/// `3 lettuces`
pub(super) fn lettuces(count: u8) -> String {
    counted(count, "lettuce", "lettuces")
}

/// `2nd`
pub(super) fn ordinal(number: impl Into<u16>) -> String {
    let number = number.into();
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The letter of a runner in pictures: `A` of seat 1, `a` of its second runner, `α` of its third.
pub(super) fn letter(name: RunnerName) -> char {
    let row = ["ABCDEF", "abcdef", "αβγδεζ"].get(usize::from(name.index)).unwrap_or(&"ABCDEF");
    row.chars().nth(name.seat.index()).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_end_as_they_are_spoken() {
        let numbers = [1_u8, 2, 3, 4, 11, 12, 13, 21, 101, 111].map(ordinal);
        assert_eq!(numbers, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "101st", "111th"]);
    }
}
