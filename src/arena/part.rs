//! Parts of a run: shards that are played on different machines and merged.
//!
//! A shard is a range of whole groups, and a group gives the same games on every machine. Merging concatenates the
//! groups in order, so the result is that of the run in one piece.
//!
//! A part is written as JSON: `format` (`furlong-results`), `version`, `checksum` (FNV-1a of `part` as it is written,
//! without spaces) and `part`. Its fields are `shard`, `groups` (the number of groups of the whole run), `question` and
//! `runs` (one, or those that are compared, the base first, each a [`Results`] with the groups of this part).

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::results::Results;
use crate::format::{Format, HeaderError};

const FORMAT: Format = Format { name: "furlong-results", version: 2, a_file: "a file of results" };

/// One part of a run: its number, and the number of parts.
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

    /// Part `number`, from 1, of `of` parts; `None` when there is no such part.
    pub fn new(number: u32, of: u32) -> Option<Self> {
        (1..=of).contains(&number).then_some(Self { number, of })
    }

    /// The number of the part, from 1.
    pub fn number(self) -> u32 {
        self.number
    }

    /// The number of parts.
    pub fn of(self) -> u32 {
        self.of
    }

    /// The groups of this part in a run of `all` groups. The sizes of the parts differ by at most one.
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

impl TryFrom<String> for Shard {
    type Error = NoShard;

    fn try_from(text: String) -> Result<Self, NoShard> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

/// The question that the runs of a part answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// One run: its measures.
    Measure,
    /// Runs of two or more rulesets: the differences of each from the first.
    Compare,
    /// Two runs of one ruleset, a bot against others and the others among themselves: the gain by the better bot.
    Skill,
}

impl Question {
    /// The fault of an answer with this number of runs; `None` where it has as many as it needs.
    fn fault(self, runs: usize) -> Option<String> {
        match self {
            Self::Measure if runs != 1 => Some(format!("{runs} runs instead of 1")),
            Self::Skill if runs != 2 => Some(format!("{runs} runs instead of 2")),
            Self::Compare if runs < 2 => Some(format!("{runs} runs instead of 2 or more")),
            _ => None,
        }
    }
}

/// The results of one part, or of a whole run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Part {
    /// The shard.
    pub shard: Shard,
    /// The number of groups of the whole run.
    pub groups: u64,
    /// The question that the runs answer.
    pub question: Question,
    /// The runs, with the groups of this part.
    pub runs: Vec<Results>,
}

/// The file format of a part.
#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u32,
    checksum: String,
    part: Part,
}

/// The reason a text is not a part of a run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartError {
    /// It has another format or version.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// A field is missing, unknown, or has an impossible value.
    #[error("damaged: {0}")]
    Damaged(String),
}

/// The reason parts do not make a run. The errors use the names given to [`merge`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There are no parts.
    #[error("there are no parts to merge")]
    Nothing,
    /// Two parts belong to different runs.
    #[error("{name} belongs to another run than {first}: {what}")]
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
    /// Parts are missing.
    #[error("{first} is one of {of} parts; these are missing: {missing}")]
    Missing {
        /// A part that was given.
        first: String,
        /// The number of parts of the run.
        of: u32,
        /// The numbers of the missing parts.
        missing: String,
    },
}

impl Part {
    /// Writes the part as JSON.
    pub fn to_json(&self) -> String {
        // Plain fields with text keys can always be written as JSON.
        let part = serde_json::to_string(self).unwrap_or_default();
        let checksum = checksum(&part);
        let Format { name, version, .. } = FORMAT;
        format!(r#"{{"format":"{name}","version":{version},"checksum":"{checksum}","part":{part}}}"#) + "\n"
    }

    /// Reads a part and checks that it is whole.
    ///
    /// # Errors
    /// When the text is not a part of a run, or is damaged.
    pub fn from_json(json: &str) -> Result<Self, PartError> {
        FORMAT.check(json)?;
        let file: File = serde_json::from_str(json).map_err(|error| PartError::Damaged(error.to_string()))?;
        let part = file.part;
        if checksum(&serde_json::to_string(&part).unwrap_or_default()) != file.checksum {
            return Err(PartError::Damaged(
                "the checksum does not match: the file was changed after it was written".to_owned(),
            ));
        }
        part.check().map_err(PartError::Damaged)?;
        Ok(part)
    }

    /// Checks that the runs, their groups and their games are complete.
    fn check(&self) -> Result<(), String> {
        if let Some(fault) = self.question.fault(self.runs.len()) {
            return Err(fault);
        }
        let expected = self.shard.groups(self.groups);
        for run in &self.runs {
            let seats = usize::from(run.seats.count());
            if run.lineup.len() != seats || !(1..=run.seats.count()).contains(&run.seatings) {
                return Err(format!("{} bots for {seats} seats", run.lineup.len()));
            }
            if !run.groups.iter().map(|group| group.number).eq(expected.clone()) {
                return Err(format!(
                    "part {} of {} groups must have the groups from {} up to, but not including, {}",
                    self.shard, self.groups, expected.start, expected.end
                ));
            }
            for group in &run.groups {
                let is_whole = group.games.iter().map(|game| game.seating).eq(0..run.seatings)
                    && group
                        .games
                        .iter()
                        .all(|game| game.shares.len() == seats && game.values.len() == run.metrics.len())
                    && group.games.iter().all(|game| {
                        game.luck.len() == run.indicators()
                            && game.luck.iter().all(|luck| luck.len() == seats)
                    })
                    && group
                        .games
                        .iter()
                        .filter_map(|game| game.forfeit.as_ref())
                        .all(|forfeit| run.seats.contains(forfeit.seat));
                if !is_whole {
                    return Err(format!("group {} is incomplete", group.number));
                }
            }
        }
        Ok(())
    }

    /// The difference that makes the two parts of different runs; `None` when they belong to one run.
    fn differs_from(&self, other: &Self) -> Option<String> {
        let differ = |what: &str, one: &dyn fmt::Display, other: &dyn fmt::Display| {
            Some(format!("{what} {one}, not {other}"))
        };
        if self.question != other.question {
            return Some("it answers another question".to_owned());
        }
        if self.shard.of != other.shard.of {
            return differ("the number of parts is", &self.shard.of, &other.shard.of);
        }
        if self.groups != other.groups {
            return differ("the number of groups is", &self.groups, &other.groups);
        }
        if self.runs.len() != other.runs.len() {
            return differ("the number of rulesets is", &self.runs.len(), &other.runs.len());
        }
        self.runs.iter().zip(&other.runs).find_map(|(one, other)| one.setting_differs(other))
    }
}

/// Merges the parts of a run, given in any order, each with a name for error messages.
///
/// # Errors
/// When the parts are not all those of one run, each given once.
pub fn merge(mut parts: Vec<(String, Part)>) -> Result<Part, MergeError> {
    // Errors name the parts in the order given; the groups are joined in the order of the parts' numbers.
    let (first, pattern) = parts.first().ok_or(MergeError::Nothing)?;
    for (place, (name, part)) in parts.iter().enumerate() {
        if let Some(what) = part.differs_from(pattern) {
            return Err(MergeError::OtherRun { name: name.clone(), first: first.clone(), what });
        }
        if let Some((before, _)) = parts[..place].iter().find(|(_, other)| other.shard == part.shard) {
            return Err(MergeError::Twice { name: name.clone(), first: before.clone(), shard: part.shard });
        }
    }
    let (first, of) = (first.clone(), pattern.shard.of);
    parts.sort_by_key(|(_, part)| part.shard.number);
    if parts.len() < of as usize {
        let there: Vec<u32> = parts.iter().map(|(_, part)| part.shard.number).collect();
        let missing = (1..=of).filter(|number| there.binary_search(number).is_err());
        return Err(MergeError::Missing { first, of, missing: few(missing) });
    }
    let mut joined: Option<Part> = None;
    for (_, part) in parts {
        match &mut joined {
            None => joined = Some(part),
            Some(whole) => {
                for (whole, run) in whole.runs.iter_mut().zip(part.runs) {
                    whole.groups.extend(run.groups);
                }
            }
        }
    }
    let whole = joined.ok_or(MergeError::Nothing)?;
    Ok(Part { shard: Shard::WHOLE, ..whole })
}

/// The first few numbers and the count of the others, for a message.
fn few(numbers: impl Iterator<Item = u32>) -> String {
    const SHOWN: usize = 10;
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    let told = numbers[..numbers.len().min(SHOWN)].join(", ");
    match numbers.len().saturating_sub(SHOWN) {
        0 => told,
        more => format!("{told} and {more} more"),
    }
}

/// 64-bit FNV-1a: it detects damage, not forgery.
fn checksum(text: &str) -> String {
    let take = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, take))
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
    fn the_checksum_is_that_of_the_published_vectors() {
        assert_eq!(checksum(""), "cbf29ce484222325");
        assert_eq!(checksum("a"), "af63dc4c8601ec8c");
        assert_eq!(checksum("foobar"), "85944171f73967e8");
    }
}
