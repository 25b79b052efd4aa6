//! Why a ruleset is refused, in words for the person who wrote it.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// What a ruleset or a part of it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A ruleset of the library, by name.
    Embedded(&'static str),
    /// A file.
    File(PathBuf),
    /// A text that was handed in.
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
pub struct Place {
    /// The file, or what stands for one.
    pub origin: Origin,
    /// The line, from 1; nothing when it is the file as a whole.
    pub line: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.origin.fmt(f)?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))
    }
}

/// A fault with the place where it was written; `FILE:LINE: field: problem`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedFault {
    /// Where it was written, or what stands nearest to where it should be.
    pub place: Place,
    /// The field, as a path from the top of the file: `movement.hare`, `decks.1[3]`.
    pub field: String,
    /// What is wrong, and what would be right.
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

/// Why a ruleset is refused. Everything but [`RulesetError::Faults`] stops the reading at once.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RulesetError {
    /// The game has no ruleset of this name.
    #[error("{}there is no ruleset `{name}` of {game}{suggestion}; there are {known}, and a file is named by a path that ends in .toml", at(asked_by.as_deref()))]
    Unknown {
        /// The game.
        game: &'static str,
        /// The name asked for.
        name: String,
        /// `; did you mean ...?`, when a name is near.
        suggestion: String,
        /// The names that there are.
        known: String,
        /// Where it was asked for, when it was by `extends`.
        asked_by: Option<Box<Place>>,
    },
    /// A file cannot be read.
    #[error("{}the ruleset {} cannot be read: {source}", at(asked_by.as_deref()), path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
        /// Where it was asked for, when it was by `extends`.
        asked_by: Option<Box<Place>>,
    },
    /// A file is longer than any ruleset.
    #[error("{origin}: longer than {most} bytes, which is more than any ruleset needs")]
    TooLong {
        /// The file.
        origin: Origin,
        /// The most bytes that are read.
        most: usize,
    },
    /// A file is not text in UTF-8.
    #[error("{place}: not a text in UTF-8: save the file in that encoding")]
    NotUtf8 {
        /// The file and the line where it stops being text.
        place: Place,
    },
    /// A file is not TOML.
    #[error("{place}:{column}: not TOML: {message}")]
    Syntax {
        /// The file and the line.
        place: Place,
        /// The character in the line, from 1.
        column: usize,
        /// What was found and what was expected.
        message: String,
    },
    /// Rulesets extend each other in a circle.
    #[error("{place}: `extends` goes in a circle: {chain}")]
    Loop {
        /// The `extends` that closes the circle.
        place: Place,
        /// The rulesets in their order, joined by arrows, the first one again at the end.
        chain: String,
    },
    /// A ruleset that is not a file extends a file, which has no path to start from.
    #[error("{place}: `extends = \"{path}\"`: only a file can extend another file; this can extend {known}")]
    ExtendsFile {
        /// The `extends`.
        place: Place,
        /// The path it names.
        path: String,
        /// The rulesets of the library.
        known: String,
    },
    /// Values are wrong: all that could be found, in the order of the chain of files and of their lines.
    #[error("{}", one_a_line(.0))]
    Faults(Vec<PlacedFault>),
    /// A ruleset cannot be written as TOML.
    #[error("the ruleset cannot be written as TOML: {0}")]
    Unwritable(String),
}

fn at(place: Option<&Place>) -> String {
    place.map_or_else(String::new, |place| format!("{place}: "))
}

fn one_a_line(faults: &[PlacedFault]) -> String {
    faults.iter().map(PlacedFault::to_string).collect::<Vec<_>>().join("\n")
}
