//! Why a race refuses what it is asked for. Nothing has changed then.

use std::fmt::Display;

use serde::Serialize;

use crate::bot::BotError;
use crate::seat::{Seat, Seats};

/// The reason why a move in a race is refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError<E> {
    /// There is no such seat at this table.
    #[error(transparent)]
    NotAtTheTable(#[from] NotAtTheTable),
    /// The seat has nothing to decide now.
    #[error("seat {0} has nothing to decide now")]
    NotYourTurn(Seat),
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(E),
}

/// A seat that is not at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no seat {seat}: the table has {seats} seats")]
pub struct NotAtTheTable {
    /// The seat.
    pub seat: Seat,
    /// The seats that there are.
    pub seats: Seats,
}

/// The reason why a bot's turn failed. The game is as it was before.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TurnError {
    /// No seat is to move.
    #[error("no seat is to move")]
    NobodysTurn,
    /// There is no bot for the seat to move.
    #[error("there is no bot for seat {0}")]
    NoBot(Seat),
    /// The bot has failed.
    #[error("the bot of seat {seat} has failed: {error}")]
    Failed {
        /// Whose bot.
        seat: Seat,
        /// What it said.
        error: BotError,
    },
    /// The bot chose what is not legal. In which position is not for players to see: [`Race::position`](super::Race::position) gives it.
    #[error("the bot of seat {seat} chose {action}, which is not legal: {reason}")]
    IllegalChoice {
        /// Whose bot.
        seat: Seat,
        /// What it chose, as JSON.
        action: String,
        /// Why it is illegal.
        reason: String,
    },
    /// So many events were played and the game was not over.
    #[error("the game was not over after {0} events")]
    TooLong(usize),
}

impl TurnError {
    /// Whose bot it was, where it was one.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::NoBot(seat) | Self::Failed { seat, .. } | Self::IllegalChoice { seat, .. } => Some(*seat),
            Self::NobodysTurn | Self::TooLong(_) => None,
        }
    }

    /// What a bot said instead of an action.
    pub(crate) fn of(seat: Seat, error: BotError) -> Self {
        match error {
            BotError::NotLegal { action, reason } => Self::IllegalChoice { seat, action, reason },
            error => Self::Failed { seat, error },
        }
    }

    /// A bot chose what the rules refuse.
    pub(crate) fn illegal(seat: Seat, action: &impl Serialize, reason: &impl Display) -> Self {
        let action = serde_json::to_string(action).unwrap_or_default();
        Self::IllegalChoice { seat, action, reason: reason.to_string() }
    }
}
