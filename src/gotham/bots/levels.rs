//! Settings of the bots that search, found by letting them play against the heuristic bot: see `docs/search.md`.

use crate::bot::{Budget, ChanceInTree, Playouts, RootRule, Settings};

/// The settings of the bot `hard`, which searches with [`Guide`](super::Guide) to the end of the round.
///
/// ```
/// use furlong::gotham::{Gotham, Guide, HARD};
/// use furlong::bot::{Budget, Ismcts};
///
/// // The bot `hard` with a fifth of its iterations.
/// let bot = Ismcts::<Gotham, Guide>::new(Guide, HARD.budget(Budget::Iterations(2_000)))?;
/// # let _ = bot;
/// # Ok::<(), furlong::bot::NoSearch>(())
/// ```
pub const HARD: Settings = HARD_0_1;

/// The settings of the bot `hard-0.1`, fixed as of release 0.1 so that later bots can be measured against it.
pub(super) const HARD_0_1: Settings = Settings {
    root: RootRule::Halving,
    chance: ChanceInTree::Merged,
    playouts: Playouts { guided_percent: 0, cut_after: Some(0), ..Playouts::USUAL },
    ..Settings::iterations(10_000)
};

/// The settings of the bot `medium`: those of [`HARD`] with a twentieth of its iterations.
pub const MEDIUM: Settings = Settings { budget: Budget::Iterations(500), ..HARD };

/// The settings of the bot `easy`, which searches without guidance ([`Unguided`](crate::bot::Unguided)).
pub const EASY: Settings = Settings::iterations(50);
