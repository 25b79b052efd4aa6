//! What a field of a ruleset means and what it may hold.

use std::fmt;

use crate::words::listed;

/// One field of a ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its path in the file, tables joined by dots: `movement.hare`.
    pub path: &'static str,
    /// The clauses it settles: `AR-22`.
    pub clause: &'static str,
    /// What it means, with its unit: one sentence without its final point.
    pub meaning: &'static str,
    /// What it may hold.
    pub kind: Kind,
}

impl Field {
    /// A field with its path, clause, meaning and kind.
    pub const fn new(path: &'static str, clause: &'static str, meaning: &'static str, kind: Kind) -> Self {
        Self { path, clause, meaning, kind }
    }

    /// The table that it stands in, `""` at the top of the file, and its own key there.
    pub fn table_and_key(&self) -> (&'static str, &'static str) {
        self.path.rsplit_once('.').unwrap_or(("", self.path))
    }
}

/// What a field may hold. Its `Display` completes "must be": `a whole number from 1 to 6`.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number within bounds.
    Integer {
        /// The least allowed.
        least: i64,
        /// The greatest allowed.
        most: i64,
    },
    /// One of these words.
    Choice(&'static [Choice]),
    /// Any text; the game itself reads it (a board, an effect).
    Text,
    /// A list of values, each of this kind. A file that extends another replaces it whole.
    List {
        /// What each value may be.
        each: &'static Kind,
        /// The fewest values.
        least: usize,
        /// The most values.
        most: usize,
    },
    /// A table with one value for each of these keys, all needed. A file that extends another may give some.
    Table {
        /// The keys, all of them.
        keys: &'static [&'static str],
        /// What each value may be.
        each: &'static Kind,
    },
    /// A word that stands for no number, for example `none`, or a whole number within bounds.
    WordOrInteger {
        /// The word.
        word: Choice,
        /// The least allowed.
        least: i64,
        /// The greatest allowed.
        most: i64,
    },
}

/// One word that a field may hold, and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The word, in `kebab-case`.
    pub word: &'static str,
    /// What it means: a short clause without its final point.
    pub meaning: &'static str,
}

impl Kind {
    /// Every word that may stand somewhere in a value of this kind.
    pub fn choices(&self) -> &[Choice] {
        match self {
            Self::Integer { .. } | Self::Text => &[],
            Self::Choice(choices) => choices,
            Self::WordOrInteger { word, .. } => std::slice::from_ref(word),
            Self::List { each, .. } | Self::Table { each, .. } => each.choices(),
        }
    }

    /// The keys of its table form, in their order.
    pub(super) fn keys(&self) -> &'static [&'static str] {
        if let Self::Table { keys, .. } = self { keys } else { &[] }
    }

    /// What the values inside of its list or table form may be.
    pub(super) fn each(&self) -> Option<&'static Kind> {
        match self {
            Self::List { each, .. } | Self::Table { each, .. } => Some(each),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer { least, most } if least == most => write!(f, "the number {least}"),
            Self::Integer { least, most: i64::MAX } => write!(f, "a whole number of at least {least}"),
            Self::Integer { least, most } => write!(f, "a whole number from {least} to {most}"),
            Self::Choice([only]) => write!(f, "`{}`", only.word),
            Self::Choice(choices) => {
                write!(f, "one of {}", quoted(choices.iter().map(|choice| choice.word)))
            }
            Self::Text => f.write_str("a text"),
            Self::List { each, least, most } => {
                write!(f, "a list of {}, each {each}", amount(*least, *most))
            }
            Self::Table { keys, each } => {
                write!(f, "a table with a value for each of {}, {each}", quoted(keys.iter().copied()))
            }
            Self::WordOrInteger { word, least, most } => {
                write!(f, "`{}`, or {}", word.word, Self::Integer { least: *least, most: *most })
            }
        }
    }
}

/// `3 values`, `2 to 5 values`: how long a list may be.
pub(super) fn amount(least: usize, most: usize) -> String {
    match (least, most) {
        (1, 1) => "1 value".to_owned(),
        (least, most) if least == most => format!("{least} values"),
        (0, usize::MAX) => "any number of values".to_owned(),
        (least, usize::MAX) => format!("at least {least} values"),
        (least, most) => format!("{least} to {most} values"),
    }
}

/// The words in backquotes: `` `a`, `b` and `c` ``.
pub(super) fn quoted<'a>(words: impl Iterator<Item = &'a str>) -> String {
    listed(&words.map(|word| format!("`{word}`")).collect::<Vec<_>>())
}

/// What a ruleset says about itself: the fields of [`super::Title`], and what it extends.
pub(super) const TITLE: &[Field] = &[
    Field {
        path: "ruleset.name",
        clause: "",
        meaning: "the name of the ruleset, in lower case with hyphens",
        kind: Kind::Text,
    },
    Field {
        path: "ruleset.about",
        clause: "",
        meaning: "one sentence: whose rules these are",
        kind: Kind::Text,
    },
    Field {
        path: "ruleset.extends",
        clause: "",
        meaning: "the ruleset or the file whose values hold where this file gives none",
        kind: Kind::Text,
    },
    Field {
        path: "ruleset.reconstructed",
        clause: "",
        meaning: "what of it no source gave and was made up to fill the gap",
        kind: Kind::List { each: &Kind::Text, least: 0, most: usize::MAX },
    },
];
