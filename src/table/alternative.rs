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
        // The chances themselves are not those of the table before and after the event: the player did not know all.
        let [more, margin] = [judgement.loss, judgement.error].map(|share| 100.0 * share);
        let could = names.does(seat, &self.could(), &self.could());
        (judgement.grade() != Grade::Best)
            .then(|| format!("{could}: about {more:.0} more wins in 100 (+- {margin:.0})."))
    }

    pub(super) fn could(&self) -> String {
        format!("could have {}", self.hindsight)
    }
}

/// A share of the win in whole percent. 0 and 100 appear only if they are certain.
///
/// ```
/// assert_eq!([0.0, 0.004, 0.376, 0.996, 1.0].map(furlong::table::percent), ["0", "<1", "38", ">99", "100"]);
/// ```
pub fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.005 {
        "<1".to_owned()
    } else if (0.995..1.0).contains(&share) {
        ">99".to_owned()
    } else {
        format!("{:.0}", 100.0 * share)
    }
}

/// The chance with the best action and with the one taken, in words: `a chance of 54 % instead of 38 % (+- 7 %)`. The
/// margin is that of their difference.
pub fn chances(judgement: &Judgement) -> String {
    let [best, taken] = [judgement.best_share, judgement.taken_share].map(percent);
    format!("a chance of {best} % instead of {taken} % (+- {:.0} %)", 100.0 * judgement.error)
}
