//! The decision of a bot, to be thought about away from its table.

use std::any::Any;
use std::fmt;

use crate::ground::seat::Seat;

/// The decision of a bot that is to move, with a copy of all that it needs: see [`Table::thinking`](super::Table::thinking).
pub struct Thinking {
    pub(super) seat: Seat,
    pub(super) bots_before: u64,
    pub(super) answer: Box<dyn FnOnce() -> Box<dyn Any + Send> + Send>,
}

/// The answer of a bot that has thought beside its table.
pub struct Thought {
    pub(super) seat: Seat,
    pub(super) bots_before: u64,
    /// The bot itself and its action, of the table's game.
    pub(super) answer: Box<dyn Any + Send>,
}

impl Thinking {
    /// Lets the bot think, for as long as it takes.
    #[must_use = "the table waits for it"]
    pub fn think(self) -> Thought {
        Thought { seat: self.seat, bots_before: self.bots_before, answer: (self.answer)() }
    }
}

impl Thought {
    /// The seat of the bot.
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
