//! Documents of the library as values for a page.

use furlong::hare_tortoise::postal::language as language_of_orders;
use furlong::text::{Document, Part};
use serde::Serialize;

/// A document.
#[derive(Debug, Serialize)]
pub(crate) struct Paper {
    pub(crate) title: String,
    pub(crate) parts: Vec<Piece>,
}

/// A part of it. Words between backquotes are words of the language of orders.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Piece {
    Heading(String),
    Paragraph(String),
    List(Vec<String>),
    Table {
        head: Vec<String>,
        rows: Vec<Vec<String>>,
    },
    Code(String),
    /// Items with a number, each with lines below it.
    Turns(Vec<(String, Vec<String>)>),
}

impl From<Document> for Paper {
    fn from(document: Document) -> Self {
        let piece = |part| {
            Some(match part {
                Part::Heading(text) => Piece::Heading(text),
                Part::Paragraph(text) => Piece::Paragraph(text),
                Part::List(items) => Piece::List(items),
                Part::Table(head, rows) => Piece::Table { head, rows },
                Part::Code(lines) => Piece::Code(lines),
                Part::Turns(turns) => Piece::Turns(turns),
                // A page has a picture in its place.
                Part::Board(_) => return None,
            })
        };
        Self { title: document.title, parts: document.parts.into_iter().filter_map(piece).collect() }
    }
}

/// The language of orders.
pub(crate) fn language() -> Paper {
    language_of_orders().into()
}
