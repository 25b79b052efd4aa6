//! The standings, and the figures as runners of a race.

use super::cards::Rank;
use super::game::Gotham;
use super::happening::Direction;
use super::state::{Phase, State};
use super::track::{FIGURES, Figure};
use crate::common::seat::{Seat, Seats};
use crate::common::standings::{Ending, Standings};
use crate::game::Runner;
use crate::text::{Tally, counted, separated};

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

    /// The figures of each player with their distance beyond the sign, and the hand as long as it counts.
    pub(super) fn tally_of(&self, state: &State) -> Tally {
        let (faces, is_over) = (self.card_index.faces(), state.phase == Phase::Over);
        let row = |seat: Seat| {
            let own = |figure: &Figure| figure.owner(state.players) == Some(seat);
            let figures = separated(Figure::ALL.into_iter().filter(own), ", ");
            let beyond = self.crossings(state).filter(|crossing| own(&crossing.figure));
            let beyond = beyond.map(|crossing| {
                let spaces = counted(crossing.spaces, "space", "spaces");
                match crossing.direction {
                    Direction::Forwards => spaces,
                    Direction::Backwards => format!("{spaces} backwards"),
                }
            });
            let or_none = |words: String| if words.is_empty() { "-".to_owned() } else { words };
            let mut cells = vec![figures, or_none(separated(beyond, "; "))];
            if !is_over {
                let hand = state.hands[seat.index()].cards().iter().map(|kind| faces.card(kind));
                cells.push(or_none(separated(hand, "; ")));
            }
            cells
        };
        let rows = Seats::MOST.iter().take(usize::from(state.players)).map(row).collect();
        let mut titles = vec!["figure", "beyond the sign"];
        titles.extend((!is_over).then_some("hand"));
        Tally { titles, rows }
    }

    pub(super) fn add_runners(&self, state: &State, into: &mut Vec<Runner>) {
        let mut runners = Figure::ALL.map(|figure| Runner {
            id: figure.index() as u8,
            owner: figure.owner(state.players),
            coordinate: 0,
            lane: 1,
            arrived: None,
        });
        for rank in Rank::ALL {
            let stand = state.track.at_rank(rank);
            let runner = &mut runners[stand.figure.index()];
            runner.coordinate = stand.at.into();
            runner.lane = state.track.lane(rank);
        }
        if state.phase == Phase::Over {
            self.furthest(state).figures().for_each(|figure| runners[figure.index()].arrived = Some(1));
        }
        into.extend(runners);
    }
}
