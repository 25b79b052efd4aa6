//! A bot's decision or advice, to be worked out away from its table.

use std::any::Any;
use std::fmt;

use super::output::Shown;
use crate::common::seat::Seat;

/// The decision of a bot to move, with a copy of everything that it needs: see
/// [`Table::thinking`](super::Table::thinking).
pub struct Thinking {
    pub(super) seat: Seat,
    pub(super) bots_before: u64,
    pub(super) answer: Box<dyn FnOnce() -> Box<dyn Any + Send> + Send>,
}

/// The decision of a bot that has thought away from its table.
pub struct Thought {
    pub(super) seat: Seat,
    pub(super) bots_before: u64,
    /// The bot itself and its action, in the types of the table's game.
    pub(super) answer: Box<dyn Any + Send>,
}

/// A question to a bot what it would do, with a copy of everything that it needs: see
/// [`Table::hint`](super::Table::hint).
pub struct Hint(pub(super) Box<dyn FnOnce() -> Vec<Shown> + Send>);

impl Hint {
    /// Lets the bot think for as long as it takes, and returns its advice.
    pub fn think(self) -> Vec<Shown> {
        (self.0)()
    }
}

impl fmt::Debug for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hint").finish_non_exhaustive()
    }
}

impl Thinking {
    /// Lets the bot think for as long as it takes, and returns its decision.
    #[must_use = "the table waits for it"]
    pub fn think(self) -> Thought {
        Thought { seat: self.seat, bots_before: self.bots_before, answer: (self.answer)() }
    }
}

impl Thought {
    /// Returns the seat of the bot.
    pub fn seat(&self) -> Seat {
        self.seat
    }
}

impl fmt::Debug for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinking").field("seat", &self.seat).finish_non_exhaustive()
    }
}

impl fmt::Debug for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thought").field("seat", &self.seat).finish_non_exhaustive()
    }
}
