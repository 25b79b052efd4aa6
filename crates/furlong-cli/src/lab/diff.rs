//! `furlong diff`: which fields differ between two rulesets, with positions in which the difference shows.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::args::Diff;
use crate::failure::Failure;
use crate::interrupt;
use crate::new_file::{NewFile, make_folder};
use crate::page::diff_page;
use crate::screen::Screen;
use furlong::Playable;
use furlong::arena::diff::{self, Differences};
use furlong::ruleset::{self, Source};

pub(crate) fn diff<G: Playable>(asked: &Diff) -> Result<(), Failure> {
    let (first, second) = (&asked.a, &asked.b);
    let open = |name: &str| ruleset::open::<G::Ruleset>(Source::typed(name));
    let (first, second) = (open(first)?, open(second)?);
    let page = NewFile::begin_any(asked.files.html.as_ref(), asked.force)?;
    let found = diff::diff_until::<G>(&first, &second, &asked.search(), &interrupt::stop_flag());
    let found = found.map_err(Failure::failed)?;
    // The findings are shown even when they cannot be saved.
    let saved = asked.files.save.as_ref().map(|folder| save_records(&found, folder, asked.force));
    let page = page.map(|file| file.write(&diff_page(&found)));
    let (saved, trouble) = match saved.transpose() {
        Ok(saved) => (saved.unwrap_or_default(), page.unwrap_or(Ok(()))),
        Err(failure) => (Vec::new(), Err(failure)),
    };
    if asked.json {
        let saved: Vec<String> = saved.iter().map(|path| path.display().to_string()).collect();
        let report = json!({ "version": env!("CARGO_PKG_VERSION"), "diff": found.report(), "saved": saved });
        writeln!(io::stdout().lock(), "{report}")?;
    } else {
        let mut screen = Screen::standard(true);
        screen.text(&found.report().to_string())?;
        if let Some(path) = saved.first() {
            let (count, path) = (saved.len(), path.display());
            screen.text(&format!("Saved {count} records; `furlong replay {path}` shows the first."))?;
        }
    }
    trouble?;
    let stopped = || Failure::Stopped("stopped before the search ended".to_owned());
    if found.is_stopped { Err(stopped()) } else { Ok(()) }
}

/// Saves the record of each witness under both rulesets, if the set-up is accepted.
fn save_records<G: Playable>(
    found: &Differences<G>,
    folder: &Path,
    force: bool,
) -> Result<Vec<PathBuf>, Failure> {
    let mut records = Vec::new();
    for group in &found.groups {
        for witness in &group.witnesses {
            for (side, name) in ["a", "b"].iter().enumerate() {
                let record = witness.record(side);
                if record.open().is_ok() {
                    let field = group.fields.first().map_or("", |field| field.field.path);
                    let path = folder.join(format!("{field}-{}-{name}.json", witness.kind));
                    records.push((path, record.to_json()));
                }
            }
        }
    }
    make_folder(folder)?;
    // All files are created before the first is written.
    let begun = |(path, _): &(PathBuf, String)| NewFile::begin(path, force);
    let files = records.iter().map(begun).collect::<Result<Vec<_>, _>>()?;
    for (file, (_, json)) in files.into_iter().zip(&records) {
        file.write(json)?;
    }
    Ok(records.into_iter().map(|(path, _)| path).collect())
}
