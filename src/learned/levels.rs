//! The bots of a game with weights: the policy itself, and levels of play that people choose by name.

use crate::bot::{BotKind, BotSpec, Playouts, RootRule, Settings};

/// The policy itself: it takes the best action, or draws one.
pub const LEARNED: BotKind =
    BotKind::plain("learned", "plays what it learned from games against itself; no search")
        .with_parameters(&[("heat", "randomness: 0 takes the best-rated action, 1 draws as it learned; 0")]);

/// The player of playouts: [`LEARNED`], drawing its actions. It varies by itself, so it makes no random errors.
pub fn playout_bot() -> (BotSpec, u8) {
    let heat = ("heat".to_owned(), "1".to_owned());
    (BotSpec { parameters: [heat].into(), ..BotSpec::named(LEARNED.name) }, 0)
}

/// The first of four levels.
pub const BEGINNER: BotKind =
    BotKind::plain("beginner", "knows good actions, but often takes another").as_level();
/// The second level.
pub const CLUB: BotKind =
    BotKind::plain("club", "plays sensibly, but sometimes misses the better action").as_level();
/// The third level: [`LEARNED`] with default parameters.
pub const STRONG: BotKind =
    BotKind::plain("strong", "always takes the action that it learned to rate highest").as_level();
/// The fourth level, which searches.
pub const EXPERT: BotKind =
    BotKind::search("expert", "tests the best actions of `strong` in simulated games").as_level();

/// Returns whether the bot of this spec plays by the network alone: [`LEARNED`] and the levels that do not search.
pub(crate) fn is_of_network(spec: &str) -> bool {
    let name = spec.split(':').next();
    [LEARNED, BEGINNER, CLUB, STRONG].iter().any(|kind| name == Some(kind.name))
}

/// The settings of the levels of a game: see `docs/strength.md`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Levels {
    /// The heat of [`BEGINNER`]: see [`LearnedBot::heated`](super::LearnedBot::heated).
    pub beginner: f32,
    /// The heat of [`CLUB`].
    pub club: f32,
    /// The number of iterations of [`EXPERT`] for each decision.
    pub expert: u32,
}

impl Levels {
    /// Returns the settings of [`EXPERT`]. It tries the few best actions in the same worlds with the same random
    /// numbers and builds no tree below them. After a number of decisions, the network's value replaces the rest of the
    /// game.
    pub(super) const fn search(self) -> Settings {
        Settings {
            root: RootRule::Halving,
            candidates: Some(4),
            first_thoughts: 100.0,
            nodes: 1,
            playouts: Playouts { cut_after: Some(16), ..Playouts::USUAL },
            ..Settings::iterations(self.expert)
        }
    }
}
