#![doc = include_str!("orders.md")]
#![doc = include_str!("language.md")]

mod absence;
mod addresses;
mod advice;
mod bot;
mod conditions;
mod correction;
mod deadline;
mod dice;
mod due;
mod error;
mod evaluate;
mod game;
mod game_error;
mod in_words;
mod instructions;
mod lexer;
mod lines;
mod log;
mod mail;
mod moment;
mod occasion;
mod orders;
mod page;
mod parse;
mod parts;
mod player_names;
mod players;
mod press;
mod promise;
mod prospect;
mod public;
mod quoting;
mod replayed;
mod reply;
mod report;
mod resolve;
mod round;
mod rounds;
mod sent;
mod sequence;
mod sheet_selection;
mod zone;

pub use absence::{Absence, Substitute};
pub use bot::write_orders;
pub use deadline::Deadline;
pub use dice::{DiceChecked, DiceFault};
pub use error::{OrdersError, SheetPlace, UnusableSheet};
pub use evaluate::{Situation, Verdict};
pub use game::PostalGame;
pub use game_error::PostalError;
pub use instructions::{ForRound, Instructions, Lasts, Press, Vote};
pub use log::LogEntry;
pub use mail::{is_letter, own_sheet};
pub use moment::{Moment, NoMoment};
pub use occasion::{Occasion, RoundOpen};
pub use orders::{
    Alternative, ChewOrder, Comparison, Condition, Jug, MoveOrder, PastAction, Quantity, Sheet, Target, Test,
    Who, letter,
};
pub use page::language;
pub use parse::{MOST_BYTES, MOST_NESTED};
pub use parts::LONGEST_PRESS;
pub use players::{Address, Correspondent, Holder};
pub use replayed::Replayed;
pub use reply::Reply;
pub use report::{
    Correction, Decided, DiceNote, Next, Orders, Placing, Report, RunnerLine, TurnEntry, TurnLine,
};
pub use resolve::{Basis, DefaultAction, PassedOver, Resolution};
pub use round::AdjudicateError;
pub use rounds::Adjudicated;
pub use sent::{Content, Mail, Sent};
pub use sequence::{moves_of, sequence};
pub use sheet_selection::{Before, ForMaster, Late, NotUsed, Sheets};
pub use zone::{NoZone, Zone};
