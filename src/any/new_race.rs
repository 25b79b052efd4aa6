//! The parameters of a new race of any game.

use crate::common::setters::setters;
use crate::ruleset::{Embedded, Source};

/// The parameters of a new race.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default)]
pub struct NewRace<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// The source of the ruleset; the default ruleset when `None`. Only [`Source::File`] opens a file, so a server can
    /// safely pass on text from a client in another source.
    pub ruleset: Option<Source<'a>>,
    /// The number of players; the smallest allowed number when `None`.
    pub players: Option<u8>,
    /// The options of the set-up, by name.
    pub options: &'a [(&'a str, &'a str)],
    /// The seed of all chance outcomes; an unpredictable one when `None`.
    pub seed: Option<u64>,
}

setters!(NewRace<'a> { game: &'a str, ruleset: Option<Source<'a>>, players: Option<u8>, options: &'a [(&'a str, &'a str)], seed: Option<u64> });

/// Returns the name of the default ruleset among those of a game.
pub(super) fn usual_ruleset(rulesets: &'static [Embedded]) -> &'static str {
    rulesets.first().map_or("", |embedded| embedded.name)
}
