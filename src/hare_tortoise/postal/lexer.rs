//! Splits an order sheet into words, numbers and marks, each with its place.

use std::fmt;

use super::error::SheetPlace;
use super::lines::{SECTIONS, is_ornament, without_list_mark};

/// A piece of an order sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A word, in lower case.
    Word(String),
    Number(u32),
    Mark(&'static str),
    LineEnd,
    /// A character that never belongs in an order sheet.
    Foreign(char),
    End,
}

/// How many characters of a long word are shown.
const LONGEST_SHOWN: usize = 24;

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) if word.chars().count() > LONGEST_SHOWN => {
                let beginning: String = word.chars().take(LONGEST_SHOWN).collect();
                write!(f, "`{beginning}...`")
            }
            Self::Word(word) => write!(f, "`{word}`"),
            Self::Number(number) => write!(f, "`{number}`"),
            Self::Mark(mark) => write!(f, "`{mark}`"),
            Self::LineEnd => f.write_str("the end of the line"),
            Self::Foreign(letter) => write!(f, "`{}`", letter.escape_default()),
            Self::End => f.write_str("the end of the sheet"),
        }
    }
}

/// A piece, and the place where it begins.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) piece: Piece,
    pub(super) place: SheetPlace,
}

/// Marks of two characters come before those of one, so that the longest match wins.
const MARKS: [&str; 10] = ["<=", ">=", "!=", ":", ";", "(", ")", "<", ">", "="];
/// Other ways in which keyboards and word processors write the marks.
const OTHER_MARKS: [(char, &str); 3] = [('\u{2264}', "<="), ('\u{2265}', ">="), ('\u{2260}', "!=")];

/// Splits a sheet into its pieces. Comments (`#` to the end of the line), spaces and quotation marks are left out.
/// The last piece is always [`Piece::End`].
pub(super) fn pieces(text: &str) -> Vec<Token> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut tokens = Vec::new();
    let mut last = SheetPlace { line: 1, column: 1 };
    for (index, line) in text.lines().enumerate() {
        let mut rest = line.split('#').next().unwrap_or_default();
        let mut place = SheetPlace { line: index + 1, column: 1 };
        // An order may be an item in a list.
        let item = without_list_mark(rest);
        place.column += rest[..rest.len() - item.len()].chars().count();
        rest = item;
        while let Some(letter) = rest.chars().next() {
            let length = if letter.is_whitespace() || is_ornament(letter) {
                letter.len_utf8()
            } else {
                let (piece, length) = piece(rest, letter);
                tokens.push(Token { piece, place });
                length
            };
            place.column += rest[..length].chars().count();
            rest = &rest[length..];
        }
        tokens.push(Token { piece: Piece::LineEnd, place });
        last = place;
    }
    tokens.push(Token { piece: Piece::End, place: last });
    tokens
}

/// Removes line ends inside orders: mail programs break long lines, so an incomplete order continues on the next
/// line. An empty line ends it, and so does a line that begins something else.
pub(super) fn whole_orders(tokens: Vec<Token>) -> Vec<Token> {
    let piece = |index: usize| tokens.get(index).map_or(&Piece::End, |token| &token.piece);
    let begins = |index: usize| match piece(index) {
        Piece::Word(word) if SECTIONS.contains(&&**word) => *piece(index + 1) == Piece::Mark(":"),
        Piece::Word(word) => ["if", "player", "round", "withdraw", "press"].contains(&&**word),
        other => matches!(other, Piece::LineEnd | Piece::End),
    };
    let (mut is_condition, mut is_open) = (false, false);
    let mut is_inside = |index: usize| {
        match piece(index) {
            Piece::LineEnd if (is_condition || is_open) && !begins(index + 1) => return true,
            Piece::LineEnd | Piece::Mark(";") => (is_condition, is_open) = (false, false),
            Piece::Mark(":") => (is_condition, is_open) = (false, is_condition),
            Piece::Word(word) if word == "if" => is_condition = true,
            Piece::Word(word) => is_open = ["to", "forward", "and"].contains(&&**word),
            _ => is_open = false,
        }
        false
    };
    let inside: Vec<bool> = (0..tokens.len()).map(&mut is_inside).collect();
    tokens.into_iter().zip(inside).filter(|(_, is_inside)| !is_inside).map(|(token, _)| token).collect()
}

/// The piece that a text begins with, and its length in bytes.
fn piece(rest: &str, letter: char) -> (Piece, usize) {
    let run = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
    if letter.is_alphabetic() {
        let length = run(|c| c.is_alphanumeric() || c == '-');
        // In capital letters, `\u{df}` is written as `SS`.
        return (Piece::Word(rest[..length].to_lowercase().replace('\u{df}', "ss")), length);
    }
    if letter.is_ascii_digit() {
        let length = run(|c| c.is_ascii_digit());
        // A number too large for any use becomes the largest one.
        return (Piece::Number(rest[..length].parse().unwrap_or(u32::MAX)), length);
    }
    if letter == '&' {
        return (Piece::Word("and".to_owned()), 1);
    }
    if let Some((_, mark)) = OTHER_MARKS.iter().find(|(other, _)| *other == letter) {
        return (Piece::Mark(mark), letter.len_utf8());
    }
    match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
        Some(mark) => (Piece::Mark(mark), mark.len()),
        None => (Piece::Foreign(letter), letter.len_utf8()),
    }
}
