//! Whose success is good for a seat: its own bets against what the others seem to have bet on.

use super::prospects::Points;
use crate::animal_race::cards::{ANIMALS, Animal};
use crate::animal_race::view::View;
use crate::seat::Seat;

/// How many cards of each animal a seat counts as having placed before it has placed any: the more, the
/// slower the bot believes that what a seat plays is what it has bet on.
// Found by play of the bot against itself; anything from 0.7 to 4 does about as well.
const DOUBT: f64 = 1.0;

/// How much the others' bets count beside the own: to win, a seat must beat the best of the others and not
/// their average.
// Found as above; it helps with four players, and with two it does no harm.
const RIVALRY: f64 = 1.3;

/// By how much a seat gains on the others for each point that a bet on the animal scores.
pub(super) fn interest(view: &View) -> Points {
    let mut interest = [0.0; ANIMALS];
    for animal in view.bets.animals() {
        interest[animal.index()] += 1.0;
    }
    let others = f64::from(view.open.players.count().max(2) - 1);
    for seat in view.open.players.iter().filter(|seat| *seat != view.seat) {
        for (interest, bets) in interest.iter_mut().zip(expected_bets(view, seat)) {
            *interest -= RIVALRY * bets / others;
        }
    }
    interest
}

/// How many bets another seat is expected to have on each animal.
///
/// Seats play the animals that they have bet on more often than others. And there is one starting bet card
/// of each animal (AR-04), so nobody else has been dealt the own ones.
fn expected_bets(view: &View, seat: Seat) -> Points {
    let placed = view.since_shuffle.placed[seat];
    let likely = Animal::ALL.map(|animal| DOUBT + f64::from(placed.of(animal)));
    let can_be_dealt = |animal: Animal| !view.bets.dealt.contains(animal);
    let sum_of = |animals: &mut dyn Iterator<Item = Animal>| animals.map(|a| likely[a.index()]).sum::<f64>();
    let all = sum_of(&mut Animal::ALL.into_iter());
    let left = sum_of(&mut Animal::ALL.into_iter().filter(|animal| can_be_dealt(*animal)));
    let dealt = f64::from(view.starting_bets[seat]);
    // All choose a second bet or none does (AR-07).
    let chosen = if view.bets.chosen.is_some() { 1.0 } else { 0.0 };
    Animal::ALL.map(|animal| {
        let likely = likely[animal.index()];
        let of_dealt = if can_be_dealt(animal) { dealt * likely / left } else { 0.0 };
        of_dealt + chosen * likely / all
    })
}
