//! The errors of rulesets, worded for the person who wrote the ruleset.

use crate::ground::sentences::sentences;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::schema::quoted;

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

/// The reason why a ruleset is refused. Every error except [`RulesetError::Faults`] stops reading at once.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum RulesetError {
    /// The game has no ruleset of this name.
    #[error("{}there is no ruleset `{name}` of {game}{suggestion}; there are {}{}", at(asked_by.as_deref()), quoted(known.iter().copied()), hint_at_files(name))]
    Unknown {
        /// The game.
        game: &'static str,
        /// The requested name.
        name: String,
        /// `; did you mean ...?` when a known name is similar.
        suggestion: String,
        /// The known names.
        known: Vec<&'static str>,
        /// The place of the `extends` that requested it, if any.
        asked_by: Option<Box<SourceLine>>,
    },
    /// A file cannot be read.
    #[error("{}the ruleset {} cannot be read: {source}", at(asked_by.as_deref()), path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
        /// The place of the `extends` that requested it, if any.
        asked_by: Option<Box<SourceLine>>,
    },
    /// A file is too long for a ruleset.
    #[error("{origin}: longer than {most} bytes, which is more than any ruleset needs")]
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
    /// Rulesets extend each other in a circle.
    #[error("{place}: `extends` forms a cycle: {chain}")]
    Loop {
        /// The `extends` that closes the circle.
        place: SourceLine,
        /// The rulesets in order, joined by arrows, with the first one repeated at the end.
        chain: String,
    },
    /// A ruleset that is not in a file extends a file, whose path would have no base folder.
    #[error("{place}: `extends = \"{path}\"`: only a file can extend another file; this can extend {}", quoted(known.iter().copied()))]
    ExtendsFile {
        /// The `extends`.
        place: SourceLine,
        /// The path it names.
        path: String,
        /// The embedded rulesets.
        known: Vec<&'static str>,
    },
    /// Values are wrong: every fault found, in the order of the files in the chain and of their lines.
    #[error("{}", one_a_line(.0))]
    Faults(Vec<PlacedFault>),
    /// A ruleset cannot be written as TOML.
    #[error("the ruleset cannot be written as TOML: {0}")]
    Unwritable(String),
}

sentences!(RulesetError);

/// The way to name a file, for a name that does not look like one.
fn hint_at_files(name: &str) -> &'static str {
    let looks_like_a_path = name.contains(['/', '\\'])
        || Path::new(name).extension().is_some_and(|extension| extension == "toml");
    if looks_like_a_path { "" } else { ", and a file is named by a path that ends in .toml" }
}

fn at(place: Option<&SourceLine>) -> String {
    place.map_or_else(String::new, |place| format!("{place}: "))
}

pub(crate) fn one_a_line(faults: &[PlacedFault]) -> String {
    faults.iter().map(PlacedFault::to_string).collect::<Vec<_>>().join("\n")
}
