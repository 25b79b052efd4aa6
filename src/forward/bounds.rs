//! The limits of a request, so that none takes too long.

/// The maximum number of worlds in a request.
pub const MOST_WORLDS: u64 = 1_000;
/// The maximum number of playouts in a request, over all its actions.
pub const MOST_PLAYOUTS: u64 = 20_000;
/// The maximum number of events in a request, over all its playouts.
pub const MOST_EVENTS: u64 = 5_000_000;
/// The maximum number of events in a playout.
pub const MOST_OF_A_PLAYOUT: u32 = 5_000;
