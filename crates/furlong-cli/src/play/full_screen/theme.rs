//! Applies the person's colour theme to what was painted.

use ratatui_core::buffer::Buffer;
use ratatui_core::style::{Color, Modifier};

use crate::play::settings::Theme;

/// Changes the colours of everything that was painted.
pub(super) fn repaint(buffer: &mut Buffer, theme: Theme) {
    if theme == Theme::Dark {
        return;
    }
    for cell in &mut buffer.content {
        cell.fg = colour(theme, cell.fg);
        if theme == Theme::HighContrast {
            cell.modifier.remove(Modifier::DIM);
        }
    }
}

/// Translates one of the eight colours of a terminal. Numbers are those of the 256 colours: darker ones for light
/// backgrounds, and those of Okabe and Ito for the colour-blind.
fn colour(theme: Theme, colour: Color) -> Color {
    let index = match (theme, colour) {
        (Theme::NoColours, _) => return Color::Reset,
        (Theme::Light, Color::Yellow) => 130,
        (Theme::Light, Color::Green) => 28,
        (Theme::Light, Color::Cyan) => 30,
        (Theme::Light, Color::LightMagenta) => 162,
        (Theme::ColourBlind, Color::Red) => 166,
        (Theme::ColourBlind, Color::Green) => 36,
        (Theme::ColourBlind, Color::Yellow) => 220,
        (Theme::ColourBlind, Color::Blue) => 32,
        (Theme::ColourBlind, Color::Magenta) => 175,
        (Theme::ColourBlind, Color::Cyan) => 117,
        (Theme::ColourBlind, Color::LightMagenta) => 225,
        _ => return colour,
    };
    Color::Indexed(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui_core::layout::Rect;
    use ratatui_core::style::Style;

    #[test]
    fn a_theme_keeps_the_letters_and_changes_colours() {
        let painted = |theme| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 2, 1));
            buffer.set_string(0, 0, "ab", Style::new().fg(Color::Yellow).add_modifier(Modifier::DIM));
            repaint(&mut buffer, theme);
            let cell = &buffer[(0, 0)];
            assert_eq!(cell.symbol(), "a");
            (cell.fg, cell.modifier.contains(Modifier::DIM))
        };
        assert_eq!(painted(Theme::Dark), (Color::Yellow, true));
        assert_eq!(painted(Theme::Light), (Color::Indexed(130), true));
        assert_eq!(painted(Theme::HighContrast), (Color::Yellow, false));
        assert_eq!(painted(Theme::ColourBlind), (Color::Indexed(220), true));
        assert_eq!(painted(Theme::NoColours), (Color::Reset, true));
    }

    #[test]
    fn players_are_told_apart_in_every_theme_with_colours() {
        let inks = [
            Color::Reset,
            Color::Red,
            Color::Green,
            Color::Yellow,
            Color::Blue,
            Color::Magenta,
            Color::Cyan,
            Color::LightMagenta,
        ];
        for theme in [Theme::Dark, Theme::Light, Theme::HighContrast, Theme::ColourBlind] {
            let shown = inks.map(|ink| colour(theme, ink));
            assert!((0..8).all(|ink| !shown[..ink].contains(&shown[ink])), "{theme:?}: {shown:?}");
        }
    }
}
