//! Suggests the right form for common mistakes: other words for `not`, `if not` and `first:`.

use super::lexer::{Piece, Token};

/// The advice about a line's remaining pieces, starting with the first unexpected one.
pub(super) fn on(tokens: &[Token], expected: &str) -> Option<String> {
    let [first, rest @ ..] = tokens else { return None };
    let second = rest.first().map(|token| &token.piece);
    match (&first.piece, second) {
        (Piece::Word(word), _) => of_word(word, second, expected).map(str::to_owned),
        (Piece::Number(1), Some(Piece::Word(end))) if end == "st" => {
            Some("did you mean `first:`?".to_owned())
        }
        (Piece::Number(2), Some(Piece::Word(end))) if end == "nd" => {
            Some("did you mean `second:`?".to_owned())
        }
        _ => None,
    }
}

fn of_word(word: &str, next: Option<&Piece>, expected: &str) -> Option<&'static str> {
    let is_next = |wanted: &str| matches!(next, Some(Piece::Word(word)) if word == wanted);
    Some(match word {
        "not" | "isn" | "isnt" | "hasn" | "hasnt" | "never" if expected.contains("`ahead of`") => {
            "`not` comes before the whole test, as in `not A on 8`"
        }
        "not" | "isn" | "isnt" if expected == "`free`" => {
            "`not` comes before the whole test, as in `not 8 free`"
        }
        "unless" => "write `if not (...)` and `:` before the move",
        "otherwise" | "else" | "or" | "and" | "also" | "then" if expected.starts_with("a move") => {
            "write alternatives below each other or after `;`, without a word between them"
        }
        "then" if expected.contains("`:` before the move") => "write `:` for `then`",
        "to" | "forward" | "back" | "stay" if expected.contains("`:` before the move") => {
            "write `:` between the condition and the move"
        }
        "draw" if expected.starts_with("a move") => "did you mean `stay and draw`?",
        "pay" if expected.starts_with("a move") => "did you mean `stay and pay`?",
        "go" | "move" | "run" if expected.starts_with("a move") && is_next("to") => "did you mean `to`?",
        _ => return None,
    })
}
