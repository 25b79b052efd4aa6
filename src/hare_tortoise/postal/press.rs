//! The text of press in a sheet, which is not parsed as orders.

use super::error::OrdersError;
use super::lines::{Line, is_end_of_press, is_order, is_rule, is_section, may_be_order, press_in, stray};

/// The text of a press letter in a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Letter {
    /// The line in which it begins, from 1.
    pub(super) line: usize,
    /// The last line that belongs to it.
    pub(super) last: usize,
    pub(super) text: String,
}

/// Finds the press between two lines, and a fault for the first letter without an end.
pub(super) fn press_between(
    lines: &[Line<'_>],
    begin: usize,
    end: usize,
) -> (Vec<Letter>, Option<OrdersError>) {
    let mut letters = Vec::new();
    let mut next = begin;
    while let Some(index) =
        (next..end).find(|index| lines[*index].depth == 0 && press_in(lines[*index].body).is_some())
    {
        let words = press_in(lines[index].body).unwrap_or_default();
        next = index + 1;
        if !words.is_empty() {
            let mut text = words.to_owned();
            // A program for mails has broken a long line.
            let goes_on = |next: usize| {
                let Line { body, depth: 0, .. } = lines[next] else { return false };
                lines[next - 1].body.chars().count() >= LEAST_BROKEN
                    && !(body.is_empty()
                        || is_rule(body)
                        || is_section(body)
                        || is_order(body)
                        || may_be_order(body))
            };
            while next < end && goes_on(next) {
                text.push(' ');
                text.push_str(lines[next].body);
                next += 1;
            }
            letters.push(Letter { line: index + 1, last: next, text });
            continue;
        }
        let Some(last) = (next..end).find(|index| is_end_of_press(lines[*index].body)) else {
            let problem = "this press has no end: write `end press` below its last line";
            return (letters, Some(stray(lines, index, problem.to_owned())));
        };
        let text: Vec<&str> = lines[next..last].iter().map(|line| line.whole).collect();
        letters.push(Letter { line: index + 1, last: last + 1, text: text.join("\n").trim().to_owned() });
        next = last + 1;
    }
    (letters, None)
}

/// The minimum length of a line that a mail program may have broken.
const LEAST_BROKEN: usize = 50;

/// The lines with the text of press, without the lines that introduce it.
pub(super) fn press_lines(letters: &[Letter], lines: usize) -> Vec<bool> {
    let mut is_press = vec![false; lines];
    for letter in letters {
        is_press[letter.line..letter.last].fill(true);
    }
    is_press
}
