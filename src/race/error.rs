//! The errors of a race.

use std::fmt::Display;

use serde::Serialize;

use crate::bot::BotError;
use crate::common::seat::{Seat, Seats};

/// The reason why a move in a race is refused. The race is unchanged.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError<E> {
    /// The seat is not at this table.
    #[error(transparent)]
    NotAtTheTable(#[from] NotAtTheTable),
    /// The seat has nothing to decide now.
    #[error("seat {0} has nothing to decide now")]
    NotYourTurn(Seat),
    /// The action is illegal.
    #[error("{0}")]
    Illegal(#[source] E),
}

/// The error for a seat that is not at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no seat {seat}: the table has {seats} seats")]
pub struct NotAtTheTable {
    /// The seat.
    pub seat: Seat,
    /// The seats at the table.
    pub seats: Seats,
}

/// The reason why nothing can be taken back. The race is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UndoError {
    /// The seat is not at this table.
    #[error(transparent)]
    NotAtTheTable(#[from] NotAtTheTable),
    /// The seat has made no decision yet.
    #[error("seat {0} has no decision to take back")]
    Nothing(Seat),
    /// The last decision of the seat belongs to the events that the game shares with the one it branched off from.
    #[error("the last decision of seat {0} belongs to the original game")]
    Shared(Seat),
    /// No secret choice of the seat is waiting for its turn.
    #[error("no choice of seat {0} waits for its turn")]
    NotWaiting(Seat),
}

/// The reason why a bot's turn failed. The race is unchanged.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TurnError {
    /// No seat is to move.
    #[error("no seat is to move")]
    NobodysTurn,
    /// The seat to move has no bot.
    #[error("there is no bot for seat {0}")]
    NoBot(Seat),
    /// The bot failed.
    #[error("the bot of seat {seat} has failed: {error}")]
    Failed {
        /// The bot's seat.
        seat: Seat,
        /// The bot's error.
        #[source]
        error: BotError,
    },
    /// The bot chose an illegal action. Players may not see the position; programs get it from
    /// [`Race::position`](super::Race::position).
    #[error("the bot of seat {seat} chose {action}, which is not legal: {reason}")]
    IllegalChoice {
        /// The bot's seat.
        seat: Seat,
        /// The chosen action, as JSON.
        action: String,
        /// The reason why the action is illegal.
        reason: String,
    },
    /// The game was not over after this number of events.
    #[error("the game was not over after {0} events")]
    TooLong(usize),
}

impl TurnError {
    /// The seat of the bot that caused the error, if a bot did.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::NoBot(seat) | Self::Failed { seat, .. } | Self::IllegalChoice { seat, .. } => Some(*seat),
            Self::NobodysTurn | Self::TooLong(_) => None,
        }
    }

    /// Creates the error of a bot that returned no action.
    pub(crate) fn of(seat: Seat, error: BotError) -> Self {
        match error {
            BotError::NotLegal { action, reason } => Self::IllegalChoice { seat, action, reason },
            error => Self::Failed { seat, error },
        }
    }

    /// Creates the error of a bot that chose an illegal action.
    pub(crate) fn illegal(seat: Seat, action: &impl Serialize, reason: &impl Display) -> Self {
        let action = serde_json::to_string(action).unwrap_or_default();
        Self::IllegalChoice { seat, action, reason: reason.to_string() }
    }
}
