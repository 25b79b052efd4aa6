//! Divides a run of any kind into parts, and puts the parts together again.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::formats::as_text::as_text;

/// One part of a run, given by its number and the number of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u32,
    of: u32,
}

/// The error for a text that is not a shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a shard: write I/N, with I from 1 to N")]
pub struct NoShard(pub String);

impl Shard {
    /// A run in one piece.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Returns part `number`, from 1, of `of` parts; `None` when there is no such part.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        (1..=of).contains(&number).then_some(Self { number, of })
    }

    /// Returns the number of the part, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// The number of parts.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Returns whether it is a run in one piece.
    pub fn is_whole(&self) -> bool {
        self.of == 1
    }

    /// Returns the groups of this part in a run of `all` groups. The sizes of the parts differ by at most one.
    ///
    /// ```
    /// use furlong::arena::Shard;
    /// let parts = [1, 2, 3].map(|number| Shard::new(number, 3).expect("a shard").groups(10));
    /// assert_eq!(parts, [0..3, 3..6, 6..10]);
    /// ```
    pub fn groups(self, all: u64) -> Range<u64> {
        let cut = |part: u32| (u128::from(all) * u128::from(part) / u128::from(self.of)) as u64;
        cut(self.number - 1)..cut(self.number)
    }

    /// Returns the places of this part in a list of `all` things: every `of`-th of them.
    pub(crate) fn places(self, all: usize) -> impl Iterator<Item = usize> {
        (self.number as usize - 1..all).step_by(self.of as usize)
    }
}

/// A run in one piece.
impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let shard = text
            .split_once('/')
            .and_then(|(number, of)| Self::new(number.trim().parse().ok()?, of.trim().parse().ok()?));
        shard.ok_or_else(|| NoShard(text.to_owned()))
    }
}

as_text!(Shard);

/// The reason why parts do not make a run. The errors use the names that were given with the parts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There are no parts.
    #[error("there are no parts to merge")]
    Nothing,
    /// Two parts belong to different runs.
    #[error("{name} and {first} belong to different runs: {what}")]
    OtherRun {
        /// The part that does not fit.
        name: String,
        /// The part that it was compared with.
        first: String,
        /// The difference.
        what: String,
    },
    /// A part is given twice.
    #[error("{name}: part {shard} was already given as {first}")]
    Twice {
        /// The name of the second one.
        name: String,
        /// The name of the first one.
        first: String,
        /// The part.
        shard: Shard,
    },
    /// A part was stopped before its end.
    #[error("{0} is incomplete: continue it with --resume")]
    Incomplete(String),
    /// Parts are missing.
    #[error("{first} is one of {of} parts; missing: {missing}")]
    Missing {
        /// A part that was given.
        first: String,
        /// The number of parts of the run.
        of: u32,
        /// The numbers of the missing parts.
        missing: String,
    },
}

/// A part of a run: the facts that all parts share, and its own results.
pub trait Mergeable {
    /// The results that only this part has.
    type Own;

    /// Returns the number of the part.
    fn shard(&self) -> Shard;

    /// Returns the first difference showing that the two parts belong to different runs; `None` when they belong to
    /// one run.
    fn differs_from(&self, other: &Self) -> Option<String>;

    /// Returns whether everything in the part has been played.
    fn is_complete(&self) -> bool;

    /// Takes out the part's own results.
    fn take(&mut self) -> Self::Own;

    /// Adds the next part's own results. The joined parts are a whole run.
    fn join(&mut self, own: Self::Own);
}

/// Merges the parts of a run, given in any order, each with a name for error messages.
///
/// # Errors
/// When the parts are not all those of one run, each given once and complete.
pub fn merge<P: Mergeable>(parts: impl IntoIterator<Item = (String, P)>) -> Result<P, MergeError> {
    merge_as_read(parts.into_iter().map(Ok))
}

/// Merges parts that are read one after the other, so that only their own results stay in memory.
///
/// # Errors
/// When a part cannot be read, and as for [`merge`].
pub fn merge_as_read<P: Mergeable, E: From<MergeError>>(
    parts: impl IntoIterator<Item = Result<(String, P), E>>,
) -> Result<P, E> {
    let (mut whole, parts) = in_order(parts)?;
    parts.for_each(|own| whole.join(own));
    Ok(whole)
}

/// Returns the parts of a run in the order of their numbers: the facts that they share, and the results of each. The
/// shared facts are kept only once, to save memory.
///
/// # Errors
/// When the parts, each given with a name, are not exactly the parts of one run, each given once.
fn in_order<P: Mergeable, E: From<MergeError>>(
    parts: impl IntoIterator<Item = Result<(String, P), E>>,
) -> Result<(P, impl Iterator<Item = P::Own>), E> {
    let mut parts = parts.into_iter().map(|part| match part {
        Ok((name, part)) if !part.is_complete() => Err(MergeError::Incomplete(name).into()),
        part => part,
    });
    let (first, mut common) = parts.next().ok_or(MergeError::Nothing)??;
    let of = common.shard().of;
    let mut own = BTreeMap::from([(common.shard().number, (first.clone(), common.take()))]);
    for part in parts {
        let (name, mut part) = part?;
        let shard = part.shard();
        let what = if shard.of == of {
            part.differs_from(&common)
        } else {
            Some(format!("the number of parts is {}, not {of}", shard.of))
        };
        if let Some(what) = what {
            return Err(MergeError::OtherRun { name, first, what }.into());
        }
        if let Some((before, _)) = own.get(&shard.number) {
            return Err(MergeError::Twice { name, first: before.clone(), shard }.into());
        }
        own.insert(shard.number, (name, part.take()));
    }
    match of as usize - own.len() {
        0 => Ok((common, own.into_values().map(|(_, own)| own))),
        count => {
            let missing = (1..=of).filter(|number| !own.contains_key(number));
            Err(MergeError::Missing { first, of, missing: few(missing, count) }.into())
        }
    }
}

/// Lists the first few of `count` numbers and the number of the rest, for a message. A file may claim to be one of
/// billions of parts, so the rest are never listed.
fn few(numbers: impl Iterator<Item = u32>, count: usize) -> String {
    const SHOWN: usize = 10;
    let shown: Vec<String> = numbers.take(SHOWN).map(|number| number.to_string()).collect();
    match count - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_all_groups_once_and_are_about_equal() {
        for (all, of) in [(10, 3), (1, 1), (7, 7), (1_000_003, 64), (u64::MAX, 3)] {
            let parts: Vec<_> =
                (1..=of).map(|number| Shard::new(number, of).expect("a shard").groups(all)).collect();
            assert_eq!((parts[0].start, parts[parts.len() - 1].end), (0, all));
            assert!(parts.windows(2).all(|pair| pair[0].end == pair[1].start));
            let sizes = || parts.iter().map(|part| part.end - part.start);
            assert!(sizes().max() <= sizes().min().map(|least| least + 1));
        }
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        assert_eq!("2/4".parse::<Shard>().map(|shard| shard.to_string()), Ok("2/4".to_owned()));
        for wrong in ["5/4", "0/4", "1/0", "1", "a/b", "-1/2", ""] {
            assert_eq!(wrong.parse::<Shard>(), Err(NoShard(wrong.to_owned())));
        }
    }

    #[test]
    fn missing_parts_are_counted_without_a_list_of_them() {
        let few_of = |of: u32| few((2..=of).take(20), of as usize - 1);
        assert_eq!(few_of(3), "2, 3");
        assert_eq!(few_of(11), "2, 3, 4, 5, 6, 7, 8, 9, 10, 11");
        assert_eq!(few_of(u32::MAX), "2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 4294967284 more");
    }
}
