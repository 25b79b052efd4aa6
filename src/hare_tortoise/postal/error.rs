//! The faults of an order sheet, each with its place in the text.

use std::fmt;

use crate::common::seat::Seat;
use crate::text::separated;

/// A place in a sheet: line and column in letters, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SheetPlace {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for SheetPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// One fault of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OrdersError {
    /// The sheet has no content.
    #[error("the sheet is empty: it must begin with `player` and a letter or a name")]
    Empty,
    /// Nobody has filled the sheet in.
    #[error("the sheet has no orders")]
    Unfilled,
    /// The sheet is too large.
    #[error("the sheet is larger than {most} bytes, which is the limit")]
    TooLarge {
        /// The limit.
        most: usize,
    },
    /// The bytes are not text.
    #[error("{place}: not UTF-8 text")]
    NotText {
        /// The end of the text.
        place: SheetPlace,
    },
    /// The file could not be read, for this reason.
    #[error("{0}")]
    Unreadable(String),
    /// The text does not follow the grammar.
    #[error("{place}: expected {expected}, found {found}{}", behind(.advice.as_deref()))]
    Syntax {
        /// The place of the fault.
        place: SheetPlace,
        /// The forms that the grammar allows there.
        expected: String,
        /// The text that stands there.
        found: String,
        /// The right form, or the word that may be meant.
        advice: Option<String>,
    },
    /// The sheet came from somebody else than its player, or from an address that is not known.
    #[error("{place}: {problem}")]
    Sender {
        /// The place of the sheet.
        place: SheetPlace,
        /// The fault, and its remedy.
        problem: String,
    },
    /// The text does not fit the game or the round.
    #[error("{place}: {problem}")]
    Unfit {
        /// The place of the fault.
        place: SheetPlace,
        /// The fault, and its remedy.
        problem: String,
    },
}

impl OrdersError {
    /// The place in the text, where the fault has one.
    pub(super) fn place(&self) -> Option<SheetPlace> {
        match self {
            Self::NotText { place }
            | Self::Syntax { place, .. }
            | Self::Sender { place, .. }
            | Self::Unfit { place, .. } => Some(*place),
            Self::Empty | Self::Unfilled | Self::TooLarge { .. } | Self::Unreadable(_) => None,
        }
    }
}

fn behind(advice: Option<&str>) -> String {
    advice.map_or_else(String::new, |advice| format!("; {advice}"))
}

/// A sheet that cannot be used, with all its faults, which are written on one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", separated(.faults, "; "))]
pub struct UnusableSheet {
    /// The player, where it could be read.
    pub player: Option<Seat>,
    /// All faults, in the order of the text; at least one.
    pub faults: Vec<OrdersError>,
}

impl UnusableSheet {
    /// Returns whether it came from somebody who must not send it.
    pub(super) fn is_of_another(&self) -> bool {
        self.faults.iter().any(|fault| matches!(fault, OrdersError::Sender { .. }))
    }
}

impl From<OrdersError> for UnusableSheet {
    fn from(fault: OrdersError) -> Self {
        Self { player: None, faults: vec![fault] }
    }
}
