//! Actions and chance events: those that there are, and those that a state allows.

use std::fmt;

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use super::cards::{Card, Rank};
use super::game::Gotham;
use super::state::{Phase, State};
use super::stock::member;
use super::track::Figure;
use crate::game::{ChancePoint, Purpose, Turn, Weighted};
use crate::seat::Seat;
use crate::sentences::sentences;

/// Cards of the first hands (GO-07).
pub const DEAL: Purpose = Purpose::new(0, "deal");
/// Start numbers (GO-09).
pub const START_NUMBER: Purpose = Purpose::new(1, "start number");
/// Cards that players draw (GO-11).
pub const DRAW: Purpose = Purpose::new(2, "draw");
/// Cards placed for ownerless figures (GO-12).
pub const OWNERLESS: Purpose = Purpose::new(3, "ownerless");

/// A decision of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Draws the top card of this deck (GO-11).
    Draw(Rank),
    /// Places this card of its hand face down (GO-11).
    Place(Card),
}

/// The outcome of a chance event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// The card that is dealt, drawn, or placed for an ownerless figure.
    Card(Card),
    /// The start number that a seat draws, 1 to 4.
    StartNumber(u8),
}

/// The reason for which an action is refused.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegal {
    /// No seat is to move.
    #[error("no seat is to move now")]
    NobodysTurn,
    /// A deck is to be chosen, and this is a card.
    #[error("first a deck is chosen to draw from, and then a card placed")]
    DrawFirst,
    /// A card is to be placed, and this is a deck.
    #[error("a card is to be placed now, not drawn")]
    PlaceNow,
    /// The deck has no card left.
    #[error("the deck of the {0} is empty")]
    EmptyDeck(Rank),
    /// The seat has no such card.
    #[error("there is no card `{0}` in the hand")]
    NotInHand(Card),
}

sentences!(Illegal);

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => card.fmt(f),
            Self::StartNumber(number) => number.fmt(f),
        }
    }
}

impl State {
    /// The seat or the chance event that is next.
    #[inline]
    pub(super) fn turn(&self) -> Turn {
        let chance = |owner, purpose| Turn::Chance(ChancePoint { owner, purpose });
        let acting = self.acting.map(Figure::seat);
        // Most often a seat is to move: it is asked first, not one phase of seven.
        if let Phase::ChooseDeck | Phase::Place = self.phase {
            return acting.map_or(Turn::Over, Turn::Seat);
        }
        match self.phase {
            Phase::Deal { seat, .. } => chance(Some(seat), DEAL),
            Phase::StartNumber { seat } => chance(Some(seat), START_NUMBER),
            Phase::Draw { .. } => chance(acting, DRAW),
            Phase::Ownerless => chance(None, OWNERLESS),
            Phase::ChooseDeck | Phase::Place | Phase::Over => Turn::Over,
        }
    }
}

impl Gotham {
    /// The deck from which the chance event that is next takes a card.
    #[inline]
    fn deck_of_chance(state: &State) -> Option<Rank> {
        match state.phase {
            Phase::Deal { back, .. } | Phase::Draw { back } => Some(back),
            Phase::Ownerless => state.acting_rank(),
            Phase::StartNumber { .. } | Phase::ChooseDeck | Phase::Place | Phase::Over => None,
        }
    }

    fn is_in_hand(&self, state: &State, seat: Seat, card: Card) -> bool {
        self.stock.kind(card).is_some_and(|kind| state.hands[seat.index()].has(kind))
    }

    /// The start numbers that are left to draw, as a set of ranks.
    #[inline]
    fn numbers_left(&self, state: &State) -> u32 {
        let with = |set: u32, number: &Rank| set | 1 << number.index();
        let all = self.start_numbers(state.players).iter().fold(0, with);
        all & !state.numbers.iter().flatten().fold(0, with)
    }

    #[inline]
    pub(super) fn add_actions(&self, state: &State, into: &mut Vec<Action>) {
        match state.phase {
            // GO-11: a deck that is empty cannot be chosen. Seldom is one.
            Phase::ChooseDeck if state.decks.all_have_cards() => {
                into.extend_from_slice(&Rank::ALL.map(Action::Draw));
            }
            Phase::ChooseDeck => {
                let decks = Rank::ALL.into_iter().filter(|back| !state.decks.is_empty(*back));
                into.extend(decks.map(Action::Draw));
            }
            // Kinds ascend as their cards do, and equal cards stand together.
            Phase::Place => {
                let Some(figure) = state.acting else { return };
                let kinds = state.hands[figure.index()].kinds();
                let end = into.len() + kinds.count() as usize;
                into.extend_from_slice(&kinds.slots().map(|kind| Action::Place(self.stock.card(kind))));
                into.truncate(end);
            }
            _ => {}
        }
    }

    /// The action at the place that `pick` chooses: see [`RaceGame::pick_action`](crate::RaceGame::pick_action).
    #[inline]
    pub(super) fn nth_action(&self, state: &State, pick: impl FnOnce(u32) -> u32) -> Option<Action> {
        match state.phase {
            Phase::ChooseDeck if state.decks.all_have_cards() => {
                Some(Action::Draw(Rank::of_bits(pick(Rank::ALL.len() as u32) as u8)))
            }
            Phase::ChooseDeck => {
                let mut decks = Rank::ALL.into_iter().filter(|back| !state.decks.is_empty(*back));
                decks.nth(pick(decks.clone().count() as u32) as usize).map(Action::Draw)
            }
            Phase::Place => {
                let kinds = state.hands[state.acting?.index()].kinds();
                let kind = kinds.get(pick(kinds.count()));
                kind.map(|kind| Action::Place(self.stock.card(kind)))
            }
            _ => None,
        }
    }

    pub(super) fn check_action(&self, state: &State, action: Action) -> Result<(), Illegal> {
        let Some(seat) = state.acting_seat() else { return Err(Illegal::NobodysTurn) };
        match (state.phase, action) {
            (Phase::ChooseDeck, Action::Draw(back)) if !state.decks.is_empty(back) => Ok(()),
            (Phase::ChooseDeck, Action::Draw(back)) => Err(Illegal::EmptyDeck(back)),
            (Phase::ChooseDeck, Action::Place(_)) => Err(Illegal::DrawFirst),
            (Phase::Place, Action::Draw(_)) => Err(Illegal::PlaceNow),
            (Phase::Place, Action::Place(card)) => {
                if self.is_in_hand(state, seat, card) {
                    Ok(())
                } else {
                    Err(Illegal::NotInHand(card))
                }
            }
            _ => Err(Illegal::NobodysTurn),
        }
    }

    pub(super) fn add_chances(&self, state: &State, into: &mut Vec<Weighted<Chance>>) {
        if let Phase::StartNumber { .. } = state.phase {
            let left = self.numbers_left(state);
            let numbers = Rank::ALL.into_iter().filter(|number| left >> number.index() & 1 == 1);
            let outcomes = numbers.map(|number| Chance::StartNumber(number.number()));
            into.extend(outcomes.map(|outcome| Weighted { outcome, weight: 1 }));
        }
        let Some(back) = Self::deck_of_chance(state) else { return };
        for kind in state.decks.top(&self.stock, back) {
            let outcome = Chance::Card(self.stock.card(kind));
            match into.last_mut() {
                Some(last) if last.outcome == outcome => last.weight += 1,
                _ => into.push(Weighted { outcome, weight: 1 }),
            }
        }
    }

    #[inline]
    pub(super) fn draw_chance<R: Rng + ?Sized>(&self, state: &State, rng: &mut R) -> Chance {
        let choose = |count| rng.random_range(0..count);
        if let Some(back) = Self::deck_of_chance(state) {
            let kind = state.decks.top_card(&self.stock, back, choose);
            return Chance::Card(self.stock.card(kind));
        }
        let number = member(self.numbers_left(state), choose);
        Chance::StartNumber(Rank::of_bits(number as u8).number())
    }
}
