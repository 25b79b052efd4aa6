//! What a view leaves open, and full states drawn from it: deals of the hidden cards that agree with all
//! that is known.
//!
//! Every physical deal is equally likely: physical cards of one layer can be anywhere that cards of the layer
//! are, and a seat may have placed any card with the back that was seen. The four decks are dealt one by one,
//! for nothing known of one deck depends on another. Within a deck, first the open cases are decided: a card
//! that was shown and can come from several layers. Each way to decide them is weighed by the number of
//! physical deals that it leaves; at most `MOST_SHOWN` of them are open, which bounds the work. Then the unseen
//! cards of each layer are shuffled over their places.

use std::sync::Arc;

use rand::{Rng, RngExt, SeedableRng};

use super::Gotham;
use super::cards::{Card, Place};
use super::decks::Kind;
use super::hand::Hand;
use super::open::MOST_STEPS;
use super::state::{DeckPosition, Position, State};
use super::view::{DeckView, View};
use crate::fault::Faults;
use crate::seat::Seat;
use crate::streams::Stream;

/// A place outside the deck that a card was drawn to.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// Who drew it; `None` for an ownerless figure.
    by: Option<Seat>,
    /// The index in the deck's layers that it was drawn from.
    layer: usize,
    /// It was there for every note from this index on.
    since: usize,
    /// The note of the draw.
    note: Option<usize>,
    /// The card, once it is decided.
    card: Option<Kind>,
    /// Whether it was shown, and has left the hand.
    is_shown: bool,
}

/// A card that was shown and whose layer is open.
#[derive(Clone, Copy, Debug)]
struct Shown {
    by: Seat,
    card: Kind,
    note: usize,
}

/// The cards of one deck that are dealt.
#[derive(Clone, Debug)]
struct Dealing {
    viewer: Seat,
    slots: Vec<Slot>,
    shown: Vec<Shown>,
    /// Of each layer, the cards that the viewer has not seen; once dealt, those left in the deck.
    unseen: Vec<Vec<Kind>>,
    /// All ways to decide the open cases.
    ways: Arc<[Way]>,
}

/// A way to decide the open cases.
#[derive(Clone, Debug)]
struct Way {
    /// The number of deals of this way and of all before it, but for a factor that is the same for all.
    up_to_here: f64,
    /// The index of the layer that each card shown came from.
    layers: Vec<usize>,
}

/// All states that a view leaves open, worked out once so that drawing one is quick.
#[derive(Clone, Debug)]
pub struct InformationSet {
    viewer: Seat,
    /// One of the states, with which it was checked that there are any.
    one: State,
    decks: [Dealing; 4],
}

impl Gotham {
    pub(super) fn information_set_of(&self, view: &View) -> Result<InformationSet, Faults> {
        let players = usize::from(view.players);
        let is_shaped = (1..=4).contains(&players)
            && view.seat.index() < players
            && view.backs.len() == players
            && view.decks.len() == 4
            && view.deposit.len() <= 4;
        if !is_shaped {
            return Err(Faults::one("", "not a view of 1 to 4 players with four decks"));
        }
        let mut position = Position {
            players: view.players,
            phase: view.phase,
            round: view.round,
            acted: view.acted,
            sign: view.sign,
            figures: view.figures.clone(),
            start_numbers: view.start_numbers.clone(),
            drew: view.drew.clone(),
            hands: vec![Vec::new(); players],
            deposit: view.deposit.clone(),
            decks: Vec::with_capacity(4),
            memory: view.memory.clone(),
        };
        position.hands[view.seat.index()].clone_from(&view.hand);
        let mut rng = Stream::seed_from_u64(0);
        let mut dealings = Vec::with_capacity(4);
        for (back, deck) in Place::ALL.into_iter().zip(&view.decks) {
            let dealing = Dealing::of(self, view, back, deck).and_then(|dealing| {
                let mut dealt = dealing.clone();
                dealt.deal(&mut rng)?;
                self.write_down(&dealt, view, back, deck, &mut position, &mut rng)?;
                Some(dealing)
            });
            dealings.push(dealing.ok_or_else(|| {
                Faults::one(format!("decks[{}]", back.index()), "no deal of the cards agrees with the view")
            })?);
        }
        let one = self.state_of(&position)?;
        let decks = <[Dealing; 4]>::try_from(dealings).ok();
        match decks.filter(|_| self.view_of(&one, view.seat) == *view) {
            Some(decks) => Ok(InformationSet { viewer: view.seat, one, decks }),
            None => Err(Faults::one("", "no state has this view")),
        }
    }

    /// Writes the first deal of a deck into a position, to be checked there.
    fn write_down(
        &self,
        dealt: &Dealing,
        view: &View,
        back: Place,
        deck: &DeckView,
        position: &mut Position,
        rng: &mut Stream,
    ) -> Option<()> {
        let fits = dealt.unseen.iter().zip(&deck.layers).all(|(cards, l)| cards.len() == usize::from(l.left));
        let layers = dealt.unseen.iter().filter(|cards| !cards.is_empty()).map(|cards| self.cards_of(cards));
        let layers = layers.collect();
        position.decks.push(DeckPosition { layers, carried_out: deck.carried_out.clone(), top: deck.top });
        for (note, kind) in dealt.noted() {
            position.memory[note].card = Some(self.stock.card(kind));
        }
        let players = view.players;
        for by in dealt.others(players) {
            let mut cards = dealt.held(by);
            for placed in &mut position.deposit {
                if placed.back == back && placed.figure.owner(players) == by && !cards.is_empty() {
                    let index = rng.random_range(0..cards.len() as u32) as usize;
                    placed.card = Some(self.stock.card(cards.swap_remove(index)));
                }
            }
            if let Some(hand) = by.and_then(|seat| position.hands.get_mut(seat.index())) {
                hand.extend(self.cards_of(&cards));
            }
        }
        fits.then_some(())
    }

    pub(super) fn determinize_set<R: Rng + ?Sized>(&self, set: &InformationSet, rng: &mut R) -> State {
        let mut state = set.one.clone();
        for index in (0..usize::from(state.players)).filter(|index| *index != set.viewer.index()) {
            state.hands[index] = Hand::default();
        }
        for (back, dealing) in Place::ALL.into_iter().zip(&set.decks) {
            let mut dealt = dealing.clone();
            // The set has a deal, so that every draw of one comes to an end.
            let is_dealt = dealt.deal(rng);
            debug_assert!(is_dealt.is_some(), "an information set has a deal");
            for (note, kind) in dealt.noted() {
                state.memory.set_kind(note, kind);
            }
            for by in dealt.others(state.players) {
                let mut cards = dealt.held(by);
                let players = state.players;
                for laid in state.deposit.cards_mut() {
                    let is_here = laid.kind.back() == back;
                    if is_here && laid.figure.owner(players) == by && !cards.is_empty() {
                        laid.kind = cards.swap_remove(rng.random_range(0..cards.len() as u32) as usize);
                    }
                }
                if let Some(seat) = by {
                    for kind in cards {
                        state.hands[seat.index()].add(kind);
                    }
                }
            }
            state.decks.replace(&self.stock, back, &dealt.unseen);
        }
        state.memory.sort();
        state
    }
}

impl Dealing {
    /// The places of one deck's cards outside of it, and what is unseen of its layers.
    fn of(game: &Gotham, view: &View, back: Place, deck: &DeckView) -> Option<Self> {
        let kind = |card: Card| game.stock.kind(card);
        let layer_index = |number: u8| deck.layers.iter().position(|layer| layer.number == number);
        let mut slots = Vec::new();
        let mut shown = Vec::new();
        // How many cards of the base each has outside the deck; the last entry is for ownerless figures.
        let mut base: Vec<i32> = view.backs.iter().map(|backs| i32::from(backs[back.index()])).collect();
        base.push(0);
        let entry = |by: Option<Seat>| by.map_or(usize::from(view.players), Seat::index);
        for placed in view.deposit.iter().filter(|placed| placed.back == back) {
            base[entry(placed.figure.owner(view.players))] += 1;
        }
        let own = view.hand.iter().copied().chain(view.deposit.iter().filter_map(|placed| placed.card));
        let own: Option<Vec<Kind>> = own.filter(|card| card.back() == back).map(kind).collect();
        let mut own = own?;
        let notes = || view.memory.iter().enumerate().filter(|(_, note)| note.back == back);
        for (_, note) in notes() {
            *base.get_mut(entry(note.by))? += if note.layer.is_some() { -1 } else { 1 };
            if note.by == Some(view.seat) && note.layer.is_none() {
                own.push(kind(note.card?)?);
            }
        }
        for (index, note) in notes() {
            let is_own = note.by == Some(view.seat);
            match note.layer {
                Some(number) => {
                    let card = if is_own { note.card.and_then(kind) } else { None };
                    if let Some(card) = card {
                        own.swap_remove(own.iter().position(|other| *other == card)?);
                    }
                    let layer = layer_index(number)?;
                    slots.push(Slot {
                        by: note.by,
                        layer,
                        since: index,
                        note: Some(index),
                        card,
                        is_shown: false,
                    });
                }
                None => shown.push(Shown { by: note.by?, card: kind(note.card?)?, note: index }),
            }
        }
        for (number, count) in base.iter().enumerate() {
            let by = Seat::new(number as u8).filter(|seat| seat.number() < view.players);
            let is_own = by == Some(view.seat);
            for _ in 0..*count {
                let card = if is_own { Some(own.pop()?) } else { None };
                slots.push(Slot { by, layer: layer_index(0)?, since: 0, note: None, card, is_shown: false });
            }
        }
        let is_fit = own.is_empty() && base.iter().all(|count| *count >= 0);
        let layers = deck.layers.iter().map(|layer| layer.cards.iter().copied().map(kind).collect());
        let unseen: Option<Vec<Vec<Kind>>> = layers.collect();
        let mut unseen = unseen?;
        for slot in &slots {
            if let Some(card) = slot.card {
                let cards = &mut unseen[slot.layer];
                cards.swap_remove(cards.iter().position(|other| *other == card)?);
            }
        }
        if !is_fit {
            return None;
        }
        let mut dealing = Self { viewer: view.seat, slots, shown, unseen, ways: Arc::default() };
        let (mut ways, mut steps) = (Vec::new(), MOST_STEPS);
        dealing.look(1.0, &mut Vec::new(), &mut steps, &mut ways);
        dealing.ways = ways.into();
        (steps > 0).then_some(dealing)
    }

    /// Decides from which slot each card shown came.
    fn decide_open<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<()> {
        if self.shown.is_empty() {
            return Some(());
        }
        let ways = self.ways.clone();
        let ticket = rng.random_range(0.0..ways.last()?.up_to_here);
        let chosen = ways.get(ways.partition_point(|way| way.up_to_here <= ticket))?;
        for (shown, layer) in self.shown.clone().into_iter().zip(chosen.layers.iter().copied()) {
            let is_own = shown.by == self.viewer;
            let fitting: Vec<usize> =
                (0..self.slots.len()).filter(|index| self.fits(&self.slots[*index], shown, layer)).collect();
            let slot =
                &mut self.slots[*fitting.get(rng.random_range(0..fitting.len().max(1) as u32) as usize)?];
            slot.is_shown = true;
            slot.card = Some(shown.card);
            if !is_own {
                let cards = &mut self.unseen[layer];
                cards.swap_remove(cards.iter().position(|card| *card == shown.card)?);
            }
        }
        Some(())
    }

    fn fits(&self, slot: &Slot, shown: Shown, layer: usize) -> bool {
        let is_there = slot.by == Some(shown.by) && slot.layer == layer && slot.since <= shown.note;
        let has_card = shown.by != self.viewer || slot.card == Some(shown.card);
        is_there && has_card && !slot.is_shown
    }

    /// Finds all ways that begin with this path, which so many deals lead along.
    fn look(&self, deals: f64, path: &mut Vec<usize>, steps: &mut u32, into: &mut Vec<Way>) {
        if path.len() == self.shown.len() {
            let before = into.last().map_or(0.0, |way| way.up_to_here);
            into.push(Way { up_to_here: before + deals * self.deals_left(path), layers: path.clone() });
            return;
        }
        for layer in 0..self.unseen.len() {
            let ways = self.ways(path, layer);
            if ways > 0 && *steps > 0 {
                *steps -= 1;
                path.push(layer);
                self.look(deals * f64::from(ways), path, steps, into);
                path.pop();
            }
        }
    }

    /// The slots that the next open card can have come from, times the physical cards that it can be.
    fn ways(&self, path: &[usize], layer: usize) -> u32 {
        let shown = self.shown[path.len()];
        let is_own = shown.by == self.viewer;
        let before =
            || self.shown.iter().zip(path).filter(|(_, from)| **from == layer).map(|(other, _)| other);
        let slots = self.slots.iter().filter(|slot| self.fits(slot, shown, layer)).count();
        let taken = before().filter(|other| other.by == shown.by && (!is_own || other.card == shown.card));
        let slots = slots.saturating_sub(taken.count()) as u32;
        if is_own {
            return slots;
        }
        let copies = self.unseen[layer].iter().filter(|card| **card == shown.card).count();
        let used = before().filter(|other| other.by != self.viewer && other.card == shown.card).count();
        slots * copies.saturating_sub(used) as u32
    }

    /// The number of deals of what is unseen after these decisions, but for a factor that is the same for all
    /// decisions.
    fn deals_left(&self, path: &[usize]) -> f64 {
        let most = self.shown.len();
        let mut deals = 1.0;
        for (layer, cards) in self.unseen.iter().enumerate() {
            let from_here = self
                .shown
                .iter()
                .zip(path)
                .filter(|(shown, from)| **from == layer && shown.by != self.viewer);
            let used = from_here.count();
            let first = cards.len().saturating_sub(most) + 1;
            for factor in first..=cards.len().saturating_sub(used) {
                deals *= factor as f64;
            }
        }
        deals
    }

    /// Deals what the viewer has not seen; `None` when it does not add up.
    fn deal<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<()> {
        self.decide_open(rng)?;
        for slot in self.slots.iter_mut().filter(|slot| slot.card.is_none()) {
            let cards = &mut self.unseen[slot.layer];
            if cards.is_empty() {
                return None;
            }
            slot.card = Some(cards.swap_remove(rng.random_range(0..cards.len() as u32) as usize));
        }
        Some(())
    }

    /// The notes of draws with their cards.
    fn noted(&self) -> impl Iterator<Item = (usize, Kind)> {
        self.slots.iter().filter_map(|slot| Some((slot.note?, slot.card?)))
    }

    /// Whose cards the viewer does not see: the other seats', and those of ownerless figures.
    fn others(&self, players: u8) -> impl Iterator<Item = Option<Seat>> + use<> {
        let viewer = self.viewer;
        let seats = (0..players).filter_map(Seat::new).filter(move |seat| *seat != viewer);
        seats.map(Some).chain(std::iter::once(None))
    }

    /// The cards of this deck that somebody has, in hand and face down on the deposit. Which of them a seat has
    /// placed is equally likely for each.
    fn held(&self, by: Option<Seat>) -> Vec<Kind> {
        let held = self.slots.iter().filter(|slot| slot.by == by && !slot.is_shown);
        held.filter_map(|slot| slot.card).collect()
    }
}
