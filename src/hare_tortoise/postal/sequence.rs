//! The sequence of moves in a round.

use super::super::game::HareTortoise;
use super::super::state::State;
use crate::common::seat::{Seat, SeatMap};
use crate::game::RaceGame as _;

/// The seats in the order in which they move in this round (HP-02), including skipped ones.
pub fn sequence(game: &HareTortoise, state: &State) -> Vec<Seat> {
    state.round.sequence(state.seats, game.ruleset().turns.order).collect()
}

/// The number of moves that each seat has in a round with this sequence.
pub fn moves_of(sequence: &[Seat]) -> SeatMap<u8> {
    let mut moves = SeatMap::default();
    for seat in sequence {
        moves[*seat] += 1;
    }
    moves
}
