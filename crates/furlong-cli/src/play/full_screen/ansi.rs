//! Converts the colours that games paint as escape sequences into styled lines of the screen.

use ratatui_core::style::{Color, Modifier, Style};
use ratatui_core::text::{Line, Span};

use furlong::text::plain;

/// The lines of a text that a game has painted. All other control characters are made harmless.
pub(super) fn lines(text: &str) -> Vec<Line<'static>> {
    text.trim_end().lines().map(line).collect()
}

fn line(text: &str) -> Line<'static> {
    let mut parts = text.split("\u{1b}[");
    let mut spans = vec![Span::raw(plain(parts.next().unwrap_or_default()).into_owned())];
    let mut style = Style::new();
    for part in parts {
        let (codes, words) = part.split_once('m').unwrap_or(("", part));
        style = codes.split(';').fold(style, styled);
        spans.push(Span::styled(plain(words).into_owned(), style));
    }
    Line::from(spans)
}

/// The style after one code of an escape sequence.
fn styled(style: Style, code: &str) -> Style {
    match code {
        "1" => style.add_modifier(Modifier::BOLD),
        "2" => style.add_modifier(Modifier::DIM),
        "31" => style.fg(Color::Red),
        "32" => style.fg(Color::Green),
        "33" => style.fg(Color::Yellow),
        "34" => style.fg(Color::Blue),
        "35" => style.fg(Color::Magenta),
        "36" => style.fg(Color::Cyan),
        "95" => style.fg(Color::LightMagenta),
        _ => Style::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use furlong::text::{Canvas, Ink};

    #[test]
    fn a_painted_text_keeps_its_colours_and_nothing_else_that_a_terminal_obeys() {
        let canvas = Canvas { colour: true, ..Canvas::PLAIN };
        let painted =
            format!("  {} runs {}", canvas.paint("hare", Ink::Magenta), canvas.paint("x", Ink::Faint));
        let line = &lines(&painted)[0];
        assert_eq!(line.to_string(), "  hare runs x");
        let hare = line.spans.iter().find(|span| span.content == "hare").expect("a span");
        assert_eq!(hare.style.fg, Some(Color::Magenta));
        let runs = line.spans.iter().find(|span| span.content.contains("runs")).expect("a span");
        assert_eq!(runs.style, Style::new());
        assert!(!lines("\u{1b}]0;title\u{7}\u{1b}[2Jx")[0].to_string().contains('\u{1b}'));
    }
}
