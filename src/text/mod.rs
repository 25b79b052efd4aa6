//! Games in words and pictures: what a game provides ([`Text`]), and what a program that shows games also needs: names,
//! lists in words, external text made safe, and pictures in characters and SVG.

mod canvas;
mod colour;
pub(crate) mod contract;
mod document;
mod names;
mod pictures;
mod puzzle;
mod svg;

pub use crate::common::nearest::{nearest, suggestion};
pub use crate::common::plain::{plain, plain_lines};
pub use crate::common::words::{capitalized, counted, listed, ordinal, separated, short_title};
pub(crate) use crate::common::words::{either, from_to, span};
pub(crate) use canvas::beginning;
pub use canvas::{Canvas, Ink, columns, padded};
pub use colour::Colour;
pub use contract::{Aid, Cover, Frame, HandItem, Lesson, Marks, Misread, Tally, Topic, meaning_of};
pub(crate) use contract::{Text, sound_lessons};
pub(crate) use document::table_in_columns;
pub use document::{Document, Part};
pub use names::Names;
pub use pictures::Picture;
pub use puzzle::Puzzle;
pub(crate) use puzzle::sound_puzzles;
pub(crate) use svg::around;
pub use svg::{Paint, Svg, escaped};
