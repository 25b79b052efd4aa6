//! The standings, and the figures as runners of any race.

use super::game::Gotham;
use super::state::{Phase, State};
use super::track::{FIGURES, Figure};
use crate::game::Runner;
use crate::standings::{Ending, Standings};

impl Gotham {
    pub(super) fn standings_of(&self, state: &State) -> Standings {
        let mut won = [0; FIGURES];
        let mut ending = Ending::Racing;
        if state.phase == Phase::Over {
            for seat in self.winners(state) {
                won[seat.index()] = 1;
            }
            ending = match won.iter().sum::<i32>() {
                0 => Ending::NobodyWins,
                1 => Ending::Won,
                _ => Ending::Shared,
            };
        }
        Standings::ranked(ending, &won[..usize::from(state.players)], |won| *won)
    }

    pub(super) fn add_runners(&self, state: &State, into: &mut Vec<Runner>) {
        into.extend(Figure::ALL.iter().map(|figure| {
            let rank = state.track.rank_of(*figure);
            let furthest = state.phase == Phase::Over && self.furthest(state).figures().any(|f| f == *figure);
            Runner {
                id: figure.index() as u8,
                owner: figure.owner(state.players),
                coordinate: i32::from(state.track.at_rank(rank).at),
                lane: state.track.lane(rank),
                arrived: furthest.then_some(1),
            }
        }));
    }
}
