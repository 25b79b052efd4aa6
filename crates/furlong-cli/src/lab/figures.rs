//! Figures for people: estimates with their intervals, and tables that fit the terminal.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width, presets};

use crate::screen::{glued, unglued};
use furlong::arena::{
    Scale,
    stats::{Estimate, Interval, Method},
};

/// A table with these headings, where the first column has words and all others numbers.
pub(crate) fn table(columns: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(columns.iter().copied());
    for (index, title) in columns.iter().enumerate().skip(1) {
        if let (Some(column), false) = (table.column_mut(index), matches!(*title, "by" | "")) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Writes tables with an empty line around each, at most `width` columns wide if that is known.
pub(crate) fn write_tables(text: &mut String, tables: &[Table], width: Option<usize>) {
    for table in tables {
        _ = match width {
            Some(width) => writeln!(text, "\n{}", fitted(table, width)),
            None => writeln!(text, "\n{}", table.trim_fmt()),
        };
    }
    text.push('\n');
}

/// Fits the table into `width` columns. Cells wrap between words, and a word that is too long sticks out.
pub(crate) fn fitted(table: &Table, width: usize) -> String {
    let whole = table.trim_fmt();
    if whole.lines().all(|line| textwrap::core::display_width(line) <= width) {
        return whole;
    }
    let mut table = table.clone();
    for row in table.row_iter_mut() {
        let glued = row.cell_iter().map(|cell| glued(&cell.content()).replace(" to ", " to\u{a0}"));
        *row = glued.collect::<Vec<_>>().into();
    }
    let rows = || table.header().into_iter().chain(table.row_iter());
    let least = |column: usize| {
        let cells = rows().filter_map(|row| row.cell_iter().nth(column));
        let longest = cells.map(|cell| longest_word(&cell.content())).max().unwrap_or(0);
        ColumnConstraint::LowerBoundary(Width::Fixed(longest as u16 + PADDING))
    };
    let constraints: Vec<ColumnConstraint> = (0..table.column_iter().count()).map(least).collect();
    table.column_iter_mut().for_each(|column| _ = column.set_padding((0, PADDING)));
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width as u16);
    table.set_constraints(constraints);
    unglued(&table.trim_fmt())
}

/// The space after a cell of a narrow table.
const PADDING: u16 = 1;

fn longest_word(cell: &str) -> usize {
    cell.split(' ').map(textwrap::core::display_width).max().unwrap_or(0)
}

/// An estimate and its interval in words, each empty if it says nothing.
pub(crate) fn estimated(estimate: Option<&Estimate>, scale: Scale) -> [String; 2] {
    let Some(estimate) = estimate else { return ["-".to_owned(), String::new()] };
    match (estimate.method, estimate.interval) {
        (Method::ByDefinition, _) => [scale.figure(estimate.value), "by definition".to_owned()],
        (Method::Constant | Method::TooFew | Method::NotRandom, _) | (_, None) => {
            [scale.figure(estimate.value), String::new()]
        }
        (_, Some(Interval { low, high })) => {
            let [value, low, high] = scale.figures([estimate.value, low, high]);
            [value, format!("{low} to {high}")]
        }
    }
}

/// An estimate and its interval as one text: `2.31 (2.10 to 2.52)`.
pub(crate) fn estimate_words(estimate: Option<&Estimate>, scale: Scale) -> String {
    let [value, interval] = estimated(estimate, scale);
    if interval.is_empty() { value } else { format!("{value} ({interval})") }
}

/// The text on a screen of 80 columns, after checking that it fits and that no figure is separated from its unit.
#[cfg(test)]
pub(crate) fn untorn(text: &str) -> String {
    let mut shown = Vec::new();
    crate::screen::Screen::plain(&mut shown, 80).text(text).expect("a vector takes everything");
    let shown = String::from_utf8(shown).expect("text");
    for line in shown.lines() {
        assert!(textwrap::core::display_width(line) <= 80, "{line}\n{shown}");
        assert!(!line.trim_start().starts_with('%') && !line.contains("  %"), "{line}\n{shown}");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_wrap_between_words_where_they_are_shown() {
        let mut wide =
            table(&["pairing", "share", "95 % interval", "lead", "95 % interval", "games", "deals", ""]);
        let row = |name: &'static str| {
            let cells = ["47.5 %", "40.1 % to 55.0 %", "-5.0 %", "-19.8 % to 10.1 %", "1000", "500"];
            [&[name][..], &cells, &["stronger"]].concat()
        };
        wide.add_row(row("heuristic against random")).add_row(row("hard:trees=2 against heuristic"));
        let words = |text: &str| {
            let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
            words.sort();
            words
        };
        let whole = wide.trim_fmt();
        assert!(whole.lines().any(|line| line.len() > 100), "{whole}");
        for width in [80, 100] {
            let shown = fitted(&wide, width);
            assert!(shown.lines().all(|line| line.len() <= width), "{shown}");
            assert_eq!(words(&shown), words(&whole), "no word is cut");
            assert!(shown.contains("47.5 %"), "{shown}");
            let is_torn =
                |line: &str| line.split_whitespace().any(|word| word == "%") && !line.contains(" %");
            assert!(!shown.lines().any(is_torn), "{shown}");
        }
        assert_eq!(fitted(&wide, 300), whole);
        assert_eq!(words(&fitted(&wide, 20)), words(&whole), "what cannot fit runs over");
    }
}
