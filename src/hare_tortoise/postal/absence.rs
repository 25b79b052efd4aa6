//! Absences that players announced: somebody or something else plays for them, and they are not missing.

use serde::{Deserialize, Serialize};

/// An absence that a player announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Absence {
    /// The first round.
    pub from: u16,
    /// The last round.
    pub until: u16,
    /// The substitute, where no sheet of the player came all the same.
    pub plays: Substitute,
}

/// The source of the moves of an absent player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Substitute {
    /// The defaults (HP-05).
    Defaults,
    /// A sheet that the bot writes before the round.
    Bot,
}

impl Substitute {
    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Defaults => "plays by default",
            Self::Bot => "a bot plays",
        }
    }
}

/// Announces an absence from this round on, in place of all that was announced from it on before. None of the past
/// rounds changes.
pub(super) fn announce(absences: &mut Vec<Absence>, from: u16, rounds: u16, plays: Substitute) {
    absences.retain(|absence| absence.from < from);
    for absence in &mut *absences {
        absence.until = absence.until.min(from.saturating_sub(1));
    }
    if rounds > 0 {
        absences.push(Absence { from, until: from.saturating_add(rounds - 1), plays });
    }
}
