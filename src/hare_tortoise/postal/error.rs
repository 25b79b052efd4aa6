//! The faults of an order sheet, each with its place in the text.

use std::fmt;

use crate::ground::seat::Seat;
use crate::ground::sentences::sentences;
use crate::text::separated;

/// A place in a sheet: line and column, both counted from 1. Columns count characters.
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

/// A fault in a sheet.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OrdersError {
    /// The sheet is empty.
    #[error("the sheet is empty: it begins with `player` and a letter or a name")]
    Empty,
    /// The mail contains a blank sheet that nobody has filled in.
    #[error("the sheet in this mail has no orders")]
    Unfilled,
    /// The sheet is too large.
    #[error("the sheet is larger than {most} bytes, the most that is read")]
    TooLarge {
        /// The maximum size.
        most: usize,
    },
    /// The bytes are not text.
    #[error("{place}: not UTF-8 text")]
    NotText {
        /// Where the readable text ends.
        place: SheetPlace,
    },
    /// The file contained nothing that can be stored, for this reason.
    #[error("{0}")]
    Unreadable(String),
    /// The text does not follow the grammar.
    #[error("{place}: expected {expected}, found {found}{}", behind(.advice.as_deref()))]
    Syntax {
        /// The place of the fault.
        place: SheetPlace,
        /// What the grammar allows there.
        expected: String,
        /// What the sheet has there.
        found: String,
        /// The right form, or the word that was probably meant.
        advice: Option<String>,
    },
    /// The sheet came from somebody other than its player, or from an unknown address.
    #[error("{place}: {problem}")]
    Sender {
        /// The place of the sheet in the text.
        place: SheetPlace,
        /// What is wrong, and how to fix it.
        problem: String,
    },
    /// The text does not fit the game or the round.
    #[error("{place}: {problem}")]
    Unfit {
        /// The place of the fault.
        place: SheetPlace,
        /// What is wrong, and how to fix it.
        problem: String,
    },
}

sentences!(OrdersError);

impl OrdersError {
    /// The place of the fault in the text, if it has one.
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

/// A sheet that cannot be used, with all its faults. They are displayed on one line.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", separated(.faults, "; "))]
pub struct UnusableSheet {
    /// The player, if it could be read.
    pub player: Option<Seat>,
    /// All faults in the order of the text. There is at least one.
    pub faults: Vec<OrdersError>,
}

sentences!(UnusableSheet);

impl UnusableSheet {
    /// Returns whether the sheet came from somebody who may not send it.
    pub(super) fn is_of_another(&self) -> bool {
        self.faults.iter().any(|fault| matches!(fault, OrdersError::Sender { .. }))
    }
}

impl From<OrdersError> for UnusableSheet {
    fn from(fault: OrdersError) -> Self {
        Self { player: None, faults: vec![fault] }
    }
}
