//! The stored parts of analyses of saved games, for statistics and for puzzles from the user's mistakes.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::story::{Decided, Story};
use crate::files::{Access, replace, text};
use crate::play::save::games_folder;

/// The maximum size of such a file, in bytes.
const MOST: u64 = 1 << 20;

/// The stored parts of an analysis.
#[derive(Debug, Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct CachedAnalysis {
    /// The seed and the number of events of the game. If the game has continued since, the analysis no longer fits.
    pub(crate) seed: u64,
    pub(crate) events: usize,
    /// For each seat, the sum of its luck, and the loss of its decisions, in shares of a win.
    pub(crate) luck: Vec<f64>,
    pub(crate) loss: Vec<f64>,
    pub(crate) mistakes: Vec<Mistake>,
}

/// A decision with a significant loss.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Mistake {
    /// The number of the event, from 1.
    pub(crate) event: usize,
    /// The index of the seat.
    pub(crate) seat: usize,
    /// The label of the action taken, and of the best one.
    pub(crate) taken: String,
    pub(crate) best: String,
    /// The share lost, and the half-width of its interval.
    pub(crate) loss: f64,
    pub(crate) error: f64,
}

impl CachedAnalysis {
    fn of(story: &Story, seed: u64) -> Self {
        let mistake = |decided: &Decided<'_>| Mistake {
            event: decided.event.number,
            seat: decided.seat.index(),
            taken: decided.taken.to_owned(),
            best: decided.best.to_owned(),
            loss: decided.judgement.loss,
            error: decided.judgement.error,
        };
        let mistakes = story.decisions().filter(|decided| decided.judgement.is_mistake());
        Self {
            seed,
            events: story.analysis.events.len(),
            luck: story.analysis.seats.iter().map(|sums| sums.luck).collect(),
            loss: story.analysis.seats.iter().map(|sums| sums.loss).collect(),
            mistakes: mistakes.map(|decided| mistake(&decided)).collect(),
        }
    }

    /// Reads the stored analysis of this game, if it fits the game's current state.
    pub(crate) fn read(game: &Path, seed: u64, events: usize) -> Option<Self> {
        let kept: Self = serde_json::from_str(&text(&place_of(game)?, MOST).ok()?).ok()?;
        let is_whole =
            |mistake: &Mistake| (1..=events).contains(&mistake.event) && mistake.seat < kept.luck.len();
        let fits = kept.luck.len() == kept.loss.len() && kept.mistakes.iter().all(is_whole);
        (kept.seed == seed && kept.events == events && fits).then_some(kept)
    }
}

/// The file for the analysis of a game in the folder of games; `None` for a game elsewhere.
fn place_of(game: &Path) -> Option<PathBuf> {
    let folder = games_folder();
    let is_here = game.parent()?.canonicalize().ok()? == folder.canonicalize().ok()?;
    is_here.then(|| folder.with_file_name("analyses").join(game.file_name().unwrap_or_default()))
}

/// Stores the analysis of a game in the folder of games. If that fails, the game is only missing from the statistics.
pub(crate) fn keep(game: &Path, seed: u64, story: &Story) {
    let Some(path) = place_of(game).filter(|_| story.analysis.is_over) else { return };
    let Ok(json) = serde_json::to_string(&CachedAnalysis::of(story, seed)) else { return };
    if path.parent().is_some_and(|folder| fs::create_dir_all(folder).is_ok()) {
        _ = replace(&path, Access::Owner, &json);
    }
}

/// The analysis goes with its game.
pub(crate) fn rename(before: &Path, after: &Path) {
    if let (Some(before), Some(after)) = (place_of(before), place_of(after)) {
        _ = fs::rename(before, after);
    }
}

/// The analysis goes with its game.
pub(crate) fn delete(game: &Path) {
    if let Some(path) = place_of(game) {
        _ = fs::remove_file(path);
    }
}
