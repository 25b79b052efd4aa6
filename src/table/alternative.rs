//! An action that would have been better than the one taken, in words.

use crate::analysis::{Grade, Judgement};
use crate::common::seat::Seat;
use crate::text::Names;

/// The action taken in a decision, compared with another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The label of the action taken.
    pub taken: String,
    /// The label of the other action.
    pub better: String,
    /// What the player could have done: words that follow "could have".
    pub hindsight: String,
    /// A rule of thumb that the other action follows, as a clause with its full stop.
    pub rule: Option<String>,
}

impl Alternative {
    /// Returns the sentence that the seat could have done better, and by how much; `None` if nothing better was found.
    pub(super) fn sentence(&self, names: &Names, seat: Seat, judgement: &Judgement) -> Option<String> {
        (judgement.grade() != Grade::Best)
            .then(|| format!("{}: {}.", names.does(seat, &self.could(), &self.could()), points(judgement)))
    }

    pub(super) fn could(&self) -> String {
        format!("could have {}", self.hindsight)
    }
}

/// The share lost, in words.
pub(super) fn points(judgement: &Judgement) -> String {
    format!("better by {:.0} points (+- {:.0})", 100.0 * judgement.loss, 100.0 * judgement.error)
}
