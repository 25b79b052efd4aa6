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
    pub(super) fn next_in_round(&self, state: &mut State, seen: &mut impl Observer<Happening>) -> Seat {
        let order = self.ruleset.turns.order;
        loop {
            state.round.slot += 1;
            let slot = usize::from(state.round.slot);
            match state.round.sequence(state.seats, order).nth(slot) {
                Some(seat) if !state.is_home(seat) => return seat,
                Some(_) => {}
                None => {
                    let round = state.round.number;
                    seen.see(|| Happening::RoundEnds { round });
                    let first = self.next_first_mover(state);
                    state.round =
                        Round { number: round.saturating_add(1), first, members: state.racers(), slot: 0 };
                    return first;
                }
            }
        }
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
