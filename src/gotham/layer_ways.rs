//! The ways in which the shown cards of a deck can have come from its layers (GO-15).
//!
//! A *way* gives each open case a layer, so that all of them are consistent: before the card was shown, its seat
//! had drawn a card of that layer that was not accounted for, and the layer still had such a card.

use super::card_index::{CardIndex, Kind};
use super::cards::Rank;
use super::hand::FULL_HAND;
use super::memory::{Case, MOST_CASES};
use super::state::State;
use super::track::FIGURES;
use crate::common::seat::{Seat, Seats};

/// The number of layers, more than the cards outside a deck can come from.
pub(super) const LAYERS: usize = 64;
/// The maximum number of steps in a search for the ways of a deck.
const MOST_STEPS: u32 = 20_000;
/// The maximum number of a deck's cards that are in hands, on the deposit, or shown.
const MOST_OUTSIDE: usize = (FULL_HAND + 1) * FIGURES + MOST_CASES;

/// The layer of each case of a deck.
pub(super) type Way = [u8; MOST_CASES];

/// The cards of a deck by layer: those left in its upper layer, those outside the deck, and those that were shown
/// and are open cases.
pub(super) struct LayerWays<'a> {
    card_index: &'a CardIndex,
    pub(super) back: Rank,
    /// The cards of each layer, as bit sets of the deck's physical cards.
    cards: [u32; LAYERS],
    /// Cards beyond the number that exists of their kind. A layer that was merged from two can have them.
    surplus: [(u8, Kind); MOST_OUTSIDE],
    surplus_count: usize,
    /// The layers that have cards, as a bit set.
    layers: u64,
    /// The number of cards of each layer that each seat has or has shown, and the total.
    slots: [[u8; LAYERS]; FIGURES],
    all_slots: [u8; FIGURES],
    cases: [Case; MOST_CASES],
    count: usize,
}

/// What all ways have in common.
pub(super) struct Common {
    /// The layers that each case has in some way, as bit sets. Of layers with nothing but equal cards, only the
    /// lowest counts.
    possible: [u64; MOST_CASES],
    /// Like `possible`, but a seat may also have drawn equal cards in an order in which their layers do not ascend.
    in_any_order: [u64; MOST_CASES],
    /// The cases that take the same layers in all ways, up to order, as the other cases of equal cards of the same
    /// seat.
    alike: [bool; MOST_CASES],
    /// Whether all ways were searched, and there is at least one.
    pub(super) is_complete: bool,
}

impl<'a> LayerWays<'a> {
    /// The cards of a deck's upper layer alone.
    pub(super) fn of_top(state: &State, card_index: &'a CardIndex, back: Rank) -> Self {
        let top = usize::from(state.decks.number(back)) % LAYERS;
        let mut layer_ways = Self {
            card_index,
            back,
            cards: [0; LAYERS],
            surplus: [(0, Kind::FREE); MOST_OUTSIDE],
            surplus_count: 0,
            layers: u64::from(!state.decks.is_empty(back)) << top,
            slots: [[0; LAYERS]; FIGURES],
            all_slots: [0; FIGURES],
            cases: [Case { by: Seat::FIRST, kind: Kind::FREE, from: 0, later: 0 }; MOST_CASES],
            count: 0,
        };
        layer_ways.cards[top] = state.decks.tops[back.index()];
        layer_ways
    }

    /// The origins of a deck's cards in a full state. No view depends on which of them are where.
    pub(super) fn of(state: &State, card_index: &'a CardIndex, back: Rank) -> Self {
        let mut layer_ways = Self::of_top(state, card_index, back);
        for (hand, by) in state.hands.iter().zip(Seats::MOST.iter()) {
            hand.of(back).for_each(|(kind, layer)| layer_ways.add(Some(by), kind, layer));
        }
        for laid in state.deposit.cards().iter().filter(|laid| laid.kind.back() == back) {
            layer_ways.add(laid.figure.owner(state.players), laid.kind, laid.layer);
        }
        for case in state.memory.of(back) {
            layer_ways.add(Some(case.by), case.kind, case.from);
            layer_ways.add_case(*case);
        }
        layer_ways
    }

    /// Adds a card that a seat has or has shown.
    pub(super) fn add(&mut self, by: Option<Seat>, kind: Kind, layer: u8) {
        self.add_copy(kind, layer);
        if let Some(by) = by {
            self.add_slot(by, layer);
        }
    }

    pub(super) fn add_copy(&mut self, kind: Kind, layer: u8) {
        let index = usize::from(layer) % LAYERS;
        self.layers |= 1 << index;
        let cards = &mut self.cards[index];
        let free = self.card_index.copies(kind) & !*cards;
        *cards |= free & free.wrapping_neg();
        if free == 0 {
            self.surplus[self.surplus_count] = (layer, kind);
            self.surplus_count += 1;
        }
    }

    pub(super) fn add_slot(&mut self, by: Seat, layer: u8) {
        let by = by.index() % FIGURES;
        self.slots[by][usize::from(layer) % LAYERS] += 1;
        self.all_slots[by] += 1;
    }

    pub(super) fn add_case(&mut self, case: Case) {
        self.cases[self.count] = case;
        self.count += 1;
    }

    pub(super) fn cases(&self) -> &[Case] {
        &self.cases[..self.count]
    }

    /// The cards of a layer, without surplus ones.
    fn cards(&self, layer: u8) -> u32 {
        self.cards[usize::from(layer) % LAYERS]
    }

    /// Returns true if a layer has a card of a kind.
    fn has(&self, layer: u8, kind: Kind) -> bool {
        self.cards(layer) & self.card_index.copies(kind) != 0
    }

    /// The number of cards of a kind in a layer.
    fn copies(&self, layer: u8, kind: Kind) -> usize {
        let copies = self.cards(layer) & self.card_index.copies(kind);
        let surplus = self.surplus[..self.surplus_count].iter().filter(|card| **card == (layer, kind));
        copies.count_ones() as usize + surplus.count()
    }

    /// The number of cards of a layer.
    fn size(&self, layer: u8) -> usize {
        let surplus = self.surplus[..self.surplus_count].iter().filter(|card| card.0 == layer);
        self.cards(layer).count_ones() as usize + surplus.count()
    }

    /// Returns true if each layer above the one numbered `top` has a card.
    pub(super) const fn has_all_layers(&self, top: u8) -> bool {
        self.layers | 1 << top == (2 << top) - 1
    }

    fn layers(&self) -> impl Iterator<Item = u8> + use<> {
        let rest = |layers: &u64| Some(layers & layers.wrapping_sub(1));
        let layers = std::iter::successors(Some(self.layers), rest).take_while(|layers| *layers != 0);
        layers.map(|layers| layers.trailing_zeros() as u8)
    }

    /// The physical cards equal to those of a layer, if the layer has nothing but equal cards.
    fn only_kind(&self, layer: u8) -> Option<u32> {
        let cards = self.cards(layer);
        let copies = self.card_index.copies(self.card_index.numbered(self.back, cards.trailing_zeros()));
        (cards & !copies == 0).then_some(copies)
    }

    /// The class of a layer: layers with nothing but the same equal cards form one class, named by the lowest of
    /// them.
    pub(super) fn class(&self, layer: u8) -> u8 {
        let Some(only) = self.only_kind(layer) else { return layer };
        self.layers().find(|other| self.only_kind(*other) == Some(only)).unwrap_or(layer)
    }

    /// The number of cards that the seat of a case had drawn from a layer before it. Layers are drawn in their
    /// order.
    pub(super) fn drawn_before(&self, case: Case, layer: u8) -> u8 {
        let by = case.by.index() % FIGURES;
        let (slots, layer) = (&self.slots[by], usize::from(layer) % LAYERS);
        let before = self.all_slots[by].saturating_sub(case.later);
        let of_layers = slots[..layer].iter().fold(before, |left, slots| left.saturating_sub(*slots));
        of_layers.min(slots[layer])
    }

    /// Calls `see` for each way, with the number of physical deals that it leaves, up to a common factor. Of ways
    /// that differ only in the order of equal cards that a seat has shown, `sorted` keeps the one in which layers
    /// ascend. Returns false if there are too many ways to search.
    pub(super) fn each_way(&self, sorted: bool, mut see: impl FnMut(&Way, f64)) -> bool {
        let mut search = Search { layer_ways: self, sorted, way: [0; MOST_CASES], steps: MOST_STEPS };
        search.look(0, 1.0, &mut see);
        search.steps > 0
    }

    /// Returns true if each case can have come from its layer, and there are not too many ways to search.
    pub(super) fn fit(&self) -> bool {
        let truth = self.cases.map(|case| case.from);
        let mut has_truth = false;
        let are_all = self.each_way(true, |way, _| has_truth |= way[..self.count] == truth[..self.count]);
        are_all && has_truth
    }

    /// Returns true if there is one case, and its card can have come from layers of two classes. This is the usual
    /// situation, and then there is no need to search the ways.
    pub(super) fn is_one_open_case(&self) -> bool {
        let [case] = self.cases() else { return false };
        let can_be = |layer: &u8| self.has(*layer, case.kind) && self.drawn_before(*case, *layer) > 0;
        let mut classes = self.layers().filter(can_be).map(|layer| self.class(layer));
        classes.next().is_some_and(|first| classes.any(|class| class != first))
    }

    pub(super) fn common(&self) -> Common {
        let mut first: Option<Way> = None;
        let (mut possible, mut in_any_order) = ([0; MOST_CASES], [0; MOST_CASES]);
        let mut alike = [true; MOST_CASES];
        let is_complete = self.each_way(true, |sorted, _| {
            let mut way = *sorted;
            way[..self.count].iter_mut().for_each(|layer| *layer = self.class(*layer));
            for (possible, layer) in possible[..self.count].iter_mut().zip(way) {
                *possible |= 1 << layer;
            }
            for later in 1..self.count {
                for earlier in (0..later).filter(|earlier| self.can_change(sorted, *earlier, later)) {
                    in_any_order[earlier] |= 1 << way[later];
                    in_any_order[later] |= 1 << way[earlier];
                }
            }
            let first = first.get_or_insert(way);
            if *first == way {
                return;
            }
            for (index, case) in self.cases().iter().enumerate() {
                let equals = || {
                    (0..self.count).filter(|other| {
                        self.cases[*other].by == case.by && self.cases[*other].kind == case.kind
                    })
                };
                let count = |way: &Way, layer| equals().filter(|other| way[*other] == layer).count();
                alike[index] =
                    alike[index] && equals().all(|other| count(&way, way[other]) == count(first, way[other]));
            }
        });
        for (layers, possible) in in_any_order.iter_mut().zip(possible) {
            *layers |= possible;
        }
        let is_complete = is_complete && first.is_some();
        Common { possible, in_any_order, alike, is_complete }
    }

    /// Returns true if a seat can also have drawn two equal cards in the opposite order to a way in which layers
    /// ascend.
    fn can_change(&self, way: &Way, first: usize, second: usize) -> bool {
        let (case, layer) = (self.cases[first], way[second]);
        if way[first] == layer || (case.by, case.kind) != (self.cases[second].by, self.cases[second].kind) {
            return false;
        }
        let taken = (0..first).filter(|other| self.cases[*other].by == case.by && way[*other] == layer);
        usize::from(self.drawn_before(case, layer)) > taken.count()
    }

    /// Finds a case that can be dropped, together with a card of this layer. All ways take the same layers for the case
    /// and its equals, and no other case of its seat can have a card from there under another choice of cards. No deal
    /// becomes possible or impossible. When the order of equal cards `counts`, no deal becomes more or less likely
    /// either.
    pub(super) fn settled(&self, common: &Common, counts: bool) -> Option<(usize, u8)> {
        let possible = if counts { &common.in_any_order } else { &common.possible };
        (0..self.count).filter(|case| common.alike[*case]).find_map(|index| {
            let case = &self.cases[index];
            let layers = possible[index];
            let of_classes = |layer: &u8| layers >> self.class(*layer) & 1 == 1;
            let is_free = (0..self.count).filter(|other| self.cases[*other].by == case.by).all(|other| {
                let same = |layer: u8| {
                    self.drawn_before(self.cases[other], layer) == self.drawn_before(*case, layer)
                };
                possible[other] & layers == 0 || self.layers().filter(of_classes).all(same)
            });
            Some((index, self.layer_of(common, index)?)).filter(|_| is_free)
        })
    }

    /// The layers from which the seat of a case certainly had an equal card before it, however a way is completed.
    fn sure(&self, index: usize, way: &Way) -> u64 {
        let case = &self.cases[index];
        let is_sure = |layer: &u8| {
            let layer = *layer;
            let here =
                || (0..self.count).filter(|other| way[*other] == layer).map(|other| &self.cases[other]);
            let taken = here().filter(|other| other.by == case.by).count();
            let used = here().filter(|other| other.kind == case.kind).count();
            let equal = here().any(|other| other.by == case.by && other.kind == case.kind);
            let slots = usize::from(self.drawn_before(*case, layer));
            // More equal cards are left than fit in the places where others have cards of the layer.
            let copies = self.copies(layer, case.kind) - used;
            let elsewhere = self.size(layer) - here().count() - slots.saturating_sub(taken);
            slots > 0 && (equal || copies > elsewhere)
        };
        self.layers().filter(is_sure).fold(0, |layers, layer| layers | 1 << layer)
    }

    /// A case that can be dropped with a card of this layer, because its seat surely had an equal card of it. No
    /// deal becomes possible or impossible.
    pub(super) fn certain(&self) -> Option<(usize, u8)> {
        // The layers of which a seat had a card equal to each case in all ways, as bit sets.
        let mut sure = [u64::MAX; MOST_CASES];
        let is_complete = self.each_way(true, |way, _| {
            for (index, sure) in sure[..self.count].iter_mut().enumerate() {
                *sure &= self.sure(index, way);
            }
        });
        if !is_complete {
            return None;
        }
        (0..self.count).find_map(|index| {
            let case = &self.cases[index];
            let same_seat = || self.cases().iter().enumerate().filter(|(_, other)| other.by == case.by);
            let is_free = |layer: &u8| {
                sure[index] >> layer & 1 == 1
                    && same_seat().all(|(other, earlier)| {
                        let before = self.drawn_before(*earlier, *layer);
                        let is_first = other >= index || earlier.kind != case.kind || before == 0;
                        let same = before == 0 || before == self.drawn_before(*case, *layer);
                        is_first && same
                    })
            };
            self.layers().find(is_free).map(|layer| (index, layer))
        })
    }

    /// The lowest layer that the case's seat has drawn from, within the lowest class possible for the case.
    fn layer_of(&self, common: &Common, index: usize) -> Option<u8> {
        let lowest = common.possible[index].trailing_zeros() as u8;
        let slots = &self.slots[self.cases[index].by.index() % FIGURES];
        self.layers().find(|layer| slots[usize::from(*layer) % LAYERS] > 0 && self.class(*layer) == lowest)
    }

    /// Two layers that the same card can have come from.
    pub(super) fn confused(&self, common: &Common) -> Option<(u8, u8)> {
        let layers = common.possible[..self.count].iter().find(|layers| layers.count_ones() > 1)?;
        let lower = layers.trailing_zeros();
        Some((lower as u8, (layers & !(1 << lower)).trailing_zeros() as u8))
    }
}

/// A search for the ways.
struct Search<'a> {
    layer_ways: &'a LayerWays<'a>,
    sorted: bool,
    way: Way,
    steps: u32,
}

impl Search<'_> {
    /// Searches the ways of the cases from `index` on. The earlier cases leave `deals` deals.
    fn look(&mut self, index: usize, deals: f64, see: &mut dyn FnMut(&Way, f64)) {
        let layer_ways = self.layer_ways;
        let Some(case) = layer_ways.cases().get(index) else { return see(&self.way, deals) };
        let equal = |other: &usize| {
            layer_ways.cases[*other].by == case.by && layer_ways.cases[*other].kind == case.kind
        };
        let before = (0..index).rfind(equal).filter(|_| self.sorted);
        let least = before.map_or(0, |other| self.way[other]);
        for layer in layer_ways.layers().filter(|layer| *layer >= least) {
            if !layer_ways.has(layer, case.kind) || self.steps == 0 {
                continue;
            }
            let here =
                || (0..index).filter(|other| self.way[*other] == layer).map(|other| &layer_ways.cases[other]);
            let taken = here().filter(|other| other.by == case.by).count();
            let slots = usize::from(layer_ways.drawn_before(*case, layer)).saturating_sub(taken);
            let used = here().filter(|other| other.kind == case.kind).count();
            let copies = layer_ways.copies(layer, case.kind).saturating_sub(used);
            if slots > 0 && copies > 0 {
                let left = layer_ways.size(layer) - here().count();
                self.steps -= 1;
                self.way[index] = layer;
                self.look(index + 1, deals * (slots * copies) as f64 / left as f64, see);
            }
        }
    }
}
