//! Happenings in words.

use super::cards::{Card, Rank};
use super::game::Gotham;
use super::happening::{Change, Happening};
use super::track::Figure;
use crate::common::seat::Seat;
use crate::text::{Names, capitalized, counted, listed, separated};

/// A figure with its player: `A (Ada)`.
pub(super) fn runner(figure: Figure, owner: Option<Seat>, names: &Names) -> String {
    match owner {
        Some(seat) => format!("{figure} ({})", names.of(seat)),
        None => format!("{figure} (ownerless)"),
    }
}

impl Gotham {
    /// The change that a card makes, as a sentence without its full stop. It names the position for which the
    /// figure is moved, which is that on the back.
    pub(super) fn change_in_words(&self, card: Card, change: Change) -> String {
        let back = card.back();
        match change {
            Change::Moves { figure, from, to, .. } if from == to => {
                format!("{figure}, the {back}, stays on {to}")
            }
            Change::Moves { figure, from, to, rank } => {
                let spaces = counted((i32::from(to) - i32::from(from)).abs(), "space", "spaces");
                let way = if to > from { "forwards" } else { "back" };
                let rank = if rank == back { format!("still {rank}") } else { format!("{rank} now") };
                format!("{figure}, the {back}, moves {spaces} {way} from {from} to {to} and is {rank}")
            }
            Change::Swaps { figure, with } => format!("{figure}, the {back}, and {with} swap places"),
            Change::SignMoves { from, to } if from == to => {
                format!("the finish stays at the {to}, and no figure moves")
            }
            Change::SignMoves { from, to } => {
                let space = self.ruleset.track.animals.space(to);
                format!("the finish moves from the {from} to the {to}, space {space}, and no figure moves")
            }
        }
    }

    /// The order of the race in one line: `1st A, 2nd C, ...`.
    fn order_in_words(order: &[Figure]) -> String {
        let ranks = Rank::ALL.iter().zip(order).map(|(rank, figure)| format!("{rank} {figure}"));
        separated(ranks, ", ")
    }

    /// Describes a happening in one sentence; `None` if it needs no sentence.
    pub(super) fn sentence(&self, happening: &Happening, names: &Names) -> Option<String> {
        let face = |back: &Rank, card: &Option<Card>| match card {
            Some(card) => format!("`{card}`"),
            None => format!("a card with back {}", back.number()),
        };
        Some(match happening {
            Happening::Gets { seat, back, card } => {
                format!("{} {}.", names.does(*seat, "get", "gets"), face(back, card))
            }
            Happening::GetsNumber { figure, owner, number } => {
                format!("{} starts with number {number}.", capitalized(&runner(*figure, *owner, names)))
            }
            Happening::RoundBegins { round, order } => {
                format!("Round {round}: the order is {}.", listed(order))
            }
            Happening::ChoosesDeck { .. } | Happening::TurnBegins { .. } | Happening::TurnEnds { .. } => {
                return None;
            }
            Happening::Draws { seat, back, card } => {
                format!("{} {}.", names.does(*seat, "draw", "draws"), face(back, card))
            }
            Happening::Places { seat, back, card } => {
                format!("{} {}.", names.does(*seat, "place", "places"), face(back, card))
            }
            Happening::OwnerlessGets { figure, back, card } => {
                format!("For {}, {} is placed unseen.", runner(*figure, None, names), face(back, card))
            }
            Happening::OwnerlessGetsNothing { figure, back } => {
                format!("The deck of the {back} is empty: nothing is placed for {figure}.")
            }
            Happening::PileTurns => "The pile is turned over.".to_owned(),
            Happening::TakesEffect { placed_for, placed_by, card, change, order } => {
                let placed = if placed_by.is_some() { "placed by" } else { "placed for" };
                format!(
                    "`{card}`, {placed} {}: {}. {}.",
                    runner(*placed_for, *placed_by, names),
                    self.change_in_words(*card, *change),
                    Self::order_in_words(order)
                )
            }
            Happening::Recycles { back, cards } => format!(
                "{} under the deck of the {back}, shuffled.",
                counted(cards.len() as i64, "card goes", "cards go")
            ),
            Happening::Crosses { figure, owner, direction, spaces } => format!(
                "{} is {} beyond the finish, {direction}.",
                capitalized(&runner(*figure, *owner, names)),
                counted(*spaces, "space", "spaces")
            ),
            Happening::RoundEnds { round } => format!("Round {round} is over."),
            Happening::GameEnds { furthest, winners } => end_in_words(furthest, winners, names),
        })
    }
}

fn end_in_words(furthest: &[Figure], winners: &[Seat], names: &Names) -> String {
    match winners {
        [] => {
            format!(
                "The race is over. Nobody wins: {} is furthest beyond the finish.",
                listed(furthest.iter().map(|figure| runner(*figure, None, names)))
            )
        }
        [winner] => format!("The race is over. {}.", names.does(*winner, "win", "wins")),
        several => {
            let winners = several.iter().map(|seat| names.of(*seat));
            format!("The race is over: {} share the win.", listed(winners))
        }
    }
}
