//! Reference sheets for players: the cards of each deck that a seat has not seen, and the way of each figure to the
//! finish. Everything follows from the view, so a sheet reveals nothing that its reader could not work out.

use std::fmt::Write as _;

use super::cards::{Card, Effect, Rank};
use super::game::Gotham;
use super::guide::lines;
use super::happening::Direction;
use super::policy::OnTheSign;
use super::view::View;
use crate::text::{Aid, separated, table_in_columns};

impl Gotham {
    pub(super) fn sheets(&self, view: &View) -> Vec<Aid> {
        vec![
            Aid::new("cards", "the cards of each deck that you have not seen", self.cards_sheet(view)),
            Aid::new("ranks", "the way of each figure to the finish", self.ranks_sheet(view)),
        ]
    }

    /// For each deck, the cards that can still be anywhere, the seat's own, and those carried out.
    fn cards_sheet(&self, view: &View) -> String {
        let mut text =
            "The cards of each deck. Unseen ones are in the deck, face down on the pile, or in the hands of others.\n"
                .to_owned();
        for back in Rank::ALL {
            let own: Vec<Card> = view.hand().filter(|card| card.back() == back).collect();
            let shown = view.deposit().filter_map(|placed| placed.card).filter(|card| card.back() == back);
            let shown: Vec<Card> = shown.collect();
            let carried_out: Vec<Card> = view.carried_out(back).collect();
            let seen = |effect: Effect| {
                let seen = own.iter().chain(&shown).chain(&carried_out);
                seen.filter(|card| card.effect() == effect).count()
            };
            let all = lines(&self.ruleset, back).map(|line| (line.effect, usize::from(line.copies)));
            let all = together(all);
            let unseen = all.iter().map(|(effect, copies)| (*effect, copies.saturating_sub(seen(*effect))));
            let cards: usize = all.iter().map(|(_, copies)| copies).sum();
            let _ = writeln!(text, "{back}: {} of {cards} cards left in the deck", view.left(back));
            let counts = |cards: &[Card]| together(cards.iter().map(|card| (card.effect(), 1)));
            let heaps = [
                ("unseen", unseen.collect()),
                ("in your hand", counts(&own)),
                ("open on the pile", counts(&shown)),
                ("carried out", counts(&carried_out)),
            ];
            for (heading, heap) in heaps {
                let named = in_words(&heap);
                if !named.is_empty() {
                    let _ = writeln!(text, "- {heading}: {named}");
                }
            }
            let below = view.recycled_below(back);
            if !below.is_empty() {
                let _ = writeln!(text, "- of the unseen, drawn last: {}", in_words(&counts(&below)));
            }
        }
        text
    }

    /// The spaces forward and back that bring a figure from `at` beyond the sign at `space`.
    pub(super) fn way_to(&self, space: i16, at: i16) -> [i32; 2] {
        // GO-31
        let least = match self.ruleset.rules.on_the_sign {
            OnTheSign::NotBeyond => 1,
            OnTheSign::Beyond => 0,
        };
        let ahead = i32::from(space) - i32::from(at);
        [ahead + least, i32::from(self.ruleset.track.spaces) - ahead + least]
    }

    /// The spaces forward and back that lead from the start beyond the sign at its first place.
    pub(super) fn way_from_the_start(&self) -> [i32; 2] {
        let track = &self.ruleset.track;
        self.way_to(track.animals.space(track.finish), 0)
    }

    /// The figures in the order of the race, with the spaces that each still needs to get beyond the sign.
    fn ranks_sheet(&self, view: &View) -> String {
        let space = self.ruleset.track.animals.space(view.sign());
        let beyond: Vec<_> = self.crossings(&view.state).collect();
        let rows = Rank::ALL.into_iter().zip(view.figures()).map(|(rank, stand)| {
            let owner = match stand.figure.owner(view.players()) {
                Some(seat) if seat == view.seat() => format!("{}, yours", stand.figure),
                Some(_) => stand.figure.to_string(),
                None => format!("{}, ownerless", stand.figure),
            };
            let way = |direction: Direction, spaces: i32| match beyond
                .iter()
                .find(|crossing| crossing.figure == stand.figure)
            {
                Some(crossing) if crossing.direction == direction => {
                    format!("{} beyond", crossing.spaces)
                }
                Some(_) => "-".to_owned(),
                None => spaces.to_string(),
            };
            let [forward, back] = self.way_to(space, stand.at);
            vec![
                rank.to_string(),
                owner,
                stand.at.to_string(),
                way(Direction::Forwards, forward),
                way(Direction::Backwards, back),
            ]
        });
        let head = ["", "figure", "at", "forward", "back"].map(str::to_owned).to_vec();
        let table = table_in_columns(&head, &rows.collect::<Vec<_>>());
        let order = separated(view.figures().iter().rev().map(|stand| stand.figure), ", ");
        format!(
            "The spaces that each figure needs to get beyond the sign, which is at the {} on {space}:\n{table}\
             From last to first: {order}. A round that began now would be in this order.\n",
            view.sign()
        )
    }
}

/// The effects of several cards, each listed once with its number, ascending.
fn together(cards: impl Iterator<Item = (Effect, usize)>) -> Vec<(Effect, usize)> {
    let mut all: Vec<(Effect, usize)> = Vec::new();
    for (effect, count) in cards {
        match all.iter_mut().find(|(other, _)| *other == effect) {
            Some((_, sum)) => *sum += count,
            None => all.push((effect, count)),
        }
    }
    all
}

fn in_words(heap: &[(Effect, usize)]) -> String {
    let named = heap.iter().filter(|(_, count)| *count > 0).map(|(effect, count)| match count {
        1 => effect.to_string(),
        _ => format!("{effect} x{count}"),
    });
    separated(named, "; ")
}
