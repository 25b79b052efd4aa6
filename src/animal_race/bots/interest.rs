//! Whose success is good for a seat: its own bets against what the others seem to have bet on.

use super::prospects::Points;
use crate::animal_race::cards::{ANIMALS, Animal, Cards};
use crate::animal_race::event::Bets;
use crate::animal_race::state::State;
use crate::animal_race::turn::bets;
use crate::animal_race::view::View;
use crate::seat::{Seat, Seats};

/// How many cards of each animal a seat counts as having placed before it has placed any: the more, the
/// slower the bot believes that what a seat plays is what it has bet on.
// Found by play of the bot against itself; anything from 0.7 to 4 does about as well.
const DOUBT: f64 = 1.0;

/// How much the others' bets count beside the own: to win, a seat must beat the best of the others and not
/// their average.
// Found as above; it helps with four players, and with two it does no harm.
const RIVALRY: f64 = 1.3;

/// How often players who bet as [`HeuristicBot`](super::HeuristicBot) does choose each animal as the second bet, in
/// 1500 of its games with four seats; those that never came are given a little. Nearly everybody holds a hare.
const SECOND_BETS: Points = [0.84, 0.002, 0.001, 0.018, 0.139];

/// How a seat reads the others' bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// From what they have placed, whichever bet it is.
    Placements,
    /// From the habits of the heuristic bot: which second bets it prefers, and how little its placements tell of
    /// the starting bets.
    Habits,
}

/// What a seat may know of the bets.
pub(super) struct Table<Dealt, Placed> {
    /// Who asks.
    pub(super) seat: Seat,
    pub(super) seats: Seats,
    /// Its own bets.
    pub(super) own: Bets,
    /// How many starting bets a seat was dealt.
    pub(super) dealt: Dealt,
    /// What a seat has placed since the deck was shuffled last.
    pub(super) placed: Placed,
    pub(super) reading: Reading,
}

impl<Dealt: Fn(Seat) -> u8, Placed: Fn(Seat) -> Cards> Table<Dealt, Placed> {
    /// By how much the seat gains on the others for each point that a bet on the animal scores.
    pub(super) fn interest(&self) -> Points {
        let mut interest = [0.0; ANIMALS];
        for animal in self.own.animals() {
            interest[animal.index()] += 1.0;
        }
        let others = f64::from(self.seats.count().max(2) - 1);
        for seat in self.seats.iter().filter(|seat| *seat != self.seat) {
            for (interest, bets) in interest.iter_mut().zip(self.expected_bets(seat)) {
                *interest -= RIVALRY * bets / others;
            }
        }
        interest
    }

    /// How many bets another seat is expected to have on each animal.
    ///
    /// Seats play the animals that they have bet on more often than others. And there is one starting bet card
    /// of each animal (AR-04), so nobody else has been dealt the own ones.
    fn expected_bets(&self, seat: Seat) -> Points {
        let placed = (self.placed)(seat);
        let likely = match self.reading {
            Reading::Placements => likely_bets(placed),
            Reading::Habits => likely_starting_bets(placed),
        };
        let can_be_dealt = |animal: Animal| !self.own.dealt.contains(animal);
        let sum_of =
            |animals: &mut dyn Iterator<Item = Animal>| animals.map(|a| likely[a.index()]).sum::<f64>();
        let all = sum_of(&mut Animal::ALL.into_iter());
        let left = sum_of(&mut Animal::ALL.into_iter().filter(|animal| can_be_dealt(*animal)));
        let dealt = f64::from((self.dealt)(seat));
        // All choose a second bet or none does (AR-07).
        let chosen = if self.own.chosen.is_some() { 1.0 } else { 0.0 };
        Animal::ALL.map(|animal| {
            let second = match self.reading {
                Reading::Placements => likely[animal.index()] / all,
                Reading::Habits => SECOND_BETS[animal.index()],
            };
            let likely = likely[animal.index()];
            let of_dealt = if can_be_dealt(animal) { dealt * likely / left } else { 0.0 };
            of_dealt + chosen * second
        })
    }
}

/// How likely a seat that has placed these cards has bet on each animal, in proportion.
fn likely_bets(placed: Cards) -> Points {
    Animal::ALL.map(|animal| DOUBT + f64::from(placed.of(animal)))
}

/// How likely a seat that has placed these cards was dealt a starting bet on each animal, in proportion.
// Fitted to games of the heuristic bot against itself: that it has placed an animal at all tells nearly all that
// its placements tell.
pub(super) fn likely_starting_bets(placed: Cards) -> Points {
    Animal::ALL.map(|animal| match placed.of(animal) {
        0 => 1.0,
        1 | 2 => 1.5,
        _ => 1.8,
    })
}

/// How much more often a card of this animal that might be a second bet is one than a card of the hare.
pub(super) fn likely_second_bet(animal: Animal) -> f64 {
    // About `SECOND_BETS` through how many cards there are, with some room for players who choose otherwise.
    const FOR_EACH_CARD: Points = [1.0, 0.06, 0.01, 0.06, 0.25];
    FOR_EACH_CARD[animal.index()]
}

/// By how much a seat gains on the others for each point that a bet on the animal scores, as it knows.
pub(super) fn interest(view: &View, reading: Reading) -> Points {
    let table = Table {
        seat: view.seat,
        seats: view.open.players,
        own: view.bets,
        dealt: |seat: Seat| view.starting_bets[seat],
        placed: |seat: Seat| view.since_shuffle.placed[seat],
        reading,
    };
    table.interest()
}

/// The same, in a state that a search imagines.
pub(super) fn interest_in(state: &State, seat: Seat, reading: Reading) -> Points {
    let table = Table {
        seat,
        seats: state.seats,
        own: bets(state, seat),
        dealt: |seat: Seat| state.dealt_bets[seat].len(),
        placed: |seat: Seat| state.memory.placed[seat],
        reading,
    };
    table.interest()
}
