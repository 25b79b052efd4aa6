//! The command line of `furlong postal`.

use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, Command};

use crate::args::shared;
use furlong::hare_tortoise::{HareTortoise, postal::letter};
use furlong::{Offer, Seat};

/// The ruleset of a postal game when none is named.
pub(super) const USUAL_RULES: &str = "postal";
pub(super) const GAME: Offer = Offer::of::<HareTortoise>();

/// The command line of `furlong postal`.
pub(super) fn postal_command() -> Command {
    let command = |name: &'static str, about: &'static str| Command::new(name).about(about).arg(game_arg());
    Command::new("postal")
        .about("Run a postal game of Hare & Tortoise")
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .subcommand_value_name("WHAT")
        .subcommand(new_command())
        .subcommand(
            command("status", "Show the open round, its order of moves, its deadline, and the orders that are in or missing")
                .arg(folder_arg())
                .arg(
                    shared::file_arg("under", "Show a line for each game in this folder and those below it")
                        .value_name("FOLDER")
                        .conflicts_with("folder"),
                ),
        )
        .subcommand(
            command("check", "Check order sheets without showing them, and name all faults: exit code 0 if there are none, else 1")
                .arg(files_arg()),
        )
        .subcommand(adjudicate_command())
        .subcommand(
            command("preview", "Show the report that `adjudicate` would give now, and keep nothing").args(adjudication_args()),
        )
        .subcommand(
            command("report", "Show the report of a round")
                .arg(round_arg())
                .arg(shared::flag_arg("old", "Show the reports that corrections have replaced"))
                .arg(markdown_arg()),
        )
        .subcommand(
            command("replay", "Adjudicate every round again from its sheets: exit code 0 if every report comes out the same, else 1").arg(
                shared::file_arg("record", "Write the record of the race to this file, for `furlong replay`"),
            ),
        )
        .subcommands(people_commands())
        .subcommand(absence_command())
        .subcommand(deadline_command())
        .subcommand(
            command("reminder", "Write a text that asks for the orders that are missing").arg(folder_arg()),
        )
        .subcommand(command("log", "Show what the master has done, when, and why"))
        .subcommand(
            command("orders", "Let a bot write order sheets for the open round")
                .arg(folder_arg())
                .arg(player_arg().help("The player, by letter [default: all whose orders are not in]"))
                .arg(shared::flag_arg("bot", "A bot writes them").required(true)),
        )
        .subcommand(
            command("pages", "Write a page for each player, with its legal moves and a sheet to fill in, to the folder pages-N")
                .arg(player_arg().help("Show the page of this player only"))
                .args(form_args().map(|form| form.requires("player"))),
        )
        .subcommand(
            Command::new("language").about("Explain the language of orders, with an example for each form").args(form_args()),
        )
}

/// The commands for players who come and go.
fn people_commands() -> [Command; 2] {
    let name = shared::value_arg("name", "NAME").help("The person").required(true);
    let replace = Command::new("replace")
        .about("Let another person play a seat from the open round on")
        .arg(name.value_parser(NonEmptyStringValueParser::new()));
    let drop = Command::new("drop").about("A player drops out and plays by default from the open round on");
    [replace, drop].map(|command| command.args([game_arg(), player_arg().required(true), why_arg()]))
}

fn absence_command() -> Command {
    Command::new("absence")
        .about("A player will be away: the seat plays by default and its orders do not count as missing")
        .arg(game_arg())
        .arg(player_arg().required(true))
        .arg(
            shared::number_arg::<u16>("rounds", "N", 0..=u16::MAX.into())
                .help("The number of rounds, the open one first; 0 when the player is back")
                .required(true),
        )
        .arg(shared::flag_arg("bot", "A bot plays instead of the defaults"))
        .arg(why_arg())
}

fn deadline_command() -> Command {
    Command::new("deadline")
        .about("Set the deadline of the open round")
        .arg(game_arg())
        .arg(
            Arg::new("time")
                .value_name("TIME")
                .help("A day or a moment in UTC: 2026-12-01, or 2026-12-01 20:00")
                .num_args(1..=3)
                .required_unless_present("days"),
        )
        .arg(
            shared::number_arg::<u16>("days", "N", 0..=u16::MAX.into())
                .help("This number of days from now")
                .conflicts_with("time"),
        )
        .arg(why_arg())
}

fn adjudicate_command() -> Command {
    Command::new("adjudicate")
        .about("Adjudicate the open round from a folder of order sheets, and report")
        .arg(game_arg())
        .args(adjudication_args())
        .arg(
            shared::number_arg::<u16>("again", "ROUND", 1..=u16::MAX.into())
                .help("Adjudicate this round again: the sheets in the folder take the place of those of the same name; the old report is kept"),
        )
        .arg(
            shared::repeated_arg("withdraw", "FILE")
                .help("With --again: a sheet of the round that no longer counts")
                .requires("again"),
        )
        .arg(
            shared::flag_arg("through", "With --again: adjudicate the later rounds again too, from their own sheets and dice")
                .requires("again"),
        )
        .arg(shared::flag_arg("yes", "Move by default for missing players without a question at the terminal"))
        .arg(why_arg())
}

fn new_command() -> Command {
    let [ruleset, _, seed] = shared::game_args(&GAME);
    Command::new("new")
        .about("Begin a postal game")
        .arg(game_arg())
        .arg(
            shared::names_arg("The players in the order of seats, as Ann,Bob,Cleo,Dan: the first is A")
                .required(true),
        )
        .arg(
            shared::value_arg("title", "TITLE").help("The title of the game [default: the name of its file]"),
        )
        .arg(ruleset.help(format!("The rules: a name, or the path of a file [default: {USUAL_RULES}]")))
        .arg(seed)
        .args(shared::option_args(&GAME))
}

fn game_arg() -> Arg {
    shared::file_arg("game", "The file of the game").short('g').default_value("postal.json")
}

fn adjudication_args() -> [Arg; 3] {
    let die = "A die rolled by hand, one for each hare in the order of the round [default: drawn from the game's seed]";
    let die = shared::repeated_arg("die", "N").help(die).value_delimiter(',');
    [folder_arg(), die.value_parser(shared::whole::<u8>(1..=6)), markdown_arg()]
}

fn folder_arg() -> Arg {
    let help = "The folder of this round's order sheets [default: round-N next to the game]";
    shared::file_arg("folder", help).long(None).value_name("ORDERS")
}

fn files_arg() -> Arg {
    let files = shared::file_arg("files", "Order sheets, or folders of them").long(None);
    files.value_name("ORDERS").required(true).num_args(1..)
}

fn round_arg() -> Arg {
    shared::number_arg::<u16>("round", "ROUND", 1..=u16::MAX.into())
        .long(None)
        .help("The round [default: the latest]")
}

fn why_arg() -> Arg {
    shared::value_arg("why", "REASON").help("The reason, for the log")
}

fn markdown_arg() -> Arg {
    shared::flag_arg("markdown", "Write the report as Markdown")
}

fn form_args() -> [Arg; 2] {
    [
        shared::flag_arg("markdown", "Write the page as Markdown"),
        shared::flag_arg("html", "Write the page as HTML").conflicts_with("markdown"),
    ]
}

fn player_arg() -> Arg {
    shared::value_arg("player", "LETTER").help("The player, by letter").value_parser(seat_of)
}

fn seat_of(typed: &str) -> Result<Seat, String> {
    let mut letters = (0..6).filter_map(Seat::new);
    let is_typed = |seat: &Seat| typed.trim().eq_ignore_ascii_case(&letter(*seat).to_string());
    letters.find(is_typed).ok_or_else(|| "players are A to F".to_owned())
}
