//! What everybody can remember of where the cards in the hands came from (GO-15).
//!
//! Which deck a player draws from is public, and so is the layer on top of it; of a recycled layer the faces
//! are public as well. So a card in a hand is known to come from a certain set of cards. The memory keeps
//! just that, in two parts:
//!
//! - Cards of the *base* of a deck need no note: everything that is face down and not noted belongs to one
//!   set of cards, any of which may be any. At first all cards are base.
//! - A card drawn from a later layer is *noted*, with the layer's number. A card that comes to light is noted
//!   too, and both notes go as soon as everybody can tell which layer it came from (see `open`). It stays open
//!   only while cards of the same face are unseen in several layers that the seat has drawn from.
//!
//! Notes are ordered by deck and seat. Only a seat's own cards depend on each other in time: of one deck and
//! seat, what was shown divides the draws into those before and those after it, and between two cards shown the
//! draws are sorted. Thus the order of notes is the same for all courses of a game that tell a seat the same.
//!
//! When a base has no card left, the next layer becomes the base.

use super::cards::Place;
use super::decks::{Decks, Kind, Stock};
use super::hand::Hand;
use super::state::Laid;
use crate::seat::Seat;

/// The most notes.
pub(super) const MOST_NOTES: usize = 32;
/// The notes that one round can add: four cards drawn and four that come to light.
pub(super) const NOTES_A_ROUND: usize = 8;
/// Something that everybody has seen and that tells of a card's origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Deed {
    /// A card was drawn from the layer with this number, by a seat or for an ownerless figure.
    Drew {
        /// Who drew it.
        by: Option<Seat>,
        /// From which layer, 1 or more.
        layer: u8,
    },
    /// A card that this seat had placed came to light.
    Showed {
        /// Who had placed it.
        by: Seat,
    },
}

/// A deed with its card, packed so that notes sort by deck, seat and layer: 2 bits for the back, 3 for who, 6 for
/// the layer (0: the card was shown), 5 for the kind within its deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Note(u16);

const BACK: u16 = 0xc000;
const BY: u16 = 0x3800;
const LAYER: u16 = 0x07e0;
const NUMBER: u16 = 0x001f;
const KIND: u16 = BACK | NUMBER;
const NOBODY: u16 = 7;

impl Default for Note {
    /// What free slots hold: drawn by nobody from a layer that is never reached.
    fn default() -> Self {
        Self(u16::MAX)
    }
}

impl Note {
    pub(super) const fn new(deed: Deed, kind: Kind) -> Self {
        let (by, layer) = match deed {
            Deed::Drew { by: Some(seat), layer } => (seat.number() as u16, layer as u16),
            Deed::Drew { by: None, layer } => (NOBODY, layer as u16),
            Deed::Showed { by } => (by.number() as u16, 0),
        };
        Self(kind_bits(kind) | by << 11 | layer << 5)
    }

    pub(super) const fn kind(self) -> Kind {
        Kind::new((self.0 >> 9) as u8 & Kind::BACK | (self.0 & NUMBER) as u8)
    }

    pub(super) const fn by(self) -> Option<Seat> {
        let number = (self.0 & BY) >> 11;
        if number == NOBODY { None } else { Seat::new(number as u8) }
    }

    /// The layer that a card was drawn from; `None` when it was shown.
    pub(super) const fn layer(self) -> Option<u8> {
        let layer = ((self.0 & LAYER) >> 5) as u8;
        if layer == 0 { None } else { Some(layer) }
    }

    /// What it is sorted by: a card shown comes after all that its seat has drawn from the deck so far.
    const fn rank(self) -> u16 {
        if self.0 & LAYER == 0 { self.0 | LAYER | NUMBER } else { self.0 }
    }

    fn renumbered(self, layer: u8) -> Self {
        Self(self.0 & !LAYER | layer_bits(layer))
    }
}

/// A test of some bits of a note.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    mask: u16,
    bits: u16,
}

impl Pattern {
    /// A card of this deck was shown.
    const fn shown(back: Place) -> Self {
        Self { mask: BACK | LAYER, bits: back_bits(back) }
    }

    /// A seat drew or showed a card of this deck.
    pub(super) const fn of(seat: Seat, back: Place) -> Self {
        Self { mask: BACK | BY, bits: back_bits(back) | by_bits(seat) }
    }

    /// A seat showed a card of this deck.
    pub(super) const fn shown_by(seat: Seat, back: Place) -> Self {
        Self { mask: BACK | BY | LAYER, bits: back_bits(back) | by_bits(seat) }
    }

    /// A seat drew a card of this deck from this layer.
    pub(super) const fn drawn_by(seat: Seat, layer: u8, back: Place) -> Self {
        Self { mask: BACK | BY | LAYER, bits: back_bits(back) | by_bits(seat) | layer_bits(layer) }
    }

    /// A card of this deck was drawn from this layer.
    pub(super) const fn drawn_from(layer: u8, back: Place) -> Self {
        Self { mask: BACK | LAYER, bits: back_bits(back) | layer_bits(layer) }
    }

    /// A seat drew or showed a card of this kind.
    const fn of_kind_by(seat: Seat, kind: Kind) -> Self {
        Self { mask: KIND | BY, bits: kind_bits(kind) | by_bits(seat) }
    }

    /// A card of this kind was drawn or shown.
    const fn of_kind(kind: Kind) -> Self {
        Self { mask: KIND, bits: kind_bits(kind) }
    }

    /// A card of this kind was shown.
    const fn showing_of(kind: Kind) -> Self {
        Self { mask: KIND | LAYER, bits: kind_bits(kind) }
    }

    /// A card of this kind was drawn from this layer.
    pub(super) const fn draw_of(kind: Kind, layer: u8) -> Self {
        Self { mask: KIND | LAYER, bits: kind_bits(kind) | layer_bits(layer) }
    }

    #[inline]
    pub(super) const fn fits(self, note: Note) -> bool {
        note.0 & self.mask == self.bits
    }
}

const fn kind_bits(kind: Kind) -> u16 {
    back_bits(kind.back()) | kind.number() as u16 & NUMBER
}

const fn back_bits(back: Place) -> u16 {
    (back as u16) << 14
}

const fn by_bits(seat: Seat) -> u16 {
    (seat.number() as u16) << 11
}

const fn layer_bits(layer: u8) -> u16 {
    (layer as u16) << 5
}

/// The notes, and the number of the layer on top of each deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Memory {
    notes: [Note; MOST_NOTES],
    count: u8,
    /// Cards drawn from a deck come from the layer with this number; 0 is the base.
    top: [u8; 4],
}

impl Memory {
    #[inline]
    pub(super) fn notes(&self) -> &[Note] {
        &self.notes[..usize::from(self.count)]
    }

    /// The notes of one deck.
    pub(super) fn notes_of(&self, back: Place) -> &[Note] {
        let end = self.notes().partition_point(|note| note.kind().back() <= back);
        &self.notes[self.begin_of(back)..end]
    }

    /// The index of the first note of a deck.
    pub(super) fn begin_of(&self, back: Place) -> usize {
        self.notes().partition_point(|note| note.kind().back() < back)
    }

    /// The number of notes that match `pattern`. Free slots are looked at as well, so that there is no branch.
    pub(super) fn count(&self, pattern: Pattern) -> u16 {
        self.notes.iter().map(|note| u16::from(pattern.fits(*note))).sum()
    }

    /// Returns true when a note matches `pattern`. Free slots are looked at as well, so that there is no branch.
    #[inline(never)]
    fn has(&self, pattern: Pattern) -> bool {
        self.notes.iter().fold(false, |has, note| has | pattern.fits(*note))
    }

    /// The first note that matches `pattern`; most often there is none.
    #[inline]
    fn find(&self, pattern: Pattern) -> Option<usize> {
        if self.has(pattern) { self.notes().iter().position(|note| pattern.fits(*note)) } else { None }
    }

    /// The number of the layer on top of a deck; 0 when it belongs to the base.
    #[inline]
    pub(super) const fn top(&self, back: Place) -> u8 {
        self.top[back.index()]
    }

    pub(super) fn set_top(&mut self, back: Place, layer: u8) {
        self.top[back.index()] = layer;
    }

    /// Another card of the same deck for a draw.
    pub(super) fn set_kind(&mut self, index: usize, kind: Kind) {
        if let Some(note) = self.notes.get_mut(index) {
            note.0 = note.0 & !KIND | kind_bits(kind);
        }
    }

    /// Puts a note in where it sorts.
    #[inline]
    pub(super) fn add(&mut self, note: Note) {
        let mut slot = usize::from(self.count);
        if slot == MOST_NOTES {
            return;
        }
        while slot > 0 && self.notes[slot - 1].0 > note.rank() {
            self.notes[slot] = self.notes[slot - 1];
            slot -= 1;
        }
        self.notes[slot] = note;
        self.count += 1;
    }

    /// Sorts the notes after some of them have changed or gone.
    pub(super) fn sort(&mut self) {
        let notes = std::mem::take(&mut self.notes);
        let count = usize::from(std::mem::take(&mut self.count));
        for note in &notes[..count] {
            self.add(*note);
        }
    }

    fn retain(&mut self, mut keeps: impl FnMut(Note) -> bool) {
        let mut kept = 0;
        for index in 0..usize::from(self.count) {
            if keeps(self.notes[index]) {
                self.notes[kept] = self.notes[index];
                kept += 1;
            }
        }
        self.notes[kept..].fill(Note::default());
        self.count = kept as u8;
    }

    pub(super) fn remove(&mut self, index: usize) {
        self.notes.copy_within(index + 1..usize::from(self.count), index);
        self.count -= 1;
        self.notes[usize::from(self.count)] = Note::default();
    }

    /// A card was drawn from its deck; `layer_ends` when it was the last of its layer.
    #[inline]
    pub(super) fn drew(&mut self, by: Option<Seat>, kind: Kind, layer_ends: bool) {
        let back = kind.back();
        let layer = self.top(back);
        if layer > 0 {
            self.add(Note::new(Deed::Drew { by, layer }, kind));
        }
        if layer_ends {
            self.top[back.index()] += 1;
        }
    }

    /// The cards of a round have come to light, in this order: settles what everybody can tell.
    pub(super) fn showed(&mut self, laid: &[Laid], players: u8, table: &Table<'_>) {
        // A deck whose base is still on top has no notes, and all its cards come from there.
        let has_notes = self.top.map(|top| top > 0);
        if has_notes == [false; 4] {
            return;
        }
        for card in laid.iter().filter(|card| has_notes[card.kind.back().index()]) {
            if let Some(by) = card.figure.owner(players) {
                if !self.settle_at_once(by, card.kind, table.stock) {
                    self.add(Note::new(Deed::Showed { by }, card.kind));
                }
            } else {
                self.settle_ownerless(card.kind);
            }
        }
        for back in Place::ALL.into_iter().filter(|back| has_notes[back.index()]) {
            self.tidy(back, table);
        }
        self.forget_when_full(table);
    }

    /// Drops the notes of a deck that tell nothing.
    fn tidy(&mut self, back: Place, table: &Table<'_>) {
        if self.is_open(back) {
            self.settle(back, table);
        }
        if table.is_all_one_kind(back) {
            // Whatever came from wherever, it is the same card.
            self.forget(back);
        }
        self.open_next_base(back, table);
        self.renumber(back);
    }

    /// Settles a card that a seat shows when one look is enough; returns false when it was not.
    fn settle_at_once(&mut self, by: Seat, kind: Kind, stock: &Stock) -> bool {
        // What the seat has shown before may have come from the same layer: this card counts for that.
        if self.has(Pattern::shown_by(by, kind.back())) {
            return false;
        }
        if stock.is_single(kind) {
            // There is no other such card: it came from where the seat drew it.
            if let Some(drawn) = self.find(Pattern::of_kind_by(by, kind)) {
                self.remove(drawn);
            }
            return true;
        }
        // The seat has no card from a later layer.
        !self.has(Pattern::of(by, kind.back()))
    }

    /// A card drawn for an ownerless figure lay by itself: everybody knows its layer.
    fn settle_ownerless(&mut self, kind: Kind) {
        if let Some(index) = self.notes().iter().position(|note| note.by().is_none() && note.kind() == kind) {
            self.remove(index);
        }
    }

    /// Returns true when the layer of a card of this deck that was shown is open.
    #[inline]
    pub(super) fn is_open(&self, back: Place) -> bool {
        self.has(Pattern::shown(back))
    }

    /// When the base has no card left, and no card shown may have come from it, the oldest layer that has takes
    /// its place.
    fn open_next_base(&mut self, back: Place, table: &Table<'_>) {
        if self.top(back) == 0 || self.base_slots(back, table.held_of(back)) > 0 {
            return;
        }
        let oldest = self.notes_of(back).iter().filter_map(|note| note.layer()).min();
        let oldest = oldest.unwrap_or(self.top(back));
        // Cards of the base count as drawn before all that was shown.
        let of_oldest = Pattern::drawn_from(oldest, back);
        let is_late = |pair: &[Note]| pair[0].layer().is_none() && pair[0].by() == pair[1].by();
        let mut after_shown = false;
        for pair in self.notes_of(back).windows(2) {
            after_shown = is_late(pair) || after_shown && pair[0].by() == pair[1].by();
            if after_shown && of_oldest.fits(pair[1]) {
                return;
            }
        }
        self.retain(|note| !of_oldest.fits(note));
        // The others are renumbered from 1 on; the layer itself becomes number 0.
        if self.top(back) == oldest {
            self.top[back.index()] = 0;
        }
    }

    /// How many cards of a deck that are outside of it, now or when one that was shown was placed, are of the
    /// base, when so many are held now.
    pub(super) fn base_slots(&self, back: Place, held: u32) -> i32 {
        let shown = i32::from(self.count(Pattern::shown(back)));
        let drawn = self.notes_of(back).len() as i32 - shown;
        held as i32 + shown - drawn
    }

    /// The same without the cards drawn for ownerless figures.
    pub(super) fn without_ownerless(mut self) -> Self {
        self.retain(|note| note.by().is_some());
        self
    }

    /// Returns true when a card was drawn from each layer between the base and the top, as far as notes tell.
    pub(super) fn has_all_layers(&self, back: Place) -> bool {
        (1..self.top(back)).all(|layer| self.has(Pattern::drawn_from(layer, back)))
    }

    /// Makes one layer of two; of the whole deck when these are its base and its top.
    pub(super) fn pool(&mut self, back: Place, layers: Option<(u8, u8)>) {
        let top = self.top(back);
        let (from, to) = match layers {
            Some((lower, upper)) if upper == top && lower > 0 => (lower, upper),
            Some((lower, upper)) if upper < top => (upper, lower),
            _ => return self.forget(back),
        };
        let of_layer = Pattern::drawn_from(from, back);
        if to == 0 {
            self.retain(|note| !of_layer.fits(note));
        }
        for note in &mut self.notes[..usize::from(self.count)] {
            if of_layer.fits(*note) {
                *note = note.renumbered(to);
            }
        }
        self.sort();
    }

    /// Numbers the layers in use without gaps, in their order.
    fn renumber(&mut self, back: Place) {
        if self.top(back) <= 1 {
            return;
        }
        let mut used: u64 = 1 | 1 << self.top(back);
        for note in self.notes() {
            if note.kind().back() == back {
                used |= 1 << note.layer().unwrap_or(0);
            }
        }
        let number = |layer: u8| (used & ((1 << layer) - 1)).count_ones() as u8;
        self.top[back.index()] = number(self.top(back));
        for note in &mut self.notes[..usize::from(self.count)] {
            if let Some(layer) = note.layer().filter(|_| note.kind().back() == back) {
                *note = note.renumbered(number(layer));
            }
        }
    }

    /// Makes room for the notes of a round: first what only weights depend on is forgotten, and only then what
    /// tells layers apart.
    fn forget_when_full(&mut self, table: &Table<'_>) {
        while self.notes().len() > MOST_NOTES - NOTES_A_ROUND {
            let dropped = Place::ALL.into_iter().find(|back| self.drop_weight(*back, table));
            let most_shown = |back: &Place| (self.count(Pattern::shown(*back)), self.notes_of(*back).len());
            let Some(back) = dropped.or_else(|| Place::ALL.into_iter().max_by_key(most_shown)) else {
                return;
            };
            if dropped.is_none() {
                self.pool_confused(back, table);
            }
            self.tidy(back, table);
        }
    }

    /// All unseen cards of a deck become one base, but for layers that nothing was drawn from.
    fn forget(&mut self, back: Place) {
        let top = self.top(back);
        let of_top = |note: &Note| note.kind().back() == back && note.layer() == Some(top);
        let is_drawn_from = top == 0 || self.notes().iter().any(of_top);
        self.top[back.index()] = u8::from(!is_drawn_from);
        self.retain(|note| note.kind().back() != back);
    }
}

/// The table without the memory, at a moment when the deposit is empty.
pub(super) struct Table<'a> {
    pub(super) stock: &'a Stock,
    pub(super) decks: &'a Decks,
    pub(super) hands: &'a [Hand],
}

impl Table<'_> {
    /// Whether all cards of a deck that are in hands or left of the upper layer are equal.
    fn is_all_one_kind(&self, back: Place) -> bool {
        if self.decks.is_top_mixed(self.stock, back) {
            return false;
        }
        let on_top = self.decks.top(self.stock, back).next();
        let held = self.hands.iter().flat_map(Hand::cards).find(|kind| kind.back() == back);
        let Some(kind) = on_top.or(held.copied()) else { return true };
        self.held_of(back) == self.held_that(|held| held == kind)
    }

    /// How many cards of a deck are in the hands.
    #[inline]
    pub(super) fn held_of(&self, back: Place) -> u32 {
        self.hands.iter().map(|hand| hand.count_of(back)).sum()
    }

    /// How many cards in the hands are such.
    fn held_that(&self, is_such: impl Fn(Kind) -> bool) -> u32 {
        let cards = self.hands.iter().flat_map(Hand::cards);
        cards.filter(|kind| is_such(**kind)).count() as u32
    }

    /// How many cards of a back a seat has, or had when the notes begin, from the base.
    pub(super) fn base_of(&self, memory: &Memory, seat: Seat, back: Place) -> i32 {
        let held = self.hands.get(seat.index()).map_or(0, |hand| hand.count_of(back) as i32);
        let shown = i32::from(memory.count(Pattern::shown_by(seat, back)));
        let drawn = i32::from(memory.count(Pattern::of(seat, back))) - shown;
        held + shown - drawn
    }

    /// How many cards of a kind are in the base, in the hands of all when the notes begin.
    pub(super) fn in_base(&self, memory: &Memory, kind: Kind) -> i32 {
        let held = self.held_that(|held| held == kind) as i32;
        // A card shown was in the hand when the notes begin; a noted draw was not.
        let shown = i32::from(memory.count(Pattern::showing_of(kind)));
        let drawn = i32::from(memory.count(Pattern::of_kind(kind))) - shown;
        held + shown - drawn
    }
}
