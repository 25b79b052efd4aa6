//! Draws the board as a picture: rows of squares that run back and forth, in the colours of their kinds, with the
//! runners on them; and what a seat holds.

use super::action::Action;
use super::board::{FINISH, Square, SquareKind};
use super::game::HareTortoise;
use super::policy::LettuceOwner;
use super::state::State;
use super::view::View;
use super::words::letter;
use crate::text::{HandItem, Marks, Names, Paint, Picture, Svg, around};

/// The squares in a row.
const ROW: usize = 8;
const WIDTH: f64 = 44.0;
const HEIGHT: f64 = 46.0;
const GAP: f64 = 3.0;
const MARGIN: f64 = 4.0;

impl HareTortoise {
    /// What the seat holds: its carrots and its lettuces.
    pub(super) fn held(&self, view: &View) -> Vec<HandItem> {
        let (state, seat) = (view.state(), view.seat());
        let lettuces = match self.ruleset.lettuces.belong_to {
            LettuceOwner::Runner => {
                state.runners_of(seat).map(|runner| u16::from(state.of(runner).lettuces)).sum()
            }
            LettuceOwner::Player => state.pool[seat].into(),
        };
        vec![
            HandItem::new("carrots", "carrots", state.carrots[seat], Paint::Orange)
                .with_picture(Picture::Carrot),
            HandItem::new("lettuces", "lettuces", lettuces, Paint::Green).with_picture(Picture::Lettuce),
        ]
    }
}

/// What an action is about: the square that it leads to, or what it pays or draws, or the runner that stays.
pub(super) fn names_of(view: &View, action: Action) -> Vec<String> {
    let state = view.state();
    let runner = |runner: u8| letter(state.name(runner)).to_string();
    let stays = || [runner(state.runner), state.of(state.runner).square.number().to_string()];
    match action {
        Action::To(square) | Action::Back(square) => vec![square.number().to_string()],
        Action::ToStart => vec![Square::START.number().to_string()],
        Action::Runner(index) => vec![runner(state.runners_of(state.seat).start + index)],
        Action::Chew => [vec!["lettuces".to_owned()], stays().into()].concat(),
        Action::Draw | Action::Pay => [vec!["carrots".to_owned()], stays().into()].concat(),
        Action::Stay => stays().into(),
    }
}

/// Draws the board with its runners. It shows nothing that anybody holds.
pub(super) fn svg(game: &HareTortoise, view: &View, marks: &Marks<'_, View, Action>, names: &Names) -> Svg {
    let squares: Vec<Square> = (0..=FINISH).map(Square::at).collect();
    // Start has a row of its own.
    let rows = 1 + usize::from(FINISH).div_ceil(ROW);
    let (width, height) = (ROW as f64 * WIDTH + 2.0 * MARGIN, rows as f64 * HEIGHT + 2.0 * MARGIN);
    let mut svg = Svg::new(width, height, "The board and its runners");
    svg.line(&squares.iter().map(|square| centre(*square)).collect::<Vec<_>>(), Paint::Track);
    for square in &squares {
        draw_square(&mut svg, game, *square);
    }
    let state = view.state();
    svg.note((MARGIN + 2.0 * WIDTH, MARGIN + HEIGHT / 2.0 + 4.0), &format!("Round {}", state.round.number));
    if let Some(since) = marks.since.map(View::state).filter(|since| since.count() == state.count()) {
        for runner in 0..state.count() {
            let [from, to] = [since, state].map(|state| state.of(runner).square);
            if from != to {
                let (letters, paint) =
                    (letter(state.name(runner)).to_string(), names.colour(state.owner(runner)).paint());
                svg.trail(&letters, &way(from, to), |svg, at| svg.pawn(at, 20.0, paint, &letters));
            }
        }
    }
    for square in &squares {
        draw_runners(&mut svg, state, *square, names);
    }
    if let Some(Action::To(square) | Action::Back(square)) = marks.choice {
        let (at, runner) = (state.of(state.runner).square, letter(state.name(state.runner)));
        svg.line(&way(at, square), Paint::Way);
        svg.ghost(centre(square), 12.0, &runner.to_string());
    }
    svg
}

/// The centre of a square. The rows run back and forth, so that consecutive squares lie side by side.
fn centre(square: Square) -> (f64, f64) {
    let (row, column) = match usize::from(square.number()).checked_sub(1) {
        None => (0, 0),
        Some(index) if (index / ROW).is_multiple_of(2) => (1 + index / ROW, index % ROW),
        Some(index) => (1 + index / ROW, ROW - 1 - index % ROW),
    };
    (MARGIN + (column as f64 + 0.5) * WIDTH, MARGIN + (row as f64 + 0.5) * HEIGHT)
}

/// The way along the track from one square to another.
fn way(from: Square, to: Square) -> Vec<(f64, f64)> {
    let [first, last] = [from.min(to), from.max(to)].map(Square::number);
    let mut way: Vec<_> = (first..=last).map(|number| centre(Square::at(number))).collect();
    if to < from {
        way.reverse();
    }
    way
}

/// A square with its number and its kind.
fn draw_square(svg: &mut Svg, game: &HareTortoise, square: Square) {
    let (x, y) = centre(square);
    let (width, height) = (WIDTH - GAP, HEIGHT - GAP);
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    let kind = game.board().kind(square);
    let name = kind.map_or_else(|| square.to_string(), |kind| kind.name().to_owned());
    let title = if kind.is_some() { format!("square {square}, {name}") } else { name.clone() };
    svg.named(&square.number().to_string(), &title, |svg| {
        svg.rect((left, top), (width, height), kind.map_or(Paint::Plain, paint));
        if kind.is_some() {
            svg.words((left + 8.0, top + 11.0), &square.number().to_string());
        }
        match kind {
            // Number squares show the position that they pay for.
            Some(kind) if kind.code().is_ascii_digit() => {
                svg.value((x - 5.0, y + 13.0), &kind.code().to_string());
            }
            Some(kind) => svg.picture((x - 4.0, y + 6.0), 27.0, picture(kind)),
            None if square == Square::START => svg.words((x, top + height - 5.0), "start"),
            None => svg.picture((x, y + 2.0), 34.0, Picture::Finish),
        }
    });
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

fn picture(kind: SquareKind) -> Picture {
    match kind {
        SquareKind::Carrot => Picture::Carrot,
        SquareKind::Lettuce => Picture::Lettuce,
        SquareKind::Hare => Picture::Hare,
        SquareKind::Tortoise => Picture::Tortoise,
        SquareKind::Two | SquareKind::Three | SquareKind::Four | SquareKind::Flag => Picture::Flag,
    }
}

fn draw_runners(svg: &mut Svg, state: &State, square: Square, names: &Names) {
    let here: Vec<u8> = (0..state.count()).filter(|runner| state.of(*runner).square == square).collect();
    let (x, y) = centre(square);
    let (size, apart) = if here.len() > 1 { (20.0, 18.0) } else { (26.0, 0.0) };
    let places: Vec<_> = if here.len() > 4 {
        // More runners than fit on a square may be at the start or the finish, so they stand in a row beside it.
        let along = if square == Square::START { 1.0 } else { -1.0 };
        (0..here.len()).map(|index| (x + along * index as f64 * 18.0, y - 3.0)).collect()
    } else {
        // A single runner leaves the number and the picture of the square visible.
        let middle = if here.len() == 1 { (x + 8.0, y - 6.0) } else { (x, y - 2.0) };
        around(middle, here.len(), apart).collect()
    };
    for (runner, at) in here.iter().zip(places) {
        let owner = state.owner(*runner);
        let title = format!("{} on {square}", names.name(owner));
        let letters = letter(state.name(*runner)).to_string();
        svg.named(&letters, &title, |svg| svg.pawn(at, size, names.colour(owner).paint(), &letters));
    }
}
