//! How public knowledge about shown cards grows and is settled (GO-15).

use super::super::card_index::{CardIndex, Kind};
use super::super::cards::Rank;
use super::super::layer_ways::LayerWays;
use super::super::state::{Deposit, Deposited, State};
use super::super::track::{FIGURES, Figure};
use super::{CASES_A_ROUND, Case, MOST_CASES};
use crate::common::seat::Seat;

/// The number of cases of a deck above which only what is possible is stored, not how likely it is.
const CASES_A_DECK: usize = 6;
/// The maximum number of groups of equal cards of a seat: open cases, a hand and a card on the deposit.
const MOST_EQUALS: usize = MOST_CASES + 6;

impl State {
    /// The layers of a seat's cards: first of the shown cards in their order, then of those on the deposit, then of
    /// those in the hand.
    pub(in crate::gotham) fn layers_where(
        &mut self,
        by: Seat,
        fits: impl Fn(Kind) -> bool + Copy,
    ) -> impl Iterator<Item = &mut u8> {
        let State { memory, deposit, hands, .. } = self;
        let cases = memory.cases_mut().iter_mut().filter(move |case| case.by == by && fits(case.kind));
        let laid = deposit.cards_mut().iter_mut();
        let laid = laid.filter(move |laid| Some(laid.figure) == Figure::of(by) && fits(laid.kind));
        let hand = hands[by.index() % FIGURES].layers_where(fits);
        cases.map(|case| &mut case.from).chain(laid.map(|laid| &mut laid.layer)).chain(hand)
    }

    /// The layers of all equal cards of a seat.
    pub(in crate::gotham) fn layers_of(&mut self, by: Seat, kind: Kind) -> impl Iterator<Item = &mut u8> {
        self.layers_where(by, move |held| held == kind)
    }

    /// Sorts the layers of a seat's cards that nobody else can tell apart, so that those from lower layers come
    /// first.
    pub(in crate::gotham) fn sort_layers(&mut self, by: Seat, fits: impl Fn(Kind) -> bool + Copy) {
        let (mut sorted, mut count) = ([0; MOST_EQUALS], 0);
        for (slot, layer) in sorted.iter_mut().zip(self.layers_where(by, fits)) {
            *slot = *layer;
            count += 1;
        }
        sorted[..count].sort_unstable();
        for (layer, slot) in self.layers_where(by, fits).zip(sorted) {
            *layer = slot;
        }
    }

    /// Sorts the layers of all equal cards, because not even their seat can tell them apart.
    pub(in crate::gotham) fn sort_all_layers(&mut self) {
        for (index, hand) in self.hands.into_iter().enumerate() {
            let Some(by) = Seat::new(index as u8) else { continue };
            hand.cards().iter().for_each(|kind| self.sort_layers(by, |held| held == kind));
        }
        for index in 0..self.deposit.cards().len() {
            let Deposited { figure, kind, .. } = self.deposit.cards()[index];
            self.sort_layers(figure.seat(), |held| held == kind);
        }
        for index in 0..self.memory.cases().len() {
            let Case { by, kind, .. } = self.memory.cases()[index];
            self.sort_layers(by, |held| held == kind);
        }
    }

    /// The layer of a card that lies on the deposit for an ownerless figure.
    pub(in crate::gotham) fn ownerless_layer(&mut self, kind: Kind) -> Option<&mut u8> {
        let players = self.players;
        let mut laid = self.deposit.cards_mut().iter_mut();
        let laid = laid.find(|laid| laid.kind == kind && laid.figure.owner(players).is_none());
        laid.map(|laid| &mut laid.layer)
    }

    /// Records that the cards of the deposit are revealed, in their order. Keeps what is still unknown about them, and
    /// drops what everybody can now work out.
    #[inline]
    pub(in crate::gotham) fn show_deposit(&mut self, card_index: &CardIndex) {
        // Cards from first layers need no memory.
        if self.decks.are_in_first_layers() {
            self.deposit = Deposit::default();
        } else {
            let shown = std::mem::take(&mut self.deposit);
            self.show_of_layers(card_index, shown.cards());
        }
    }

    #[inline(never)]
    fn show_of_layers(&mut self, card_index: &CardIndex, shown: &[Deposited]) {
        // All cards get the quick test before one is examined: few need that, and a branch could not be predicted.
        let may_be_open = |open, laid: &Deposited| open << 1 | u32::from(self.may_be_open(card_index, *laid));
        let mut open: u32 = shown.iter().rev().fold(0, may_be_open);
        while open != 0 {
            let index = open.trailing_zeros() as usize;
            open &= open - 1;
            let Deposited { figure, kind, layer } = shown[index];
            let owner = figure.owner(self.players);
            if let Some(by) =
                owner.filter(|by| self.is_open(card_index, *by, shown[index], &shown[index + 1..]))
            {
                self.memory.add(Case { by, kind, from: layer, later: 0 });
            }
        }
        let has_cases = !self.memory.cases().is_empty();
        if has_cases {
            self.settle_all(card_index);
        }
        // No other cards can change the layers of the cards outside a deck.
        let is_older = |card: &Deposited| card.layer < self.decks.number(card.kind.back());
        if shown.iter().fold(has_cases, |changes, card| changes | is_older(card)) {
            self.renumber();
        }
    }

    /// Returns false if everybody can work out the layer of a revealed card at once: its seat has no open case of the
    /// deck, and no card of another layer or no equal card is anywhere.
    #[inline]
    fn may_be_open(&self, card_index: &CardIndex, Deposited { figure, kind, layer }: Deposited) -> bool {
        let back = kind.back();
        let is_of_deck = |case: &Case| (case.by == figure.seat()) & (case.kind.back() == back);
        let has_case = self.memory.cases().iter().fold(false, |has_case, case| has_case | is_of_deck(case));
        has_case | !card_index.is_single(kind) & self.hands[figure.index()].has_other_layer(back, layer)
    }

    /// Returns whether such a card may have come from another layer, by a quick test. `rest` is still on the deposit.
    fn is_open(&self, card_index: &CardIndex, by: Seat, shown: Deposited, rest: &[Deposited]) -> bool {
        let Deposited { kind, layer, .. } = shown;
        let back = kind.back();
        if self.memory.of(back).any(|case| case.by == by) {
            return true;
        }
        let hand = &self.hands[by.index() % FIGURES];
        let others = hand.of(back).map(|(_, other)| other).filter(|other| *other != layer);
        let mut others = others.filter(|other| self.has_unseen(card_index, kind, *other, rest)).peekable();
        if others.peek().is_none() {
            return false;
        }
        let mut layer_ways = LayerWays::of(self, card_index, back);
        for laid in rest.iter().chain([&shown]).filter(|laid| laid.kind.back() == back) {
            layer_ways.add(laid.figure.owner(self.players), laid.kind, laid.layer);
        }
        let class = layer_ways.class(layer);
        others.any(|other| layer_ways.class(other) != class)
    }

    /// Returns true if a card of this kind is or may be unseen in a layer. `rest` is still on the deposit.
    fn has_unseen(&self, card_index: &CardIndex, kind: Kind, layer: u8, rest: &[Deposited]) -> bool {
        let is_held = || self.hands.iter().any(|hand| hand.has_from(kind, layer));
        let is_laid = || rest.iter().any(|laid| (laid.kind, laid.layer) == (kind, layer));
        let is_open = || self.memory.cases().iter().any(|case| (case.kind, case.from) == (kind, layer));
        self.decks.number(kind.back()) == layer && self.decks.has_on_top(card_index, kind)
            || is_held()
            || is_laid()
            || is_open()
    }

    /// Drops the cases that everybody can work out, and if too many are left, also others.
    fn settle_all(&mut self, card_index: &CardIndex) {
        let mut are_settled = true;
        for back in Rank::ALL {
            let mut is_settled = self.settle(card_index, back);
            while !is_settled || self.memory.of(back).count() > CASES_A_DECK {
                if !self.drop_certain(card_index, back) {
                    break;
                }
                is_settled = self.settle(card_index, back);
            }
            are_settled &= is_settled;
        }
        while self.memory.cases().len() > MOST_CASES - CASES_A_ROUND {
            if !Rank::ALL.into_iter().any(|back| self.drop_certain(card_index, back)) {
                let most = Rank::ALL.into_iter().max_by_key(|back| self.memory.of(*back).count());
                self.pool(card_index, most.unwrap_or(Rank::First));
            }
            are_settled = false;
        }
        if !are_settled {
            for back in Rank::ALL {
                while !self.settle(card_index, back) {
                    self.pool(card_index, back);
                }
            }
        }
    }

    /// Drops the cases of a deck that no view needs. Returns false if there are too many ways to decide them.
    fn settle(&mut self, card_index: &CardIndex, back: Rank) -> bool {
        while self.memory.of(back).next().is_some() {
            let layer_ways = LayerWays::of(self, card_index, back);
            if layer_ways.is_one_open_case() {
                return true;
            }
            let common = layer_ways.common();
            if !common.is_complete {
                return false;
            }
            let Some((case, layer)) = layer_ways.settled(&common, true) else { return true };
            self.drop_case(&layer_ways, case, layer);
        }
        true
    }

    /// Drops the case with this index among those of its deck. Its card came from `layer`, or from one with nothing
    /// but equal cards.
    fn drop_case(&mut self, layer_ways: &LayerWays, index: usize, layer: u8) {
        let Case { by, kind, from, .. } = layer_ways.cases()[index];
        let of_deck = |case: &Case| case.kind.back() == layer_ways.back;
        let Some(at) =
            (0..self.memory.cases().len()).filter(|at| of_deck(&self.memory.cases()[*at])).nth(index)
        else {
            return;
        };
        if from != layer
            && let Some(equal) = self.layers_of(by, kind).find(|equal| **equal == layer)
        {
            *equal = from;
        }
        for case in self.memory.cases_mut().iter_mut().filter(|case| of_deck(case) && case.by == by) {
            // The removed draw came after this case.
            if layer_ways.drawn_before(*case, layer) == 0 {
                case.later = case.later.saturating_sub(1);
            }
        }
        self.memory.remove(at);
        self.sort_layers(by, |held| held == kind);
    }

    /// Drops a case if its seat certainly had such a card from some layer. Only the likelihoods of the deals that other
    /// cases leave open are lost. Returns whether it dropped a case.
    fn drop_certain(&mut self, card_index: &CardIndex, back: Rank) -> bool {
        let layer_ways = LayerWays::of(self, card_index, back);
        let common = layer_ways.common();
        let settled = if common.is_complete { layer_ways.settled(&common, false) } else { None };
        let certain = settled.or_else(|| layer_ways.certain());
        if let Some((case, layer)) = certain {
            self.drop_case(&layer_ways, case, layer);
        }
        certain.is_some()
    }

    /// Merges two layers that a shown card can have come from, to make room if nothing else can be dropped. Everything
    /// possible stays possible.
    #[cold]
    fn pool(&mut self, card_index: &CardIndex, back: Rank) {
        let layer_ways = LayerWays::of(self, card_index, back);
        let Some((lower, upper)) = layer_ways.confused(&layer_ways.common()) else {
            return self.memory.clear();
        };
        for hand in &mut self.hands {
            hand.map_layers(|kind, layer| if kind.back() == back && layer == lower { upper } else { layer });
        }
        for index in 0..self.memory.cases().len() {
            let case = &mut self.memory.cases_mut()[index];
            if case.kind.back() == back {
                case.later = 0;
                case.from = if case.from == lower { upper } else { case.from };
                let Case { by, kind, .. } = *case;
                self.sort_layers(by, |held| held == kind);
            }
        }
        // A card now known to come from the upper layer may be in it again, because that layer is a set of cards.
        while self.drop_certain(card_index, back) {}
    }

    /// Renumbers the layers of each deck that cards outside it came from, and the one on top of it, from 0 without
    /// gaps.
    fn renumber(&mut self) {
        let mut used = Rank::ALL.map(|back| 1_u64 << self.decks.number(back));
        self.hands.iter().for_each(|hand| hand.mark_layers(&mut used));
        for case in self.memory.cases() {
            used[case.kind.back().index()] |= 1 << case.from;
        }
        // Without gaps, the numbers in use are the lowest bits.
        if used.iter().all(|used| used & (used + 1) == 0) {
            return;
        }
        let number = |back: Rank, layer: u8| (used[back.index()] & ((1 << layer) - 1)).count_ones() as u8;
        for back in Rank::ALL {
            self.decks.set_number(back, number(back, self.decks.number(back)));
        }
        for hand in &mut self.hands {
            hand.map_layers(|kind, layer| number(kind.back(), layer));
        }
        for case in self.memory.cases_mut() {
            case.from = number(case.kind.back(), case.from);
        }
    }
}

#[cfg(test)]
mod tests;
