//! The animals, sets of them, and tables with a value for each.

use std::ops::Index;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray, VariantNames};

/// A runner. The variants are in the order in which the animals move in a racing phase.
// AR-01, AR-20
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    VariantArray,
    VariantNames,
    Serialize,
    Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
pub enum Animal {
    /// Two tiles at a time, unless it naps.
    Hare,
    /// Slow, and always on its way.
    Tortoise,
    /// Its howl stops all others.
    Wolf,
    /// As many tiles as cards.
    Fox,
    /// Fast, until it sees water.
    Lamb,
}

/// The number of animals.
pub const ANIMALS: usize = 5;

/// The maximum number of players: there is one starting bet card for each animal.
pub const MOST_PLAYERS: u8 = ANIMALS as u8;

impl Animal {
    /// All animals in the order of movement.
    pub const ALL: [Self; ANIMALS] = [Self::Hare, Self::Tortoise, Self::Wolf, Self::Fox, Self::Lamb];

    /// The index of the animal in [`Animal::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A set of animals; written as a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Vec<Animal>", into = "Vec<Animal>")]
pub struct Animals(u8);

impl Animals {
    /// The empty set.
    pub const NONE: Self = Self(0);
    /// All five animals.
    pub const ALL: Self = Self((1 << ANIMALS) - 1);

    /// Returns whether the animal is in the set.
    #[inline]
    pub const fn contains(self, animal: Animal) -> bool {
        self.0 >> animal as u8 & 1 == 1
    }

    /// The set with this animal added.
    #[inline]
    #[must_use]
    pub const fn with(self, animal: Animal) -> Self {
        Self(self.0 | 1 << animal as u8)
    }

    /// The animals of either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The animals of both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The animals of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The number of animals in the set.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Returns whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The animals of the set, in the order of movement.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Animal> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = Animal::ALL.get(left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            first.copied()
        })
    }
}

impl FromIterator<Animal> for Animals {
    fn from_iter<I: IntoIterator<Item = Animal>>(animals: I) -> Self {
        animals.into_iter().fold(Self::NONE, Self::with)
    }
}

impl TryFrom<Vec<Animal>> for Animals {
    type Error = String;

    fn try_from(animals: Vec<Animal>) -> Result<Self, String> {
        animals.into_iter().try_fold(Self::NONE, |set, animal| {
            if set.contains(animal) {
                Err(format!("the {animal} is listed twice"))
            } else {
                Ok(set.with(animal))
            }
        })
    }
}

impl From<Animals> for Vec<Animal> {
    fn from(animals: Animals) -> Self {
        animals.iter().collect()
    }
}

/// One value for each animal; written as a table by their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ByAnimal<T> {
    /// The hare's.
    pub hare: T,
    /// The tortoise's.
    pub tortoise: T,
    /// The wolf's.
    pub wolf: T,
    /// The fox's.
    pub fox: T,
    /// The lamb's.
    pub lamb: T,
}

impl<T> ByAnimal<T> {
    /// Makes a table with `value` for each animal.
    pub fn new(value: impl FnMut(Animal) -> T) -> Self {
        let [hare, tortoise, wolf, fox, lamb] = Animal::ALL.map(value);
        Self { hare, tortoise, wolf, fox, lamb }
    }
}

impl<T> Index<Animal> for ByAnimal<T> {
    type Output = T;

    fn index(&self, animal: Animal) -> &T {
        match animal {
            Animal::Hare => &self.hare,
            Animal::Tortoise => &self.tortoise,
            Animal::Wolf => &self.wolf,
            Animal::Fox => &self.fox,
            Animal::Lamb => &self.lamb,
        }
    }
}
