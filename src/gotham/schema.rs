//! The fields of a ruleset with their meanings and clauses, and the bounds of their values.

use super::policy::{
    Backwards, Drawing, EmptyDeck, EquallyFar, OnTheSign, OwnLocation, OwnerlessFurthest, Recycling,
    StartNumbers,
};
use crate::ruleset::{Choice, Field, Kind};

/// The minimum number of spaces of a track (GO-36).
pub const LEAST_SPACES: i64 = 20;
/// The maximum number of spaces of a track. With [`MOST_STEP`], coordinates stay within 16 bits (GO-38).
pub const MOST_SPACES: i64 = 1000;
/// The longest step of a card. With four cards a round, 200 rounds and the longest track, coordinates still fit in
/// 16 bits: 1000 + 4 * 200 * 39 = 32,200 (GO-38). In longer races, figures stop at the edge of the number range.
pub const MOST_STEP: u8 = 39;
/// The minimum number of cards in a deck (GO-36): four in hands and one to draw.
pub const LEAST_DECK: usize = 5;
/// The maximum number of cards in a deck, which keeps a state small.
pub const MOST_DECK: usize = 24;

const ANIMALS: &[Choice] = &[
    Choice { word: "fish", meaning: "on the space of the fish" },
    Choice { word: "hedgehog", meaning: "on the space of the hedgehog" },
    Choice { word: "tortoise", meaning: "on the space of the tortoise" },
    Choice { word: "snail", meaning: "on the space of the snail" },
    Choice { word: "sheep", meaning: "on the space of the sheep" },
];

const DECK: Kind = Kind::List { each: &Kind::Text, least: 1, most: MOST_DECK };

/// All fields of a ruleset.
pub(super) const FIELDS: &[Field] = &[
    Field::new(
        "track.spaces",
        "GO-36",
        "spaces of the whole circle",
        Kind::Integer { least: LEAST_SPACES, most: MOST_SPACES },
    )
    .phrase("a circle of {} spaces"),
    Field::new(
        "track.finish",
        "GO-08",
        "the animal at which the finish sign stands first",
        Kind::Choice(ANIMALS),
    ),
    Field::new(
        "track.animals",
        "GO-36",
        "the animals' spaces, counted from the start along the main direction, above 0 and below the length",
        Kind::Table {
            keys: &["fish", "hedgehog", "tortoise", "snail", "sheep"],
            each: &Kind::Integer { least: 1, most: MOST_SPACES - 1 },
        },
    )
    .phrase("the {key} on space {}"),
    Field::new("decks.first", "GO-03", "cards for the first, as effects with their numbers", DECK)
        .phrase("{} in the deck of the first")
        .defines(&["finish-moves", "swaps"]),
    Field::new("decks.second", "GO-04", "cards for the second, as effects with their numbers", DECK)
        .phrase("{} in the deck of the second")
        .defines(&["finish-moves", "swaps"]),
    Field::new("decks.third", "GO-05", "cards for the third, as effects with their numbers", DECK)
        .phrase("{} in the deck of the third")
        .defines(&["finish-moves", "swaps"]),
    Field::new("decks.fourth", "GO-06", "cards for the fourth and last, as effects with their numbers", DECK)
        .phrase("{} in the deck of the fourth")
        .defines(&["finish-moves", "swaps"]),
    StartNumbers::field("rules.start-numbers"),
    Drawing::field("rules.drawing").defines(&["turns"]),
    EmptyDeck::field("rules.empty-deck-for-ownerless"),
    Recycling::field("rules.recycling"),
    OwnLocation::field("rules.onto-own-location"),
    OnTheSign::field("rules.on-the-sign"),
    Backwards::field("rules.backwards-on-one-location"),
    EquallyFar::field("rules.equally-far").defines(&["ties", "won-backwards"]),
    OwnerlessFurthest::field("rules.ownerless-furthest").defines(&["nobody-wins", "ownerless-furthest"]),
];
