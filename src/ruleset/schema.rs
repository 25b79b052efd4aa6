//! The schema of rulesets: the meaning and the allowed values of each field.

use std::fmt;

use crate::common::words::{counted, listed};

/// One field of a ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The path in the file, with tables joined by dots: `movement.hare`.
    pub path: &'static str,
    /// The clauses that the field decides: `AR-22`.
    pub clause: &'static str,
    /// The meaning with its unit: one sentence without its final full stop.
    pub meaning: &'static str,
    /// The allowed values.
    pub kind: Kind,
    /// A phrase for a ruleset with a given value, used to describe steps ([`change_in_words`](super::change_in_words)):
    /// `a hand of {} cards`. `{key}` stands for the key in a table, `{index}` for the index in a list (counted from 0;
    /// words of a text are counted from 1), `{place}` for the place there (1st, 2nd), and `{row}` for the place in the
    /// outer one of two lists. Empty if the meaning says enough.
    pub phrase: &'static str,
    /// The metrics that the field changes by definition, so that the change says nothing about play: `stream-stops` for
    /// the effect of a stream. A star at the end of a name matches any continuation.
    pub defines: &'static [&'static str],
}

impl Field {
    /// Creates a field.
    pub const fn new(path: &'static str, clause: &'static str, meaning: &'static str, kind: Kind) -> Self {
        Self { path, clause, meaning, kind, phrase: "", defines: &[] }
    }

    /// Sets a phrase for the field's values.
    #[must_use]
    pub const fn phrase(self, phrase: &'static str) -> Self {
        Self { phrase, ..self }
    }

    /// Sets the metrics that the field changes by definition.
    #[must_use]
    pub const fn defines(self, metrics: &'static [&'static str]) -> Self {
        Self { defines: metrics, ..self }
    }

    /// Returns whether a change of this field changes the metric called `name` by definition.
    pub fn is_definition_of(&self, name: &str) -> bool {
        let is_meant =
            |known: &&str| known.strip_suffix('*').map_or(*known == name, |begin| name.starts_with(begin));
        self.defines.iter().any(is_meant)
    }

    /// Returns the table of the field (`""` at the top of the file), and its key in that table.
    pub fn table_and_key(&self) -> (&'static str, &'static str) {
        self.path.rsplit_once('.').unwrap_or(("", self.path))
    }
}

/// The allowed values of a field. Its `Display` completes "must be": `a whole number from 1 to 6`.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number within bounds.
    Integer {
        /// The smallest allowed number.
        least: i64,
        /// The largest allowed number.
        most: i64,
    },
    /// One of these words.
    Choice(&'static [Choice]),
    /// Any text; the game itself parses it (a board, an effect).
    Text,
    /// A list of values of one kind. A file that extends another replaces the list as a whole.
    List {
        /// The kind of each value.
        each: &'static Kind,
        /// The smallest number of values.
        least: usize,
        /// The largest number of values.
        most: usize,
    },
    /// A table with one value for each key. All keys are required, but a file that extends another may give
    /// only some.
    Table {
        /// All keys.
        keys: &'static [&'static str],
        /// The kind of each value.
        each: &'static Kind,
    },
    /// A whole number within bounds, or a word for no number, for example `none`.
    WordOrInteger {
        /// The word.
        word: Choice,
        /// The smallest allowed number.
        least: i64,
        /// The largest allowed number.
        most: i64,
    },
}

/// An allowed word and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The word, in `kebab-case`.
    pub word: &'static str,
    /// The meaning: a short clause without its final full stop.
    pub meaning: &'static str,
}

impl Kind {
    /// Lists all words that are allowed anywhere in a value of this kind.
    pub fn choices(&self) -> &[Choice] {
        match self {
            Self::Integer { .. } | Self::Text => &[],
            Self::Choice(choices) => choices,
            Self::WordOrInteger { word, .. } => std::slice::from_ref(word),
            Self::List { each, .. } | Self::Table { each, .. } => each.choices(),
        }
    }

    /// The keys of a table kind, in order.
    pub(super) fn keys(&self) -> &'static [&'static str] {
        if let Self::Table { keys, .. } = self { keys } else { &[] }
    }

    /// The kind of the values in a list or table kind.
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

/// Writes the allowed length of a list: `3 values`, `2 to 5 values`.
pub(super) fn amount(least: usize, most: usize) -> String {
    match (least, most) {
        (least, most) if least == most => counted(least as i64, "value", "values"),
        (0, usize::MAX) => "any number of values".to_owned(),
        (least, usize::MAX) => format!("at least {least} values"),
        (least, most) => format!("{least} to {most} values"),
    }
}

/// Lists words in backquotes: `` `a`, `b` and `c` ``.
pub(crate) fn quoted<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    listed(words.into_iter().map(|word| format!("`{word}`")))
}

/// The fields of the table `[ruleset]`: those of [`super::Title`], and `extends`.
pub(super) const TITLE: &[Field] = &[
    Field::new("ruleset.name", "", "the name of the ruleset, in lower case with hyphens", Kind::Text),
    Field::new("ruleset.about", "", "one sentence about the origin of the rules", Kind::Text),
    Field::new(
        "ruleset.extends",
        "",
        "the ruleset or the file that supplies the values missing here",
        Kind::Text,
    ),
    Field::new(
        "ruleset.reconstructed",
        "",
        "the parts that no source states, reconstructed to fill the gap",
        Kind::List { each: &Kind::Text, least: 0, most: usize::MAX },
    ),
];
