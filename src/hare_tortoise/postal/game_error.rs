//! The reasons why an operation on a postal game fails.

use super::orders::letter;
use super::players::LONGEST_NAME;
use super::round::AdjudicateError;
use crate::common::seat::Seat;
use crate::formats::HeaderError;
use crate::game::SetupError;
use crate::text::{counted, listed};

/// The reason why an operation on a postal game failed. The game is then unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PostalError {
    /// The text has another format or version.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The file has no valid record, or its rounds do not fit the record.
    #[error("cannot read the postal game: {0}")]
    Damaged(String),
    /// The game cannot begin with this set-up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The ruleset cannot be played by post.
    #[error("a postal game has one runner per player; under the ruleset `{0}` each has {1}")]
    Runners(String, u8),
    /// A name is missing, too long, or contains something that does not fit on a line.
    #[error("`{0}` is not a name: write 1 to {LONGEST_NAME} characters on one line, without / and \\")]
    Name(String),
    /// In a sheet, the name would mean another player.
    #[error("`{name}` cannot be the name of player {}: {reason}", letter(*.seat))]
    Misread {
        /// The name.
        name: String,
        /// The seat of the player with that name.
        seat: Seat,
        /// The other player that the name would mean.
        reason: String,
    },
    /// The number of names differs from the number of players.
    #[error("{} for {players} players", counted(*names as i64, "name", "names"))]
    Names {
        /// The number of names.
        names: usize,
        /// The number of players.
        players: u8,
    },
    /// There is no such player.
    #[error("there is no player {}: the players are A to {}", letter(*.0), letter(*.1))]
    NoPlayer(Seat, Seat),
    /// The player has dropped out already.
    #[error("player {} has already dropped out", letter(*.0))]
    DroppedOut(Seat),
    /// The round has not been adjudicated.
    #[error("round {asked} has not been adjudicated{}", latest(*.last))]
    NoRound {
        /// The round asked for.
        asked: u16,
        /// The latest round that has been adjudicated, if any.
        last: Option<u16>,
    },
    /// The round has no such sheet to withdraw.
    #[error("round {round} has no sheet `{file}`: it has {}", sheets_of(known))]
    NoSheet {
        /// The round.
        round: u16,
        /// The sheet asked for.
        file: String,
        /// The files of the round.
        known: Vec<String>,
    },
    /// The text is not an address.
    #[error("`{0}` is not an address: write ann@example.org")]
    NoAddress(String),
    /// The address belongs to another player.
    #[error("`{address}` is the address of player {}", letter(*.seat))]
    AddressTaken {
        /// The address.
        address: String,
        /// The player it belongs to.
        seat: Seat,
    },
    /// The player has no such address.
    #[error("`{address}` is not an address of player {}", letter(*.seat))]
    NotItsAddress {
        /// The address.
        address: String,
        /// The player.
        seat: Seat,
    },
    /// The game has begun; dice can only be committed to before the first round.
    #[error("the dice can be promised only before the game begins")]
    Begun,
    /// This needs the whole game, and this is only the public part.
    #[error("this is the public part of a game: only the master's file can do that")]
    PublicPart,
    /// The round cannot be adjudicated.
    #[error(transparent)]
    Round(#[from] AdjudicateError),
}

fn latest(last: Option<u16>) -> String {
    last.map_or("; none has".to_owned(), |last| format!("; the latest is round {last}"))
}

fn sheets_of(known: &[String]) -> String {
    if known.is_empty() { "none".to_owned() } else { listed(known) }
}
