//! The reset that follows the end of a game in a batch.

/// The index of a game that is not played in a step: its decision stands, and so does a game that is over.
pub const WAIT: u32 = u32::MAX;

/// The reset that follows the end of a game: the three ways of vectorized environments of reinforcement learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reset {
    /// The next game begins in the step in which a game ends: that step shows its first decision.
    #[default]
    SameStep,
    /// A game that has ended is shown without a seat. The next step ignores its index, and begins the next game.
    NextStep,
    /// A game that has ended stands without a seat until [`Batch::reset`](super::Batch::reset) begins the next one; until then
    /// only [`WAIT`] is accepted for it.
    ByHand,
}
