//! A seat's interest in each animal: its own bets, weighed against the bets that the others seem to have.

use super::prospects::Points;
use crate::animal_race::animals::{ANIMALS, Animal};
use crate::animal_race::bets::Bets;
use crate::animal_race::cards::Cards;
use crate::animal_race::state::State;
use crate::animal_race::view::View;
use crate::common::seat::{Seat, Seats};

/// The number of cards of each animal that a seat is assumed to have placed already. The larger it is, the more
/// placements the bot needs to see before it infers a bet.
// Found by letting the bot play against itself; anything from 0.7 to 4 does about as well.
const DOUBT: f64 = 1.0;

/// The weight of the others' bets relative to the seat's own: to win, a seat must beat the best of the others, not
/// their average.
// Found in the same way. It helps with four players and does no harm with two.
const RIVALRY: f64 = 1.3;

/// How often [`HeuristicBot`](super::HeuristicBot) chooses each animal as the second bet, counted in 1500 of its
/// games with four seats. Animals that it never chose get a small value. Nearly every hand has a hare.
const SECOND_BETS: Points = [0.84, 0.002, 0.001, 0.018, 0.139];

/// The evidence from which a seat infers the others' bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inference {
    /// The cards that they have placed, as evidence of either bet.
    Placements,
    /// The habits of the heuristic bot: its favourite second bets, and the little that its placements say about its
    /// starting bets.
    Habits,
}

/// What a seat knows about the bets.
pub(super) struct KnownBets<Dealt, Placed> {
    /// The seat that has this knowledge.
    pub(super) seat: Seat,
    pub(super) seats: Seats,
    /// Its own bets.
    pub(super) own: Bets,
    /// Looks up the number of starting bets that a seat was dealt.
    pub(super) dealt: Dealt,
    /// Looks up the cards that a seat has placed since the last shuffle.
    pub(super) placed: Placed,
    pub(super) inference: Inference,
}

impl<Dealt: Fn(Seat) -> u8, Placed: Fn(Seat) -> Cards> KnownBets<Dealt, Placed> {
    /// What the seat gains on the others for each point that a bet on the animal scores.
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
    /// Seats play the animals that they have bet on more often than others. There is only one starting bet card of
    /// each animal (AR-04), so nobody else was dealt one of the seat's own.
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

/// The relative likelihood that a seat that has placed these cards has a bet on each animal.
fn likely_bets(placed: Cards) -> Points {
    Animal::ALL.map(|animal| DOUBT + f64::from(placed.of(animal)))
}

/// The relative likelihood that a seat that has placed these cards was dealt a starting bet on each animal.
// Fitted to games of the heuristic bot against itself. Nearly all the evidence is in whether the seat has placed an
// animal at all.
pub(super) fn likely_starting_bets(placed: Cards) -> Points {
    Animal::ALL.map(|animal| match placed.of(animal) {
        0 => 1.0,
        1 | 2 => 1.5,
        _ => 1.8,
    })
}

/// The likelihood that a card of this animal is the second bet, relative to a hare card.
pub(super) fn likely_second_bet(animal: Animal) -> f64 {
    // Roughly `SECOND_BETS` divided by the number of cards, with some room for players who choose differently.
    const FOR_EACH_CARD: Points = [1.0, 0.06, 0.01, 0.06, 0.25];
    FOR_EACH_CARD[animal.index()]
}

/// Returns the interest of the seat that has this view.
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

/// Returns the interest of a seat in a state that a search imagines.
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
