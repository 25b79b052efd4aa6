//! The course of a game: the deal, the order of acting, drawing and placing, and the turning of the pile.

use super::action::{Action, Chance};
use super::card_index::Kind;
use super::cards::{Animal, Instruction, Rank};
use super::game::Gotham;
use super::happening::{Change, Happening};
use super::policy::{Drawing, EmptyDeck, Recycling, StartNumbers};
use super::state::{Deposit, Phase, State};
use super::track::{FIGURES, Figure, Stand, Track};
use crate::common::observer::Observer;
use crate::common::seat::Seat;

impl Gotham {
    #[inline]
    pub(super) fn act(&self, state: &mut State, action: Action, seen: &mut impl Observer<Happening>) {
        let Some(figure) = state.acting else { return };
        match action {
            Action::Draw(back) => {
                state.phase = Phase::Draw { back };
                seen.see(|| Happening::ChoosesDeck { seat: figure.seat(), back });
            }
            Action::Place(card) => {
                if let Some(kind) = self.card_index.kind(card) {
                    self.place(state, figure, kind, seen);
                }
            }
        }
    }

    #[inline]
    pub(super) fn resolve_chance(
        &self,
        state: &mut State,
        outcome: Chance,
        seen: &mut impl Observer<Happening>,
    ) {
        match outcome {
            Chance::StartNumber(number) => {
                if let (Phase::StartNumber { seat }, Some(number)) = (state.phase, Rank::new(number)) {
                    self.draw_number(state, seat, number, seen);
                }
            }
            Chance::Card(card) => {
                let Some(kind) = self.card_index.kind(card) else { return };
                // Usually a seat draws, so that is asked first instead of as one phase of seven.
                if let (Phase::Draw { .. }, Some(figure)) = (state.phase, state.acting) {
                    self.draw(state, figure, kind, seen);
                    return;
                }
                match state.phase {
                    Phase::Deal { seat, .. } => self.deal(state, seat, kind, seen),
                    Phase::Ownerless => {
                        if let Some(figure) = state.acting {
                            self.place_for_ownerless(state, figure, kind, seen);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// The start numbers from which `players` players draw (GO-09).
    pub(super) fn start_numbers(&self, players: u8) -> &'static [Rank] {
        match self.ruleset.rules.start_numbers {
            StartNumbers::Highest => &Rank::ALL[FIGURES - usize::from(players).min(FIGURES)..],
            StartNumbers::Any => &Rank::ALL,
        }
    }

    /// GO-09: gives ownerless figures, in ascending order, the numbers that are left, from the highest down.
    pub(super) fn number_ownerless(numbers: &mut [Option<Rank>; FIGURES]) {
        for index in 0..FIGURES {
            if numbers[index].is_none() {
                let left = Rank::ALL.into_iter().rev().find(|number| !numbers.contains(&Some(*number)));
                numbers[index] = left;
            }
        }
    }

    /// GO-07: deals a card of a deck to a seat; seat by seat, decks 1 to 4.
    pub(super) fn deal(
        &self,
        state: &mut State,
        seat: Seat,
        kind: Kind,
        seen: &mut impl Observer<Happening>,
    ) {
        let back = kind.back();
        let layer = state.decks.draw(&self.card_index, kind);
        state.hands[seat.index()].add(kind, layer);
        seen.see(|| Happening::Gets { seat, back, card: Some(self.card_index.card(kind)) });
        let next = (back != Rank::Fourth).then(|| Rank::of_bits(back as u8 + 1));
        let next_seat = Seat::new(seat.number() + 1).filter(|next| next.number() < state.players);
        state.phase = match (next, next_seat) {
            (Some(back), _) => Phase::Deal { seat, back },
            (None, Some(seat)) => Phase::Deal { seat, back: Rank::First },
            (None, None) => {
                // Start numbers given in advance need no drawing.
                if state.numbers[0].is_some() {
                    self.begin_race(state, &Figure::ALL, seen);
                    return;
                }
                Phase::StartNumber { seat: Seat::FIRST }
            }
        };
    }

    /// GO-09: a seat draws its start number.
    pub(super) fn draw_number(
        &self,
        state: &mut State,
        seat: Seat,
        number: Rank,
        seen: &mut impl Observer<Happening>,
    ) {
        state.numbers[seat.index()] = Some(number);
        let figure = Figure::ALL[seat.index()];
        seen.see(|| Happening::GetsNumber { figure, owner: Some(seat), number: number.number() });
        if let Some(seat) = Seat::new(seat.number() + 1).filter(|next| next.number() < state.players) {
            state.phase = Phase::StartNumber { seat };
        } else {
            Self::number_ownerless(&mut state.numbers);
            self.begin_race(state, &Figure::ALL[usize::from(state.players)..], seen);
        }
    }

    /// GO-09: puts the figures side by side on the start, number 1 on the innermost lane. The numbers of the
    /// `unknown` figures are not known yet.
    fn begin_race(&self, state: &mut State, unknown: &[Figure], seen: &mut impl Observer<Happening>) {
        let mut order = Figure::ALL;
        for figure in Figure::ALL {
            if let Some(number) = state.numbers[figure.index()] {
                order[number.index()] = figure;
            }
        }
        state.track = Track::at_start(order);
        for figure in unknown.iter().copied() {
            if let Some(number) = state.numbers[figure.index()] {
                let owner = figure.owner(state.players);
                seen.see(|| Happening::GetsNumber { figure, owner, number: number.number() });
            }
        }
        state.numbers = [None; FIGURES];
        self.begin_round(state, seen);
    }

    fn begin_round(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        state.round = state.round.saturating_add(1);
        state.acted = 0;
        state.drew = [None; FIGURES];
        state.deposit = Deposit::default();
        let (round, order) = (state.round, state.track.last_to_first());
        seen.see(|| Happening::RoundBegins { round, order });
        let first_pass = match self.ruleset.rules.drawing {
            Drawing::EachBeforePlacing => Pass::Both,
            Drawing::AllBeforePlacing => Pass::Drawing,
        };
        self.next_to_act(state, first_pass, seen);
    }

    /// Finds who acts next, from the figure at `acted` on: GO-10.
    #[inline]
    fn next_to_act(&self, state: &mut State, pass: Pass, seen: &mut impl Observer<Happening>) {
        state.acting = state.next_to_act();
        if let Some(seat) = state.acting_seat() {
            seen.see(|| Happening::TurnBegins { seat });
            state.phase = if pass == Pass::Placing { Phase::Place } else { Phase::ChooseDeck };
        } else {
            self.next_without_player(state, pass, seen);
        }
    }

    /// Continues with an ownerless figure (GO-12), or ends the pass if all have acted.
    #[inline(never)]
    fn next_without_player(&self, state: &mut State, pass: Pass, seen: &mut impl Observer<Happening>) {
        let acting = state.acting;
        match acting {
            None if pass == Pass::Drawing => {
                state.acted = 0;
                self.next_to_act(state, Pass::Placing, seen);
            }
            None => self.turn_pile(state, seen),
            Some(figure) if pass != Pass::Drawing && self.ownerless_gets_card(state, figure, seen) => {
                state.phase = Phase::Ownerless;
            }
            Some(_) => {
                state.acted += 1;
                self.next_to_act(state, pass, seen);
            }
        }
    }

    /// GO-12: returns true if the deck of its position has a card for an ownerless figure.
    fn ownerless_gets_card(
        &self,
        state: &mut State,
        figure: Figure,
        seen: &mut impl Observer<Happening>,
    ) -> bool {
        let back = state.track.rank_of(figure);
        let is_empty = state.decks.is_empty(back);
        if is_empty && self.ruleset.rules.empty_deck_for_ownerless == EmptyDeck::RecycleFirst {
            self.recycle(state, seen);
        }
        let has_card = !state.decks.is_empty(back);
        if !has_card {
            seen.see(|| Happening::OwnerlessGetsNothing { figure, back });
        }
        has_card
    }

    /// GO-11: draws a card of the upper layer for the acting seat.
    #[inline]
    pub(super) fn draw(
        &self,
        state: &mut State,
        figure: Figure,
        kind: Kind,
        seen: &mut impl Observer<Happening>,
    ) {
        let (seat, back) = (figure.seat(), kind.back());
        let layer = state.decks.draw(&self.card_index, kind);
        state.hands[figure.index()].add(kind, layer);
        state.memory.draw(seat, back);
        state.drew[figure.index()] = Some(back);
        seen.see(|| Happening::Draws { seat, back, card: Some(self.card_index.card(kind)) });
        match self.ruleset.rules.drawing {
            Drawing::EachBeforePlacing => state.phase = Phase::Place,
            Drawing::AllBeforePlacing => {
                seen.see(|| Happening::TurnEnds { seat });
                state.acted += 1;
                self.next_to_act(state, Pass::Drawing, seen);
            }
        }
    }

    /// GO-11: places a card from the acting seat's hand.
    #[inline]
    pub(super) fn place(
        &self,
        state: &mut State,
        figure: Figure,
        kind: Kind,
        seen: &mut impl Observer<Happening>,
    ) {
        let (seat, back) = (figure.seat(), kind.back());
        let layer = state.hands[figure.index()].remove(kind);
        state.deposit.place(figure, kind, layer);
        seen.see(|| Happening::Places { seat, back, card: Some(self.card_index.card(kind)) });
        seen.see(|| Happening::TurnEnds { seat });
        self.go_on(state, seen);
    }

    /// GO-12: puts a card of the upper layer on the deposit for the acting figure.
    #[inline]
    pub(super) fn place_for_ownerless(
        &self,
        state: &mut State,
        figure: Figure,
        kind: Kind,
        seen: &mut impl Observer<Happening>,
    ) {
        let back = kind.back();
        let layer = state.decks.draw(&self.card_index, kind);
        state.deposit.place(figure, kind, layer);
        seen.see(|| Happening::OwnerlessGets { figure, back, card: Some(self.card_index.card(kind)) });
        self.go_on(state, seen);
    }

    #[inline]
    fn go_on(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        state.acted += 1;
        let pass = match self.ruleset.rules.drawing {
            Drawing::EachBeforePlacing => Pass::Both,
            Drawing::AllBeforePlacing => Pass::Placing,
        };
        self.next_to_act(state, pass, seen);
    }

    /// GO-13: turns the pile over and carries its cards out in the order of placing.
    fn turn_pile(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        seen.see(|| Happening::PileTurns);
        // Reads card by card: a copy of the whole deposit would stall on the card that was just written.
        for index in 0..state.deposit.cards().len() {
            let laid = state.deposit.cards()[index];
            let change = self.carry_out(state, laid.kind);
            state.decks.carry_out(&self.card_index, laid.kind);
            let (players, track) = (state.players, state.track);
            seen.see(|| Happening::TakesEffect {
                placed_for: laid.figure,
                placed_by: laid.figure.owner(players),
                card: self.card_index.card(laid.kind),
                change,
                order: track.figures(),
            });
        }
        state.show_deposit(&self.card_index);
        self.end_round(state, seen);
    }

    /// Carries out one card, on the positions as they are now: GO-22 to GO-27.
    #[inline]
    pub(super) fn carry_out(&self, state: &mut State, kind: Kind) -> Change {
        self.change(&mut state.track, &mut state.sign, kind)
    }

    /// Applies a card to the track and the sign, the only things that a card changes.
    #[inline]
    pub(super) fn change(&self, track: &mut Track, sign: &mut Animal, kind: Kind) -> Change {
        let rank = kind.back();
        let Stand { figure, at } = track.at_rank(rank);
        let to = match self.card_index.instruction(kind) {
            // GO-23: counted from where the other figure stands before the move, in either direction.
            Instruction::AheadOf(other, spaces) => track.at_rank(other).at.saturating_add(spaces),
            Instruction::ToStart => 0,
            Instruction::Sign(animal) => {
                let from = std::mem::replace(sign, animal);
                return Change::SignMoves { from, to: animal };
            }
            Instruction::Swap(other) => {
                let with = track.at_rank(other).figure;
                track.swap(rank, other);
                return Change::Swaps { figure, with };
            }
        };
        let rank = track.move_to(rank, to, self.ruleset.rules.onto_own_location);
        Change::Moves { figure, from: at, to, rank }
    }

    /// GO-30: checks the finish, which happens only here. GO-14: recycles cards if the race continues.
    fn end_round(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        let round = state.round;
        if self.is_over(state) {
            for crossing in self.crossings(state) {
                let owner = crossing.figure.owner(state.players);
                seen.see(|| Happening::Crosses {
                    figure: crossing.figure,
                    owner,
                    direction: crossing.direction,
                    spaces: crossing.spaces,
                });
            }
            state.phase = Phase::Over;
            state.acted = 0;
            state.acting = None;
            state.drew = [None; FIGURES];
            seen.see(|| Happening::RoundEnds { round });
            seen.see(|| Happening::GameEnds {
                furthest: self.furthest(state).figures().collect(),
                winners: self.winners(state).collect(),
            });
            return;
        }
        let recycles = match self.ruleset.rules.recycling {
            Recycling::WhenADeckIsEmpty => !state.decks.all_have_cards(),
            Recycling::EveryRound => true,
        };
        if recycles {
            self.recycle(state, seen);
        }
        seen.see(|| Happening::RoundEnds { round });
        self.begin_round(state, seen);
    }

    fn recycle(&self, state: &mut State, seen: &mut impl Observer<Happening>) {
        for back in Rank::ALL {
            if state.decks.has_carried_out(back) {
                let cards = || state.decks.carried_out(self.card_index.faces(), back).collect();
                seen.see(|| Happening::Recycles { back, cards: cards() });
            }
        }
        state.decks.recycle(&self.card_index);
    }
}

/// The part of a round that the figures go through in the order of acting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// Each figure draws and places.
    Both,
    /// All draw, and nobody places yet.
    Drawing,
    /// All place.
    Placing,
}
