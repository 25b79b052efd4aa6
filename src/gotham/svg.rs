//! The circular track as a picture: spaces in a ring, clockwise, with the figures, the animals and the finish sign.

use std::f64::consts::TAU;

use strum::VariantArray as _;

use super::cards::{Animal, Rank};
use super::game::Gotham;
use super::narrate::runner;
use super::view::View;
use crate::text::Names;
use crate::text::{Paint, Svg, around};

/// Half of the width of the picture.
const HALF: f64 = 370.0;
/// The distance of the spaces from the middle.
const RING: f64 = 270.0;
/// The most of a space's width.
const SPACE: f64 = 40.0;
/// The part of the ring that its spaces cover.
const COVERED: f64 = 0.85;

pub(super) fn svg(game: &Gotham, view: &View, names: &Names) -> Svg {
    let board = &game.ruleset.track;
    let spaces = board.spaces.max(1);
    let mut svg = Svg::new(2.0 * HALF, 2.0 * HALF, "The track, its figures and the finish sign");
    let width = SPACE.min(COVERED * TAU * RING / f64::from(spaces)).round();
    let points: Vec<(f64, f64)> = (0..=spaces).map(|space| place(space, spaces, RING)).collect();
    svg.line(&points, Paint::Track);
    for space in 0..spaces {
        let animal = Animal::VARIANTS.iter().copied().find(|animal| board.animals.space(*animal) == space);
        let has_sign = board.animals.space(view.sign()) == space;
        let paint = match animal {
            _ if has_sign => Paint::Red,
            Some(_) => Paint::Teal,
            None if space == 0 => Paint::Orange,
            None => Paint::Plain,
        };
        let (x, y) = place(space, spaces, RING);
        svg.rect((x - width / 2.0, y - width / 2.0), (width, width), paint);
        svg.words((x, y + width / 2.0 - 4.0), &space.to_string());
        let mark = match animal {
            _ if has_sign => format!("finish ({})", view.sign()),
            Some(animal) => animal.to_string(),
            None if space == 0 => "start".to_owned(),
            None => continue,
        };
        let (x, y) = place(space, spaces, RING + 48.0);
        svg.words((x, y + 4.0), &mark);
    }
    draw_figures(&mut svg, view, spaces, names);
    svg
}

/// The point of a space at this distance from the middle, clockwise from the top.
fn place(space: i16, spaces: i16, distance: f64) -> (f64, f64) {
    let angle = TAU * f64::from(space) / f64::from(spaces);
    let round = |value: f64| (value * 10.0).round() / 10.0;
    (round(HALF + distance * libm::sin(angle)), round(HALF - distance * libm::cos(angle)))
}

/// The figures on their spaces, and the standings in the middle.
fn draw_figures(svg: &mut Svg, view: &View, spaces: i16, names: &Names) {
    let figures = view.figures();
    for space in 0..spaces {
        let here: Vec<_> = figures.iter().filter(|stand| stand.at.rem_euclid(spaces) == space).collect();
        let (x, y) = place(space, spaces, RING);
        for (stand, at) in here.iter().zip(around((x, y - 5.0), here.len())) {
            let owner = runner(stand.figure, stand.figure.owner(view.players()), names);
            let title = format!("{owner} at {}", stand.at);
            let paint = Paint::Token(stand.figure.index() as u8);
            svg.token(at, 9.5, paint, &stand.figure.to_string(), &title);
        }
    }
    svg.note((HALF - 110.0, HALF - 50.0), &format!("Round {}", view.round()));
    for (rank, (stand, line)) in Rank::ALL.into_iter().zip(figures.iter().zip(0..)) {
        let owner = runner(stand.figure, stand.figure.owner(view.players()), names);
        let text = format!("{rank}  {owner} at {}, lane {}", stand.at, view.lane(rank));
        svg.note((HALF - 110.0, HALF - 20.0 + 22.0 * f64::from(line)), &text);
    }
}
