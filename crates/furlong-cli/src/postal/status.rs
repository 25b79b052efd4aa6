//! The state of a postal game, or of all games in a tree of folders.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::command_line::Status;
use super::game_file::open;
use super::output::write;
use super::sheets::{missing, sent_beside, sent_for};
use crate::failure::{Failure, cannot_read};
use furlong::Seat;
use furlong::hare_tortoise::postal::{
    Lasts, Moment, Orders, PostalError, PostalGame, Sheets, letter, sequence,
};
use furlong::text::{counted, listed, plain, separated};

/// The maximum depth of folders that are searched.
const DEEPEST: usize = 12;
/// The number of bytes at the start of a file within which a postal game names its format.
const HEADER: u64 = 120;

/// Shows the state of the game, or a line for each game under a folder.
pub(super) fn status(Status { sheets: asked, under }: &Status) -> Result<(), Failure> {
    if let Some(folder) = under {
        return status_under(folder);
    }
    let postal = open(asked.game.path())?;
    let sheets = match postal.open_round() {
        Ok(round) => Some(postal.sheets(sent_for(asked, &postal, round)?).map_err(Failure::failed)?),
        Err(_) => None,
    };
    write(&state_of(&postal, sheets.as_ref()).map_err(Failure::failed)?)
}

/// The state of the game and, with `sheets`, the receipt of orders for the open round, but nothing about their content.
pub(super) fn state_of(postal: &PostalGame, sheets: Option<&Sheets>) -> Result<String, PostalError> {
    let race = postal.race()?;
    let rules = race.record().ruleset.title.plain();
    let mut text = format!("{}. Rules: {}.\n", plain(postal.title()), rules.name);
    if !rules.reconstructed.is_empty() {
        let _ = writeln!(text, "Reconstructed in these rules: {}.", rules.reconstructed.join("; "));
    }
    let open = postal.open_round().ok();
    match open {
        None => {
            let places = postal.rounds().last().map(|kept| kept.report.places()).unwrap_or_default();
            let _ = writeln!(text, "The race is over. {}.", plain(&separated(places, "; ")));
        }
        Some(round) => {
            let sequence = sequence(race.game(), race.state());
            let letters: Vec<String> = sequence.iter().map(|seat| letter(*seat).to_string()).collect();
            let _ = writeln!(text, "Round {round} is open: {}.", letters.join(" "));
        }
    }
    if let Some(due) = deadline_words(postal) {
        let _ = writeln!(text, "Deadline: {due}.");
    }
    let receipts = sheets.map(|sheets| postal.receipts(sheets)).transpose()?;
    for (seat, player) in race.seats().iter().zip(postal.players()) {
        let holder = player.holder(open.unwrap_or(u16::MAX));
        let receipt = receipts.as_ref().and_then(|receipts| receipts.get(seat.index()));
        let mut line = format!("  {} {}", letter(seat), plain(&holder.name));
        match (receipt, open.and(holder.dropped_out)) {
            (_, Some(round)) => _ = write!(line, ", dropped out in round {round}"),
            (Some(receipt), None) => line.push_str(receipt_words(receipt)),
            (None, None) => {}
        }
        if let Some(absence) = open.and_then(|round| holder.absence(round)) {
            let _ = write!(line, ", absent until round {} ({})", absence.until, absence.plays.words());
        }
        match postal.missing(seat) {
            0 => {}
            times => _ = write!(line, "; missed {} so far", counted(times, "round", "rounds")),
        }
        let _ = writeln!(text, "{line}");
    }
    for part in sheets.iter().flat_map(|sheets| &sheets.not_used) {
        let _ = writeln!(text, "  Not used: {}: {}", part.named(), plain(part.whole_reason()));
    }
    for (seat, address) in sheets.iter().flat_map(|sheets| &sheets.strangers) {
        let _ = writeln!(text, "  Player {}: the address {} is not known yet", letter(*seat), plain(address));
    }
    Ok(text)
}

/// The receipt of orders, as it follows a name.
fn receipt_words(receipt: &Orders) -> &'static str {
    match receipt {
        Orders::In { .. } => ", orders received",
        Orders::Before { lasts: Lasts::OneRound, .. } => ", orders received in an earlier round",
        Orders::Before { lasts: Lasts::UntilFurtherNotice, .. } => ", standing orders",
        Orders::Missing { .. } => ", orders MISSING",
        Orders::NoMove => ", no move in this round",
        // Said with the rounds.
        Orders::Absent { .. } | Orders::DroppedOut => "",
    }
}

/// A deadline, and whether it has passed.
fn deadline_words(postal: &PostalGame) -> Option<String> {
    let passed = if postal.deadline()? < Moment::now() { ", which has passed" } else { "" };
    Some(format!("{}{passed}", postal.due_words()?))
}

/// A line for each game in a tree of folders, in the order of their paths.
fn status_under(folder: &Path) -> Result<(), Failure> {
    let mut paths = Vec::new();
    find_games(folder, DEEPEST, &mut paths).map_err(|error| cannot_read(folder, error))?;
    paths.sort();
    if paths.is_empty() {
        return Err(Failure::Failed(format!("there is no postal game under {}", folder.display())));
    }
    let mut wrong = Vec::new();
    for path in &paths {
        match line_of(path) {
            Ok(line) => write(&format!("{}: {line}\n", path.display()))?,
            Err(failure) => wrong.push(failure.to_string()),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::Failed(wrong.join("\n"))) }
}

/// All postal games in a folder and its subfolders. Links to folders, hidden folders and other files are left out.
fn find_games(folder: &Path, depth: usize, into: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, kind) = (entry.path(), entry.file_type()?);
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if kind.is_dir() && !is_hidden && depth > 0 {
            // A folder that is closed to the master holds no game of his.
            _ = find_games(&path, depth - 1, into);
        } else if kind.is_file() && path.extension().is_some_and(|ending| ending == "json") && is_game(&path)
        {
            into.push(path);
        }
    }
    Ok(())
}

/// Returns whether a file starts like a postal game.
fn is_game(path: &Path) -> bool {
    let mut header = Vec::new();
    let read = File::open(path).and_then(|file| file.take(HEADER).read_to_end(&mut header));
    read.is_ok() && String::from_utf8_lossy(&header).contains("\"furlong-postal\"")
}

/// The state of one game in a line.
fn line_of(path: &Path) -> Result<String, Failure> {
    let postal = open(path)?;
    let title = plain(postal.title()).into_owned();
    let Ok(round) = postal.open_round() else {
        let places = postal.rounds().last().map(|kept| kept.report.places()).unwrap_or_default();
        return Ok(format!("{title}, over: {}", plain(&separated(places, "; "))));
    };
    let sheets = postal.sheets(sent_beside(path, &postal, round)?).map_err(Failure::failed)?;
    let receipts = postal.receipts(&sheets).map_err(Failure::failed)?;
    let deadline = deadline_words(&postal).map_or(String::new(), |due| format!(", deadline {due}"));
    let wanted = receipts.iter().filter(|orders| {
        matches!(orders, Orders::In { .. } | Orders::Before { .. } | Orders::Missing { .. })
    });
    let (count, wanted) = (sheets.counting.len(), wanted.count());
    let missing = missing_words(&postal, round, &receipts);
    let missing = if missing.is_empty() { missing } else { format!("; missing {missing}") };
    Ok(format!("{title}, round {round}{deadline}: {count} of {wanted} received{missing}"))
}

/// The players whose orders for the open round are missing, and how often: `Bob (B) for the 2nd time and Dan (D)`.
pub(super) fn missing_words(postal: &PostalGame, round: u16, receipts: &[Orders]) -> String {
    let name = |seat: Seat| {
        let name = postal.players()[seat.index()].holder(round).called(seat);
        format!("{}{}", plain(&name), receipts[seat.index()].repeated())
    };
    listed(missing(receipts).map(name))
}
