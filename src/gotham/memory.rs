//! What everybody can remember of where the cards in the hands came from (GO-15).
//!
//! Which deck a player draws from is public, and so is the layer on top of it; of a recycled layer the faces
//! are public as well. So a card in a hand is known to come from a certain set of cards. The memory keeps
//! just that, in two parts:
//!
//! - Cards of the *base* of a deck need no note: everything that is face down and not noted belongs to one
//!   set of cards, any of which may be any. At first all cards are base.
//! - A card drawn from a later layer is *noted*, with the layer's number. When the noting seat's card comes
//!   to light, that is noted too, unless everybody can tell which layer it came from: then both notes go.
//!   It stays open only when cards of the same face are still unseen in several layers that the seat has drawn
//!   from; the notes then stay until nothing depends on them, in the order in which all happened.
//!
//! When a base has no card left, the next layer becomes the base. Notes are bounded: should open cases fill
//! them, the deck that has most is forgotten at the end of a round, and its unseen cards become one base.

use super::cards::Place;
use super::decks::{Decks, Kind, Stock};
use super::hand::Hand;
use super::state::Laid;
use crate::seat::Seat;

/// The most notes.
pub(super) const MOST_NOTES: usize = 32;
/// The notes that one round can add: four cards drawn and four that come to light.
const NOTES_A_ROUND: usize = 8;
/// The most open cases of one deck; it bounds the work of drawing a deal that agrees with all of them.
pub(super) const MOST_OPEN: usize = 6;

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

/// A deed with its card, packed: 7 bits for the kind, of which the upper 2 are its back, 3 for who, 6 for the
/// layer (0: the card was shown).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Note(u16);

const KIND: u16 = 0x007f;
const BACK: u16 = 0x0060;
const BY: u16 = 0x0380;
const LAYER: u16 = 0xfc00;
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
        Self(kind.number() as u16 | by << 7 | layer << 10)
    }

    pub(super) const fn kind(self) -> Kind {
        Kind::new(self.0 as u8)
    }

    pub(super) const fn by(self) -> Option<Seat> {
        let number = self.0 >> 7 & 7;
        if number == NOBODY { None } else { Seat::new(number as u8) }
    }

    /// The layer that a card was drawn from; `None` when it was shown.
    pub(super) const fn layer(self) -> Option<u8> {
        let layer = (self.0 >> 10) as u8;
        if layer == 0 { None } else { Some(layer) }
    }

    fn renumbered(self, layer: u8) -> Self {
        Self(self.0 & !LAYER | layer_bits(layer))
    }
}

/// What some bits of a note are to be.
#[derive(Clone, Copy)]
struct Pattern {
    mask: u16,
    bits: u16,
}

impl Pattern {
    /// A card of this deck was shown.
    const fn shown(back: Place) -> Self {
        Self { mask: BACK | LAYER, bits: back_bits(back) }
    }

    /// A seat drew or showed a card of this deck.
    const fn of(seat: Seat, back: Place) -> Self {
        Self { mask: BACK | BY, bits: back_bits(back) | by_bits(seat) }
    }

    /// A seat showed a card of this deck.
    const fn shown_by(seat: Seat, back: Place) -> Self {
        Self { mask: BACK | BY | LAYER, bits: back_bits(back) | by_bits(seat) }
    }

    /// A seat drew a card of this deck from this layer.
    const fn drawn_by(seat: Seat, layer: u8, back: Place) -> Self {
        Self { mask: BACK | BY | LAYER, bits: back_bits(back) | by_bits(seat) | layer_bits(layer) }
    }

    /// A card of this kind was drawn or shown.
    const fn of_kind(kind: Kind) -> Self {
        Self { mask: KIND, bits: kind.number() as u16 }
    }

    /// A card of this kind was shown.
    const fn showing_of(kind: Kind) -> Self {
        Self { mask: KIND | LAYER, bits: kind.number() as u16 }
    }

    /// A card of this kind was drawn from this layer.
    const fn draw_of(kind: Kind, layer: u8) -> Self {
        Self { mask: KIND | LAYER, bits: kind.number() as u16 | layer_bits(layer) }
    }

    #[inline]
    const fn fits(self, note: Note) -> bool {
        note.0 & self.mask == self.bits
    }
}

const fn back_bits(back: Place) -> u16 {
    (back as u16) << 5
}

const fn by_bits(seat: Seat) -> u16 {
    (seat.number() as u16) << 7
}

const fn layer_bits(layer: u8) -> u16 {
    (layer as u16) << 10
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

    /// How many notes are such. Free slots are looked at as well, so that there is no branch.
    fn count(&self, pattern: Pattern) -> u16 {
        self.notes.iter().map(|note| u16::from(pattern.fits(*note))).sum()
    }

    /// Whether a note is such. Free slots are looked at as well, so that there is no branch.
    #[inline(never)]
    fn has(&self, pattern: Pattern) -> bool {
        self.notes.iter().fold(false, |has, note| has | pattern.fits(*note))
    }

    /// The oldest note that is such; most often there is none.
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
            note.0 = note.0 & !KIND | u16::from(kind.number());
        }
    }

    #[inline]
    pub(super) fn add(&mut self, note: Note) {
        if let Some(slot) = self.notes.get_mut(usize::from(self.count)) {
            *slot = note;
            self.count += 1;
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

    fn remove(&mut self, index: usize) {
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
                if self.is_open(card.kind.back()) || !self.settle_at_once(by, card.kind, table.stock) {
                    self.add(Note::new(Deed::Showed { by }, card.kind));
                }
            } else {
                self.settle_ownerless(card.kind);
            }
        }
        for back in Place::ALL.into_iter().filter(|back| has_notes[back.index()]) {
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
        self.forget_when_full();
    }

    /// Settles a card that a seat shows when no case of its deck is open and one look is enough; whether it was.
    fn settle_at_once(&mut self, by: Seat, kind: Kind, stock: &Stock) -> bool {
        if stock.is_single(kind) {
            // There is no other such card: it came from where the seat drew it.
            if let Some(drawn) = self.find(Pattern::of_kind(kind)) {
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

    /// Drops the notes of cards shown whose layer everybody can tell, from the oldest on to the first open one.
    #[inline(never)]
    fn settle(&mut self, back: Place, table: &Table<'_>) {
        while let Some(index) = self.find(Pattern::shown(back)) {
            let shown = self.notes[index];
            let mut only = None;
            let mut candidates = 0;
            for layer in 0..=self.top(back) {
                if self.may_come_from(layer, index, table) {
                    candidates += 1;
                    only = Some(layer);
                }
            }
            let Some(layer) = only.filter(|_| candidates == 1) else { return };
            self.remove(index);
            let drawn = self.notes().iter().position(|note| {
                note.layer() == Some(layer) && note.by() == shown.by() && note.kind() == shown.kind()
            });
            if let Some(drawn) = drawn {
                self.remove(drawn);
            }
        }
    }

    /// Whether the layer of a card of this deck that was shown is open.
    #[inline]
    fn is_open(&self, back: Place) -> bool {
        self.has(Pattern::shown(back))
    }

    /// Whether, as far as everybody knows, the card shown in this note may come from this layer: its seat has
    /// drawn from it, and the layer has such a card that was not seen since.
    fn may_come_from(&self, layer: u8, index: usize, table: &Table<'_>) -> bool {
        let shown = self.notes[index];
        let (Some(seat), kind) = (shown.by(), shown.kind()) else { return false };
        let back = kind.back();
        let on_top = || self.top(back) == layer && table.decks.is_on_top(table.stock, kind);
        if layer == 0 {
            table.base_of(self, seat, back) > 0 && (on_top() || table.in_base(self, kind) > 0)
        } else {
            self.notes[..index].iter().any(|note| Pattern::drawn_by(seat, layer, back).fits(*note))
                && (on_top() || self.has(Pattern::draw_of(kind, layer)))
        }
    }

    /// When the base has no card left in any hand, the oldest layer that has takes its place.
    fn open_next_base(&mut self, back: Place, table: &Table<'_>) {
        // Every card held that is not noted is of the base, and as long as a case is open it may matter.
        let noted = || self.notes().iter().filter(|note| note.kind().back() == back).count();
        if self.top(back) == 0 || table.held_of(back) as usize > noted() || self.is_open(back) {
            return;
        }
        let of_deck = |note: &&Note| note.kind().back() == back;
        let oldest = self.notes().iter().filter(of_deck).filter_map(|note| note.layer()).min();
        let oldest = oldest.unwrap_or(self.top(back));
        self.retain(|note| !(note.kind().back() == back && note.layer() == Some(oldest)));
        // The others are renumbered from 1 on; the layer itself becomes number 0.
        if self.top(back) == oldest {
            self.top[back.index()] = 0;
        }
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

    fn forget_when_full(&mut self) {
        if usize::from(self.count) <= MOST_OPEN {
            return;
        }
        for back in Place::ALL {
            let open = self.count(Pattern::shown(back));
            if usize::from(open) > MOST_OPEN {
                self.forget(back);
            }
        }
        while usize::from(self.count) > MOST_NOTES - NOTES_A_ROUND {
            let notes_of =
                |back: &Place| self.notes().iter().filter(|note| note.kind().back() == *back).count();
            let Some(fullest) = Place::ALL.into_iter().max_by_key(notes_of) else { return };
            self.forget(fullest);
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

/// What lies on the table beside the memory, at a moment when the deposit is empty.
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
    fn held_of(&self, back: Place) -> u32 {
        self.hands.iter().map(|hand| hand.count_of(back)).sum()
    }

    /// How many cards in the hands are such.
    fn held_that(&self, is_such: impl Fn(Kind) -> bool) -> u32 {
        let cards = self.hands.iter().flat_map(Hand::cards);
        cards.filter(|kind| is_such(**kind)).count() as u32
    }

    /// How many cards of a back a seat has, or had when the notes begin, from the base.
    fn base_of(&self, memory: &Memory, seat: Seat, back: Place) -> i32 {
        let held = self.hands.get(seat.index()).map_or(0, |hand| hand.count_of(back) as i32);
        let shown = i32::from(memory.count(Pattern::shown_by(seat, back)));
        let drawn = i32::from(memory.count(Pattern::of(seat, back))) - shown;
        held + shown - drawn
    }

    /// How many cards of a kind are in the base, in the hands of all when the notes begin.
    fn in_base(&self, memory: &Memory, kind: Kind) -> i32 {
        let held = self.held_that(|held| held == kind) as i32;
        // A card shown was in the hand when the notes begin; a noted draw was not.
        let shown = i32::from(memory.count(Pattern::showing_of(kind)));
        let drawn = i32::from(memory.count(Pattern::of_kind(kind))) - shown;
        held + shown - drawn
    }
}
