//! A document from the library as a page.

use maud::{Markup, html};

use super::{page, picture, words_table};
use furlong::text::{Document, Part, Svg};

/// A document as a complete page. If it has a board, `map` replaces it.
pub(crate) fn document_page(document: &Document, map: Option<&Svg>) -> String {
    page(&document.title, &html! { @for part in &document.parts { (part_of(part, map)) } }) + "\n"
}

fn part_of(part: &Part, map: Option<&Svg>) -> Markup {
    html! {
        @match part {
            Part::Heading(heading) => h2 { (heading) },
            Part::Paragraph(text) => p { (words(text)) },
            Part::List(items) => ul { @for item in items { li { (words(item)) } } },
            Part::Table(head, rows) => {
                @let columns: Vec<&str> = head.iter().map(String::as_str).collect();
                (words_table(&columns, rows.iter().map(|row| row.iter().map(|cell| words(cell)).collect()).collect()))
            },
            Part::Code(lines) => pre.sheet { (lines) },
            Part::Board(lines) => @if let Some(map) = map { (picture(map)) } @else { pre { (lines) } },
            Part::Turns(turns) => ol {
                @for (name, lines) in turns {
                    li { (words(name)) ul { @for line in lines { li { (words(line)) } } } }
                }
            },
        }
    }
}

/// Text with code between backquotes. Names may come from anybody, so maud escapes them.
pub(super) fn words(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    // An unpaired backquote is an ordinary character.
    let is_paired = parts.len() % 2 == 1;
    html! {
        @if is_paired {
            @for (index, part) in parts.iter().enumerate() {
                @if index % 2 == 1 { code { (part) } } @else { (part) }
            }
        } @else {
            (text)
        }
    }
}
