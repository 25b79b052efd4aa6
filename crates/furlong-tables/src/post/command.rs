//! The wishes of a page in a game by post.

use furlong::Seat;
use serde::Deserialize;

use crate::Millis;

/// The form in which a game by post is opened, beside the rules and the players.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct PostSettings {
    /// The name of the game, which its reports and the promise of its dice carry.
    #[serde(default)]
    pub(crate) title: Option<String>,
    /// The hours for each round; without them a round waits for all orders.
    #[serde(default)]
    pub(crate) hours: Option<u32>,
    /// The hours after a deadline in which late orders are taken.
    #[serde(default)]
    pub(crate) grace: u32,
    /// The time zone in which the deadlines are told to all.
    #[serde(default)]
    pub(crate) zone: Option<String>,
}

/// A command of a reader of a game by post.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PostCommand {
    /// Keeps the sheet as it is being written, and tells how it is understood.
    Draft(String),
    /// Sends the sheet: from now on it counts.
    Send(String),
    /// Takes the sheet that was sent back.
    TakeBack,
    /// Announces an absence of this number of rounds, the open one included; 0 ends it.
    Away { rounds: u16, bot: bool },
    /// The report of a round.
    Report(u16),
    /// The language of orders.
    Language,
    /// The game as a file, and the record when it is over.
    Files,
    /// The master sets the deadline of the open round, or takes it away.
    Deadline(Option<Millis>),
    /// The master lets this round be adjudicated now.
    Adjudicate { round: u16 },
    /// The master lets a player drop out: the seat moves by the defaults.
    DropOut(Seat),
    /// The master lets a bot write the orders of a seat.
    Bot(Seat),
    /// The master gives a seat to another person, by a link of its own.
    Replace { seat: Seat, name: String },
}
