//! Boards as pictures: a few shapes that a game combines, written as SVG.

use std::fmt::{self, Write as _};

use strum::IntoStaticStr;

use super::Picture;

/// A board as a picture: squares, tokens and words in drawing order, on a surface of a given size.
///
/// Things that can be pointed at have [names](Svg::named), which stay the same from one picture to the next, so that a
/// page knows what was tapped and what has moved. Boards are drawn for a width of 360, that of a phone, with letters
/// that can be read there.
///
/// ```
/// use furlong::text::{Paint, Svg};
///
/// let mut svg = Svg::new(100.0, 40.0, "A race of one");
/// svg.rect((0.0, 0.0), (100.0, 40.0), Paint::Plain);
/// svg.named("A", "Ada on square 1", |svg| svg.token((20.0, 20.0), 12.0, Paint::Token(0), "A"));
/// assert!(svg.to_string().starts_with("<svg"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Svg {
    width: f64,
    height: f64,
    label: String,
    shapes: String,
    /// The pictures that shapes refer to.
    pictures: Vec<Picture>,
}

/// The paint of a shape. Each paint has one tone for light and one for dark mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Paint {
    /// A square without a special kind.
    Plain,
    /// The face of a card.
    Card,
    /// The line along which runners move.
    Track,
    /// A line to where a choice would move a runner.
    Way,
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
    /// The colour of a runner. There are eight, which repeat.
    Token(u8),
}

impl Paint {
    /// The CSS classes of a shape in this paint, which [`Svg::STYLE`] colours.
    pub fn class(self) -> String {
        let name: &str = self.into();
        match self {
            Self::Token(number) => format!("{name} t{}", number % 8),
            _ => name.to_owned(),
        }
    }
}

impl Svg {
    /// The style of all pictures: the meaning of their classes, in light and in dark mode.
    pub const STYLE: &str = include_str!("svg.css");

    /// Creates an empty surface of this width and height, with a label for people who cannot see the picture.
    pub fn new(width: f64, height: f64, label: &str) -> Self {
        Self {
            width: tenths(width),
            height: tenths(height),
            label: escaped(label),
            shapes: String::new(),
            pictures: Vec::new(),
        }
    }

    /// Draws a text picture, line by line, in a monospaced font.
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

    /// Draws a thing with a name, which actions refer to ([`Text::on`](crate::Text::on)), and a title that says what it
    /// is.
    pub fn named(&mut self, name: &str, title: &str, draw: impl FnOnce(&mut Self)) {
        let (name, title) = (escaped(name), escaped(title));
        _ = write!(self.shapes, "<g data-name=\"{name}\"><title>{title}</title>");
        draw(self);
        self.shapes.push_str("</g>");
    }

    /// Marks the place where a thing with this name stood before, faintly, and records the way that it has taken since,
    /// from there to where it stands now. The way itself is invisible: pages move the thing along it. `draw` draws the
    /// mark at the first point.
    pub fn trail(&mut self, name: &str, way: &[(f64, f64)], draw: impl FnOnce(&mut Self, (f64, f64))) {
        let Some(first) = way.first() else { return };
        _ = write!(self.shapes, "<g class=\"trail\" data-of=\"{}\">", escaped(name));
        self.polyline("route", way);
        draw(self, *first);
        self.shapes.push_str("</g>");
    }

    /// Draws a rectangle with round corners, given its upper left corner.
    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), paint: Paint) {
        let class = paint.class();
        let [x, y, width, height] = [x, y, width, height].map(tenths);
        _ = write!(
            self.shapes,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"5\"/>"
        );
    }

    /// Draws a line through these points.
    pub fn line(&mut self, points: &[(f64, f64)], paint: Paint) {
        self.polyline(&paint.class(), points);
    }

    fn polyline(&mut self, class: &str, points: &[(f64, f64)]) {
        let points: Vec<String> =
            points.iter().map(|(x, y)| format!("{},{}", tenths(*x), tenths(*y))).collect();
        _ = write!(self.shapes, "<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
    }

    /// Draws words centred at a point.
    pub fn words(&mut self, at: (f64, f64), words: &str) {
        self.text("words", at, words);
    }

    /// Draws a prominent number or sign centred at a point.
    pub fn sign(&mut self, at: (f64, f64), sign: &str) {
        self.text("sign", at, sign);
    }

    /// Draws a large number or sign centred at a point, such as the value of a card.
    pub fn value(&mut self, at: (f64, f64), value: &str) {
        self.text("value", at, value);
    }

    /// Draws a note that begins at a point.
    pub fn note(&mut self, at: (f64, f64), words: &str) {
        self.text("note", at, words);
    }

    /// Draws the token of a runner: a disc with a letter or two.
    pub fn token(&mut self, at: (f64, f64), radius: f64, paint: Paint, letters: &str) {
        self.disc(&paint.class(), "letter", at, radius, letters);
    }

    /// Draws the outline of a token that is not there yet, with its letters.
    pub fn ghost(&mut self, at: (f64, f64), radius: f64, letters: &str) {
        self.disc("ghost", "sign", at, radius, letters);
    }

    /// Draws the piece of a player, with a letter or two.
    pub fn pawn(&mut self, (x, y): (f64, f64), size: f64, paint: Paint, letters: &str) {
        self.place(&format!("pawn {}", paint.class()), (x, y), (size, size), Picture::Pawn);
        self.text(if size < 20.0 { "letter small" } else { "letter" }, (x, y + size * 0.4), letters);
    }

    /// Draws a picture centred at a point.
    pub fn picture(&mut self, at: (f64, f64), size: f64, picture: Picture) {
        self.place("pic", at, (size, size), picture);
    }

    /// Draws a picture that is not there yet, such as a runner where a choice would move it.
    pub fn shade(&mut self, at: (f64, f64), size: f64, picture: Picture) {
        self.place("shade", at, (size, size), picture);
    }

    /// Draws the skyline of a city below these things, given its upper left corner.
    pub(crate) fn city(&mut self, (x, y): (f64, f64), (width, height): (f64, f64)) {
        self.place("city", (x + width / 2.0, y + height / 2.0), (width, height), Picture::City);
    }

    /// Draws a ring that shows only while the thing that it belongs to can be chosen.
    pub fn spot(&mut self, at: (f64, f64), radius: f64) {
        self.circle("spot", at, radius);
    }

    fn place(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64), picture: Picture) {
        if !self.pictures.contains(&picture) {
            self.pictures.push(picture);
        }
        let name = picture.name();
        let [x, y, width, height] = [x - width / 2.0, y - height / 2.0, width, height].map(tenths);
        _ = write!(
            self.shapes,
            "<use class=\"{class}\" href=\"#pic-{name}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }

    fn circle(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        let [cx, cy, radius] = [x, y, radius].map(tenths);
        _ = write!(self.shapes, "<circle class=\"{class}\" cx=\"{cx}\" cy=\"{cy}\" r=\"{radius}\"/>");
    }

    fn disc(&mut self, class: &str, letter: &str, (x, y): (f64, f64), radius: f64, letters: &str) {
        self.circle(class, (x, y), radius);
        self.text(letter, (x, y + 4.5), letters);
    }

    /// Writes the picture as an element of a web page, which needs no XML namespace.
    pub fn within_page(&self) -> String {
        self.element("", &self.resources())
    }

    /// Writes the picture without the [style](Svg::STYLE) and the [pictures](Picture::SPRITE), for a page that already
    /// has both.
    pub fn unstyled(&self) -> String {
        self.element("", "")
    }

    /// The style, and the pictures that the shapes refer to.
    fn resources(&self) -> String {
        let symbols = self.pictures.iter().map(|picture| picture.symbol());
        format!("{}<style>{}</style>{}", Picture::CREDIT, Self::STYLE, symbols.collect::<String>())
    }

    fn element(&self, address: &str, style: &str) -> String {
        let Self { width, height, label, shapes, .. } = self;
        format!(
            "<svg class=\"board\"{address} viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{label}\">{style}\
             {shapes}</svg>"
        )
    }

    fn text(&mut self, class: &str, (x, y): (f64, f64), words: &str) {
        let [x, y] = [x, y].map(tenths);
        _ = write!(self.shapes, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(words));
    }
}

impl fmt::Display for Svg {
    /// Writes the picture, which needs no other file. It works inside a web page or as a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.element(" xmlns=\"http://www.w3.org/2000/svg\"", &self.resources()))
    }
}

/// Rounds a length to tenths: nobody can see less.
fn tenths(length: f64) -> f64 {
    (10.0 * length).round() / 10.0
}

/// Places several tokens around a point, in rows of two, this far apart.
pub(crate) fn around(
    (x, y): (f64, f64),
    count: usize,
    apart: f64,
) -> impl Iterator<Item = (f64, f64)> + Clone {
    let (in_row, rows) = (count.clamp(1, 2), count.div_ceil(2).max(1));
    (0..count).map(move |index| {
        let across = (index % 2) as f64 - (in_row as f64 - 1.0) / 2.0;
        let down = (index / 2) as f64 - (rows as f64 - 1.0) / 2.0;
        (x + apart * across, y + apart * down)
    })
}

/// Escapes text for XML, and replaces the characters that XML does not allow.
///
/// ```
/// assert_eq!(furlong::text::escaped("Ada & \"Bo\""), "Ada &amp; &quot;Bo&quot;");
/// ```
pub fn escaped(text: &str) -> String {
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
        let title = "</title><script>\u{1b}";
        svg.named("\"'", title, |svg| svg.token((1.0, 1.0), 2.0, Paint::Token(9), "<"));
        svg.note((1.0, 1.0), "a < b");
        let svg = svg.to_string();
        assert!(svg.contains("aria-label=\"&lt;b&gt;&amp;&quot;\"") && svg.contains("a &lt; b"), "{svg}");
        assert!(!svg.contains("<script>") && !svg.contains('\u{1b}') && svg.contains("token t1"), "{svg}");
        assert!(svg.contains("data-name=\"&quot;'\""), "{svg}");
    }

    #[test]
    fn a_trail_records_the_way_and_marks_its_first_point_alone() {
        let mut svg = Svg::new(100.0, 10.0, "board");
        let way = [(5.0, 5.0), (15.0, 5.0), (25.0, 5.0)];
        svg.trail("A\"", &way, |svg, at| svg.token(at, 2.0, Paint::Token(0), "A"));
        svg.trail("B", &[], |svg, at| svg.token(at, 2.0, Paint::Token(1), "B"));
        let svg = svg.unstyled();
        assert!(
            svg.contains(
                "<g class=\"trail\" data-of=\"A&quot;\"><polyline class=\"route\" points=\"5,5 15,5 25,5\"/>"
            ),
            "{svg}"
        );
        assert!(svg.matches("cx=\"5\"").count() == 1 && svg.matches("<circle").count() == 1, "{svg}");
    }

    #[test]
    fn lengths_are_written_in_tenths() {
        let mut svg = Svg::new(100.0, 3.0 * 33.4, "board");
        svg.rect((42.199_999_999_999_996, 1.0 / 3.0), (35.2, 0.25), Paint::Plain);
        svg.line(&[(0.1 + 0.2, 2.0)], Paint::Track);
        let svg = svg.unstyled();
        for written in ["0 0 100 100.2", "x=\"42.2\" y=\"0.3\" width=\"35.2\" height=\"0.3\"", "\"0.3,2\""] {
            assert!(svg.contains(written), "{svg}");
        }
    }

    #[test]
    fn tokens_on_one_point_do_not_cover_each_other() {
        for count in 1..=9 {
            let places: Vec<(f64, f64)> = around((50.0, 50.0), count, 20.0).collect();
            for (index, one) in places.iter().enumerate() {
                for other in &places[index + 1..] {
                    let distance = libm::hypot(one.0 - other.0, one.1 - other.1);
                    assert!(distance >= 19.0, "{count}: {places:?}");
                }
            }
        }
    }
}
