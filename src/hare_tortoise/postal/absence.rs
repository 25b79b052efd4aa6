//! Announced absences: the defaults or a bot play for the player, whose orders do not count as missing.

use serde::{Deserialize, Serialize};

/// An absence that a player announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Absence {
    /// The first round of the absence.
    pub from: u16,
    /// The last round of the absence.
    pub until: u16,
    /// What plays for the player in rounds for which no sheet of theirs came.
    pub plays: Substitute,
}

/// The source of an absent player's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Substitute {
    /// The defaults (HP-05).
    Defaults,
    /// A sheet that the bot writes before the round.
    Bot,
}

impl Substitute {
    /// Describes the substitute in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Defaults => "plays by default",
            Self::Bot => "a bot plays",
        }
    }
}

/// Announces an absence from this round on, replacing everything announced for this round or later. Earlier rounds
/// do not change.
pub(super) fn announce(absences: &mut Vec<Absence>, from: u16, rounds: u16, plays: Substitute) {
    absences.retain(|absence| absence.from < from);
    for absence in &mut *absences {
        absence.until = absence.until.min(from.saturating_sub(1));
    }
    if rounds > 0 {
        absences.push(Absence { from, until: from.saturating_add(rounds - 1), plays });
    }
}
