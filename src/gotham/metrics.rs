//! The metrics of this game, besides those of all games.

use super::bots::shares_after_round;
use super::game::Gotham;
use super::happening::{Change, Direction, Happening};
use super::state::State;
use super::track::FIGURES;
use crate::arena::{Measured, Metric};
use crate::seat::{SeatMap, Seats};

const CARDS: usize = 0;
const OTHERS_HIT: usize = 1;
const SIGN_MOVES: usize = 2;
const SWAPS: usize = 3;
const BACKWARDS: usize = 4;
const OWNERLESS: usize = 5;

impl Measured for Gotham {
    fn metrics() -> Vec<Metric> {
        vec![
            Metric::number(
                "cards-carried-out",
                "how often `takes-effect` happens, the cards placed for figures without an owner among them",
            ),
            Metric::number(
                "others-hit",
                "cards placed by a seat that move or swap another figure than the one they were placed for: `takes-effect` with `placed-by`",
            ),
            Metric::number(
                "finish-moves",
                "cards carried out that move the sign to another animal than the one it stood on",
            ),
            Metric::number("swaps", "cards carried out that exchange two figures"),
            Metric::share(
                "won-backwards",
                "1 when a figure that is furthest at the end crossed the finish `backwards`, against the main direction; else 0",
            ),
            Metric::share(
                "ownerless-furthest",
                "1 when a figure without an owner is among those furthest at the end, else 0",
            ),
        ]
    }

    #[inline]
    fn count(&self, happening: &Happening, totals: &mut [f64]) {
        let Happening::TakesEffect { placed_for, placed_by, change, .. } = happening else { return };
        totals[CARDS] += 1.0;
        let hits_another = change.hits().is_some_and(|figure| figure != *placed_for);
        totals[OTHERS_HIT] += f64::from(u8::from(placed_by.is_some() && hits_another));
        match change {
            Change::SignMoves { from, to } if from != to => totals[SIGN_MOVES] += 1.0,
            Change::Swaps { .. } => totals[SWAPS] += 1.0,
            _ => {}
        }
    }

    const INDICATORS: &'static [&'static str] = &["share-after-the-round"];

    fn indicate(&self, state: &State, into: &mut [SeatMap<f64>]) {
        if let [shares] = into {
            *shares = shares_after_round(self, state);
        }
    }

    /// Most luck is in the cards that chance places for figures without an owner (GO-12).
    fn measures_luck(&self, seats: Seats) -> bool {
        usize::from(seats.count()) <= FIGURES / 2
    }

    fn sum_up(&self, last: &State, totals: &mut [f64]) {
        let furthest = self.furthest(last);
        let is_furthest = |figure| furthest.figures().any(|one| one == figure);
        let backwards = self
            .crossings(last)
            .any(|crossing| crossing.direction == Direction::Backwards && is_furthest(crossing.figure));
        totals[BACKWARDS] += f64::from(u8::from(backwards));
        let is_ownerless = furthest.figures().any(|figure| figure.owner(last.players).is_none());
        totals[OWNERLESS] += f64::from(u8::from(is_ownerless));
    }
}
