//! The board and the players in characters.

use std::fmt::Write as _;

use super::action::Action;
use super::board::{FINISH, Square, SquareKind};
use super::game::HareTortoise;
use super::movement::{BUNCH, cost};
use super::policy::{LettuceOwner, OthersCarrots};
use super::state::{Duty, Phase, State};
use super::view::View;
use super::words::{letter, lettuces};
use crate::ground::seat::Seat;
use crate::text::{Canvas, Ink, Names};
use crate::text::{capitalized, ordinal, separated};

/// The most squares in a row.
const ROW: usize = 16;
/// The columns of one square.
const CELL: usize = 5;

/// The race as a seat sees it. While it considers an action, the squares within its reach have their prices below them.
pub(super) fn draw(
    game: &HareTortoise,
    view: &View,
    considered: Option<Action>,
    names: &Names,
    canvas: &Canvas,
) -> String {
    let state = view.state();
    // HT-08: carrots are hidden in play.
    let is_hidden = game.ruleset.screen.others_carrots == OthersCarrots::Hidden && state.phase != Phase::Over;
    let eyes = Eyes { seat: Some(view.seat()), see_all: !is_hidden };
    draw_for(game, state, eyes, considered, names, canvas)
}

/// The race with all carrots open.
pub(super) fn draw_open(game: &HareTortoise, state: &State, names: &Names, canvas: &Canvas) -> String {
    draw_for(game, state, Eyes { seat: None, see_all: true }, None, names, canvas)
}

/// Those who read a picture.
#[derive(Clone, Copy)]
struct Eyes {
    /// The seat that reads it, whose lines stand out.
    seat: Option<Seat>,
    /// The carrots of all are shown.
    see_all: bool,
}

fn draw_for(
    game: &HareTortoise,
    state: &State,
    eyes: Eyes,
    considered: Option<Action>,
    names: &Names,
    canvas: &Canvas,
) -> String {
    let prices = considered.map(|action| Prices::of(game, state, action));
    let mut picture = draw_track(game, state, prices.as_ref(), canvas);
    let below = match prices {
        Some(prices) if prices.has_any() => "; below: carrots",
        _ => "",
    };
    let _ = writeln!(picture, "\nround {}; {}{below}", state.round.number, legend(game));
    for seat in state.seats.iter() {
        picture.push_str(&draw_player(game, state, seat, eyes, names, canvas));
    }
    picture
}

/// The track in rows: numbers and kinds, below them the letters of runners.
fn draw_track(game: &HareTortoise, state: &State, prices: Option<&Prices>, canvas: &Canvas) -> String {
    let in_row = (canvas.width / CELL).clamp(1, ROW);
    let squares: Vec<Square> = (0..=FINISH).map(Square::at).collect();
    let mut picture = String::new();
    // Start has a row of its own, so that the rows of squares begin alike.
    for row in std::iter::once(&squares[..1]).chain(squares[1..].chunks(in_row)) {
        let top: String = row.iter().map(|square| draw_square(game, *square, canvas)).collect();
        let cells: Vec<String> = row
            .iter()
            .map(|square| {
                let price = prices.and_then(|prices| prices.on(*square));
                format!("{:<CELL$}", price.unwrap_or_else(|| letters_on(state, *square)))
            })
            .collect();
        let bottom = cells.concat();
        let _ = writeln!(picture, "{}", top.trim_end());
        if !bottom.trim().is_empty() {
            let _ = writeln!(picture, "{}", canvas.paint(bottom.trim_end(), Ink::Bold));
        }
    }
    picture
}

/// The prices of the squares that the runner to move can reach, and the square under the cursor.
struct Prices {
    /// Prices forward are negative, and what going back pays is positive.
    all: Vec<(Square, i32)>,
    target: Option<Square>,
}

impl Prices {
    fn of(game: &HareTortoise, state: &State, considered: Action) -> Self {
        let at = state.of(state.runner).square.number();
        let mut actions = Vec::new();
        game.legal(state).list(&mut actions);
        let price = |action: &Action| match action {
            Action::To(square) => Some((*square, -i32::from(cost(square.number() - at)))),
            Action::Back(square) => Some((*square, i32::from(BUNCH) * i32::from(at - square.number()))),
            _ => None,
        };
        let target = match considered {
            Action::To(square) | Action::Back(square) => Some(square),
            _ => None,
        };
        Self { all: actions.iter().filter_map(price).collect(), target }
    }

    fn has_any(&self) -> bool {
        !self.all.is_empty()
    }

    /// The words below a square: ` -10`, under the cursor `>-10`.
    fn on(&self, square: Square) -> Option<String> {
        let (_, price) = self.all.iter().find(|(other, _)| *other == square)?;
        let mark = if self.target == Some(square) { ">" } else { " " };
        let price = format!("{price:+}");
        Some(if price.len() < CELL { format!("{mark}{price}") } else { mark.repeat(CELL - 1) })
    }
}

fn draw_square(game: &HareTortoise, square: Square, canvas: &Canvas) -> String {
    let Some(kind) = game.board().kind(square) else {
        let name = if square == Square::START { "Start" } else { "Home" };
        return format!("{name:<CELL$}");
    };
    let ink = match kind {
        SquareKind::Carrot => Ink::Yellow,
        SquareKind::Lettuce => Ink::Green,
        SquareKind::Hare => Ink::Magenta,
        SquareKind::Tortoise => Ink::Cyan,
        SquareKind::Two | SquareKind::Three | SquareKind::Four => Ink::Blue,
        SquareKind::Flag => Ink::Red,
    };
    let number = canvas.paint(&format!("{:>2}:", square.number()), Ink::Faint);
    format!("{number}{} ", canvas.paint(&kind.code().to_string(), ink))
}

fn letters_on(state: &State, square: Square) -> String {
    let standing = (0..state.count()).filter(|runner| state.of(*runner).square == square);
    standing.map(|runner| letter(state.name(runner))).collect()
}

/// The meaning of the letters on the track; the digits of number squares need none.
fn legend(game: &HareTortoise) -> String {
    let on_board = |kind: &SquareKind| (1..FINISH).any(|at| game.board().kind(Square::at(at)) == Some(*kind));
    let kinds = SquareKind::ALL.into_iter().filter(|kind| kind.code().is_alphabetic() && on_board(kind));
    separated(kinds.map(|kind| format!("{} {}", kind.code(), kind.name())), ", ")
}

/// One line a runner: letter, name, carrots, lettuces, square and race position.
fn draw_player(
    game: &HareTortoise,
    state: &State,
    seat: Seat,
    eyes: Eyes,
    names: &Names,
    canvas: &Canvas,
) -> String {
    let mut lines = String::new();
    for runner in state.runners_of(seat) {
        let has_turn = seat == state.seat && state.phase != Phase::Over;
        let is_to_move = has_turn && (state.phase == Phase::Runner || runner == state.runner);
        let mark = if is_to_move { '>' } else { ' ' };
        let mut line =
            format!("{mark} {} {}", letter(state.name(runner)), stock(game, state, runner, eyes, names));
        let mut place = place_words(game, state, runner);
        if state.missing.contains(seat) {
            place.push_str(", misses a turn");
        }
        if line.chars().count() + place.chars().count() > canvas.width {
            // On a narrow screen nothing is cut off: the place stands on a line of its own.
            let _ = writeln!(lines, "{}", line.trim_end().trim_end_matches(';'));
            line = " ".repeat(6);
        }
        line.push_str(&place);
        let line = if eyes.seat == Some(seat) { canvas.paint(&line, Ink::Bold) } else { line };
        let _ = writeln!(lines, "{}", line.trim_end());
    }
    lines
}

/// The player's name and carrots, before its first runner only, and the lettuces.
fn stock(game: &HareTortoise, state: &State, runner: u8, eyes: Eyes, names: &Names) -> String {
    let seat = state.owner(runner);
    let is_first = state.index_of(runner) == 0;
    let is_hidden = !eyes.see_all && eyes.seat != Some(seat);
    let held = match state.carrots[seat] {
        _ if !is_first => format!("{:28}", ""),
        _ if is_hidden => format!("{:<12}     ? carrots, ", capitalized(&names.of(seat))),
        1 => format!("{:<12}     1 carrot, ", capitalized(&names.of(seat))),
        held => format!("{:<12} {held:>5} carrots, ", capitalized(&names.of(seat))),
    };
    held + &match game.ruleset.lettuces.belong_to {
        LettuceOwner::Runner => format!("{}; ", lettuces(state.of(runner).lettuces)),
        LettuceOwner::Player if is_first => format!("{}; ", lettuces(state.pool[seat])),
        LettuceOwner::Player => " ".repeat(12),
    }
}

/// The place of a runner: `on 22 (carrot), 2nd`.
pub(super) fn place_words(game: &HareTortoise, state: &State, runner: u8) -> String {
    let at = state.of(runner);
    if let Some(place) = at.arrived {
        return format!("home, {}", ordinal(place.get()));
    }
    let kind = game.board().kind(at.square).map_or(String::new(), |kind| format!(" ({})", kind.name()));
    let mut words = format!("on {}{kind}, {}", at.square, ordinal(state.race_position(runner)));
    words.push_str(match at.duty {
        Duty::None => "",
        Duty::Chew => ", chews next",
        Duty::Leave => ", must leave",
    });
    if at.misses {
        words.push_str(", misses a turn");
    }
    if let Some(passed_by) = at.passed_by.filter(|seats| !seats.is_empty()) {
        let _ = write!(words, ", passed by {}", passed_by.len());
    }
    words
}
