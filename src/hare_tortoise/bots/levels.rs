//! The settings of the bots that search, found by play against the heuristic bot: see `docs/search.md`. All of them search
//! with [`Guide`](super::Guide).

use crate::bot::{Budget, Playouts, RootRule, Settings};

/// The settings of the bot `hard`.
///
/// ```
/// use furlong::hare_tortoise::{Guide, HARD, HareTortoise};
/// use furlong::bot::{Budget, Ismcts};
///
/// // The bot `hard` with a tenth of its iterations.
/// let bot = Ismcts::<HareTortoise, Guide>::new(Guide, HARD.budget(Budget::Iterations(100)))?;
/// # let _ = bot;
/// # Ok::<(), furlong::bot::NoSearch>(())
/// ```
pub const HARD: Settings = HARD_0_1;

/// The settings of the bot `hard-0.1`, which stay as they were in release 0.1: a measure for what comes later.
pub(super) const HARD_0_1: Settings = Settings {
    exploration: 0.3,
    root: RootRule::Halving,
    first_thoughts: 20.0,
    playouts: Playouts { guided_percent: 90, cut_after: Some(20), ..Playouts::USUAL },
    ..Settings::iterations(1_000)
};

/// The settings of the bot `medium`, between [`EASY`] and [`HARD`]: little trust in its plan, and after the next moves, at
/// random, it judges.
pub const MEDIUM: Settings = Settings {
    budget: Budget::Iterations(60),
    first_thoughts: 5.0,
    playouts: Playouts { guided_percent: 0, cut_after: Some(4), ..Playouts::USUAL },
    ..HARD
};

/// The settings of the bot `easy`, weaker than the heuristic bot: half of the iterations of [`MEDIUM`], and no plan at all.
pub const EASY: Settings = Settings { budget: Budget::Iterations(30), first_thoughts: 0.0, ..MEDIUM };
