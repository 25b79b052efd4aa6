//! All the cards of a ruleset, and short codes for them: one for each kind, and bit sets of the physical cards of a
//! deck.

use super::cards::{Card, Effect, Instruction, Line, Rank};
use super::ruleset::Ruleset;
use super::schema::MOST_DECK;

/// A kind of card: cards with equal back and text are of one kind. The code has the back in two bits, and below
/// them the number of the kind's first card in the sorted deck, so kinds ascend as their cards do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Kind(pub(super) u8);

/// The number of bits below the back.
const BITS: u32 = 5;
/// The number of codes that a kind can have, in seven bits.
const NUMBERS: usize = 4 << BITS;
const _: () =
    assert!(MOST_DECK < (1 << BITS) - 2, "the cards of a deck are numbered below hidden ones and none");
/// The bit that marks the last card of a layer in a row of layers.
pub(super) const LAST: u8 = NUMBERS as u8;

impl Kind {
    /// The content of a free slot. It is above every kind, so that free slots sort last.
    pub(super) const FREE: Self = Self(NUMBERS as u8 - 1);

    /// The mask of the back's bits.
    pub(super) const BACK: u8 = (NUMBERS - (1 << BITS)) as u8;

    /// The lowest number of a deck's kinds.
    #[inline]
    pub(super) const fn first(back: Rank) -> Self {
        Self((back as u8) << BITS)
    }

    /// A card of this deck with only its back known.
    #[inline]
    pub(super) const fn hidden(back: Rank) -> Self {
        Self(((back as u8) << BITS) | ((1 << BITS) - 2))
    }

    /// Returns true for a free slot.
    #[inline]
    pub(super) fn is_free(self) -> bool {
        self == Self::FREE
    }

    /// The kind with this code. Only the lower seven bits count.
    #[inline]
    pub(super) const fn new(number: u8) -> Self {
        Self(number & (NUMBERS - 1) as u8)
    }

    /// The code of the kind.
    #[inline]
    pub(super) const fn number(self) -> u8 {
        self.0
    }

    /// The number of the kind in its deck.
    #[inline]
    pub(super) const fn index(self) -> u32 {
        (self.0 & !Self::BACK) as u32 % (1 << BITS)
    }

    /// Returns true for a kind that is marked as the last card of a layer in a row.
    pub(super) const fn is_last(self) -> bool {
        self.0 & LAST > 0
    }

    /// The index of the deck that the kind belongs to.
    #[inline]
    pub(super) const fn deck(self) -> usize {
        (self.0 & Self::BACK) as usize >> BITS
    }

    /// The deck that the kind belongs to.
    #[inline]
    pub(super) const fn back(self) -> Rank {
        Rank::of_bits(self.0 >> BITS)
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
    pub(super) sizes: [u8; 4],
}

impl Faces {
    /// The faces of four decks, each with at most [`MOST_DECK`] cards.
    pub(super) fn new(mut decks: [Vec<Card>; 4]) -> Self {
        let mut faces = Self { cards: [Card::new(Rank::First, Effect::ToStart); NUMBERS], sizes: [0; 4] };
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

    /// The card of a kind; `None` if it is hidden.
    pub(super) fn known(&self, kind: Kind) -> Option<Card> {
        (kind != Kind::hidden(kind.back())).then(|| self.card(kind))
    }

    /// All cards of a deck, ascending.
    pub(super) fn deck(&self, back: Rank) -> &[Card] {
        &self.cards[back.index() << BITS..][..usize::from(self.sizes[back.index()])]
    }

    /// The cards of a bit set of a deck's physical cards, ascending.
    pub(super) fn set(&self, back: Rank, set: u32) -> impl Iterator<Item = Card> + use<'_> {
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

/// All the cards of a ruleset: the kinds in ascending order, and the number of cards of each.
#[derive(Clone, Debug)]
pub(super) struct CardIndex {
    faces: Faces,
    /// The effect of the card of each kind.
    instructions: [Instruction; NUMBERS],
    /// The physical cards of each kind in its deck, one bit for each card.
    copies: [u32; NUMBERS],
    /// The kind of each card, indexed by its code; [`Kind::FREE`] if there is no such card.
    kinds: Box<[Kind; Card::CODES]>,
    /// The kind of each physical card, deck by deck, ascending.
    decks: [[Kind; 1 << BITS]; 4],
}

impl CardIndex {
    /// Makes the index for a ruleset without faults.
    pub(super) fn new(ruleset: &Ruleset) -> Self {
        Self::of(&Faces::new(Rank::ALL.map(|back| {
            let lines = ruleset.decks.of(back).iter().filter_map(|text| text.parse::<Line>().ok());
            let cards = lines.map(|line| (Card::new(back, line.effect), usize::from(line.copies)));
            cards.flat_map(|(card, copies)| std::iter::repeat_n(card, copies)).collect()
        })))
    }

    /// Makes the index for these faces.
    pub(super) fn of(faces: &Faces) -> Self {
        let mut card_index = Self {
            faces: *faces,
            instructions: [Instruction::ToStart; NUMBERS],
            copies: [0; NUMBERS],
            kinds: vec![Kind::FREE; Card::CODES].try_into().expect("as many as there are codes"),
            decks: [[Kind::default(); 1 << BITS]; 4],
        };
        for (deck, back) in Rank::ALL.into_iter().enumerate() {
            for (index, card) in faces.deck(back).iter().enumerate() {
                let Some(kind) = faces.kind(*card) else { continue };
                card_index.decks[deck][index] = kind;
                card_index.instructions[usize::from(kind.0)] = card.instruction();
                card_index.copies[usize::from(kind.0)] |= 1 << index;
                card_index.kinds[card.code()] = kind;
            }
        }
        card_index
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

    /// The effect of the card of a kind.
    #[inline]
    pub(super) fn instruction(&self, kind: Kind) -> Instruction {
        self.instructions[usize::from(kind.0) % NUMBERS]
    }

    /// The physical cards of a kind in its deck, one bit for each card.
    #[inline]
    pub(super) fn copies(&self, kind: Kind) -> u32 {
        self.copies[usize::from(kind.0) % NUMBERS]
    }

    /// Returns true when there is only one card of this kind.
    #[inline]
    pub(super) fn is_single(&self, kind: Kind) -> bool {
        self.copies(kind).is_power_of_two()
    }

    /// The kind of a card; `None` if the ruleset does not have it.
    #[inline]
    pub(super) fn kind(&self, card: Card) -> Option<Kind> {
        Some(self.kinds[card.code()]).filter(|kind| !kind.is_free())
    }

    /// The physical card with this number in its deck.
    #[inline]
    pub(super) fn numbered(&self, back: Rank, number: u32) -> Kind {
        self.decks[back.index()][number as usize % (1 << BITS)]
    }

    /// The cards of a bit set of a deck's physical cards, ascending.
    pub(super) fn set(&self, back: Rank, set: u32) -> impl Iterator<Item = Kind> + use<'_> {
        let rest = |set: &u32| Some(*set & set.wrapping_sub(1));
        let sets = std::iter::successors(Some(set), rest).take_while(|set| *set != 0);
        sets.map(move |set| self.numbered(back, set.trailing_zeros()))
    }

    /// All cards of each deck, as bit sets of its physical cards.
    #[inline]
    pub(super) fn sets(&self) -> [u32; 4] {
        self.faces.sizes.map(|size| (1 << size) - 1)
    }

    /// All cards of a deck, ascending.
    pub(super) fn deck(&self, back: Rank) -> &[Kind] {
        &self.decks[back.index()][..usize::from(self.faces.sizes[back.index()])]
    }

    /// A layer of these kinds, as a bit set of physical cards. Of equal cards it takes the last in their deck.
    pub(super) fn layer(&self, kinds: impl Iterator<Item = Kind>) -> u32 {
        let mut layer = 0;
        kinds.for_each(|kind| add_to(&mut layer, self.copies(kind)));
        layer
    }
}

/// Removes one of equal cards, the first that is in the set, from a bit set of a deck's cards.
#[inline]
pub(super) fn remove_from(set: &mut u32, copies: u32) {
    let there = *set & copies;
    *set &= !(there & there.wrapping_neg());
}

/// Adds one of equal cards, the last that is not in the set, to a bit set of a deck's cards.
#[inline]
pub(super) fn add_to(set: &mut u32, copies: u32) {
    // Unchecked input may have more cards than exist; positions are checked for that.
    if let Some(last) = (copies & !*set).checked_ilog2() {
        *set |= 1 << last;
    }
}

/// Returns a member of a bit set of a deck's cards or of ranks. `choose` picks its index below the number of members.
///
/// Bytes are skipped without branches, because nobody can predict how many; the remaining one is looked up in a
/// table.
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

/// The number of members of each byte. A table, because not every target processor has an instruction that counts
/// bits.
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
