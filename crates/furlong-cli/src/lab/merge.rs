//! `furlong merge`: joins the parts of a run, whatever kind of run it is.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::args::Merge;
use crate::failure::{Failure, in_file};
use crate::files::MOST_OF_A_RUN;
use crate::lab::{ladder, many_games, price, vary};
use crate::named::{read, visible_in};
use furlong::design::{Variation, price::PriceRun};

/// Merges the kind of run that the first file belongs to. `usual` returns the name of a game's usual bot.
pub(crate) fn merge(
    asked: &Merge,
    usual: impl Fn(&str) -> Result<&'static str, Failure>,
) -> Result<(), Failure> {
    let mut paths = Vec::new();
    for path in &asked.parts {
        if path.is_dir() { paths.extend(files_in(path)?) } else { paths.push(path.clone()) }
    }
    let first = paths.first().map(|path| read(path, MOST_OF_A_RUN)).transpose()?.unwrap_or_default();
    if ladder::is_format(&first) {
        ladder::merge_parts(&paths, &asked.files, usual)
    } else if Variation::is_format(&first) {
        vary::merge_parts(&paths, &asked.files)
    } else if PriceRun::is_format(&first) {
        price::merge_parts(&paths, &asked.files)
    } else {
        many_games::merge_parts(&paths, &asked.files)
    }
}

/// Lists the files of a folder whose names end in `.json`. A folder may contain more parts than fit on a command
/// line.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = visible_in(folder)?;
    files.retain(|path| path.extension() == Some(OsStr::new("json")));
    if files.is_empty() {
        return Err(in_file(folder, "there are no .json files"));
    }
    Ok(files)
}
