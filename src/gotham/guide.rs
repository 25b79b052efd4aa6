//! The rules in brief, as you would explain them at the table.

use strum::VariantArray as _;

use super::cards::{Animal, Effect, Line, Rank};
use super::policy::{Backwards, Drawing, EquallyFar, OnTheSign, OwnerlessFurthest, Recycling, StartNumbers};
use super::ruleset::Ruleset;
use crate::text::{Topic, counted, listed};

/// The topics, in the order in which a newcomer needs them.
pub(super) fn guide(rules: &Ruleset) -> Vec<Topic> {
    vec![aim(rules), track(rules), round(rules), cards(rules), sign(rules), end(rules), winner(rules)]
}

fn aim(rules: &Ruleset) -> Topic {
    Topic::new(
        "The aim",
        [format!(
            "Four figures run round a track of {} spaces, and you own one of them. You win if, at the end of a round, \
             it is the one furthest beyond the finish sign, in either direction. One to four people play; figures \
             without a player run as well.",
            rules.track.spaces
        )],
    )
}

pub(super) fn track(rules: &Ruleset) -> Topic {
    let numbers = match rules.rules.start_numbers {
        StartNumbers::Highest => {
            "The players draw the highest by lot, so figures without a player start ahead."
        }
        StartNumbers::Any => "Each player draws one of the four by lot.",
    };
    Topic::new(
        "The track and the lanes",
        [
            format!(
                "The track is a circle, and forward is clockwise. All figures begin at the start, numbered 1 to 4: \
                 number 1 leads, number 4 is last. {numbers}"
            ),
            "Each space has four lanes. A figure that arrives takes the innermost free lane. On the same space, the \
             figure further in is ahead. Figures that go back past the start are behind all others."
                .to_owned(),
        ],
    )
}

pub(super) fn round(rules: &Ruleset) -> Topic {
    let draw = match rules.rules.drawing {
        Drawing::EachBeforePlacing => {
            "On your turn, draw a card from any deck, then place one of your cards face down on the pile."
        }
        Drawing::AllBeforePlacing => {
            "First, everybody draws a card from any deck; then, in the same order, everybody places one card face \
             down on the pile."
        }
    };
    let back = match rules.rules.recycling {
        Recycling::WhenADeckIsEmpty => "When a deck is empty at the end of a round",
        Recycling::EveryRound => "At the end of each round",
    };
    Topic::new(
        "A round",
        [
            format!(
                "You hold four cards, at first one from each deck. The last figure's player begins, and the leader's \
                 player places last. {draw} For a figure without a player, the top card of the deck of its position \
                 goes on the pile unseen."
            ),
            format!(
                "Then the pile is turned over, and the cards are carried out in the order in which they were placed. \
                 {back}, the used cards are shuffled and go under their decks."
            ),
        ],
    )
}

fn cards(rules: &Ruleset) -> Topic {
    let decks = Rank::ALL.map(|back| {
        let cards: u32 = lines(rules, back).map(|line| u32::from(line.copies)).sum();
        format!("{cards} for the {back}")
    });
    let text = format!(
        "There are four decks: {}. The number on the back of a card says which figure moves: the one that is in this \
         position when the card is carried out. Everybody sees the backs; only you see the faces of your cards. So a \
         card may move a different figure than you meant.",
        listed(decks)
    );
    let effects: Vec<Effect> =
        Rank::ALL.into_iter().flat_map(|back| lines(rules, back)).map(|line| line.effect).collect();
    let kinds = KINDS.iter().filter_map(|(fits, meaning)| {
        let example = effects.iter().find(|effect| fits(effect))?;
        Some(format!("- {example}: {meaning}."))
    });
    Topic::new("The cards", std::iter::once(text).chain(kinds))
}

/// A group of effects, and what they do.
type Kind = (fn(&Effect) -> bool, &'static str);

const KINDS: [Kind; 7] = [
    (|effect| matches!(effect, Effect::Forward(_)), "the figure moves that many spaces forward"),
    (|effect| matches!(effect, Effect::Back(_)), "it moves that many spaces backward"),
    (
        |effect| matches!(effect, Effect::InFrontOf(..)),
        "it moves to the space that many ahead of the figure in that position",
    ),
    (
        |effect| matches!(effect, Effect::Behind(..)),
        "it moves to the space that many behind the figure in that position",
    ),
    (|effect| matches!(effect, Effect::SwapWith(_)), "the two figures change places"),
    (|effect| matches!(effect, Effect::ToStart), "it goes back to the start"),
    (
        |effect| matches!(effect, Effect::FinishTo(_)),
        "the finish sign moves to that animal, and all figures stay where they are",
    ),
];

/// What an effect does, as a phrase without a subject.
pub(super) fn meaning(effect: Effect) -> &'static str {
    KINDS.iter().find(|(fits, _)| fits(&effect)).map_or("", |(_, meaning)| meaning)
}

/// The lines of a deck. In a ruleset that is in play, all of them are readable.
pub(super) fn lines(rules: &Ruleset, back: Rank) -> impl Iterator<Item = Line> {
    rules.decks.of(back).iter().filter_map(|text| text.parse().ok())
}

pub(super) fn sign(rules: &Ruleset) -> Topic {
    let mut animals = Animal::VARIANTS.to_vec();
    animals.sort_by_key(|animal| rules.track.animals.space(*animal));
    let animals =
        animals.into_iter().map(|animal| format!("the {animal} on {}", rules.track.animals.space(animal)));
    let finish = rules.track.finish;
    Topic::new(
        "The finish sign",
        [format!(
            "Five animals sit along the track: {}. The sign begins at the {finish}, {} from the start. Some cards \
             move it to another animal. That can put a figure beyond the finish, or bring it back before it, without \
             a step.",
            listed(animals),
            counted(rules.track.animals.space(finish), "space", "spaces")
        )],
    )
}

pub(super) fn end(rules: &Ruleset) -> Topic {
    let on_it = match rules.rules.on_the_sign {
        OnTheSign::NotBeyond => "Being on its space is not enough.",
        OnTheSign::Beyond => "Being on its space is enough.",
    };
    Topic::new(
        "When it ends",
        [format!(
            "Check only when all cards of a round are carried out. If a figure is then beyond the finish sign, the \
             race is over; otherwise a new round begins. {on_it} A figure that runs backwards from the start counts \
             too, once it has passed the sign from the other side."
        )],
    )
}

pub(super) fn winner(rules: &Ruleset) -> Topic {
    let lane = match rules.rules.backwards_on_one_location {
        Backwards::InnerLane => "the inner lane wins",
        Backwards::OuterLane => "the inner lane wins, or the outer lane among figures that came backwards",
    };
    let equal = match rules.rules.equally_far {
        EquallyFar::Shared => "they share the win",
        EquallyFar::ForwardsWins => "the one that came forwards wins",
        EquallyFar::BackwardsWins => "the one that came backwards wins",
    };
    let ownerless = match rules.rules.ownerless_furthest {
        OwnerlessFurthest::AllLose => "If a figure without a player is furthest beyond, nobody wins.",
        OwnerlessFurthest::PassedOver => {
            "A figure without a player cannot win: the race goes on until a player's figure is beyond the sign."
        }
    };
    Topic::new(
        "Who wins",
        [format!(
            "The figure furthest beyond the sign wins, in either direction. On the same space, {lane}. If one from \
             each side is equally far, {equal}. {ownerless}"
        )],
    )
}
