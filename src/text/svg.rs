//! Boards as pictures: a few shapes that a game puts together, written as SVG.

use std::fmt::{self, Write as _};

use strum::IntoStaticStr;

/// A board as a picture: squares, tokens and words in drawing order, on a surface of stated size.
///
/// ```
/// use furlong::text::{Paint, Svg};
///
/// let mut svg = Svg::new(100.0, 40.0, "A race of one");
/// svg.rect((0.0, 0.0), (100.0, 40.0), Paint::Plain);
/// svg.token((20.0, 20.0), 12.0, Paint::Token(0), "A", "Ada on square 1");
/// assert!(svg.to_string().starts_with("<svg"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Svg {
    width: f64,
    height: f64,
    label: String,
    shapes: String,
}

/// The paint of a shape. Each has a tone for light and one for dark surroundings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Paint {
    /// A square without a kind of its own.
    Plain,
    /// The line along which runners run.
    Track,
    /// The first of six tones of squares.
    Orange,
    /// See [`Paint::Orange`].
    Green,
    /// See [`Paint::Orange`].
    Purple,
    /// See [`Paint::Orange`].
    Teal,
    /// See [`Paint::Orange`].
    Blue,
    /// See [`Paint::Orange`].
    Red,
    /// The colour of a runner; there are eight, which repeat.
    Token(u8),
}

impl Paint {
    fn class(self) -> String {
        let name: &str = self.into();
        match self {
            Self::Token(number) => format!("{name} t{}", number % 8),
            _ => name.to_owned(),
        }
    }
}

const STYLE: &str = "svg.board { --text: #1b1f24; --track: #b9b09c; --plain: #e7e2d6; --orange: #f7c98b; --green: #bfe0a8; \
--purple: #e3c4e8; --teal: #a9dcd3; --blue: #c6d6ec; --red: #f3b8b3; } \
@media (prefers-color-scheme: dark) { svg.board { --text: #eceae4; --track: #6d6758; --plain: #3b3a36; --orange: #7a5320; \
--green: #3f6130; --purple: #5f3d67; --teal: #28605a; --blue: #34496a; --red: #76332f; } } \
.board text { font: 11px system-ui, sans-serif; fill: var(--text); text-anchor: middle; } .board .note { font-size: 13px; text-anchor: start; } \
.board .mono { font: 13px ui-monospace, monospace; text-anchor: start; white-space: pre; } .board .letter { font: 700 13px system-ui, sans-serif; fill: #fff; } \
.plain { fill: var(--plain); } .orange { fill: var(--orange); } .green { fill: var(--green); } .purple { fill: var(--purple); } \
.teal { fill: var(--teal); } .blue { fill: var(--blue); } .red { fill: var(--red); } polyline.track { fill: none; stroke: var(--track); stroke-width: 5; } \
.token { stroke: #fff; stroke-width: 1.5; } .t0 { fill: #1f5fa8; } .t1 { fill: #b3261e; } .t2 { fill: #1a7f4b; } .t3 { fill: #8a4f00; } \
.t4 { fill: #7a2f9c; } .t5 { fill: #3d434a; } .t6 { fill: #00707c; } .t7 { fill: #a01b6b; }";

impl Svg {
    /// An empty surface of this width and height, with a label for readers who cannot see it.
    pub fn new(width: f64, height: f64, label: &str) -> Self {
        Self { width, height, label: escaped(label), shapes: String::new() }
    }

    /// A text picture, line by line, in letters of one width.
    pub fn of_lines(text: &str, label: &str) -> Self {
        const LINE: f64 = 18.0;
        const LETTER: f64 = 8.0;
        let columns = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let rows = text.lines().count();
        let mut svg = Self::new(LETTER * columns as f64 + 20.0, LINE * rows as f64 + 20.0, label);
        for (row, line) in text.lines().enumerate() {
            svg.text("mono", (10.0, LINE * (row as f64 + 1.0)), line);
        }
        svg
    }

    /// A rectangle with round corners, from its upper left corner.
    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), paint: Paint) {
        let class = paint.class();
        _ = write!(
            self.shapes,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\"/>"
        );
    }

    /// A line through these points.
    pub fn line(&mut self, points: &[(f64, f64)], paint: Paint) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let class = paint.class();
        _ = write!(self.shapes, "<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
    }

    /// Words with their middle here.
    pub fn words(&mut self, at: (f64, f64), words: &str) {
        self.text("words", at, words);
    }

    /// A note that begins here.
    pub fn note(&mut self, at: (f64, f64), words: &str) {
        self.text("note", at, words);
    }

    /// A token of a runner: a disc with a letter or two, and a title that says what it is.
    pub fn token(&mut self, (x, y): (f64, f64), radius: f64, paint: Paint, letters: &str, title: &str) {
        let (class, title, letters) = (paint.class(), escaped(title), escaped(letters));
        _ = write!(
            self.shapes,
            "<g><title>{title}</title><circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>\
             <text class=\"letter\" x=\"{x}\" y=\"{}\">{letters}</text></g>",
            y + 4.5
        );
    }

    /// The picture as an element of a page. A page knows the language of pictures without its address.
    pub fn within_page(&self) -> String {
        let Self { width, height, label, shapes } = self;
        format!(
            "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\"><style>{STYLE}</style>\
             {shapes}</svg>"
        )
    }

    fn text(&mut self, class: &str, (x, y): (f64, f64), words: &str) {
        _ = write!(self.shapes, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(words));
    }
}

impl fmt::Display for Svg {
    /// Writes the picture, which needs no other file. It can stand in a page or in a file of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let element = self.within_page();
        f.write_str(&element.replacen("<svg ", "<svg xmlns=\"http://www.w3.org/2000/svg\" ", 1))
    }
}

/// Places for several tokens around a point, in rows of three.
pub(crate) fn around((x, y): (f64, f64), count: usize) -> impl Iterator<Item = (f64, f64)> {
    let (in_row, rows) = (count.clamp(1, 3), count.div_ceil(3).max(1));
    (0..count).map(move |index| {
        let across = (index % 3) as f64 - (in_row as f64 - 1.0) / 2.0;
        let down = (index / 3) as f64 - (rows as f64 - 1.0) / 2.0;
        (x + 20.0 * across, y + 20.0 * down)
    })
}

/// Text as it stands in XML, without what XML has no room for.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter if letter.is_control() => safe.push('\u{fffd}'),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mark_nothing_in_a_picture() {
        let mut svg = Svg::new(10.0, 10.0, "<b>&\"");
        svg.token((1.0, 1.0), 2.0, Paint::Token(9), "<", "</title><script>\u{1b}");
        svg.note((1.0, 1.0), "a < b");
        let svg = svg.to_string();
        assert!(svg.contains("aria-label=\"&lt;b&gt;&amp;&quot;\"") && svg.contains("a &lt; b"), "{svg}");
        assert!(!svg.contains("<script>") && !svg.contains('\u{1b}') && svg.contains("token t1"), "{svg}");
    }

    #[test]
    fn tokens_on_one_point_do_not_cover_each_other() {
        for count in 1..=9 {
            let places: Vec<(f64, f64)> = around((50.0, 50.0), count).collect();
            for (index, one) in places.iter().enumerate() {
                for other in &places[index + 1..] {
                    let distance = libm::hypot(one.0 - other.0, one.1 - other.1);
                    assert!(distance >= 19.0, "{count}: {places:?}");
                }
            }
        }
    }
}
