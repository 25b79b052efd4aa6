//! `furlong postal`: the game master's tool for Hare & Tortoise by post. The rules of orders and rounds are in
//! [`crate::hare_tortoise::postal`]; here are only files and the command line.

mod command_line;

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ArgMatches;

use self::command_line::{FACTS, USUAL_RULES, postal_command};
use super::asked::args;
use super::command::{Game, OwnVerb};
use super::failure::{Failure, exit_code};
use super::new_file::{cannot_write, make_folder};
use super::start;
use super::start::{in_file, read};
use crate::files::{self, Access, MOST_OF_A_GAME};
use crate::hare_tortoise::HareTortoise;
use crate::hare_tortoise::postal::{
    MOST_BYTES, NotUsed, Occasion, Orders, PostalError, PostalGame, Report, Sent, Sheets, letter, moves_of,
    sequence, write_orders,
};
use crate::plain::{plain, plain_lines};
use crate::seat::Seat;
use crate::words::{counted, listed};

impl Game {
    /// The same game with `furlong postal` as a verb of its own.
    #[must_use]
    pub const fn with_postal(mut self) -> Self {
        self.own = Some(OwnVerb { command: postal_command, run: postal });
        self
    }
}

/// The `main` of a program that is the postal tool and nothing else.
pub fn postal_main() -> ExitCode {
    let matches = postal_command().try_get_matches();
    exit_code(matches.map_err(Failure::from).and_then(|matches| postal(&matches)))
}

fn postal(matches: &ArgMatches) -> Result<(), Failure> {
    match matches.subcommand() {
        Some(("new", matches)) => new(matches),
        Some(("status", matches)) => status(matches),
        Some(("check", matches)) => check(matches),
        Some(("adjudicate", matches)) => adjudicate(matches),
        Some(("preview", matches)) => preview(matches),
        Some(("report", matches)) => report(matches),
        Some(("replay", matches)) => replay(matches),
        Some(("replace", matches)) => replace(matches),
        Some(("drop", matches)) => drop_out(matches),
        Some(("orders", matches)) => orders(matches),
        _ => Err(Failure::usage("what of the postal game?")),
    }
}

// ---- files ----

fn game_path(matches: &ArgMatches) -> &Path {
    // The argument has a default.
    matches.get_one::<PathBuf>("game").map_or(Path::new("postal.json"), PathBuf::as_path)
}

fn open(matches: &ArgMatches) -> Result<PostalGame, Failure> {
    let path = game_path(matches);
    PostalGame::from_json(&read(path, MOST_OF_A_GAME)?).map_err(|error| in_file(path, error))
}

fn save_game(matches: &ArgMatches, game: &PostalGame) -> Result<(), Failure> {
    let path = game_path(matches);
    files::replace(path, Access::Owner, &game.to_json()).map_err(|error| cannot_write(path, &error))
}

fn write(text: &str) -> Result<(), Failure> {
    Ok(io::stdout().write_all(plain_lines(text).as_bytes())?)
}

/// The folder of a round's sheets: the one that was named, or `round-N` beside the game.
fn folder(matches: &ArgMatches, round: u16) -> PathBuf {
    let beside = || game_path(matches).with_file_name(format!("round-{round}"));
    matches.get_one::<PathBuf>("folder").cloned().unwrap_or_else(beside)
}

/// The sheets of a round. The usual folder may not exist yet, and is empty then.
fn sent_for(matches: &ArgMatches, round: u16) -> Result<Vec<Sent>, Failure> {
    let folder = folder(matches, round);
    let is_named = matches.contains_id("folder");
    if is_named || folder.exists() { sent_in(&folder) } else { Ok(Vec::new()) }
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

/// All files of a folder in the order of their names; hidden ones are nobody's orders.
fn sent_in(folder: &Path) -> Result<Vec<Sent>, Failure> {
    let failed = |error: io::Error| Failure::Failed(format!("cannot read {}: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let is_hidden = path.file_name().and_then(OsStr::to_str).is_some_and(|name| name.starts_with('.'));
        if path.is_file() && !is_hidden {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths.iter().map(|path| sent(path)).collect())
}

// ---- what can be done ----

fn new(matches: &ArgMatches) -> Result<(), Failure> {
    let path = game_path(matches);
    let names: Vec<String> = matches.get_many::<String>("names").into_iter().flatten().cloned().collect();
    let rules = matches.get_one::<String>("ruleset").map_or(USUAL_RULES, String::as_str);
    let game = start::game_named::<HareTortoise>(rules)?;
    let players = u8::try_from(names.len()).unwrap_or(u8::MAX);
    let setup = start::setup_for(&game, &args::options(&FACTS, matches)?, players)?;
    let stem = path.file_stem().map_or("postal".into(), OsStr::to_string_lossy);
    let title = matches.get_one::<String>("title").map_or(&*stem, String::as_str);
    let postal =
        PostalGame::new(title, &game, &setup, &names, args::seed(matches)).map_err(Failure::usage)?;
    files::create(path, Access::Owner, &postal.to_json()).map_err(|error| cannot_write(path, &error))?;
    write(&state_of(&postal, None).map_err(Failure::failed)?)
}

/// The state of the game, with `sheets` also the receipt of orders for the open round. Nothing of their content.
fn state_of(postal: &PostalGame, sheets: Option<&Sheets>) -> Result<String, PostalError> {
    use std::fmt::Write as _;
    let race = postal.race()?;
    let rules = race.record().ruleset.title.plain();
    let mut text = format!("{}. Rules: {}.\n", plain(postal.title()), rules.name);
    if !rules.reconstructed.is_empty() {
        let _ = writeln!(text, "Reconstructed in these rules: {}.", rules.reconstructed.join("; "));
    }
    let sequence = sequence(race.game(), race.state());
    let open = postal.open_round().ok();
    match open {
        None => text.push_str("The race is over.\n"),
        Some(round) => {
            let letters: Vec<String> = sequence.iter().map(|seat| letter(*seat).to_string()).collect();
            let _ = writeln!(text, "Round {round} is open: {}.", letters.join(" "));
        }
    }
    let moves = moves_of(&sequence);
    for (seat, player) in race.seats().iter().zip(postal.players()) {
        let holder = player.holder(open.unwrap_or(u16::MAX));
        let state = match (open, holder.dropped_out, sheets) {
            (None, ..) => String::new(),
            (_, Some(round), _) => format!(", dropped out in round {round}"),
            _ if moves[seat] == 0 => ", no move in this round".to_owned(),
            (.., None) => String::new(),
            (.., Some(sheets)) if sheets.of(seat).is_some() => ", orders in".to_owned(),
            (.., Some(_)) => ", orders MISSING".to_owned(),
        };
        let missed = match postal.missing(seat) {
            0 => String::new(),
            times => format!("; missed {} so far", counted(times, "round", "rounds")),
        };
        let _ = writeln!(text, "  {} {}{state}{missed}", letter(seat), plain(&holder.name));
    }
    for NotUsed { file, reason } in sheets.iter().flat_map(|sheets| &sheets.not_used) {
        let _ = writeln!(text, "  Not used: {file}: {}", plain(reason));
    }
    Ok(text)
}

fn status(matches: &ArgMatches) -> Result<(), Failure> {
    let postal = open(matches)?;
    let sheets = match postal.open_round() {
        Ok(round) => Some(postal.sheets(sent_for(matches, round)?).map_err(Failure::failed)?),
        Err(_) => None,
    };
    write(&state_of(&postal, sheets.as_ref()).map_err(Failure::failed)?)
}

fn check(matches: &ArgMatches) -> Result<(), Failure> {
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
                write(&format!("{}: player {player}, round {round}: no fault\n", sent.file))?;
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
    let is_missing = |seat: &Seat| is_wanted(postal, occasion, *seat) && sheets.of(*seat).is_none();
    let missing: Vec<String> = (0..occasion.players)
        .filter_map(Seat::new)
        .filter(is_missing)
        .map(|seat| letter(seat).to_string())
        .collect();
    if has_folder && !missing.is_empty() {
        lines.push(format!("missing: {}\n", listed(&missing)));
    }
    Ok(lines.concat())
}

/// Returns whether a seat is to send orders for the open round.
fn is_wanted(postal: &PostalGame, occasion: &Occasion, seat: Seat) -> bool {
    occasion.round.is_some_and(|open| {
        open.moves[seat] > 0 && !postal.players()[seat.index()].holder(open.number).is_out(open.number)
    })
}

fn dice(matches: &ArgMatches) -> Vec<u8> {
    matches.get_many::<u8>("die").into_iter().flatten().copied().collect()
}

fn adjudicate(matches: &ArgMatches) -> Result<(), Failure> {
    let mut postal = open(matches)?;
    let dice = dice(matches);
    let before = postal.withdrawn().len();
    let again = matches.get_one::<u16>("again").copied();
    let round = again.map_or_else(|| postal.open_round(), Ok).map_err(Failure::failed)?;
    let sent = sent_for(matches, round)?;
    let came: Vec<String> = sent.iter().map(|sent| sent.file.clone()).collect();
    let report = if again.is_some() {
        let withdrawn: Vec<String> = matches.get_many("withdraw").into_iter().flatten().cloned().collect();
        postal.adjudicate_again(round, sent, &withdrawn, (!dice.is_empty()).then_some(&dice[..]))
    } else {
        postal.adjudicate(sent, &dice)
    };
    let mut texts = vec![written(matches, report.map_err(Failure::failed)?)];
    let mut notes = vec![kept_note(&postal, &came), reopened_note(postal.withdrawn().len() - before)];
    if again.is_some() && matches.get_flag("through") {
        notes.pop();
        loop {
            match postal.adjudicate_reopened() {
                Ok(Some(report)) => texts.push(written(matches, report)),
                Ok(None) => break,
                Err(error) => {
                    notes.push(format!("Round {} stays open: {error}", round as usize + texts.len()));
                    break;
                }
            }
        }
    }
    save_game(matches, &postal)?;
    write(&texts.join("\n"))?;
    for note in notes.iter().filter(|note| !note.is_empty()) {
        writeln!(io::stderr(), "{note}").map_err(Failure::failed)?;
    }
    Ok(())
}

fn preview(matches: &ArgMatches) -> Result<(), Failure> {
    let mut postal = open(matches)?;
    let round = postal.open_round().map_err(Failure::failed)?;
    let sent = sent_for(matches, round)?;
    let report = postal.adjudicate(sent, &dice(matches)).map_err(Failure::failed)?;
    write(&written(matches, report))
}

/// The sheets that count although they have not come now.
fn kept_note(postal: &PostalGame, came: &[String]) -> String {
    let sent = postal.rounds().last().map_or(&[][..], |kept| &kept.sent);
    let kept: Vec<String> =
        sent.iter().map(|sent| sent.file.clone()).filter(|file| !came.contains(file)).collect();
    if kept.is_empty() { String::new() } else { format!("Kept from before: {}.", listed(&kept)) }
}

/// A corrected round changes all that came after it: those rounds are to be adjudicated again.
fn reopened_note(withdrawn: usize) -> String {
    let rounds = match withdrawn {
        // The corrected round itself.
        0 | 1 => return String::new(),
        2 => "The round after it is open again".to_owned(),
        more => format!("The {} rounds after it are open again", more - 1),
    };
    format!(
        "{rounds} with the same sheets and dice: adjudicate, or use `--through`; `report --old` shows the old reports."
    )
}

fn written(matches: &ArgMatches, report: &Report) -> String {
    if matches.get_flag("markdown") { report.to_markdown() } else { report.to_text() }
}

fn report(matches: &ArgMatches) -> Result<(), Failure> {
    let postal = open(matches)?;
    let kept = if matches.get_flag("old") { postal.withdrawn() } else { postal.rounds() };
    let asked = matches.get_one::<u16>("round").copied().or(kept.last().map(|kept| kept.report.round));
    let reports: Vec<&Report> =
        kept.iter().map(|kept| &kept.report).filter(|report| Some(report.round) == asked).collect();
    if reports.is_empty() {
        let kind = if matches.get_flag("old") { "replaced report" } else { "report" };
        return Err(Failure::Failed(match asked {
            Some(round) => format!("there is no {kind} of round {round}"),
            None => format!("there is no {kind} yet"),
        }));
    }
    let texts: Vec<String> = reports.into_iter().map(|report| written(matches, report)).collect();
    write(&texts.join("\n"))
}

fn replay(matches: &ArgMatches) -> Result<(), Failure> {
    let postal = open(matches)?;
    let replayed = postal.replay().map_err(Failure::failed)?;
    if let Some(path) = matches.get_one::<PathBuf>("record") {
        files::replace(path, Access::Owner, &postal.record().to_json())
            .map_err(|error| cannot_write(path, &error))?;
    }
    if let Some(round) = replayed.different.first() {
        return Err(Failure::Failed(format!(
            "round {round}: its sheets now give another report than the one that was kept"
        )));
    }
    for kept in postal.rounds() {
        let missing = kept.report.orders.iter().filter(|orders| matches!(orders, Orders::Missing { .. }));
        let missing = match missing.count() {
            0 => String::new(),
            count => format!(", {count} missing"),
        };
        let files = counted(kept.sent.len() as i64, "file", "files");
        write(&format!("round {}: {files}{missing}\n", kept.report.round))?;
    }
    let rounds = counted(replayed.rounds as i64, "round", "rounds");
    write(&format!("{rounds}, all reports come out the same.\n"))
}

fn player(matches: &ArgMatches) -> Seat {
    matches.get_one::<Seat>("player").copied().unwrap_or(Seat::FIRST)
}

fn replace(matches: &ArgMatches) -> Result<(), Failure> {
    let mut postal = open(matches)?;
    let name = matches.get_one::<String>("name").map_or("", String::as_str);
    postal.replace(player(matches), name).map_err(Failure::failed)?;
    save_game(matches, &postal)?;
    write(&state_of(&postal, None).map_err(Failure::failed)?)
}

fn drop_out(matches: &ArgMatches) -> Result<(), Failure> {
    let mut postal = open(matches)?;
    postal.drop_out(player(matches)).map_err(Failure::failed)?;
    save_game(matches, &postal)?;
    write(&state_of(&postal, None).map_err(Failure::failed)?)
}

fn orders(matches: &ArgMatches) -> Result<(), Failure> {
    let postal = open(matches)?;
    let round = postal.open_round().map_err(Failure::failed)?;
    let race = postal.race().map_err(Failure::failed)?;
    let folder = folder(matches, round);
    make_folder(&folder)?;
    let occasion = postal.occasion().map_err(Failure::failed)?;
    let sheets = postal.sheets(sent_in(&folder)?).map_err(Failure::failed)?;
    let asked = matches.get_one::<Seat>("player").copied();
    for seat in race.seats().iter() {
        let is_wanted = is_wanted(&postal, &occasion, seat) && sheets.of(seat).is_none();
        if asked.map_or(!is_wanted, |asked| asked != seat) {
            continue;
        }
        if !is_wanted {
            let problem = format!("no orders of player {} are wanted in round {round}", letter(seat));
            return Err(Failure::Failed(problem));
        }
        let path = folder.join(format!("{}.txt", letter(seat)));
        let sheet = write_orders(race.game(), &race.sight(seat));
        files::create(&path, Access::Owner, &sheet.to_string())
            .map_err(|error| cannot_write(&path, &error))?;
        write(&format!("{}\n", path.display()))?;
    }
    Ok(())
}
