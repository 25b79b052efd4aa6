//! Tables in pages: rows on a wide screen, and a card for each row on a narrow one.

use maud::{Markup, html};

/// A part of a table with its own title, which may be empty.
pub(crate) type Part = (String, Vec<Vec<Markup>>);

/// A table with these headings, where the first column, `by` and columns without a heading have words, and all others
/// have numbers.
pub(crate) fn table(columns: &[&str], parts: &[Part]) -> Markup {
    let is_words = |index: usize| index == 0 || matches!(columns[index], "by" | "");
    cards(columns, parts, |index| if is_words(index) { "words" } else { "number" })
}

/// A table of words.
pub(crate) fn words_table(columns: &[&str], rows: Vec<Vec<Markup>>) -> Markup {
    cards(columns, &[(String::new(), rows)], |_| "words")
}

/// A table whose rows become cards on a narrow screen, with the first cell of a row as the heading.
fn cards(columns: &[&str], parts: &[Part], class: impl Fn(usize) -> &'static str) -> Markup {
    html! {
        table.cards {
            thead {
                tr { @for (index, column) in columns.iter().enumerate() { th class=(class(index)) scope="col" { (column) } } }
            }
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
                                    td class=(class(index)) data-title=(column) { (cell) }
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
pub(crate) fn cell(text: impl std::fmt::Display) -> Markup {
    html! { (text.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_names_its_column_and_escapes_what_it_holds() {
        let rows = vec![vec![cell("<b>"), cell(4)]];
        let shown = table(&["bot", "Elo"], &[("All".to_owned(), rows)]).into_string();
        assert!(shown.contains("data-title=\"Elo\"") && shown.contains("&lt;b&gt;"), "{shown}");
        assert!(shown.contains("rowgroup") && !shown.contains("<b>"), "{shown}");
    }
}
