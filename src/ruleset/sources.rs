//! The source texts of a ruleset, and the text and line of each value.
//!
//! All texts of a chain of `extends` share one range of positions, each text after the previous one, like the
//! source files of a program in a compiler. The tree of a ruleset therefore needs only the spans of the TOML
//! parser, shifted by the start of their text, and still knows the file and line of each value after merging.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{Origin, PlacedFault, RulesetError, SourceLine};
use crate::ground::order::sort_by_key;

/// A value with its position in [`Sources`].
pub(crate) type Node<'a> = Spanned<DeValue<'a>>;

/// A table whose keys and values have their positions in [`Sources`].
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
}

impl Sources {
    /// Adds a text, which the previous one extends.
    pub(crate) fn add(&mut self, origin: Origin, text: String) {
        let start = self.0.last().map_or(0, |last| last.start + last.text.len() + 1);
        self.0.push(Source { origin, start, text });
    }

    /// The origin of each text.
    pub(crate) fn origins(&self) -> impl ExactSizeIterator<Item = &Origin> {
        self.0.iter().map(|source| &source.origin)
    }

    /// The values of one text.
    pub(crate) fn tree(&self, index: usize) -> Result<Tree<'_>, RulesetError> {
        let Some(source) = self.0.get(index) else { return Ok(Tree::new()) };
        match DeTable::parse(&source.text) {
            Ok(table) => Ok(moved_table(table.into_inner(), source.start)),
            Err(error) => Err(source.syntax(&error)),
        }
    }

    /// The index of the text that contains this position; the requested text is 0.
    pub(crate) fn index(&self, position: usize) -> usize {
        self.0.partition_point(|source| source.start <= position).saturating_sub(1)
    }

    /// The faults, each a position, a field and a problem, in the order of files and lines; those of the file as a whole
    /// come first.
    pub(crate) fn placed(&self, mut faults: Vec<(Option<usize>, String, String)>) -> Vec<PlacedFault> {
        sort_by_key(&mut faults, |(position, _, _)| *position);
        let placed = |(position, field, problem)| PlacedFault { place: self.place(position), field, problem };
        faults.into_iter().map(placed).collect()
    }

    /// The file and line of this position; without a position, the requested file as a whole.
    pub(crate) fn place(&self, position: Option<usize>) -> SourceLine {
        match (self.0.get(position.map_or(0, |position| self.index(position))), position) {
            (None, _) => SourceLine { origin: Origin::Text, line: None },
            (Some(source), None) => SourceLine { origin: source.origin.clone(), line: None },
            (Some(source), Some(position)) => {
                let (line, _) = line_and_column(&source.text, position - source.start);
                SourceLine { origin: source.origin.clone(), line: Some(line) }
            }
        }
    }
}

impl Source {
    fn syntax(&self, error: &toml::de::Error) -> RulesetError {
        let (line, column) = line_and_column(&self.text, error.span().map_or(0, |span| span.start));
        let place = SourceLine { origin: self.origin.clone(), line: Some(line) };
        // The parser's messages may contain line ends, but an error is one line.
        let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        RulesetError::Syntax { place, column, message }
    }
}

/// The line and the column of a byte, both from 1.
pub(crate) fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..byte.min(text.len())];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let line = before.split(|byte| *byte == b'\n').count();
    let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
    (line, column)
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
        assert_eq!(line_and_column("", 0), (1, 1));
        assert_eq!(line_and_column("ab\ncd", 4), (2, 2));
        assert_eq!(line_and_column("ää x", 5), (1, 4));
        assert_eq!(line_and_column("a\n", 99), (2, 1));
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
