//! Checks that the points of a championship's finished games are possible, in positions and views (AC-01).
//!
//! Two things are checked exactly: that each seat alone can have its points, and that no group of seats has more or
//! fewer points than the starting bets allow, since there is only one of each animal.

use std::collections::BTreeSet;

use super::animals::{ANIMALS, Animal, MOST_PLAYERS};
use super::bets::PointsOfAnimals;
use super::game::AnimalRace;
use super::policy::{RaceEnds, SecondBet, THIRD};
use super::state::{Phase, State};
use super::track::Podium;
use crate::common::fault::Faults;
use crate::common::seat::{Seat, SeatList, Seats};

impl AnimalRace {
    /// AC-01: checks that the totals can be those of the finished games.
    pub(super) fn check_totals(&self, state: &State, faults: &mut Faults) {
        let points = (state.phase == Phase::Over).then(|| self.points(&self.ranks(state.at, state.podium)));
        let last = |seat: Seat| points.map_or(0, |points| state.bets[seat].points(&points));
        let games = u32::from(state.game.saturating_sub(1));
        let possible = if games > 0 { self.animal_points(state.seats) } else { BTreeSet::new() };
        let of_one = self.points_of_one(state, &possible);
        let before = SeatList::new(state.seats, |seat| {
            let (total, last) = (state.totals[seat], last(seat));
            let rest = total.checked_sub(last).filter(|rest| can_add_up(&of_one, games, (*rest).into()));
            faults.expect(rest.is_some(), format_args!("open.totals[{}]", seat.number()), || match games {
                0 => format!("{total} points; this position gives {last}"),
                _ => {
                    format!("{total} points, {last} of them of this game: {games} games cannot give the rest")
                }
            });
            rest.unwrap_or(0).into()
        });
        if faults.is_empty() && games > 0 {
            self.check_shares(state, &possible, games, before, faults);
        }
    }

    /// AR-04: checks that the seats can have shared the starting bets of each game, one of each animal.
    fn check_shares(
        &self,
        state: &State,
        possible: &BTreeSet<PointsOfAnimals>,
        games: u32,
        mut totals: SeatList<u32, { MOST_PLAYERS as usize }>,
        faults: &mut Faults,
    ) {
        let dealt = usize::from(self.starting_bets(state));
        let chosen = u32::from(self.ruleset.second_bet == SecondBet::FromHand);
        let sum = |points: &[u16]| points.iter().map(|points| u32::from(*points)).sum::<u32>();
        totals.sort_unstable();
        let totals = totals.as_slice();
        for seats in 1..=totals.len() {
            let (cards, others) = ((seats * dealt).min(ANIMALS), seats as u32 * chosen);
            let fewest =
                possible.iter().map(|animals| sum(&animals[..cards]) + others * u32::from(animals[0]));
            let most = possible
                .iter()
                .map(|animals| sum(&animals[ANIMALS - cards..]) + others * u32::from(animals[ANIMALS - 1]));
            let (fewest, most) = (games * fewest.min().unwrap_or(0), games * most.max().unwrap_or(0));
            let least: u32 = totals[..seats].iter().sum();
            let greatest: u32 = totals[totals.len() - seats..].iter().sum();
            if least < fewest || greatest > most {
                let problem =
                    format!("{games} games give {seats} of the seats {fewest} to {most} points together");
                return faults.add("open.totals", problem);
            }
        }
    }

    /// The points that one seat can score in one game.
    fn points_of_one(&self, state: &State, possible: &BTreeSet<PointsOfAnimals>) -> BTreeSet<u32> {
        let dealt = u32::from(self.starting_bets(state));
        let mut sums = BTreeSet::new();
        for animals in possible {
            for cards in (0_u32..1 << ANIMALS).filter(|cards| cards.count_ones() == dealt) {
                let is_dealt = |index: &usize| cards >> index & 1 == 1;
                let sum: u32 = (0..ANIMALS).filter(is_dealt).map(|index| u32::from(animals[index])).sum();
                match self.ruleset.second_bet {
                    SecondBet::FromHand => sums.extend(animals.map(|chosen| sum + u32::from(chosen))),
                    SecondBet::None => _ = sums.insert(sum),
                }
            }
        }
        sums
    }

    /// The points that the animals can score at the end of a game, over all orders of arrival.
    // AR-30, AA-07, AA-08
    fn animal_points(&self, seats: Seats) -> BTreeSet<PointsOfAnimals> {
        let mut state = self.empty_state(seats);
        let mut possible = BTreeSet::new();
        for arrivals in 0..=ANIMALS {
            state.podium = Podium::EMPTY;
            Animal::ALL[..arrivals].iter().for_each(|animal| _ = state.podium.add(*animal));
            let at_once = self.ruleset.end.when == RaceEnds::ThirdArrivalAtOnce;
            if !self.is_decided(&state) || (at_once && state.podium.len() > THIRD) {
                continue;
            }
            // Only the order of the tiles matters, and whether a tile is the start line. The animals are alike.
            let places = (ANIMALS as u32).min(u32::from(self.ruleset.track.tiles) + 1);
            for mut code in 0..places.pow((ANIMALS - arrivals) as u32) {
                state.at = [self.finish(); ANIMALS];
                for at in &mut state.at[arrivals..] {
                    *at = (code % places) as u8;
                    code /= places;
                }
                if !state.at[arrivals..].is_sorted() {
                    continue;
                }
                let mut points = self.points(&self.ranks(state.at, state.podium));
                points.sort_unstable();
                possible.insert(points);
            }
        }
        possible
    }
}

/// Returns whether this number of games can add up to a total, when each game scores one of these sums.
fn can_add_up(sums: &BTreeSet<u32>, games: u32, total: u32) -> bool {
    let (Some(fewest), Some(most)) = (sums.first(), sums.last()) else { return total == 0 };
    // Every game scores at least the minimum; this finds the fewest games that make up the rest.
    let Some(rest) = total.checked_sub(games * fewest).filter(|_| total <= games * most) else {
        return false;
    };
    let mut least = vec![0_u32];
    for reached in 1..=rest {
        let before = sums
            .iter()
            .filter_map(|sum| reached.checked_sub(sum - fewest).filter(|before| *before < reached));
        let games = before.map(|before| least[before as usize]).min().unwrap_or(u32::MAX);
        least.push(games.saturating_add(1));
    }
    least[rest as usize] <= games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_total_is_a_sum_of_so_many_games() {
        let sums = BTreeSet::from([2, 3, 7]);
        let possible = |games| (0..30).filter(|total| can_add_up(&sums, games, *total)).collect::<Vec<_>>();
        assert_eq!(possible(1), [2, 3, 7]);
        assert_eq!(possible(2), [4, 5, 6, 9, 10, 14]);
        assert_eq!(possible(3), [6, 7, 8, 9, 11, 12, 13, 16, 17, 21]);
        assert!(can_add_up(&BTreeSet::new(), 0, 0) && !can_add_up(&BTreeSet::new(), 0, 1));
    }
}
