//! The board as a picture: rows of squares in the colours of their kinds, with the runners on them.

use super::board::{FINISH, Square, SquareKind};
use super::game::HareTortoise;
use super::picture::ROW;
use super::state::State;
use super::view::View;
use super::words::letter;
use crate::text::Names;
use crate::text::{Paint, Svg, around};

const WIDTH: f64 = 58.0;
const HEIGHT: f64 = 62.0;
const GAP: f64 = 6.0;
const MARGIN: f64 = 8.0;

pub(super) fn svg(game: &HareTortoise, view: &View, names: &Names) -> Svg {
    let squares: Vec<Square> = (0..=FINISH).map(Square::at).collect();
    // Start has a row of its own, as on the screen.
    let rows = 1 + usize::from(FINISH).div_ceil(ROW);
    let (width, height) = (ROW as f64 * WIDTH + 2.0 * MARGIN, rows as f64 * HEIGHT + 2.0 * MARGIN);
    let mut svg = Svg::new(width, height, "The board and its runners");
    for row in std::iter::once(&squares[..1]).chain(squares[1..].chunks(ROW)) {
        svg.line(&row.iter().map(|square| centre(*square)).collect::<Vec<_>>(), Paint::Track);
    }
    for square in &squares {
        draw_square(&mut svg, game, *square);
    }
    for square in &squares {
        draw_runners(&mut svg, view.state(), *square, names);
    }
    svg
}

/// The middle of a square.
fn centre(square: Square) -> (f64, f64) {
    let (row, column) = match usize::from(square.number()).checked_sub(1) {
        None => (0, 0),
        Some(index) => (1 + index / ROW, index % ROW),
    };
    (MARGIN + (column as f64 + 0.5) * WIDTH, MARGIN + (row as f64 + 0.5) * HEIGHT)
}

/// A square with its number and its kind.
fn draw_square(svg: &mut Svg, game: &HareTortoise, square: Square) {
    let (x, y) = centre(square);
    let (width, height) = (WIDTH - GAP, HEIGHT - GAP);
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    let kind = game.board().kind(square);
    svg.rect((left, top), (width, height), kind.map_or(Paint::Plain, paint));
    let name = match kind {
        None => square.to_string(),
        Some(kind) => {
            svg.words((left + 10.0, top + 13.0), &square.number().to_string());
            kind.name().to_owned()
        }
    };
    svg.words((x, top + height - 6.0), &name);
}

fn paint(kind: SquareKind) -> Paint {
    match kind {
        SquareKind::Carrot => Paint::Orange,
        SquareKind::Lettuce => Paint::Green,
        SquareKind::Hare => Paint::Purple,
        SquareKind::Tortoise => Paint::Teal,
        SquareKind::Two | SquareKind::Three | SquareKind::Four => Paint::Blue,
        SquareKind::Flag => Paint::Red,
    }
}

fn draw_runners(svg: &mut Svg, state: &State, square: Square, names: &Names) {
    let here: Vec<u8> = (0..state.count()).filter(|runner| state.of(*runner).square == square).collect();
    let (x, y) = centre(square);
    let radius = if here.len() > 1 { 9.5 } else { 12.0 };
    for (runner, at) in here.iter().zip(around((x, y - 6.0), here.len())) {
        let owner = state.owner(*runner);
        let title = format!("{} on {square}", names.name(owner));
        let letters = letter(state.name(*runner)).to_string();
        svg.token(at, radius, Paint::Token(owner.number()), &letters, &title);
    }
}
