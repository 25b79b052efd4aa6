//! The bounds of a request, so that none takes without end.

/// The most worlds of one request.
pub const MOST_WORLDS: u64 = 1_000;
/// The most playouts of one request, over all its actions.
pub const MOST_PLAYOUTS: u64 = 20_000;
/// The most events of one request, over all its playouts.
pub const MOST_EVENTS: u64 = 5_000_000;
/// The most events of one playout.
pub const MOST_OF_A_PLAYOUT: u32 = 5_000;
