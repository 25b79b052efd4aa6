//! `furlong postal`: the game master's tool for Hare & Tortoise by post. The rules of orders and rounds are in
//! [`crate::hare_tortoise::postal`]; here are only files and the command line.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::asked::args;
use super::command::{Game, OwnVerb};
use super::failure::{Failure, exit_code};
use super::new_file::{cannot_write, make_folder};
use super::start;
use super::start::{MOST_OF_A_GAME, in_file, read};
use crate::files::{self, Access};
use crate::hare_tortoise::HareTortoise;
use crate::hare_tortoise::postal::{
    MOST_BYTES, Occasion, Orders, PostalError, PostalGame, Report, Sent, letter, moves_of, sequence,
    write_orders,
};
use crate::plain::{plain, plain_lines};
use crate::seat::{Seat, SeatSet};
use crate::text::counted;

/// The ruleset of a postal game when none is named.
const USUAL_RULES: &str = "postal";
const GAME: Game = Game::of::<HareTortoise>();

impl Game {
    /// The same game with `furlong postal` as a verb of its own.
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

fn postal_command() -> Command {
    let command = |name: &'static str, about: &'static str| Command::new(name).about(about).arg(game_arg());
    Command::new("postal")
        .about("Run a postal game of Hare & Tortoise")
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .subcommand_value_name("WHAT")
        .subcommand(new_command())
        .subcommand(command("status", "Which round is open, who moves when, and whose orders are in").arg(folder_arg()))
        .subcommand(
            command("check", "Say what is wrong with order sheets, without showing them: exit code 0 if nothing, else 1")
                .arg(files_arg()),
        )
        .subcommand(
            command("adjudicate", "Adjudicate the open round from a folder of order sheets, and report")
                .arg(folder_arg())
                .arg(
                    Arg::new("die")
                        .long("die")
                        .value_name("N")
                        .help("A die rolled by hand, one for each hare in the order of the round [default: by the game's seed]")
                        .value_delimiter(',')
                        .action(ArgAction::Append)
                        .value_parser(value_parser!(u8)),
                )
                .arg(
                    Arg::new("again")
                        .long("again")
                        .value_name("ROUND")
                        .help("Adjudicate this round again: the sheets in the folder take the place of those of the same name; the old report is kept")
                        .value_parser(value_parser!(u16)),
                )
                .arg(markdown_arg()),
        )
        .subcommand(
            command("report", "Show the report of a round")
                .arg(round_arg())
                .arg(args::flag_arg("old", "Show the reports that corrections have replaced"))
                .arg(markdown_arg()),
        )
        .subcommand(
            command("replay", "Adjudicate every round again from its sheets: exit code 0 if every report comes out the same, else 1").arg(
                args::file_arg("record", "Write the record of the race to this file, for `furlong replay`"),
            ),
        )
        .subcommand(
            command("replace", "Somebody else plays a seat from the open round on")
                .arg(player_arg().required(true))
                .arg(
                    Arg::new("name")
                        .long("name")
                        .value_name("NAME")
                        .help("Who")
                        .required(true)
                        .value_parser(NonEmptyStringValueParser::new()),
                ),
        )
        .subcommand(
            command("drop", "A player drops out and plays by default from the open round on")
                .arg(player_arg().required(true)),
        )
        .subcommand(
            command("orders", "Let a bot write order sheets for the open round")
                .arg(folder_arg())
                .arg(player_arg().help("For which player [default: all whose orders are not in]"))
                .arg(args::flag_arg("bot", "A bot writes them").required(true)),
        )
}

fn new_command() -> Command {
    let [ruleset, _, seed] = args::game_args(&GAME);
    Command::new("new")
        .about("Begin a postal game")
        .arg(game_arg())
        .arg(
            Arg::new("names")
                .long("names")
                .value_name("NAMES")
                .help("Who plays, in the order of seats, as Ann,Bob,Cleo,Dan: the first is A")
                .required(true)
                .value_delimiter(',')
                .value_parser(NonEmptyStringValueParser::new()),
        )
        .arg(
            Arg::new("title")
                .long("title")
                .value_name("TITLE")
                .help("What the game is called [default: the name of its file]"),
        )
        .arg(ruleset.help(format!("The rules: a name, or the path of a file [default: {USUAL_RULES}]")))
        .arg(seed)
        .args(args::option_args(&GAME))
}

fn game_arg() -> Arg {
    args::file_arg("game", "The file of the game").short('g').default_value("postal.json")
}

fn folder_arg() -> Arg {
    Arg::new("folder")
        .value_name("ORDERS")
        .help("The folder of this round's order sheets [default: round-N beside the game]")
        .value_parser(value_parser!(PathBuf))
}

fn files_arg() -> Arg {
    Arg::new("files")
        .value_name("ORDERS")
        .help("Order sheets, or folders of them")
        .required(true)
        .num_args(1..)
        .value_parser(value_parser!(PathBuf))
}

fn round_arg() -> Arg {
    Arg::new("round")
        .value_name("ROUND")
        .help("Which round [default: the latest]")
        .value_parser(value_parser!(u16))
}

fn markdown_arg() -> Arg {
    args::flag_arg("markdown", "Write the report as Markdown")
}

fn player_arg() -> Arg {
    Arg::new("player")
        .long("player")
        .value_name("LETTER")
        .help("Which player, by letter")
        .value_parser(seat_of)
}

fn seat_of(typed: &str) -> Result<Seat, String> {
    let mut letters = (0..6).filter_map(Seat::new);
    let is_typed = |seat: &Seat| typed.trim().eq_ignore_ascii_case(&letter(*seat).to_string());
    letters.find(is_typed).ok_or_else(|| "players are A to F".to_owned())
}

fn postal(matches: &ArgMatches) -> Result<(), Failure> {
    match matches.subcommand() {
        Some(("new", matches)) => new(matches),
        Some(("status", matches)) => status(matches),
        Some(("check", matches)) => check(matches),
        Some(("adjudicate", matches)) => adjudicate(matches),
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
    let setup = start::setup_for(&game, &args::options(&GAME, matches)?, players)?;
    let stem = path.file_stem().map_or("postal".into(), OsStr::to_string_lossy);
    let title = matches.get_one::<String>("title").map_or(&*stem, String::as_str);
    let postal =
        PostalGame::new(title, &game, &setup, &names, args::seed(matches)).map_err(Failure::usage)?;
    files::create(path, Access::Owner, &postal.to_json()).map_err(|error| cannot_write(path, &error))?;
    write(&told(&postal, None).map_err(Failure::failed)?)
}

/// Where the game stands; with the sheets of the open round, whose are in. Nothing of what they say.
fn told(postal: &PostalGame, sent: Option<&[Sent]>) -> Result<String, PostalError> {
    use std::fmt::Write as _;
    let race = postal.race()?;
    let rules = race.record().ruleset.title.plain();
    let mut text = format!("{}. Rules: {}.\n", plain(postal.title()), rules.name);
    if !rules.reconstructed.is_empty() {
        let _ = writeln!(text, "Reconstructed in these rules: {}.", rules.reconstructed.join("; "));
    }
    let is_over = race.is_over();
    let sequence = sequence(race.game(), race.state());
    if is_over {
        text.push_str("The race is over.\n");
    } else {
        let letters: Vec<String> = sequence.iter().map(|seat| letter(*seat).to_string()).collect();
        let _ = writeln!(text, "Round {} is open: {}.", postal.open_round()?, letters.join(" "));
    }
    let (in_folder, refused) = sheets_in(sent.unwrap_or_default(), &postal.occasion()?);
    let moves = moves_of(&sequence);
    for (seat, player) in race.seats().iter().zip(postal.players()) {
        let state = match (player.dropped_out, moves[seat]) {
            _ if is_over => String::new(),
            (Some(round), _) => format!(", dropped out in round {round}"),
            (None, 0) => ", no move in this round".to_owned(),
            (None, _) if sent.is_none() => String::new(),
            (None, _) if in_folder.contains(seat) => ", orders in".to_owned(),
            (None, _) => ", orders MISSING".to_owned(),
        };
        let missed = match postal.missing(seat) {
            0 => String::new(),
            1 => "; missed 1 round so far".to_owned(),
            times => format!("; missed {times} rounds so far"),
        };
        let _ = writeln!(text, "  {} {}{state}{missed}", letter(seat), plain(player.name()));
    }
    for (file, reason) in refused {
        let _ = writeln!(text, "  Not usable: {file}: {}", plain(&reason));
    }
    Ok(text)
}

/// Whose sheets are among these files, and what is wrong with the others.
fn sheets_in(sent: &[Sent], occasion: &Occasion) -> (SeatSet, Vec<(String, String)>) {
    let (mut seats, mut refused) = (SeatSet::EMPTY, Vec::new());
    for sent in sent {
        match sent.sheet(occasion) {
            Ok(sheet) => seats = seats.with(sheet.player),
            Err(reason) => refused.push((sent.file.clone(), reason)),
        }
    }
    (seats, refused)
}

fn status(matches: &ArgMatches) -> Result<(), Failure> {
    let postal = open(matches)?;
    let sent = match postal.open_round() {
        Err(_) => None,
        Ok(round) => {
            let folder = folder(matches, round);
            // Before anybody has sent anything there is no folder yet.
            let is_wanted = matches.contains_id("folder") || folder.exists();
            Some(if is_wanted { sent_in(&folder)? } else { Vec::new() })
        }
    };
    write(&told(&postal, sent.as_deref()).map_err(Failure::failed)?)
}

fn check(matches: &ArgMatches) -> Result<(), Failure> {
    let path = game_path(matches);
    let is_named = matches.value_source("game") == Some(clap::parser::ValueSource::CommandLine);
    // Without a game a sheet can still be checked for what it says by itself.
    let occasion = if is_named || path.exists() {
        open(matches)?.occasion().map_err(|error| in_file(path, error))?
    } else {
        Occasion::default()
    };
    let mut wrong = Vec::new();
    for path in matches.get_many::<PathBuf>("files").into_iter().flatten() {
        let files = if path.is_dir() { sent_in(path)? } else { vec![sent(path)] };
        for sent in files {
            match sent.sheet(&occasion) {
                Ok(sheet) => {
                    let (player, round) = (letter(sheet.player), sheet.round);
                    write(&format!("{}: player {player}, round {round}: no fault\n", sent.file))?;
                }
                Err(reason) => wrong.push(format!("{}: {reason}", sent.file)),
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::Failed(wrong.join("\n"))) }
}

fn adjudicate(matches: &ArgMatches) -> Result<(), Failure> {
    let mut postal = open(matches)?;
    let dice: Vec<u8> = matches.get_many::<u8>("die").into_iter().flatten().copied().collect();
    let again = matches.get_one::<u16>("again").copied();
    let withdrawn = postal.withdrawn().len();
    let adjudicated = if let Some(round) = again {
        let corrected = sent_in(&folder(matches, round))?;
        postal.adjudicate_again(round, corrected, (!dice.is_empty()).then_some(&dice[..]))
    } else {
        let round = postal.open_round().map_err(Failure::failed)?;
        let sent = sent_in(&folder(matches, round))?;
        postal.adjudicate(sent, &dice)
    };
    let text = written(matches, adjudicated.map_err(Failure::failed)?);
    save_game(matches, &postal)?;
    write(&text)?;
    tell_reopened(postal.withdrawn().len() - withdrawn)
}

/// A corrected round changes all that came after it: those rounds are to be adjudicated again.
fn tell_reopened(withdrawn: usize) -> Result<(), Failure> {
    let note = match withdrawn {
        // The corrected round itself.
        0 | 1 => return Ok(()),
        2 => "The round after it is open again".to_owned(),
        more => format!("The {} rounds after it are open again", more - 1),
    };
    writeln!(io::stderr(), "{note}: adjudicate from the same sheets; `report --old` shows what was reported.")
        .map_err(Failure::failed)
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
            "round {round}: the report comes out otherwise than it was kept"
        )));
    }
    for kept in postal.rounds() {
        let missing = kept.report.orders.iter().filter(|orders| matches!(orders, Orders::Missing { .. }));
        let missing = match missing.count() {
            0 => String::new(),
            count => format!(", {count} missing"),
        };
        write(&format!("round {}: {} files{missing}\n", kept.report.round, kept.sent.len()))?;
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
    write(&told(&postal, None).map_err(Failure::failed)?)
}

fn drop_out(matches: &ArgMatches) -> Result<(), Failure> {
    let mut postal = open(matches)?;
    postal.drop_out(player(matches)).map_err(Failure::failed)?;
    save_game(matches, &postal)?;
    write(&told(&postal, None).map_err(Failure::failed)?)
}

fn orders(matches: &ArgMatches) -> Result<(), Failure> {
    let postal = open(matches)?;
    let round = postal.open_round().map_err(Failure::failed)?;
    let race = postal.race().map_err(Failure::failed)?;
    let folder = folder(matches, round);
    make_folder(&folder)?;
    let occasion = postal.occasion().map_err(Failure::failed)?;
    let (are_in, _) = sheets_in(&sent_in(&folder)?, &occasion);
    let moves = moves_of(&sequence(race.game(), race.state()));
    let asked = matches.get_one::<Seat>("player").copied();
    for (seat, player) in race.seats().iter().zip(postal.players()) {
        let is_wanted = moves[seat] > 0 && player.dropped_out.is_none() && !are_in.contains(seat);
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
