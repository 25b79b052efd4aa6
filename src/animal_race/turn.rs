//! The course of a game: set-up, turns, refills, the end, and the next game of a championship.

use super::AnimalRace;
use super::cards::{ANIMALS, Animal, Animals, Card, Cards};
use super::event::{Action, Bets, Chance, Happening, Placement};
use super::ruleset::{AfterLastPhase, FirstPlayer, Reshuffle, SecondBet};
use super::state::{Memory, PerSeat, Phase, State};
use super::track::Tiles;
use crate::observer::Observer;
use crate::seat::{Seat, SeatList};

impl AnimalRace {
    /// A game before its first chance event, the championship's totals and token as they are.
    pub(super) fn set_up(&self, state: &mut State) {
        state.streams = Tiles::NONE;
        state.turbo = [0; ANIMALS];
        state.at = [0; ANIMALS];
        state.arrived = [0; ANIMALS];
        state.table = Cards::NONE;
        state.deck = self.pack;
        state.hands = PerSeat::default();
        state.dealt_bets = PerSeat::default();
        state.second_bets = PerSeat::default();
        state.memory = Memory::of_deck(self.pack);
        self.after_starting_bet(state, Seat::FIRST);
    }

    /// AR-04: how many starting bets each seat of this table gets.
    pub(super) fn starting_bets(&self, state: &State) -> u8 {
        self.rules.starting_bets.with(state.seats.count())
    }

    /// AR-07, AA-03: how many racing cards each seat is dealt.
    pub(super) fn first_hand(&self) -> u8 {
        self.rules.hand + u8::from(self.rules.second_bet == SecondBet::FromHand)
    }

    // The set-up, step after step: each function finds the next phase from where its own kind has got to.

    /// AR-04: starting bets, seat by seat.
    fn after_starting_bet(&self, state: &mut State, seat: Seat) {
        let needed = self.starting_bets(state);
        let lacking = |seat: &Seat| state.dealt_bets[*seat].len() < needed;
        match state.seats.iter().skip(seat.index()).find(lacking) {
            Some(seat) => state.phase = Phase::StartingBet(seat),
            None => self.after_stream(state),
        }
    }

    /// AR-05: streams.
    fn after_stream(&self, state: &mut State) {
        if state.streams.len() < self.rules.track.streams {
            state.phase = Phase::Stream;
        } else {
            self.after_turbo(state);
        }
    }

    /// AA-02: turbo tokens, animal by animal.
    fn after_turbo(&self, state: &mut State) {
        let unlaid = |animal: &Animal| state.turbo[animal.index()] == 0;
        match Animal::ALL.into_iter().find(unlaid) {
            Some(animal) if !self.rules.track.turbo_tiles.is_empty() => state.phase = Phase::Turbo(animal),
            _ if state.first_is_drawn && self.rules.first_player == FirstPlayer::DrawnBeforeDeal => {
                state.phase = Phase::FirstPlayerBeforeDeal;
            }
            _ => state.phase = Phase::Deal(Seat::FIRST),
        }
    }

    /// AR-07: the deal, seat by seat; then the second bets, if there are any.
    fn after_deal(&self, state: &mut State, seat: Seat, seen: &mut impl Observer<Happening>) {
        if state.hands[seat].len() < self.first_hand() {
            state.phase = Phase::Deal(seat);
        } else if seat.number() + 1 < state.seats.count() {
            state.phase = Phase::Deal(state.seats.left_of(seat));
        } else {
            match self.rules.second_bet {
                SecondBet::FromHand => state.phase = Phase::SecondBet(Seat::FIRST),
                SecondBet::None => self.after_bets(state, seen),
            }
        }
    }

    /// AR-09: the first player, by lot or not; then the first turn.
    fn after_bets(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        if state.first_is_drawn && self.rules.first_player == FirstPlayer::DrawnAfterBets {
            state.phase = Phase::FirstPlayerAfterBets;
        } else {
            begin_turn(state, state.first, seen);
        }
    }

    /// Carries out an action that is legal.
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

    /// AR-07: the card stays out of play for the whole game.
    fn bet(&self, state: &mut State, seat: Seat, card: Card, seen: &mut impl Observer<Happening>) {
        state.hands[seat][card] -= 1;
        state.second_bets[seat] = Some(card);
        seen.see(|| Happening::SecondBet { seat, card: Some(card) });
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
        seen.see(|| Happening::Placed { seat, cards: placement });
        self.refill(state, seat, seen);
    }

    /// AR-12: draws until the hand is full.
    #[inline]
    fn refill(&self, state: &mut State, seat: Seat, seen: &mut impl Observer<Happening>) {
        if state.hands[seat].len() < self.rules.hand {
            if state.deck.is_empty() {
                self.reshuffle(state, seen);
            }
            state.phase = Phase::Refill(seat);
        } else {
            self.end_turn(state, seat, seen);
        }
    }

    /// AR-12: the discard becomes the deck; cards on the table are not in it.
    fn reshuffle(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        let deck = state.discard(self.pack);
        if deck.is_empty() {
            return;
        }
        state.deck = deck;
        state.memory = Memory::of_deck(deck);
        seen.see(|| Happening::Reshuffled { deck });
    }

    /// AR-12: where the ruleset says so, an empty deck is replaced before a card is needed.
    #[inline]
    fn reshuffle_if_due(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        if state.deck.is_empty() && self.rules.reshuffle == Reshuffle::AtOnce {
            self.reshuffle(state, seen);
        }
    }

    /// AR-13: the racing phase, or the next player.
    #[inline]
    fn end_turn(&self, state: &mut State, seat: Seat, seen: &mut impl Observer<Happening>) {
        seen.see(|| Happening::TurnEnds { seat });
        if self.is_triggered(state.table) {
            self.race(state, seen);
        } else {
            begin_turn(state, state.seats.left_of(seat), seen);
        }
    }

    /// AR-29, AR-30: the end of a racing phase.
    pub(super) fn end_phase(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        let is_over = self.is_decided(state);
        if !is_over || self.rules.end.after_last_phase == AfterLastPhase::TidyUp {
            state.table = Cards::NONE;
            state.first = state.seats.left_of(state.first);
            seen.see(|| Happening::RoundEnds { first: state.first });
            self.reshuffle_if_due(state, seen);
        } else {
            seen.see(|| Happening::RoundEnds { first: state.first });
        }
        if is_over {
            self.end_game(state, seen);
        } else {
            begin_turn(state, state.first, seen);
        }
    }

    /// AR-31: bets score; AC-01: the next game of a championship follows at once.
    fn end_game(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        let ranks = self.ranks(state);
        let points = SeatList::new(state.seats, |seat| self.points(&ranks, bets(state, seat)));
        for seat in state.seats.iter() {
            state.totals[seat] = state.totals[seat].saturating_add(points[seat]);
        }
        let game = state.game;
        seen.see(|| Happening::GameEnds {
            game,
            bets: SeatList::new(state.seats, |seat| bets(state, seat)),
            points,
        });
        if state.game < state.games {
            state.game += 1;
            state.first = state.seats.left_of(state.first);
            // AC-01: only the first game draws its first player
            state.first_is_drawn = false;
            self.set_up(state);
            seen.see(|| Happening::GameBegins { game: state.game });
        } else {
            state.phase = Phase::Over;
            seen.see(|| Happening::Over { standings: self.final_standings(state) });
        }
    }

    /// Carries out an outcome that can come.
    #[inline]
    pub(super) fn happen(&self, state: &mut State, outcome: Chance, seen: &mut impl Observer<Happening>) {
        match (state.phase, outcome) {
            (Phase::Refill(seat), Chance::Card(card)) => {
                draw(state, seat, card, seen);
                self.reshuffle_if_due(state, seen);
                self.refill(state, seat, seen);
            }
            (Phase::Deal(seat), Chance::Card(card)) => {
                draw(state, seat, card, seen);
                self.after_deal(state, seat, seen);
            }
            (Phase::StartingBet(seat), Chance::StartingBet(animal)) => {
                state.dealt_bets[seat] = state.dealt_bets[seat].with(animal);
                seen.see(|| Happening::StartingBet { seat, animal: Some(animal) });
                self.after_starting_bet(state, seat);
            }
            (Phase::Stream, Chance::Stream(tile)) => {
                state.streams = state.streams.with(tile);
                seen.see(|| Happening::StreamLaid { tile });
                self.after_stream(state);
            }
            (Phase::Turbo(animal), Chance::Turbo(tile)) => {
                state.turbo[animal.index()] = tile;
                seen.see(|| Happening::TurboLaid { animal, tile });
                self.after_turbo(state);
            }
            (Phase::FirstPlayerBeforeDeal, Chance::FirstPlayer(seat)) => {
                name_first(state, seat, seen);
                state.phase = Phase::Deal(Seat::FIRST);
            }
            (Phase::FirstPlayerAfterBets, Chance::FirstPlayer(seat)) => {
                name_first(state, seat, seen);
                begin_turn(state, seat, seen);
            }
            _ => {}
        }
    }
}

fn begin_turn(state: &mut State, seat: Seat, seen: &mut impl Observer<Happening>) {
    state.phase = Phase::Placing(seat);
    seen.see(|| Happening::TurnBegins { seat });
}

/// AR-04: the starting bet cards that nobody has been dealt.
pub(super) fn undealt_bets(state: &State) -> Animals {
    state.seats.iter().fold(Animals::ALL, |rest, seat| rest.without(state.dealt_bets[seat]))
}

/// The bets of a seat.
pub(super) fn bets(state: &State, seat: Seat) -> Bets {
    Bets { dealt: state.dealt_bets[seat], chosen: state.second_bets[seat] }
}

#[inline]
fn draw(state: &mut State, seat: Seat, card: Card, seen: &mut impl Observer<Happening>) {
    state.deck[card] -= 1;
    state.hands[seat][card] += 1;
    state.memory.drawn[seat][card] += 1;
    seen.see(|| Happening::CardDrawn { seat, card: Some(card) });
}

fn name_first(state: &mut State, seat: Seat, seen: &mut impl Observer<Happening>) {
    state.first = seat;
    state.first_is_drawn = false;
    seen.see(|| Happening::FirstPlayer { seat });
}
