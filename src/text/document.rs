//! Text for people in structured parts, so that it can be written as plain text, as Markdown, and as a web page.

use std::fmt::Write as _;

use crate::common::plain::{markdown, plain};
use crate::common::words::separated;

/// The number of columns of plain text, small enough for quoted e-mail.
const WIDTH: usize = 76;
/// The minimum number of columns of a cell with wrapped text.
const NARROWEST: usize = 24;

/// A text for people: a report, or a page for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The title.
    pub title: String,
    /// The parts in order.
    pub parts: Vec<Part>,
}

/// A part of a document. Words between backquotes belong to a formal language, such as that of orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The heading of a section.
    Heading(String),
    /// A paragraph.
    Paragraph(String),
    /// A list.
    List(Vec<String>),
    /// A table: its column headings, then its rows.
    Table(Vec<String>, Vec<Vec<String>>),
    /// Lines that are kept as they are.
    Code(String),
    /// Numbered items, each with lines below it.
    Turns(Vec<(String, Vec<String>)>),
    /// The board in characters. A web page shows a picture instead.
    Board(String),
}

impl Document {
    /// Reads a document in simple Markdown: headings, paragraphs, lists, tables and code.
    pub(crate) fn read(title: &str, markdown: &str) -> Self {
        let mut parts = Vec::new();
        let mut lines = markdown.lines().peekable();
        while let Some(line) = lines.next() {
            if line.is_empty() {
                continue;
            }
            if let Some(heading) = line.strip_prefix("# ") {
                parts.push(Part::Heading(heading.to_owned()));
            } else if line.starts_with("```") {
                let code: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
                parts.push(Part::Code(code.join("\n")));
            } else if line.starts_with('|') {
                // The line below the column headings is only a rule.
                lines.next();
                let mut rows = Vec::new();
                while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                    rows.push(cells(row));
                }
                parts.push(Part::Table(cells(line), rows));
            } else {
                let mut text = line.to_owned();
                while let Some(next) = lines.next_if(|line| !line.is_empty() && !line.starts_with("* ")) {
                    text.push(' ');
                    text.push_str(next.trim());
                }
                match (text.strip_prefix("* "), parts.last_mut()) {
                    (Some(item), Some(Part::List(items))) => items.push(item.to_owned()),
                    (Some(item), _) => parts.push(Part::List(vec![item.to_owned()])),
                    (None, _) => parts.push(Part::Paragraph(text)),
                }
            }
        }
        Self { title: title.to_owned(), parts }
    }

    /// Returns the parts of the document below a heading.
    pub(crate) fn below(&self, heading: &str) -> impl Iterator<Item = &Part> {
        let is_heading = |part: &&Part| **part == Part::Heading(heading.to_owned());
        let mut parts = self.parts.iter().skip_while(move |part| !is_heading(part));
        parts.next();
        parts.take_while(|part| !matches!(part, Part::Heading(_)))
    }

    /// Writes the document as plain text.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", plain(&self.title));
        for part in &self.parts {
            text.push('\n');
            match part {
                Part::Heading(heading) => {
                    let _ = writeln!(text, "{heading}\n{}", "-".repeat(heading.chars().count()));
                }
                Part::Paragraph(words) => wrap(&mut text, "", "", &plain(words)),
                Part::List(items) => {
                    for item in items {
                        wrap(&mut text, "  ", "    ", &plain(item));
                    }
                }
                Part::Table(head, rows) => table_text(&mut text, head, rows),
                Part::Code(lines) | Part::Board(lines) => {
                    let _ = writeln!(text, "{}", lines.trim_end());
                }
                Part::Turns(turns) => {
                    for (index, (name, lines)) in turns.iter().enumerate() {
                        let _ = writeln!(text, "{}. {}", index + 1, plain(name));
                        for line in lines {
                            wrap(&mut text, "     ", "       ", &plain(line));
                        }
                    }
                }
            }
        }
        text
    }

    /// Writes the document as Markdown.
    pub fn to_markdown(&self) -> String {
        let mut text = format!("# {}\n", markdown(&self.title));
        for part in &self.parts {
            text.push('\n');
            let _ = match part {
                Part::Heading(heading) => writeln!(text, "## {heading}"),
                Part::Paragraph(words) => writeln!(text, "{}", markdown(words)),
                Part::List(items) => items.iter().try_for_each(|item| writeln!(text, "- {}", markdown(item))),
                Part::Table(head, rows) => {
                    text.push_str(&row_markdown(head));
                    let _ = writeln!(text, "|{}", "---|".repeat(head.len()));
                    rows.iter().try_for_each(|row| text.write_str(&row_markdown(row)))
                }
                Part::Code(lines) | Part::Board(lines) => {
                    writeln!(text, "```text\n{}\n```", lines.trim_end())
                }
                Part::Turns(turns) => turns.iter().enumerate().try_for_each(|(index, (name, lines))| {
                    writeln!(text, "{}. {}", index + 1, markdown(name))?;
                    lines.iter().try_for_each(|line| writeln!(text, "   - {}", markdown(line)))
                }),
            };
        }
        text
    }
}

fn row_markdown(cells: &[String]) -> String {
    format!("| {} |\n", separated(cells.iter().map(|cell| markdown(cell)), " | "))
}

/// Splits a table row into cells.
fn cells(row: &str) -> Vec<String> {
    row.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// Writes a small table as plain text, one row on each line.
pub(crate) fn table_in_columns(head: &[String], rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    table_text(&mut text, head, rows);
    text
}

/// Writes a table in columns and wraps the last one. If the other columns leave too little room for it, the cells of a
/// row are written below each other, each with its column heading.
fn table_text(text: &mut String, head: &[String], rows: &[Vec<String>]) {
    let all: Vec<&[String]> = std::iter::once(head).chain(rows.iter().map(Vec::as_slice)).collect();
    let width = |column: usize| {
        let cells = all.iter().filter_map(|row| row.get(column));
        cells.map(|cell| plain(cell).chars().count()).max().unwrap_or(0)
    };
    let last = head.len().saturating_sub(1);
    let widths: Vec<usize> = (0..last).map(width).collect();
    let margin = " ".repeat(2 + widths.iter().map(|width| width + 2).sum::<usize>());
    if margin.len() > WIDTH / 2 && margin.len() + width(last) > WIDTH {
        for row in rows {
            let cells = head.iter().zip(row).enumerate().filter(|(_, (_, cell))| !cell.is_empty());
            for (column, (label, cell)) in cells {
                let (indent, label) =
                    if column == 0 { ("  ", String::new()) } else { ("      ", format!("{label}: ")) };
                wrap(text, indent, "      ", &plain(&format!("{label}{cell}")));
            }
        }
        return;
    }
    for row in all {
        let Some((last, before)) = row.split_last() else { continue };
        let mut line = "  ".to_owned();
        for (cell, width) in before.iter().zip(&widths) {
            let _ = write!(line, "{:<width$}  ", plain(cell));
        }
        wrap(text, &line, &margin, &plain(last));
    }
}

/// Wraps words into lines, with the prefix `first` for the first line and `next` for the others.
fn wrap(text: &mut String, first: &str, next: &str, words: &str) {
    let mut line = first.to_owned();
    let room = WIDTH.max(next.chars().count() + NARROWEST);
    let mut is_begun = false;
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        if is_begun && line.chars().count() + 1 + word.chars().count() > room {
            text.push_str(line.trim_end());
            text.push('\n');
            next.clone_into(&mut line);
            is_begun = false;
        }
        if is_begun {
            line.push(' ');
        }
        line.push_str(word);
        is_begun = true;
    }
    text.push_str(line.trim_end());
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKDOWN: &str = "# Moves\n\nOne move\na line.\n\n* `back`\n* `to 22`,\n  or farther\n\n| order | meaning |\n|---|---|\n\
                            | `back` | to the tortoise |\n\n```text\nfirst: back\n```\n\n# Rest\n\nNothing.\n";

    #[test]
    fn markdown_is_read_in_parts_and_written_again() {
        let document = Document::read("Orders", MARKDOWN);
        assert_eq!(document.parts.len(), 7);
        assert_eq!(document.below("Moves").count(), 4);
        let written = document.to_markdown();
        assert_eq!(
            written,
            "# Orders\n\n## Moves\n\nOne move a line.\n\n- `back`\n- `to 22`, or farther\n\n| order | meaning |\n|---|---|\n\
             | `back` | to the tortoise |\n\n```text\nfirst: back\n```\n\n## Rest\n\nNothing.\n"
        );
    }

    #[test]
    fn plain_text_is_wrapped_and_its_columns_stand_below_each_other() {
        let long = "word ".repeat(20);
        let head = ["order", "meaning"].map(str::to_owned).to_vec();
        let rows = vec![
            ["`to 22`".to_owned(), long.clone()].to_vec(),
            ["`back`".to_owned(), String::new()].to_vec(),
        ];
        let document =
            Document { title: "O".to_owned(), parts: vec![Part::Paragraph(long), Part::Table(head, rows)] };
        let text = document.to_text();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH && line == line.trim_end()), "{text}");
        assert!(text.contains("\n  order    meaning\n  `to 22`  word word"), "{text}");
        assert!(text.contains("\n           word word") && text.ends_with("\n  `back`\n"), "{text}");
    }

    #[test]
    fn a_line_that_just_fits_is_one_line_and_a_wide_table_takes_half_of_it() {
        let text = |part: Part| Document { title: "O".to_owned(), parts: vec![part] }.to_text();
        let words = |width: usize| format!("{} word", "x".repeat(width - 5));
        for (width, lines) in [(WIDTH, 1), (WIDTH + 1, 2)] {
            assert_eq!(text(Part::Paragraph(words(width))).lines().skip(2).count(), lines, "{width}");
        }
        // Each of the two cells has two spaces in front of it.
        let whole = WIDTH - 4;
        for (width, last, is_in_columns) in [
            (whole - 1, "b", true),
            (whole, "b", false),
            (WIDTH / 2 - 4, &*"word ".repeat(20), true),
            (WIDTH / 2 - 3, &*"word ".repeat(20), false),
        ] {
            let cells = |first: String, last: &str| vec![first, last.to_owned()];
            let table = Part::Table(cells("head".to_owned(), "e"), vec![cells("x".repeat(width), last)]);
            assert_eq!(!text(table).contains("e: "), is_in_columns, "{width} {last}");
        }
    }

    #[test]
    fn wide_cells_stand_below_each_other() {
        let cells = ["`RUNNER jugged`".to_owned(), "if ".repeat(20), "it has".to_owned()];
        let head = ["test", "example", "holds when"].map(str::to_owned).to_vec();
        let document =
            Document { title: "O".to_owned(), parts: vec![Part::Table(head, vec![cells.to_vec()])] };
        let text = document.to_text();
        assert_eq!(
            text,
            format!(
                "O\n\n  `RUNNER jugged`\n      example: {}\n      holds when: it has\n",
                "if ".repeat(20).trim_end()
            )
        );
    }

    #[test]
    fn foreign_words_mark_nothing() {
        let document = Document {
            title: "*a*\u{1b}".to_owned(),
            parts: vec![
                Part::Turns(vec![("# <b>".to_owned(), vec!["x\ny".to_owned()])]),
                Part::Table(vec!["|".to_owned()], vec![]),
            ],
        };
        assert_eq!(
            document.to_markdown(),
            "# \\*a\\*\u{fffd}\n\n1. \\# \\<b\\>\n   - x y\n\n| \\| |\n|---|\n"
        );
        assert!(document.to_text().starts_with("*a*\u{fffd}\n\n1. # <b>\n     x y\n"));
    }
}
