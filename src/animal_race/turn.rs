//! The course of a game: turns and refills, the end of a round, and the end of the game.

use super::action::{Action, Chance, Placement};
use super::cards::{Card, Cards};
use super::game::AnimalRace;
use super::happening::Happening;
use super::policy::{AfterLastPhase, Reshuffle};
use super::state::{Memory, Phase, State};
use crate::common::observer::Observer;
use crate::common::seat::{Seat, SeatList};

impl AnimalRace {
    /// Carries out a legal action.
    #[inline]
    pub(super) fn act(&self, state: &mut State, action: Action, seen: &mut impl Observer<Happening>) {
        match (state.phase, action) {
            (Phase::SecondBet(seat), Action::Bet(card)) => self.bet(state, seat, card, seen),
            (Phase::Placing(seat), Action::Place(cards)) => self.place(state, seat, cards, seen),
            (Phase::Moving { seat, moved }, Action::Move(animal)) => {
                self.move_chosen(state, seat, moved, animal, seen);
            }
            _ => {}
        }
    }

    /// Carries out a possible outcome of chance.
    #[inline]
    pub(super) fn resolve_chance(
        &self,
        state: &mut State,
        outcome: Chance,
        seen: &mut impl Observer<Happening>,
    ) {
        match (state.phase, outcome) {
            (Phase::Refill(seat), Chance::Card(card)) => {
                state.draw(seat, card, seen);
                self.reshuffle_if_due(state, seen);
                self.refill(state, seat, seen);
            }
            (Phase::Deal(seat), Chance::Card(card)) => {
                state.draw(seat, card, seen);
                self.after_deal(state, seat, seen);
            }
            (Phase::StartingBet(seat), Chance::StartingBet(animal)) => {
                state.bets[seat].dealt = state.bets[seat].dealt.with(animal);
                seen.see(|| Happening::DrawsBet { seat, animal: Some(animal) });
                self.after_starting_bet(state, seat);
            }
            (Phase::Stream, Chance::Stream(tile)) => {
                state.streams = state.streams.with(tile);
                seen.see(|| Happening::StreamAppears { tile });
                self.after_stream(state);
            }
            (Phase::Turbo(animal), Chance::Turbo(tile)) => {
                state.turbo[animal.index()] = tile;
                seen.see(|| Happening::TurboAppears { animal, tile });
                self.after_turbo(state);
            }
            (Phase::FirstPlayerBeforeDeal, Chance::FirstPlayer(seat)) => {
                state.name_first(seat, seen);
                state.phase = Phase::Deal(Seat::FIRST);
            }
            (Phase::FirstPlayerAfterBets, Chance::FirstPlayer(seat)) => {
                state.name_first(seat, seen);
                state.begin_turn(seat, seen);
            }
            _ => {}
        }
    }

    /// AR-07: sets the card aside; it stays out of play for the whole game.
    fn bet(&self, state: &mut State, seat: Seat, card: Card, seen: &mut impl Observer<Happening>) {
        state.hands[seat][card] -= 1;
        state.bets[seat].chosen = Some(card);
        seen.see(|| Happening::SetsAside { seat, card: Some(card) });
        if seat.number() + 1 < state.seats.count() {
            state.phase = Phase::SecondBet(state.seats.left_of(seat));
        } else {
            self.after_bets(state, seen);
        }
    }

    /// AR-10: places cards; AR-12: the refill follows.
    #[inline]
    fn place(
        &self,
        state: &mut State,
        seat: Seat,
        placement: Placement,
        seen: &mut impl Observer<Happening>,
    ) {
        let cards = placement.cards();
        state.hands[seat].take(cards);
        state.table.put(cards);
        state.memory.placed[seat].put(cards);
        seen.see(|| Happening::Places { seat, cards: placement });
        self.refill(state, seat, seen);
    }

    /// AR-12: draws until the hand is full.
    #[inline]
    fn refill(&self, state: &mut State, seat: Seat, seen: &mut impl Observer<Happening>) {
        if state.hands[seat].len() < self.ruleset.hand {
            if state.deck.is_empty() {
                self.reshuffle(state, seen);
            }
            state.phase = Phase::Refill(seat);
        } else {
            self.end_turn(state, seat, seen);
        }
    }

    /// AR-12: turns the discard into the deck; cards on the table stay where they are.
    fn reshuffle(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        let deck = state.discard(self.pack);
        if deck.is_empty() {
            return;
        }
        state.deck = deck;
        state.memory = Memory::of_deck(deck);
        seen.see(|| Happening::Reshuffles { deck });
    }

    /// AR-12: if the ruleset says so, replaces an empty deck before a card is needed.
    #[inline]
    fn reshuffle_if_due(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        if state.deck.is_empty() && self.ruleset.reshuffle == Reshuffle::AtOnce {
            self.reshuffle(state, seen);
        }
    }

    /// AR-13: starts the racing phase, or moves on to the next player.
    #[inline]
    fn end_turn(&self, state: &mut State, seat: Seat, seen: &mut impl Observer<Happening>) {
        seen.see(|| Happening::TurnEnds { seat });
        if self.is_triggered(state.table) {
            self.race(state, seen);
        } else {
            state.begin_turn(state.seats.left_of(seat), seen);
        }
    }

    /// AR-29, AR-30: ends a racing phase.
    pub(super) fn end_phase(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        let is_over = self.is_decided(state);
        let tidies_up = !is_over || self.ruleset.end.after_last_phase == AfterLastPhase::TidyUp;
        if tidies_up {
            state.table = Cards::NONE;
            state.first = state.seats.left_of(state.first);
        }
        seen.see(|| Happening::RoundEnds { first: state.first });
        if tidies_up {
            self.reshuffle_if_due(state, seen);
        }
        if is_over {
            self.end_game(state, seen);
        } else {
            state.begin_turn(state.first, seen);
        }
    }

    /// AR-31: scores the bets; AC-01: the next game of a championship follows at once.
    fn end_game(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        let of_animals = self.points(&self.ranks(state.at, state.podium));
        let points = SeatList::new(state.seats, |seat| state.bets[seat].points(&of_animals));
        for seat in state.seats.iter() {
            state.totals[seat] = state.totals[seat].saturating_add(points[seat]);
        }
        let (game, bets) = (state.game, SeatList::new(state.seats, |seat| state.bets[seat]));
        seen.see(|| Happening::GameEnds { game, bets, points });
        if state.game < state.games {
            self.begin_next_game(state);
            seen.see(|| Happening::GameBegins { game: state.game });
        } else {
            state.phase = Phase::Over;
            seen.see(|| Happening::Ends { standings: self.final_standings(state) });
        }
    }
}

impl State {
    pub(super) fn begin_turn(&mut self, seat: Seat, seen: &mut impl Observer<Happening>) {
        self.phase = Phase::Placing(seat);
        seen.see(|| Happening::TurnBegins { seat });
    }

    #[inline]
    fn draw(&mut self, seat: Seat, card: Card, seen: &mut impl Observer<Happening>) {
        // Works on whole heaps, not single counts, because they are read as whole heaps right after.
        let one = Cards::of_one(card);
        self.deck.take(one);
        self.hands[seat].put(one);
        self.memory.drawn[seat].put(one);
        seen.see(|| Happening::Draws { seat, card: Some(card) });
    }

    fn name_first(&mut self, seat: Seat, seen: &mut impl Observer<Happening>) {
        self.first = seat;
        self.first_is_drawn = false;
        seen.see(|| Happening::GoesFirst { seat });
    }
}
