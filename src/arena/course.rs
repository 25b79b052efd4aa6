//! Hashes of the events of games, by which repeated games are recognized.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::forms::as_text::as_text;
use crate::ground::sentences::sentences;

/// A hash of all events of a game, or of all games of a group, including the outcomes of chance.
///
/// Equal games have equal hashes on every machine. Two different games have equal ones with a probability of about one
/// in 10<sup>19</sup>. It is written as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Course(u64);

/// The number of different games and groups in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Distinct {
    /// The number of different games.
    pub games: u64,
    /// The number of different groups.
    pub groups: u64,
}

impl From<u64> for Course {
    fn from(hash: u64) -> Self {
        Self(hash)
    }
}

impl fmt::Display for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// The error for a text that is not a course.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the hash of a game: it must have 16 hexadecimal digits")]
pub struct NoCourse(pub String);

sentences!(NoCourse);

impl FromStr for Course {
    type Err = NoCourse;

    fn from_str(text: &str) -> Result<Self, NoCourse> {
        let number = u64::from_str_radix(text, 16).ok().filter(|_| text.len() == 16);
        number.map(Self).ok_or_else(|| NoCourse(text.to_owned()))
    }
}

as_text!(Course);
