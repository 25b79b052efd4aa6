//! The bets of a seat.

use serde::{Deserialize, Serialize};

use super::animals::{ANIMALS, Animal, Animals};
use super::cards::Card;

/// The points that a bet on each animal scores.
pub(super) type PointsOfAnimals = [u16; ANIMALS];

/// The bets of one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Bets {
    /// AR-04: the starting bets.
    #[serde(default)]
    pub dealt: Animals,
    /// AR-07: the racing card set aside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Card>,
}

impl Bets {
    /// The animal of each bet. An animal with two bets comes twice.
    pub fn animals(self) -> impl Iterator<Item = Animal> {
        self.dealt.iter().chain(self.chosen.map(Card::animal))
    }

    /// AR-31: the points of all bets, given the points `of` a bet on each animal. Two bets on one animal score
    /// twice.
    pub(super) fn points(self, of: &PointsOfAnimals) -> u16 {
        self.animals().map(|animal| of[animal.index()]).sum()
    }
}
