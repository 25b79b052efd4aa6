//! A report of many games as a page.

use maud::{Markup, html};

use super::document::words;
use super::page;
use super::table::{cell, table};
use crate::lab::sheet::{Block, Row, Sheet, Table};

/// A report as a complete page.
pub(crate) fn sheet_page(sheet: &Sheet) -> String {
    let body = html! {
        @for block in &sheet.blocks {
            @match block {
                Block::First(text) => @for line in text.lines() { p { strong { (line) } } },
                Block::Warning(text) => p.warning { "Warning: " (words(text)) "." },
                _ => {},
            }
        }
        (blocks_body(&sheet.blocks))
        h2 { "The run" }
        @for block in &sheet.blocks {
            @if let Block::Run(text) = block { @for line in text.lines() { p.note { (line) } } }
        }
    };
    page(&sheet.title, &body)
}

/// The blocks of a report, in order.
pub(super) fn blocks_body(blocks: &[Block]) -> Markup {
    html! { @for block in blocks { (block_body(block)) } }
}

fn block_body(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Answer(lines) => div.answer { @for line in lines { p { (words(line)) } } },
            Block::Heading(text) => h2 { (words(text)) },
            Block::Note(text) => @for line in text.lines() { p.note { (words(line)) } },
            Block::Unfinished(text) => p.warning { (words(text)) },
            Block::Tables(tables) => @for table in tables { (table_body(table)) },
            Block::Page(drawn) => (drawn),
            Block::First(_) | Block::Run(_) | Block::Warning(_) | Block::Times(_) | Block::Terminal(_) => {},
        }
    }
}

fn table_body(shown: &Table) -> Markup {
    let name = |row: &Row| match &row.meaning {
        Some(meaning) => {
            html! {
                details.metric {
                    summary { (row.said.as_ref().unwrap_or(&row.name)) }
                    @if row.said.is_some() { b { (row.name) } ": " }
                    (meaning)
                }
            }
        }
        None => cell(&row.name),
    };
    let cells = |row: &Row| std::iter::once(name(row)).chain(row.figures.iter().map(cell)).collect();
    let group = |(title, rows): &(String, Vec<Row>)| {
        let title = if shown.folded.is_some() { String::new() } else { title.clone() };
        (title, rows.iter().map(cells).collect())
    };
    let groups: Vec<_> = shown.groups.iter().filter(|(_, rows)| !rows.is_empty()).map(group).collect();
    let body = html! {
        @if let Some(before) = &shown.before { (before) }
        @if !groups.is_empty() { (table(&shown.columns(), &groups)) }
    };
    match &shown.folded {
        Some(what) => html! { details { summary { (what) } (body) } },
        None => body,
    }
}
