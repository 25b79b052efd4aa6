//! Settings of the bots that search, found by letting them play against the heuristic bot: see `docs/search.md`.

use crate::bot::{Budget, Playouts, RootRule, Settings};

/// The settings of the bot `hard`, which searches with [`Guide`](super::Guide).
///
/// ```
/// use furlong::animal_race::{AnimalRace, Guide, HARD};
/// use furlong::bot::{Budget, Ismcts};
///
/// // A bot of its strength, but for the budget.
/// let bot = Ismcts::<AnimalRace, Guide>::new(Guide, HARD.budget(Budget::Iterations(200)))?;
/// # let _ = bot;
/// # Ok::<(), furlong::bot::NoSearch>(())
/// ```
pub const HARD: Settings = HARD_0_1;

/// The settings of the bot `hard-0.1`, fixed as of release 0.1 so that later bots can be measured against it.
pub(super) const HARD_0_1: Settings = Settings {
    exploration: 0.2,
    root: RootRule::Halving,
    first_thoughts: 100.0,
    // No tree below the root: in a small tree the other seats try everything, and their first replies are close to
    // random. In playouts they play sensibly.
    nodes: 1,
    // After a playout of this length, the estimate is as good as playing on, and takes half the time.
    playouts: Playouts { cut_after: Some(16), ..Playouts::USUAL },
    ..Settings::iterations(800)
};

/// The settings of the bot `medium`: those of [`HARD`] with an eighth of its iterations.
pub const MEDIUM: Settings = Settings { budget: Budget::Iterations(100), ..HARD };

/// The settings of the bot `easy`, which searches without guidance ([`Unguided`](crate::bot::Unguided)).
pub const EASY: Settings = Settings::iterations(20);
