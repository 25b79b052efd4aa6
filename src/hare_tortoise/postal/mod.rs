#![doc = include_str!("orders.md")]

mod bot;
mod error;
mod game;
mod judge;
mod lexer;
mod orders;
mod parse;
mod report;
mod resolve;
mod round;

pub use bot::write_orders;
pub use error::{OrdersError, Place};
pub use game::{Adjudicated, Correspondent, Holder, PostalError, PostalGame, Replayed};
pub use judge::{Situation, Verdict};
pub use orders::{
    Alternative, ChewOrder, Comparison, Condition, Deed, Jug, Quantity, Sheet, Step, Target, Test, Who,
    letter,
};
pub use parse::{MOST_BYTES, MOST_NESTED, Occasion, RoundOpen};
pub use report::{Decided, Entry, Line, Next, Orders, Placing, RefusedFile, Report, RunnerLine};
pub use resolve::{Basis, DefaultAction, PassedOver, Resolution};
pub use round::{AdjudicateError, Content, Sent, moves_of, sequence};
