//! Whose turn it is, the legal actions of a seat, and the outcomes that chance may bring.

use rand::{Rng, RngExt};

use super::action::{Action, Chance, DEAL, DRAW, Illegal, OWNERLESS, START_NUMBER};
use super::card_index::member;
use super::cards::{Card, Rank};
use super::game::Gotham;
use super::state::{Phase, State};
use super::track::Figure;
use crate::common::seat::Seat;
use crate::game::{ChancePoint, Turn, Weighted};

impl State {
    /// The seat or the chance event that comes next.
    #[inline]
    pub(super) fn turn(&self) -> Turn {
        let chance = |owner, purpose| Turn::Chance(ChancePoint { owner, purpose });
        let acting = self.acting.map(Figure::seat);
        // Usually a seat is to move, so it is asked first instead of as one phase of seven.
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
    /// The deck from which the next chance event takes a card.
    #[inline]
    fn deck_of_chance(state: &State) -> Option<Rank> {
        match state.phase {
            Phase::Deal { back, .. } | Phase::Draw { back } => Some(back),
            Phase::Ownerless => state.acting_rank(),
            Phase::StartNumber { .. } | Phase::ChooseDeck | Phase::Place | Phase::Over => None,
        }
    }

    fn is_in_hand(&self, state: &State, seat: Seat, card: Card) -> bool {
        self.card_index.kind(card).is_some_and(|kind| state.hands[seat.index()].has(kind))
    }

    /// The start numbers that are still to be drawn, as a bit set of ranks.
    #[inline]
    fn numbers_left(&self, state: &State) -> u32 {
        let with = |set: u32, number: &Rank| set | 1 << number.index();
        let all = self.start_numbers(state.players).iter().fold(0, with);
        all & !state.numbers.iter().flatten().fold(0, with)
    }

    #[inline]
    pub(super) fn add_actions(&self, state: &State, into: &mut Vec<Action>) {
        match state.phase {
            // GO-11: an empty deck cannot be chosen. Decks are rarely empty.
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
                into.extend_from_slice(&kinds.slots().map(|kind| Action::Place(self.card_index.card(kind))));
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
                kind.map(|kind| Action::Place(self.card_index.card(kind)))
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
        for kind in state.decks.top(&self.card_index, back) {
            let outcome = Chance::Card(self.card_index.card(kind));
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
            let kind = state.decks.top_card(&self.card_index, back, choose);
            return Chance::Card(self.card_index.card(kind));
        }
        let number = member(self.numbers_left(state), choose);
        Chance::StartNumber(Rank::of_bits(number as u8).number())
    }
}
