//! Who moves after whom: clockwise, and in the rounds of the postal game (HP-02).

use super::HareTortoise;
use super::happening::Happening;
use super::policy::TurnOrder;
use super::state::{Round, State};
use crate::observer::Observer;
use crate::seat::{Seat, SeatSet, Seats};

impl Round {
    /// A game's first round.
    pub(super) fn begin(seats: Seats, first: Seat) -> Self {
        Self { number: 1, first, members: seats.iter().collect(), slot: 0 }
    }

    /// The seats of the round, in order; in the postal game its first mover again at the end.
    pub(super) fn sequence(self, seats: Seats, order: TurnOrder) -> impl Iterator<Item = Seat> + Clone {
        let again = (order == TurnOrder::PostalRounds).then_some(self.first);
        let members = self.members;
        seats.from(self.first).filter(move |seat| members.contains(*seat)).chain(again)
    }
}

impl HareTortoise {
    /// Goes on to the next turn of a player that still races, in a new round when this one is over.
    #[inline]
    pub(super) fn next_in_round(&self, state: &mut State, seen: &mut impl Observer<Happening>) -> Seat {
        let members = state.round.members;
        let mut seat = state.seat;
        loop {
            state.round.slot += 1;
            if state.round.slot < members.len() {
                seat = state.seats.left_of(seat);
                while !members.contains(seat) {
                    seat = state.seats.left_of(seat);
                }
            } else if state.round.slot == members.len() && self.ruleset.turns.order == TurnOrder::PostalRounds
            {
                seat = state.round.first;
            } else {
                return self.next_round(state, seen);
            }
            if !state.is_home(seat) {
                return seat;
            }
        }
    }

    /// A new round begins: its first mover. Its list is fixed now (HP-02).
    fn next_round(&self, state: &mut State, seen: &mut impl Observer<Happening>) -> Seat {
        let round = state.round.number;
        seen.see(|| Happening::RoundEnds { round });
        let first = self.next_first_mover(state);
        let number = round.saturating_add(1);
        state.round = Round { number, first, members: state.racers(), slot: 0 };
        first
    }

    /// Clockwise, a round begins where the one before began, or else with the next player still racing; in the
    /// postal game with the next player still racing after the last first mover (HP-02).
    fn next_first_mover(&self, state: &State) -> Seat {
        let after = match self.ruleset.turns.order {
            TurnOrder::Clockwise => state.round.first,
            TurnOrder::PostalRounds => state.seats.left_of(state.round.first),
        };
        let racers: SeatSet = state.racers();
        state.seats.from(after).find(|seat| racers.contains(*seat)).unwrap_or(state.round.first)
    }
}
