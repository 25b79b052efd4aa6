//! The report of many games, built once. A terminal shows it line by line, and a page shows it with charts.

use std::fmt::Write as _;

use comfy_table::Table as Drawn;
use maud::Markup;

use crate::lab::figures::{table, write_tables};
use crate::lab::run_sentences::stopped_line;
use furlong::arena::{Metric, Stopped};
use furlong::text::capitalized;

/// A report of many games.
#[derive(Debug)]
pub(crate) struct Sheet {
    /// The title of the page.
    pub(crate) title: String,
    pub(crate) blocks: Vec<Block>,
}

/// A block of a report.
#[derive(Debug)]
pub(crate) enum Block {
    /// A sentence about how the run ended, before everything else.
    First(String),
    /// The description of the run, with everything needed to repeat it. A page has it at its end.
    Run(String),
    /// The answer in sentences.
    Answer(Vec<String>),
    /// The heading of a section.
    Heading(String),
    /// Sentences that explain the block before them.
    Note(String),
    /// A sentence about games that did not end.
    Unfinished(String),
    /// A warning, without its full stop. A page has it at its beginning.
    Warning(String),
    /// Tables, with an empty line around each on a terminal.
    Tables(Vec<Table>),
    /// Measured times, which only a terminal shows, so that the page for a seed is always the same.
    Times(Table),
    /// Text for a terminal only, such as an empty line or a chart in characters.
    Terminal(String),
    /// Markup for a page only, such as a chart with its heading.
    Page(Markup),
}

/// A table in which the first column contains words.
#[derive(Debug, Default)]
pub(crate) struct Table {
    columns: Vec<String>,
    /// The rows in groups with titles.
    pub(crate) groups: Vec<(String, Vec<Row>)>,
    /// Whether a terminal shows each group as a separate table, with its title as the first heading.
    is_split: bool,
    /// The number of columns at the end that only a page has room for.
    beyond: usize,
    /// Markup before the table, for a page only.
    pub(crate) before: Option<Markup>,
    /// For a table that a page folds, a phrase for its contents. A terminal shows the phrase instead, unless
    /// everything is asked for.
    pub(crate) folded: Option<String>,
}

/// A row of a table.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// The meaning of the name, which a page can show.
    pub(crate) meaning: Option<String>,
    pub(crate) figures: Vec<String>,
    /// The name together with its figure in plain words, for a page.
    pub(crate) said: Option<String>,
}

impl Row {
    pub(crate) fn new(name: impl Into<String>, figures: impl Into<Vec<String>>) -> Self {
        Self { name: name.into(), meaning: None, figures: figures.into(), said: None }
    }

    /// Sets the words with which a page names the row.
    pub(crate) fn said(self, words: String) -> Self {
        Self { said: Some(words), ..self }
    }

    /// Makes a row with the figures of a metric.
    pub(crate) fn of_metric(metric: &Metric, figures: impl Into<Vec<String>>) -> Self {
        let why =
            if metric.why.is_empty() { String::new() } else { format!(" {}.", capitalized(&metric.why)) };
        let meaning = Some(format!("{}.{why}", capitalized(&metric.about)));
        Self { meaning, ..Self::new(&*metric.name, figures) }
    }
}

impl Table {
    pub(crate) fn new(columns: &[&str], rows: Vec<Row>) -> Self {
        let columns = columns.iter().map(|column| (*column).to_owned()).collect();
        Self { columns, groups: vec![(String::new(), rows)], ..Self::default() }
    }

    /// Sets the groups of rows of the table.
    pub(crate) fn groups(self, groups: Vec<(String, Vec<Row>)>) -> Self {
        Self { groups, ..self }
    }

    /// Makes a terminal show the groups as separate tables without the last column.
    pub(crate) fn split(self) -> Self {
        Self { is_split: true, beyond: 1, ..self }
    }

    pub(crate) fn before(self, before: Markup) -> Self {
        Self { before: Some(before), ..self }
    }

    pub(crate) fn columns(&self) -> Vec<&str> {
        self.columns.iter().map(String::as_str).collect()
    }

    /// The tables as a terminal shows them.
    fn drawn(&self) -> Vec<Drawn> {
        let mut columns = self.columns();
        columns.truncate(columns.len() - self.beyond);
        let cells = |row: &Row| {
            let cells = std::iter::once(&row.name).chain(&row.figures).take(columns.len());
            cells.cloned().collect::<Vec<_>>()
        };
        let drawn = |columns: &[&str], rows: &mut dyn Iterator<Item = &Row>| {
            let mut drawn = table(columns);
            drawn.add_rows(rows.map(cells));
            drawn
        };
        if !self.is_split {
            return vec![drawn(&columns, &mut self.groups.iter().flat_map(|(_, rows)| rows))];
        }
        let titled = |(title, rows): &(String, Vec<Row>)| {
            let columns = [&[title.as_str()], &columns[1..]].concat();
            drawn(&columns, &mut rows.iter())
        };
        self.groups.iter().map(titled).collect()
    }
}

impl Block {
    /// The line about a stopped run, if it was stopped.
    pub(crate) fn stopped(stopped: Option<&Stopped>) -> Option<Self> {
        stopped.map(|stopped| Self::First(stopped_line(stopped)))
    }

    pub(crate) fn note(text: impl Into<String>) -> Self {
        Self::Note(text.into())
    }

    /// An empty line on a terminal.
    pub(crate) fn gap() -> Self {
        Self::Terminal("\n".to_owned())
    }
}

impl Sheet {
    /// The report as words and tables, at most `width` columns wide if that is known. With `is_whole`, folded
    /// tables are shown too.
    pub(crate) fn to_text(&self, width: Option<usize>, is_whole: bool) -> String {
        let mut text = String::new();
        for block in &self.blocks {
            match block {
                Block::First(words) | Block::Run(words) | Block::Terminal(words) => text.push_str(words),
                Block::Answer(lines) => lines.iter().for_each(|line| _ = writeln!(text, "{line}")),
                Block::Heading(line) | Block::Note(line) | Block::Unfinished(line) => {
                    _ = writeln!(text, "{line}");
                }
                Block::Warning(words) => _ = writeln!(text, "Warning: {words}."),
                Block::Tables(tables) => {
                    let is_shown = |table: &&Table| is_whole || table.folded.is_none();
                    let shown: Vec<Drawn> = tables.iter().filter(is_shown).flat_map(Table::drawn).collect();
                    write_tables(&mut text, &shown, width);
                    for folded in
                        tables.iter().filter_map(|table| table.folded.as_ref()).filter(|_| !is_whole)
                    {
                        _ = writeln!(text, "Not shown: {folded} (--all shows them).");
                    }
                }
                Block::Times(times) => write_tables(&mut text, &times.drawn(), width),
                Block::Page(_) => {}
            }
        }
        text
    }
}
