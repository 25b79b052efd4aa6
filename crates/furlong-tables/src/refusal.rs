//! Refusals of calls.

use std::fmt::Display;

use furlong::any::AnyError;
use furlong::formats::ErrorCode;
use furlong::table::TableError;

/// The refusal of what only a player may do.
pub(crate) const PLAYERS_ONLY: (ErrorCode, &str) =
    (ErrorCode::NotYourSeat, "Only players at this table can do that.");

/// The reason why a call is refused, as a code and one sentence. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: ErrorCode,
    pub(crate) sentence: String,
}

impl Refusal {
    pub(crate) fn new(code: ErrorCode, sentence: impl Into<String>) -> Self {
        Self { code, sentence: sentence.into() }
    }

    /// Writes an error as a sentence, with a capital letter and a full stop.
    pub(crate) fn of(code: ErrorCode, error: &impl Display) -> Self {
        let text = error.to_string();
        let mut text = furlong::text::capitalized(text.trim());
        if !text.ends_with(['.', '!', '?']) {
            text.push('.');
        }
        Self::new(code, text)
    }
}

/// A sentence alone says that something is not possible now.
impl From<&str> for Refusal {
    fn from(sentence: &str) -> Self {
        (ErrorCode::Illegal, sentence).into()
    }
}

impl From<(ErrorCode, &str)> for Refusal {
    fn from((code, sentence): (ErrorCode, &str)) -> Self {
        Self::new(code, sentence)
    }
}

impl From<AnyError> for Refusal {
    fn from(error: AnyError) -> Self {
        Self::of(error.code(), &error)
    }
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Self {
        Self::of(ErrorCode::Illegal, &error)
    }
}
