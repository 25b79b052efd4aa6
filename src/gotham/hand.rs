//! A hand of cards, each with the layer of its deck that it was drawn from. Cards and layers are each kept in one
//! word with a byte for each card, so that a shift inserts or removes a card. The word of the cards has spare room,
//! but it is written and read in one piece: the processor stalls when it reads as a whole what was just written in
//! parts.

use super::card_index::Kind;
use super::cards::Rank;

/// The number of cards in a full hand, between drawing and placing (GO-11).
pub(super) const FULL_HAND: usize = 5;

/// Up to five cards in ascending order, then free slots. Of equal cards, those from the lower layer come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Hand {
    /// The kinds of its cards. The bytes beyond the slots are 0.
    cards: [u8; BYTES],
    layers: [u8; FULL_HAND],
}

impl Default for Hand {
    fn default() -> Self {
        Self { cards: (ONES * u64::from(Kind::FREE.number())).to_le_bytes(), layers: [0; FULL_HAND] }
    }
}

/// The number of bytes in a word.
const BYTES: usize = 8;
/// The mask of all slots.
const ALL: u64 = (1 << (8 * FULL_HAND)) - 1;
/// A word with a one in the byte of every slot.
const ONES: u64 = 0x01_0101_0101;
/// The highest bit of every slot, above the seven bits of its card.
const ABOVES: u64 = ONES << 7;
/// The highest bit of the last slot.
const LAST_ABOVE: u64 = 1 << (8 * FULL_HAND - 1);

/// Cards in a row, each in a byte of a word, with the first card in the lowest byte.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    word: u64,
    count: u32,
}

impl Row {
    /// The number of cards.
    #[inline]
    pub(super) const fn count(self) -> u32 {
        self.count
    }

    /// The card at a place.
    #[inline]
    pub(super) fn get(self, place: u32) -> Option<Kind> {
        (place < self.count).then(|| kind(self.word, place))
    }

    /// The cards, in order.
    #[inline]
    pub(super) fn iter(self) -> impl ExactSizeIterator<Item = Kind> {
        (0..self.count).map(move |place| kind(self.word, place))
    }

    /// The cards in order. The slots beyond them have no meaning.
    #[inline]
    pub(super) fn slots(self) -> [Kind; FULL_HAND] {
        std::array::from_fn(|slot| kind(self.word, slot as u32))
    }

    /// Removes a card; all cards above it move down a slot.
    #[inline]
    const fn remove(&mut self, slot: u64) {
        self.word = without(self.word, slot);
        self.count -= 1;
    }

    /// Marks the cards that are equal to the one before, by the high bit of each slot.
    #[inline]
    const fn repeated(self) -> u64 {
        let differences = self.word ^ (self.word << 8);
        // A carry sets the high bit where a card differs from the one before. The first card has none before it.
        !(differences + (ABOVES - ONES)) & ABOVES & !0xff & ((1 << (8 * self.count)) - 1)
    }
}

impl Hand {
    /// The cards of the hand, ascending.
    #[inline]
    pub(super) fn cards(&self) -> Row {
        let word = self.word();
        // A carry sets the high bit of each free slot, and beyond the last slot the bit is always set.
        let free = (word + ONES) & ABOVES | 1 << (8 * FULL_HAND);
        Row { word, count: free.trailing_zeros() / 8 }
    }

    /// The cards of the hand, with the free slots beyond them.
    #[inline]
    pub(super) fn slots(&self) -> [Kind; FULL_HAND] {
        self.cards().slots()
    }

    /// The number of cards in the hand that belong to a deck.
    #[inline]
    pub(super) fn count_of(&self, back: Rank) -> u32 {
        self.slots_of(back).count_ones()
    }

    /// The number of cards in the hand from each deck.
    #[inline]
    pub(super) fn backs(&self) -> [u8; 4] {
        // One byte for each deck.
        let one = |kind: Kind| u32::from(!kind.is_free()) << (8 * kind.deck());
        self.cards.iter().take(FULL_HAND).map(|number| one(Kind::new(*number))).sum::<u32>().to_le_bytes()
    }

    /// The cards in the hand that belong to a deck, with their layers.
    #[inline]
    pub(super) fn of(&self, back: Rank) -> impl Iterator<Item = (Kind, u8)> + '_ {
        let mut slots = self.slots_of(back);
        std::iter::from_fn(move || {
            let slot = slots.trailing_zeros() as usize / 8;
            slots &= slots.wrapping_sub(1);
            Some((Kind(*self.cards.get(slot)?), self.layers[slot]))
        })
    }

    /// Returns true if the hand has a card of this deck from another layer.
    #[inline]
    pub(super) fn has_other_layer(&self, back: Rank, layer: u8) -> bool {
        let differences = self.layers() ^ (ONES * u64::from(layer));
        // A carry sets the high bit where the layer differs.
        self.slots_of(back) & (differences + (ABOVES - ONES)) != 0
    }

    /// Returns true if the hand has a card of this kind.
    #[inline]
    pub(super) fn has(&self, kind: Kind) -> bool {
        has_zero(self.differences(kind))
    }

    /// Returns true if the hand has a card of this kind from this layer.
    #[inline]
    pub(super) fn has_from(&self, kind: Kind, layer: u8) -> bool {
        has_zero(self.differences(kind) | (self.layers() ^ (ONES * u64::from(layer))))
    }

    /// The bits in which the card of each slot differs from this kind.
    #[inline]
    fn differences(&self, kind: Kind) -> u64 {
        self.word() ^ (ONES * u64::from(kind.number()))
    }

    /// Marks the slots with a card of a deck, by the high bit of each slot.
    #[inline]
    fn slots_of(&self, back: Rank) -> u64 {
        // A carry sets the high bit where the back differs, or the slot is free.
        let backs = ONES * u64::from(Kind::BACK);
        let differences = self.word() ^ (ONES * u64::from(Kind::first(back).number()));
        let others = (differences & backs) + backs;
        let free = self.word() + ONES;
        !(others | free) & ABOVES
    }

    /// The kinds in the hand, each once and ascending.
    #[inline]
    pub(super) fn kinds(&self) -> Row {
        // The hand of a seat that has to place is full (GO-11).
        let is_full = self.cards[FULL_HAND - 1] != Kind::FREE.number();
        let mut row = if is_full { Row { word: self.word(), count: FULL_HAND as u32 } } else { self.cards() };
        let mut repeated = row.repeated();
        // Two cards are rarely equal.
        while repeated != 0 {
            row.remove(lowest(repeated) >> 7);
            repeated = (repeated & (repeated - 1)) >> 8;
        }
        row
    }

    /// The cards of the hand with their layers.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = (Kind, u8)> + '_ {
        self.cards().iter().zip(self.layers)
    }

    /// The layers of the cards whose kind `fits`.
    pub(super) fn layers_where(&mut self, fits: impl Fn(Kind) -> bool) -> impl Iterator<Item = &mut u8> {
        let cards = self.cards().iter();
        let held = self.layers.iter_mut().zip(cards);
        held.filter(move |(_, kind)| fits(*kind)).map(|(layer, _)| layer)
    }

    /// The same hand, reduced to the backs of the cards unless they are `shown`.
    #[inline]
    pub(super) fn hidden_unless(&self, shown: bool) -> Self {
        let cards = self.word();
        // A carry sets the high bit where a slot is free.
        let free = ((cards + ONES) & ABOVES) >> 7;
        let backs = cards & (ONES * u64::from(Kind::BACK));
        let hidden = backs | (ONES * u64::from(Kind::hidden(Rank::First).number())) | free;
        // A branch would be predicted badly, because the hands of all seats pass through here.
        let kept = u64::from(shown).wrapping_neg();
        Self { cards: (cards & kept | hidden & !kept).to_le_bytes(), layers: self.layers }
    }

    /// Marks the layers of the hand's cards, one bit for each layer of each deck.
    #[inline]
    pub(super) fn mark_layers(&self, decks: &mut [u64; 4]) {
        for slot in 0..FULL_HAND {
            let kind = Kind(self.cards[slot]);
            decks[kind.deck()] |= u64::from(!kind.is_free()) << self.layers[slot];
        }
    }

    /// Sorts the layers of the hidden cards of each deck, about which nobody can know more.
    #[inline]
    pub(super) fn sort_layers(&mut self) {
        // Usually they are in order.
        if !self.has_sorted_layers() {
            self.map_layers(|_, layer| layer);
        }
    }

    /// Returns true when the layers of equal cards ascend.
    #[inline]
    fn has_sorted_layers(&self) -> bool {
        let (cards, layers) = (self.word(), self.layers());
        let differences = (cards ^ (cards >> 8)) & (ALL >> 8);
        // A carry sets the high bit where the next card differs; it stays set where the next layer is not lower.
        let others = differences + (ABOVES - ONES);
        let ascending = ((layers >> 8) | ABOVES) - layers;
        (others | ascending | LAST_ABOVE) & ABOVES == ABOVES
    }

    /// Exchanges a layer of a card of this deck for the lowest one in the hand, whose layers must be sorted.
    pub(super) fn take_lowest_layer(&mut self, back: Rank, layer: &mut u8) {
        let lowest = self.slots_of(back).trailing_zeros() as usize / 8;
        if let Some(lowest) = self.layers.get_mut(lowest).filter(|lowest| **lowest < *layer) {
            std::mem::swap(lowest, layer);
            self.sort_layers();
        }
    }

    /// Renumbers the layer of each card. The layers of equal cards must ascend.
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

    /// Inserts a card in order, after equal cards, none of which may be from a later layer. All cards from there on
    /// move up a slot.
    #[inline]
    pub(super) fn add(&mut self, kind: Kind, layer: u8) {
        let cards = self.word();
        let slot = first_not_below(cards, Kind(kind.number() + 1));
        self.cards = (with(cards, slot, kind.number()) & ALL).to_le_bytes();
        let layers = self.layers();
        self.set_layers(with(layers, slot, layer));
    }

    /// Removes the first card of this kind, which the hand must have, and returns its layer. All cards above it
    /// move down a slot.
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

    /// The cards of the hand in one word, with the first card in the lowest byte.
    #[inline]
    fn word(&self) -> u64 {
        u64::from_le_bytes(self.cards)
    }

    /// The layers of the hand in one word, read in the parts in which they are written.
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

/// Returns true if a slot of a word is zero. The high bit of each slot must be unused.
#[inline]
const fn has_zero(word: u64) -> bool {
    // A carry sets the high bit where a slot is not zero.
    (word + (ABOVES - ONES)) & ABOVES != ABOVES
}

/// The card in a slot of a word.
#[inline]
const fn kind(word: u64, slot: u32) -> Kind {
    Kind::new((word >> (8 * slot % 64)) as u8)
}

/// The lowest bit of the first slot whose kind is not below this one: this kind, a higher one, or no card.
#[inline]
const fn first_not_below(cards: u64, kind: Kind) -> u64 {
    lowest((((cards | ABOVES) - ONES * kind.number() as u64) & ABOVES) >> 7)
}

/// The lowest bit that is set.
#[inline]
const fn lowest(word: u64) -> u64 {
    word & word.wrapping_neg()
}

/// The word with one byte inserted in the slot with this lowest bit. Bytes from there on move up a slot.
#[inline]
const fn with(word: u64, slot: u64, value: u8) -> u64 {
    let below = slot.wrapping_sub(1);
    (word & below) | (slot * value as u64) | ((word & !below) << 8)
}

/// The word without the byte in the slot with this lowest bit. Bytes above it move down a slot.
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
            // Only a few kinds, so that some are equal, but from the whole range.
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
