//! The metrics of this game, in addition to those of all games.

use super::action::Action;
use super::bots::shares_after_round;
use super::cards::{Effect, Rank};
use super::game::Gotham;
use super::happening::{Change, Direction, Happening};
use super::state::State;
use super::track::{FIGURES, Figure};
use crate::arena::{Element, Measured, Metric};
use crate::common::seat::{Seat, SeatMap, Seats};

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
            ).said("{} [cards] are carried out", "it is how much happens in a game"),
            Metric::number(
                "others-hit",
                "cards placed by a seat that move or swap another figure than the one they were placed for: `takes-effect` with `placed-by`",
            ).said("{} [cards] hit another figure than the one they were placed for", "it is how much players meet each other"),
            Metric::number(
                "finish-moves",
                "cards carried out that move the sign to another animal than the one it stood on",
            ).said("the finish moves {} [times]", "nobody is safe in front while it can move"),
            Metric::number("swaps", "cards carried out that exchange two figures").said("{} [cards] swap two figures", "a swap turns a race around at once"),
            Metric::share(
                "won-backwards",
                "1 when a figure that is furthest at the end crossed the finish `backwards`, against the main direction; else 0",
            ).said("{} of the games are won backwards", "it is the other way to win"),
            Metric::share(
                "ownerless-furthest",
                "1 when a figure without an owner is among those furthest at the end, else 0",
            ).said("in {} of the games a figure that nobody owns is among the furthest", "nobody has planned such an end"),
        ]
    }

    const CURVES: &'static [&'static str] = &["cards in the decks"];

    fn curves(&self, state: &State, into: &mut [f64]) {
        if let [cards] = into {
            *cards = Rank::ALL.into_iter().map(|back| f64::from(state.decks.left(back))).sum();
        }
    }

    #[inline]
    fn is_move(&self, happening: &Happening) -> bool {
        matches!(happening, Happening::TakesEffect { .. } | Happening::GetsNumber { .. })
    }

    #[inline]
    fn count(&self, happening: &Happening, totals: &mut [f64]) {
        if let Happening::TakesEffect { placed_for, placed_by, change, .. } = happening {
            count_card(*placed_for, *placed_by, *change, totals);
        }
    }

    const ELEMENTS: &'static [Element] = &[
        Element { name: "forward", meaning: "placing a card that moves along the main direction" },
        Element { name: "back", meaning: "placing a card that moves against the main direction" },
        Element { name: "to-start", meaning: "placing a card that moves back to the start" },
        Element {
            name: "to-another",
            meaning: "placing a card that moves in front of or behind another figure",
        },
        Element { name: "swap", meaning: "placing a card that exchanges two figures" },
        Element { name: "finish", meaning: "placing a card that moves the finish" },
        Element { name: "deck-1st", meaning: "drawing a card for the first" },
        Element { name: "deck-2nd", meaning: "drawing a card for the second" },
        Element { name: "deck-3rd", meaning: "drawing a card for the third" },
        Element { name: "deck-4th", meaning: "drawing a card for the fourth" },
    ];

    fn uses(&self, action: Action, element: usize) -> bool {
        const DECKS: usize = 6;
        match action {
            Action::Draw(deck) => element == DECKS + deck.index(),
            Action::Place(card) => match card.effect() {
                Effect::Forward(_) => element == 0,
                Effect::Back(_) => element == 1,
                Effect::ToStart => element == 2,
                Effect::InFrontOf(..) | Effect::Behind(..) => element == 3,
                Effect::SwapWith(_) => element == 4,
                Effect::FinishTo(_) => element == 5,
            },
        }
    }

    const INDICATORS: &'static [&'static str] = &["share-after-the-round"];

    fn indicate(&self, state: &State, into: &mut [SeatMap<f64>]) {
        if let [shares] = into {
            *shares = shares_after_round(self, state);
        }
    }

    /// Most luck comes from the cards that chance places for figures without an owner (GO-12).
    fn measures_luck(&self, seats: Seats) -> bool {
        usize::from(seats.count()) <= FIGURES / 2
    }

    fn sum_up(&self, last: &State, totals: &mut [f64]) {
        let furthest = self.furthest(last);
        let is_furthest = |figure| furthest.figures().any(|one| one == figure);
        let backwards = self
            .crossings(last)
            .any(|crossing| crossing.direction == Direction::Backwards && is_furthest(crossing.figure));
        totals[BACKWARDS] += f64::from(backwards);
        let is_ownerless = furthest.figures().any(|figure| figure.owner(last.players).is_none());
        totals[OWNERLESS] += f64::from(is_ownerless);
    }
}

// A function of its own, so that nothing of it remains inline where other happenings are counted.
#[inline(never)]
fn count_card(placed_for: Figure, placed_by: Option<Seat>, change: Change, totals: &mut [f64]) {
    totals[CARDS] += 1.0;
    let hits_another = change.hits().is_some_and(|figure| figure != placed_for);
    totals[OTHERS_HIT] += f64::from(placed_by.is_some() && hits_another);
    match change {
        Change::SignMoves { from, to } if from != to => totals[SIGN_MOVES] += 1.0,
        Change::Swaps { .. } => totals[SWAPS] += 1.0,
        _ => {}
    }
}
