//! The values of a table, printed as lines.

use std::io::{self, Write};

use comfy_table::{Table, presets};

use crate::lab::figures::fitted;
use crate::screen::Screen;
use furlong::table::{Choice, Ranking, Shown};
use furlong::text::Names;

impl<W: Write> Screen<W> {
    /// Prints values one below another.
    pub(crate) fn show(&mut self, values: &[Shown]) -> io::Result<()> {
        let mut before: Option<&Shown> = None;
        for shown in values {
            // A heading stands directly above its table.
            if matches!(shown, Shown::Board(_)) && !matches!(before, Some(Shown::Heading(_))) {
                self.gap()?;
            }
            self.show_one(shown)?;
            before = Some(shown);
        }
        Ok(())
    }

    fn show_one(&mut self, shown: &Shown) -> io::Result<()> {
        match shown {
            Shown::Heading(text) => self.heading(text),
            Shown::Sentence(text) | Shown::Refused(text) => self.text(text),
            Shown::Paragraph(text) | Shown::Sheet(text) => {
                self.gap()?;
                self.text(text)
            }
            Shown::Item(_) | Shown::Word { .. } | Shown::Happened(_) | Shown::Reason(_) => {
                self.item(&line_of(shown))
            }
            Shown::Board(board) => {
                board.caption.as_ref().map_or(Ok(()), |caption| self.text(caption))?;
                self.picture(&board.picture)
            }
            Shown::Question(question) => {
                self.heading(&question.text)?;
                self.choices(&labels(&question.choices))
            }
            Shown::Places(ranking) => self.places(ranking, None),
            _ => Ok(()),
        }
    }

    /// Prints the places of all seats, with coloured names if `names` is given.
    pub(crate) fn places(&mut self, ranking: &Ranking, names: Option<&Names>) -> io::Result<()> {
        let canvas = self.canvas();
        let painted = |line: String| names.map_or(line.clone(), |names| names.painted(&line, &canvas));
        place_lines(ranking, canvas.width).into_iter().try_for_each(|line| self.verbatim(&painted(line)))
    }
}

/// Formats a value that is one line of a list or a log.
pub(crate) fn line_of(shown: &Shown) -> String {
    match shown {
        Shown::Item(text) | Shown::Happened(text) => text.clone(),
        Shown::Reason(text) => format!("  {text}"),
        Shown::Word { word, meaning } => format!("{word:<11}{meaning}"),
        _ => String::new(),
    }
}

/// The choices with their remarks.
pub(crate) fn labels(choices: &[Choice]) -> Vec<(String, Option<String>)> {
    choices.iter().map(|choice| (choice.label.clone(), choice.remark.clone())).collect()
}

/// The lines of each seat by place, at most `width` columns wide, below a line of titles if there are any.
pub(crate) fn place_lines(ranking: &Ranking, width: usize) -> Vec<String> {
    if ranking.titles.is_empty() {
        let lines = ranking.rows.iter();
        return lines.map(|row| format!("  {}. {}: {}", row.place, row.name, row.cells.join(" "))).collect();
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["", "player"].into_iter().chain(ranking.titles.iter().map(String::as_str)));
    for row in &ranking.rows {
        table.add_row([format!("{}.", row.place), row.name.clone()].iter().chain(&row.cells));
    }
    table.column_iter_mut().for_each(|column| _ = column.set_padding((0, 2)));
    fitted(&table, width.saturating_sub(2)).lines().map(|line| format!("  {line}")).collect()
}
