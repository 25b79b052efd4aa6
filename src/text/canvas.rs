//! The canvas of a picture: its width and colours.

use anstyle::{AnsiColor, Color, Style};
use unicode_width::UnicodeWidthStr;

/// The surface that a picture is drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// The maximum number of columns in a line.
    pub width: usize,
    /// The number of lines in which a picture should fit. To fit, it leaves out what people can look up, such as the
    /// meaning of its letters, but never anything that is on the table.
    pub height: usize,
    /// Whether colours are allowed. Pictures must be readable without them.
    pub colour: bool,
}

impl Canvas {
    /// 80 columns, any number of lines, and no colour.
    pub const PLAIN: Self = Self { width: 80, height: usize::MAX, colour: false };

    /// Returns whether a picture fits, counting the lines that are broken because they are wider than the canvas.
    pub fn has_room_for(&self, picture: &str) -> bool {
        let rows = |line: &str| columns(line).div_ceil(self.width.max(1)).max(1);
        picture.lines().map(rows).sum::<usize>() <= self.height
    }

    /// Returns whether a picture fits and leaves as many lines free again, on a screen with a limited number of lines.
    pub fn has_ample_room_for(&self, picture: &str) -> bool {
        let half = Self { height: self.height / 2, ..*self };
        self.height < usize::MAX && half.has_room_for(picture)
    }

    /// Returns the text in this ink if colours are allowed. Escape sequences take no column.
    pub fn paint(&self, text: &str, ink: Ink) -> String {
        if !self.colour {
            return text.to_owned();
        }
        let style = ink.style();
        format!("{style}{text}{style:#}")
    }
}

/// Counts the columns that a painted line takes on the screen. Escape sequences take none, and a letter such as `李`
/// takes two.
pub fn columns(line: &str) -> usize {
    let mut parts = line.split("\u{1b}[");
    let first = parts.next().map_or(0, UnicodeWidthStr::width);
    first + parts.map(|part| part.split_once('m').map_or(part, |(_, words)| words).width()).sum::<usize>()
}

/// Fills a text with spaces to this many columns. A longer text stays as it is.
pub fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

/// The beginning of a text that takes at most this many columns.
pub(crate) fn beginning(text: &str, width: usize) -> &str {
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    ends.take_while(|end| text[..*end].width() <= width).last().map_or("", |end| &text[..end])
}

/// The inks of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Headings, and items of the viewer.
    Bold,
    /// Minor details.
    Faint,
    /// A colour of runners and squares.
    Red,
    /// See [`Ink::Red`].
    Green,
    /// See [`Ink::Red`].
    Yellow,
    /// See [`Ink::Red`].
    Blue,
    /// See [`Ink::Red`].
    Magenta,
    /// See [`Ink::Red`].
    Cyan,
    /// See [`Ink::Red`].
    Pink,
}

impl Ink {
    fn style(self) -> Style {
        let colour = |colour: AnsiColor| Style::new().fg_color(Some(Color::Ansi(colour))).bold();
        match self {
            Self::Bold => Style::new().bold(),
            Self::Faint => Style::new().dimmed(),
            Self::Red => colour(AnsiColor::Red),
            Self::Green => colour(AnsiColor::Green),
            Self::Yellow => colour(AnsiColor::Yellow),
            Self::Blue => colour(AnsiColor::Blue),
            Self::Magenta => colour(AnsiColor::Magenta),
            Self::Cyan => colour(AnsiColor::Cyan),
            Self::Pink => colour(AnsiColor::BrightMagenta),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_fits_when_its_broken_lines_do_and_colours_take_no_room() {
        let canvas = Canvas { width: 10, height: 3, colour: true };
        let line = canvas.paint("0123456789", Ink::Red);
        assert!(canvas.has_room_for(&format!("{line}\n{line}\n\n")));
        assert!(!canvas.has_room_for(&format!("{line}\n{line}x\n{line}")));
    }

    #[test]
    fn letters_take_the_columns_that_they_have_on_the_screen() {
        assert_eq!((columns("Ada"), columns("李小龙"), columns("🐢 Bob")), (3, 6, 6));
        assert_eq!(padded("李小龙", 8), "李小龙  ");
        assert_eq!((beginning("李小龙", 5), beginning("Ada", 5)), ("李小", "Ada"));
    }

    #[test]
    fn a_canvas_without_colour_writes_no_escape_sequences() {
        assert_eq!(Canvas::PLAIN.paint("hare", Ink::Red), "hare");
        assert!(Canvas { colour: true, ..Canvas::PLAIN }.paint("hare", Ink::Red).contains('\u{1b}'));
    }
}
