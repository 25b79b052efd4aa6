//! What players of Gotham care about beside what is measured in all games.

use super::Gotham;
use super::happening::{Direction, Happening, Outcome};
use super::state::State;
use crate::arena::{Measured, Metric};

const CARDS: usize = 0;
const OTHERS_HIT: usize = 1;
const SIGN_MOVES: usize = 2;
const SWAPS: usize = 3;
const BACKWARDS: usize = 4;
const OWNERLESS: usize = 5;

impl Measured for Gotham {
    fn metrics() -> Vec<Metric> {
        vec![
            Metric::number("cards-carried-out", "cards that are carried out"),
            Metric::number(
                "others-hit",
                "cards of a seat that hit another figure than its own when they are carried out",
            ),
            Metric::number("finish-moves", "how often the sign moves to another animal"),
            Metric::number("swaps", "how often two figures exchange places"),
            Metric::share(
                "won-backwards",
                "games whose furthest figure crossed the finish against the main direction",
            ),
            Metric::share("ownerless-furthest", "games in which a figure that nobody owns is furthest"),
        ]
    }

    fn measure(&self, after: &State, happenings: &[Happening], totals: &mut [f64]) {
        for happening in happenings {
            match happening {
                Happening::CarriedOut { placed_for, placed_by, effect, .. } => {
                    totals[CARDS] += 1.0;
                    let hits_another = effect.hits().is_some_and(|figure| figure != *placed_for);
                    totals[OTHERS_HIT] += f64::from(u8::from(placed_by.is_some() && hits_another));
                    match effect {
                        Outcome::Sign { from, to } if from != to => totals[SIGN_MOVES] += 1.0,
                        Outcome::Swapped { .. } => totals[SWAPS] += 1.0,
                        _ => {}
                    }
                }
                Happening::GameEnds { furthest, .. } => {
                    // The crossings are told in the same event as the end.
                    let backwards = happenings.iter().any(|told| {
                        matches!(told, Happening::Crossed { figure, direction: Direction::Backwards, .. } if furthest.contains(figure))
                    });
                    totals[BACKWARDS] += f64::from(u8::from(backwards));
                    let players = after.players;
                    let is_ownerless = furthest.iter().any(|figure| figure.owner(players).is_none());
                    totals[OWNERLESS] += f64::from(u8::from(is_ownerless));
                }
                _ => {}
            }
        }
    }
}
