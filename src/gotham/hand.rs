//! A hand of cards: ascending in one word of a byte each, so that a card is put in and taken out by a shift.

use super::cards::Place;
use super::decks::Kind;

/// Cards of a full hand, between drawing and placing (GO-11).
pub(super) const FULL_HAND: usize = 5;

/// Up to five cards, ascending, and free slots beyond.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Hand {
    cards: [Kind; FULL_HAND],
}

/// A one in the byte of every slot.
const ONES: u64 = 0x01_0101_0101;
/// The bit of every slot above the seven of its card.
const ABOVES: u64 = ONES << 7;

impl Hand {
    /// Its cards, ascending.
    #[inline]
    pub(super) fn cards(&self) -> &[Kind] {
        let count = self.cards.iter().filter(|kind| !kind.is_free()).count();
        &self.cards[..count]
    }

    /// How many of its cards belong to a deck.
    #[inline]
    pub(super) fn count_of(self, back: Place) -> u32 {
        // The bit above is carried into where the back is another one, or the slot is free.
        let backs = ONES * u64::from(Kind::BACK);
        let differences = self.word() ^ (ONES * u64::from(Kind::first(back).number()));
        let others = (differences & backs) + backs;
        let free = self.word() + ONES;
        (!(others | free) & ABOVES).count_ones()
    }

    /// Its kinds, each once and ascending, and how many they are; what stands beyond them means nothing.
    #[inline]
    pub(super) fn kinds(self) -> ([Kind; FULL_HAND], usize) {
        // Who is to place has a full hand (GO-11), and seldom are two cards of it equal.
        if self.is_full() && !self.has_equal_slots() { (self.cards, FULL_HAND) } else { self.kinds_once() }
    }

    #[inline]
    fn is_full(self) -> bool {
        !self.cards[FULL_HAND - 1].is_free()
    }

    /// Whether two cards are equal, or two slots free: those stand side by side.
    #[inline]
    fn has_equal_slots(self) -> bool {
        let aboves = ABOVES as u32;
        let differences = (self.word() ^ (self.word() >> 8)) as u32;
        // The bit above is carried into where two slots differ.
        (differences + !aboves) & aboves != aboves
    }

    /// The same for any hand.
    #[inline(never)]
    fn kinds_once(self) -> ([Kind; FULL_HAND], usize) {
        let mut kinds = self.cards;
        let mut count = 0;
        for (slot, kind) in self.cards().iter().enumerate() {
            if slot == 0 || *kind != self.cards[slot - 1] {
                kinds[count] = *kind;
                count += 1;
            }
        }
        (kinds, count)
    }

    /// Puts a card in where it sorts: all from there on move a slot up.
    #[inline]
    pub(super) fn add(&mut self, kind: Kind) {
        let (held, slot) = (self.word(), self.first_not_below(kind));
        let below = slot.wrapping_sub(1);
        *self = Self::of((held & below) | (slot * u64::from(kind.number())) | ((held & !below) << 8));
    }

    /// Takes out a card of this kind, which the hand has: all above it move a slot down.
    #[inline]
    pub(super) fn remove(&mut self, kind: Kind) {
        let (held, slot) = (self.word(), self.first_not_below(kind));
        let below = slot.wrapping_sub(1);
        let free = u64::from(Kind::FREE.number()) << (8 * FULL_HAND);
        *self = Self::of((held & below) | (((held | free) >> 8) & !below));
    }

    /// The slots in one word, the first in the lowest byte.
    #[inline]
    fn word(self) -> u64 {
        let [lower @ .., upper] = self.cards.map(Kind::number);
        u64::from(u32::from_le_bytes(lower)) | u64::from(upper) << 32
    }

    #[inline]
    fn of(word: u64) -> Self {
        let [first, second, third, fourth, fifth, ..] = word.to_le_bytes();
        Self { cards: [first, second, third, fourth, fifth].map(Kind) }
    }

    /// The lowest bit of the first slot with this kind, a higher one or no card.
    #[inline]
    fn first_not_below(self, kind: Kind) -> u64 {
        let not_below = ((self.word() | ABOVES) - ONES * u64::from(kind.number())) & ABOVES;
        (not_below & not_below.wrapping_neg()) >> 7
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::streams::Stream;

    #[test]
    fn a_hand_is_a_sorted_list_of_up_to_five_cards() {
        let mut rng = Stream::seed_from_u64(1);
        for _ in 0..2_000 {
            let (mut hand, mut cards) = (Hand::default(), Vec::new());
            // Few kinds, so that some are equal, from the whole range.
            let kinds: Vec<Kind> =
                (0..4).map(|_| Kind::new(rng.random_range(0..Kind::FREE.number()))).collect();
            for _ in 0..30 {
                if cards.len() < FULL_HAND && (cards.is_empty() || rng.random()) {
                    let kind = kinds[rng.random_range(0..kinds.len())];
                    hand.add(kind);
                    cards.push(kind);
                    cards.sort_unstable();
                } else {
                    let kind = cards.remove(rng.random_range(0..cards.len()));
                    hand.remove(kind);
                }
                assert_eq!(hand.cards(), cards);
                for back in Place::ALL {
                    let of_deck = cards.iter().filter(|kind| kind.back() == back).count();
                    assert_eq!(hand.count_of(back) as usize, of_deck, "{back} of {cards:?}");
                }
                let mut once = cards.clone();
                once.dedup();
                let (kinds, count) = hand.kinds();
                assert_eq!(kinds[..count], once);
            }
        }
    }
}
