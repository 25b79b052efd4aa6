//! Output on the terminal: lines that wrap, lists in columns, colours.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal as _, Write};

use crate::failure::Failure;
use furlong::text::{Canvas, Ink, Topic, plain_lines};

/// An output with a width.
pub(super) struct Screen<W> {
    out: W,
    canvas: Canvas,
    /// The current width of the terminal, which people may change; `None` without a terminal.
    columns: fn() -> Option<usize>,
    /// `true` for a terminal, which can be cleared.
    is_terminal: bool,
}

/// The width if there is no terminal.
const USUAL_WIDTH: usize = 80;
/// The minimum width. On a narrower terminal, lines run over.
const LEAST_WIDTH: usize = 20;
/// The maximum number of choices in a single column.
const FEW_CHOICES: usize = 12;
/// The space between columns.
const GAP: usize = 3;
/// The start of an escape sequence for a colour.
const ESCAPE: &str = "\u{1b}[";
/// The maximum width of a label: a word at the start of a line in a picture, before a gap.
const LABEL: usize = 16;

/// Returns whether standard input and output are a terminal.
pub(super) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Prints the results of a run: as a line of JSON, or as a report whose tables fit the terminal.
pub(super) fn print<J: Display>(
    as_json: bool,
    json: impl FnOnce() -> J,
    report: impl FnOnce(Option<usize>) -> String,
) -> io::Result<()> {
    if as_json {
        writeln!(io::stdout(), "{}", json())
    } else {
        Screen::standard(true).report(&report(terminal_width()))
    }
}

/// The number of columns of the terminal on standard output; `None` without a terminal.
pub(super) fn terminal_width() -> Option<usize> {
    let size = || crossterm::terminal::size().ok().map(|(columns, _)| columns.into());
    io::stdout().is_terminal().then(size).flatten()
}

impl Screen<Box<dyn Write>> {
    /// The standard output, without colours if they are not wanted or would not be visible.
    pub(super) fn standard(is_plain: bool) -> Self {
        let stdout = io::stdout();
        let is_terminal = stdout.is_terminal();
        let can_colour = anstream::AutoStream::choice(&stdout) != anstream::ColorChoice::Never;
        let colour = can_colour && !is_plain;
        let out: Box<dyn Write> =
            if colour { Box::new(anstream::AutoStream::auto(stdout)) } else { Box::new(stdout) };
        Self {
            out,
            canvas: Canvas { width: USUAL_WIDTH, colour, ..Canvas::PLAIN },
            columns: terminal_width,
            is_terminal,
        }
    }
}

impl Screen<Vec<u8>> {
    /// An output that collects text until `take` is called.
    pub(super) fn kept(canvas: Canvas) -> Self {
        Self { out: Vec::new(), canvas, columns: || None, is_terminal: false }
    }

    /// Returns what was written since the last call.
    pub(super) fn take(&mut self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut self.out)).into_owned()
    }

    /// Changes the canvas.
    pub(super) fn draw_on(&mut self, canvas: Canvas) {
        self.canvas = canvas;
    }
}

impl<W: Write> Screen<W> {
    /// A screen of this many columns without colours.
    #[cfg(test)]
    pub(super) fn plain(out: W, width: usize) -> Self {
        Self { out, canvas: Canvas { width, ..Canvas::PLAIN }, columns: || None, is_terminal: false }
    }

    /// Returns whether colours are written.
    pub(super) fn has_colour(&self) -> bool {
        self.canvas.colour
    }

    /// A canvas of the current width.
    pub(super) fn canvas(&mut self) -> Canvas {
        if let Some(columns) = (self.columns)() {
            self.canvas.width = columns.max(LEAST_WIDTH);
        }
        self.canvas
    }

    /// Writes a line without wrapping. Control sequences are removed, except those painted by a canvas.
    fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{}", clean(line, self.canvas.colour).trim_end())
    }

    /// Writes text of any length, wrapped. Each line is a paragraph and keeps its indentation.
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        for line in text.lines() {
            let (indent, body) = indented(line);
            let item = if body.starts_with("- ") { "  " } else { "" };
            self.wrapped(body, indent, &format!("{indent}{item}"))?;
        }
        Ok(())
    }

    /// Writes one item of a list.
    pub(super) fn item(&mut self, text: &str) -> io::Result<()> {
        self.wrapped(text, "  ", "    ")
    }

    fn wrapped(&mut self, text: &str, first: &str, next: &str) -> io::Result<()> {
        let options = textwrap::Options::new(self.canvas().width)
            .initial_indent(first)
            .subsequent_indent(next)
            // A word that is too long, such as a path, is one word still.
            .break_words(false)
            .word_splitter(textwrap::WordSplitter::NoHyphenation);
        textwrap::wrap(&glued(text), options).iter().try_for_each(|line| self.line(&unglued(line)))
    }

    /// Writes a heading with an empty line above it.
    pub(super) fn heading(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out)?;
        let painted = self.canvas.paint(text, Ink::Bold);
        self.text(&painted)
    }

    /// Writes the guide of a game, each topic below its title.
    pub(super) fn guide(&mut self, topics: &[Topic]) -> io::Result<()> {
        topics.iter().try_for_each(|topic| {
            self.heading(&topic.title)?;
            self.text(&topic.text)
        })
    }

    /// Writes a picture. Lines that are too long are wrapped, aligned below their label.
    pub(super) fn picture(&mut self, picture: &str) -> io::Result<()> {
        let width = self.canvas().width;
        for line in picture.trim_end().split('\n') {
            if columns_of(line) <= width {
                self.line(line)?;
            } else {
                let (indent, body) = indented(line);
                let label = body.find("  ").filter(|label| *label <= LABEL).map_or(2, |label| {
                    columns_of(&body[..label]) + body[label..].len() - body[label..].trim_start().len()
                });
                let next = " ".repeat(indent.len() + label);
                self.wrapped(body, indent, &next)?;
            }
        }
        Ok(())
    }

    /// Writes a report. Its lines are wrapped on a terminal, but not in a pipe.
    pub(super) fn report(&mut self, report: &str) -> io::Result<()> {
        if (self.columns)().is_some() { self.text(report) } else { self.verbatim(report) }
    }

    /// Writes text that people copy, on one line, however long it is.
    pub(super) fn verbatim(&mut self, text: &str) -> io::Result<()> {
        text.lines().try_for_each(|line| self.line(line))
    }

    /// Writes an empty line.
    pub(super) fn gap(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// Writes the prompt for typed input.
    pub(super) fn prompt(&mut self, text: &str) -> io::Result<()> {
        let width = self.canvas().width;
        let painted = self.canvas.paint(text, Ink::Bold);
        let options = textwrap::Options::new(width).break_words(false);
        write!(self.out, "{} ", clean(&textwrap::fill(&painted, options), self.canvas.colour))?;
        self.out.flush()
    }

    /// Asks a question, and returns whether the answer is yes. Anything else means no.
    pub(super) fn is_confirmed(&mut self, question: &str, input: &mut impl BufRead) -> Result<bool, Failure> {
        self.prompt(&format!("{question} (yes or no)"))?;
        let mut typed = String::new();
        input.read_line(&mut typed).map_err(Failure::failed)?;
        Ok(matches!(typed.trim().to_lowercase().as_str(), "y" | "yes"))
    }

    /// Writes numbered choices with their remarks, in columns if there are many.
    pub(super) fn choices(&mut self, choices: &[(String, Option<String>)]) -> io::Result<()> {
        let digits = choices.len().to_string().len();
        let longest = choices.iter().map(|(label, _)| columns_of(label)).max().unwrap_or(0);
        if choices.len() > FEW_CHOICES {
            return self.many_choices(choices);
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

    /// Writes choices in columns, with their remarks if at least two columns fit, and otherwise only their names.
    fn many_choices(&mut self, choices: &[(String, Option<String>)]) -> io::Result<()> {
        let full = numbered(choices, true);
        let widest = full.iter().map(|cell| columns_of(cell)).max().unwrap_or(0);
        let fits_twice = 2 * (widest + GAP) <= self.canvas().width;
        self.columns(&if fits_twice { full } else { numbered(choices, false) })
    }

    /// Writes short texts in as many columns as fit, read from top to bottom.
    fn columns(&mut self, cells: &[String]) -> io::Result<()> {
        let widest = cells.iter().map(|cell| columns_of(cell)).max().unwrap_or(1) + GAP;
        let across = ((self.canvas().width.saturating_sub(2) + GAP) / widest).clamp(1, cells.len().max(1));
        if across == 1 {
            return cells.iter().try_for_each(|cell| self.wrapped(cell, "  ", "      "));
        }
        let down = cells.len().div_ceil(across);
        for row in 0..down {
            let mut line = String::new();
            for cell in cells.iter().skip(row).step_by(down) {
                line.push_str(cell);
                line.push_str(&" ".repeat(widest - columns_of(cell)));
            }
            self.line(&format!("  {line}"))?;
        }
        Ok(())
    }

    /// Clears the screen and its scrollback. Without a terminal, writes a line instead.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        use crossterm::cursor::MoveTo;
        use crossterm::terminal::{Clear, ClearType};
        if self.is_terminal {
            crossterm::queue!(self.out, Clear(ClearType::All), Clear(ClearType::Purge), MoveTo(0, 0))?;
            self.out.flush()
        } else {
            let width = self.canvas().width.min(40);
            writeln!(self.out, "\n{}", "-".repeat(width))
        }
    }
}

/// Formats choices with their numbers, one on each line.
pub(super) fn numbered(choices: &[(String, Option<String>)], with_remarks: bool) -> Vec<String> {
    let digits = choices.len().to_string().len();
    let line = |(index, (label, remark)): (usize, &(String, Option<String>))| match remark {
        Some(remark) if with_remarks => format!("{:>digits$}  {label} - {remark}", index + 1),
        _ => format!("{:>digits$}  {label}", index + 1),
    };
    choices.iter().enumerate().map(line).collect()
}

/// Joins numbers and their `%` by a space at which lines do not break.
pub(super) fn glued(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// Undoes [`glued`].
pub(super) fn unglued(text: &str) -> String {
    text.replace('\u{a0}', " ")
}

/// Splits a line into its indentation and the rest.
fn indented(line: &str) -> (&str, &str) {
    line.split_at(line.len() - line.trim_start_matches(' ').len())
}

/// Removes control sequences, except the colours painted by a canvas.
fn clean(text: &str, colour: bool) -> Cow<'_, str> {
    if !colour || !text.contains(ESCAPE) {
        return plain_lines(text);
    }
    let mut parts = text.split(ESCAPE);
    let mut shown = plain_lines(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let body = part.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ';');
        let is_paint = body.starts_with('m');
        shown.push_str(if is_paint { ESCAPE } else { "\u{fffd}[" });
        shown.push_str(&plain_lines(part));
    }
    Cow::Owned(shown)
}

/// The number of columns that a text takes.
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

    #[test]
    fn no_line_is_cut_in_a_word() {
        let words = "Players  Ada Lovelace (6 cards), Charles Babbage (6 cards), Mary Somerville (6 cards)";
        let text = shown(40, |screen| screen.picture(&format!("  S  1  2\n{words}\n")));
        assert_eq!(
            text,
            "  S  1  2\nPlayers  Ada Lovelace (6 cards), Charles\n         Babbage (6 cards), Mary\n         \
             Somerville (6 cards)\n"
        );
        let rule = shown(30, |screen| screen.text("- The lamb stops at the first stream that it reaches."));
        assert_eq!(rule, "- The lamb stops at the first\n  stream that it reaches.\n");
        let path = "saved in /a/folder/whose/name/is/longer/than/the/screen.json.";
        assert_eq!(shown(20, |screen| screen.text(path)), path.replace("in ", "in\n") + "\n");
        let long = "a choice with a very long name that no column can hold".to_owned();
        let many: Vec<_> = (0..20).map(|_| (long.clone(), None)).collect();
        let text = shown(40, |screen| screen.choices(&many));
        assert!(text.lines().all(|line| line.len() <= 40) && !text.contains("colu\n"), "{text}");
        assert_eq!(
            shown(20, |screen| screen.verbatim("furlong replay with-a-long-name.json")).lines().count(),
            1
        );
    }

    #[test]
    fn the_width_is_that_of_the_moment() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static COLUMNS: AtomicUsize = AtomicUsize::new(60);
        let words = "the hare naps and the tortoise runs";
        let text = shown(80, |screen| {
            screen.columns = || Some(COLUMNS.load(Ordering::Relaxed));
            screen.text(words)?;
            COLUMNS.store(20, Ordering::Relaxed);
            screen.text(words)?;
            screen.picture(words)?;
            assert_eq!(screen.canvas().width, 20);
            COLUMNS.store(1, Ordering::Relaxed);
            assert_eq!(screen.canvas().width, LEAST_WIDTH);
            Ok(())
        });
        assert_eq!(text.lines().count(), 1 + 2 + 2, "{text}");
    }

    #[test]
    fn a_terminal_is_told_nothing_but_colours() {
        let hostile = "\u{1b}]0;title\u{7}\u{1b}[2J\u{1b}[31mred\u{1b}[0m\u{9b}2J\u{202e}evil\u{200b}";
        let text = shown(80, |screen| {
            screen.text(hostile)?;
            screen.item(hostile)?;
            screen.heading(hostile)?;
            screen.picture(hostile)?;
            screen.verbatim(hostile)?;
            screen.prompt(hostile)?;
            screen.choices(&[(hostile.to_owned(), Some(hostile.to_owned()))])?;
            screen.choices(&vec![(hostile.to_owned(), None); 30])
        });
        assert!(!text.contains(|letter: char| letter.is_control() && letter != '\n'), "{text:?}");
        assert!(!text.contains(['\u{202e}', '\u{200b}']), "{text:?}");
        let painted = Canvas { colour: true, ..Canvas::PLAIN }.paint("hare", Ink::Red);
        assert_eq!(clean(&painted, true), painted);
        let cleaned = clean(hostile, true).into_owned();
        assert_eq!(
            cleaned,
            "\u{fffd}]0;title\u{fffd}\u{fffd}[2J\u{1b}[31mred\u{1b}[0m\u{fffd}2J\u{fffd}evil\u{fffd}"
        );
    }
}
