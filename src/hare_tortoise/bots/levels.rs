//! Settings of the bots that search, found by letting them play against the heuristic bot: see `docs/search.md`.
//! All of them search with [`Guide`](super::Guide).

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

/// The settings of the bot `hard-0.1`, fixed as of release 0.1 so that later bots can be measured against it.
pub(super) const HARD_0_1: Settings = Settings {
    exploration: 0.3,
    root: RootRule::Halving,
    first_thoughts: 20.0,
    playouts: Playouts { guided_percent: 90, cut_after: Some(20), ..Playouts::USUAL },
    ..Settings::iterations(1_000)
};

/// The settings of the bot `medium`, between [`EASY`] and [`HARD`]. It trusts its plan little, plays the next moves
/// at random, and then judges the position.
pub const MEDIUM: Settings = Settings {
    budget: Budget::Iterations(60),
    first_thoughts: 5.0,
    playouts: Playouts { guided_percent: 0, cut_after: Some(4), ..Playouts::USUAL },
    ..HARD
};

/// The settings of the bot `easy`, weaker than the heuristic bot. It has half the iterations of [`MEDIUM`] and no
/// plan.
pub const EASY: Settings = Settings { budget: Budget::Iterations(30), first_thoughts: 0.0, ..MEDIUM };
