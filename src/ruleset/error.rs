//! The errors of rulesets, worded for the person who wrote the ruleset.

use crate::common::sentences::sentences;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::schema::quoted;
use crate::common::words::{separated, shortened};

/// The source of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An embedded ruleset, by name.
    Embedded(&'static str),
    /// A file.
    File(PathBuf),
    /// A text given by the program.
    Text,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Embedded(name) => write!(f, "ruleset {name}"),
            Self::File(path) => path.display().fmt(f),
            Self::Text => f.write_str("text"),
        }
    }
}

/// A place in a ruleset: `rules/mine.toml:12`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The source.
    pub origin: Origin,
    /// The line, from 1; `None` for the source as a whole.
    pub line: Option<usize>,
}

impl fmt::Display for SourceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.origin.fmt(f)?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))
    }
}

/// A fault with its place: `FILE:LINE: field: problem`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedFault {
    /// The place of the value, or the nearest place to where it should be.
    pub place: SourceLine,
    /// The field, as a path from the top of the file: `movement.hare`, `decks.1[3]`.
    pub field: String,
    /// The problem and the allowed values.
    pub problem: String,
}

impl fmt::Display for PlacedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, field, problem } = self;
        if field.is_empty() {
            write!(f, "{place}: {problem}")
        } else {
            write!(f, "{place}: {field}: {problem}")
        }
    }
}

/// The number of faults that are reported; the rest are only counted.
const REPORTED: usize = 20;

/// Faults with their places, in the order of the files and of their lines. Its `Display` has one line for each fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedFaults {
    /// The first twenty.
    pub first: Vec<PlacedFault>,
    /// The number of further faults.
    pub more: usize,
}

impl fmt::Display for PlacedFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&separated(&self.first, "\n"))?;
        if self.more > 0 { write!(f, "\nand {} more", self.more) } else { Ok(()) }
    }
}

impl FromIterator<PlacedFault> for PlacedFaults {
    fn from_iter<I: IntoIterator<Item = PlacedFault>>(faults: I) -> Self {
        let mut faults = faults.into_iter();
        Self { first: faults.by_ref().take(REPORTED).collect(), more: faults.count() }
    }
}

/// The faults found so far in a text, each with a position, a field and a problem. Refusing a text with thousands of
/// faults takes no longer than reading it, because only the first ones are put into words.
#[derive(Debug, Default)]
pub(crate) struct FoundFaults {
    pub(crate) first: Vec<(Option<usize>, String, String)>,
    pub(crate) more: usize,
}

impl FoundFaults {
    pub(crate) fn add(&mut self, position: Option<usize>, field: &str, problem: impl FnOnce() -> String) {
        self.add_found(|| (position, field.to_owned(), problem()));
    }

    /// Adds a fault that takes a search to locate.
    pub(crate) fn add_found(&mut self, fault: impl FnOnce() -> (Option<usize>, String, String)) {
        if self.first.len() < REPORTED {
            let (position, field, problem) = fault();
            self.first.push((position, shortened(&field, 100), problem));
        } else {
            self.more += 1;
        }
    }

    /// The number of faults found.
    pub(crate) fn count(&self) -> usize {
        self.first.len() + self.more
    }
}

/// The reason why a ruleset is refused. All errors except [`RulesetError::Faults`] stop the reading at once.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum RulesetError {
    /// The game has no ruleset of this name.
    #[error("{}there is no ruleset `{}` of {game}{suggestion}; there are {}{}", at(asked_by.as_deref()), shortened(name, 40), quoted(known.iter().copied()), hint_at_files(name))]
    Unknown {
        /// The game.
        game: &'static str,
        /// The requested name.
        name: String,
        /// `; did you mean ...?` when a known name is similar.
        suggestion: String,
        /// The known names.
        known: Vec<&'static str>,
        /// The place of the `extends` that named it, if any.
        asked_by: Option<Box<SourceLine>>,
    },
    /// A file cannot be read.
    #[error("{}the ruleset {} cannot be read: {source}", at(asked_by.as_deref()), path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
        /// The place of the `extends` that named it, if any.
        asked_by: Option<Box<SourceLine>>,
    },
    /// A file is too long for a ruleset.
    #[error("{origin}: longer than {most} bytes, more than any ruleset needs")]
    TooLong {
        /// The file.
        origin: Origin,
        /// The maximum number of bytes.
        most: usize,
    },
    /// A file is not UTF-8.
    #[error("{place}: not UTF-8 text: save the file in UTF-8")]
    NotUtf8 {
        /// The file and the first line that is not UTF-8.
        place: SourceLine,
    },
    /// A file is not TOML.
    #[error("{place}:{column}: not TOML: {message}")]
    Syntax {
        /// The file and the line.
        place: SourceLine,
        /// The character in the line, from 1.
        column: usize,
        /// The parser's message.
        message: String,
    },
    /// Rulesets extend each other in a loop.
    #[error("{place}: `extends` forms a cycle: {chain}")]
    Loop {
        /// The `extends` that closes the loop.
        place: SourceLine,
        /// The rulesets in order, joined by arrows, with the first one repeated at the end.
        chain: String,
    },
    /// A ruleset that is not in a file extends a file, so there is no folder that the path could be relative to.
    #[error("{place}: `extends = \"{}\"`: only a file can extend another file; this can extend {}", shortened(path, 40), quoted(known.iter().copied()))]
    ExtendsFile {
        /// The `extends`.
        place: SourceLine,
        /// The path it names.
        path: String,
        /// The embedded rulesets.
        known: Vec<&'static str>,
    },
    /// Some values are wrong.
    #[error("{0}")]
    Faults(PlacedFaults),
    /// A ruleset cannot be written as TOML.
    #[error("the ruleset cannot be written as TOML: {0}")]
    Unwritable(String),
}

sentences!(RulesetError);

/// Explains how to name a file, for a name that does not look like one.
fn hint_at_files(name: &str) -> &'static str {
    let looks_like_a_path = name.contains(['/', '\\'])
        || Path::new(name).extension().is_some_and(|extension| extension == "toml");
    if looks_like_a_path { "" } else { ", and a file is named by a path that ends in .toml" }
}

fn at(place: Option<&SourceLine>) -> String {
    place.map_or_else(String::new, |place| format!("{place}: "))
}
