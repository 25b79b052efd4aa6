//! Documents of the library as values for a page.

use furlong::hare_tortoise::postal::language as language_of_orders;
use furlong::text::{Document, Part};
use serde::Serialize;

/// A document.
#[derive(Debug, Serialize)]
pub(crate) struct DocumentView {
    pub(crate) title: String,
    pub(crate) parts: Vec<PartView>,
}

/// A part of a document. Words between backquotes belong to the language of orders.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PartView {
    Heading(String),
    Paragraph(String),
    List(Vec<String>),
    Table {
        head: Vec<String>,
        rows: Vec<Vec<String>>,
    },
    Code(String),
    /// Numbered items, each with lines below it.
    Turns(Vec<(String, Vec<String>)>),
}

impl From<Document> for DocumentView {
    fn from(document: Document) -> Self {
        let part_view = |part| {
            Some(match part {
                Part::Heading(text) => PartView::Heading(text),
                Part::Paragraph(text) => PartView::Paragraph(text),
                Part::List(items) => PartView::List(items),
                Part::Table(head, rows) => PartView::Table { head, rows },
                Part::Code(lines) => PartView::Code(lines),
                Part::Turns(turns) => PartView::Turns(turns),
                // A page has a picture in its place.
                Part::Board(_) => return None,
            })
        };
        Self { title: document.title, parts: document.parts.into_iter().filter_map(part_view).collect() }
    }
}

/// The page about the language of orders.
pub(crate) fn language() -> DocumentView {
    language_of_orders().into()
}
