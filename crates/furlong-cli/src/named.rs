//! Opens the games, set-ups and files that a command line names.

use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::failure::{Failure, cannot_read, in_file};
use crate::files;
use furlong::Playable;
use furlong::any::CatalogueEntry;
use furlong::ruleset::{self, RulesetError, Source};

/// Creates the game under the requested rules, or the default ones.
pub(crate) fn game<G: Playable>(ruleset: Option<&String>) -> Result<G, Failure> {
    game_named(ruleset.map_or_else(|| CatalogueEntry::of::<G>().usual_ruleset(), String::as_str))
}

/// Creates the game under the ruleset with this name or path.
pub(crate) fn game_named<G: Playable>(asked: &str) -> Result<G, Failure> {
    let ruleset = ruleset::open::<G::Ruleset>(Source::typed(asked))?;
    G::new(ruleset).map_err(|faults| Failure::Failed(format!("{asked}: {faults}")))
}

/// An unknown name is an error in the command line; a bad file is a failure.
impl From<RulesetError> for Failure {
    fn from(error: RulesetError) -> Self {
        match error {
            RulesetError::Unknown { asked_by: None, .. } => Self::usage(error),
            error => Self::failed(error),
        }
    }
}

/// Creates the set-up for this number of players, with these options.
pub(crate) fn setup_for<G: Playable>(
    game: &G,
    options: &[(String, String)],
    players: u8,
) -> Result<G::Setup, Failure> {
    let mut setup = game.setup(players);
    for (option, value) in options {
        game.set_option(&mut setup, option, value).map_err(Failure::usage)?;
    }
    Ok(setup)
}

/// The default number of players: four, or `least` if that is more, as far as all these games allow it.
pub(crate) fn usual_players<G: Playable>(games: &[&G], least: u8) -> u8 {
    const USUAL: u8 = 4;
    let usual = least.max(USUAL);
    let most = games.iter().map(|game| *game.players().end()).min().unwrap_or(usual);
    let fewest = games.iter().map(|game| *game.players().start()).max().unwrap_or(usual);
    usual.min(most).max(fewest)
}

/// Reads the text of a file of at most `most` bytes.
pub(crate) fn read(path: &Path, most: u64) -> Result<String, Failure> {
    files::text(path, most).map_err(|error| cannot_read(path, error))
}

/// Lists everything in a folder by name, except hidden files such as drafts of files that are being written.
pub(crate) fn visible_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| cannot_read(folder, error))? {
        let path = entry.map_err(|error| cannot_read(folder, error))?.path();
        if !path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Reads a value from a JSON file of at most `most` bytes.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path, most: u64) -> Result<T, Failure> {
    serde_json::from_str(&read(path, most)?).map_err(|error| in_file(path, error))
}
