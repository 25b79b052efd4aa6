//! The games of a run, group by group.

use serde::{Deserialize, Serialize};

use super::conditions::Setting;
use super::endings::Endings;
use super::forfeit::Forfeit;
use super::game_hash::GameHash;
use crate::common::seat::SeatList;
use crate::common::stable_hash::StableHasher;
use crate::common::standings::Share;

/// One deal, played in all seatings of the line-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// The number of the group. Together with the seed it determines the random streams of its games.
    pub number: u64,
    /// One game for each seating.
    pub games: Vec<Game>,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The rotation of the line-up: seat `s` was played by the entry at `s + seating`, modulo its length.
    pub seating: u8,
    /// `true` when the game was played to its end.
    pub is_over: bool,
    /// The number of events.
    pub events: u32,
    /// The number of decisions among the events.
    pub decisions: u32,
    /// The hash of its events.
    pub course: GameHash,
    /// The forfeit that ended the game, if a bot failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// The share of the win of each seat, 0 for all in an unfinished game.
    pub shares: SeatList<Share>,
    /// The values, in the order of [`Results::metrics`](super::results::Results::metrics); `None` for a metric that
    /// has no value in this game.
    pub values: Vec<Option<f64>>,
    /// The luck of each seat, in the order of the [`Indicators`](super::luck::Indicators).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub luck: Vec<SeatList<f64>>,
}

impl Game {
    /// Returns whether seats can have a share of the win: the game is over, or was forfeited.
    pub fn has_shares(&self) -> bool {
        self.is_over || self.forfeit.is_some()
    }

    /// Returns the value of the metric at `column`; `None` where the game has none.
    pub fn value(&self, column: usize) -> Option<f64> {
        self.values.get(column).copied().flatten()
    }
}

impl Group {
    /// Returns the mean of the metric at `column` over the games that have a value.
    pub fn mean(&self, column: usize) -> Option<f64> {
        self.mean_of(|game| game.value(column))
    }

    /// Returns the mean of `value` over the games that have one.
    pub(crate) fn mean_of(&self, value: impl Fn(&Game) -> Option<f64>) -> Option<f64> {
        let mut count = 0.0;
        let sum = self.games.iter().filter_map(value).map(|value| (count += 1.0, value).1).sum::<f64>();
        (count > 0.0).then(|| sum / count)
    }

    /// Returns how the games ended, without a name for them.
    pub(crate) fn endings(&self) -> Endings {
        let count = |holds: fn(&Game) -> bool| self.games.iter().filter(|game| holds(game)).count() as u64;
        Endings {
            games: self.games.len() as u64,
            unfinished: count(|game| !game.has_shares()),
            forfeited: count(|game| game.forfeit.is_some()),
            ..Endings::default()
        }
    }

    /// Returns a hash of the events of all games, in the order of the seatings.
    pub fn game_hash(&self) -> GameHash {
        let hashes: Vec<GameHash> = self.games.iter().map(|game| game.course).collect();
        StableHasher::of(&hashes).into()
    }

    /// Returns the share of the win per seat of the player called `name`; `None` where it has no seat. Unfinished
    /// games give nobody a share.
    pub(super) fn share_of(&self, setting: &Setting, name: &str) -> Option<f64> {
        let (mut parts, mut seats) = (0, 0);
        for game in &self.games {
            for (index, share) in game.shares.iter().enumerate() {
                if setting.player(game.seating, index) == name {
                    parts += u64::from(share.parts());
                    seats += 1;
                }
            }
        }
        (seats > 0).then(|| parts as f64 / (f64::from(Share::PARTS) * f64::from(seats)))
    }
}
