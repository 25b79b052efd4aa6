//! The four decks in their layers, and the cards carried out.
//!
//! A deck is not in an order: a card is decided when it is drawn. Only the *layers* are ordered (GO-14):
//! recycled cards go under the deck, and nothing of a layer is drawn before all of the layer above. Each deck
//! has its stretch of one array; its cards stand at the front, the upper layers first, and the cards carried
//! out at the end, so that recycling moves the end to the front.

use super::cards::{Card, Line, Place};
use super::ruleset::{MOST_CARDS, Ruleset};

/// A kind of card: cards of equal back and text are one kind. The number of its [`Card`] in [`Stock`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Kind(pub(super) u8);

/// All the cards of a ruleset: the kinds in ascending order, and how many there are of each.
#[derive(Clone, Debug)]
pub(super) struct Stock {
    kinds: Vec<Card>,
    /// The kind of each physical card, deck by deck, ascending.
    cards: [Kind; MOST_CARDS],
    /// Where each deck's stretch begins, and where the last one ends.
    begins: [u8; 5],
}

impl Stock {
    /// The cards of a ruleset without faults.
    pub(super) fn new(ruleset: &Ruleset) -> Self {
        let mut all: Vec<Card> = Vec::with_capacity(MOST_CARDS);
        for back in Place::ALL {
            let lines = ruleset.decks.of(back).1.iter().filter_map(|text| text.parse::<Line>().ok());
            for line in lines {
                let card = Card { back, effect: line.effect };
                all.extend(std::iter::repeat_n(card, usize::from(line.copies)));
            }
        }
        all.sort_unstable();
        let mut kinds = all.clone();
        kinds.dedup();
        let mut cards = [Kind::default(); MOST_CARDS];
        for (slot, card) in cards.iter_mut().zip(&all) {
            *slot = Kind(kinds.binary_search(card).unwrap_or_default() as u8);
        }
        let mut begins = [all.len() as u8; 5];
        for back in Place::ALL {
            begins[back.index()] = all.partition_point(|card| card.back < back) as u8;
        }
        Self { kinds, cards, begins }
    }

    /// The card of a kind.
    #[inline]
    pub(super) fn card(&self, kind: Kind) -> Card {
        self.kinds[usize::from(kind.0)]
    }

    /// The kind of a card, when the ruleset has it.
    pub(super) fn kind(&self, card: Card) -> Option<Kind> {
        self.kinds.binary_search(&card).ok().map(|index| Kind(index as u8))
    }

    /// All cards of a deck, ascending.
    pub(super) fn deck(&self, back: Place) -> &[Kind] {
        &self.cards[self.stretch(back)]
    }

    #[inline]
    fn stretch(&self, back: Place) -> std::ops::Range<usize> {
        usize::from(self.begins[back.index()])..usize::from(self.begins[back.index() + 1])
    }
}

/// What is left of the four decks, and the cards carried out that wait to be recycled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decks {
    cards: [Kind; MOST_CARDS],
    /// Bit `i` of a deck: a lower layer begins at its card `i`. Bit 0 is never set.
    seams: [u32; 4],
    left: [u8; 4],
    carried_out: [u8; 4],
}

impl Decks {
    /// All cards in their decks, each deck one layer.
    pub(super) fn full(stock: &Stock) -> Self {
        let left = Place::ALL.map(|back| stock.deck(back).len() as u8);
        Self { cards: stock.cards, seams: [0; 4], left, carried_out: [0; 4] }
    }

    /// No card anywhere, for filling.
    pub(super) const fn empty() -> Self {
        Self { cards: [Kind(0); MOST_CARDS], seams: [0; 4], left: [0; 4], carried_out: [0; 4] }
    }

    /// How many cards are left in a deck.
    #[inline]
    pub(super) const fn left(&self, back: Place) -> u8 {
        self.left[back.index()]
    }

    /// The upper layer of a deck, ascending: each of its cards is equally likely to be on top.
    #[inline]
    pub(super) fn top(&self, stock: &Stock, back: Place) -> &[Kind] {
        let begin = stock.stretch(back).start;
        &self.cards[begin..begin + self.top_size(back)]
    }

    #[inline]
    fn top_size(&self, back: Place) -> usize {
        let seam = self.seams[back.index()].trailing_zeros() as usize;
        seam.min(usize::from(self.left(back)))
    }

    /// The layers of a deck, the upper one first.
    pub(super) fn layers(&self, stock: &Stock, back: Place) -> Vec<Vec<Kind>> {
        let begin = stock.stretch(back).start;
        let mut layers: Vec<Vec<Kind>> = Vec::new();
        for index in 0..usize::from(self.left(back)) {
            if index == 0 || self.seams[back.index()] >> index & 1 == 1 {
                layers.push(Vec::new());
            }
            if let Some(layer) = layers.last_mut() {
                layer.push(self.cards[begin + index]);
            }
        }
        layers
    }

    /// The cards of a deck that were carried out and not recycled, ascending.
    pub(super) fn carried_out(&self, stock: &Stock, back: Place) -> &[Kind] {
        let end = stock.stretch(back).end;
        &self.cards[end - usize::from(self.carried_out[back.index()])..end]
    }

    /// Takes the card at this index of the upper layer; whether that was the layer's last card.
    #[inline]
    pub(super) fn draw(&mut self, stock: &Stock, back: Place, index: usize) -> bool {
        let layer_ends = self.top_size(back) == 1;
        let begin = stock.stretch(back).start;
        let end = begin + usize::from(self.left(back));
        self.cards.copy_within(begin + index + 1..end, begin + index);
        self.cards[end - 1] = Kind::default();
        self.left[back.index()] -= 1;
        let seams = &mut self.seams[back.index()];
        *seams = (*seams >> 1) & !1;
        layer_ends
    }

    /// Puts a card on the pile of those carried out.
    #[inline]
    pub(super) fn carry_out(&mut self, stock: &Stock, back: Place, kind: Kind) {
        let end = stock.stretch(back).end;
        let mut slot = end - usize::from(self.carried_out[back.index()]) - 1;
        while slot + 1 < end && self.cards[slot + 1] < kind {
            self.cards[slot] = self.cards[slot + 1];
            slot += 1;
        }
        self.cards[slot] = kind;
        self.carried_out[back.index()] += 1;
    }

    /// Puts a layer under a deck.
    pub(super) fn put_under(&mut self, stock: &Stock, back: Place, layer: &[Kind]) {
        let begin = stock.stretch(back).start + usize::from(self.left(back));
        self.cards[begin..begin + layer.len()].copy_from_slice(layer);
        self.cards[begin..begin + layer.len()].sort_unstable();
        self.mark_new_layer(back, layer.len());
    }

    /// Other cards for the layers of a deck, the upper one first, as many in each as before.
    pub(super) fn replace(&mut self, stock: &Stock, back: Place, layers: &mut [Vec<Kind>]) {
        let mut slots = self.cards[stock.stretch(back)].iter_mut();
        for layer in layers {
            layer.sort_unstable();
            for (kind, slot) in layer.iter().zip(slots.by_ref()) {
                *slot = *kind;
            }
        }
    }

    #[inline]
    fn mark_new_layer(&mut self, back: Place, size: usize) {
        let index = back.index();
        if size > 0 && self.left[index] > 0 {
            self.seams[index] |= 1 << self.left[index];
        }
        self.left[index] += size as u8;
    }

    /// GO-14: the cards carried out go under their decks, each deck's as a new lowest layer.
    pub(super) fn recycle(&mut self, stock: &Stock) {
        for back in Place::ALL {
            let size = usize::from(self.carried_out[back.index()]);
            let end = stock.stretch(back).end;
            let begin = stock.stretch(back).start + usize::from(self.left(back));
            self.cards.copy_within(end - size..end, begin);
            self.cards[begin + size..end].fill(Kind::default());
            self.carried_out[back.index()] = 0;
            self.mark_new_layer(back, size);
        }
    }
}
