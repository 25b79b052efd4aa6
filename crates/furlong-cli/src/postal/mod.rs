//! `furlong postal`: the game master's tool for Hare & Tortoise by post. The rules of orders and rounds are in
//! [`furlong::hare_tortoise::postal`]; here are only files and the command line.
//!
//! One file a subject: the command line (`command_line`), the file of the game (`game_file`) and its lock (`lock`), folders
//! of order sheets (`sheets`), the state of games (`status`), rounds (`adjudicate`), pages for players (`pages`) and the smaller acts of a master here.

mod adjudicate;
mod command_line;
mod game_file;
mod lock;
mod output;
mod pages;
mod sheets;
mod status;

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::ArgMatches;

use self::adjudicate::{adjudicate, preview, written};
use self::command_line::{GAME, USUAL_RULES, postal_command};
use self::game_file::{Changing, game_path, open};
use self::output::write;
use self::pages::{pages, show_language};
use self::sheets::{check, folder, sent_for, sent_in};
use self::status::{missing_words, state_of, status};
use crate::args::shared;
use crate::command::{Game, OwnVerb};
use crate::failure::{Failure, exit_code};
use crate::files;
use crate::files::Access;
use crate::new_file::{cannot_write, make_folder, replace as replace_file};
use crate::play::start;
use furlong::Seat;
use furlong::hare_tortoise::{
    HareTortoise,
    postal::{LogEntry, Moment, Orders, PostalGame, Report, Substitute, letter, write_orders},
};
use furlong::text::{counted, plain, separated};

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
        Some(("absence", matches)) => absence(matches),
        Some(("deadline", matches)) => deadline(matches),
        Some(("reminder", matches)) => reminder(matches),
        Some(("log", matches)) => log(matches),
        Some(("orders", matches)) => orders(matches),
        Some(("pages", matches)) => pages(matches),
        Some(("language", matches)) => show_language(matches),
        _ => Err(Failure::usage("what of the postal game?")),
    }
}

fn new(matches: &ArgMatches) -> Result<(), Failure> {
    let path = game_path(matches);
    let names: Vec<String> = shared::repeated(matches, "names");
    let rules = matches.get_one::<String>("ruleset").map_or(USUAL_RULES, String::as_str);
    let game = start::game_named::<HareTortoise>(rules)?;
    let players = u8::try_from(names.len()).unwrap_or(u8::MAX);
    let setup = start::setup_for(&game, &shared::options(&GAME, matches)?, players)?;
    let stem = path.file_stem().map_or("postal".into(), OsStr::to_string_lossy);
    let title = matches.get_one::<String>("title").map_or(&*stem, String::as_str);
    let seed = shared::seed(matches);
    let mut postal = PostalGame::new(title, &game, &setup, &names, seed).map_err(Failure::usage)?;
    postal.note(LogEntry::new(Moment::now(), format!("Begun under the rules `{rules}`."), None));
    files::create(path, Access::Owner, &postal.to_json()).map_err(|error| cannot_write(path, &error))?;
    write(&state_of(&postal, None).map_err(Failure::failed)?)
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
        replace_file(path, Access::Owner, &postal.record().to_json())?;
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

// ---- players ----

fn player(matches: &ArgMatches) -> Seat {
    matches.get_one::<Seat>("player").copied().unwrap_or(Seat::FIRST)
}

/// A player's name in the open round: `Bob (B)`.
fn called(postal: &PostalGame, seat: Seat) -> String {
    let round = postal.open_round().unwrap_or(u16::MAX);
    postal.players().get(seat.index()).map_or(String::new(), |player| player.holder(round).called(seat))
}

fn replace(matches: &ArgMatches) -> Result<(), Failure> {
    let mut changing = Changing::begin(matches, "replace")?;
    let seat = player(matches);
    let name = matches.get_one::<String>("name").map_or("", String::as_str);
    let before = called(&changing.game, seat);
    changing.game.replace(seat, name).map_err(Failure::failed)?;
    save_and_show(changing, |round| format!("{name} plays for {before} from round {round} on."))
}

fn drop_out(matches: &ArgMatches) -> Result<(), Failure> {
    let mut changing = Changing::begin(matches, "drop")?;
    let seat = player(matches);
    changing.game.drop_out(seat).map_err(Failure::failed)?;
    let name = called(&changing.game, seat);
    save_and_show(changing, |round| format!("{name} drops out in round {round}."))
}

fn absence(matches: &ArgMatches) -> Result<(), Failure> {
    let mut changing = Changing::begin(matches, "absence")?;
    let seat = player(matches);
    let rounds = matches.get_one::<u16>("rounds").copied().unwrap_or(1);
    let plays = if matches.get_flag("bot") { Substitute::Bot } else { Substitute::Defaults };
    changing.game.announce_absence(seat, rounds, plays).map_err(Failure::failed)?;
    let name = called(&changing.game, seat);
    save_and_show(changing, |round| match rounds {
        0 => format!("{name} is back in round {round}."),
        1 => format!("{name} is absent in round {round}; {}.", plays.words()),
        _ => format!(
            "{name} is absent in rounds {round} to {}; {}.",
            round.saturating_add(rounds - 1),
            plays.words()
        ),
    })
}

/// Saves the game with an act in the open round, and shows its state.
fn save_and_show(changing: Changing<'_>, act: impl FnOnce(u16) -> String) -> Result<(), Failure> {
    let act = act(changing.game.open_round().map_err(Failure::failed)?);
    write(&state_of(&changing.save(&act)?, None).map_err(Failure::failed)?)
}

// ---- time ----

fn deadline(matches: &ArgMatches) -> Result<(), Failure> {
    let typed = separated(matches.get_many::<String>("time").into_iter().flatten(), " ");
    let time = match matches.get_one::<u16>("days") {
        Some(days) => Moment::now().days_later(*days),
        None => typed.parse().map_err(Failure::usage)?,
    };
    let mut changing = Changing::begin(matches, "deadline")?;
    changing.game.set_deadline(time).map_err(Failure::failed)?;
    save_and_show(changing, |round| format!("Orders for round {round} are due by {time}."))
}

/// A text for the players whose orders are missing, to be pasted into a mail or a chat.
fn reminder(matches: &ArgMatches) -> Result<(), Failure> {
    let postal = open(matches)?;
    let round = postal.open_round().map_err(Failure::failed)?;
    let sheets = postal.sheets(sent_for(matches, &postal, round)?).map_err(Failure::failed)?;
    let receipts = postal.receipts(&sheets).map_err(Failure::failed)?;
    let missing = missing_words(&postal, round, &receipts);
    let title = plain(postal.title());
    if missing.is_empty() {
        return write(&format!("{title}: all orders for round {round} are in.\n"));
    }
    let due = postal.deadline().map_or(String::new(), |deadline| format!(" They are due by {deadline}."));
    write(&format!(
        "{title}: the orders of {missing} for round {round} have not come yet.{due}\n\n\
         A sheet of orders begins like this, with your own letter or name:\n\n\
         player A\nround {round}\nfirst: ...\n\n\
         Without orders you move by default: forward to the next square that is free.\n\
         If you will be away for a while, say so: your orders do not count as missing then.\n"
    ))
}

/// The acts of the master.
fn log(matches: &ArgMatches) -> Result<(), Failure> {
    open(matches)?.log().iter().try_for_each(|entry| write(&format!("{entry}\n")))
}

/// Lets the bot write order sheets for the open round.
fn orders(matches: &ArgMatches) -> Result<(), Failure> {
    let postal = open(matches)?;
    let round = postal.open_round().map_err(Failure::failed)?;
    let race = postal.race().map_err(Failure::failed)?;
    let folder = folder(matches, &postal, round);
    make_folder(&folder)?;
    let sheets = postal.sheets(sent_in(&folder)?).map_err(Failure::failed)?;
    let receipts = postal.receipts(&sheets).map_err(Failure::failed)?;
    // The list comes last: nobody may read it to its end, and all sheets are wanted.
    let mut list = String::new();
    let asked = matches.get_one::<Seat>("player").copied();
    for (seat, receipt) in race.seats().iter().zip(&receipts) {
        let is_wanted = match receipt {
            Orders::Missing { .. } => true,
            // A substitute writes for the player, unless the master asks.
            Orders::Absent { .. } => asked.is_some(),
            _ => false,
        };
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
        let _ = writeln!(list, "{}", path.display());
    }
    write(&list)
}
