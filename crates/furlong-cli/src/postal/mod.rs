//! `furlong postal`: the game master's tool for Hare & Tortoise by post. The rules of orders and rounds are in
//! [`furlong::hare_tortoise::postal`]; this module has only files and the command line.
//!
//! Each subject has its own file: the command line (`command_line`), the file of the game (`game_file`) and its lock
//! (`lock`), folders of order sheets (`sheets`), the state of games (`status`), rounds (`adjudicate`) and pages for
//! players (`pages`). The master's smaller actions are here.

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
use std::path::Path;
use std::process::ExitCode;

use clap::{ArgMatches, FromArgMatches as _};
use rand::TryRng as _;
use rand::rngs::SysRng;

use self::adjudicate::{adjudicate, preview, show};
use self::command_line::{
    Absence, ActArgs, Address, Deadline, GameArg, New, Postal, ReportArgs, SheetArgs, postal_command,
};
use self::game_file::{Changing, open};
use self::output::write;
use self::pages::{pages, reports_in_form, show_language};
use self::sheets::{check, folder, missing as missing_seats, notes_for_master, sent_for, sent_in};
use self::status::{missing_words, state_of, status};
use crate::command::{Game, OwnVerb};
use crate::failure::{Failure, exit_code, in_file};
use crate::files;
use crate::files::Access;
use crate::new_file::{cannot_write, make_folder, replace as replace_file};
use furlong::Seat;
use furlong::hare_tortoise::{
    HareTortoise,
    postal::{
        DiceChecked, DiceFault, LogEntry, Moment, Orders, PostalGame, Report, Substitute, letter,
        write_orders,
    },
};
use furlong::text::{Document, counted, listed, plain, separated};
use furlong_post::normalized;

impl Game {
    /// Returns the game with `furlong postal` as an additional verb.
    #[must_use]
    pub const fn with_postal(mut self) -> Self {
        self.own = Some(OwnVerb { command: postal_command, run: postal });
        self
    }
}

/// The `main` of a program that is only the postal tool.
pub fn postal_main() -> ExitCode {
    let matches = postal_command().try_get_matches();
    exit_code(matches.map_err(Failure::from).and_then(|matches| postal(&matches)))
}

fn postal(matches: &ArgMatches) -> Result<(), Failure> {
    match Postal::from_arg_matches(matches)? {
        Postal::New(asked) => new(&asked),
        Postal::Status(asked) => status(&asked),
        Postal::Check(asked) => check(&asked),
        Postal::Adjudicate(asked) => adjudicate(&asked),
        Postal::Preview(asked) => preview(&asked),
        Postal::Report(asked) => report(&asked),
        Postal::Replay { game, record } => replay(&game, record.as_deref()),
        Postal::Replace { name, act, player } => replace(&name, &act, player.seat),
        Postal::Drop { act, player } => drop_out(&act, player.seat),
        Postal::Absence(asked) => absence(&asked),
        Postal::Address(asked) => address(&asked),
        Postal::Deadline(asked) => deadline(&asked),
        Postal::Reminder(asked) => reminder(&asked),
        Postal::Dice { game, check } => dice(&game, check),
        Postal::Log(game) => log(&game),
        Postal::Orders { sheets, player, .. } => orders(&sheets, player),
        Postal::Pages { game, player, form } => pages(&game, player, form),
        Postal::Language(form) => show_language(form),
    }
}

fn new(asked: &New) -> Result<(), Failure> {
    let New { names, ruleset: rules, .. } = asked;
    let names: Vec<String> = names.iter().map(|name| normalized(name)).collect();
    let path = asked.game.path();
    let game = crate::named::game_named::<HareTortoise>(rules)?;
    let players = u8::try_from(names.len()).unwrap_or(u8::MAX);
    let setup = crate::named::setup_for(&game, &asked.options.0, players)?;
    let stem = path.file_stem().map_or("postal".into(), OsStr::to_string_lossy);
    let title = asked.title.as_deref().unwrap_or(&stem);
    let mut postal =
        PostalGame::new(title, &game, &setup, &names, asked.seed.value()).map_err(Failure::usage)?;
    postal.promise_dice(&salt(asked.seed.seed.is_some())?).map_err(Failure::failed)?;
    postal.note(LogEntry::new(Moment::now(), format!("The game begins under the rules `{rules}`."), None));
    files::create(path, Access::Owner, &postal.to_json()).map_err(|error| cannot_write(path, &error))?;
    write(&state_of(&postal, None).map_err(Failure::failed)?)
}

/// A salt that nobody can guess. With a given seed the salt is fixed, so that the same seed gives the same reports.
fn salt(is_seed_given: bool) -> Result<String, Failure> {
    if is_seed_given {
        return Ok("0".to_owned());
    }
    let mut salt = [0_u8; 16];
    SysRng.try_fill_bytes(&mut salt).map_err(Failure::failed)?;
    Ok(format!("{:032x}", u128::from_le_bytes(salt)))
}

fn report(ReportArgs { game, round, old, form }: &ReportArgs) -> Result<(), Failure> {
    let postal = open(game.path())?;
    let kept = if *old { postal.withdrawn() } else { postal.rounds() };
    let asked = round.or(kept.last().map(|kept| kept.report.round));
    let reports = kept.iter().map(|kept| &kept.report).filter(|report| Some(report.round) == asked);
    let reports: Vec<Document> = reports.map(Report::document).collect();
    if reports.is_empty() {
        let kind = if *old { "replaced report" } else { "report" };
        return Err(Failure::Failed(match asked {
            Some(round) => format!("there is no {kind} of round {round}"),
            None => format!("there is no {kind} yet"),
        }));
    }
    write(&reports_in_form(*form, reports)?)
}

fn replay(game: &GameArg, record: Option<&Path>) -> Result<(), Failure> {
    let postal = open(game.path())?;
    let replayed = postal.replay().map_err(Failure::failed)?;
    if let Some(path) = record {
        replace_file(path, Access::Owner, &postal.record().to_json())?;
    }
    if let Some(round) = replayed.different.first() {
        return Err(Failure::Failed(format!(
            "round {round}: its sheets now give a different report than the saved one"
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
    write(&format!("{rounds}, all reports are the same.\n"))
}

// ---- players ----

/// A player's name in the open round: `Bob (B)`.
fn called(postal: &PostalGame, seat: Seat) -> String {
    let round = postal.open_round().unwrap_or(u16::MAX);
    postal.players().get(seat.index()).map_or(String::new(), |player| player.holder(round).called(seat))
}

fn replace(name: &str, act: &ActArgs, seat: Seat) -> Result<(), Failure> {
    let name = &normalized(name);
    let mut changing = Changing::begin(act.game.path(), "replace")?;
    let before = called(&changing.game, seat);
    changing.game.replace(seat, name).map_err(Failure::failed)?;
    save_and_show(changing, act, |round| format!("{name} replaces {before} from round {round} on."))
}

fn drop_out(act: &ActArgs, seat: Seat) -> Result<(), Failure> {
    let mut changing = Changing::begin(act.game.path(), "drop")?;
    changing.game.drop_out(seat).map_err(Failure::failed)?;
    let name = called(&changing.game, seat);
    save_and_show(changing, act, |round| format!("{name} drops out in round {round}."))
}

fn absence(Absence { act, player, rounds, bot }: &Absence) -> Result<(), Failure> {
    let mut changing = Changing::begin(act.game.path(), "absence")?;
    let (seat, rounds) = (player.seat, *rounds);
    let plays = if *bot { Substitute::Bot } else { Substitute::Defaults };
    changing.game.announce_absence(seat, rounds, plays).map_err(Failure::failed)?;
    let name = called(&changing.game, seat);
    save_and_show(changing, act, |round| match rounds {
        0 => format!("{name} is back in round {round}."),
        1 => format!("{name} is absent in round {round}; {}.", plays.words()),
        _ => format!(
            "{name} is absent in rounds {round} to {}; {}.",
            round.saturating_add(rounds - 1),
            plays.words()
        ),
    })
}

fn address(Address { act, player, written: address, remove }: &Address) -> Result<(), Failure> {
    let mut changing = Changing::begin(act.game.path(), "address")?;
    let (game, seat) = (&mut changing.game, player.seat);
    let changed = if *remove { game.remove_address(seat, address) } else { game.add_address(seat, address) };
    changed.map_err(Failure::failed)?;
    let name = called(&changing.game, seat);
    let verb = if *remove { "no longer writes" } else { "writes" };
    save_and_show(changing, act, |round| {
        format!("{name} {verb} from {} from round {round} on.", address.trim())
    })
}

/// Saves the game with an action in the open round, and shows its state.
fn save_and_show(
    changing: Changing<'_>,
    asked: &ActArgs,
    act: impl FnOnce(u16) -> String,
) -> Result<(), Failure> {
    let act = act(changing.game.open_round().map_err(Failure::failed)?);
    write(&state_of(&changing.save(&act, asked.why.as_ref())?, None).map_err(Failure::failed)?)
}

// ---- time ----

fn deadline(Deadline { act, time, grace, zone, days }: &Deadline) -> Result<(), Failure> {
    let mut changing = Changing::begin(act.game.path(), "deadline")?;
    let game = &mut changing.game;
    if let Some(zone) = zone {
        game.set_zone(zone.clone());
    }
    let time = match days {
        Some(days) => Moment::now().days_later(*days),
        None => Moment::read_in(&separated(time, " "), game.zone()).map_err(Failure::usage)?,
    };
    game.set_deadline(time, grace * 60).map_err(Failure::failed)?;
    let due = game.due_words().unwrap_or_default();
    save_and_show(changing, act, |round| format!("Orders for round {round} are due by {due}."))
}

/// Writes a reminder for players whose orders are missing, to paste into an e-mail or a chat.
fn reminder(asked: &SheetArgs) -> Result<(), Failure> {
    let postal = open(asked.game.path())?;
    let round = postal.open_round().map_err(Failure::failed)?;
    let sheets = postal.sheets(sent_for(asked, &postal, round)?).map_err(Failure::failed)?;
    let receipts = postal.receipts(&sheets).map_err(Failure::failed)?;
    let missing = missing_words(&postal, round, &receipts);
    show(&notes_for_master(&sheets))?;
    let title = plain(postal.title());
    if missing.is_empty() {
        return write(&format!("{title}: all orders for round {round} are in.\n"));
    }
    let due = postal.due_words().map_or(String::new(), |due| format!(" They are due by {due}."));
    let mut defaults = String::new();
    for seat in missing_seats(&receipts) {
        let words = postal.default_words(seat).map_err(Failure::failed)?;
        let _ = writeln!(defaults, "  {}: {}", plain(&called(&postal, seat)), plain(&words));
    }
    let (faulty, absent): (Vec<Seat>, Vec<Seat>) = missing_seats(&receipts)
        .partition(|seat| sheets.not_used.iter().any(|part| part.for_master.player == Some(*seat)));
    let name =
        |seat: &Seat| format!("{}{}", plain(&called(&postal, *seat)), receipts[seat.index()].repeated());
    let absent = match &absent[..] {
        [] => String::new(),
        absent => {
            format!(
                " the orders of {} for round {round} have not arrived yet.",
                listed(absent.iter().map(name))
            )
        }
    };
    let faulty = match &faulty[..] {
        [] => String::new(),
        faulty => format!(
            " the orders of {} for round {round} contain errors and do not count: please correct and send them \
             again.",
            listed(faulty.iter().map(name))
        ),
    };
    write(&format!(
        "{title}:{absent}{faulty}{due}\n\n\
         An order sheet begins like this, with your own letter or name:\n\n\
         player A\n\
         round {round}\n\
         first: ...\n\n\
         Without orders, you play a default move. As things stand, that would be:\n\n\
         {defaults}\n\
         If you will be away for a while, tell the master: your orders will not count as missing.\n"
    ))
}

/// Shows the master's log.
fn log(game: &GameArg) -> Result<(), Failure> {
    open(game.path())?.log().iter().try_for_each(|entry| write(&format!("{entry}\n")))
}

/// Shows the commitment to the dice, or checks the dice.
fn dice(game: &GameArg, check: bool) -> Result<(), Failure> {
    let postal = open(game.path())?;
    if check {
        let DiceChecked { drawn, by_hand } =
            postal.check_dice().map_err(|fault| in_file(game.path(), fault))?;
        let drawn = counted(drawn as i64, "outcome comes", "outcomes come");
        let by_hand = match by_hand {
            0 => String::new(),
            dice => format!(" {} entered by hand.", counted(dice as i64, "die was", "dice were")),
        };
        return write(&format!("{drawn} from the committed seed.{by_hand}\n"));
    }
    match postal.dice_promise() {
        Some(sha256) => write(&format!("{sha256}\n")),
        None => Err(in_file(game.path(), DiceFault::NoPromise)),
    }
}

/// Lets the bot write order sheets for the open round.
fn orders(sheets: &SheetArgs, asked: Option<Seat>) -> Result<(), Failure> {
    let postal = open(sheets.game.path())?;
    let round = postal.open_round().map_err(Failure::failed)?;
    let race = postal.race().map_err(Failure::failed)?;
    let folder = folder(sheets, &postal, round);
    make_folder(&folder)?;
    let sheets = postal.sheets(sent_in(&folder)?).map_err(Failure::failed)?;
    let receipts = postal.receipts(&sheets).map_err(Failure::failed)?;
    // The list comes last: nobody may read it to its end, and all sheets are wanted.
    let mut list = String::new();
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
            let problem = format!("player {} has no orders due in round {round}", letter(seat));
            return Err(Failure::Failed(problem));
        }
        let path = folder.join(format!("{}.txt", letter(seat)));
        let sheet = write_orders(race.game(), &race.seat_view(seat));
        files::create(&path, Access::Owner, &sheet.to_string())
            .map_err(|error| cannot_write(&path, &error))?;
        let _ = writeln!(list, "{}", path.display());
    }
    write(&list)
}
