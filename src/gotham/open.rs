//! Open cases: cards that were shown and of which not everybody can tell from which layer they came (GO-15).
//!
//! A *way* gives each card of a deck that was shown the layer that it came from, so that all of them fit
//! together: its seat had a card of that layer left, and that layer had such a card left. All ways are looked
//! through. What they agree on is certain, and is settled without a change of any probability: the first cards
//! that a seat has shown, as soon as all ways take the same cards from the same layers for them. Cards shown
//! later cannot go before those, for their number of possible origins depends on what the earlier ones were.

use super::cards::Place;
use super::memory::{MOST_NOTES, Memory, Note, Pattern, Table};
use crate::seat::Seat;

/// The most steps that are taken to look through the ways of a deck.
pub(super) const MOST_STEPS: u32 = 20_000;

/// The layer of each card that was shown, by the index of its note among the notes of its deck.
type Way = [u8; MOST_NOTES];

/// The notes of one deck with what is on the table.
struct Cases<'a> {
    memory: &'a Memory,
    table: &'a Table<'a>,
    back: Place,
    notes: &'a [Note],
}

/// What all ways have in common.
struct Common {
    /// One of the ways, when there are any.
    first: Option<Way>,
    /// The cards shown that all ways take from the same layer.
    fixed: [bool; MOST_NOTES],
    /// The cards shown up to which all ways take the same cards of a seat from the same layers.
    settled: [bool; MOST_NOTES],
    /// Two layers that the same card can have come from.
    confused: Option<(u8, u8)>,
    /// Whether all ways were looked through.
    is_complete: bool,
}

impl Memory {
    /// Drops the notes of cards whose layer everybody can tell.
    #[inline(never)]
    pub(super) fn settle(&mut self, back: Place, table: &Table<'_>) {
        loop {
            let cases = Cases::of(self, back, table);
            let common = cases.common();
            let gone = match &common.first {
                Some(way) if common.is_complete => cases.settled(&common, way),
                _ => 0,
            };
            self.drop_notes(back, gone);
            if common.is_complete {
                return;
            }
            self.pool(back, common.confused);
        }
    }

    /// Makes one layer of two that cards shown can have come from. All deals that can be stay possible, but others
    /// may become so.
    pub(super) fn pool_confused(&mut self, back: Place, table: &Table<'_>) {
        let confused = Cases::of(self, back, table).common().confused;
        self.pool(back, confused);
    }

    /// Returns true when some way fits all the cards of a deck that were shown, and the ways are not too many.
    pub(super) fn has_ways(&self, back: Place, table: &Table<'_>) -> bool {
        let common = Cases::of(self, back, table).common();
        common.is_complete && common.first.is_some()
    }

    /// Drops the notes of one card whose layer is certain, though what is open before it keeps its weights only
    /// with them: all deals that can be stay possible, and no others become so. Returns false when there is no
    /// such card.
    pub(super) fn drop_weight(&mut self, back: Place, table: &Table<'_>) -> bool {
        let cases = Cases::of(self, back, table);
        let Common { first: Some(way), fixed, is_complete: true, .. } = cases.common() else { return false };
        let Some(shown) = cases.shown().find(|shown| fixed[*shown]) else { return false };
        let mut gone = 1 << shown;
        let kind = cases.notes[shown].kind();
        // The last draw goes, so that those before keep what they could come from; its card takes the place of
        // the one shown.
        let drawn = || cases.drawn_before(shown, way[shown]);
        let same = drawn().rfind(|drawn| cases.notes[*drawn].kind() == kind);
        let last = drawn().next_back().map(|last| (last, cases.notes[last].kind()));
        if let (Some(same), Some((last, card))) = (same, last) {
            gone |= 1 << last;
            let index = self.begin_of(back) + same;
            self.set_kind(index, card);
        }
        self.drop_notes(back, gone);
        true
    }

    /// Drops the notes of a deck that are in this set of indices.
    fn drop_notes(&mut self, back: Place, gone: u32) {
        if gone == 0 {
            return;
        }
        let begin = self.begin_of(back);
        for index in (0..MOST_NOTES).rev().filter(|index| gone >> index & 1 == 1) {
            self.remove(begin + index);
        }
        self.sort();
    }
}

impl<'a> Cases<'a> {
    fn of(memory: &'a Memory, back: Place, table: &'a Table<'a>) -> Self {
        Self { memory, table, back, notes: memory.notes_of(back) }
    }

    /// The indices of cards shown.
    fn shown(&self) -> impl Iterator<Item = usize> {
        (0..self.notes.len()).filter(|index| self.notes[*index].layer().is_none())
    }

    /// The indices of the cards that the seat of a card shown has drawn from a layer before.
    fn drawn_before(&self, shown: usize, layer: u8) -> impl DoubleEndedIterator<Item = usize> + Clone {
        let drawn = self.seat(shown).map(|seat| Pattern::drawn_by(seat, layer, self.back));
        let fits =
            move |index: &usize| drawn.is_some_and(|drawn| layer > 0 && drawn.fits(self.notes[*index]));
        (0..shown).filter(fits)
    }

    fn seat(&self, index: usize) -> Option<Seat> {
        self.notes[index].by()
    }

    fn common(&self) -> Common {
        let mut common = Common {
            first: None,
            fixed: [true; MOST_NOTES],
            settled: [true; MOST_NOTES],
            confused: None,
            is_complete: false,
        };
        let mut steps = MOST_STEPS;
        self.look(0, &mut [0; MOST_NOTES], &mut steps, &mut |way| self.compare(&mut common, way));
        common.is_complete = steps > 0;
        common
    }

    /// Looks through the ways for the cards shown from this index on.
    fn look(&self, from: usize, way: &mut Way, steps: &mut u32, see: &mut dyn FnMut(&Way)) {
        let Some(shown) = self.shown().find(|index| *index >= from) else { return see(way) };
        for layer in 0..=self.memory.top(self.back) {
            if *steps > 0 && self.may_come_from(shown, layer, way) {
                *steps -= 1;
                way[shown] = layer;
                self.look(shown + 1, way, steps, see);
            }
        }
    }

    /// Returns true when a card shown can come from a layer, after what those before it have taken: its seat has
    /// had a card of the layer left, and the layer such a card.
    fn may_come_from(&self, shown: usize, layer: u8, way: &Way) -> bool {
        let (note, notes) = (self.notes[shown], self.notes);
        let (Some(seat), kind) = (note.by(), note.kind()) else { return false };
        let before = || (0..shown).filter(|index| notes[*index].layer().is_none() && way[*index] == layer);
        let taken = before().filter(|index| notes[*index].by() == note.by()).count() as i32;
        let had = if layer == 0 {
            self.table.base_of(self.memory, seat, self.back)
        } else {
            self.drawn_before(shown, layer).count() as i32
        };
        if taken >= had {
            return false;
        }
        let used = before().filter(|index| notes[*index].kind() == kind).count() as i32;
        let there = if layer == 0 {
            self.table.in_base(self.memory, kind)
        } else {
            i32::from(self.memory.count(Pattern::draw_of(kind, layer)))
        };
        let is_top = layer == self.memory.top(self.back);
        let on_top = if is_top { self.table.decks.count_on_top(self.table.stock, kind) } else { 0 };
        used < there + on_top as i32
    }

    /// Notes what a way has in common with those before.
    fn compare(&self, common: &mut Common, way: &Way) {
        let Some(first) = &common.first else {
            common.first = Some(*way);
            return;
        };
        for shown in self.shown() {
            let (one, other) = (first[shown], way[shown]);
            if one != other {
                common.fixed[shown] = false;
                common.confused.get_or_insert((one.min(other), one.max(other)));
            }
            if common.settled[shown] && !self.takes_the_same(shown, first, way) {
                common.settled[shown] = false;
            }
        }
    }

    /// Returns true when two ways take the same cards from the same layers for all cards of a seat up to this one.
    fn takes_the_same(&self, shown: usize, one: &Way, other: &Way) -> bool {
        let cards = || self.shown().filter(|index| *index <= shown && self.seat(*index) == self.seat(shown));
        let count = |way: &Way, layer, kind| {
            cards().filter(|index| way[*index] == layer && self.notes[*index].kind() == kind).count()
        };
        cards().all(|index| {
            let (layer, kind) = (one[index], self.notes[index].kind());
            count(one, layer, kind) == count(other, layer, kind)
        })
    }

    /// The notes that are settled: of each seat the cards shown up to the last one that is, and the draws of
    /// these cards.
    fn settled(&self, common: &Common, way: &Way) -> u32 {
        let mut gone: u32 = 0;
        for last in self.shown().filter(|shown| common.settled[*shown]) {
            let cards = self.shown().filter(|index| *index <= last && self.seat(*index) == self.seat(last));
            for shown in cards {
                if gone >> shown & 1 == 1 {
                    continue;
                }
                gone |= 1 << shown;
                let kind = self.notes[shown].kind();
                let mut drawn = self.drawn_before(last, way[shown]);
                let drawn = drawn.find(|drawn| self.notes[*drawn].kind() == kind && gone >> drawn & 1 == 0);
                gone |= drawn.map_or(0, |drawn| 1 << drawn);
            }
        }
        gone
    }
}
