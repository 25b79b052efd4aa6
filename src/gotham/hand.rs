//! A hand of cards, each with the layer of its deck that it was drawn from. Both are kept in a word of a byte each, so
//! that a card is put in and taken out by a shift. The word of the cards has room for more of them, but it is written and
//! read in one piece: what is written in several and read soon after as one makes the processor wait.

use super::card_index::Kind;
use super::cards::Rank;

/// Cards of a full hand, between drawing and placing (GO-11).
pub(super) const FULL_HAND: usize = 5;

/// Up to five cards, ascending, of equal ones those of the lower layer first, and free slots beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Hand {
    /// The kinds of its cards; the bytes beyond are 0.
    cards: [u8; BYTES],
    layers: [u8; FULL_HAND],
}

impl Default for Hand {
    fn default() -> Self {
        Self { cards: (ONES * u64::from(Kind::FREE.number())).to_le_bytes(), layers: [0; FULL_HAND] }
    }
}

/// The bytes of a word.
const BYTES: usize = 8;
/// The bits of all slots.
const ALL: u64 = (1 << (8 * FULL_HAND)) - 1;
/// A one in the byte of every slot.
const ONES: u64 = 0x01_0101_0101;
/// The bit of every slot above the seven of its card.
const ABOVES: u64 = ONES << 7;
/// The bit above the last slot, which none follows.
const LAST_ABOVE: u64 = 1 << (8 * FULL_HAND - 1);

/// Cards in a row, each in a byte of a word, the first in the lowest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    word: u64,
    count: u32,
}

impl Row {
    /// The number of its cards.
    #[inline]
    pub(super) const fn count(self) -> u32 {
        self.count
    }

    /// The card at a place.
    #[inline]
    pub(super) fn get(self, place: u32) -> Option<Kind> {
        (place < self.count).then(|| kind(self.word, place))
    }

    /// Its cards.
    #[inline]
    pub(super) fn iter(self) -> impl ExactSizeIterator<Item = Kind> {
        (0..self.count).map(move |place| kind(self.word, place))
    }

    /// Its cards in order; the slots beyond them have no meaning.
    #[inline]
    pub(super) fn slots(self) -> [Kind; FULL_HAND] {
        std::array::from_fn(|slot| kind(self.word, slot as u32))
    }

    /// Takes out a card; all above it move a slot down.
    #[inline]
    const fn remove(&mut self, slot: u64) {
        self.word = without(self.word, slot);
        self.count -= 1;
    }

    /// The cards that are equal to the one before, the bit above each.
    #[inline]
    const fn repeated(self) -> u64 {
        let differences = self.word ^ (self.word << 8);
        // The bit above is carried into where a card is another one than that before; the first has none before it.
        !(differences + (ABOVES - ONES)) & ABOVES & !0xff & ((1 << (8 * self.count)) - 1)
    }
}

impl Hand {
    /// Its cards, ascending.
    #[inline]
    pub(super) fn cards(&self) -> Row {
        let word = self.word();
        // The bit above is carried into where a slot is free, and stands there beyond the last.
        let free = (word + ONES) & ABOVES | 1 << (8 * FULL_HAND);
        Row { word, count: free.trailing_zeros() / 8 }
    }

    /// Its cards and the free slots beyond.
    #[inline]
    pub(super) fn slots(&self) -> [Kind; FULL_HAND] {
        self.cards().slots()
    }

    /// The number of its cards that belong to a deck.
    #[inline]
    pub(super) fn count_of(&self, back: Rank) -> u32 {
        self.slots_of(back).count_ones()
    }

    /// The number of its cards of each deck.
    #[inline]
    pub(super) fn backs(&self) -> [u8; 4] {
        // A byte for each deck.
        let one = |kind: Kind| u32::from(!kind.is_free()) << (8 * kind.deck());
        self.cards.iter().take(FULL_HAND).map(|number| one(Kind::new(*number))).sum::<u32>().to_le_bytes()
    }

    /// Its cards that belong to a deck, with their layers.
    #[inline]
    pub(super) fn of(&self, back: Rank) -> impl Iterator<Item = (Kind, u8)> + '_ {
        let mut slots = self.slots_of(back);
        std::iter::from_fn(move || {
            let slot = slots.trailing_zeros() as usize / 8;
            slots &= slots.wrapping_sub(1);
            Some((Kind(*self.cards.get(slot)?), self.layers[slot]))
        })
    }

    /// Returns true when it has a card of this deck from another layer.
    #[inline]
    pub(super) fn has_other_layer(&self, back: Rank, layer: u8) -> bool {
        let differences = self.layers() ^ (ONES * u64::from(layer));
        // The bit above is carried into where the layer is another one.
        self.slots_of(back) & (differences + (ABOVES - ONES)) != 0
    }

    /// Returns true when it has a card of this kind.
    #[inline]
    pub(super) fn has(&self, kind: Kind) -> bool {
        has_zero(self.differences(kind))
    }

    /// Returns true when it has a card of this kind from this layer.
    #[inline]
    pub(super) fn has_from(&self, kind: Kind, layer: u8) -> bool {
        has_zero(self.differences(kind) | (self.layers() ^ (ONES * u64::from(layer))))
    }

    /// The bits in which the card of each slot differs from this kind.
    #[inline]
    fn differences(&self, kind: Kind) -> u64 {
        self.word() ^ (ONES * u64::from(kind.number()))
    }

    /// The slots with a card of a deck, the bit above each.
    #[inline]
    fn slots_of(&self, back: Rank) -> u64 {
        // The bit above is carried into where the back is another one, or the slot is free.
        let backs = ONES * u64::from(Kind::BACK);
        let differences = self.word() ^ (ONES * u64::from(Kind::first(back).number()));
        let others = (differences & backs) + backs;
        let free = self.word() + ONES;
        !(others | free) & ABOVES
    }

    /// Its kinds, each once and ascending.
    #[inline]
    pub(super) fn kinds(&self) -> Row {
        // The hand of a seat that is to place is full (GO-11).
        let is_full = self.cards[FULL_HAND - 1] != Kind::FREE.number();
        let mut row = if is_full { Row { word: self.word(), count: FULL_HAND as u32 } } else { self.cards() };
        let mut repeated = row.repeated();
        // Two cards are seldom equal.
        while repeated != 0 {
            row.remove(lowest(repeated) >> 7);
            repeated = (repeated & (repeated - 1)) >> 8;
        }
        row
    }

    /// Its cards with their layers.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = (Kind, u8)> + '_ {
        self.cards().iter().zip(self.layers)
    }

    /// The layers of some of its cards.
    pub(super) fn layers_where(&mut self, fits: impl Fn(Kind) -> bool) -> impl Iterator<Item = &mut u8> {
        let cards = self.cards().iter();
        let held = self.layers.iter_mut().zip(cards);
        held.filter(move |(_, kind)| fits(*kind)).map(|(layer, _)| layer)
    }

    /// The same cards with their backs only, unless they are `shown`.
    #[inline]
    pub(super) fn hidden_unless(&self, shown: bool) -> Self {
        let cards = self.word();
        // The bit above is carried into where a slot is free.
        let free = ((cards + ONES) & ABOVES) >> 7;
        let backs = cards & (ONES * u64::from(Kind::BACK));
        let hidden = backs | (ONES * u64::from(Kind::hidden(Rank::First).number())) | free;
        // A branch would be foreseen badly, for the hands of all seats come by.
        let kept = u64::from(shown).wrapping_neg();
        Self { cards: (cards & kept | hidden & !kept).to_le_bytes(), layers: self.layers }
    }

    /// Marks the layers of its cards in those of each deck, a bit each.
    #[inline]
    pub(super) fn mark_layers(&self, decks: &mut [u64; 4]) {
        for slot in 0..FULL_HAND {
            let kind = Kind(self.cards[slot]);
            decks[kind.deck()] |= u64::from(!kind.is_free()) << self.layers[slot];
        }
    }

    /// Sorts the layers of hidden cards of each deck, of which nobody can tell more.
    #[inline]
    pub(super) fn sort_layers(&mut self) {
        // Most often they are in order.
        if !self.has_sorted_layers() {
            self.map_layers(|_, layer| layer);
        }
    }

    /// Returns true when the layers of equal cards ascend.
    #[inline]
    fn has_sorted_layers(&self) -> bool {
        let (cards, layers) = (self.word(), self.layers());
        let differences = (cards ^ (cards >> 8)) & (ALL >> 8);
        // The bit above is carried into where the next card is another one; it stays where the next layer is not lower.
        let others = differences + (ABOVES - ONES);
        let ascending = ((layers >> 8) | ABOVES) - layers;
        (others | ascending | LAST_ABOVE) & ABOVES == ABOVES
    }

    /// Exchanges a layer of a card of this deck for the lowest one in a hand whose layers are sorted.
    pub(super) fn take_lowest_layer(&mut self, back: Rank, layer: &mut u8) {
        let lowest = self.slots_of(back).trailing_zeros() as usize / 8;
        if let Some(lowest) = self.layers.get_mut(lowest).filter(|lowest| **lowest < *layer) {
            std::mem::swap(lowest, layer);
            self.sort_layers();
        }
    }

    /// Gives each card another layer; those of equal cards ascend.
    pub(super) fn map_layers(&mut self, number: impl Fn(Kind, u8) -> u8) {
        let mut pairs = [(Kind::FREE, 0); FULL_HAND];
        let mut count = 0;
        for (pair, (kind, layer)) in pairs.iter_mut().zip(self.iter()) {
            *pair = (kind, number(kind, layer));
            count += 1;
        }
        pairs[..count].sort_unstable();
        self.layers = pairs.map(|(_, layer)| layer);
    }

    /// Puts a card in where it sorts, behind its equals, of which none is of a later layer: all from there on move
    /// a slot up.
    #[inline]
    pub(super) fn add(&mut self, kind: Kind, layer: u8) {
        let cards = self.word();
        let slot = first_not_below(cards, Kind(kind.number() + 1));
        self.cards = (with(cards, slot, kind.number()) & ALL).to_le_bytes();
        let layers = self.layers();
        self.set_layers(with(layers, slot, layer));
    }

    /// Takes out the first card of this kind, which the hand has, and returns its layer: all above it move a slot
    /// down.
    #[inline]
    pub(super) fn remove(&mut self, kind: Kind) -> u8 {
        let cards = self.word();
        let slot = first_not_below(cards, kind);
        let free = u64::from(Kind::FREE.number()) << (8 * FULL_HAND);
        self.cards = without(cards | free, slot).to_le_bytes();
        let layers = self.layers();
        self.set_layers(without(layers, slot));
        (layers >> (slot.trailing_zeros() % 64)) as u8
    }

    /// Its cards in one word, the first in the lowest byte.
    #[inline]
    fn word(&self) -> u64 {
        u64::from_le_bytes(self.cards)
    }

    /// Its layers in one word, read in the parts in which they are written.
    #[inline]
    fn layers(&self) -> u64 {
        let [lower @ .., upper] = self.layers;
        u64::from(u32::from_le_bytes(lower)) | u64::from(upper) << 32
    }

    #[inline]
    fn set_layers(&mut self, word: u64) {
        let (lower, upper) = self.layers.split_at_mut(size_of::<u32>());
        lower.copy_from_slice(&(word as u32).to_le_bytes());
        upper[0] = (word >> 32) as u8;
    }
}

/// Returns true when a slot of a word is zero; the bit above is not used.
#[inline]
const fn has_zero(word: u64) -> bool {
    // The bit above is carried into where a slot is not zero.
    (word + (ABOVES - ONES)) & ABOVES != ABOVES
}

/// The card in a slot of a word.
#[inline]
const fn kind(word: u64, slot: u32) -> Kind {
    Kind::new((word >> (8 * slot % 64)) as u8)
}

/// The lowest bit of the first slot with this kind, a higher one or no card.
#[inline]
const fn first_not_below(cards: u64, kind: Kind) -> u64 {
    lowest((((cards | ABOVES) - ONES * kind.number() as u64) & ABOVES) >> 7)
}

/// The lowest bit that is set.
#[inline]
const fn lowest(word: u64) -> u64 {
    word & word.wrapping_neg()
}

/// A word with one byte more, in the slot with this lowest bit: those from there on move a slot up.
#[inline]
const fn with(word: u64, slot: u64, value: u8) -> u64 {
    let below = slot.wrapping_sub(1);
    (word & below) | (slot * value as u64) | ((word & !below) << 8)
}

/// A word without the byte in the slot with this lowest bit: those above move a slot down.
#[inline]
const fn without(word: u64, slot: u64) -> u64 {
    let below = slot.wrapping_sub(1);
    (word & below) | ((word >> 8) & !below)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::game::streams::Stream;

    #[test]
    fn a_hand_is_a_sorted_list_of_up_to_five_cards_with_their_layers() {
        let mut rng = Stream::seed_from_u64(1);
        for _ in 0..2_000 {
            let (mut hand, mut cards) = (Hand::default(), Vec::new());
            // Few kinds, so that some are equal, from the whole range.
            let kinds: Vec<Kind> =
                (0..4).map(|_| Kind::new(rng.random_range(0..Kind::FREE.number()))).collect();
            // Layers of later draws are higher.
            for layer in 0..30 {
                if cards.len() < FULL_HAND && (cards.is_empty() || rng.random()) {
                    let kind = kinds[rng.random_range(0..kinds.len())];
                    hand.add(kind, layer);
                    cards.push((kind, layer));
                    cards.sort_unstable();
                } else {
                    let (kind, _) = cards[rng.random_range(0..cards.len())];
                    let first = cards.iter().position(|(held, _)| *held == kind).expect("it is held");
                    assert_eq!(hand.remove(kind), cards.remove(first).1);
                }
                assert_eq!(hand.iter().collect::<Vec<_>>(), cards);
                for back in Rank::ALL {
                    let of_deck = cards.iter().filter(|(kind, _)| kind.back() == back).count();
                    assert_eq!(hand.count_of(back) as usize, of_deck, "{back} of {cards:?}");
                }
                let backs: Vec<Kind> = cards.iter().map(|(kind, _)| Kind::hidden(kind.back())).collect();
                let mut hidden = hand.hidden_unless(false);
                assert_eq!(hidden.cards().iter().collect::<Vec<_>>(), backs);
                hidden.sort_layers();
                let layers = cards.iter().map(|(kind, layer)| (Kind::hidden(kind.back()), *layer));
                let mut layers: Vec<(Kind, u8)> = layers.collect();
                layers.sort_unstable();
                assert_eq!(hidden.iter().collect::<Vec<_>>(), layers);
                let mut once: Vec<Kind> = cards.iter().map(|(kind, _)| *kind).collect();
                once.dedup();
                assert_eq!(hand.kinds().iter().collect::<Vec<_>>(), once);
            }
        }
    }
}
