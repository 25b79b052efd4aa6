//! The four decks in their layers, and the cards carried out.
//!
//! A deck is not in an order: a card is decided when it is drawn. Only the *layers* are ordered (GO-14):
//! recycled cards go under the deck, and nothing of a layer is drawn before all of the layer above. The upper
//! layer and the cards carried out are sets of the deck's physical cards, a bit each; equal cards leave the one
//! and enter the other in a fixed order, so that equal decks are equal sets. The layers below are seldom
//! touched: they are sorted lists in one row.

use super::cards::{Card, Effect, Line, Place, Step};
use super::ruleset::{MOST_DECK, Ruleset};

/// A kind of card: cards of equal back and text are one kind. The back in two bits, and below them the number
/// of its first card in the sorted deck: kinds ascend as their cards do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Kind(pub(super) u8);

/// Bits of a kind below its back.
const BITS: u32 = 5;
/// All numbers that a kind can have, in seven bits.
const NUMBERS: usize = 4 << BITS;
const _: () =
    assert!(MOST_DECK < (1 << BITS) - 2, "the cards of a deck are numbered below hidden ones and none");
/// Marks the last card of a layer in a row.
const LAST: u8 = NUMBERS as u8;

impl Kind {
    /// What free slots hold: above every kind, so that they sort last.
    pub(super) const FREE: Self = Self(NUMBERS as u8 - 1);

    /// The bits of its back.
    pub(super) const BACK: u8 = (NUMBERS - (1 << BITS)) as u8;

    /// The lowest number of a deck's kinds.
    #[inline]
    pub(super) const fn first(back: Place) -> Self {
        Self((back as u8) << BITS)
    }

    /// A card of this deck of which only the back is known.
    #[inline]
    pub(super) const fn hidden(back: Place) -> Self {
        Self(((back as u8) << BITS) | ((1 << BITS) - 2))
    }

    /// Whether it is no kind of card but a free slot.
    #[inline]
    pub(super) fn is_free(self) -> bool {
        self == Self::FREE
    }

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

    /// Whether it is marked as the last card of a layer in a row.
    const fn is_last(self) -> bool {
        self.0 & LAST > 0
    }

    /// The deck that it belongs to.
    #[inline]
    pub(super) const fn back(self) -> Place {
        Place::of_bits(self.0 >> BITS)
    }
}

impl Default for Kind {
    fn default() -> Self {
        Self::FREE
    }
}

/// The cards of the four decks, each ascending: the face of every kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Faces {
    cards: [Card; NUMBERS],
    sizes: [u8; 4],
}

impl Faces {
    /// The faces of four decks, of which each has at most [`MOST_DECK`] cards.
    pub(super) fn new(mut decks: [Vec<Card>; 4]) -> Self {
        let mut faces = Self { cards: [Card::new(Place::First, Effect::ToStart); NUMBERS], sizes: [0; 4] };
        for (index, deck) in decks.iter_mut().enumerate() {
            deck.sort_unstable();
            deck.truncate(MOST_DECK);
            faces.cards[index << BITS..][..deck.len()].copy_from_slice(deck);
            faces.sizes[index] = deck.len() as u8;
        }
        faces
    }

    /// The card of a kind.
    #[inline]
    pub(super) fn card(&self, kind: Kind) -> Card {
        self.cards[usize::from(kind.0) % NUMBERS]
    }

    /// The card of a kind, unless it is hidden.
    pub(super) fn known(&self, kind: Kind) -> Option<Card> {
        (kind != Kind::hidden(kind.back())).then(|| self.card(kind))
    }

    /// All cards of a deck, ascending.
    pub(super) fn deck(&self, back: Place) -> &[Card] {
        &self.cards[back.index() << BITS..][..usize::from(self.sizes[back.index()])]
    }

    /// The cards of a set of a deck's physical cards, ascending.
    fn set(&self, back: Place, set: u32) -> impl Iterator<Item = Card> + use<'_> {
        self.deck(back)
            .iter()
            .enumerate()
            .filter(move |(index, _)| set >> index & 1 == 1)
            .map(|(_, card)| *card)
    }

    /// The kind of a card; `None` when there is no such card.
    pub(super) fn kind(&self, card: Card) -> Option<Kind> {
        let deck = self.deck(card.back());
        let first = deck.partition_point(|other| *other < card);
        (deck.get(first) == Some(&card)).then(|| Kind((card.back().index() << BITS | first) as u8))
    }
}

/// All the cards of a ruleset: the kinds in ascending order, and how many there are of each.
#[derive(Clone, Debug)]
pub(super) struct Stock {
    faces: Faces,
    /// What the card of each kind does.
    steps: [Step; NUMBERS],
    /// The physical cards of each kind in its deck, a bit each.
    copies: [u32; NUMBERS],
    /// The kind of each card, by its code; that of free slots where there is no such card.
    kinds: Box<[Kind; Card::CODES]>,
    /// The kind of each physical card, deck by deck, ascending.
    decks: [[Kind; 1 << BITS]; 4],
}

impl Stock {
    /// The cards of a ruleset without faults.
    pub(super) fn new(ruleset: &Ruleset) -> Self {
        Self::of(&Faces::new(Place::ALL.map(|back| {
            let lines = ruleset.decks.of(back).1.iter().filter_map(|text| text.parse::<Line>().ok());
            let cards = lines.map(|line| (Card::new(back, line.effect), usize::from(line.copies)));
            cards.flat_map(|(card, copies)| std::iter::repeat_n(card, copies)).collect()
        })))
    }

    /// The cards with these faces.
    pub(super) fn of(faces: &Faces) -> Self {
        let mut stock = Self {
            faces: *faces,
            steps: [Step::ToStart; NUMBERS],
            copies: [0; NUMBERS],
            kinds: Box::new([Kind::FREE; Card::CODES]),
            decks: [[Kind::default(); 1 << BITS]; 4],
        };
        for (deck, back) in Place::ALL.into_iter().enumerate() {
            for (index, card) in faces.deck(back).iter().enumerate() {
                let Some(kind) = faces.kind(*card) else { continue };
                stock.decks[deck][index] = kind;
                stock.steps[usize::from(kind.0)] = card.step();
                stock.copies[usize::from(kind.0)] |= 1 << index;
                if let Some(code) = card.code() {
                    stock.kinds[code] = kind;
                }
            }
        }
        stock
    }

    /// The face of every kind.
    pub(super) const fn faces(&self) -> &Faces {
        &self.faces
    }

    /// The card of a kind.
    #[inline]
    pub(super) fn card(&self, kind: Kind) -> Card {
        self.faces.card(kind)
    }

    /// What the card of a kind does.
    #[inline]
    pub(super) fn step(&self, kind: Kind) -> Step {
        self.steps[usize::from(kind.0) % NUMBERS]
    }

    /// The physical cards of a kind in its deck, a bit each.
    #[inline]
    pub(super) fn copies(&self, kind: Kind) -> u32 {
        self.copies[usize::from(kind.0) % NUMBERS]
    }

    /// Whether there is only one card of this kind.
    #[inline]
    pub(super) fn is_single(&self, kind: Kind) -> bool {
        self.copies(kind).is_power_of_two()
    }

    /// The kind of a card, when the ruleset has it.
    #[inline]
    pub(super) fn kind(&self, card: Card) -> Option<Kind> {
        Some(self.kinds[card.code()? % Card::CODES]).filter(|kind| !kind.is_free())
    }

    /// The physical card with this number in its deck, which has so many.
    #[inline]
    pub(super) fn numbered(&self, back: Place, number: u32) -> Kind {
        self.decks[back.index()][number as usize % (1 << BITS)]
    }

    /// The cards of a set of a deck's physical cards, ascending.
    fn set(&self, back: Place, set: u32) -> impl Iterator<Item = Kind> + use<'_> {
        let rest = |set: &u32| Some(*set & set.wrapping_sub(1));
        let sets = std::iter::successors(Some(set), rest).take_while(|set| *set != 0);
        sets.map(move |set| self.numbered(back, set.trailing_zeros()))
    }

    /// All cards of a deck, ascending.
    pub(super) fn deck(&self, back: Place) -> &[Kind] {
        &self.decks[back.index()][..usize::from(self.faces.sizes[back.index()])]
    }

    /// The layer of these kinds as a set of physical cards: of equal ones the last in their deck.
    fn layer(&self, kinds: impl Iterator<Item = Kind>) -> u32 {
        let mut layer = 0;
        kinds.for_each(|kind| add_to(&mut layer, self.copies(kind)));
        layer
    }
}

/// What is left of the four decks, and the cards carried out that wait to be recycled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Decks {
    /// The upper layer of each deck, a bit for each of the deck's cards; empty when the deck is.
    top: [u32; 4],
    /// The cards carried out that came from each deck, a bit for each of the deck's cards: of equal ones the
    /// first.
    carried_out: [u32; 4],
    /// The layers below, each sorted and with its last card marked.
    below: [[Kind; MOST_BELOW]; 4],
    /// The number of the layer on top of each deck. Layers are numbered from the top down; the lowest number is
    /// that of the oldest layer of which a card is outside of the deck.
    numbers: [u8; 4],
}

/// The most cards of a deck that are below its upper layer, which has at least one.
const MOST_BELOW: usize = MOST_DECK - 1;

impl Decks {
    /// All cards in their decks, each deck one layer.
    pub(super) fn full(stock: &Stock) -> Self {
        Self { top: stock.faces.sizes.map(|size| (1 << size) - 1), ..Self::empty() }
    }

    /// No card anywhere, for filling.
    pub(super) fn empty() -> Self {
        Self { top: [0; 4], carried_out: [0; 4], below: [[Kind::default(); MOST_BELOW]; 4], numbers: [0; 4] }
    }

    /// The number of the layer on top of a deck: a card that is drawn belongs to it.
    #[inline]
    pub(super) const fn number(&self, back: Place) -> u8 {
        self.numbers[back.index()]
    }

    pub(super) const fn set_number(&mut self, back: Place, number: u8) {
        self.numbers[back.index()] = number;
    }

    /// Returns true while every deck is in its first layer, as are all the cards drawn from it.
    #[inline]
    pub(super) const fn are_in_first_layers(&self) -> bool {
        u32::from_le_bytes(self.numbers) == 0
    }

    /// How many cards are left in a deck.
    pub(super) fn left(&self, back: Place) -> u8 {
        self.top_size(back) as u8 + self.below(back).len() as u8
    }

    /// The cards of a deck below its upper layer.
    fn below(&self, back: Place) -> &[Kind] {
        let row = &self.below[back.index()];
        let count = row.iter().rposition(|kind| kind.is_last()).map_or(0, |last| last + 1);
        &row[..count]
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
        stock.set(back, self.top[back.index()])
    }

    /// Returns true when the upper layer of its deck has a card of this kind.
    #[inline]
    pub(super) fn has_on_top(&self, stock: &Stock, kind: Kind) -> bool {
        self.top[kind.back().index()] & stock.copies(kind) != 0
    }

    /// The card at an index of [`Decks::top`], which `choose` names below the number of these cards.
    #[inline]
    pub(super) fn top_card(&self, stock: &Stock, back: Place, choose: impl FnOnce(u32) -> u32) -> Kind {
        stock.numbered(back, member(self.top[back.index()], choose))
    }

    /// The layers of a deck, the upper one first.
    pub(super) fn layers(&self, faces: &Faces, back: Place) -> Vec<Vec<Card>> {
        if self.is_empty(back) {
            return Vec::new();
        }
        let below = self.below(back).split_inclusive(|kind| kind.is_last());
        let below = below.map(|layer| layer.iter().map(|kind| faces.card(*kind)).collect());
        std::iter::once(faces.set(back, self.top[back.index()]).collect()).chain(below).collect()
    }

    /// Whether cards of a deck were carried out and not recycled.
    pub(super) const fn has_carried_out(&self, back: Place) -> bool {
        self.carried_out[back.index()] != 0
    }

    /// The cards of a deck that were carried out and not recycled, ascending.
    pub(super) fn carried_out<'a>(
        &self,
        faces: &'a Faces,
        back: Place,
    ) -> impl Iterator<Item = Card> + use<'a> {
        faces.set(back, self.carried_out[back.index()])
    }

    /// Takes a card of this kind from the upper layer of its deck, which has it; returns the layer's number.
    #[inline]
    pub(super) fn draw(&mut self, stock: &Stock, kind: Kind) -> u8 {
        let deck = kind.back().index();
        let number = self.numbers[deck];
        remove_from(&mut self.top[deck], stock.copies(kind));
        if self.top[deck] == 0 {
            self.uncover(stock, kind.back());
        }
        number
    }

    /// The next layer below comes to the top.
    fn uncover(&mut self, stock: &Stock, back: Place) {
        let deck = back.index();
        self.numbers[deck] += 1;
        let row = &mut self.below[deck];
        let Some(last) = row.iter().position(|kind| kind.is_last()) else { return };
        self.top[deck] = stock.layer(row[..=last].iter().map(|kind| Kind::new(kind.0)));
        row.copy_within(last + 1.., 0);
        row[MOST_BELOW - last - 1..].fill(Kind::default());
    }

    /// Puts a card on the pile of those carried out.
    #[inline]
    pub(super) fn carry_out(&mut self, stock: &Stock, kind: Kind) {
        let pile = &mut self.carried_out[kind.back().index()];
        let free = stock.copies(kind) & !*pile;
        *pile |= free & free.wrapping_neg();
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
        let begin = self.below(back).len();
        let slots = &mut self.below[deck][begin..begin + layer.len()];
        slots.copy_from_slice(layer);
        slots.sort_unstable();
        slots[layer.len() - 1].0 |= LAST;
    }

    /// The upper layer of a deck as a set of its physical cards.
    pub(super) const fn top_set(&mut self, back: Place) -> &mut u32 {
        &mut self.top[back.index()]
    }

    /// GO-14: the cards carried out go under their decks, each deck's as a new lowest layer.
    pub(super) fn recycle(&mut self, stock: &Stock) {
        for back in Place::ALL {
            let pile = std::mem::take(&mut self.carried_out[back.index()]);
            let mut layer = [Kind::default(); MOST_DECK];
            let mut count = 0;
            for (slot, kind) in layer.iter_mut().zip(stock.set(back, pile)) {
                *slot = kind;
                count += 1;
            }
            self.put_under(stock, back, &layer[..count]);
        }
    }
}

/// Takes one of equal cards, the first that is there, from a set of a deck's cards.
#[inline]
pub(super) fn remove_from(set: &mut u32, copies: u32) {
    let there = *set & copies;
    *set &= !(there & there.wrapping_neg());
}

/// Puts one of equal cards, the last that is not there, into a set of a deck's cards.
#[inline]
pub(super) fn add_to(set: &mut u32, copies: u32) {
    // More cards than there are may be typed; positions are checked for that.
    if let Some(last) = (copies & !*set).checked_ilog2() {
        *set |= 1 << last;
    }
}

/// The member of a set of a deck's cards at the index that `choose` names below the number of members.
///
/// Bytes are passed over without a branch, for nobody can foresee how many; the one that is left is looked up.
#[inline]
pub(super) fn member(set: u32, choose: impl FnOnce(u32) -> u32) -> u32 {
    const { assert!(MOST_DECK <= 24, "the cards of a deck are three bytes of bits") }
    let [first, second, third, _] = set.to_le_bytes();
    let size = |byte: u8| u32::from(SIZES[usize::from(byte)]);
    let up_to_second = size(first);
    let up_to_third = up_to_second + size(second);
    let index = choose(up_to_third + size(third));
    let mut found = (first, 0, 0);
    for (byte, begin, before) in [(second, 8, up_to_second), (third, 16, up_to_third)] {
        found = if index >= before { (byte, begin, before) } else { found };
    }
    let (byte, begin, before) = found;
    begin + u32::from(MEMBERS[usize::from(byte)][index.wrapping_sub(before) as usize % 8])
}

/// How many members each byte has: a table, for not every processor that this is built for counts bits by itself.
static SIZES: [u8; 256] = {
    let mut sizes = [0; 256];
    let mut byte = 0;
    while byte < sizes.len() {
        sizes[byte] = byte.count_ones() as u8;
        byte += 1;
    }
    sizes
};

/// The members of each byte, ascending.
static MEMBERS: [[u8; 8]; 256] = {
    let mut members = [[0; 8]; 256];
    let mut byte = 0;
    while byte < members.len() {
        let mut rest = byte;
        let mut index = 0;
        while rest != 0 {
            members[byte][index] = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            index += 1;
        }
        byte += 1;
    }
    members
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_of_a_set_is_found_in_every_byte() {
        for set in [1, 0x0080_0000, 0x00ff_ffff, 0x00ff_ff00, 0x7fff, 0x0012_3456, 0x0081_0081, 0x00ff_0000] {
            let members: Vec<u32> = (0..MOST_DECK as u32).filter(|bit| set >> bit & 1 == 1).collect();
            let found = (0..members.len() as u32).map(|index| {
                member(set, |size| {
                    assert_eq!(size as usize, members.len(), "{set:#x}");
                    index
                })
            });
            assert_eq!(found.collect::<Vec<_>>(), members, "{set:#x}");
        }
    }
}
