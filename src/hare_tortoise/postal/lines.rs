//! Classifies a line of a sheet or a mail: its marks, and whether it is an order, may be one, or is only a
//! greeting.

use super::error::{OrdersError, SheetPlace};
use crate::text::nearest;

/// A line without its marks of quotation.
pub(super) struct Line<'a> {
    /// The number of `>` before it.
    pub(super) depth: usize,
    /// The number of characters of these marks.
    pub(super) margin: usize,
    pub(super) body: &'a str,
    /// The line as it was written.
    pub(super) whole: &'a str,
}

impl<'a> Line<'a> {
    pub(super) fn of(line: &'a str) -> Self {
        let body = line.trim_start_matches(|letter: char| letter == '>' || letter.is_whitespace());
        // A line without marks keeps its indent as it is.
        let prefix = &line[..line.len() - body.len()];
        let (depth, margin) = (prefix.matches('>').count(), prefix.chars().count());
        Self { depth, margin, body: body.trim_end(), whole: line.trim_end() }
    }

    pub(super) fn first_word(&self) -> String {
        first_word(self.body).to_lowercase()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.body.is_empty()
    }

    /// Returns whether the line is the sender's own, not a quotation.
    pub(super) fn is_own(&self) -> bool {
        self.depth == 0 && !self.body.is_empty()
    }
}

/// A fault at the first letter of a line.
pub(super) fn stray(lines: &[Line<'_>], index: usize, problem: String) -> OrdersError {
    OrdersError::Unfit { place: SheetPlace { line: index + 1, column: lines[index].margin + 1 }, problem }
}

/// The sections of a sheet.
pub(super) const SECTIONS: [&str; 5] = ["first", "second", "chew", "again", "vote"];

/// Returns whether a line begins another part of a sheet: `round 4`, `round 5 on`, `withdraw`.
pub(super) fn is_part(body: &str) -> bool {
    let body = body.split('#').next().unwrap_or_default().trim().to_lowercase();
    let Some(round) = body.strip_prefix("round") else { return body == "withdraw" };
    let number =
        round.trim_start_matches([':', ' ']).trim_start_matches(|letter: char| letter.is_ascii_digit());
    number.len() < round.trim_start_matches([':', ' ']).len()
        && matches!(number.trim(), "" | "on" | "until further notice")
}

/// The words after the colon of a line that begins press: `press:` or `press to Ann and C: ...`.
pub(super) fn press_in(body: &str) -> Option<&str> {
    let (before, words) = body.split_once(':')?;
    let before = before.trim().to_lowercase();
    (before == "press" || before.starts_with("press to ")).then(|| words.trim())
}

/// Returns whether a line ends press.
pub(super) fn is_end_of_press(body: &str) -> bool {
    let words: Vec<String> =
        body.trim_end_matches(['.', ':']).split_whitespace().map(str::to_lowercase).collect();
    words == ["end", "press"] || words == ["end", "of", "press"]
}

/// Returns whether a character marks words as quoted, as code or as important, and means nothing in a sheet.
pub(super) fn is_ornament(letter: char) -> bool {
    matches!(letter, '"' | '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' | '`' | '*')
}

/// A line without a list mark in front of it: `- `, a dash, a bullet, `1. ` or `1) `.
pub(super) fn without_list_mark(line: &str) -> &str {
    let text = line.trim_start();
    let number = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let behind = if number.len() < text.len() {
        number.strip_prefix(['.', ')'])
    } else {
        text.strip_prefix(|letter: char| {
            matches!(
                letter,
                '-' | '+' | '\u{2010}'
                    ..='\u{2015}'
                        | '\u{2022}'
                        | '\u{2023}'
                        | '\u{2043}'
                        | '\u{b7}'
                        | '\u{25aa}'
                        | '\u{25cf}'
                        | '\u{25e6}'
            )
        })
    };
    // A list mark is separated from its item by a space, so that a signed number stays a number.
    behind.filter(|item| item.starts_with(char::is_whitespace)).unwrap_or(line)
}

/// The first word of a text.
pub(super) fn first_word(text: &str) -> &str {
    let text = text.trim_start_matches(is_ornament);
    let end = text.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(text.len());
    &text[..end]
}

/// Returns whether a line is the name of a section without an order, as in a blank sheet.
pub(super) fn is_bare_section(body: &str) -> bool {
    let body = body.split('#').next().unwrap_or_default().trim().to_lowercase();
    body.strip_suffix(':').is_some_and(|name| SECTIONS.contains(&name.trim_matches(is_ornament)))
}

/// Returns whether a line begins a section, spelled correctly or not.
pub(super) fn is_section(body: &str) -> bool {
    let body = without_list_mark(body).trim_start().to_lowercase();
    let word = first_word(&body);
    let rest = body.trim_start_matches(is_ornament)[word.len()..].trim_start_matches(is_ornament);
    rest.trim_start().starts_with(':') && nearest(word, SECTIONS.into_iter()).is_some()
}

/// Returns whether a line is an order, spelled correctly or not, and not a sentence.
pub(super) fn is_order(body: &str) -> bool {
    // List marks and numbers are ignored here, because what follows them may be an order.
    let body = body.trim_start_matches(|letter: char| !letter.is_alphabetic()).to_lowercase();
    let word = first_word(&body);
    let rest = body[word.len()..].trim_start_matches(is_ornament).trim();
    let is_like = |words: &[&str]| nearest(word, words.iter().copied()).is_some();
    let is_over = |rest: &str| rest.trim_end_matches(is_ornament).is_empty() || rest.starts_with([';', '#']);
    let has_square = rest.starts_with(|letter: char| letter.is_ascii_digit())
        || ["start", "finish"].iter().any(|square| rest.strip_prefix(square).is_some_and(is_over));
    match word {
        _ if is_part(&body) || press_in(&body).is_some() => true,
        "if" => body.contains(':'),
        "stay" => is_over(rest) || rest.starts_with("and "),
        "back" | "chew" | "draw" | "pay" | "neither" if is_over(rest) => true,
        _ if rest.starts_with(':') => is_like(&SECTIONS),
        _ => has_square && is_like(&["to", "forward"]),
    }
}

/// The beginnings of lines that mail programs add.
const ADDED: [&str; 18] = [
    "sent from ",
    "sent via ",
    "sent with ",
    "get outlook",
    "yahoo mail",
    "gesendet von ",
    "gesendet mit ",
    "gesendet \u{fc}ber ",
    "von meinem ",
    "diese nachricht wurde von ",
    "envoy\u{e9} de ",
    "envoy\u{e9} depuis ",
    "inviato da",
    "enviado desde ",
    "enviado d",
    "verzonden v",
    "skickat fr\u{e5}n ",
    "wys\u{142}ane z ",
];

/// Returns whether a mail program has added this line below the sender's text, or as a title above quoted text.
pub(super) fn is_added(body: &str) -> bool {
    let lower = body.to_lowercase();
    let is_title = body.starts_with("---") && body.ends_with("---") && body.contains(char::is_alphabetic);
    is_title || ADDED.iter().any(|added| lower.starts_with(added))
}

/// Returns whether a line is only a horizontal rule.
pub(super) fn is_rule(body: &str) -> bool {
    let mark = |letter: char| matches!(letter, '-' | '_' | '=' | '*' | '~' | '\u{2014}' | '\u{2500}');
    body.chars().count() >= 3 && body.chars().all(mark)
}

/// Words that introduce an addition to an order and have no meaning of their own.
const OPENERS: [&str; 12] = [
    "also",
    "and",
    "or",
    "then",
    "else",
    "otherwise",
    "instead",
    "edit",
    "correction",
    "update",
    "my",
    "the",
];
/// Sections, including other names that people use for them.
const PLACES: [&str; 8] = ["first", "second", "chew", "again", "1st", "2nd", "firstly", "secondly"];
/// One-word orders, and the first words of longer orders.
const MOVES: [&str; 8] = ["back", "stay", "chew", "draw", "pay", "neither", "forward", "forwards"];
/// Words of conditions that rarely follow `if` in a letter.
const TESTS: [&str; 12] = [
    "free", "ahead", "behind", "passed", "moved", "jugged", "drew", "paid", "chewed", "carrots", "lettuces",
    "position",
];
/// Words in front of a number that is not a square.
const COUNTED: [&str; 8] = ["round", "turn", "page", "tel", "phone", "fax", "mobile", "room"];
const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Returns whether a line below the orders may be an unreadable order. When in doubt it is. A greeting does not
/// have a square after a word of the orders, is not a condition on the race, and does not begin with a section or a
/// move followed by another order.
pub(super) fn may_be_order(body: &str) -> bool {
    let body = without_list_mark(body).trim().to_lowercase();
    if body.starts_with('#') || is_added(&body) {
        return false;
    }
    let words = words(&body);
    let is_near_square = |pair: &[&str]| match pair {
        ["to" | "forward" | "forwards", square] => is_square(square) || matches!(*square, "start" | "finish"),
        ["square" | "field" | "free", square] | [square, "free"] => is_square(square),
        _ => false,
    };
    if words.windows(2).any(is_near_square) {
        return true;
    }
    let opened = words.iter().take_while(|word| OPENERS.contains(word)).count();
    let (opening, rest) = words.split_at(opened);
    let has = |wanted: &[&str]| rest.iter().any(|word| wanted.contains(word));
    match rest.first().copied() {
        Some("if" | "unless" | "when")
            if has(&MOVES) || has(&TESTS) || rest.iter().any(|word| is_square(word)) =>
        {
            return true;
        }
        Some(place) if PLACES.contains(&place) => {
            let order = rest[1..].iter().find(|word| !matches!(**word, "move" | "turn" | "orders"));
            let is_order =
                |word: &str| MOVES.contains(&word) || is_square(word) || matches!(word, "if" | "unless");
            if order.is_some_and(|word| is_order(word)) {
                return true;
            }
        }
        _ => {}
    }
    let is_alternative = opening.iter().any(|word| matches!(*word, "or" | "else" | "otherwise"));
    is_move(rest, is_alternative)
        || body.rsplit_once(':').is_some_and(|(before, after)| is_answer(before, after))
        || is_short(&words)
}

/// The words of a line, without surrounding marks.
fn words(body: &str) -> Vec<&str> {
    let parts = body.split(|letter: char| letter.is_whitespace() || matches!(letter, ',' | ';' | '='));
    // A time of day stays one word.
    let parts = parts.flat_map(|part| {
        let is_time = part.starts_with(|letter: char| letter.is_ascii_digit());
        part.split(move |letter| letter == ':' && !is_time)
    });
    let marks = |letter: char| !letter.is_alphanumeric() && letter != '+';
    parts.map(|part| part.trim_matches(marks)).filter(|word| !word.is_empty()).collect()
}

/// Returns whether a word is a square number, and not a year, a house number or part of a telephone number.
fn is_square(word: &str) -> bool {
    let is_written_so = word == "0" || (word.len() <= 2 && !word.starts_with('0'));
    is_written_so
        && word.chars().all(|letter| letter.is_ascii_digit())
        && word.parse().is_ok_and(|n: u8| n <= 64)
}

/// Returns whether words are an order that needs no square. If `is_alternative`, anything that begins like one
/// counts.
fn is_move(words: &[&str], is_alternative: bool) -> bool {
    let [word, rest @ ..] = words else { return false };
    MOVES.contains(word)
        && match rest {
            [] => true,
            [next, ..] => {
                is_alternative || is_square(next) || matches!(*next, "and" | "please") || MOVES.contains(next)
            }
        }
}

/// Returns whether a word before the last colon is followed by an order, as in `zweitens: nach 8`.
fn is_answer(before: &str, after: &str) -> bool {
    if before.ends_with(|letter: char| letter.is_ascii_digit()) {
        // This is a time of day.
        return false;
    }
    let (before, after) = (words(before), words(after));
    let is_counted = before.last().is_some_and(|word| COUNTED.contains(word));
    is_move(&after, false)
        || (!is_counted && matches!(after[..], [square] | [_, square] if is_square(square)))
}

/// Returns whether a line is only a square, or a square with one word before it.
fn is_short(words: &[&str]) -> bool {
    let is_named = |word: &str| {
        let is_number = word.chars().any(|letter| letter.is_ascii_digit());
        let is_month = word.get(..3).is_some_and(|start| MONTHS.contains(&start));
        is_number || is_month || COUNTED.contains(&word)
    };
    match words {
        [square] => is_square(square),
        [word, square] => is_square(square) && !is_named(word),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_the_orders_a_line_that_may_be_one_is_told_from_a_greeting() {
        for line in [
            "2nd: if 8 free: to 8",
            "if 9 free to 9",
            "chew pay",
            "second - to 8",
            "second move: to 9",
            "second move: back",
            "also second: to 9",
            "EDIT: first: to 6",
            "Correction: to 4",
            "Correction: back!",
            "If Bob is on 8, to 9",
            "If Bob moved, back",
            "unless 8 free: back",
            "or to 7",
            "or back to the tortoise",
            "otherwise stay put",
            "pay 10",
            "then pay 10",
            "zweitens: nach 8",
            "nach 8",
            "22",
            "\u{2022} to 8",
            "back, please",
            "Stay and pay, thanks",
            "move to 9",
            "I would like to go to 9",
        ] {
            assert!(may_be_order(line), "{line}");
        }
        for line in [
            "See you on the 8th",
            "See you at 8:30",
            "Sent from my iPhone 15",
            "Cheers, Ann",
            "Thanks again!",
            "Thanks to all of you, and good luck",
            "First of all, thanks",
            "Tel: +49 30 1234567",
            "Phone: 22",
            "030 123 45 67",
            "22 34 56",
            "25 November 2026",
            "Nov 25",
            "On 8 November I am away",
            "Back on Monday",
            "If I am late, wait.",
            "12 Baker Street",
            "Stay well",
            "PS: sorry",
            "https://example.org/to/8",
            "My round 3",
            "# to 8",
        ] {
            assert!(!may_be_order(line), "{line}");
        }
    }

    #[test]
    fn a_mark_of_a_list_stands_apart_from_its_item() {
        for line in ["- back", "\u{2022} back", "\u{2013} back", "1. back", "  12) back"] {
            assert_eq!(without_list_mark(line).trim(), "back", "{line}");
        }
        for line in ["back", "-3", "1.5", "8", "\u{2013}"] {
            assert_eq!(without_list_mark(line), line);
        }
    }
}
