//! What a player may look up during a race: the hare chart, and the race card with its prices.

use std::fmt::Write as _;

use super::HareTortoise;
use super::board::FINISH;
use super::movement::{cost, reach};
use super::policy::{Effect, Mechanism};
use super::state::State;
use super::text::{carrots, ordinal};
use super::view::View;
use crate::ruleset::in_words;
use crate::text::{Aid, counted};

/// How many prices stand in a row of the race card.
const IN_ROW: usize = 8;

impl HareTortoise {
    pub(super) fn sheets(&self, view: &View) -> Vec<Aid> {
        vec![
            Aid { name: "chart", about: "what the hare squares do", text: self.hare_chart(view) },
            Aid { name: "card", about: "what each step costs", text: race_card(view) },
        ]
    }

    /// The chart, the table or the pack as the rules give it, and what the race adds to it.
    fn hare_chart(&self, view: &View) -> String {
        let state = view.state();
        let mut text = in_words(&self.ruleset, "hare.").join("\n");
        text.push('\n');
        match self.ruleset.hare.mechanism {
            Mechanism::Chart | Mechanism::Table => {
                let positions: Vec<String> =
                    state.racing(view.seat()).map(|runner| ordinal(state.race_position(runner))).collect();
                if !positions.is_empty() {
                    let _ = writeln!(text, "You lie {} now.", positions.join(" and "));
                }
            }
            Mechanism::Pack => text.push_str(&self.pack_words(state)),
            Mechanism::Passing => {}
        }
        text
    }

    /// What may be drawn next: everybody has seen the cards that went under the pack.
    fn pack_words(&self, state: &State) -> String {
        if state.known_cards().is_empty() {
            return "No card of this pack has been seen yet.\n".to_owned();
        }
        let on_top = |effect: &&Effect| self.cards_on_top(state, **effect) > 0;
        let cards = Effect::ALL.iter().filter(on_top);
        let cards: Vec<String> = cards
            .map(|effect| format!("{} x {}", self.cards_on_top(state, *effect), effect.meaning()))
            .collect();
        format!("The next card is one of these: {}.\n", cards.join("; "))
    }
}

/// The prices of all steps, and how far the viewer's carrots carry.
fn race_card(view: &View) -> String {
    let mut text = "Squares: carrots\n".to_owned();
    let prices: Vec<String> = (1..=FINISH).map(|n| format!("{n:>3}: {:<5}", cost(n))).collect();
    for row in prices.chunks(IN_ROW) {
        let _ = writeln!(text, "{}", row.concat().trim_end());
    }
    let state = view.state();
    let held = state.carrots[view.seat()];
    let farthest = reach(held).min(state.longest_step);
    let _ = writeln!(text, "{} carry {}.", carrots(held), counted(farthest, "square", "squares"));
    text
}
