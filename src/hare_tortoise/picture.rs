//! Draws the board and the players with characters.

use std::fmt::Write as _;

use super::action::Action;
use super::board::{FINISH, Square, SquareKind};
use super::game::HareTortoise;
use super::movement::{BUNCH, cost};
use super::policy::{LettuceOwner, OthersCarrots};
use super::state::{Duty, Phase, State};
use super::view::View;
use super::words::{carrots, letter, lettuces as lettuces_in_words};
use crate::common::seat::Seat;
use crate::text::{Canvas, Ink, Marks, Names};
use crate::text::{capitalized, columns, ordinal, padded, separated};

/// The maximum number of squares in a row, on screen and on pages.
pub(super) const ROW: usize = 16;
/// The width of a square, in columns.
const CELL: usize = 5;
/// The width of a square on a large screen, which has room for its kind in words, and the squares in a row.
const LARGE: (usize, usize) = (12, 10);

/// Draws the race as a seat sees it. While the seat considers an action, the squares within reach have their prices
/// below.
pub(super) fn draw(
    game: &HareTortoise,
    view: &View,
    marks: &Marks<'_, View, Action>,
    names: &Names,
    canvas: &Canvas,
) -> String {
    let state = view.state();
    let eyes = Eyes { seat: Some(view.seat()), see_all: !is_hidden(game, state) };
    Picture { game, state, since: marks.since.map(View::state), eyes, names, canvas }.draw(marks.choice)
}

/// Whether carrots are hidden from others: during play (HT-08).
fn is_hidden(game: &HareTortoise, state: &State) -> bool {
    game.ruleset.screen.others_carrots == OthersCarrots::Hidden && state.phase != Phase::Over
}

/// Draws the race as spectators see it.
pub(super) fn draw_for_watchers(game: &HareTortoise, view: &View, names: &Names, canvas: &Canvas) -> String {
    let state = view.state();
    let eyes = Eyes { seat: None, see_all: !is_hidden(game, state) };
    Picture { game, state, since: None, eyes, names, canvas }.draw(None)
}

/// What everybody may know about each seat: where it is in the race, its lettuces, and its carrots if they are open.
pub(super) fn facts(game: &HareTortoise, state: &State) -> Vec<String> {
    let of = |seat: Seat| {
        let runners = state.runners_of(seat);
        let places = separated(runners.clone().map(|runner| ordinal(state.race_position(runner))), " and ");
        let lettuces = match game.ruleset.lettuces.belong_to {
            LettuceOwner::Runner => runners.map(|runner| state.of(runner).lettuces).sum(),
            LettuceOwner::Player => state.pool[seat],
        };
        let carrots = (!is_hidden(game, state)).then(|| carrots(state.carrots[seat]));
        let known = [places, lettuces_in_words(lettuces)];
        separated(known.into_iter().chain(carrots), ", ")
    };
    state.seats.iter().map(of).collect()
}

/// Draws the race with everybody's carrots shown.
pub(super) fn draw_open(game: &HareTortoise, state: &State, names: &Names, canvas: &Canvas) -> String {
    let eyes = Eyes { seat: None, see_all: true };
    Picture { game, state, since: None, eyes, names, canvas }.draw(None)
}

/// Who reads a picture.
#[derive(Clone, Copy)]
struct Eyes {
    /// The seat that reads the picture, whose lines stand out.
    seat: Option<Seat>,
    /// Whether everybody's carrots are shown.
    see_all: bool,
}

/// What a picture leaves out to save room, from the first thing to go. Each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Less {
    /// Everything is shown, in large squares with their kinds in words.
    Large,
    /// Everything is shown.
    Nothing,
    /// Leaves out the empty line.
    Gap,
    /// Also leaves out the key to the letters.
    Legend,
    /// Also leaves out rows of squares where nobody stands or can go now.
    Rows,
    /// Also leaves out rows where nobody can go now.
    Far,
    /// Also leaves out the separate line for each runner.
    Lines,
}

/// The columns for the mark and the letter before a runner's line.
const HEAD: usize = 3;

/// Everything that a picture is drawn from.
struct Picture<'a> {
    game: &'a HareTortoise,
    state: &'a State,
    /// An earlier state, in which runners may have stood elsewhere.
    since: Option<&'a State>,
    eyes: Eyes,
    names: &'a Names,
    canvas: &'a Canvas,
}

impl Picture<'_> {
    /// Draws the picture in as much detail as the canvas has lines for.
    fn draw(&self, considered: Option<Action>) -> String {
        let prices = considered.map(|action| Prices::of(self.game, self.state, action));
        let draw = |less| self.draw_less(prices.as_ref(), less);
        let fits = |picture: &String| self.canvas.has_room_for(picture);
        let large = draw(Less::Large);
        if self.canvas.width >= LARGE.0 * LARGE.1
            && self.canvas.has_ample_room_for(&draw(Less::Nothing))
            && fits(&large)
        {
            return large;
        }
        let all = [Less::Nothing, Less::Gap, Less::Legend, Less::Rows, Less::Far];
        all.into_iter().map(draw).find(fits).unwrap_or_else(|| draw(Less::Lines))
    }

    fn draw_less(&self, prices: Option<&Prices>, less: Less) -> String {
        let mut picture = self.draw_track(prices, less);
        if less < Less::Gap {
            picture.push('\n');
        }
        if less < Less::Legend {
            let below = match prices {
                Some(prices) if prices.has_any() => "; below: carrots".to_owned(),
                _ if less == Less::Large => String::new(),
                _ => digits(self.game),
            };
            let legend = if less == Less::Large {
                format!("a number pays {BUNCH} times as many carrots to a runner in that position")
            } else {
                legend(self.game)
            };
            let _ = writeln!(picture, "round {}; {legend}{below}", self.state.round.number);
        }
        if less >= Less::Lines {
            let runners = (0..self.state.count()).map(|runner| self.in_brief(runner));
            let _ = writeln!(picture, "{}", separated(runners, "; "));
            return picture;
        }
        for seat in self.state.seats.iter() {
            picture.push_str(&self.draw_player(seat, less));
        }
        picture
    }

    /// Draws the track in rows: numbers and kinds, with the letters of runners below.
    fn draw_track(&self, prices: Option<&Prices>, less: Less) -> String {
        let (cell, in_row) =
            if less == Less::Large { LARGE } else { (CELL, (self.canvas.width / CELL).clamp(1, ROW)) };
        let squares: Vec<Square> = (0..=FINISH).map(Square::at).collect();
        let mut picture = String::new();
        // Start has a row of its own, so that the rows of squares are aligned.
        for row in std::iter::once(&squares[..1]).chain(squares[1..].chunks(in_row)) {
            let top: String =
                row.iter().map(|square| draw_square(self.game, *square, self.canvas, cell)).collect();
            let price = |square: &Square| prices.and_then(|prices| prices.on(*square));
            let bottom = separated(row.iter().map(|square| self.below(*square, price(square), cell)), "");
            let is_empty = bottom.trim().is_empty();
            let has_price = row.iter().any(|square| price(square).is_some());
            let is_far = less >= Less::Far && !has_price && prices.is_some_and(Prices::has_any);
            if is_far || is_empty && less >= Less::Rows {
                continue;
            }
            let _ = writeln!(picture, "{}", top.trim_end());
            if !is_empty || less == Less::Large {
                let _ = writeln!(picture, "{}", bottom.trim_end());
            }
            if less == Less::Large {
                picture.push('\n');
            }
        }
        picture
    }

    /// The cell below a square: its price, or the letters of the runners on it in the colours of their players.
    /// Runners that were elsewhere before have a mark.
    fn below(&self, square: Square, price: Option<String>, width: usize) -> String {
        let standing = (0..self.state.count()).filter(|runner| self.state.of(*runner).square == square);
        let has_moved = |runner: &u8| self.moved_from(*runner).is_some();
        // The finish ends its row, and many may stand there: then without marks, and if necessary without a margin.
        let count = if square == Square::FINISH { standing.clone().count() } else { 0 };
        let is_crowded = count > 0 && 1 + count + standing.clone().filter(has_moved).count() > width;
        let margin = usize::from(count < width);
        let (mut columns, mut cell) = (margin, " ".repeat(margin));
        if let Some(price) = price {
            (columns, cell) = (price.chars().count(), self.canvas.paint(&price, Ink::Bold));
        } else {
            for runner in standing {
                let mark = if has_moved(&runner) && !is_crowded { "*" } else { "" };
                let letters = format!("{}{mark}", letter(self.state.name(runner)));
                columns += letters.chars().count();
                cell.push_str(&self.canvas.paint(&letters, self.ink(runner)));
            }
        }
        cell + &" ".repeat(width.saturating_sub(columns))
    }

    /// The colour of a runner, which is that of its player.
    fn ink(&self, runner: u8) -> Ink {
        self.names.colour(self.state.owner(runner)).ink()
    }

    /// The square on which a runner stood before, if it stood elsewhere.
    fn moved_from(&self, runner: u8) -> Option<Square> {
        let before = self.since.filter(|since| runner < since.count())?.of(runner).square;
        Some(before).filter(|before| *before != self.state.of(runner).square)
    }

    /// Describes a runner in a few words: `A (you) 65c 3l on 22, 2nd`.
    fn in_brief(&self, runner: u8) -> String {
        let (state, seat) = (self.state, self.state.owner(runner));
        let name = self.canvas.paint(&letter(state.name(runner)).to_string(), self.ink(runner));
        let at = state.of(runner);
        let place = format!("on {}, {}", at.square, ordinal(state.race_position(runner)));
        if self.eyes.seat != Some(seat) {
            return format!("{name} {place}");
        }
        let lettuces = match self.game.ruleset.lettuces.belong_to {
            LettuceOwner::Runner => at.lettuces,
            LettuceOwner::Player => state.pool[seat],
        };
        format!("{name} ({}) {}c {lettuces}l {place}", self.names.of(seat), state.carrots[seat])
    }

    /// Draws one line for each runner: letter, name, carrots, lettuces, square and race position.
    fn draw_player(&self, seat: Seat, less: Less) -> String {
        let Self { state, names, canvas, .. } = *self;
        let mut lines = String::new();
        for runner in state.runners_of(seat) {
            let has_turn = seat == state.seat && state.phase != Phase::Over;
            let is_to_move = has_turn && (state.phase == Phase::Runner || runner == state.runner);
            let mark = if is_to_move { '>' } else { ' ' };
            // Readers addressed as `you` find their own line by its colour.
            let is_bold = self.eyes.seat == Some(seat) && names.you() != Some(seat);
            let paint = |text: &str| {
                if is_bold { canvas.paint(text, Ink::Bold) } else { names.painted(text, canvas) }
            };
            let name = canvas.paint(&letter(state.name(runner)).to_string(), self.ink(runner));
            let mut head = format!("{mark} {name}");
            let mut line = format!(" {}", self.stock(runner, less));
            let mut place = place_words(self.game, state, runner);
            if state.missing.contains(seat) {
                place.push_str(", misses a turn");
            }
            if let Some(before) = self.moved_from(runner) {
                let _ = write!(place, ", was on {before}");
            }
            if HEAD + columns(&line) + columns(&place) > canvas.width {
                // On a narrow screen nothing is cut off: the place goes on its own line.
                let _ = writeln!(lines, "{head}{}", paint(line.trim_end().trim_end_matches(';')));
                (head, line) = (String::new(), " ".repeat(6));
            }
            line.push_str(&place);
            let _ = writeln!(lines, "{head}{}", paint(line.trim_end()));
        }
        lines
    }

    /// The player's name and carrots (before its first runner only), and the lettuces.
    fn stock(&self, runner: u8, less: Less) -> String {
        let Self { game, state, eyes, names, .. } = *self;
        let seat = state.owner(runner);
        let is_first = state.index_of(runner) == 0;
        let is_hidden = !eyes.see_all && eyes.seat != Some(seat);
        let held = if is_hidden { "?".to_owned() } else { state.carrots[seat].to_string() };
        let lettuces = match game.ruleset.lettuces.belong_to {
            LettuceOwner::Runner => Some(state.of(runner).lettuces),
            LettuceOwner::Player => Some(state.pool[seat]).filter(|_| is_first),
        };
        let name = capitalized(&names.of(seat));
        if less >= Less::Rows {
            let carrots = if is_first { format!("{held}c ") } else { String::new() };
            let lettuces = lettuces.map_or_else(String::new, |lettuces| format!("{lettuces}l "));
            return format!("{} {carrots:>6}{lettuces}", padded(&name, 12));
        }
        let unit = if held == "1" { "carrot" } else { "carrots" };
        // HT-02: with two runners, the letter of the second one is a small one.
        let second = format!("  runner {}", state.index_of(runner) + 1);
        let carrots =
            if is_first { format!("{} {held:>5} {unit}, ", padded(&name, 12)) } else { padded(&second, 28) };
        carrots
            + &lettuces
                .map_or_else(|| " ".repeat(12), |lettuces| format!("{}; ", lettuces_in_words(lettuces)))
    }
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

    /// The text below a square: ` -10`, or `>-10` under the cursor.
    fn on(&self, square: Square) -> Option<String> {
        let (_, price) = self.all.iter().find(|(other, _)| *other == square)?;
        let mark = if self.target == Some(square) { ">" } else { " " };
        let price = format!("{price:+}");
        Some(if price.len() < CELL { format!("{mark}{price}") } else { mark.repeat(CELL - 1) })
    }
}

fn draw_square(game: &HareTortoise, square: Square, canvas: &Canvas, cell: usize) -> String {
    let Some(kind) = game.board().kind(square) else {
        let name = if square == Square::START { "Start" } else { "Home" };
        return format!("{name:<cell$}");
    };
    let ink = match kind {
        SquareKind::Carrot => Ink::Yellow,
        SquareKind::Lettuce => Ink::Green,
        SquareKind::Hare => Ink::Magenta,
        SquareKind::Tortoise => Ink::Cyan,
        SquareKind::Two | SquareKind::Three | SquareKind::Four => Ink::Blue,
        SquareKind::Flag => Ink::Red,
    };
    let number = format!("{:>2}:", square.number());
    let words = if cell == CELL { kind.code().to_string() } else { kind.name().to_owned() };
    let gap = " ".repeat(cell.saturating_sub(number.len() + words.len()));
    format!("{}{}{gap}", canvas.paint(&number, Ink::Faint), canvas.paint(&words, ink))
}

/// The kinds of squares on the board.
fn kinds(game: &HareTortoise) -> impl Iterator<Item = SquareKind> {
    let on_board = |kind: &SquareKind| (1..FINISH).any(|at| game.board().kind(Square::at(at)) == Some(*kind));
    SquareKind::ALL.into_iter().filter(on_board)
}

/// The key to the letters on the track.
fn legend(game: &HareTortoise) -> String {
    let letters = kinds(game).filter(|kind| kind.code().is_alphabetic());
    separated(letters.map(|kind| format!("{} {}", kind.code(), kind.name())), ", ")
}

/// The key to the digits on the track: the first square with one. Where the line also explains prices, there is no room
/// for it.
fn digits(game: &HareTortoise) -> String {
    let numbered = |at: u8| {
        let code = game.board().kind(Square::at(at))?.code();
        code.is_ascii_digit().then(|| format!("; {at}:{code} square {at}, a {code}"))
    };
    (1..FINISH).find_map(numbered).unwrap_or_default()
}

/// Where a runner is: `on 22 (carrot), 2nd`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::RaceGame as _;
    use crate::ruleset::open;

    #[test]
    fn runners_at_home_stay_within_the_row() {
        let game = HareTortoise::new(open("classic").expect("embedded")).expect("playable");
        for players in [4, 6] {
            let since = game.start(&game.setup(players)).expect("a race");
            let mut state = since;
            for runner in 1..state.count() {
                state.put_on(runner, Square::FINISH);
            }
            let names = Names::numbered(since.seats);
            let eyes = Eyes { seat: None, see_all: true };
            let picture = Picture {
                game: &game,
                state: &state,
                since: Some(&since),
                eyes,
                names: &names,
                canvas: &Canvas::PLAIN,
            };
            let home = format!("{:>80}", &"BCDEF"[..usize::from(players) - 1]);
            let track = picture.draw_track(None, Less::Nothing);
            assert!(track.lines().any(|line| line.ends_with(home.trim_start())), "{track}");
            assert!(track.lines().all(|line| line.len() <= 80), "{track}");
        }
    }
}
