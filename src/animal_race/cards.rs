//! Racing cards, and heaps of them.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Index, IndexMut};

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray, VariantNames};

use super::animals::{ANIMALS, Animal};
use crate::common::bits::{EACH, byte_beyond};

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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// The number of kinds of card.
pub const KINDS: usize = 6;

/// The maximum number of racing cards in a game.
pub const MOST_CARDS: u8 = 127;

/// The maximum number of cards in a hand. It bounds the work of imagining hidden cards.
pub(super) const MOST_HAND: u8 = 15;

/// The maximum number of cards of one animal on the table. It bounds the table of its steps.
pub(super) const MOST_OF_ONE: u8 = 15;

impl Card {
    /// All kinds.
    pub const ALL: [Self; KINDS] =
        [Self::Hare, Self::Tortoise, Self::Wolf, Self::Howl, Self::Fox, Self::Lamb];

    /// The index of the card in [`Card::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The animal that the card shows. A howl card is a wolf card.
    #[inline]
    pub const fn animal(self) -> Animal {
        use Animal as A;
        // A table, because the processor cannot predict which animal it is.
        const SHOWN: [Animal; KINDS] = [A::Hare, A::Tortoise, A::Wolf, A::Wolf, A::Fox, A::Lamb];
        SHOWN[self.index()]
    }
}

impl Animal {
    /// The animal's plain racing card.
    #[inline]
    pub const fn card(self) -> Card {
        const PLAIN: [Card; ANIMALS] = [Card::Hare, Card::Tortoise, Card::Wolf, Card::Fox, Card::Lamb];
        PLAIN[self.index()]
    }
}

/// A heap of cards, stored as the number of cards of each kind.
///
/// Written as a table without the kinds that are missing: `{"hare": 2, "howl": 1}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "BTreeMap<Card, u8>", into = "BTreeMap<Card, u8>")]
pub struct Cards([u8; WORD]);

/// The bytes of a heap: one for each kind, and two that stay 0. A heap is one machine word, so heaps are added,
/// compared and counted in one step.
const WORD: usize = 8;

impl Cards {
    /// The empty heap.
    pub const NONE: Self = Self([0; WORD]);

    /// Makes a heap with these counts, in the order of [`Card::ALL`].
    pub const fn new([hare, tortoise, wolf, howl, fox, lamb]: [u8; KINDS]) -> Self {
        Self([hare, tortoise, wolf, howl, fox, lamb, 0, 0])
    }

    /// Makes a heap of a single card.
    #[inline]
    pub const fn of_one(card: Card) -> Self {
        Self::of_kind(card, 1)
    }

    /// Makes a heap of `count` cards of one kind.
    #[inline]
    pub(super) const fn of_kind(card: Card, count: u8) -> Self {
        Self::of_word((count as u64) << (8 * card.index()))
    }

    /// All counts in one word, one byte for each kind, so that whole heaps are added and counted at once.
    #[inline]
    const fn word(self) -> u64 {
        u64::from_le_bytes(self.0)
    }

    #[inline]
    const fn of_word(word: u64) -> Self {
        Self(word.to_le_bytes())
    }

    /// The number of cards in a heap of at most [`MOST_CARDS`] cards.
    #[inline]
    pub const fn len(self) -> u8 {
        // The highest byte of the product is the sum of all bytes.
        (self.word().wrapping_mul(EACH) >> 56) as u8
    }

    /// The number of cards in any heap, even one from unchecked input.
    pub fn count(self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
    }

    /// Returns whether the heap is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.word() == 0
    }

    /// The number of cards that show this animal, howls included.
    #[inline]
    pub const fn of(self, animal: Animal) -> u8 {
        let howls = if matches!(animal, Animal::Wolf) { self.0[Card::Howl.index()] } else { 0 };
        self.0[animal.card().index()].saturating_add(howls)
    }

    /// The card at this place, from 0, when a heap of at most [`MOST_CARDS`] is laid out kind by kind; `None`
    /// beyond its end.
    #[inline]
    pub fn nth(self, place: u8) -> Option<Card> {
        Card::ALL.get(kind_at(self.word(), place) as usize).copied()
    }

    /// Takes `count` cards out, each set equally likely, or all of them if there are not more.
    #[inline]
    pub(super) fn take_some<R: Rng + ?Sized>(&mut self, count: u8, rng: &mut R) -> Self {
        let (mut word, mut taken) = (self.word(), 0);
        for left in (1..=u32::from(self.len())).rev().take(count.into()) {
            let card = 1 << (8 * kind_at(word, rng.random_range(0..left) as u8));
            word -= card;
            taken += card;
        }
        *self = Self::of_word(word);
        Self::of_word(taken)
    }

    /// The kinds in the heap, each with its number of cards.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Card, u8)> {
        Card::ALL.into_iter().map(move |card| (card, self[card])).filter(|(_, count)| *count > 0)
    }

    /// Both heaps together; `None` if a count overflows.
    #[inline]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        let (one, other) = (self.word(), other.word());
        let sum = one.wrapping_add(other);
        // Sets the top bit of each byte that carries.
        let carries = (one & other) | ((one | other) & !sum);
        if carries & EACH << 7 == 0 { Some(Self::of_word(sum)) } else { None }
    }

    /// This heap without the other; `None` if it does not contain the other.
    #[inline]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        let (one, other) = (self.word(), other.word());
        let rest = one.wrapping_sub(other);
        // Sets the top bit of each byte that borrows.
        let borrows = (!one & other) | ((!one | other) & rest);
        if borrows & EACH << 7 == 0 { Some(Self::of_word(rest)) } else { None }
    }

    /// Puts the other heap in. Both together must have at most [`MOST_CARDS`].
    #[inline]
    pub(super) const fn put(&mut self, other: Self) {
        *self = Self::of_word(self.word().wrapping_add(other.word()));
    }

    /// Takes the other heap out. This heap must contain it.
    #[inline]
    pub(super) const fn take(&mut self, other: Self) {
        *self = Self::of_word(self.word().wrapping_sub(other.word()));
    }
}

/// The kind of the card at this place of a heap, laid out kind by kind. Beyond its end, a kind that does not exist.
#[inline]
const fn kind_at(word: u64, place: u8) -> u32 {
    // Byte `k` of the product is where the cards of kind `k` end.
    byte_beyond(word.wrapping_mul(EACH), place as u32)
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
    /// Writes the heap as `2 hare, 1 howl`, or `none` if it is empty.
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

impl From<BTreeMap<Card, u8>> for Cards {
    fn from(counts: BTreeMap<Card, u8>) -> Self {
        Self::new(Card::ALL.map(|card| counts.get(&card).copied().unwrap_or(0)))
    }
}

impl From<Cards> for BTreeMap<Card, u8> {
    fn from(heap: Cards) -> Self {
        heap.iter().collect()
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
    fn heaps_of_any_numbers_are_added_and_taken_apart_kind_by_kind() {
        let (one, other) = (Cards::new([200, 1, 0, 0, 0, 7]), Cards::new([55, 1, 0, 0, 0, 9]));
        assert_eq!(one.checked_add(other), Some(Cards::new([255, 2, 0, 0, 0, 16])));
        assert_eq!(one.checked_add(Cards::new([56, 0, 0, 0, 0, 0])), None);
        assert_eq!(one.checked_sub(other), None, "two lambs are missing");
        assert_eq!(one.checked_sub(Cards::new([200, 0, 0, 0, 0, 7])), Some(Cards::of_one(Card::Tortoise)));
    }

    #[test]
    fn a_howl_card_is_a_wolf_card() {
        assert_eq!(Cards::new([0, 0, 2, 1, 0, 0]).of(Animal::Wolf), 3);
    }
}
