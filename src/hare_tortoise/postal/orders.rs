//! Order sheets: their parts as types, and how they are written.

use std::fmt;

use super::super::action::Action;
use super::super::board::Square;
use super::super::policy::Effect;
use crate::common::seat::Seat;

/// One player's orders for one round (HP-04). [`Display`](fmt::Display) writes a sheet that reads back the same,
/// with each alternative on its own line. The exception is a very long sheet that becomes longer than
/// [`MOST_BYTES`](super::MOST_BYTES).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The player whose orders they are.
    pub player: Seat,
    /// The round that they are for.
    pub round: u16,
    /// The player's first move of the round.
    pub first: Vec<Alternative<MoveOrder>>,
    /// The player's second move, if it moves first and last (HP-02).
    pub second: Vec<Alternative<MoveOrder>>,
    /// Orders for a jugged hare that lets the player chew a carrot (HT-33).
    pub chew: Vec<Alternative<ChewOrder>>,
    /// Orders for a jugged hare that gives another move (HT-39).
    pub again: Vec<Alternative<MoveOrder>>,
}

impl Sheet {
    /// A sheet without orders.
    pub(super) fn blank(player: Seat, round: u16) -> Self {
        Self { player, round, first: vec![], second: vec![], chew: vec![], again: vec![] }
    }
}

/// One alternative, tried when all before it have failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative<T> {
    /// The condition; `None` means that the order is always tried.
    pub condition: Option<Condition>,
    /// The order.
    pub order: T,
}

/// An ordered move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveOrder {
    /// To this square. A tortoise square behind the runner means going back to it.
    To(Square),
    /// This number of squares forward.
    Forward(u8),
    /// Back to the nearest tortoise (HT-24).
    Back,
    /// Stay on the carrot square and draw 10 (HT-25).
    StayAndDraw,
    /// Stay on the carrot square and pay 10.
    StayAndPay,
    /// Stay: instead of another move (HT-39), or on a carrot square, where it means to draw (HP-05).
    Stay,
    /// Chew a lettuce (HT-26).
    Chew,
}

impl MoveOrder {
    /// The order that corresponds to an action of a turn.
    pub(super) fn of(action: Action) -> Self {
        match action {
            Action::To(square) => Self::To(square),
            Action::Back(_) => Self::Back,
            Action::Draw => Self::StayAndDraw,
            Action::Pay => Self::StayAndPay,
            Action::Chew => Self::Chew,
            Action::Stay | Action::ToStart | Action::Runner(_) => Self::Stay,
        }
    }
}

/// An order for chewing a carrot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum ChewOrder {
    /// Draw 10.
    Draw,
    /// Pay 10.
    Pay,
    /// Do neither, if the ruleset allows it.
    Neither,
}

/// The condition of an alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// At least one of two or more conditions holds.
    Or(Vec<Condition>),
    /// All of two or more conditions hold.
    And(Vec<Condition>),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// A single question.
    Test(Test),
}

/// The runner that a condition refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// The writer's own runner.
    Me,
    /// The runner of a player, named by letter: `A` is the first seat.
    Player(Seat),
}

/// What a runner's place is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Another runner.
    Runner(Who),
    /// A square.
    Square(Square),
}

/// One question about the race, as the writer of an order knows it at that moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// The runner stands on this square.
    On(Who, Square),
    /// The runner stands strictly ahead of this.
    AheadOf(Who, Target),
    /// The runner stands strictly behind this.
    Behind(Who, Target),
    /// The runner has gone from behind this to ahead of it in one move of this round.
    Passed(Who, Target),
    /// No runner stands on the square. Start and the finish are always free.
    Free(Square),
    /// A comparison of a number of a runner or its player with another number.
    Count(Who, Quantity, Comparison, u16),
    /// The runner has done this in this round.
    Did(Who, PastAction),
}

/// A number of a runner or its player. Everything is public in a postal game (HP-10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display)]
#[strum(serialize_all = "lowercase")]
pub enum Quantity {
    /// The race position, where 1 is the first (HT-10).
    Position,
    /// The player's carrots.
    Carrots,
    /// The lettuces.
    Lettuces,
}

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display)]
pub enum Comparison {
    /// `is 4` or `= 4`
    #[strum(to_string = "is")]
    Is,
    /// `is not 4` or `!= 4`
    #[strum(to_string = "is not")]
    IsNot,
    /// `< 4`
    #[strum(to_string = "<")]
    Below,
    /// `<= 4` or `at most 4`
    #[strum(to_string = "<=")]
    AtMost,
    /// `> 4`
    #[strum(to_string = ">")]
    Above,
    /// `>= 4` or `at least 4`
    #[strum(to_string = ">=")]
    AtLeast,
}

impl Comparison {
    /// Returns whether the comparison of these numbers holds.
    pub fn holds(self, left: u16, right: u16) -> bool {
        match self {
            Self::Is => left == right,
            Self::IsNot => left != right,
            Self::Below => left < right,
            Self::AtMost => left <= right,
            Self::Above => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

/// An action that a runner may have done in this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PastAction {
    /// Made a paid move forward.
    Moved,
    /// Went back to a tortoise.
    WentBack,
    /// Stayed on a carrot square and drew.
    Drew,
    /// Stayed on a carrot square and paid.
    Paid,
    /// Chewed a lettuce.
    Chewed,
    /// Missed a turn.
    Missed,
    /// Jugged the hare.
    Jugged(Jug),
}

/// Which jugs are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jug {
    /// Any jug.
    Any,
    /// A jug with this number on the die or the card.
    Number(u8),
    /// A jug with this effect.
    Effect(Effect),
}

/// The letter by which orders name a player: `A` for the first seat.
///
/// ```
/// use furlong::{Seat, hare_tortoise::postal::letter};
/// assert_eq!(letter(Seat::FIRST), 'A');
/// ```
pub fn letter(seat: Seat) -> char {
    char::from(b'A' + seat.number())
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "player {}\nround {}", letter(self.player), self.round)?;
        section(f, "first", &self.first)?;
        section(f, "second", &self.second)?;
        section(f, "chew", &self.chew)?;
        section(f, "again", &self.again)
    }
}

/// Writes one section, with each alternative on its own line; nothing if it is empty.
fn section<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    alternatives: &[Alternative<T>],
) -> fmt::Result {
    for (index, alternative) in alternatives.iter().enumerate() {
        let label = if index == 0 { format!("{name}:") } else { String::new() };
        writeln!(f, "{label:<8}{alternative}")?;
    }
    Ok(())
}

impl<T: fmt::Display> fmt::Display for Alternative<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(condition) = &self.condition {
            write!(f, "if {condition}: ")?;
        }
        self.order.fmt(f)
    }
}

/// A square as orders write it: `22`, `start`, `finish`.
fn square(square: Square) -> String {
    match square {
        Square::START => "start".to_owned(),
        Square::FINISH => "finish".to_owned(),
        square => square.number().to_string(),
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::To(to) => write!(f, "to {}", square(*to)),
            Self::Forward(squares) => write!(f, "forward {squares}"),
            Self::Back => f.write_str("back"),
            Self::StayAndDraw => f.write_str("stay and draw"),
            Self::StayAndPay => f.write_str("stay and pay"),
            Self::Stay => f.write_str("stay"),
            Self::Chew => f.write_str("chew"),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Or(parts) => joined(f, parts, "or", |part| matches!(part, Self::Or(_))),
            Self::And(parts) => joined(f, parts, "and", |part| matches!(part, Self::Or(_) | Self::And(_))),
            Self::Not(part) if matches!(**part, Self::Or(_) | Self::And(_)) => write!(f, "not ({part})"),
            Self::Not(part) => write!(f, "not {part}"),
            Self::Test(test) => test.fmt(f),
        }
    }
}

fn joined(
    f: &mut fmt::Formatter<'_>,
    parts: &[Condition],
    word: &str,
    needs_parentheses: impl Fn(&Condition) -> bool,
) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            write!(f, " {word} ")?;
        }
        if needs_parentheses(part) { write!(f, "({part})")? } else { write!(f, "{part}")? }
    }
    Ok(())
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Me => f.write_str("me"),
            Self::Player(seat) => write!(f, "{}", letter(*seat)),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Runner(who) => who.fmt(f),
            Self::Square(at) => f.write_str(&square(*at)),
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::On(who, at) => write!(f, "{who} on {}", square(*at)),
            Self::AheadOf(who, target) => write!(f, "{who} ahead of {target}"),
            Self::Behind(who, target) => write!(f, "{who} behind {target}"),
            Self::Passed(who, target) => write!(f, "{who} passed {target}"),
            Self::Free(at) => write!(f, "{} free", square(*at)),
            Self::Count(Who::Me, quantity, comparison, number) => {
                write!(f, "{quantity} {comparison} {number}")
            }
            Self::Count(who, quantity, comparison, number) => {
                write!(f, "{who} {quantity} {comparison} {number}")
            }
            Self::Did(who, action) => write!(f, "{who} {action}"),
        }
    }
}

impl fmt::Display for PastAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moved => f.write_str("moved"),
            Self::WentBack => f.write_str("went back"),
            Self::Drew => f.write_str("drew"),
            Self::Paid => f.write_str("paid"),
            Self::Chewed => f.write_str("chewed"),
            Self::Missed => f.write_str("missed"),
            Self::Jugged(Jug::Any) => f.write_str("jugged"),
            Self::Jugged(Jug::Number(number)) => write!(f, "jugged {number}"),
            Self::Jugged(Jug::Effect(effect)) => write!(f, "jugged {}", effect.word()),
        }
    }
}
