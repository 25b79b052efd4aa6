#![doc = include_str!("orders.md")]
#![doc = include_str!("language.md")]

mod absence;
mod advice;
mod bot;
mod called;
mod conditions;
mod decode;
mod error;
mod game;
mod game_error;
mod judge;
mod lexer;
mod lines;
mod log;
mod mail;
mod moment;
mod newest;
mod orders;
mod page;
mod parse;
mod players;
mod report;
mod resolve;
mod round;
mod rounds;
mod sent;
mod sequence;

pub use absence::{Absence, Substitute};
pub use bot::write_orders;
pub use decode::{MOST_BYTES, MOST_BYTES_OF_A_MAIL, Mail};
pub use error::{OrdersError, SheetPlace, UnusableSheet};
pub use game::{PostalGame, Replayed};
pub use game_error::PostalError;
pub use judge::{Situation, Verdict};
pub use log::LogEntry;
pub use moment::{Moment, NoMoment};
pub use orders::{
    Alternative, ChewOrder, Comparison, Condition, Jug, MoveOrder, PastAction, Quantity, Sheet, Target, Test,
    Who, letter,
};
pub use page::language;
pub use parse::{MOST_NESTED, Occasion, RoundOpen};
pub use players::{Correspondent, Holder};
pub use report::{Decided, Next, Orders, Placing, Report, RunnerLine, TurnEntry, TurnLine};
pub use resolve::{Basis, DefaultAction, PassedOver, Resolution};
pub use round::AdjudicateError;
pub use rounds::Adjudicated;
pub use sent::{Content, NotUsed, Sent, Sheets};
pub use sequence::{moves_of, sequence};
