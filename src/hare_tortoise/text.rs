//! The race in words and pictures.

use std::fmt::{self, Write as _};

use super::HareTortoise;
use super::action::{Action, Chance};
use super::board::{FINISH, Square, SquareKind};
use super::happening::{Happening, RunnerName};
use super::movement::cost;
use super::policy::{LettuceOwner, OthersCarrots};
use super::state::{Duty, Phase, State};
use super::view::View;
use crate::game::RaceGame;
use crate::seat::Seat;
use crate::text::{Aid, Canvas, Ink, Misread, Names, Text, capitalized, counted};

/// How many squares are drawn in a row, where the canvas is wide enough.
const ROW: usize = 16;
/// The columns of one square.
const CELL: usize = 5;

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(seat) => write!(f, "seat {seat}"),
            Self::Card(card) => write!(f, "card {card}"),
            Self::Die(die) => write!(f, "die {die}"),
            Self::PackCard(effect) => f.write_str(effect.word()),
        }
    }
}

/// `12 carrots`
pub(super) fn carrots(count: u16) -> String {
    counted(i64::from(count), "carrot", "carrots")
}

/// `3 lettuces`
pub(super) fn lettuces(count: u8) -> String {
    counted(i64::from(count), "lettuce", "lettuces")
}

/// `2nd`
pub(super) fn ordinal(place: u8) -> String {
    let ending = match place {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

/// The letter of a runner in pictures: `A` is seat 1's, and a second runner is `a`, a third `α`.
fn letter(name: RunnerName) -> char {
    let rows =
        [['A', 'B', 'C', 'D', 'E', 'F'], ['a', 'b', 'c', 'd', 'e', 'f'], ['α', 'β', 'γ', 'δ', 'ε', 'ζ']];
    let row = rows.get(usize::from(name.index)).unwrap_or(&rows[0]);
    row.get(name.seat.index()).copied().unwrap_or('?')
}

impl Text for HareTortoise {
    const TITLE: &'static str = "Hare & Tortoise, by David Parlett";

    fn introduction(&self) -> String {
        "Pay carrots to run: 1 for one square, 3 for two, 6 for three, and so on. Get new ones by going back to a \
         tortoise, by standing on the number of your race position, on carrot squares, and by chewing your \
         lettuces. Hare squares are a gamble. You win by crossing the line first, without lettuces and with few \
         carrots left."
            .to_owned()
    }

    fn aids(&self, view: &View) -> Vec<Aid> {
        self.sheets(view)
    }

    fn label(&self, view: &View, action: Action) -> String {
        let stays = if view.state().phase == Phase::ChewCarrot { "" } else { "stay and " };
        match action {
            Action::Runner(index) => format!("runner {}", index + 1),
            Action::Chew => "chew".to_owned(),
            Action::Draw => format!("{stays}draw 10"),
            Action::Pay => format!("{stays}pay 10"),
            Action::Stay if view.state().phase == Phase::ChewCarrot => "neither".to_owned(),
            Action::Stay => "stay".to_owned(),
            Action::ToStart => "back to Start".to_owned(),
            Action::Back(square) => format!("back to {square}"),
            Action::To(square) => format!("to {square}"),
        }
    }

    fn remark(&self, view: &View, action: Action) -> Option<String> {
        let state = view.state();
        let at = state.of(state.runner).square;
        match action {
            Action::Runner(index) => {
                let runner = state.runners_of(state.seat).start + index;
                Some(self.place_words(state, runner))
            }
            Action::Chew => {
                let drawn = u16::from(state.race_position(state.runner)) * super::moves::TEN;
                Some(format!("draws {drawn}"))
            }
            Action::ToStart => {
                let start = self.ruleset().start.carrots.of(state.seats.count());
                Some(format!("with {}", carrots(start)))
            }
            Action::Back(square) => {
                let squares = u16::from(at.number() - square.number());
                Some(format!("draws {}, tortoise", super::moves::TEN * squares))
            }
            Action::To(square) => {
                let price = carrots(cost(square.number() - at.number()));
                Some(match self.board().kind(square) {
                    Some(kind) => format!("{price}, {}", kind.name()),
                    None => price,
                })
            }
            Action::Draw | Action::Pay | Action::Stay => None,
        }
    }

    fn read_action(&self, view: &View, actions: &[Action], typed: &str) -> Result<Action, Misread> {
        let words = typed.trim().to_lowercase();
        let by_label = actions.iter().find(|action| self.label(view, **action).to_lowercase() == words);
        if let Some(action) = by_label {
            return Ok(*action);
        }
        let state = view.state();
        let action = self.read_freely(&words, state).ok_or_else(|| {
            Misread(match words.as_str() {
                "back" => "There is no tortoise square behind the runner to go back to.".to_owned(),
                _ => format!("`{}` is no action here. {}", typed.trim(), self.question(view)),
            })
        })?;
        if actions.contains(&action) {
            return Ok(action);
        }
        Err(Misread(capitalized(&format!("{}.", self.objection(state, action)))))
    }

    fn narrate(&self, happening: &Happening, names: &Names) -> Option<String> {
        self.tell(*happening, names)
    }

    fn question(&self, view: &View) -> String {
        let state = view.state();
        let question = match state.phase {
            Phase::Runner => "Which runner takes the turn: `runner 1`, `runner 2`?",
            Phase::ChewCarrot => "Chew a carrot: `draw` 10 or `pay` 10?",
            Phase::AnotherMove => "Another move: `to 22`, `back`, or `stay`?",
            Phase::Move if self.must_chew(state, state.runner) => "The runner must `chew` a lettuce.",
            Phase::Move if self.board().kind(state.of(state.runner).square) == Some(SquareKind::Carrot) => {
                "Where to: `to 22`, `back`; or stay and `draw` or `pay` 10?"
            }
            _ => "Where to: `to 22`, `+3`, `back`?",
        };
        if state.per_player > 1 && state.phase != Phase::Runner {
            let name = state.name(state.runner);
            return format!("Runner {} ({}): {question}", name.index + 1, letter(name));
        }
        question.to_owned()
    }

    fn draw(&self, view: &View, names: &Names, canvas: &Canvas) -> String {
        let mut picture = self.draw_track(view.state(), canvas);
        let state = view.state();
        let round = state.round.number;
        let _ = writeln!(picture, "\nround {round}; {}", self.board_words());
        for seat in state.seats.iter() {
            picture.push_str(&self.draw_player(view, seat, names, canvas));
        }
        picture
    }
}

impl HareTortoise {
    /// What was typed, in the short forms: `22`, `+3`, `back`, `draw`, `finish`, `runner 2`.
    fn read_freely(&self, words: &str, state: &State) -> Option<Action> {
        let square = words.strip_prefix("to ");
        let words = square.unwrap_or(words).trim();
        let at = state.of(state.runner).square.number();
        let action = match words {
            "chew" => Action::Chew,
            "draw" | "draw 10" | "stay and draw" => Action::Draw,
            "pay" | "pay 10" | "stay and pay" => Action::Pay,
            "stay" | "neither" => Action::Stay,
            "start" | "back to start" => Action::ToStart,
            "finish" | "the finish" | "home" => Action::To(Square::FINISH),
            _ => {
                if let Some(steps) = words.strip_prefix('+').or_else(|| words.strip_prefix("forward ")) {
                    let steps: u8 = steps.trim().parse().ok()?;
                    return Square::new(at.checked_add(steps)?).map(Action::To);
                }
                if let Some(index) = words.strip_prefix("runner ") {
                    let index: u8 = index.trim().parse().ok()?;
                    return Some(Action::Runner(index.checked_sub(1)?));
                }
                if let Some(square) = words.strip_prefix("back") {
                    let square = square.trim().trim_start_matches("to").trim();
                    return match square.parse() {
                        Ok(number) => Square::new(number).map(Action::Back),
                        Err(_) if square.is_empty() => self.nearest_tortoise(state).map(Action::Back),
                        Err(_) => None,
                    };
                }
                let number: u8 = words.parse().ok()?;
                if state.phase == Phase::Runner && square.is_none() {
                    return Some(Action::Runner(number.checked_sub(1)?));
                }
                return Square::new(number).map(Action::To);
            }
        };
        Some(action)
    }

    /// The tortoise that a bare `back` means, taken or not.
    pub(super) fn nearest_tortoise(&self, state: &State) -> Option<Square> {
        let at = state.of(state.runner).square;
        Square::foremost(self.board().tortoises & at.behind())
    }

    fn hides(&self, view: &View, seat: Seat) -> bool {
        self.ruleset().screen.others_carrots == OthersCarrots::Hidden && seat != view.seat()
    }

    /// Where a runner stands: `on 22 (carrot), 2nd`.
    fn place_words(&self, state: &State, runner: u8) -> String {
        let at = state.of(runner);
        if let Some(place) = at.arrived {
            return format!("home, {}", ordinal(place.get()));
        }
        let kind = self.board().kind(at.square).map_or(String::new(), |kind| format!(" ({})", kind.name()));
        let mut words = format!("on {}{kind}, {}", at.square, ordinal(state.race_position(runner)));
        match at.duty {
            Duty::None => {}
            Duty::Chew => words.push_str(", chews next"),
            Duty::Leave => words.push_str(", must leave"),
        }
        if at.misses {
            words.push_str(", misses a turn");
        }
        if let Some(passed_by) = at.passed_by.filter(|seats| !seats.is_empty()) {
            let _ = write!(words, ", passed by {}", passed_by.len());
        }
        words
    }

    /// One line a runner: letter, name, square, position, carrots, lettuces.
    fn draw_player(&self, view: &View, seat: Seat, names: &Names, canvas: &Canvas) -> String {
        let state = view.state();
        let held = match state.carrots[seat] {
            _ if self.hides(view, seat) => "    ? carrots".to_owned(),
            1 => "    1 carrot".to_owned(),
            held => format!("{held:>5} carrots"),
        };
        let mut lines = String::new();
        for runner in state.runners_of(seat) {
            let name = state.name(runner);
            let has_turn = seat == state.seat && state.phase != Phase::Over;
            let is_to_move = has_turn && (state.phase == Phase::Runner || runner == state.runner);
            let mark = if is_to_move { '>' } else { ' ' };
            let who = if name.index == 0 { capitalized(&names.of(seat)) } else { String::new() };
            let mut line = format!("{mark} {} {who:<12} ", letter(name));
            if name.index == 0 {
                let _ = write!(line, "{held}, ");
            } else {
                let _ = write!(line, "{:15}", "");
            }
            match self.ruleset().lettuces.belong_to {
                LettuceOwner::Runner => {
                    let _ = write!(line, "{}; ", lettuces(state.of(runner).lettuces));
                }
                LettuceOwner::Player if name.index == 0 => {
                    let _ = write!(line, "{}; ", lettuces(state.pool[seat]));
                }
                LettuceOwner::Player => line.push_str("            "),
            }
            let mut place = self.place_words(state, runner);
            if state.missing.contains(seat) {
                place.push_str(", misses a turn");
            }
            if line.chars().count() + place.chars().count() > canvas.width {
                // On a narrow screen nothing is cut off: the place stands on a line of its own.
                let _ = writeln!(lines, "{}", line.trim_end().trim_end_matches(';'));
                line = " ".repeat(6);
            }
            line.push_str(&place);
            let ink = if seat == view.seat() { canvas.paint(&line, Ink::Bold) } else { line };
            let _ = writeln!(lines, "{}", ink.trim_end());
        }
        lines
    }

    /// The track in rows: numbers, kinds, and the runners' letters below.
    fn draw_track(&self, state: &State, canvas: &Canvas) -> String {
        let in_row = (canvas.width / CELL).clamp(1, ROW);
        let squares: Vec<Square> = (0..=FINISH).map(Square::at).collect();
        let mut picture = String::new();
        // Start has a row of its own, so that the rows of squares begin alike.
        let rows = std::iter::once(&squares[..1]).chain(squares[1..].chunks(in_row));
        for row in rows {
            let (mut top, mut bottom) = (String::new(), String::new());
            for square in row {
                top.push_str(&self.draw_square(*square, canvas));
                let letters = Self::letters_on(state, *square);
                let _ = write!(bottom, "{letters:<CELL$}");
            }
            picture.push_str(top.trim_end());
            picture.push('\n');
            if !bottom.trim().is_empty() {
                let _ = writeln!(picture, "{}", canvas.paint(bottom.trim_end(), Ink::Bold));
            }
        }
        picture
    }

    fn draw_square(&self, square: Square, canvas: &Canvas) -> String {
        let Some(kind) = self.board().kind(square) else {
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

    /// What the codes on the track mean.
    fn board_words(&self) -> String {
        let on_board =
            |kind: &SquareKind| (1..FINISH).any(|at| self.board().kind(Square::at(at)) == Some(*kind));
        // The digits of number squares speak for themselves.
        let is_letter = |kind: &SquareKind| kind.code().is_alphabetic();
        let kinds = SquareKind::ALL.into_iter().filter(on_board).filter(is_letter);
        kinds.map(|kind| format!("{} {}", kind.code(), kind.name())).collect::<Vec<_>>().join(", ")
    }

    fn letters_on(state: &State, square: Square) -> String {
        let standing = (0..state.count()).filter(|runner| state.of(*runner).square == square);
        standing.map(|runner| letter(state.name(runner))).collect()
    }
}
