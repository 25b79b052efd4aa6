//! The deals that a view leaves open, and full states drawn from them: deals of the hidden cards that agree with
//! everything known.
//!
//! Every physical deal is equally likely: physical cards of one layer can be anywhere that cards of that layer are,
//! and a seat may have placed any card with the back that was seen. First the open cases are decided, where each
//! way is weighted by the number of physical deals that it leaves. Then the cards of each layer are dealt to those
//! who have cards of it; what is left of an upper layer is its deck.

use std::sync::Arc;

use rand::{Rng, RngExt, SeedableRng};

use super::card_index::{CardIndex, Kind, member, remove_from};
use super::cards::Rank;
use super::game::Gotham;
use super::hand::Hand;
use super::layer_ways::{LayerWays, Way};
use super::memory::{Case, MOST_CASES};
use super::position::Position;
use super::state::State;
use super::track::Figure;
use super::view::{Pool, View};
use crate::common::fault::Faults;
use crate::common::seat::{Seat, Seats};
use crate::game::streams::Stream;

/// All states that a view leaves open, prepared once so that drawing one is fast.
#[derive(Clone, Debug)]
pub struct InformationSet {
    view: View,
    /// For each deck, all ways to decide its open cases; empty for most decks.
    decisions: Option<Arc<[Vec<Decision>; 4]>>,
}

/// A way to decide the open cases of a deck.
#[derive(Clone, Debug)]
struct Decision {
    /// The number of deals of this way and of all before it, up to a common factor.
    up_to_here: f64,
    way: Way,
}

impl Gotham {
    pub(super) fn information_set_of(&self, view: &View) -> Result<InformationSet, Faults> {
        let set = InformationSet::of(view, &self.card_index);
        if view.maker.0 == Some(self.mark) {
            return Ok(set);
        }
        if view.faces != *self.card_index.faces() {
            return Err(Faults::one("decks", "these are not the cards of this ruleset"));
        }
        // A view that was read is sound if one of its states is, and has this view.
        let world = set.draw(&self.card_index, &mut Stream::seed_from_u64(0));
        let world = world.ok_or_else(|| Faults::one("", "no deal of the cards agrees with the view"))?;
        let world = self.state_of(&Position::of(&world, self.card_index.faces()))?;
        if self.view_of(&world, view.seat) == *view {
            Ok(set)
        } else {
            Err(Faults::one("", "no state has this view"))
        }
    }

    pub(super) fn determinize_set<R: Rng + ?Sized>(&self, set: &InformationSet, rng: &mut R) -> State {
        // Information sets are made only of sound views, and those leave a deal.
        let Some(state) = set.draw(&self.card_index, rng) else { return set.view.state };
        state
    }
}

impl InformationSet {
    fn of(view: &View, card_index: &CardIndex) -> Self {
        let is_open = view.state.memory.cases().iter().any(|case| case.by != view.seat);
        let decisions = is_open.then(|| Arc::new(Rank::ALL.map(|back| decisions(view, card_index, back))));
        Self { view: *view, decisions }
    }

    /// Draws a state of the information set; `None` if the set is empty.
    fn draw<R: Rng + ?Sized>(&self, card_index: &CardIndex, rng: &mut R) -> Option<State> {
        let View { seat, mut state, mut older, .. } = self.view;
        if let Some(decisions) = &self.decisions {
            for (back, decisions) in Rank::ALL.into_iter().zip(decisions.iter()) {
                if state.memory.of(back).any(|case| case.by != seat) {
                    give_layers(&mut state, seat, back, draw_way(decisions, rng)?)?;
                    take_shown(&mut state, &mut older, card_index, seat, back)?;
                }
            }
        }
        let players = state.players;
        let mut deal = Dealer { card_index, older: &mut older, rng };
        for by in Seats::MOST.iter().filter(|by| by.number() < players && *by != seat) {
            let mut dealt = Hand::default();
            let hidden = state.hands[by.index()];
            let State { deposit, decks, .. } = &mut state;
            let mut laid = deposit.cards_mut().iter_mut().find(|laid| Some(laid.figure) == Figure::of(by));
            // The card on the deposit may be any of those with its back.
            if let Some(laid) = &laid {
                dealt.add(deal.card(decks, laid.kind.back(), laid.layer)?, laid.layer);
            }
            for (kind, layer) in hidden.iter() {
                dealt.add(deal.card(decks, kind.back(), layer)?, layer);
            }
            if let Some(laid) = &mut laid {
                let back = laid.kind.back();
                let first = dealt.cards().iter().position(|kind| kind.back() == back)? as u32;
                let choice = deal.rng.random_range(0..dealt.count_of(back));
                laid.kind = dealt.cards().get(first + choice)?;
                laid.layer = dealt.remove(laid.kind);
            }
            state.hands[by.index()] = dealt;
        }
        let State { deposit, decks, .. } = &mut state;
        for laid in deposit.cards_mut().iter_mut().filter(|laid| laid.figure.owner(players).is_none()) {
            laid.kind = deal.card(decks, laid.kind.back(), laid.layer)?;
        }
        if self.decisions.is_some() {
            state.sort_all_layers();
        }
        Some(state)
    }
}

/// Deals pooled cards.
struct Dealer<'a, R: ?Sized> {
    card_index: &'a CardIndex,
    older: &'a mut Pool,
    rng: &'a mut R,
}

impl<R: Rng + ?Sized> Dealer<'_, R> {
    /// Takes any card of a layer; `None` if the layer is empty.
    fn card(&mut self, decks: &mut super::decks::Decks, back: Rank, layer: u8) -> Option<Kind> {
        if layer == decks.number(back) {
            let top = &mut decks.tops[back.index()];
            if *top == 0 {
                return None;
            }
            let rng = &mut *self.rng;
            let kind = self.card_index.numbered(back, member(*top, |count| rng.random_range(0..count)));
            remove_from(top, self.card_index.copies(kind));
            return Some(kind);
        }
        let cards = self.older.of(back, layer);
        let kind = cards.get(self.rng.random_range(0..cards.len().max(1) as u32) as usize)?.kind();
        self.older.remove(kind, layer);
        Some(kind)
    }
}

/// All ways to decide the open cases of a deck.
fn decisions(view: &View, card_index: &CardIndex, back: Rank) -> Vec<Decision> {
    let View { seat, state, older, .. } = view;
    let is_open = |case: &&Case| case.by != *seat && case.kind.back() == back;
    let mut layer_ways = LayerWays::of_top(state, card_index, back);
    for case in state.memory.cases().iter().filter(is_open) {
        layer_ways.add_case(*case);
        layer_ways.add_slot(case.by, case.from);
    }
    if layer_ways.cases().is_empty() {
        return Vec::new();
    }
    let hidden = Kind::hidden(back);
    for (hand, by) in state.hands.iter().zip(Seats::MOST.iter()) {
        hand.iter().filter(|(kind, _)| *kind == hidden).for_each(|(_, layer)| layer_ways.add_slot(by, layer));
    }
    for laid in state.deposit.cards().iter().filter(|laid| laid.kind == hidden) {
        if let Some(by) = laid.figure.owner(state.players) {
            layer_ways.add_slot(by, laid.layer);
        }
    }
    for card in older.cards().iter().filter(|card| card.kind().back() == back) {
        layer_ways.add_copy(card.kind(), card.layer());
    }
    // If there are too many ways, only the sorted ones are used: all deals stay possible, and only those.
    let look = |sorted: bool| {
        let mut decisions = Vec::new();
        let mut up_to_here = 0.0;
        let is_complete = layer_ways.each_way(sorted, |way, deals| {
            up_to_here += deals;
            decisions.push(Decision { up_to_here, way: *way });
        });
        (decisions, is_complete)
    };
    let (decisions, is_complete) = look(false);
    if is_complete { decisions } else { look(true).0 }
}

/// Draws one of the ways to decide the open cases of a deck, in proportion to the deals that it leaves.
fn draw_way<'a, R: Rng + ?Sized>(decisions: &'a [Decision], rng: &mut R) -> Option<&'a Way> {
    let ticket = rng.random_range(0.0..decisions.last()?.up_to_here);
    let chosen = decisions.partition_point(|decision| decision.up_to_here <= ticket);
    decisions.get(chosen).map(|decision| &decision.way)
}

/// Gives each open case of a deck its layer in this way, and leaves the remaining layers to the other cards of its
/// seat.
fn give_layers(state: &mut State, viewer: Seat, back: Rank, way: &Way) -> Option<()> {
    let is_open = |case: &&mut Case| case.by != viewer && case.kind.back() == back;
    let is_of_deck = |kind: Kind| kind.back() == back;
    let players = state.players;
    for by in Seats::MOST.iter().filter(|by| by.number() < players && *by != viewer) {
        let mut bag = LayerBag::of(state.layers_where(by, is_of_deck));
        let mut shown = 0;
        for (case, layer) in state.memory.cases_mut().iter_mut().filter(is_open).zip(way) {
            if case.by == by {
                bag.take(*layer)?;
                case.from = *layer;
                shown += 1;
            }
        }
        // The shown cards come first among those of the seat.
        for (slot, layer) in state.layers_where(by, is_of_deck).skip(shown).zip(bag.left()) {
            *slot = *layer;
        }
    }
    Some(())
}

/// Removes the cards of a deck's open cases from their layers, which are decided by now.
fn take_shown(
    state: &mut State,
    older: &mut Pool,
    card_index: &CardIndex,
    viewer: Seat,
    back: Rank,
) -> Option<()> {
    for case in state.memory.cases().iter().filter(|case| case.by != viewer && case.kind.back() == back) {
        if case.from == state.decks.number(back) {
            remove_from(&mut state.decks.tops[back.index()], card_index.copies(case.kind));
        } else if !older.remove(case.kind, case.from) {
            return None;
        }
    }
    Some(())
}

/// The layers of a seat's cards, one for each card, in the order of the cards.
struct LayerBag {
    layers: [u8; 2 * MOST_CASES],
    count: usize,
}

impl LayerBag {
    fn of<'a>(layers: impl Iterator<Item = &'a mut u8>) -> Self {
        let mut bag = Self { layers: [u8::MAX; 2 * MOST_CASES], count: 0 };
        for (slot, layer) in bag.layers.iter_mut().zip(layers) {
            *slot = *layer;
            bag.count += 1;
        }
        bag
    }

    /// Removes one such layer; the others stay in order.
    fn take(&mut self, layer: u8) -> Option<()> {
        let at = self.left().iter().position(|other| *other == layer)?;
        self.layers[at..self.count].rotate_left(1);
        self.count -= 1;
        Some(())
    }

    fn left(&self) -> &[u8] {
        &self.layers[..self.count]
    }
}
