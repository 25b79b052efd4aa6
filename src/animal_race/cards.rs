//! Animals, racing cards, and heaps of cards.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use strum::{Display, EnumString, VariantArray, VariantNames};

/// A runner. The order is the order of movement in a racing phase.
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

/// How many animals there are.
pub const ANIMALS: usize = 5;

impl Animal {
    /// All animals in the order of movement.
    pub const ALL: [Self; ANIMALS] = [Self::Hare, Self::Tortoise, Self::Wolf, Self::Fox, Self::Lamb];

    /// Its place in [`Animal::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its plain racing card.
    #[inline]
    pub const fn card(self) -> Card {
        match self {
            Self::Hare => Card::Hare,
            Self::Tortoise => Card::Tortoise,
            Self::Wolf => Card::Wolf,
            Self::Fox => Card::Fox,
            Self::Lamb => Card::Lamb,
        }
    }
}

/// A kind of racing card: one for each animal, and the wolf's howl.
// AR-02
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
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
pub enum Card {
    /// A hare card.
    Hare,
    /// A tortoise card.
    Tortoise,
    /// A plain wolf card.
    Wolf,
    /// A wolf card with a howl.
    Howl,
    /// A fox card.
    Fox,
    /// A lamb card.
    Lamb,
}

/// How many kinds of card there are.
pub const KINDS: usize = 6;

/// The most racing cards that a game may have.
pub const MOST_CARDS: u8 = 127;

/// A one in each byte of a word.
const EACH: u64 = 0x0101_0101_0101_0101;

impl Card {
    /// All kinds.
    pub const ALL: [Self; KINDS] =
        [Self::Hare, Self::Tortoise, Self::Wolf, Self::Howl, Self::Fox, Self::Lamb];

    /// Its place in [`Card::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The animal on it: a howl card is a wolf card.
    #[inline]
    pub const fn animal(self) -> Animal {
        match self {
            Self::Hare => Animal::Hare,
            Self::Tortoise => Animal::Tortoise,
            Self::Wolf | Self::Howl => Animal::Wolf,
            Self::Fox => Animal::Fox,
            Self::Lamb => Animal::Lamb,
        }
    }
}

/// A heap of cards of which only the kinds matter: how many of each.
///
/// Written as a table without the kinds it has none of: `{"hare": 2, "howl": 1}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cards([u8; KINDS]);

impl Cards {
    /// No cards.
    pub const NONE: Self = Self([0; KINDS]);

    /// So many cards of each kind, in the order of [`Card::ALL`].
    pub const fn new(counts: [u8; KINDS]) -> Self {
        Self(counts)
    }

    /// A single card.
    #[inline]
    pub const fn of_one(card: Card) -> Self {
        let mut heap = Self::NONE;
        heap.0[card.index()] = 1;
        heap
    }

    /// All counts in one word, one byte a kind, so that whole heaps are added and counted at once.
    #[inline]
    const fn word(self) -> u64 {
        let [hare, tortoise, wolf, howl, fox, lamb] = self.0;
        u64::from_le_bytes([hare, tortoise, wolf, howl, fox, lamb, 0, 0])
    }

    #[inline]
    const fn of_word(word: u64) -> Self {
        let [hare, tortoise, wolf, howl, fox, lamb, _, _] = word.to_le_bytes();
        Self([hare, tortoise, wolf, howl, fox, lamb])
    }

    /// How many there are in all, in a heap of at most [`MOST_CARDS`].
    #[inline]
    pub const fn len(self) -> u8 {
        // The highest byte of the product is the sum of all bytes.
        (self.word().wrapping_mul(EACH) >> 56) as u8
    }

    /// How many there are in all, however many they are said to be.
    pub fn count(self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.word() == 0
    }

    /// How many show this animal, howls included.
    #[inline]
    pub const fn of(self, animal: Animal) -> u8 {
        match animal {
            Animal::Hare => self.0[0],
            Animal::Tortoise => self.0[1],
            Animal::Wolf => self.0[2].saturating_add(self.0[3]),
            Animal::Fox => self.0[4],
            Animal::Lamb => self.0[5],
        }
    }

    /// The card at this place when the heap is laid out kind by kind; `None` beyond its end. The heap has at
    /// most [`MOST_CARDS`].
    #[inline]
    pub fn nth(self, place: u8) -> Option<Card> {
        // Byte `k` of `ends` is where the cards of kind `k` end. The first end beyond the place is found by
        // subtracting in all bytes at once: the top bit that was put in stays where nothing is borrowed.
        let ends = self.word().wrapping_mul(EACH);
        let beyond = ((ends | EACH << 7) - EACH * (u64::from(place & 127) + 1)) & EACH << 7;
        Card::ALL.get(beyond.trailing_zeros() as usize / 8).copied()
    }

    /// The kinds that are there, each with its number.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Card, u8)> {
        Card::ALL.into_iter().map(move |card| (card, self[card])).filter(|(_, count)| *count > 0)
    }

    /// Both heaps together; `None` when a number leaves its range.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let mut sum = self;
        for card in Card::ALL {
            sum[card] = sum[card].checked_add(other[card])?;
        }
        Some(sum)
    }

    /// What is left without the other heap; `None` when it is not all there.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        let mut rest = self;
        for card in Card::ALL {
            rest[card] = rest[card].checked_sub(other[card])?;
        }
        Some(rest)
    }

    /// Puts the other heap in; both together have at most [`MOST_CARDS`].
    #[inline]
    pub(super) const fn put(&mut self, other: Self) {
        *self = Self::of_word(self.word().wrapping_add(other.word()));
    }

    /// Takes the other heap out; it must be there.
    #[inline]
    pub(super) const fn take(&mut self, other: Self) {
        *self = Self::of_word(self.word().wrapping_sub(other.word()));
    }
}

impl Index<Card> for Cards {
    type Output = u8;

    #[inline]
    fn index(&self, card: Card) -> &u8 {
        &self.0[card.index()]
    }
}

impl IndexMut<Card> for Cards {
    #[inline]
    fn index_mut(&mut self, card: Card) -> &mut u8 {
        &mut self.0[card.index()]
    }
}

impl fmt::Display for Cards {
    /// `2 hare, 1 howl`; `none` when empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        for (index, (card, count)) in self.iter().enumerate() {
            write!(f, "{}{count} {card}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Heap;

        impl<'de> Visitor<'de> for Heap {
            type Value = Cards;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of kinds of card with their numbers")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Cards, A::Error> {
                let mut cards = Cards::NONE;
                while let Some((card, count)) = map.next_entry::<Card, u8>()? {
                    cards[card] = count;
                }
                Ok(cards)
            }
        }

        deserializer.deserialize_map(Heap)
    }
}

/// One value for each animal; written as a table by their names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// A value for each animal.
    pub fn new(mut value: impl FnMut(Animal) -> T) -> Self {
        Self {
            hare: value(Animal::Hare),
            tortoise: value(Animal::Tortoise),
            wolf: value(Animal::Wolf),
            fox: value(Animal::Fox),
            lamb: value(Animal::Lamb),
        }
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

/// A set of animals; written as a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Animal>", into = "Vec<Animal>")]
pub struct Animals(u8);

impl Animals {
    /// No animal.
    pub const NONE: Self = Self(0);
    /// All five.
    pub const ALL: Self = Self((1 << ANIMALS) - 1);

    /// Whether the animal is one of them.
    #[inline]
    pub const fn contains(self, animal: Animal) -> bool {
        self.0 >> animal as u8 & 1 == 1
    }

    /// These and this animal.
    #[inline]
    pub const fn with(self, animal: Animal) -> Self {
        Self(self.0 | 1 << animal as u8)
    }

    /// These or those.
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These without those.
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many they are.
    #[inline]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// They, in the order of movement.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Animal> {
        Animal::ALL.into_iter().filter(move |animal| self.contains(*animal))
    }
}

impl FromIterator<Animal> for Animals {
    fn from_iter<I: IntoIterator<Item = Animal>>(animals: I) -> Self {
        animals.into_iter().fold(Self::NONE, Self::with)
    }
}

impl From<Vec<Animal>> for Animals {
    fn from(animals: Vec<Animal>) -> Self {
        animals.into_iter().collect()
    }
}

impl From<Animals> for Vec<Animal> {
    fn from(animals: Animals) -> Self {
        animals.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heap_reads_back_what_it_writes() {
        let heap = Cards::new([2, 0, 0, 1, 0, 3]);
        let json = serde_json::to_string(&heap).expect("a heap is plain data");
        assert_eq!(json, r#"{"hare":2,"howl":1,"lamb":3}"#);
        assert_eq!(serde_json::from_str::<Cards>(&json).expect("just written"), heap);
    }

    #[test]
    fn the_cards_of_a_heap_are_laid_out_kind_by_kind() {
        let heap = Cards::new([1, 0, 0, 2, 0, 0]);
        let laid_out: Vec<_> = (0..4).map(|place| heap.nth(place)).collect();
        assert_eq!(laid_out, [Some(Card::Hare), Some(Card::Howl), Some(Card::Howl), None]);
        let largest = Cards::new([30, 0, 40, 0, 0, 57]);
        for (place, card) in
            [(0, Card::Hare), (29, Card::Hare), (30, Card::Wolf), (69, Card::Wolf), (70, Card::Lamb)]
        {
            assert_eq!(largest.nth(place), Some(card));
        }
        assert_eq!(largest.nth(126), Some(Card::Lamb));
        assert_eq!(largest.len(), MOST_CARDS);
    }

    #[test]
    fn a_howl_card_is_a_wolf_card() {
        assert_eq!(Cards::new([0, 0, 2, 1, 0, 0]).of(Animal::Wolf), 3);
    }
}
