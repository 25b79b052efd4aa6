//! Kinds of differences between two rulesets in play.

use serde::Serialize;
use strum::Display;

/// In what way two rulesets part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, Serialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Kind {
    /// Only one of them has this set-up.
    SetUp,
    /// The race begins in another position, and it shows.
    Start,
    /// Somebody else is to move in the same position.
    Turn,
    /// The first one allows actions that the second one does not, and all that the second one allows.
    OnlyFirst,
    /// The second one allows actions that the first one does not, and all that the first one allows.
    OnlySecond,
    /// Each allows actions that the other one does not. Told only where neither of the two above was found, for
    /// mostly what one of them allows is what remains without the other's.
    Actions,
    /// Chance can bring something else, or with other weights.
    Chances,
    /// The same action or outcome leads to something else.
    Result,
    /// The same position has other standings, should the race be stopped here. Told only of fields that make no
    /// other difference.
    Standings,
    /// A player is shown the same position in another way. Told only of fields that make no other difference.
    Screen,
}

impl Kind {
    /// How many kinds there are.
    pub(super) const COUNT: usize = Self::Screen as usize + 1;

    /// Whether play itself differs, and not only how it is reckoned or shown.
    pub fn is_of_play(self) -> bool {
        !matches!(self, Self::Standings | Self::Screen)
    }
}
