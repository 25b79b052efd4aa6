//! Orders and their conditions as sentences, so that writers can see whether they were understood.

use super::super::board::Square;
use super::super::words::{carrots, lettuces};
use super::orders::{
    ChewOrder, Comparison, Condition, Jug, MoveOrder, PastAction, Quantity, Target, Test, Who,
};
use crate::common::seat::Seat;
use crate::text::{Names, counted, separated};

/// A condition in words, with the writer as `you`: `Ann (A) stands on 5 and 22 is free`.
pub(super) fn condition(condition: &Condition, writer: Seat, names: &Names) -> String {
    Words { writer, names: &names.addressing(Some(writer)) }.condition(condition)
}

/// An ordered move in words.
pub(super) fn step(order: MoveOrder) -> String {
    match order {
        MoveOrder::To(to) => format!("go to {to}"),
        MoveOrder::Forward(squares) => format!("go {} forward", counted(squares, "square", "squares")),
        MoveOrder::Back => "go back to the nearest tortoise".to_owned(),
        MoveOrder::StayAndDraw => "stay on the carrot square and draw 10 carrots".to_owned(),
        MoveOrder::StayAndPay => "stay on the carrot square and pay 10 carrots".to_owned(),
        MoveOrder::Stay => "stay; on a carrot square that means to draw 10 carrots".to_owned(),
        MoveOrder::Chew => "chew a lettuce".to_owned(),
    }
}

/// An order for chewing a carrot, in words.
pub(super) fn chew(order: ChewOrder) -> String {
    match order {
        ChewOrder::Draw => "draw 10 carrots",
        ChewOrder::Pay => "pay 10 carrots",
        ChewOrder::Neither => "neither draw nor pay",
    }
    .to_owned()
}

struct Words<'a> {
    writer: Seat,
    names: &'a Names,
}

impl Words<'_> {
    fn condition(&self, condition: &Condition) -> String {
        let all = |parts: &[Condition], word| separated(parts.iter().map(|part| self.part(part)), word);
        match condition {
            Condition::Test(test) => self.test(*test),
            Condition::Not(inner) => format!("it is not true that {}", self.part(inner)),
            Condition::And(parts) => all(parts, " and "),
            Condition::Or(parts) => all(parts, " or "),
        }
    }

    /// A part of a condition, in parentheses if it has parts of its own.
    fn part(&self, condition: &Condition) -> String {
        let words = self.condition(condition);
        if matches!(condition, Condition::Or(_) | Condition::And(_)) { format!("({words})") } else { words }
    }

    fn seat(&self, who: Who) -> Seat {
        match who {
            Who::Me => self.writer,
            Who::Player(seat) => seat,
        }
    }

    /// What a player does or is, with the verb form for `you` or for others.
    fn does(&self, who: Who, you: &str, other: &str) -> String {
        let seat = self.seat(who);
        format!("{} {}", self.names.of(seat), if seat == self.writer { you } else { other })
    }

    fn target(&self, target: Target) -> String {
        match target {
            Target::Square(square) => square.to_string(),
            Target::Runner(who) => self.names.of(self.seat(who)),
        }
    }

    fn test(&self, test: Test) -> String {
        match test {
            Test::On(who, Square::FINISH) => self.does(who, "are home", "is home"),
            Test::On(who, square) => format!("{} on {square}", self.does(who, "stand", "stands")),
            Test::AheadOf(who, target) => {
                format!("{} ahead of {}", self.does(who, "are", "is"), self.target(target))
            }
            Test::Behind(who, target) => {
                format!("{} behind {}", self.does(who, "are", "is"), self.target(target))
            }
            Test::Passed(who, target) => {
                let passed = self.does(who, "have passed", "has passed");
                format!("{passed} {} in this round", self.target(target))
            }
            Test::Free(square) => format!("{square} is free"),
            Test::Count(who, quantity, comparison, number) => self.count(who, quantity, comparison, number),
            Test::Did(who, action) => format!("{} in this round", self.did(who, action)),
        }
    }

    fn count(&self, who: Who, quantity: Quantity, comparison: Comparison, number: u16) -> String {
        let seat = self.seat(who);
        if quantity == Quantity::Position {
            let compared = match comparison {
                Comparison::Is => "",
                Comparison::IsNot => "not ",
                Comparison::Below => "less than ",
                Comparison::AtMost => "at most ",
                Comparison::Above => "more than ",
                Comparison::AtLeast => "at least ",
            };
            return format!("{} position is {compared}{number}", self.names.possessive(seat));
        }
        let compared = match comparison {
            Comparison::Is => "exactly ",
            Comparison::IsNot => "any number but ",
            Comparison::Below => "fewer than ",
            Comparison::AtMost => "at most ",
            Comparison::Above => "more than ",
            Comparison::AtLeast => "at least ",
        };
        let counted = match quantity {
            Quantity::Lettuces => lettuces(u8::try_from(number).unwrap_or(u8::MAX)),
            Quantity::Carrots | Quantity::Position => carrots(number),
        };
        format!("{} {compared}{counted}", self.does(who, "have", "has"))
    }

    fn did(&self, who: Who, action: PastAction) -> String {
        match action {
            PastAction::Moved => self.does(who, "have paid a move forward", "has paid a move forward"),
            PastAction::WentBack => {
                self.does(who, "have gone back to a tortoise", "has gone back to a tortoise")
            }
            PastAction::Drew => self.does(who, "have stayed and drawn 10", "has stayed and drawn 10"),
            PastAction::Paid => self.does(who, "have stayed and paid 10", "has stayed and paid 10"),
            PastAction::Chewed => self.does(who, "have chewed a lettuce", "has chewed a lettuce"),
            PastAction::Missed => self.does(who, "have missed a turn", "has missed a turn"),
            PastAction::Jugged(jug) => {
                let jugged = self.does(who, "have jugged a hare", "has jugged a hare");
                match jug {
                    Jug::Any => jugged,
                    Jug::Number(number) => format!("{jugged} with a {number}"),
                    Jug::Effect(effect) => format!("{jugged} with `{}`", effect.word()),
                }
            }
        }
    }
}
