//! The four decks in their layers, and the cards carried out.
//!
//! A deck is not in an order: a card is decided when it is drawn. Only the *layers* are ordered (GO-14):
//! recycled cards go under the deck, and nothing of a layer is drawn before all of the layer above. The upper
//! layer is a set of the deck's physical cards, a bit each; equal cards leave it in a fixed order, so that
//! equal decks are equal sets. The layers below and the cards carried out are seldom touched: they are sorted
//! lists in one row, at its front and at its end, so that recycling moves the end to the front.

use super::cards::{Card, Effect, Line, Place};
use super::ruleset::{MOST_DECK, Ruleset};

/// A kind of card: cards of equal back and text are one kind. The back in two bits, and below them the number
/// of its first card in the sorted deck: kinds ascend as their cards do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Kind(u8);

/// Bits of a kind below its back.
const BITS: u32 = 5;
/// All numbers that a kind can have, in seven bits.
const NUMBERS: usize = 4 << BITS;
const _: () = assert!(MOST_DECK < 1 << BITS, "the cards of a deck are numbered below the number for none");
/// Marks the last card of a layer in a row.
const LAST: u8 = NUMBERS as u8;

impl Kind {
    /// The kind with this number, of which the lower seven bits count.
    #[inline]
    pub(super) const fn new(number: u8) -> Self {
        Self(number & (NUMBERS - 1) as u8)
    }

    /// Its number.
    #[inline]
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// The number of its first card in the sorted deck.
    #[inline]
    const fn first(self) -> u32 {
        self.0 as u32 & ((1 << BITS) - 1)
    }

    /// The deck that it belongs to.
    #[inline]
    pub(super) const fn back(self) -> Place {
        Place::ALL[(self.0 >> BITS) as usize % Place::ALL.len()]
    }
}

impl Default for Kind {
    /// What free slots hold: above every kind, so that they sort last.
    fn default() -> Self {
        Self(NUMBERS as u8 - 1)
    }
}

/// All the cards of a ruleset: the kinds in ascending order, and how many there are of each.
#[derive(Clone, Debug)]
pub(super) struct Stock {
    /// The card of each kind.
    cards: [Card; NUMBERS],
    /// The kind of each card, by its code.
    kinds: Vec<Option<Kind>>,
    /// The kind of each physical card, deck by deck, ascending.
    decks: [[Kind; MOST_DECK]; 4],
    sizes: [u8; 4],
}

impl Stock {
    /// The cards of a ruleset without faults.
    pub(super) fn new(ruleset: &Ruleset) -> Self {
        let mut stock = Self {
            cards: [Card::new(Place::First, Effect::ToStart); NUMBERS],
            kinds: vec![None; Card::CODES],
            decks: [[Kind::default(); MOST_DECK]; 4],
            sizes: [0; 4],
        };
        for back in Place::ALL {
            let mut deck: Vec<Card> = Vec::with_capacity(MOST_DECK);
            for line in ruleset.decks.of(back).1.iter().filter_map(|text| text.parse::<Line>().ok()) {
                let card = Card::new(back, line.effect);
                deck.extend(std::iter::repeat_n(card, usize::from(line.copies)));
            }
            deck.sort_unstable();
            for (card, slot) in deck.iter().zip(&mut stock.decks[back.index()]) {
                let first = deck.partition_point(|other| other < card);
                let number = back.index() << BITS | first;
                *slot = Kind(number as u8);
                stock.cards[number] = *card;
                if let Some(code) = card.code() {
                    stock.kinds[code] = Some(*slot);
                }
            }
            stock.sizes[back.index()] = deck.len() as u8;
        }
        stock
    }

    /// The card of a kind.
    #[inline]
    pub(super) fn card(&self, kind: Kind) -> Card {
        self.cards[usize::from(kind.0) % NUMBERS]
    }

    /// The kind of a card, when the ruleset has it.
    #[inline]
    pub(super) fn kind(&self, card: Card) -> Option<Kind> {
        self.kinds.get(card.code()?).copied().flatten()
    }

    /// All cards of a deck, ascending.
    pub(super) fn deck(&self, back: Place) -> &[Kind] {
        &self.decks[back.index()][..usize::from(self.sizes[back.index()])]
    }

    /// The layer of these kinds as a set of physical cards: of equal ones the last in their deck.
    fn layer(&self, kinds: impl Iterator<Item = Kind>) -> u32 {
        kinds.fold(0, |layer, kind| {
            let equal = self.deck(kind.back()).iter().filter(|other| **other == kind).count() as u32;
            let all = ((1 << equal) - 1) << kind.first();
            // More than there are may be typed; that is told where positions are read.
            (all & !layer).checked_ilog2().map_or(layer, |last| layer | 1 << last)
        })
    }
}

/// What is left of the four decks, and the cards carried out that wait to be recycled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decks {
    /// The upper layer of each deck, a bit for each of the deck's cards; empty when the deck is.
    top: [u32; 4],
    /// At the front the layers below, each sorted and with its last card marked; at the end the cards carried
    /// out, sorted.
    rows: [[Kind; MOST_DECK]; 4],
    below: [u8; 4],
    carried_out: [u8; 4],
}

impl Decks {
    /// All cards in their decks, each deck one layer.
    pub(super) fn full(stock: &Stock) -> Self {
        Self { top: stock.sizes.map(|size| (1 << size) - 1), ..Self::empty() }
    }

    /// No card anywhere, for filling.
    pub(super) fn empty() -> Self {
        Self { top: [0; 4], rows: [[Kind::default(); MOST_DECK]; 4], below: [0; 4], carried_out: [0; 4] }
    }

    /// How many cards are left in a deck.
    pub(super) const fn left(&self, back: Place) -> u8 {
        self.top_size(back) as u8 + self.below[back.index()]
    }

    /// Whether no card is left in a deck.
    #[inline]
    pub(super) const fn is_empty(&self, back: Place) -> bool {
        self.top[back.index()] == 0
    }

    /// Whether every deck has a card left.
    #[inline]
    pub(super) fn all_have_cards(&self) -> bool {
        !self.top.contains(&0)
    }

    /// How many cards the upper layer of a deck has.
    #[inline]
    pub(super) const fn top_size(&self, back: Place) -> u32 {
        self.top[back.index()].count_ones()
    }

    /// The upper layer of a deck, ascending: each of its cards is equally likely to be on top.
    pub(super) fn top<'a>(&self, stock: &'a Stock, back: Place) -> impl Iterator<Item = Kind> + use<'a> {
        let top = self.top[back.index()];
        let cards = stock.deck(back).iter().enumerate();
        cards.filter(move |(index, _)| top >> index & 1 == 1).map(|(_, kind)| *kind)
    }

    /// The card at this index of [`Decks::top`], which must have it.
    #[inline]
    pub(super) fn top_card(&self, stock: &Stock, back: Place, index: u32) -> Kind {
        let mut top = self.top[back.index()];
        for _ in 0..index {
            top &= top.wrapping_sub(1);
        }
        stock.decks[back.index()][top.trailing_zeros() as usize % MOST_DECK]
    }

    /// The layers of a deck, the upper one first.
    pub(super) fn layers(&self, stock: &Stock, back: Place) -> Vec<Vec<Kind>> {
        if self.is_empty(back) {
            return Vec::new();
        }
        let below = &self.rows[back.index()][..usize::from(self.below[back.index()])];
        let below = below.split_inclusive(|kind| kind.0 & LAST > 0);
        let below = below.map(|layer| layer.iter().map(|kind| Kind::new(kind.0)).collect());
        std::iter::once(self.top(stock, back).collect()).chain(below).collect()
    }

    /// The cards of a deck that were carried out and not recycled, ascending.
    pub(super) fn carried_out(&self, back: Place) -> &[Kind] {
        &self.rows[back.index()][MOST_DECK - usize::from(self.carried_out[back.index()])..]
    }

    /// Takes a card of this kind from the upper layer of its deck, which has it; whether that was the layer's
    /// last card.
    #[inline]
    pub(super) fn draw(&mut self, stock: &Stock, kind: Kind) -> bool {
        let top = &mut self.top[kind.back().index()];
        // Of equal cards those that are there come last, so this bit is one of the kind's.
        let not_before = *top & (!0 << kind.first());
        *top &= !(not_before & not_before.wrapping_neg());
        let layer_ends = *top == 0;
        if layer_ends {
            self.uncover(stock, kind.back());
        }
        layer_ends
    }

    /// The next layer below comes to the top.
    fn uncover(&mut self, stock: &Stock, back: Place) {
        let deck = back.index();
        let below = usize::from(self.below[deck]);
        let row = &mut self.rows[deck];
        let Some(last) = row[..below].iter().position(|kind| kind.0 & LAST > 0) else { return };
        self.top[deck] = stock.layer(row[..=last].iter().map(|kind| Kind::new(kind.0)));
        row.copy_within(last + 1..below, 0);
        row[below - last - 1..below].fill(Kind::default());
        self.below[deck] -= last as u8 + 1;
    }

    /// Puts a card on the pile of those carried out.
    #[inline]
    pub(super) fn carry_out(&mut self, kind: Kind) {
        let deck = kind.back().index();
        let row = &mut self.rows[deck];
        let mut slot = (MOST_DECK - 1).saturating_sub(usize::from(self.carried_out[deck]));
        while slot + 1 < MOST_DECK && row[slot + 1] < kind {
            row[slot] = row[slot + 1];
            slot += 1;
        }
        row[slot] = kind;
        self.carried_out[deck] += 1;
    }

    /// Puts a layer under a deck.
    pub(super) fn put_under(&mut self, stock: &Stock, back: Place, layer: &[Kind]) {
        let deck = back.index();
        if layer.is_empty() {
            return;
        }
        if self.is_empty(back) {
            self.top[deck] = stock.layer(layer.iter().copied());
            return;
        }
        let begin = usize::from(self.below[deck]);
        let slots = &mut self.rows[deck][begin..begin + layer.len()];
        slots.copy_from_slice(layer);
        slots.sort_unstable();
        slots[layer.len() - 1].0 |= LAST;
        self.below[deck] += layer.len() as u8;
    }

    /// Other cards for the layers of a deck, the upper one first, as many in each as before.
    pub(super) fn replace(&mut self, stock: &Stock, back: Place, layers: &[Vec<Kind>]) {
        self.top[back.index()] = 0;
        self.below[back.index()] = 0;
        for layer in layers {
            self.put_under(stock, back, layer);
        }
    }

    /// GO-14: the cards carried out go under their decks, each deck's as a new lowest layer.
    pub(super) fn recycle(&mut self, stock: &Stock) {
        for back in Place::ALL {
            let pile = MOST_DECK - usize::from(self.carried_out[back.index()])..;
            let row = self.rows[back.index()];
            self.rows[back.index()][pile.clone()].fill(Kind::default());
            self.carried_out[back.index()] = 0;
            self.put_under(stock, back, &row[pile]);
        }
    }
}
