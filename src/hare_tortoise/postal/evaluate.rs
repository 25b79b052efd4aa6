//! Evaluates conditions, and finds the facts that decide them, from a seat's view and the happenings that it has
//! seen in this round.

use super::super::board::Square;
use super::super::game::HareTortoise;
use super::super::happening::{Drawn, Expense, Happening, Source, Way};
use super::super::state::State;
use super::super::view::View;
use super::super::words::carrots;
use super::orders::{Condition, Jug, PastAction, Quantity, Target, Test, Who, letter};
use crate::common::seat::{Seat, SeatMap};
use crate::text::{counted, ordinal, separated};

/// The situation in which a seat's orders are evaluated.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// The game and its rules.
    pub game: &'a HareTortoise,
    /// The view of the seat.
    pub view: &'a View,
    /// The happenings that the seat has seen since this round began.
    pub seen: &'a [Happening],
}

/// Whether a condition holds, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the condition holds.
    pub holds: bool,
    /// The fact that decides the condition: `A is on 20`.
    pub fact: String,
}

impl Situation<'_> {
    /// Evaluates a condition.
    pub fn judge(&self, condition: &Condition) -> Verdict {
        match condition {
            Condition::Test(test) => self.test(*test),
            Condition::Not(inner) => {
                let Verdict { holds, fact } = self.judge(inner);
                Verdict { holds: !holds, fact }
            }
            Condition::And(parts) => self.all(parts, false),
            Condition::Or(parts) => self.all(parts, true),
        }
    }

    /// Judges several parts, of which one with the result `decisive` decides. If there is none, all parts together
    /// decide.
    fn all(&self, parts: &[Condition], decisive: bool) -> Verdict {
        let verdicts: Vec<Verdict> = parts.iter().map(|part| self.judge(part)).collect();
        if let Some(verdict) = verdicts.iter().find(|verdict| verdict.holds == decisive) {
            return verdict.clone();
        }
        let facts = verdicts.into_iter().map(|verdict| verdict.fact);
        Verdict { holds: !decisive, fact: separated(facts, "; ") }
    }

    fn state(&self) -> &State {
        self.view.state()
    }

    fn seat(&self, who: Who) -> Seat {
        match who {
            Who::Me => self.view.seat(),
            Who::Player(seat) => seat,
        }
    }

    fn square(&self, who: Who) -> Square {
        self.square_of(self.seat(who))
    }

    fn square_of(&self, seat: Seat) -> Square {
        // A postal game has one runner for each player.
        self.state().of(self.state().runners_of(seat).start).square
    }

    fn name(&self, who: Who) -> char {
        letter(self.seat(who))
    }

    fn test(&self, test: Test) -> Verdict {
        match test {
            Test::On(who, square) => {
                Verdict { holds: self.square(who) == square, fact: self.place_fact(who) }
            }
            Test::AheadOf(who, target) => self.compare_places(who, target, |own, other| own > other),
            Test::Behind(who, target) => self.compare_places(who, target, |own, other| own < other),
            Test::Passed(who, target) => {
                let holds = self.has_passed(self.seat(who), target);
                let has = if holds { "has" } else { "has not" };
                Verdict { holds, fact: format!("{} {has} passed {target} in this round", self.name(who)) }
            }
            Test::Free(square) => {
                let there = self.state().seats.iter().find(|seat| self.square_of(*seat) == square);
                let holds = self.state().occupied() & square.bit() == 0;
                let fact = match there.filter(|_| !holds) {
                    Some(seat) => format!("{} is on {square}", letter(seat)),
                    None => format!("{square} is free"),
                };
                Verdict { holds, fact }
            }
            Test::Count(who, quantity, comparison, number) => {
                let count = self.count(self.seat(who), quantity);
                let name = self.name(who);
                let fact = match quantity {
                    Quantity::Position => format!("{name} lies {}", ordinal(count)),
                    Quantity::Carrots => format!("{name} has {}", carrots(count)),
                    Quantity::Lettuces => {
                        format!("{name} has {}", counted(i64::from(count), "lettuce", "lettuces"))
                    }
                };
                Verdict { holds: comparison.holds(count, number), fact }
            }
            Test::Did(who, action) => {
                let seat = self.seat(who);
                let holds = self.seen.iter().any(|happening| did(*happening, seat, action));
                let has = if holds { "in this round" } else { "is not so in this round" };
                Verdict { holds, fact: format!("`{} {action}` {has}", letter(seat)) }
            }
        }
    }

    fn count(&self, seat: Seat, quantity: Quantity) -> u16 {
        let state = self.state();
        let runner = state.runners_of(seat).start;
        match quantity {
            Quantity::Position => u16::from(state.race_position(runner)),
            Quantity::Carrots => state.carrots[seat],
            Quantity::Lettuces => u16::from(self.game.lettuces(state, runner)),
        }
    }

    fn place_fact(&self, who: Who) -> String {
        let square = self.square(who);
        let place = if square == Square::FINISH { "home".to_owned() } else { format!("on {square}") };
        format!("{} is {place}", self.name(who))
    }

    fn compare_places(&self, who: Who, target: Target, compare: fn(Square, Square) -> bool) -> Verdict {
        match target {
            Target::Square(square) => {
                Verdict { holds: compare(self.square(who), square), fact: self.place_fact(who) }
            }
            Target::Runner(other) => Verdict {
                holds: compare(self.square(who), self.square(other)),
                fact: format!("{} and {}", self.place_fact(who), self.place_fact(other)),
            },
        }
    }

    /// Goes back through the round, to find the other's square at each move.
    fn has_passed(&self, seat: Seat, target: Target) -> bool {
        let mut squares: SeatMap<Square> = SeatMap::default();
        for other in self.state().seats.iter() {
            squares[other] = self.square_of(other);
        }
        for happening in self.seen.iter().rev() {
            let Happening::Moves { runner, from, to, .. } = *happening else { continue };
            let mark = match target {
                Target::Square(square) => square,
                Target::Runner(who) => squares[self.seat(who)],
            };
            if runner.seat == seat && from < mark && mark < to {
                return true;
            }
            squares[runner.seat] = from;
        }
        false
    }
}

/// Returns whether a happening is this action by this seat.
fn did(happening: Happening, seat: Seat, action: PastAction) -> bool {
    match (happening, action) {
        (Happening::Moves { runner, way: Way::Forward, .. }, PastAction::Moved)
        | (Happening::Moves { runner, way: Way::Back, .. }, PastAction::WentBack)
        | (Happening::Draws { runner, source: Source::CarrotSquare, .. }, PastAction::Drew)
        | (Happening::Pays { runner, expense: Expense::CarrotSquare, .. }, PastAction::Paid)
        | (Happening::Chews { runner, .. }, PastAction::Chewed)
        | (Happening::Jugs { runner, .. }, PastAction::Jugged(Jug::Any)) => runner.seat == seat,
        (Happening::Jugs { runner, drawn, .. }, PastAction::Jugged(Jug::Number(number))) => {
            runner.seat == seat && matches!(drawn, Drawn::Card(n) | Drawn::Die(n) if n == number)
        }
        (Happening::Jugs { runner, effect, .. }, PastAction::Jugged(Jug::Effect(wanted))) => {
            runner.seat == seat && effect == wanted
        }
        (Happening::Misses { seat: skipped, .. }, PastAction::Missed) => skipped == seat,
        _ => false,
    }
}
