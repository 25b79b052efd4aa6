//! Hashes of the events of games, to recognize repeated games.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::formats::as_text::as_text;
use crate::formats::is_default;

/// A hash of all events of a game, or of all games of a group, including the outcomes of chance.
///
/// Equal games have equal hashes on every machine. Two different games collide with a probability of about one in
/// 10<sup>19</sup>. A hash is written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameHash(u64);

/// The number of different games and groups in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Distinct {
    /// The number of different games.
    pub games: u64,
    /// The number of different groups.
    pub groups: u64,
    /// `true` when the numbers are estimates, since there are more than half a million. Where no game of the sample
    /// repeats another, they are the numbers of all games and groups.
    #[serde(default, skip_serializing_if = "is_default")]
    pub estimated: bool,
}

/// Counts different games in constant memory.
///
/// Up to half a million games are counted exactly. Beyond that, a sample is kept: the games whose hashes lie in a
/// half, a quarter, an eighth of the range, each with its number of occurrences (Wegman's adaptive sampling).
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GameHashes {
    /// The number of occurrences of each game in the sample.
    seen: HashMap<u64, u64>,
    /// The number of occurrences of all games in the sample.
    sampled: u64,
    all: u64,
    /// The number of leading zeros that a hash must have to be in the sample.
    zeros: u32,
}

impl GameHashes {
    /// The maximum number of games in the sample.
    const MOST: usize = 1 << 19;

    pub(crate) fn add(&mut self, GameHash(hash): GameHash) {
        self.all += 1;
        if hash.leading_zeros() < self.zeros {
            return;
        }
        *self.seen.entry(hash).or_default() += 1;
        self.sampled += 1;
        while self.seen.len() > Self::MOST {
            self.zeros += 1;
            self.seen.retain(|hash, _| hash.leading_zeros() >= self.zeros);
            self.sampled = self.seen.values().sum();
        }
    }

    /// Returns the number of all games, including repeated ones.
    pub(crate) fn all(&self) -> u64 {
        self.all
    }

    /// Returns the number of different games. Where it is an estimate, it is the number of all games times the
    /// fraction of the sample that is different.
    pub(crate) fn distinct(&self) -> u64 {
        match self.seen.len() as u64 {
            different if different == self.sampled => self.all,
            different if self.zeros == 0 => different,
            different => (self.all as f64 * different as f64 / self.sampled as f64).round() as u64,
        }
    }

    /// Returns whether [`GameHashes::distinct`] is an estimate.
    pub(crate) fn is_estimated(&self) -> bool {
        self.zeros > 0
    }
}

impl From<u64> for GameHash {
    fn from(hash: u64) -> Self {
        Self(hash)
    }
}

impl fmt::Display for GameHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The error for a text that is not the hash of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the hash of a game: it must have 16 hexadecimal digits")]
pub struct NotAGameHash(pub String);

impl FromStr for GameHash {
    type Err = NotAGameHash;

    fn from_str(text: &str) -> Result<Self, NotAGameHash> {
        let number = u64::from_str_radix(text, 16).ok().filter(|_| text.len() == 16);
        number.map(Self).ok_or_else(|| NotAGameHash(text.to_owned()))
    }
}

as_text!(GameHash);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::stable_hash::StableHasher;

    /// Counts the games with these numbers.
    fn count(numbers: impl Iterator<Item = u64>) -> GameHashes {
        let mut hashes = GameHashes::default();
        numbers.for_each(|number| hashes.add(StableHasher::of(&number).into()));
        hashes
    }

    #[test]
    fn few_games_are_counted_and_many_are_estimated_in_bounded_memory() {
        let few = count((0..1_000).map(|number| number % 300));
        assert_eq!((few.distinct(), few.all(), few.is_estimated()), (300, 1_000, false));
        let many = count(0..1_500_000);
        assert_eq!(
            (many.distinct(), many.is_estimated()),
            (1_500_000, true),
            "none of the sample repeats another"
        );
        assert!(many.seen.len() <= GameHashes::MOST, "{}", many.seen.len());
        // Every third game is a repeat. The standard error is below 0.2 %.
        let repeated = count((0..1_500_000).map(|number| number % 1_000_000));
        assert!(
            repeated.is_estimated() && repeated.distinct().abs_diff(1_000_000) < 8_000,
            "{}",
            repeated.distinct()
        );
    }
}
