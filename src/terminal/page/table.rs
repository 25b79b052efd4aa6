//! Tables in pages: rows on a wide screen, a card for each row on a narrow one.

use maud::{Markup, html};

/// The heading of a column, and whether it holds numbers.
#[derive(Clone, Debug)]
pub(in crate::terminal) struct Column {
    title: String,
    is_number: bool,
}

/// A column of words.
pub(in crate::terminal) fn words(title: impl Into<String>) -> Column {
    Column { title: title.into(), is_number: false }
}

/// A column of numbers.
pub(in crate::terminal) fn numbers(title: impl Into<String>) -> Column {
    Column { title: title.into(), is_number: true }
}

/// A part of a table with a title of its own; the title may be empty.
pub(in crate::terminal) type Part = (String, Vec<Vec<Markup>>);

/// A table whose rows are cards on a narrow screen; the first cell of a row is its heading.
pub(in crate::terminal) fn table(columns: &[Column], parts: &[Part]) -> Markup {
    let class = |column: &Column| if column.is_number { "number" } else { "words" };
    html! {
        table.cards {
            thead { tr { @for column in columns { th class=(class(column)) scope="col" { (column.title) } } } }
            @for (title, rows) in parts {
                tbody {
                    @if !title.is_empty() {
                        tr.part { th colspan=(columns.len()) scope="rowgroup" { (title) } }
                    }
                    @for row in rows {
                        tr {
                            @for (index, (column, cell)) in columns.iter().zip(row).enumerate() {
                                @if index == 0 {
                                    th scope="row" { (cell) }
                                } @else {
                                    td class=(class(column)) data-title=(column.title) { (cell) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A cell of text.
pub(in crate::terminal) fn cell(text: impl std::fmt::Display) -> Markup {
    html! { (text.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_names_its_column_and_escapes_what_it_holds() {
        let rows = vec![vec![cell("<b>"), cell(4)]];
        let shown = table(&[words("bot"), numbers("Elo")], &[("All".to_owned(), rows)]).into_string();
        assert!(shown.contains("data-title=\"Elo\"") && shown.contains("&lt;b&gt;"), "{shown}");
        assert!(shown.contains("rowgroup") && !shown.contains("<b>"), "{shown}");
    }
}
