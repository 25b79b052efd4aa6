//! Happenings in words.

use super::cards::{Card, Effect, Place};
use super::game::Gotham;
use super::happening::{Direction, Happening, Outcome};
use super::track::Figure;
use crate::seat::Seat;
use crate::text::{Names, capitalized, counted, listed};

/// A figure with its player: `A (Ada)`.
pub(super) fn runner(figure: Figure, owner: Option<Seat>, names: &Names) -> String {
    match owner {
        Some(seat) => format!("{figure} ({})", names.of(seat)),
        None => format!("{figure} (ownerless)"),
    }
}

impl Gotham {
    /// The effect of a card that was carried out, as a sentence.
    fn outcome_in_words(&self, card: Card, outcome: Outcome) -> String {
        match outcome {
            Outcome::Moved { figure, from, to, .. } if from == to => {
                format!("{figure} is moved onto its own location, {to}")
            }
            Outcome::Moved { figure, from, to, place } => {
                let spaces = counted((i32::from(to) - i32::from(from)).abs(), "space", "spaces");
                let way = if to > from { "forwards" } else { "back" };
                format!("{figure} moves {spaces} {way} from {from} to {to} and is {place} now")
            }
            Outcome::Swapped { figure, with } => format!("{figure} and {with} swap places"),
            Outcome::Sign { from, to } if from == to => format!("the finish stays at the {to}"),
            Outcome::Sign { from, to } => {
                let space = self.ruleset.track.animals.space(to);
                format!("the finish moves from the {from} to the {to}, space {space}")
            }
        }
        .replace("  ", " ")
            + if matches!(card.effect(), Effect::FinishTo(_)) { ", and no figure moves" } else { "" }
    }

    /// The order of the race in one line: `1st A, 2nd C, ...`.
    fn order_in_words(order: &[Figure]) -> String {
        let places: Vec<String> =
            Place::ALL.iter().zip(order).map(|(place, figure)| format!("{place} {figure}")).collect();
        places.join(", ")
    }

    pub(super) fn sentence(&self, happening: &Happening, names: &Names) -> Option<String> {
        let face = |back: &Place, card: &Option<Card>| match card {
            Some(card) => format!("`{card}`"),
            None => format!("a card with back {}", back.number()),
        };
        Some(match happening {
            Happening::Dealt { seat, back, card } => {
                format!("{} {}.", names.does(*seat, "get", "gets"), face(back, card))
            }
            Happening::StartNumber { figure, owner, number } => {
                format!("{} starts with number {number}.", capitalized(&runner(*figure, *owner, names)))
            }
            Happening::RoundBegins { round, order } => {
                let order: Vec<String> = order.iter().map(Figure::to_string).collect();
                format!("Round {round}: {} act in this order.", listed(&order))
            }
            Happening::ChoseDeck { .. } | Happening::TurnBegins { .. } | Happening::TurnEnds { .. } => {
                return None;
            }
            Happening::Drew { seat, back, card } => {
                format!("{} {}.", names.does(*seat, "draw", "draws"), face(back, card))
            }
            Happening::Placed { seat, back, card } => {
                format!("{} {}.", names.does(*seat, "place", "places"), face(back, card))
            }
            Happening::PlacedForOwnerless { figure, back, card } => {
                format!("For {figure}, which nobody owns, {} is placed unseen.", face(back, card))
            }
            Happening::NothingForOwnerless { figure, back } => {
                format!("The deck of the {back} is empty: nothing is placed for {figure}.")
            }
            Happening::PileTurned => "The pile is turned over.".to_owned(),
            Happening::CarriedOut { placed_for, placed_by, card, effect, order } => format!(
                "`{card}`, placed for {}: {}. {}.",
                runner(*placed_for, *placed_by, names),
                self.outcome_in_words(*card, *effect),
                Self::order_in_words(order)
            ),
            Happening::Recycled { back, cards } => format!(
                "{} under the deck of the {back}, shuffled.",
                if cards.len() == 1 { "1 card goes".to_owned() } else { format!("{} cards go", cards.len()) }
            ),
            Happening::Crossed { figure, owner, direction, spaces } => {
                let way = match direction {
                    Direction::Forwards => "forwards",
                    Direction::Backwards => "backwards",
                };
                format!(
                    "{} is {} beyond the finish, {way}.",
                    capitalized(&runner(*figure, *owner, names)),
                    counted(*spaces, "space", "spaces")
                )
            }
            Happening::RoundEnds { round } => format!("Round {round} is over."),
            Happening::GameEnds { winners, .. } => match winners.as_slice() {
                [] => "The race is over: an ownerless figure is furthest beyond, and nobody wins.".to_owned(),
                [winner] => format!("The race is over: {}.", names.does(*winner, "win", "wins")),
                several => {
                    let winners: Vec<String> = several.iter().map(|seat| names.of(*seat)).collect();
                    format!("The race is over: {} share the win.", listed(&winners))
                }
            },
        })
    }
}
