#![doc = include_str!("orders.md")]
#![doc = include_str!("language.md")]

mod absence;
mod addresses;
mod advice;
mod bot;
mod called;
mod conditions;
mod counting;
mod decode;
mod error;
mod game;
mod game_error;
mod in_words;
mod instructions;
mod judge;
mod lexer;
mod lines;
mod log;
mod mail;
mod mailbox;
mod moment;
mod newest;
mod orders;
mod page;
mod parse;
mod parts;
mod players;
mod prospect;
mod public;
mod reply;
mod report;
mod resolve;
mod round;
mod rounds;
mod sent;
mod sequence;

pub use absence::{Absence, Substitute};
pub use bot::write_orders;
pub use counting::{Before, NotUsed, Sheets};
pub use decode::{MOST_BYTES, MOST_BYTES_OF_A_MAIL, Mail};
pub use error::{OrdersError, SheetPlace, UnusableSheet};
pub use game::{PostalGame, Replayed};
pub use game_error::PostalError;
pub use instructions::{ForRound, Instructions, Lasts, Press, Vote};
pub use judge::{Situation, Verdict};
pub use log::LogEntry;
pub use mailbox::MOST_BYTES_OF_A_MAILBOX;
pub use moment::{Moment, NoMoment};
pub use orders::{
    Alternative, ChewOrder, Comparison, Condition, Jug, MoveOrder, PastAction, Quantity, Sheet, Target, Test,
    Who, letter,
};
pub use page::language;
pub use parse::{MOST_NESTED, Occasion, RoundOpen};
pub use parts::LONGEST_PRESS;
pub use players::{Address, Correspondent, Holder};
pub use reply::Reply;
pub use report::{Decided, Next, Orders, Placing, Report, RunnerLine, TurnEntry, TurnLine};
pub use resolve::{Basis, DefaultAction, PassedOver, Resolution};
pub use round::AdjudicateError;
pub use rounds::Adjudicated;
pub use sent::{Content, Sent};
pub use sequence::{moves_of, sequence};
