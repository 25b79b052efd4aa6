//! What is shown: lines that wrap, lists in columns, colours where they are wanted.

use std::io::{self, IsTerminal as _, Write};

use crate::text::{Canvas, Ink};

/// Where the text goes, and how wide it may be.
#[derive(Debug)]
pub(super) struct Screen<W> {
    out: W,
    pub(super) canvas: Canvas,
    /// Whether somebody looks at it who can be shown an empty screen.
    is_terminal: bool,
}

/// The width where there is no terminal to ask.
const USUAL_WIDTH: usize = 80;
/// Narrower than this nothing can be read, and lines run over.
const LEAST_WIDTH: usize = 20;
/// So many choices stand one below the other; more of them stand in columns.
const FEW_CHOICES: usize = 12;
/// The space between columns.
const GAP: usize = 3;

impl Screen<Box<dyn Write>> {
    /// The standard output; without colours when they are not wanted or would not be seen.
    pub(super) fn standard(is_plain: bool) -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        let can_colour = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
        let colour = can_colour && !is_plain;
        let out: Box<dyn Write> =
            if colour { Box::new(anstream::AutoStream::auto(stdout)) } else { Box::new(stdout) };
        let mut screen = Self { out, canvas: Canvas { width: USUAL_WIDTH, colour }, is_terminal };
        screen.measure();
        screen
    }
}

impl<W: Write> Screen<W> {
    /// A screen of this many columns without colours.
    #[cfg(test)]
    pub(super) fn plain(out: W, width: usize) -> Self {
        Self { out, canvas: Canvas { width, colour: false }, is_terminal: false }
    }

    /// Takes the width of the terminal, which people change as they like.
    pub(super) fn measure(&mut self) {
        if let (true, Ok((columns, _))) = (self.is_terminal, crossterm::terminal::size()) {
            self.canvas.width = usize::from(columns).max(LEAST_WIDTH);
        }
    }

    /// Text of any length, wrapped; each of its lines is a paragraph, and keeps its indent.
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            let indent = " ".repeat(line.len() - line.trim_start().len());
            self.wrapped(line.trim_start(), &indent, &indent)?;
        }
        Ok(())
    }

    /// One item of a list.
    pub(super) fn item(&mut self, text: &str) -> io::Result<()> {
        self.wrapped(text, "  ", "    ")
    }

    fn wrapped(&mut self, text: &str, first: &str, next: &str) -> io::Result<()> {
        let options = textwrap::Options::new(self.canvas.width)
            .initial_indent(first)
            .subsequent_indent(next)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        for line in textwrap::wrap(text, options) {
            writeln!(self.out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// A heading with an empty line above it.
    pub(super) fn heading(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out)?;
        let painted = self.canvas.paint(text, Ink::Bold);
        self.text(&painted)
    }

    /// A picture as it is.
    pub(super) fn picture(&mut self, picture: &str) -> io::Result<()> {
        writeln!(self.out, "{}", picture.trim_end())
    }

    /// An empty line.
    pub(super) fn gap(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// What stands before the place where people type.
    pub(super) fn prompt(&mut self, text: &str) -> io::Result<()> {
        let painted = self.canvas.paint(text, Ink::Bold);
        write!(self.out, "{painted} ")?;
        self.out.flush()
    }

    /// Numbered choices with what is to know of each, in columns when they are many.
    pub(super) fn choices(&mut self, choices: &[(String, Option<String>)]) -> io::Result<()> {
        let digits = choices.len().to_string().len();
        let longest = choices.iter().map(|(label, _)| columns_of(label)).max().unwrap_or(0);
        if choices.len() > FEW_CHOICES {
            return self.many_choices(choices, digits);
        }
        for (index, (label, remark)) in choices.iter().enumerate() {
            let number = self.canvas.paint(&format!("{:>digits$}", index + 1), Ink::Bold);
            let padding = " ".repeat(longest - columns_of(label));
            let line = match remark {
                Some(remark) => {
                    format!("{number}  {label}{padding}  {}", self.canvas.paint(remark, Ink::Faint))
                }
                None => format!("{number}  {label}"),
            };
            self.wrapped(&line, "  ", &" ".repeat(digits + 6))?;
        }
        Ok(())
    }

    /// Choices in columns: with their remarks if two columns fit so, else their names only.
    fn many_choices(&mut self, choices: &[(String, Option<String>)], digits: usize) -> io::Result<()> {
        let cells = |with_remarks: bool| -> Vec<String> {
            let cell = |(index, (label, remark)): (usize, &(String, Option<String>))| match remark {
                Some(remark) if with_remarks => format!("{:>digits$}  {label} - {remark}", index + 1),
                _ => format!("{:>digits$}  {label}", index + 1),
            };
            choices.iter().enumerate().map(cell).collect()
        };
        let full = cells(true);
        let widest = full.iter().map(|cell| columns_of(cell)).max().unwrap_or(0);
        let fits_twice = 2 * (widest + GAP) <= self.canvas.width;
        self.columns(&if fits_twice { full } else { cells(false) })
    }

    /// Short texts in as many columns as fit, read from top to bottom.
    fn columns(&mut self, cells: &[String]) -> io::Result<()> {
        let widest = cells.iter().map(|cell| columns_of(cell)).max().unwrap_or(1) + GAP;
        let across = ((self.canvas.width.saturating_sub(2) + GAP) / widest).clamp(1, cells.len().max(1));
        let down = cells.len().div_ceil(across);
        for row in 0..down {
            let mut line = String::new();
            for cell in cells.iter().skip(row).step_by(down) {
                line.push_str(cell);
                line.push_str(&" ".repeat(widest - columns_of(cell)));
            }
            writeln!(self.out, "  {}", line.trim_end())?;
        }
        Ok(())
    }

    /// Takes everything off the screen, what has scrolled away too. Where there is no screen, a line.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        use crossterm::cursor::MoveTo;
        use crossterm::terminal::{Clear, ClearType};
        if self.is_terminal {
            crossterm::queue!(self.out, Clear(ClearType::All), Clear(ClearType::Purge), MoveTo(0, 0))?;
            self.out.flush()
        } else {
            writeln!(self.out, "\n{}", "-".repeat(self.canvas.width.min(40)))
        }
    }
}

/// How many columns a text takes.
fn columns_of(text: &str) -> usize {
    textwrap::core::display_width(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(width: usize, show: impl FnOnce(&mut Screen<&mut Vec<u8>>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        show(&mut Screen::plain(&mut out, width)).expect("a vector takes everything");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn text_wraps_at_the_width_of_the_screen() {
        let text = shown(20, |screen| screen.text("the hare naps and the tortoise runs"));
        assert!(text.lines().all(|line| line.len() <= 20), "{text}");
        assert_eq!(text.lines().count(), 2);
    }

    #[test]
    fn many_choices_stand_in_columns_and_few_with_their_remarks() {
        let many: Vec<_> = (0..30).map(|number| (format!("square {number}"), Some("far".into()))).collect();
        let text = shown(60, |screen| screen.choices(&many));
        assert!(text.lines().count() <= 15 && text.lines().all(|line| line.len() <= 60), "{text}");
        assert!(text.contains("30  square 29"));
        let few = shown(60, |screen| screen.choices(&many[..2]));
        assert_eq!(few, "  1  square 0  far\n  2  square 1  far\n");
    }
}
