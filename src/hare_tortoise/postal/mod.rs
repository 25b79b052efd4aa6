#![doc = include_str!("orders.md")]

mod bot;
mod conditions;
mod error;
mod game;
mod judge;
mod lexer;
mod orders;
mod parse;
mod players;
mod report;
mod resolve;
mod round;
mod rounds;
mod sent;

pub use bot::write_orders;
pub use error::{OrdersError, SheetPlace, UnusableSheet};
pub use game::{PostalError, PostalGame, Replayed};
pub use judge::{Situation, Verdict};
pub use orders::{
    Alternative, ChewOrder, Comparison, Condition, Jug, MoveOrder, PastAction, Quantity, Sheet, Target, Test,
    Who, letter,
};
pub use parse::{MOST_BYTES, MOST_NESTED, Occasion, RoundOpen};
pub use players::{Correspondent, Holder};
pub use report::{Decided, Next, Orders, Placing, Report, RunnerLine, TurnEntry, TurnLine};
pub use resolve::{Basis, DefaultAction, PassedOver, Resolution};
pub use round::{AdjudicateError, moves_of, sequence};
pub use rounds::Adjudicated;
pub use sent::{Content, NotUsed, Sent, Sheets};
