//! Ranks of animals, points of bets, and places of players.

use super::animals::{ANIMALS, Animal};
use super::bets::{Bets, PointsOfAnimals};
use super::game::AnimalRace;
use super::policy::{SecondBet, StartLine, TieBreak, TrackTies};
use super::state::{Phase, State};
use super::track::Podium;
use crate::common::seat::{Seat, SeatList};
use crate::common::standings::{Ending, Standings};
use crate::text::Tally;
use crate::text::separated;

/// The rank of each animal, from 1; `None` for animals without one.
pub(super) type Ranks = [Option<u8>; ANIMALS];

/// The merit that orders players, the greatest first: points in the upper 16 bits, then the tie-break.
// One number, because players are compared at the end of every measured turn.
type Merit = u64;

/// The lowest bit of the points in a [`Merit`].
const POINTS: u32 = 48;

impl AnimalRace {
    /// The current ranks of the animals: those on the podium by arrival, then those on the track by their tiles.
    // AR-28, AA-07, AA-08
    pub(super) fn ranks(&self, at: [u8; ANIMALS], podium: Podium) -> Ranks {
        let mut distances = [0; ANIMALS];
        for animal in Animal::ALL {
            // Nearer to the finish is smaller. Animals that have arrived are nearer than any on the track.
            distances[animal.index()] = match podium.place(animal) {
                None => u16::from(u8::MAX) + u16::from(self.finish() - at[animal.index()]),
                Some(place) => u16::from(place),
            };
        }
        let mut ranks = [None; ANIMALS];
        for animal in Animal::ALL {
            let is_at_start = !podium.contains(animal) && at[animal.index()] == 0;
            let has_rank = !is_at_start || self.ruleset.end.start_line != StartLine::NoRank;
            if !has_rank || !self.animals.contains(animal) {
                continue;
            }
            let is_ahead = |distance: u16| distance < distances[animal.index()];
            let ahead = match self.ruleset.end.track_ties {
                TrackTies::RanksUsedUp => distances.iter().filter(|distance| is_ahead(**distance)).count(),
                TrackTies::NextRankFollows => {
                    let is_first_there = |index: usize| !distances[..index].contains(&distances[index]);
                    let first_ahead = |index: &usize| is_ahead(distances[*index]) && is_first_there(*index);
                    (0..ANIMALS).filter(first_ahead).count()
                }
            };
            ranks[animal.index()] = Some(ahead as u8 + 1);
        }
        ranks
    }

    /// AR-31: the points of a bet on each animal.
    pub(super) fn points(&self, ranks: &Ranks) -> PointsOfAnimals {
        let points_of = |rank: u8| self.ruleset.end.points.get(usize::from(rank) - 1).copied().unwrap_or(0);
        ranks.map(|rank| rank.map_or(0, points_of).into())
    }

    /// The weight of a bet on each animal in the tie-break: 1 in the byte of its rank, where the best rank has the
    /// highest byte. Nobody has 256 bets.
    fn weights(&self, ranks: &Ranks) -> [u64; ANIMALS] {
        // AR-32: ranks that score nothing do not count
        let scores = |rank: &u8| usize::from(*rank) <= self.ruleset.end.points.len();
        let place = |rank: Option<u8>| rank.filter(scores).map_or(ANIMALS, |rank| usize::from(rank) - 1);
        ranks.map(|rank| 1 << (8 * (ANIMALS - place(rank))))
    }

    /// The points of the finished games.
    pub(super) fn standings_so_far(state: &State) -> Standings {
        let totals: SeatList<u16> = SeatList::new(state.seats, |seat| state.totals[seat]);
        Standings::ranked(Ending::Racing, &totals, |points| i32::from(*points))
    }

    /// The bets of each player with their current points, and the cards in hand as long as they count.
    pub(super) fn tally_of(&self, state: &State) -> Tally {
        let is_over = state.phase == Phase::Over;
        let points = self.points(&self.ranks(state.at, state.podium));
        let bet = |animal: Animal| format!("{animal} {}", points[animal.index()]);
        let standings = self.final_standings(state);
        let row = |seat: Seat| {
            let bets = state.bets[seat];
            let mut cells = vec![separated(bets.dealt.iter().map(bet), ", ")];
            if self.ruleset.second_bet == SecondBet::FromHand {
                cells.push(bets.chosen.map_or_else(String::new, |card| bet(card.animal())));
            }
            if !is_over {
                cells.push(state.hands[seat].to_string());
            }
            cells.push(standings.rows[seat].score.to_string());
            cells
        };
        let mut titles = vec!["starting bets"];
        titles.extend((self.ruleset.second_bet == SecondBet::FromHand).then_some("second bet"));
        titles.extend((!is_over).then_some("hand"));
        titles.push("points");
        Tally { titles, rows: state.seats.iter().map(row).collect() }
    }

    /// Places and scores. Before the end, as if the game stopped now and all bets were revealed.
    pub(super) fn final_standings(&self, state: &State) -> Standings {
        let is_over = state.phase == Phase::Over;
        let ranks = self.ranks(state.at, state.podium);
        let (points, weights) = (self.points(&ranks), self.weights(&ranks));
        let merit = |seat: Seat| {
            let bets = state.bets[seat];
            let weighed = bets.animals().map(|animal| weights[animal.index()]);
            let tie_break = match self.ruleset.end.tie_break {
                // AC-02: championship totals have no tie-break
                _ if state.games > 1 => 0,
                // More bets on the best rank mean a better next bet.
                TieBreak::BestBetThenNext => weighed.sum(),
                TieBreak::BestBet => weighed.max().unwrap_or(0),
                // AR-33
                TieBreak::DealtBets => Bets { chosen: None, ..bets }.points(&points).into(),
            };
            let scored = if is_over { 0 } else { bets.points(&points) };
            Merit::from(state.totals[seat].saturating_add(scored)) << POINTS | tie_break
        };
        let keys: SeatList<Merit> = SeatList::new(state.seats, merit);
        let best = keys.iter().max();
        let shares_first_place = keys.iter().filter(|key| Some(*key) == best).count() > 1;
        let ending = match (is_over, shares_first_place, self.ruleset.end.tie_break) {
            (false, ..) => Ending::Racing,
            (true, false, _) => Ending::Won,
            (true, true, TieBreak::DealtBets) if state.games == 1 => Ending::Shared,
            (true, true, _) => Ending::Tie,
        };
        Standings::ranked(ending, &keys, |merit| (merit >> POINTS) as i32)
    }
}
