//! The board and its runners as a picture (SVG), which needs nothing besides itself.

use maud::{Markup, html};

use crate::game::RaceGame as _;
use crate::hare_tortoise::postal::letter;
use crate::hare_tortoise::{HareTortoise, Square, SquareKind};
use crate::plain::plain;
use crate::race::Race;
use crate::seat::{Seat, Seats};

/// The squares in a row; every other row runs from right to left.
const ROW: usize = 11;
const WIDTH: f64 = 70.0;
const HEIGHT: f64 = 62.0;
const GAP: f64 = 6.0;
const MARGIN: f64 = 8.0;

const STYLE: &str = "
svg.board { --text: #1b1f24; --paper: #f4f2ec; --track: #b9b09c; --carrot: #f7c98b; --lettuce: #bfe0a8; --hare: #e3c4e8;
  --tortoise: #a9dcd3; --number: #c6d6ec; --flag: #f3b8b3; --end: #ddd8cc; }
.board text { font: 11px system-ui, sans-serif; fill: var(--text); } .board .number { font-size: 10px; opacity: .75; }
.board .track { fill: none; stroke: var(--track); stroke-width: 5; } .board .letter { font: 700 13px system-ui, sans-serif; fill: #fff; }
.carrot { fill: var(--carrot); } .lettuce { fill: var(--lettuce); } .hare { fill: var(--hare); } .tortoise { fill: var(--tortoise); }
.pays { fill: var(--number); } .flag { fill: var(--flag); } .end { fill: var(--end); }
.runner { stroke: #fff; stroke-width: 1.5; } .seat-A { fill: #1f5fa8; } .seat-B { fill: #b3261e; } .seat-C { fill: #1a7f4b; }
.seat-D { fill: #8a4f00; } .seat-E { fill: #7a2f9c; } .seat-F { fill: #3d434a; }
";

/// The board with all runners, whose names are in the order of seats.
pub(super) fn board(race: &Race<HareTortoise>, names: &[String]) -> Markup {
    let game = race.game();
    let squares: Vec<Square> = (0..=Square::FINISH.number()).filter_map(Square::new).collect();
    let rows = squares.len().div_ceil(ROW);
    let (width, height) = (ROW as f64 * WIDTH + 2.0 * MARGIN, rows as f64 * HEIGHT + 2.0 * MARGIN);
    let path: Vec<String> =
        squares.iter().map(|square| centre(*square)).map(|(x, y)| format!("{x},{y}")).collect();
    let players = game.position(race.state()).players;
    let standing: Vec<(Seat, Square)> = Seats::MOST
        .iter()
        .zip(&players)
        .flat_map(|(seat, player)| player.runners.iter().map(move |runner| (seat, runner.square)))
        .filter_map(|(seat, number)| Some((seat, Square::new(number)?)))
        .collect();
    html! {
        svg.board xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}")) role="img"
            aria-label="The board and its runners" {
            style { (STYLE) }
            polyline.track points=(path.join(" ")) {}
            @for square in &squares { (cell(game, *square)) }
            @for square in &squares {
                @let here: Vec<Seat> = standing.iter().filter(|(_, at)| at == square).map(|(seat, _)| *seat).collect();
                @for (index, seat) in here.iter().enumerate() {
                    (runner(*square, *seat, (index, here.len()), names.get(seat.index())))
                }
            }
        }
    }
}

/// The middle of a square.
fn centre(square: Square) -> (f64, f64) {
    let number = usize::from(square.number());
    let (row, along) = (number / ROW, number % ROW);
    let column = if row % 2 == 0 { along } else { ROW - 1 - along };
    (MARGIN + (column as f64 + 0.5) * WIDTH, MARGIN + (row as f64 + 0.5) * HEIGHT)
}

/// A square with its number and its kind.
fn cell(game: &HareTortoise, square: Square) -> Markup {
    let (x, y) = centre(square);
    let (width, height) = (WIDTH - GAP, HEIGHT - GAP);
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    let (class, name) = match game.board().kind(square) {
        None => ("end", square.to_string()),
        Some(kind) => (class(kind), kind.name().to_owned()),
    };
    html! {
        rect class=(class) x=(left) y=(top) width=(width) height=(height) rx="6" {}
        @if game.board().kind(square).is_some() {
            text.number x=(left + 5.0) y=(top + 13.0) { (square.number()) }
        }
        text x=(x) y=(top + height - 6.0) text-anchor="middle" { (name) }
    }
}

fn class(kind: SquareKind) -> &'static str {
    match kind {
        SquareKind::Carrot => "carrot",
        SquareKind::Lettuce => "lettuce",
        SquareKind::Hare => "hare",
        SquareKind::Tortoise => "tortoise",
        SquareKind::Two | SquareKind::Three | SquareKind::Four => "pays",
        SquareKind::Flag => "flag",
    }
}

/// A runner among those on its square, in rows of three.
fn runner(square: Square, seat: Seat, (index, count): (usize, usize), name: Option<&String>) -> Markup {
    let (x, y) = centre(square);
    let in_row = count.min(3);
    let across = (index % 3) as f64 - (in_row as f64 - 1.0) / 2.0;
    let down = if count > 3 { (index / 3) as f64 - 0.85 } else { -0.2 };
    let (x, y) = (x + 20.0 * across, y + 20.0 * down);
    let radius = if count > 1 { 9.5 } else { 12.0 };
    let name = name.map_or_else(|| letter(seat).to_string(), |name| plain(name).into_owned());
    html! {
        g {
            title { (name) " on " (square) }
            circle class=(format!("runner seat-{}", letter(seat))) cx=(x) cy=(y) r=(radius) {}
            text.letter x=(x) y=(y + 4.5) text-anchor="middle" { (letter(seat)) }
        }
    }
}
