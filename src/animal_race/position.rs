//! Positions: states as people read and write them.

use serde::{Deserialize, Serialize};

use super::animals::ByAnimal;
use super::bets::Bets;
use super::cards::Cards;
use super::state::{Memory, Phase, State};
use super::track::{OnTrack, Podium, Tiles};
use crate::common::seat::{Seat, SeatList, Seats};

/// A state as people write it, not yet checked.
///
/// [`RaceGame::state`](crate::RaceGame::state) makes a playable state of it. You need to write only what matters.
/// This is a puzzle for two players in the middle of a game:
///
/// ```
/// use furlong::animal_race::{AnimalRace, Position};
/// use furlong::{RaceGame, Turn, ruleset};
///
/// let position: Position = serde_json::from_str(r#"{
///     "open": { "players": 2, "phase": { "placing": 0 }, "streams": [3, 9],
///               "animals": { "hare": 6, "tortoise": 9, "wolf": 0, "fox": 4 }, "podium": ["lamb"],
///               "table": { "hare": 3 } },
///     "deck": { "hare": 2, "fox": 9, "lamb": 5 },
///     "hands": [{ "hare": 3, "fox": 2, "howl": 1 }, { "lamb": 6 }],
///     "bets": [{ "dealt": ["hare", "fox"], "chosen": "wolf" }, { "dealt": ["lamb", "wolf"], "chosen": "lamb" }]
/// }"#)?;
/// let game = AnimalRace::new(ruleset::open("classic")?)?;
/// let state = game.state(&position)?;
/// assert!(matches!(game.turn(&state), Turn::Seat(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Position {
    /// The open information.
    pub open: Open,
    /// The deck.
    pub deck: Cards,
    /// The hand of each seat.
    pub hands: SeatList<Cards, 5>,
    /// The bets of each seat.
    pub bets: SeatList<Bets, 5>,
    /// AR-08: the memory of the deck. Without it, the deck counts as just shuffled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since_shuffle: Option<SinceShuffle<Cards>>,
}

/// AR-08: the memory of the deck since it was shuffled last; before the first time, since the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SinceShuffle<D: Copy + Default> {
    /// The deck as it was shuffled.
    pub deck: Cards,
    /// The cards that each seat has drawn since, or their number for those who may not see them.
    #[serde(bound(serialize = "D: Serialize", deserialize = "D: Deserialize<'de>"))]
    pub drawn: SeatList<D, 5>,
    /// The cards that each seat has placed since.
    pub placed: SeatList<Cards, 5>,
}

/// The open information: all that lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Open {
    /// The number of players.
    pub players: Seats,
    /// The decision or chance event that is next.
    pub phase: Phase,
    /// The holder of the first-player token.
    #[serde(default)]
    pub first: Seat,
    /// The holder is still to be drawn by lot.
    #[serde(default)]
    pub first_is_drawn: bool,
    /// AC-01: the game of the championship, from 1.
    #[serde(default = "one")]
    pub game: u8,
    /// AC-01: the number of games.
    #[serde(default = "one")]
    pub games: u8,
    /// AC-01: points of the games that are over, of each seat.
    #[serde(default)]
    pub totals: SeatList<u16, 5>,
    /// AR-05: the tiles with a stream.
    #[serde(default)]
    pub streams: Tiles,
    /// AA-02: the tile of each turbo token, 0 for none.
    #[serde(default)]
    pub turbo: ByAnimal<u8>,
    /// The tile of each animal on the track, 0 for the start line. An animal that is not named stands on the start
    /// line. For an animal on the podium the tile is ignored.
    #[serde(default)]
    pub animals: OnTrack,
    /// The animals on the podium, the first one first.
    #[serde(default)]
    pub podium: Podium,
    /// The cards on the table.
    #[serde(default)]
    pub table: Cards,
}

const fn one() -> u8 {
    1
}

impl Position {
    pub(super) fn of(state: &State) -> Self {
        let seats = state.seats;
        let Memory { deck, drawn, placed } = &state.memory;
        Self {
            open: Open::of(state),
            deck: state.deck,
            hands: SeatList::new(seats, |seat| state.hands[seat]),
            bets: SeatList::new(seats, |seat| state.bets[seat]),
            since_shuffle: Some(SinceShuffle {
                deck: *deck,
                drawn: SeatList::new(seats, |seat| drawn[seat]),
                placed: SeatList::new(seats, |seat| placed[seat]),
            }),
        }
    }
}

impl Open {
    pub(super) fn of(state: &State) -> Self {
        Self {
            players: state.seats,
            phase: state.phase,
            first: state.first,
            first_is_drawn: state.first_is_drawn,
            game: state.game,
            games: state.games,
            totals: SeatList::new(state.seats, |seat| state.totals[seat]),
            streams: state.streams,
            turbo: ByAnimal::new(|animal| state.turbo[animal.index()]),
            animals: OnTrack::new(|animal| state.races(animal).then_some(state.at[animal.index()])),
            podium: state.podium,
            table: state.table,
        }
    }
}
