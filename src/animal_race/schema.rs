//! The ruleset as a file: the library's rulesets, and each field with its clause, meaning and values.

use strum::VariantNames;

use super::animals::{ANIMALS, Animal, MOST_PLAYERS};
use super::cards::{Card, MOST_HAND, MOST_OF_ONE};
use super::policy::{
    AfterLastPhase, FirstPlayer, MovementMode, Nap, RaceEnds, Reshuffle, SecondBet, StartLine, StreamEffect,
    TieBreak, TrackTies,
};
use super::rules_text::in_words;
use super::ruleset::Ruleset;
use super::track::MOST_TILES;
use crate::common::fault::Faults;
use crate::ruleset::{Embedded, Field, Kind, Ruleset as RulesetContract, Title, embedded};

impl RulesetContract for Ruleset {
    const GAME: &'static str = "animal-race";

    const EMBEDDED: &'static [Embedded] =
        embedded!("animal-race": "classic", "course", "apprentice", "royal-turtle");

    const FIELDS: &'static [Field] = FIELDS;

    fn title(&self) -> &Title {
        &self.ruleset
    }

    fn faults(&self) -> Faults {
        self.inconsistencies()
    }

    fn in_words(&self) -> Vec<String> {
        in_words(self)
    }
}

const TILES: Kind = from_to(0, MOST_TILES);
const PLAYERS: Kind = from_to(2, MOST_PLAYERS);

const fn from_to(least: u8, most: u8) -> Kind {
    Kind::Integer { least: least as i64, most: most as i64 }
}

/// Every field, in the order of the file.
const FIELDS: &[Field] = &[
    Field::new("players.least", "AR-03", "the fewest players", PLAYERS).phrase("at least {} players"),
    Field::new("players.most", "AR-03", "the most players", PLAYERS).phrase("at most {} players"),
    Field::new(
        "cards",
        "AR-02",
        "the number of racing cards of each kind; `howl` counts the wolf cards with a howl, `wolf` the others",
        Kind::Table { keys: Card::VARIANTS, each: &from_to(0, 40) },
    ).phrase("{} {key} cards").defines(&["howls"]),
    Field::new(
        "starting-bets",
        "AR-04",
        "the number of starting bet cards of each player, by the number of players; there is one card for each animal",
        Kind::Table { keys: &["2", "3", "4", "5"], each: &from_to(0, 5) },
    ).phrase("starting bets of each of {key} players: {}").defines(&["points-of-dealt-bets"]),
    SecondBet::field("second-bet").defines(&["points-of-chosen-bets"]),
    Field::new("hand", "AR-07, AR-12", "cards in a hand after each refill", from_to(1, MOST_HAND)).phrase("a hand of {} cards"),
    Reshuffle::field("reshuffle"),
    FirstPlayer::field("first-player"),
    Field::new(
        "track.tiles",
        "AR-05",
        "tiles between the start line and the finish line",
        from_to(1, MOST_TILES),
    ).phrase("a track of {} tiles"),
    Field::new("track.streams", "AR-05", "the number of tiles, drawn by lot, that show a stream", TILES).phrase("streams on the track: {}").defines(&["stream-stops"]),
    Field::new(
        "track.turbo-tiles",
        "AA-02",
        "the tiles on which the turbo tokens are laid at random, one for each animal; an empty list for no tokens",
        Kind::List { each: &TILES, least: 0, most: ANIMALS },
    ).phrase("a turbo token on tile {}").defines(&["turbos"]),
    Field::new(
        "track.turbo-steps",
        "AA-06",
        "the tiles that a turbo token adds to a move of its animal that ends on it",
        TILES,
    ).phrase("tiles from a turbo token: {}"),
    Field::new(
        "table.placement",
        "AR-10",
        "the most cards that may be placed in one turn",
        from_to(1, MOST_HAND),
    ).phrase("at most {} cards placed in a turn"),
    Field::new(
        "table.cards",
        "AR-11, AR-13",
        "the number of cards on the table that triggers the racing phase; there are never more",
        from_to(1, 40),
    ).phrase("a racing phase at {} cards"),
    Field::new(
        "table.of-one-animal",
        "AR-11, AR-13",
        "the number of cards of one animal that triggers the racing phase; there are never more",
        from_to(1, MOST_OF_ONE),
    ).phrase("a racing phase at {} cards of one animal"),
    MovementMode::field("movement.mode").defines(&["decisions", "choices", "forced"]),
    Field::new(
        "movement.steps",
        "AR-20 to AR-27, AA-05",
        "tiles that each animal moves, by the number of its cards on the table: first with no card (only `by-animal`: where players choose, an animal without cards does not move), then with one, and so on up to `table.of-one-animal`",
        Kind::Table { keys: Animal::VARIANTS, each: &Kind::List { each: &TILES, least: 2, most: 16 } },
    ).phrase("tiles for the {key} with {index} cards: {}"),
    Nap::field("movement.nap").defines(&["naps"]),
    Field::new(
        "movement.nap-cards",
        "AR-21",
        "the number of hare cards with which the hare may nap",
        from_to(1, MOST_OF_ONE),
    ).phrase("a nap at {} hare cards").defines(&["naps"]),
    StreamEffect::field("movement.streams").defines(&["stream-stops"]),
    RaceEnds::field("end.when").defines(&["podium-*"]),
    AfterLastPhase::field("end.after-last-phase"),
    TrackTies::field("end.track-ties"),
    StartLine::field("end.start-line"),
    Field::new(
        "end.points",
        "AR-31",
        "points of a bet by the rank of its animal, the first rank first; further ranks score nothing, and animals still on the track may have the last of these ranks",
        Kind::List { each: &from_to(0, 100), least: 1, most: ANIMALS },
    ).phrase("points for a bet on the {place}: {}").defines(&["points-of-*"]),
    TieBreak::field("end.tie-break").defines(&["ties"]),
];
