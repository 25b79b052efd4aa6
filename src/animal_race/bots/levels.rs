//! The settings of the bots that search, found by play against the heuristic bot: see `docs/search.md`.

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

/// The settings of the bot `hard-0.1`, which stay as they were in release 0.1: a measure for what comes later.
pub(super) const HARD_0_1: Settings = Settings {
    exploration: 0.2,
    root: RootRule::Halving,
    first_thoughts: 100.0,
    // No tree below the root: in a small one the others try everything, and their first replies are about
    // random. In playouts they play sensibly.
    nodes: 1,
    // After a playout of this length the estimate is as good as the rest of the game, and takes half of the time.
    playouts: Playouts { cut_after: Some(16), ..Playouts::USUAL },
    ..Settings::iterations(800)
};

/// The settings of the bot `medium`: those of [`HARD`] with an eighth of its iterations.
pub const MEDIUM: Settings = Settings { budget: Budget::Iterations(100), ..HARD };

/// The settings of the bot `easy`, which searches without guidance ([`Unguided`](crate::bot::Unguided)).
pub const EASY: Settings = Settings::iterations(20);
