//! How the next game of a batch begins after the end of a game.

/// The index for a game that is not played in a step: its decision, or its end, stays as it is.
pub const WAIT: u32 = u32::MAX;

/// How the next game begins after the end of a game: the three autoreset modes of vectorized environments in
/// reinforcement learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reset {
    /// The next game begins in the same step: the step that ends a game shows the first decision of the next one.
    #[default]
    SameStep,
    /// A game that has ended is shown without a seat. The next step ignores its index and begins the next game.
    NextStep,
    /// A game that has ended stays without a seat until [`Batch::reset`](super::Batch::reset) begins the next one;
    /// until then only [`WAIT`] is accepted for it.
    ByHand,
}
