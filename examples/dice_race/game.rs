//! An open dice game built on [`OpenGame`]: rules, words, play in the terminal, and the checks of the test kit.
//!
//! Twins: every seat has two runners. Roll the die and move one of them; a runner that it lands on returns to
//! the start. The first seat with both runners home wins.

use furlong::OpenView;
use furlong::Text;
use furlong::Turn;
use furlong::arena::Measured;
use furlong::common::{Ending, Faults};
use furlong::game::{Mark, Purpose, Runner, Weighted};
use furlong::ruleset::{Embedded, Field, Kind, Title};
use furlong::text::Names;
use furlong::text::{Canvas, Marks};
use furlong::{Bots, Observer, OpenGame, Ruleset, Seat, Seats, Standings};
use serde::{Deserialize, Serialize};

const ROLL: Purpose = Purpose::new(0, "die");

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rules {
    ruleset: Title,
    home: u8,
}

impl Ruleset for Rules {
    const GAME: &'static str = Twins::ID;
    const EMBEDDED: &'static [Embedded] =
        &[Embedded { name: "short", text: "home = 12\n[ruleset]\nabout = 'Bring both runners home.'" }];
    const FIELDS: &'static [Field] =
        &[Field::new("home", "T-1", "the square that is home", Kind::Integer { least: 6, most: 60 })];

    fn title(&self) -> &Title {
        &self.ruleset
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Twins(Rules);

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Board {
    seats: Seats,
    to_move: Seat,
    die: Option<u8>,
    squares: [[u8; 2]; 4],
}

#[derive(Clone, Debug, PartialEq, Hash, Serialize, Deserialize)]
pub(crate) enum Happening {
    Rolls(Seat, u8),
    /// Runner 1 or 2 moves to a square.
    Moves(Seat, u8, u8),
    GoesBack(Seat),
    Wins(Seat),
}

impl Twins {
    fn is_home(&self, board: &Board, seat: Seat) -> bool {
        board.squares[seat.index()] == [self.0.home; 2]
    }
}

impl OpenGame for Twins {
    const ID: &'static str = "twins";
    const PLAYERS: std::ops::RangeInclusive<u8> = 2..=4;
    type Ruleset = Rules;
    type State = Board;
    /// The number of the runner to move, 1 or 2.
    type Action = u8;
    /// The number on the die.
    type Chance = u8;
    type Happening = Happening;

    fn new(rules: Rules) -> Self {
        Self(rules)
    }

    fn ruleset(&self) -> &Rules {
        &self.0
    }

    fn start(&self, seats: Seats) -> Board {
        Board { seats, to_move: Seat::FIRST, die: None, squares: [[0; 2]; 4] }
    }

    fn faults(&self, board: &Board) -> Faults {
        let mut faults = Faults::none();
        let seated = Self::PLAYERS.contains(&board.seats.count()) && board.seats.contains(board.to_move);
        faults.expect(seated, "seats", || "2 to 4, the one to move among them".to_owned());
        faults.expect(board.die.is_none_or(|die| (1..=6).contains(&die)), "die", || "1 to 6".to_owned());
        let on_track = board.squares.as_flattened().iter().all(|square| *square <= self.0.home);
        faults.expect(on_track, "squares", || format!("at most {}", self.0.home));
        faults
    }

    fn seats(&self, board: &Board) -> Seats {
        board.seats
    }

    fn turn(&self, board: &Board) -> Turn {
        match board.die {
            _ if board.seats.iter().any(|seat| self.is_home(board, seat)) => Turn::Over,
            None => Turn::chance_of(board.to_move, ROLL),
            Some(_) => Turn::Seat(board.to_move),
        }
    }

    fn actions(&self, board: &Board, into: &mut Vec<u8>) {
        into.clear();
        if let Turn::Seat(seat) = self.turn(board) {
            let squares = board.squares[seat.index()];
            into.extend((1..=2).filter(|runner| squares[usize::from(runner - 1)] < self.0.home));
        }
    }

    fn apply(&self, board: &mut Board, runner: u8, seen: &mut impl Observer<Happening>) {
        let (seat, home) = (board.to_move, self.0.home);
        let square = &mut board.squares[seat.index()][usize::from(runner - 1)];
        let to = home.min(*square + board.die.take().unwrap_or(0));
        *square = to;
        seen.see(|| Happening::Moves(seat, runner, to));
        for other in board.seats.iter().filter(|other| *other != seat && to < home) {
            for hit in board.squares[other.index()].iter_mut().filter(|square| **square == to) {
                *hit = 0;
                seen.see(|| Happening::GoesBack(other));
            }
        }
        board.to_move = board.seats.left_of(seat);
        if self.is_home(board, seat) {
            seen.see(|| Happening::Wins(seat));
        }
    }

    fn chances(&self, board: &Board, into: &mut Vec<Weighted<u8>>) {
        into.clear();
        if matches!(self.turn(board), Turn::Chance(_)) {
            into.extend((1..=6).map(|outcome| Weighted { outcome, weight: 1 }));
        }
    }

    fn apply_chance(&self, board: &mut Board, number: u8, seen: &mut impl Observer<Happening>) {
        board.die = Some(number);
        seen.see(|| Happening::Rolls(board.to_move, number));
    }

    fn mark(&self, happening: &Happening) -> Option<Mark> {
        match happening {
            Happening::Rolls(seat, _) => Some(Mark::TurnBegins(*seat)),
            Happening::Wins(_) => Some(Mark::GameEnds),
            Happening::Moves(..) | Happening::GoesBack(_) => None,
        }
    }

    fn standings(&self, board: &Board) -> Standings {
        let ending = if self.turn(board) == Turn::Over { Ending::Won } else { Ending::Racing };
        let key = |seat: Seat| {
            (self.is_home(board, seat), board.squares[seat.index()].into_iter().map(i32::from).sum::<i32>())
        };
        Standings::ranked(ending, &board.seats.iter().map(key).collect::<Vec<_>>(), |(_, squares)| *squares)
    }

    fn runners(&self, board: &Board, into: &mut Vec<Runner>) {
        into.clear();
        let squares =
            board.seats.iter().flat_map(|seat| board.squares[seat.index()].map(|square| (seat, square)));
        into.extend(squares.zip(0..).map(|((seat, square), id)| Runner::racing(id, seat, square.into())));
    }
}

furlong::open_game!(Twins);

impl Text for Twins {
    const TITLE: &'static str = "Twins";

    fn label(&self, _view: &OpenView<Board>, runner: u8) -> String {
        format!("runner {runner}")
    }

    fn narrate(&self, happening: &Happening, names: &Names) -> Option<String> {
        Some(match happening {
            Happening::Rolls(seat, number) => format!("{} a {number}.", names.does(*seat, "roll", "rolls")),
            Happening::Moves(seat, runner, to) => {
                format!("{} runner {runner} to {to}.", names.does(*seat, "move", "moves"))
            }
            Happening::GoesBack(seat) => format!("A runner of {} goes back to the start.", names.of(*seat)),
            Happening::Wins(seat) => format!("{}.", names.does(*seat, "win", "wins")),
        })
    }

    fn draw(
        &self,
        view: &OpenView<Board>,
        _marks: &Marks<'_, OpenView<Board>, u8>,
        names: &Names,
        _canvas: &Canvas,
    ) -> String {
        let line = |seat: Seat| format!("{:?} {}", view.state.squares[seat.index()], names.of(seat));
        view.state.seats.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

impl Bots for Twins {}
impl Measured for Twins {}

#[cfg(test)]
mod tests {
    use super::*;
    use furlong::ruleset;
    use furlong::testkit::{self, Options};

    /// The laws that bots, records and the terminal rely on.
    #[test]
    fn the_game_keeps_the_laws() {
        let twins = Twins::new(ruleset::open("short").expect("embedded"));
        let checked = testkit::check_tables(&twins, &Options::default()).expect("a lawful game");
        assert_eq!((checked.games, checked.finished), (30, 30));
    }
}
