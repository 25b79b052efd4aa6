//! Explains actions, cards and words under the rules in force.

use std::fmt::Write as _;

use super::action::Action;
use strum::VariantArray as _;

use super::cards::{Animal, Card, Effect, Rank};
use super::game::Gotham;
use super::guide::{end, lines, meaning, round, sign, track, winner};
use super::happening::Change;
use super::picture::short;
use super::policy::Drawing;
use super::ruleset::Ruleset;
use super::state::Phase;
use super::view::View;
use crate::text::{Topic, capitalized, counted, listed, separated};

impl Gotham {
    /// The figure that an action concerns, and what the action does, as far as that is certain.
    pub(super) fn explain_action(&self, view: &View, action: Action) -> String {
        match action {
            Action::Draw(back) => self.explain_deck(view, back),
            Action::Place(card) => {
                let what = match card.effect() {
                    // GO-27: it moves no figure, whatever is on its back.
                    Effect::FinishTo(_) => capitalized(meaning(card.effect())),
                    effect => {
                        format!(
                            "It acts on the figure that is {} at that moment: {}",
                            card.back(),
                            meaning(effect)
                        )
                    }
                };
                format!(
                    "It stays face down until everybody has placed; the others see only the {} on its back. {what}. {}",
                    card.back().number(),
                    self.prospect(view, card)
                )
            }
        }
    }

    fn explain_deck(&self, view: &View, back: Rank) -> String {
        format!(
            "The cards of this deck act on the figure that is {back} when they are carried out, now {}. {} in it. All \
             its cards: {}.",
            view.figures()[back.index()].figure,
            counted(view.left(back), "card is left", "cards are left"),
            separated(lines(&self.ruleset, back), ", ")
        )
    }

    /// What a card would change in the current position, and whether that is certain.
    pub(super) fn prospect(&self, view: &View, card: Card) -> String {
        let Some(change) = self.change_now(view, card) else { return String::new() };
        let change = self.change_in_words(card, change);
        if is_first(view) {
            format!("Nothing is carried out before it, so this is certain: {change}.")
        } else {
            format!("As things stand: {change}. Cards carried out before it can change that.")
        }
    }

    /// What a card would change, in a line that fits into the ring.
    pub(super) fn prospect_in_brief(&self, view: &View, card: Card) -> String {
        let change = match self.change_now(view, card) {
            Some(Change::Moves { figure, from, to, rank }) => {
                format!("{figure} goes from {from} to {to}, {rank}")
            }
            Some(Change::Swaps { figure, with }) => format!("{figure} and {with} swap places"),
            Some(Change::SignMoves { to, .. }) => format!("the finish goes to the {to}"),
            None => return String::new(),
        };
        if is_first(view) {
            format!("Your card, certain: {change}.")
        } else {
            format!("Your card, if nothing changes first: {change}.")
        }
    }

    /// What a card would change in the current position; `None` for a card that the rules do not have.
    pub(super) fn change_now(&self, view: &View, card: Card) -> Option<Change> {
        let mut state = view.state;
        self.card_index.kind(card).map(|kind| self.carry_out(&mut state, kind))
    }

    /// Explains the card, effect or space that a word names.
    pub(super) fn explain_word(&self, view: &View, word: &str) -> Option<String> {
        if let Ok(card) = word.parse::<Card>() {
            return Some(self.explain_action(view, Action::Place(card)));
        }
        if let Ok(effect) = word.parse::<Effect>() {
            return Some(capitalized(&format!("{}.", meaning(effect))));
        }
        // The sign as shown in the ring: `Ffi`.
        let is_sign = |animal: &Animal| word.eq_ignore_ascii_case(&format!("F{}", short(*animal)));
        if Animal::VARIANTS.iter().any(is_sign) {
            return Some(animals(&self.ruleset));
        }
        // A space as shown in the ring: `26Ffi`.
        let space = word.trim_start_matches("space").trim();
        let space: i16 = space.trim_end_matches(|letter: char| letter.is_ascii_alphabetic()).parse().ok()?;
        let spaces = self.ruleset.track.spaces;
        if !(0..spaces).contains(&space) {
            return Some(format!("The spaces are 0, the start, to {}.", spaces - 1));
        }
        let here = view.figures().into_iter().filter(|stand| stand.at.rem_euclid(spaces) == space);
        let here = separated(here.map(|stand| stand.figure), ", ");
        let mut text =
            if here.is_empty() { "No figure is here.".to_owned() } else { format!("Here: {here}.") };
        if self.ruleset.track.animals.space(view.sign()) == space {
            let _ = write!(text, " The finish sign is here, at the {}.", view.sign());
        }
        Some(text)
    }
}

/// Lists the spaces of the animals.
fn animals(rules: &Ruleset) -> String {
    let spaces = Animal::VARIANTS
        .iter()
        .map(|animal| format!("the {animal} on {}", rules.track.animals.space(*animal)));
    format!(
        "Five animals sit along the ring, and the finish sign is at one of them: {}. They do not run. The board shows \
         their first two letters, with F for the sign: `Ffi` is the sign at the fish.",
        listed(spaces)
    )
}

/// Returns whether a card placed now is carried out before all others.
pub(super) fn is_first(view: &View) -> bool {
    view.deposit().len() == 0 && view.phase() == Phase::Place
}

/// How to use the cards that lie before your own.
const PLAN: &str = "A card moves the figure that has its number when it is carried out, so the cards before yours \
decide whom it moves. If you place first, you can be sure. If you place later, work out where the earlier cards put \
the figures: if the 4th has placed a 4 and passes you, a 4 moves you and a 3 moves that figure. A hint says in how \
many of 100 deals of the hidden cards yours would move you. Before you place, check which figure could then be beyond \
the sign.";

/// The glossary of the game.
pub(super) fn glossary(rules: &Ruleset) -> Vec<Topic> {
    let drawing = match rules.rules.drawing {
        Drawing::EachBeforePlacing => "in the turn in which it is placed",
        Drawing::AllBeforePlacing => "before anybody places",
    };
    let words = [
        ("figure, A, B, C, D, player, bot, you, run, ran", "A runner on the ring, A to D. A figure without a player is ownerless and runs as well.".to_owned()),
        ("ownerless", "A figure without a player. The top card of the deck of its position is placed for it unseen.".to_owned()),
        ("lane, inner, ring, track, space, start, S, ., at, forwards, backwards, clockwise, direction, side, inside", track(rules).text),
        ("animal, fish, hedgehog, tortoise, snail, sheep, fi, he, to, sn, sh", animals(rules)),
        ("carried out, used, left, +", "How many cards of each deck are left to draw, and how many were used: carried \
        out since it was shuffled.".to_owned()),
        ("*, was, moved", "The figure has moved since your last turn; the list says where it was.".to_owned()),
        ("empty", "You cannot draw from an empty deck. An empty pile has no card yet.".to_owned()),
        ("sheet", "Pages to look up at any time: type `cards` or `ranks`.".to_owned()),
        ("plan, deal", PLAN.to_owned()),
        ("unseen", "Cards in the deck, face down on the pile, or in the hands of others.".to_owned()),
        ("forward, move", "The figure moves that many spaces forward, clockwise.".to_owned()),
        ("behind", "The figure goes to the space that many behind another figure, forward or back.".to_owned()),
        ("in front of, front", "The figure goes to the space that many ahead of another figure, forward or back.".to_owned()),
        ("swap", "Two figures change places, and with them their positions.".to_owned()),
        ("x2, x3, x4", "That many such cards.".to_owned()),
        ("hidden", "You see only the backs of cards that others hold or place, so you do not know what they will do.".to_owned()),
        ("hand", "A player's cards: four, and a fifth between drawing and placing. The others see only the backs.".to_owned()),
        ("sign, finish, finish sign, F", sign(rules).text),
        ("beyond, end, past, passed, lacks, up, down", end(rules).text),
        ("win, winner", winner(rules).text),
        ("pile, round, turn, place", round(rules).text),
        ("deposit, face down, placed, [1], [2], [3], [4]", "The cards placed face down in this round. [2] is a card \
        with a 2 on its back.".to_owned()),
        ("back, backs, number", "The number on the back of a card: the position of the figure that it acts on. Everybody sees it.".to_owned()),
        ("deck, draw, card", format!("One for each position, 1st to 4th. A player draws a card from any of them, {drawing}.")),
        ("position, rank, 1st, 2nd, 3rd, 4th, leader, leading, lead, ahead, last", "The rank of a figure, 1st to 4th: by its space, and on one space by its lane.".to_owned()),
    ];
    words.into_iter().map(|(word, text)| Topic::new(word, [text])).collect()
}
