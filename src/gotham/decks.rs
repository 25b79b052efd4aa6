//! The four decks with their layers, and the cards carried out.
//!
//! A deck has no order: which card is drawn is decided at the draw. Only the *layers* are ordered (GO-14): recycled
//! cards go under the deck, and nothing of a layer is drawn before everything in the layer above. The upper layer
//! and the cards carried out are bit sets of the deck's physical cards. Equal cards leave one set and enter the
//! other in a fixed order, so that equal decks are equal sets. The layers below are rarely touched; they are sorted
//! lists, one after another in one row.

use super::card_index::{CardIndex, Faces, Kind, LAST, member, remove_from};
use super::cards::{Card, Rank};
use super::schema::MOST_DECK;

/// The cards left in the four decks, and those carried out that are waiting to be recycled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decks {
    /// The upper layer of each deck as a bit set of the deck's cards. It is empty if the deck is.
    pub(super) tops: [u32; 4],
    /// The cards carried out that came from each deck, as bit sets of the deck's cards. Of equal cards it has the
    /// first ones.
    carried_out: [u32; 4],
    /// The layers below the upper one, each sorted and with its last card marked.
    below: [[Kind; MOST_BELOW]; 4],
    /// The number of the layer on top of each deck. Layers are numbered from the top down. The lowest number is
    /// that of the oldest layer with a card outside the deck.
    numbers: [u8; 4],
}

/// The maximum number of cards below the upper layer of a deck, which has at least one.
const MOST_BELOW: usize = MOST_DECK - 1;

impl Decks {
    /// All cards in their decks, each deck as one layer.
    pub(super) fn full(card_index: &CardIndex) -> Self {
        Self { tops: card_index.sets(), ..Self::empty() }
    }

    /// Decks without any card, to be filled.
    pub(super) fn empty() -> Self {
        Self { tops: [0; 4], carried_out: [0; 4], below: [[Kind::default(); MOST_BELOW]; 4], numbers: [0; 4] }
    }

    /// The number of the layer on top of a deck, which is the layer of the next card drawn.
    #[inline]
    pub(super) const fn number(&self, back: Rank) -> u8 {
        self.numbers[back.index()]
    }

    pub(super) const fn set_number(&mut self, back: Rank, number: u8) {
        self.numbers[back.index()] = number;
    }

    /// Returns true as long as every deck is in its first layer, and so are all the cards drawn from it.
    #[inline]
    pub(super) const fn are_in_first_layers(&self) -> bool {
        u32::from_le_bytes(self.numbers) == 0
    }

    /// Returns true as long as every deck is a single layer, to which all the cards drawn from it belong.
    pub(super) fn are_single_layers(&self) -> bool {
        self.are_in_first_layers() && self.below.iter().all(|row| row[0].is_free())
    }

    /// Returns true if `layer` is the number of the layer on top of the card's deck.
    #[inline]
    pub(super) const fn is_of_top(&self, kind: Kind, layer: u8) -> bool {
        self.numbers[kind.deck()] == layer
    }

    /// The number of cards left in a deck.
    pub(super) fn left(&self, back: Rank) -> u8 {
        self.top_size(back) as u8 + self.below(back).len() as u8
    }

    /// The cards of a deck below its upper layer.
    fn below(&self, back: Rank) -> &[Kind] {
        let row = &self.below[back.index()];
        let count = row.iter().rposition(|kind| kind.is_last()).map_or(0, |last| last + 1);
        &row[..count]
    }

    /// Returns true if no card is left in a deck.
    #[inline]
    pub(super) const fn is_empty(&self, back: Rank) -> bool {
        self.tops[back.index()] == 0
    }

    /// Returns true if every deck has a card left.
    #[inline]
    pub(super) fn all_have_cards(&self) -> bool {
        self.tops.iter().all(|top| *top != 0)
    }

    /// The number of cards in the upper layer of a deck.
    #[inline]
    pub(super) const fn top_size(&self, back: Rank) -> u32 {
        self.tops[back.index()].count_ones()
    }

    /// The upper layer of a deck, ascending. Each of its cards is equally likely to be on top.
    pub(super) fn top<'a>(
        &self,
        card_index: &'a CardIndex,
        back: Rank,
    ) -> impl Iterator<Item = Kind> + use<'a> {
        card_index.set(back, self.tops[back.index()])
    }

    /// Returns true if the upper layer of its deck has a card of this kind.
    #[inline]
    pub(super) fn has_on_top(&self, card_index: &CardIndex, kind: Kind) -> bool {
        self.tops[kind.back().index()] & card_index.copies(kind) != 0
    }

    /// The card of [`Decks::top`] at the index that `choose` picks below the number of these cards.
    #[inline]
    pub(super) fn top_card(
        &self,
        card_index: &CardIndex,
        back: Rank,
        choose: impl FnOnce(u32) -> u32,
    ) -> Kind {
        card_index.numbered(back, member(self.tops[back.index()], choose))
    }

    /// The layers of a deck, the upper one first.
    pub(super) fn layers(&self, faces: &Faces, back: Rank) -> Vec<Vec<Card>> {
        if self.is_empty(back) {
            return Vec::new();
        }
        let below = self.below(back).split_inclusive(|kind| kind.is_last());
        let below = below.map(|layer| layer.iter().map(|kind| faces.card(*kind)).collect());
        std::iter::once(faces.set(back, self.tops[back.index()]).collect()).chain(below).collect()
    }

    /// Returns true if cards of a deck were carried out and not yet recycled.
    pub(super) const fn has_carried_out(&self, back: Rank) -> bool {
        self.carried_out[back.index()] != 0
    }

    /// The number of cards of a deck that were carried out and not yet recycled.
    pub(super) const fn carried_out_count(&self, back: Rank) -> u32 {
        self.carried_out[back.index()].count_ones()
    }

    /// The cards of a deck that were carried out and not yet recycled, ascending.
    pub(super) fn carried_out<'a>(
        &self,
        faces: &'a Faces,
        back: Rank,
    ) -> impl Iterator<Item = Card> + use<'a> {
        faces.set(back, self.carried_out[back.index()])
    }

    /// Takes a card of this kind from the upper layer of its deck, which must have one, and returns the layer's
    /// number.
    #[inline]
    pub(super) fn draw(&mut self, card_index: &CardIndex, kind: Kind) -> u8 {
        let deck = kind.back().index();
        let number = self.numbers[deck];
        remove_from(&mut self.tops[deck], card_index.copies(kind));
        if self.tops[deck] == 0 {
            self.uncover(card_index, kind.back());
        }
        number
    }

    /// Brings the next layer of a deck to the top.
    fn uncover(&mut self, card_index: &CardIndex, back: Rank) {
        let deck = back.index();
        self.numbers[deck] += 1;
        let row = &mut self.below[deck];
        let Some(last) = row.iter().position(|kind| kind.is_last()) else { return };
        self.tops[deck] = card_index.layer(row[..=last].iter().map(|kind| Kind::new(kind.0)));
        row[..=last].fill(Kind::default());
        row.rotate_left(last + 1);
    }

    /// Puts a card on the pile of cards carried out.
    #[inline]
    pub(super) fn carry_out(&mut self, card_index: &CardIndex, kind: Kind) {
        let pile = &mut self.carried_out[kind.back().index()];
        let free = card_index.copies(kind) & !*pile;
        *pile |= free & free.wrapping_neg();
    }

    /// Puts a layer under a deck.
    pub(super) fn put_under(&mut self, card_index: &CardIndex, back: Rank, layer: &[Kind]) {
        let deck = back.index();
        if layer.is_empty() {
            return;
        }
        if self.is_empty(back) {
            self.tops[deck] = card_index.layer(layer.iter().copied());
            return;
        }
        let begin = self.below(back).len();
        let slots = &mut self.below[deck][begin..begin + layer.len()];
        slots.copy_from_slice(layer);
        slots.sort_unstable();
        slots[layer.len() - 1].0 |= LAST;
    }

    /// All cards of each deck except those carried out.
    #[inline]
    pub(super) fn not_carried_out(&self, card_index: &CardIndex) -> [u32; 4] {
        let all = card_index.sets();
        std::array::from_fn(|deck| all[deck] & !self.carried_out[deck])
    }

    /// GO-14: puts the cards carried out under their decks, for each deck as a new lowest layer.
    pub(super) fn recycle(&mut self, card_index: &CardIndex) {
        for back in Rank::ALL {
            let pile = std::mem::take(&mut self.carried_out[back.index()]);
            let mut layer = [Kind::default(); MOST_DECK];
            let mut count = 0;
            for (slot, kind) in layer.iter_mut().zip(card_index.set(back, pile)) {
                *slot = kind;
                count += 1;
            }
            self.put_under(card_index, back, &layer[..count]);
        }
    }
}
