//! The folders of order sheets, and the check of sheets before a round is adjudicated.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::command_line::{Check, SheetArgs};
use super::game_file::open;
use super::output::write;
use crate::failure::{Failure, cannot_read, in_file};
use crate::files;
use crate::files::Access;
use crate::named::visible_in;
use crate::new_file::{make_folder, replace};
use furlong::hare_tortoise::postal::{
    NotUsed, Occasion, Orders, PostalError, PostalGame, Sent, Sheets, letter,
};
use furlong::text::{listed, plain, plain_lines};
use furlong::{Seat, Seats};

/// The path of `name` next to the game: `round-1`. If the game is not called `postal`, its name comes first
/// (`spring-round-1`), so that several games can share a folder.
pub(super) fn beside(game: &Path, name: &str) -> PathBuf {
    match game.file_stem().map(OsStr::to_string_lossy) {
        Some(stem) if stem != "postal" => game.with_file_name(format!("{stem}-{name}")),
        _ => game.with_file_name(name),
    }
}

/// The folder of a round's sheets: the one named now or the last time, or else `round-N` next to the game.
pub(super) fn folder(asked: &SheetArgs, postal: &PostalGame, round: u16) -> PathBuf {
    asked.folder.clone().unwrap_or_else(|| kept_folder(asked.game.path(), postal, round))
}

fn kept_folder(game: &Path, postal: &PostalGame, round: u16) -> PathBuf {
    match postal.folder(round) {
        // An absolute path stays what it is.
        Some(folder) => game.with_file_name("").join(folder),
        None => usual_folder(game, round),
    }
}

fn usual_folder(game: &Path, round: u16) -> PathBuf {
    beside(game, &format!("round-{round}"))
}

/// The named folder as stored in the game: relative to the game if possible, `None` for the default one.
pub(super) fn remembered(game: &Path, folder: &Path, round: u16) -> Option<String> {
    let full = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (usual, folder) = (full(&usual_folder(game, round)), full(folder));
    let home = full(game).parent().map(Path::to_owned).unwrap_or_default();
    let from_game = folder.strip_prefix(&home).unwrap_or(&folder);
    (folder != usual).then(|| from_game.to_string_lossy().into_owned())
}

/// The sheets of a round. The default folder need not exist and then counts as empty.
pub(super) fn sent_for(asked: &SheetArgs, postal: &PostalGame, round: u16) -> Result<Vec<Sent>, Failure> {
    match &asked.folder {
        Some(folder) => sent_in(folder),
        None => sent_beside(asked.game.path(), postal, round),
    }
}

/// The sheets of a round in its stored or default folder.
pub(super) fn sent_beside(game: &Path, postal: &PostalGame, round: u16) -> Result<Vec<Sent>, Failure> {
    let folder = kept_folder(game, postal, round);
    if folder.exists() { sent_in(&folder) } else { Ok(Vec::new()) }
}

/// The order files in a file, which may be a mailbox. Of a file that is too large, only enough is read to know that.
fn sent(path: &Path) -> Vec<Sent> {
    match files::bytes(path, furlong_post::MOST_BYTES as u64) {
        Ok(bytes) => furlong_post::read(&name_of(path), &bytes),
        Err(error) => vec![Sent::unreadable(name_of(path), format!("cannot be read: {error}"))],
    }
}

/// The name of a file for a report, on a single line.
fn name_of(path: &Path) -> String {
    plain(&path.file_name().unwrap_or(path.as_os_str()).to_string_lossy()).into_owned()
}

/// Everything in a mailbox, or in a folder in natural order of names, except hidden files. Files that are no order
/// sheets are named in the report and stay where they are. Links are not followed out of the folder, because players
/// put files there.
pub(super) fn sent_in(folder: &Path) -> Result<Vec<Sent>, Failure> {
    if folder.is_file() {
        return Ok(sent(folder));
    }
    let home = folder.canonicalize().map_err(|error| cannot_read(folder, error))?;
    let leads_out =
        |path: &Path| path.is_symlink() && path.canonicalize().is_ok_and(|target| !target.starts_with(&home));
    let one = |path: &PathBuf| {
        if leads_out(path) {
            vec![Sent::unreadable(name_of(path), "a link to another folder is not read")]
        } else {
            sent(path)
        }
    };
    let mut files = visible_in(folder)?;
    files.sort_by(|one, other| furlong_post::by_name(&name_of(one), &name_of(other)));
    Ok(files.iter().flat_map(one).collect())
}

/// Checks sheets without showing them.
pub(super) fn check(Check { game, files: paths, reply }: &Check) -> Result<(), Failure> {
    let path = game.path();
    if *reply {
        return answer(path, paths);
    }
    // Without a game a sheet can still be checked by itself.
    let postal = if game.is_named() || path.exists() { Some(open(path)?) } else { None };
    let occasion = match &postal {
        Some(postal) => postal.occasion().map_err(|error| in_file(path, error))?,
        None => Occasion::default(),
    };
    let mut all = all_sent(paths)?;
    for letter in all.iter().filter(|sent| sent.is_only_letter()) {
        let is_automatic = letter.mail.as_ref().is_some_and(|mail| mail.is_automatic);
        let what =
            if is_automatic { "an automatic reply, which does not count" } else { "a mail without orders" };
        write(&format!("{}{}: {what}\n", letter.file, letter.origin()))?;
    }
    all.retain(|sent| !sent.is_only_letter());
    if let Some(postal) = &postal {
        all = postal.new_among(all);
    }
    let mut wrong = Vec::new();
    for sent in all.iter().filter(|sent| !sent.is_backup()) {
        match sent.sheet(&occasion) {
            Ok(sheet) => {
                let (player, round) = (letter(sheet.player), sheet.round);
                let lines =
                    sent.lines().map_or(String::new(), |(first, last)| format!(", lines {first} to {last}"));
                write(&format!("{}: player {player}, round {round}{lines}: no errors\n", sent.file))?;
            }
            Err(_) if sent.instructions(&occasion).is_ok_and(|written| written.is_kept(&occasion)) => {}
            Err(sheet) => {
                let named = format!("{}{}", sent.file, sent.origin());
                wrong.extend(sheet.faults.iter().map(|fault| format!("{named}: {fault}")));
            }
        }
    }
    if let Some(postal) = postal.filter(|postal| postal.open_round().is_ok()) {
        let has_folder = paths.iter().any(|path| path.is_dir());
        write(&together(&postal, all, &occasion, has_folder).map_err(Failure::failed)?)?;
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::Failed(wrong.join("\n"))) }
}

/// The sheets at these paths, which may be folders.
fn all_sent(paths: &[PathBuf]) -> Result<Vec<Sent>, Failure> {
    let mut all = Vec::new();
    for path in paths {
        all.extend(if path.is_dir() { sent_in(path)? } else { sent(path) });
    }
    Ok(all)
}

/// Replies to the senders of sheets: shown for a single sheet, and otherwise written to files that the master need not
/// read.
fn answer(game: &Path, paths: &[PathBuf]) -> Result<(), Failure> {
    let postal = open(game)?;
    let round = postal.open_round().map_err(Failure::failed)?;
    let replies = postal.replies(all_sent(paths)?).map_err(Failure::failed)?;
    if let ([path], [reply]) = (paths, &replies[..])
        && path.is_file()
    {
        return write(&furlong_post::write(reply));
    }
    let folder = beside(game, &format!("replies-{round}"));
    make_folder(&folder)?;
    let (mut list, mut unknown) = (String::new(), 0);
    for reply in &replies {
        let name = reply.player.map_or_else(
            || {
                unknown += 1;
                format!("unknown-{unknown}")
            },
            |seat| letter(seat).to_string(),
        );
        let path = folder.join(format!("{name}.txt"));
        replace(&path, Access::Owner, &plain_lines(&furlong_post::write(reply)))?;
        let _ = writeln!(list, "{}", path.display());
    }
    write(&list)
}

/// The findings beyond faults in single sheets: sheets that do not count and, in a folder, sheets that are missing.
fn together(
    postal: &PostalGame,
    sent: Vec<Sent>,
    occasion: &Occasion,
    has_folder: bool,
) -> Result<String, PostalError> {
    let is_faultless = |sent: &Sent| {
        let is_kept = || sent.instructions(occasion).is_ok_and(|written| written.is_kept(occasion));
        sent.sheet(occasion).is_ok() || is_kept()
    };
    let faultless = sent.into_iter().filter(|sent| sent.is_backup() || is_faultless(sent)).collect();
    let sheets = postal.sheets(faultless)?;
    let mut lines: Vec<String> = sheets
        .not_used
        .iter()
        .map(|part| format!("{}: not used: {}\n", part.named(), part.whole_reason()))
        .collect();
    let unknown = |(seat, address): &(Seat, String)| {
        format!("player {}: the address {} is not known yet\n", letter(*seat), plain(address))
    };
    lines.extend(sheets.strangers.iter().map(unknown));
    let missing: Vec<String> =
        missing(&postal.receipts(&sheets)?).map(|seat| letter(seat).to_string()).collect();
    if has_folder && !missing.is_empty() {
        lines.push(format!("missing: {}\n", listed(&missing)));
    }
    Ok(lines.concat())
}

/// The notes for the master only, on e-mails and faulty sheets that do not count: their senders, subjects and faults.
pub(super) fn notes_for_master(sheets: &Sheets) -> Vec<String> {
    let has_more = |part: &&NotUsed| part.for_master.faults.is_some() || !part.for_master.origin.is_empty();
    let note = |part: &NotUsed| format!("Not used: {}: {}", part.named(), plain(part.whole_reason()));
    sheets.not_used.iter().filter(has_more).map(note).collect()
}

/// The seats whose orders are missing.
pub(super) fn missing(receipts: &[Orders]) -> impl Iterator<Item = Seat> + '_ {
    let seats = Seats::MOST.iter().zip(receipts);
    seats.filter(|(_, orders)| matches!(orders, Orders::Missing { .. })).map(|(seat, _)| seat)
}
