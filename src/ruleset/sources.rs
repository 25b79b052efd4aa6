//! The source texts of a ruleset, and the text and line of each value.
//!
//! All texts of a chain of `extends` share one range of positions, each text after the previous one, like the source
//! files of a program in a compiler. The tree of a ruleset therefore needs only the spans of the TOML parser, shifted
//! by the start of their text, and every value still has its file and line after merging.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{FoundFaults, Origin, PlacedFault, PlacedFaults, RulesetError, SourceLine};
use crate::common::order::sort_by_key;
use crate::common::words::shortened;

/// A value with its position in [`Sources`].
pub(crate) type Node<'a> = Spanned<DeValue<'a>>;

/// A table in which keys and values have their positions in [`Sources`].
pub(crate) type Tree<'a> = DeTable<'a>;

/// The texts of a chain of `extends`: the requested one first, then the ones that it extends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources(Vec<Source>);

#[derive(Clone, Debug)]
struct Source {
    origin: Origin,
    /// The position of the text's first byte.
    start: usize,
    text: String,
    /// The byte at which each line starts, so that locating many faults takes only one pass over the text.
    lines: Vec<usize>,
}

impl Sources {
    /// Adds a text, which the previous one extends.
    pub(crate) fn add(&mut self, origin: Origin, text: String) {
        let start = self.0.last().map_or(0, |last| last.start + last.text.len() + 1);
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect();
        self.0.push(Source { origin, start, text, lines });
    }

    /// The origin of each text.
    pub(crate) fn origins(&self) -> impl ExactSizeIterator<Item = &Origin> {
        self.0.iter().map(|source| &source.origin)
    }

    /// Parses the values of one text.
    pub(crate) fn tree(&self, index: usize) -> Result<Tree<'_>, RulesetError> {
        let Some(source) = self.0.get(index) else { return Ok(Tree::new()) };
        match DeTable::parse(&source.text) {
            Ok(table) => Ok(moved_table(table.into_inner(), source.start)),
            Err(error) => Err(source.syntax(&error)),
        }
    }

    /// Returns the index of the text that contains this position. The requested text is 0.
    pub(crate) fn index(&self, position: usize) -> usize {
        self.0.partition_point(|source| source.start <= position).saturating_sub(1)
    }

    /// Sorts the faults by file and line; those of a file as a whole come first.
    pub(crate) fn placed(&self, faults: FoundFaults) -> PlacedFaults {
        let FoundFaults { mut first, more } = faults;
        sort_by_key(&mut first, |(position, _, _)| *position);
        let placed = |(position, field, problem)| PlacedFault { place: self.place(position), field, problem };
        PlacedFaults { first: first.into_iter().map(placed).collect(), more }
    }

    /// Returns the file and line of this position; without a position, the requested file as a whole.
    pub(crate) fn place(&self, position: Option<usize>) -> SourceLine {
        match (self.0.get(position.map_or(0, |position| self.index(position))), position) {
            (None, _) => SourceLine { origin: Origin::Text, line: None },
            (Some(source), None) => SourceLine { origin: source.origin.clone(), line: None },
            (Some(source), Some(position)) => {
                let (line, _) = source.line_of(position - source.start);
                SourceLine { origin: source.origin.clone(), line: Some(line) }
            }
        }
    }
}

impl Source {
    fn syntax(&self, error: &toml::de::Error) -> RulesetError {
        let byte = error.span().map_or(0, |span| span.start).min(self.text.len());
        let (line, start) = self.line_of(byte);
        let column = String::from_utf8_lossy(&self.text.as_bytes()[start..byte]).chars().count() + 1;
        let place = SourceLine { origin: self.origin.clone(), line: Some(line) };
        // The parser's messages may contain line ends, but an error must be one line.
        let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        RulesetError::Syntax { place, column, message: shortened(&message, 400) }
    }

    /// Returns the line of a byte, from 1, and the byte at which the line starts.
    fn line_of(&self, byte: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|start| *start <= byte);
        (line, self.lines[line - 1])
    }
}

fn moved_table(table: Tree<'_>, by: usize) -> Tree<'_> {
    table
        .into_iter()
        .map(|(key, value)| {
            let span = key.span();
            (Spanned::new(span.start + by..span.end + by, key.into_inner()), moved(value, by))
        })
        .collect()
}

fn moved(value: Node<'_>, by: usize) -> Node<'_> {
    let span = value.span();
    let inner = match value.into_inner() {
        DeValue::Array(values) => DeValue::Array(values.into_iter().map(|value| moved(value, by)).collect()),
        DeValue::Table(table) => DeValue::Table(moved_table(table, by)),
        leaf => leaf,
    };
    Spanned::new(span.start + by..span.end + by, inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_by_characters() {
        for (text, place) in [
            ("?", "text:1:2"),
            ("a = 1\n\nb = ?", "text:3:5"),
            ("ää ?", "text:1:4"),
            ("a = \"ä\" ?", "text:1:9"),
        ] {
            let mut sources = Sources::default();
            sources.add(Origin::Text, text.to_owned());
            let error = sources.tree(0).expect_err("not TOML").to_string();
            assert!(error.starts_with(&format!("{place}: ")), "{text}: {error}");
        }
    }

    #[test]
    fn a_position_names_its_text_and_line() {
        let mut sources = Sources::default();
        sources.add(Origin::Embedded("upper"), "a = 1\n".to_owned());
        sources.add(Origin::Embedded("lower"), "\nb = 2\n".to_owned());
        let tree = sources.tree(1).expect("the text is TOML");
        let position = tree.keys().next().map(|key| key.span().start);
        assert_eq!(sources.place(position).to_string(), "ruleset lower:2");
        assert_eq!(sources.place(Some(0)).to_string(), "ruleset upper:1");
        assert_eq!(sources.place(None).to_string(), "ruleset upper");
    }
}
