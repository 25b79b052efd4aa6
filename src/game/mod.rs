//! The contract of every game: [`RaceGame`].
//!
//! It rests on four ideas. A *ruleset* is data, and a game value is one validated ruleset, immutable and shared. A
//! *state* is a small plain value that contains no random generator. *Chance events* are moves of their own with exact
//! weights, so actions and outcomes determine a game. A seat sees only its *view*, and bots receive nothing else.
//!
//! Code written against this contract works for every game, your own included: races, records, bots, the
//! terminal and the test kit. `examples/own_game/game.rs` implements it for a small game with hidden tokens,
//! `examples/dice_race/game.rs` for a game with open information.

pub(crate) mod contract;
pub(crate) mod streams;
pub(crate) mod turn;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use rand::{Rng, RngExt};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::common::seat::{Seat, Seats};
use crate::common::setters::setters;
use crate::common::words::{counted, listed, span};

pub(crate) use contract::RaceGame;
pub(crate) use turn::Turn;
pub use turn::{ChancePoint, ImpossibleOutcome, Mark, Purpose, Weighted};

/// Plain data that can be compared, ordered, hashed, written and read: actions and chance outcomes.
pub trait EventData:
    Copy + Debug + Ord + Hash + Serialize + DeserializeOwned + Send + Sync + 'static
{
}
impl<T: Copy + Debug + Ord + Hash + Serialize + DeserializeOwned + Send + Sync + 'static> EventData for T {}

/// Plain data that people can read and write as JSON.
pub trait Readable: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static> Readable for T {}

/// Returns the list that a method such as [`RaceGame::actions`] writes into its buffer.
pub(crate) fn list<T>(write: impl FnOnce(&mut Vec<T>)) -> Vec<T> {
    let mut list = Vec::new();
    write(&mut list);
    list
}

/// Draws one of the items, each equally likely. A single item needs no draw.
#[inline]
pub(crate) fn any_of<T: Copy, R: Rng + ?Sized>(items: &[T], rng: &mut R) -> Option<T> {
    items.get(any_place(items.len() as u32, rng) as usize).copied()
}

/// Draws one of `count` places, from 0, each equally likely. A single place needs no draw.
#[inline]
pub(crate) fn any_place<R: Rng + ?Sized>(count: u32, rng: &mut R) -> u32 {
    if count > 1 { rng.random_range(0..count) } else { 0 }
}

/// One option of a set-up.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct SetupOption {
    /// The option's name, in `kebab-case`.
    pub name: &'static str,
    /// A placeholder for the value, in capitals as on a command line: `SEAT`, `GAMES`.
    pub value: &'static str,
    /// The meaning, and the default if it is not in the rules: a phrase without a full stop.
    pub meaning: &'static str,
}

impl SetupOption {
    /// Creates an option from its name, the placeholder for its value, and its meaning.
    pub const fn new(name: &'static str, value: &'static str, meaning: &'static str) -> Self {
        Self { name, value, meaning }
    }
}

/// The reason why a game cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The ruleset does not allow this number of players.
    #[error("{}: this ruleset is for {}", counted(*asked, "player", "players"), span(*least, *most))]
    Players {
        /// The requested number.
        asked: u8,
        /// The smallest allowed number.
        least: u8,
        /// The largest allowed number.
        most: u8,
    },
    /// An option of the set-up is invalid.
    #[error("{option}: {problem}")]
    Option {
        /// The option's name in the set-up.
        option: &'static str,
        /// The problem and the allowed values.
        problem: String,
    },
}

impl SetupError {
    /// The error for an option that the game does not have.
    pub fn unknown_option<G: RaceGame>(option: &str) -> Self {
        let known: Vec<String> = G::OPTIONS.iter().map(|option| format!("`{}`", option.name)).collect();
        let problem = match known.as_slice() {
            [] => format!("there is no option `{option}`; this game has none"),
            known => format!("there is no option `{option}`; the options are {}", listed(known)),
        };
        Self::Option { option: "option", problem }
    }

    /// Checks that `asked` is an allowed number of players.
    pub fn check_players(asked: u8, allowed: &RangeInclusive<u8>) -> Result<Seats, Self> {
        Seats::new(asked).filter(|seats| allowed.contains(&seats.count())).ok_or(Self::Players {
            asked,
            least: *allowed.start(),
            most: *allowed.end(),
        })
    }
}

/// A runner on the track, in the same form for all games.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Runner {
    /// The index in the list of runners, constant during a game.
    pub id: u8,
    /// The seat that owns the runner; `None` for a neutral runner.
    pub owner: Option<Seat>,
    /// The position along the track in squares from the start; negative behind the start.
    pub coordinate: i32,
    /// The lane, when several runners stand on one square: 1 for the foremost. It is 1 in games without lanes.
    pub lane: u8,
    /// The place of arrival, 1 for the first; `None` while the runner is still racing.
    pub arrived: Option<u8>,
}

setters!(Runner { lane: u8, arrived: Option<u8> });

impl Runner {
    /// Creates a runner of `owner` that is still racing, on a track without lanes.
    ///
    /// ```
    /// use furlong::game::Runner;
    /// use furlong::Seat;
    ///
    /// // The second runner of the first seat, home as the first of all.
    /// let runner = Runner::racing(1, Seat::FIRST, 64).arrived(Some(1));
    /// assert_eq!((runner.owner, runner.lane), (Some(Seat::FIRST), 1));
    /// ```
    pub const fn racing(id: u8, owner: Seat, coordinate: i32) -> Self {
        Self { owner: Some(owner), ..Self::neutral(id, coordinate) }
    }

    /// Creates a runner that belongs to nobody and is still racing, on a track without lanes.
    pub const fn neutral(id: u8, coordinate: i32) -> Self {
        Self { id, owner: None, coordinate, lane: 1, arrived: None }
    }
}
