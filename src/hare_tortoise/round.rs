//! The order of turns: clockwise, or in the rounds of the postal game (HP-02).

use super::game::HareTortoise;
use super::happening::Happening;
use super::policy::TurnOrder;
use super::state::{Round, State};
use crate::common::observer::Observer;
use crate::common::seat::{Seat, Seats};

impl Round {
    /// The seats of the round, in order. In the postal game, the first mover comes again at the end.
    pub(super) fn sequence(self, seats: Seats, order: TurnOrder) -> impl Iterator<Item = Seat> + Clone {
        let again = (order == TurnOrder::PostalRounds).then_some(self.first);
        let members = self.members;
        seats.clockwise_from(self.first).filter(move |seat| members.contains(*seat)).chain(again)
    }
}

impl HareTortoise {
    /// Goes on to the next turn of a player that is still racing, in a new round if this one is over.
    #[expect(clippy::inline_always, reason = "every turn ends here, and a call costs as much as it does")]
    #[inline(always)]
    pub(super) fn next_in_round(&self, state: &mut State, seen: &mut impl Observer<Happening>) -> Seat {
        let Round { first, members, .. } = state.round;
        let mut seat = state.seat;
        loop {
            // HP-02: its first mover's second turn is the last of a postal round.
            let is_over = seat == first && state.round.slot > 0;
            state.round.slot += 1;
            seat = members.next_after(seat);
            if is_over || seat == first && self.ruleset.turns.order == TurnOrder::Clockwise {
                return self.next_round(state, seen);
            }
            if !state.is_home(seat) {
                return seat;
            }
        }
    }

    /// Begins a new round and returns its first mover. The list of its players is fixed now (HP-02).
    #[inline]
    fn next_round(&self, state: &mut State, seen: &mut impl Observer<Happening>) -> Seat {
        let round = state.round.number;
        seen.see(|| Happening::RoundEnds { round });
        let members = state.racers;
        let first = self.next_first_mover(state);
        let number = round.saturating_add(1);
        state.round = Round { number, first, members, slot: 0 };
        first
    }

    /// The first mover of the next round. Clockwise, it is the seat that began the last round, or else the next
    /// player still racing; in the postal game, the next player still racing after the last first mover (HP-02).
    #[inline]
    fn next_first_mover(&self, state: &State) -> Seat {
        let last = state.round.first;
        if self.ruleset.turns.order == TurnOrder::Clockwise && state.racers.contains(last) {
            return last;
        }
        state.racers.next_after(last)
    }
}
