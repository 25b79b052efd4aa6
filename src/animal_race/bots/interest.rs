//! The interest of a seat in each animal: its own bets against the bets that the others seem to have.

use super::prospects::Points;
use crate::animal_race::animals::{ANIMALS, Animal};
use crate::animal_race::bets::Bets;
use crate::animal_race::cards::Cards;
use crate::animal_race::state::State;
use crate::animal_race::view::View;
use crate::ground::seat::{Seat, Seats};

/// The number of cards of each animal that a seat counts as having placed before its first: the more, the slower
/// the bot concludes from placements to bets.
// Found by play of the bot against itself; anything from 0.7 to 4 does about as well.
const DOUBT: f64 = 1.0;

/// The weight of the others' bets against the own: to win, a seat must beat the best of the others and not
/// their average.
// Found as above; it helps with four players, and with two it does no harm.
const RIVALRY: f64 = 1.3;

/// The frequency with which [`HeuristicBot`](super::HeuristicBot) chooses each animal as the second bet, in 1500 of
/// its games with four seats; animals that it never chose are given a little. Nearly every hand has a hare.
const SECOND_BETS: Points = [0.84, 0.002, 0.001, 0.018, 0.139];

/// The evidence from which a seat infers the others' bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inference {
    /// The cards that they have placed, for either bet.
    Placements,
    /// The habits of the heuristic bot: its favourite second bets, and how little its placements say about its
    /// starting bets.
    Habits,
}

/// The knowledge of a seat about the bets.
pub(super) struct KnownBets<Dealt, Placed> {
    /// The seat.
    pub(super) seat: Seat,
    pub(super) seats: Seats,
    /// Its own bets.
    pub(super) own: Bets,
    /// The number of starting bets that a seat was dealt.
    pub(super) dealt: Dealt,
    /// The cards that a seat has placed since the deck was shuffled last.
    pub(super) placed: Placed,
    pub(super) inference: Inference,
}

impl<Dealt: Fn(Seat) -> u8, Placed: Fn(Seat) -> Cards> KnownBets<Dealt, Placed> {
    /// The gain of the seat on the others for each point that a bet on the animal scores.
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

    /// The expected number of bets of another seat on each animal.
    ///
    /// Seats play the animals that they have bet on more often than others. And there is one starting bet card
    /// of each animal (AR-04), so nobody else has been dealt the own ones.
    fn expected_bets(&self, seat: Seat) -> Points {
        let placed = (self.placed)(seat);
        let likely = match self.inference {
            Inference::Placements => likely_bets(placed),
            Inference::Habits => likely_starting_bets(placed),
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
            let second = match self.inference {
                Inference::Placements => likely[animal.index()] / all,
                Inference::Habits => SECOND_BETS[animal.index()],
            };
            let likely = likely[animal.index()];
            let of_dealt = if can_be_dealt(animal) { dealt * likely / left } else { 0.0 };
            of_dealt + chosen * second
        })
    }
}

/// The likelihood that a seat that has placed these cards has bet on each animal, in proportion.
fn likely_bets(placed: Cards) -> Points {
    Animal::ALL.map(|animal| DOUBT + f64::from(placed.of(animal)))
}

/// The likelihood that a seat that has placed these cards was dealt a starting bet on each animal, in proportion.
// Fitted to games of the heuristic bot against itself: nearly all of the evidence is in whether it has placed an
// animal at all.
pub(super) fn likely_starting_bets(placed: Cards) -> Points {
    Animal::ALL.map(|animal| match placed.of(animal) {
        0 => 1.0,
        1 | 2 => 1.5,
        _ => 1.8,
    })
}

/// The likelihood that a card of this animal is the second bet, against a card of the hare.
pub(super) fn likely_second_bet(animal: Animal) -> f64 {
    // About `SECOND_BETS` through how many cards there are, with some room for players who choose otherwise.
    const FOR_EACH_CARD: Points = [1.0, 0.06, 0.01, 0.06, 0.25];
    FOR_EACH_CARD[animal.index()]
}

/// The interest of the seat that has this view.
pub(super) fn interest(view: &View, inference: Inference) -> Points {
    let known = KnownBets {
        seat: view.seat,
        seats: view.open.players,
        own: view.bets,
        dealt: |seat: Seat| view.starting_bets[seat],
        placed: |seat: Seat| view.since_shuffle.placed[seat],
        inference,
    };
    known.interest()
}

/// The interest of a seat in a state that a search imagines.
pub(super) fn interest_in(state: &State, seat: Seat, inference: Inference) -> Points {
    let known = KnownBets {
        seat,
        seats: state.seats,
        own: state.bets[seat],
        dealt: |seat: Seat| state.bets[seat].dealt.len(),
        placed: |seat: Seat| state.memory.placed[seat],
        inference,
    };
    known.interest()
}
