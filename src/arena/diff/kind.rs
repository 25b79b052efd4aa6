//! Kinds of differences between two rulesets in play.

use serde::Serialize;
use strum::Display;

/// The way in which two rulesets diverge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, Serialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum DifferenceKind {
    /// Only one of them allows this set-up.
    SetUp,
    /// The race begins in visibly different positions.
    Start,
    /// Different seats are to move in the same position, or a seat and chance.
    Turn,
    /// The first one allows all actions of the second one, and more.
    OnlyFirst,
    /// The second one allows all actions of the first one, and more.
    OnlySecond,
    /// Each allows actions that the other one does not. Reported only where neither of the two kinds above was found,
    /// since the actions that only one allows are often what remains without those of the other.
    Actions,
    /// The outcomes of chance or their weights differ.
    Chances,
    /// The same action or outcome has different results.
    Result,
    /// The standings would differ if the race stopped here. Reported only for fields without any other difference.
    Standings,
    /// A player sees different pictures of the same position. Reported only for fields without any other difference.
    Screen,
}

impl DifferenceKind {
    /// The number of kinds.
    pub(super) const COUNT: usize = Self::Screen as usize + 1;

    /// Returns whether play itself differs, and not only its standings or pictures.
    pub fn is_of_play(self) -> bool {
        !matches!(self, Self::Standings | Self::Screen)
    }
}
