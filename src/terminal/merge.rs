//! `furlong merge`: the parts of a run in one piece, whatever the run is of.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use super::asked::Merge;
use super::failure::Failure;
use super::start::read;
use super::{ladder, many, price, vary};
use crate::design::Variation;
use crate::design::price::PriceRun;
use crate::files::MOST_OF_A_RUN;

/// Merges what the first file is a part of; `usual` names the usual bot of a game.
pub(super) fn merge(
    asked: &Merge,
    usual: impl Fn(&str) -> Result<&'static str, Failure>,
) -> Result<(), Failure> {
    let mut paths = Vec::new();
    for path in &asked.parts {
        if path.is_dir() { paths.extend(files_in(path)?) } else { paths.push(path.clone()) }
    }
    let first = paths.first().map(|path| read(path, MOST_OF_A_RUN)).transpose()?.unwrap_or_default();
    if ladder::is_one(&first) {
        ladder::merge_parts(&paths, &asked.files, usual)
    } else if Variation::is_one(&first) {
        vary::merge_parts(&paths, &asked.files)
    } else if PriceRun::is_one(&first) {
        price::merge_parts(&paths, &asked.files)
    } else {
        many::merge_parts(&paths, &asked.files)
    }
}

/// The files of a folder with the ending `.json`, in the order of their names: so many parts have no place on a command
/// line. The drafts of files that are being written begin with a full stop.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error| Failure::Failed(format!("cannot read {}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let is_draft = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if !is_draft && path.extension() == Some(OsStr::new("json")) {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Failure::Failed(format!(
            "{}: there are no files with the ending .json",
            folder.display()
        )));
    }
    Ok(files)
}
