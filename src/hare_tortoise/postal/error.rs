//! What is wrong with an order sheet, and where.

use std::fmt;

/// A place in a text: line and column in letters, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is no order sheet, or not one for this round.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OrdersError {
    /// There is nothing in it.
    #[error("the sheet is empty: it begins with `player` and a letter")]
    Empty,
    /// It is larger than any sheet needs to be.
    #[error("the sheet is larger than {most} bytes, the most that is read")]
    TooLarge {
        /// The limit.
        most: usize,
    },
    /// It is no text.
    #[error("{place}: not UTF-8 text")]
    NotText {
        /// Where the text ends.
        place: Place,
    },
    /// It does not follow the grammar.
    #[error("{place}: expected {expected}, found {found}")]
    Syntax {
        /// Where.
        place: Place,
        /// What could stand there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// It follows the grammar and does not fit the game or the round.
    #[error("{place}: {problem}")]
    Unfit {
        /// Where.
        place: Place,
        /// What is wrong, and what would be right.
        problem: String,
    },
}
