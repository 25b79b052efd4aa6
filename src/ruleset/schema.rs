//! What a field of a ruleset means and what it may hold.

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

/// What a field may hold.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number within bounds.
    Integer {
        /// The least allowed.
        least: i64,
        /// The greatest allowed.
        most: i64,
    },
    /// `true` or `false`.
    Boolean,
    /// One of these words.
    Choice(&'static [Choice]),
    /// Any text; the game itself reads it (a board, an effect).
    Text,
    /// A list of values, each of this kind.
    List {
        /// What each value may be.
        each: &'static Kind,
        /// The fewest values.
        least: usize,
        /// The most values.
        most: usize,
    },
    /// A table with one value for each of these keys, all needed.
    Table {
        /// The keys, all of them.
        keys: &'static [&'static str],
        /// What each value may be.
        each: &'static Kind,
    },
    /// One of several forms.
    Either(&'static Kind, &'static Kind),
}

/// One word that a field may hold, and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The word, in `kebab-case`.
    pub word: &'static str,
    /// What it means: a short clause without its final point.
    pub meaning: &'static str,
}
