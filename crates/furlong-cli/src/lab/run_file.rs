//! Runs that are stored in a file: read, resumed, and saved while they are played.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::args::SavedRunArgs;
use crate::commands::check_commands;
use crate::failure::{Failure, in_file};
use crate::files::{Access, MOST_OF_A_RUN};
use crate::named::read;
use crate::new_file::{NewFile, replace};
use furlong::Playable;
use furlong::arena::{Commands, Mergeable, Shard, merge_as_read};
use furlong::formats::{FileError, json};
use furlong::table::Occupant;

/// Reads the run in a file with `from_json`.
pub(crate) fn read_run<T>(
    path: &Path,
    from_json: impl Fn(&str) -> Result<T, FileError>,
) -> Result<T, Failure> {
    from_json(&read(path, MOST_OF_A_RUN)?).map_err(|error| in_file(path, error))
}

/// Reads the parts of a run in several files with `from_json`, and merges them.
pub(crate) fn merged<P: Mergeable>(
    paths: &[PathBuf],
    from_json: impl Fn(&str) -> Result<P, FileError>,
) -> Result<P, Failure> {
    merge_as_read(paths.iter().map(|path| Ok((path.display().to_string(), read_run(path, &from_json)?))))
}

/// The time between two saves of a run.
const SAVED_EVERY: Duration = Duration::from_secs(5);

/// The error message for a part of a run that ended early.
pub(crate) fn unwritten(shard: Shard) -> String {
    format!("part {shard} is incomplete and is not written")
}

/// The file of a run. A whole run is saved repeatedly while it is played; a part is written when it is complete.
#[derive(Debug)]
pub(crate) struct RunFile {
    /// The file of a whole run; `None` if it is not saved.
    path: Option<PathBuf>,
    pub(crate) part: Option<NewFile>,
}

impl RunFile {
    /// The file of a run whose new file is `out`. A resumed run is saved in its own file.
    pub(crate) fn of(SavedRunArgs { output, shard, resumed }: &SavedRunArgs, out: Option<NewFile>) -> Self {
        if shard.shard.is_some() {
            return Self { path: None, part: out };
        }
        Self { path: resumed.resume.as_ref().or(output.out.as_ref()).cloned(), part: None }
    }

    /// Saves the present state of a whole run.
    pub(crate) fn save(&self, json: impl FnOnce() -> String) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        replace(path, Access::Usual, &json())
    }

    /// Returns a function that saves the state of a whole run, but at most once every few seconds.
    pub(crate) fn regularly<R>(&self, json: impl Fn(&R) -> String) -> impl FnMut(&R) -> Result<(), Failure> {
        let mut saved = Instant::now();
        move |run| {
            if saved.elapsed() < SAVED_EVERY {
                return Ok(());
            }
            saved = Instant::now();
            self.save(|| json(run))
        }
    }

    /// Blames the failure on the run's file if it has one.
    pub(crate) fn blamed(&self, failure: Failure) -> Failure {
        match &self.path {
            Some(path) => in_file(path, failure),
            None => failure,
        }
    }

    /// Ends a run. A part is written as `json`; for a whole run, `tell` shows the results. `stopped` is what was
    /// played if the run was stopped.
    pub(crate) fn end(
        self,
        shard: Shard,
        stopped: Option<String>,
        json: impl FnOnce() -> String,
        tell: impl FnOnce() -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let missing = match (self.part, &self.path) {
            (Some(part), _) if stopped.is_none() => return part.write(&json()),
            (Some(_), _) => format!("; {}", unwritten(shard)),
            (None, path) => {
                tell()?;
                path.as_ref()
                    .map_or_else(String::new, |path| format!("; --resume {} continues it", path.display()))
            }
        };
        stopped.map_or(Ok(()), |played| Err(Failure::Stopped(format!("stopped after {played}{missing}"))))
    }
}

/// Returns the requested shard of a run, or an error if there are fewer items than shards. `all` is the number of
/// items, and `things` describes it in words.
pub(crate) fn shard_of(kept: &SavedRunArgs, all: usize, things: &str) -> Result<Shard, Failure> {
    let shard = kept.shard.shard.unwrap_or(Shard::WHOLE);
    if all < shard.of() as usize {
        return Err(Failure::Usage(format!(
            "--shard {shard}: {things} cannot be split into that many parts"
        )));
    }
    Ok(shard)
}

/// A game as stated in the file of a run or of a ladder.
#[derive(Clone, Copy)]
pub(crate) struct Stated<'a> {
    /// The kind of file: `run` or `ladder`.
    pub(crate) kind: &'a str,
    pub(crate) game: &'a str,
    pub(crate) rules: &'a Value,
    pub(crate) bots: &'a [String],
    pub(crate) commands: &'a Commands,
    pub(crate) shard: Shard,
}

impl Stated<'_> {
    /// Opens the game and reads the bots, after checking that their commands may be run.
    pub(crate) fn open<G: Playable>(
        &self,
        path: &Path,
        allow_exec: bool,
    ) -> Result<(G, Vec<Occupant>), Failure> {
        let Self { kind, game, rules, bots, commands, shard } = *self;
        let bots = || bots.iter().map(|bot| commands.spec(bot));
        if game != G::ID {
            return Err(in_file(path, format!("a {kind} of {game}, not of {}", G::ID)));
        }
        if !shard.is_whole() {
            return Err(in_file(path, format!("a part of a {kind}, for `furlong merge`")));
        }
        check_commands(path, bots(), allow_exec)?;
        let game = G::new(value_in(path, rules)?).map_err(|faults| in_file(path, faults))?;
        let bots = bots().map(|bot| bot.parse().map_err(|error| in_file(path, error)));
        Ok((game, bots.collect::<Result<_, Failure>>()?))
    }
}

/// Parses a value in the file of a run.
pub(crate) fn value_in<T: DeserializeOwned>(path: &Path, value: &Value) -> Result<T, Failure> {
    json::from_value(value).map_err(|error| in_file(path, json::reason(&error)))
}
