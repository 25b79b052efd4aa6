//! The standings of the players, and the runners on the track.

use std::cmp::Reverse;
use std::num::NonZeroU8;

use super::state::{Phase, State};
use crate::common::seat::{Seat, SeatList};
use crate::common::standings::{Ending, Standings};
use crate::game::Runner;
use crate::text::Tally;
use crate::text::{ordinal, separated};

/// HT-12: ranks players by runners home, in order of arrival, then by the sum of squares.
pub(super) fn standings(state: &State) -> Standings {
    let key = |seat: Seat| {
        let own = || state.runners_of(seat).map(|runner| state.of(runner));
        let home = own().filter(|runner| runner.arrived.is_some()).count();
        let last_arrival = own().filter_map(|runner| runner.arrived).map(NonZeroU8::get).max();
        let squares: i32 = own().map(|runner| i32::from(runner.square.number())).sum();
        (home, Reverse(last_arrival), squares)
    };
    let keys: SeatList<_> = SeatList::new(state.seats, key);
    let ending = if state.phase == Phase::Over { Ending::Won } else { Ending::Racing };
    Standings::ranked(ending, &keys, |(_, _, squares)| *squares)
}

/// The squares and the stock of each player. Several runners are listed in their order.
pub(super) fn tally(state: &State) -> Tally {
    let each = |seat: Seat, cell: &dyn Fn(u8) -> String| separated(state.runners_of(seat).map(cell), ", ");
    let place = |runner: u8| match state.of(runner).arrived {
        Some(place) => format!("home, {}", ordinal(place.get())),
        None => state.of(runner).square.to_string(),
    };
    let row = |seat: Seat| {
        let lettuces = match state.pool[seat] {
            0 => each(seat, &|runner| state.of(runner).lettuces.to_string()),
            pool => pool.to_string(),
        };
        vec![each(seat, &place), state.carrots[seat].to_string(), lettuces]
    };
    Tally { titles: vec!["square", "carrots", "lettuces"], rows: state.seats.iter().map(row).collect() }
}

/// All runners, with their squares as coordinates.
pub(super) fn runners(state: &State) -> impl Iterator<Item = Runner> + '_ {
    (0..).zip(state.running()).map(|(id, runner)| Runner {
        id,
        owner: Some(state.owner(id)),
        coordinate: i32::from(runner.square.number()),
        lane: 1,
        arrived: runner.arrived.map(NonZeroU8::get),
    })
}
