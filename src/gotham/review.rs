//! Words for the review of a finished race: what put a figure ahead, what a player could have done, and what to try
//! next time.

use super::action::Action;
use super::explain::is_first;
use super::finish::{Crossing, Furthest};
use super::game::Gotham;
use super::happening::{Change, Direction, Happening};
use super::narrate::runner;
use super::policy::Backwards;
use super::state::State;
use super::track::{Figure, Stand, Track};
use super::view::View;
use crate::text::{Names, counted, listed};

impl Gotham {
    /// Why the figure that is furthest beyond the sign is ahead of others as far, and the card that put it there.
    pub(super) fn result_in_words(&self, state: &State, seen: &[Happening], names: &Names) -> Vec<String> {
        let furthest = self.furthest(state);
        let tie = match furthest {
            Furthest::One(figure) => self.lanes_in_words(state, figure),
            Furthest::Both(forwards, backwards) => Some(format!(
                "{forwards} and {backwards} are equally far beyond the finish, on different sides, and share the win."
            )),
            Furthest::Nobody => None,
        };
        tie.into_iter().chain(self.card_in_words(state, furthest, seen, names)).collect()
    }

    /// The lane rule that puts a figure ahead of others on its location; `None` if it is alone there.
    fn lanes_in_words(&self, state: &State, first: Figure) -> Option<String> {
        let own = self.crossings(state).find(|crossing| crossing.figure == first)?;
        let is_level = |other: &Crossing| {
            other.figure != first && (other.direction, other.spaces) == (own.direction, own.spaces)
        };
        let level: Vec<Figure> = self.crossings(state).filter(is_level).map(|other| other.figure).collect();
        if level.is_empty() {
            return None;
        }
        let spaces = counted(own.spaces, "space", "spaces");
        let lane = state.track.lane(state.track.rank_of(first));
        // GO-21, GO-33: on one location the inner lane is in front.
        let is_outer = own.direction == Direction::Backwards
            && self.ruleset.rules.backwards_on_one_location == Backwards::OuterLane;
        let rule = if is_outer { "outer lane wins backwards" } else { "inner lane is in front" };
        Some(format!(
            "{} are {spaces} beyond the finish, on one space: there the {rule}, and {first} is on lane {lane}.",
            listed([first].iter().chain(&level)),
        ))
    }

    /// The last card after which the result was as it is now. Cards are taken back one by one.
    fn card_in_words(
        &self,
        end: &State,
        furthest: Furthest,
        seen: &[Happening],
        names: &Names,
    ) -> Option<String> {
        let mut state = *end;
        let mut orders = Vec::new();
        for happening in seen {
            match happening {
                Happening::RoundBegins { order, .. } => orders = vec![*order],
                Happening::TakesEffect { order, .. } => orders.push(*order),
                _ => {}
            }
        }
        let effects = seen.iter().rev().take_while(|seen| !matches!(seen, Happening::RoundBegins { .. }));
        let effects = effects.filter_map(|seen| match seen {
            Happening::TakesEffect { placed_for, placed_by, card, change, .. } => {
                Some((*placed_for, *placed_by, *card, *change))
            }
            _ => None,
        });
        for ((placed_for, placed_by, card, change), before) in effects.zip(orders.iter().rev().skip(1)) {
            undo(&mut state, change, *before);
            if self.furthest(&state) != furthest {
                let placed = if placed_by.is_some() { "placed by" } else { "placed for" };
                let (who, what) = (runner(placed_for, placed_by, names), self.change_in_words(card, change));
                return Some(format!("The card that decided it was `{card}`, {placed} {who}: {what}."));
            }
        }
        None
    }

    /// Describes what the viewer could have done, and its effect if no card lay before it.
    pub(super) fn could_have(&self, view: &View, action: Action, names: &Names) -> String {
        let card = match action {
            Action::Draw(back) => return format!("drawn a card for the {back}"),
            Action::Place(card) => card,
        };
        let kind = self.card_index.kind(card).filter(|_| is_first(view));
        let effect = kind.map_or_else(String::new, |kind| {
            let change = self.carry_out(&mut view.state.clone(), kind);
            format!(", which would have {}", self.effect_in_words(view, change, names))
        });
        format!("placed `{card}`{effect}")
    }

    fn effect_in_words(&self, view: &View, change: Change, names: &Names) -> String {
        let of = |figure: Figure| runner(figure, figure.owner(view.players()), names);
        match change {
            Change::Moves { figure, to, .. } => format!("moved {} to {to}", of(figure)),
            Change::Swaps { figure, with } => format!("swapped {} and {}", of(figure), of(with)),
            Change::SignMoves { to, .. } => {
                format!("moved the finish to the {to} on {}", self.ruleset.track.animals.space(to))
            }
        }
    }
}

/// Takes back the change of a card; `order` is the order of the race before it.
fn undo(state: &mut State, change: Change, order: [Figure; 4]) {
    let mut at = [0; 4];
    for stand in state.track.stands() {
        at[stand.figure.index()] = stand.at;
    }
    match change {
        Change::Moves { figure, from, .. } => at[figure.index()] = from,
        Change::Swaps { figure, with } => at.swap(figure.index(), with.index()),
        Change::SignMoves { from, .. } => state.sign = from,
    }
    state.track = Track::new(order.map(|figure| Stand { figure, at: at[figure.index()] }));
}

/// A rule of thumb that the better action follows, and the action taken does not.
pub(super) fn thumb(view: &View, taken: Action, better: Action) -> Option<String> {
    Some(
        match (taken, better) {
            (Action::Draw(_), Action::Draw(_)) => {
                "draw a card for the position that you expect to have when it is carried out."
            }
            (Action::Place(taken), Action::Place(better)) if taken.back() != better.back() => {
                if is_first(view) {
                    "the first card of a round is certain: choose its number by where the figures stand now."
                } else {
                    "work out where the cards before yours leave the figures, then choose the number: `/? plan`."
                }
            }
            (Action::Place(_), Action::Place(_)) => {
                "before you place, check which figure would then be furthest beyond the sign: `/? beyond`."
            }
            _ => return None,
        }
        .to_owned(),
    )
}
