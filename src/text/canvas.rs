//! The canvas of a picture: its width and colours.

use anstyle::{AnsiColor, Color, Style};

/// The surface that a picture is drawn on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canvas {
    /// The maximum number of columns in a line.
    pub width: usize,
    /// Allows colours. Pictures must be readable without them.
    pub colour: bool,
}

impl Canvas {
    /// 80 columns without colour.
    pub const PLAIN: Self = Self { width: 80, colour: false };

    /// The text in this ink when colours are allowed. Escape sequences take no column.
    pub fn paint(&self, text: &str, ink: Ink) -> String {
        if !self.colour {
            return text.to_owned();
        }
        let style = ink.style();
        format!("{style}{text}{style:#}")
    }
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_canvas_without_colour_writes_no_escape_sequences() {
        assert_eq!(Canvas::PLAIN.paint("hare", Ink::Red), "hare");
        assert!(Canvas { width: 80, colour: true }.paint("hare", Ink::Red).contains('\u{1b}'));
    }
}
