//! The folders of order sheets, and the check of sheets before a round is adjudicated.

use std::path::{Path, PathBuf};

use clap::ArgMatches;

use super::game_file::{game_path, open};
use super::output::write;
use crate::files;
use crate::hare_tortoise::postal::{MOST_BYTES, Occasion, Orders, PostalError, PostalGame, Sent, letter};
use crate::plain::plain;
use crate::seat::{Seat, Seats};
use crate::terminal::failure::{Failure, in_file};
use crate::terminal::start::visible_in;
use crate::words::listed;

/// The folder of a round's sheets: the one that was named, or `round-N` next to the game.
pub(super) fn folder(matches: &ArgMatches, round: u16) -> PathBuf {
    let named = matches.get_one::<PathBuf>("folder").cloned();
    named.unwrap_or_else(|| usual_folder(game_path(matches), round))
}

fn usual_folder(game: &Path, round: u16) -> PathBuf {
    game.with_file_name(format!("round-{round}"))
}

/// The sheets of a round. The usual folder may not exist yet, and is empty then.
pub(super) fn sent_for(matches: &ArgMatches, round: u16) -> Result<Vec<Sent>, Failure> {
    if matches.contains_id("folder") {
        return sent_in(&folder(matches, round));
    }
    sent_beside(game_path(matches), round)
}

/// The sheets in the usual folder of a round.
pub(super) fn sent_beside(game: &Path, round: u16) -> Result<Vec<Sent>, Failure> {
    let folder = usual_folder(game, round);
    if folder.exists() { sent_in(&folder) } else { Ok(Vec::new()) }
}

/// A file as it was sent. Of a huge one only as much is read as shows that it is too large.
fn sent(path: &Path) -> Sent {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    // A name goes into a report, where it stays on its line.
    let name = plain(&name).into_owned();
    match files::bytes(path, MOST_BYTES as u64) {
        Ok(bytes) => Sent::new(name, &bytes),
        Err(error) => Sent::unreadable(name, format!("cannot be read: {error}")),
    }
}

/// Everything in a folder in the order of names, but hidden files, which are nobody's orders. What is no order sheet is
/// named in the report and stays where it is.
pub(super) fn sent_in(folder: &Path) -> Result<Vec<Sent>, Failure> {
    Ok(visible_in(folder)?.iter().map(|path| sent(path)).collect())
}

/// Checks sheets without showing them.
pub(super) fn check(matches: &ArgMatches) -> Result<(), Failure> {
    let path = game_path(matches);
    let is_named = matches.value_source("game") == Some(clap::parser::ValueSource::CommandLine);
    // Without a game a sheet can still be checked by itself.
    let postal = if is_named || path.exists() { Some(open(matches)?) } else { None };
    let occasion = match &postal {
        Some(postal) => postal.occasion().map_err(|error| in_file(path, error))?,
        None => Occasion::default(),
    };
    let paths: Vec<&PathBuf> = matches.get_many("files").into_iter().flatten().collect();
    let mut all = Vec::new();
    for path in &paths {
        if path.is_dir() { all.extend(sent_in(path)?) } else { all.push(sent(path)) }
    }
    let mut wrong = Vec::new();
    for sent in &all {
        match sent.sheet(&occasion) {
            Ok(sheet) => {
                let (player, round) = (letter(sheet.player), sheet.round);
                let lines =
                    sent.lines().map_or(String::new(), |(first, last)| format!(", lines {first} to {last}"));
                write(&format!("{}: player {player}, round {round}{lines}: no fault\n", sent.file))?;
            }
            Err(sheet) => wrong.extend(sheet.faults.iter().map(|fault| format!("{}: {fault}", sent.file))),
        }
    }
    if let Some(postal) = postal.filter(|postal| postal.open_round().is_ok()) {
        let has_folder = paths.iter().any(|path| path.is_dir());
        write(&together(&postal, all, &occasion, has_folder).map_err(Failure::failed)?)?;
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::Failed(wrong.join("\n"))) }
}

/// The findings on sheets without faults of their own: those that do not count, and in a folder those that are missing.
fn together(
    postal: &PostalGame,
    sent: Vec<Sent>,
    occasion: &Occasion,
    has_folder: bool,
) -> Result<String, PostalError> {
    let faultless = sent.into_iter().filter(|sent| sent.sheet(occasion).is_ok()).collect();
    let sheets = postal.sheets(faultless)?;
    let mut lines: Vec<String> =
        sheets.not_used.iter().map(|part| format!("{}: not used: {}\n", part.file, part.reason)).collect();
    let missing: Vec<String> =
        missing(&postal.receipts(&sheets)?).map(|seat| letter(seat).to_string()).collect();
    if has_folder && !missing.is_empty() {
        lines.push(format!("missing: {}\n", listed(&missing)));
    }
    Ok(lines.concat())
}

/// The seats whose orders are missing.
pub(super) fn missing(receipts: &[Orders]) -> impl Iterator<Item = Seat> + '_ {
    let seats = Seats::MOST.iter().zip(receipts);
    seats.filter(|(_, orders)| matches!(orders, Orders::Missing { .. })).map(|(seat, _)| seat)
}
