//! The kinds of differences between two rulesets in play.

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
    /// In the same position different seats are to move, or a seat under one and chance under the other.
    Turn,
    /// The first ruleset allows all actions of the second, and more.
    OnlyFirst,
    /// The second ruleset allows all actions of the first, and more.
    OnlySecond,
    /// Each ruleset allows actions that the other does not. Reported only if neither of the two previous kinds was
    /// found, because they often show the same difference more simply.
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

    /// Returns whether play itself differs, not only the standings or pictures.
    pub fn is_of_play(self) -> bool {
        !matches!(self, Self::Standings | Self::Screen)
    }
}
