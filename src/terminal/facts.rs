//! The facts about a game that its command line needs.

use crate::bot::{BotKind, usual_bot};
use crate::game::SetupOption;
use crate::playable::Playable;
use crate::ruleset::{Embedded, Ruleset as _};

/// The names of a game: its rulesets, bots and options.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) rulesets: &'static [Embedded],
    pub(super) bots: &'static [BotKind],
    pub(super) options: &'static [SetupOption],
}

impl Facts {
    pub(super) const fn of<G: Playable>() -> Self {
        Self {
            id: G::ID,
            title: G::TITLE,
            rulesets: G::Ruleset::EMBEDDED,
            bots: G::BOTS,
            options: G::OPTIONS,
        }
    }

    /// The name of the usual ruleset: the first one.
    pub(super) fn usual_ruleset(&self) -> &'static str {
        self.rulesets.first().map_or("", |embedded| embedded.name)
    }

    /// The name of the game's usual opponent.
    pub(super) fn usual_bot(&self) -> &'static str {
        usual_bot(self.bots)
    }
}
