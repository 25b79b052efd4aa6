//! The commands of a page in a game by post.

use furlong::Seat;
use serde::Deserialize;

use crate::Millis;

/// The settings of a new game by post, besides the rules and the players.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct PostSettings {
    /// The name of the game, which appears in its reports and in the commitment to its dice.
    #[serde(default)]
    pub(crate) title: Option<String>,
    /// The hours for each round; `None` to wait for all orders.
    #[serde(default)]
    pub(crate) hours: Option<u32>,
    /// The number of hours after a deadline in which late orders are accepted.
    #[serde(default)]
    pub(crate) grace: u32,
    /// The time zone in which deadlines are shown to everybody.
    #[serde(default)]
    pub(crate) zone: Option<String>,
}

/// A command of a reader of a game by post.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PostCommand {
    /// Saves an unfinished sheet, and returns how it is understood.
    Draft(String),
    /// Sends the sheet, which counts from now on.
    Send(String),
    /// Withdraws the sheet that was sent.
    TakeBack,
    /// Announces an absence of this number of rounds, including the open one; 0 ends it.
    Away { rounds: u16, bot: bool },
    /// Asks for the report of a round.
    Report(u16),
    /// Asks for the page about the language of orders.
    Language,
    /// Asks for the game as a file, and the record if it is over.
    Files,
    /// Sets the deadline of the open round, or removes it (master only).
    Deadline(Option<Millis>),
    /// Adjudicates this round now (master only).
    Adjudicate { round: u16 },
    /// Removes a player, so that the seat moves by the defaults (master only).
    DropOut(Seat),
    /// Lets a bot write the orders of a seat (master only).
    Bot(Seat),
    /// Gives a seat to another person, with a new link (master only).
    Replace { seat: Seat, name: String },
}
