//! The reasons why an operation on a race of any game fails.

use std::error::Error;

use crate::bot::{BotError, BotSpec, UnknownBot};
use crate::common::fault::Faults;
use crate::formats::{ErrorCode, json};
use crate::game::{ImpossibleOutcome, SetupError};
use crate::race::{NotAtTheTable, TurnError, UndoError};
use crate::record::RecordError;
use crate::ruleset::RulesetError;
use crate::text::{Misread, separated};

/// The reason why an operation on a race of any game failed. The race has not changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnyError {
    /// No game has this name.
    #[error("there is no game `{name}`; there are: {}", separated(known, ", "))]
    UnknownGame {
        /// The requested name.
        name: String,
        /// The known names.
        known: Vec<&'static str>,
    },
    /// The ruleset cannot be loaded.
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    /// The ruleset is not playable.
    #[error("the ruleset: {0}")]
    Unplayable(#[source] Faults),
    /// The set-up does not fit the ruleset.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The text is not a record of a game.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record does not replay; the error names the event and the reason.
    #[error("the record does not replay: {0}")]
    Replay(#[source] Box<dyn Error + Send + Sync>),
    /// No bot has this name.
    #[error(transparent)]
    UnknownBot(#[from] UnknownBot),
    /// The bot belongs to another game.
    #[error("the bot `{bot}` plays another game, not `{game}`")]
    OtherGame {
        /// The bot.
        bot: BotSpec,
        /// The game of the race.
        game: &'static str,
    },
    /// The seat is not at the table.
    #[error(transparent)]
    NotAtTheTable(#[from] NotAtTheTable),
    /// There is nothing to take back.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// A bot's turn failed.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// A bot failed to give advice.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The JSON is not an action or outcome of this game.
    #[error("not of this game: {}", json::reason(.0))]
    Foreign(#[source] serde_json::Error),
    /// The action is illegal.
    #[error("{0}")]
    Illegal(#[source] Box<dyn Error + Send + Sync>),
    /// The typed text is not an action.
    #[error(transparent)]
    Misread(#[from] Misread),
    /// The outcome is not possible now.
    #[error(transparent)]
    Impossible(#[from] ImpossibleOutcome),
}

impl AnyError {
    /// Returns the code of the error, which says less than the variant and is the same in all programs.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::UnknownGame { .. } | Self::UnknownBot(_) | Self::Setup(SetupError::Option { .. }) => {
                ErrorCode::UnknownName
            }
            Self::Setup(SetupError::Players { .. }) => ErrorCode::BadValue,
            Self::Ruleset(_) | Self::Unplayable(_) => ErrorCode::BadRuleset,
            Self::Record(_) | Self::Replay(_) => ErrorCode::Unreadable,
            Self::OtherGame { .. } | Self::Turn(_) | Self::Bot(_) => ErrorCode::BotFailed,
            Self::NotAtTheTable(_)
            | Self::Undo(_)
            | Self::Foreign(_)
            | Self::Illegal(_)
            | Self::Misread(_)
            | Self::Impossible(_) => ErrorCode::Illegal,
        }
    }
}
