//! Pictures of animals, cards and other things: our own drawings, shared by boards, hands and pages.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// A small picture on a [board](super::Svg::picture), on a card, or on a page.
///
/// All are our own drawings. Their shapes differ without colour, and their colours are light with a dark outline, so
/// that they show on light and dark paper and are never taken for the pieces of a player, which are dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, IntoStaticStr, VariantArray, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Picture {
    /// The head of a hare.
    Hare,
    /// A tortoise.
    Tortoise,
    /// The head of a wolf.
    Wolf,
    /// A wolf that howls at the moon.
    Howl,
    /// The head of a fox.
    Fox,
    /// The head of a lamb or a sheep.
    Sheep,
    /// A fish.
    Fish,
    /// A hedgehog.
    Hedgehog,
    /// A snail.
    Snail,
    /// A carrot.
    Carrot,
    /// A lettuce.
    Lettuce,
    /// A flag.
    Flag,
    /// The flag at the finish.
    Finish,
    /// Waves, for a stream.
    Water,
    /// An arrow along the track.
    Forward,
    /// An arrow against the direction of the track.
    Back,
    /// Two arrows, for an exchange.
    Swap,
    /// A house, for the start.
    Start,
    /// The piece of a player, in the player's colour.
    Pawn,
    /// The back of a card.
    CardBack,
    /// The skyline of a city, in the colour of plain squares.
    City,
}

impl Picture {
    /// The `<symbol>` elements of all pictures, one on each line.
    const SYMBOLS: &str = include_str!("pictures.svg");

    /// A comment on where the drawings come from, for files that contain them.
    pub(super) const CREDIT: &str = "<!-- The drawings were made for Furlong. -->";

    /// An invisible element for a web page with all pictures, to which [unstyled](super::Svg::unstyled) boards refer.
    pub const SPRITE: &str = concat!(
        "<!-- The drawings were made for Furlong. --><svg width=\"0\" height=\"0\" aria-hidden=\"true\">",
        include_str!("pictures.svg"),
        "</svg>"
    );

    /// The name of the picture in files and messages, such as `card-back`. Its element has the id `pic-` and this name.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The `<symbol>` element of this picture.
    pub(super) fn symbol(self) -> &'static str {
        let start = format!("<symbol id=\"pic-{}\"", self.name());
        Self::SYMBOLS.lines().find(|line| line.starts_with(&start)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Svg;
    use super::*;

    #[test]
    fn every_picture_has_one_symbol_of_shapes_that_page_styles_leave_alone() {
        assert_eq!(Picture::SYMBOLS.lines().count(), Picture::VARIANTS.len());
        for picture in Picture::VARIANTS {
            let symbol = picture.symbol();
            assert!(symbol.ends_with("</symbol>"), "{picture:?}: {symbol}");
            // Reports style the circles and rectangles of their charts.
            for tag in ["<circle", "<rect", "<text", "style=", "href"] {
                assert!(!symbol.contains(tag), "{picture:?} has {tag}");
            }
        }
        assert!(Picture::SPRITE.len() < 60_000 && Picture::SPRITE.starts_with(Picture::CREDIT));
    }

    /// The lightness of `#rrggbb` as people perceive it, from 0 to 1.
    fn lightness(colour: &str) -> f64 {
        let part = |at: usize| f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour"));
        (0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5)) / 255.0
    }

    #[test]
    fn no_animal_has_the_colour_of_a_player() {
        let players: Vec<f64> = Svg::STYLE
            .split(".board .t")
            .skip(1)
            .filter_map(|rule| rule.split_once("fill: ").filter(|(class, _)| class.len() < 6))
            .map(|(_, rest)| lightness(&rest[..7]))
            .collect();
        assert_eq!(players.len(), 8);
        for animal in &Picture::VARIANTS[..9] {
            // The first fill is the coat; a sheep has its face behind the wool.
            let mut fills = animal.symbol().split("fill=\"#").skip(1).map(|rest| format!("#{}", &rest[..6]));
            let coat = fills.find(|fill| fill != "#7d6a5b" && !fill.contains('"')).expect("a coat");
            for player in &players {
                assert!(lightness(&coat) > player + 0.2, "{animal:?}: {coat}");
            }
        }
    }
}
