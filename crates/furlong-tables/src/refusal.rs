//! Refusals of calls.

use std::fmt::Display;

/// The reason why a call is refused, in one sentence. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal(pub(crate) String);

impl Refusal {
    /// Writes an error as a sentence, with a capital letter and a full stop.
    pub(crate) fn of(error: &impl Display) -> Self {
        let text = error.to_string();
        let mut text = furlong::text::capitalized(text.trim());
        if !text.ends_with(['.', '!', '?']) {
            text.push('.');
        }
        Self(text)
    }
}

impl From<&str> for Refusal {
    fn from(sentence: &str) -> Self {
        Self(sentence.to_owned())
    }
}
