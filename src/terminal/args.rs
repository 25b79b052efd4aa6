//! What can be typed on the command line: the options of a game, made from what the game says of itself.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::commands::allow_exec_arg;
use super::failure::Failure;
use crate::arena::{MOST_EVENTS, OnFailure};
use crate::bot::BotKind;
use crate::playable::Playable;
use crate::ruleset::Ruleset;

/// The command that plays one game; its name is what the game is called on the command line.
pub(super) fn play_command<G: Playable>() -> Command {
    Command::new(G::ID)
        .about(format!("Play {}", G::TITLE))
        .after_help(bots_help::<G>())
        .args(game_args::<G>())
        .args(option_args::<G>())
        .arg(
            Arg::new("people")
                .long("people")
                .value_name("SEATS")
                .help("Which seats are people, as 1,3 [default: 1]; bots play the others")
                .value_delimiter(','),
        )
        .arg(flag_arg("watch", "Only bots play; watch them").conflicts_with("people"))
        .arg(bot_arg("Who plays the seats that are not people"))
        .arg(
            Arg::new("names")
                .long("names")
                .value_name("NAMES")
                .help("What the seats are called, in their order, as Ada,Bob")
                .value_delimiter(',')
                .value_parser(NonEmptyStringValueParser::new()),
        )
        .arg(position_arg("Begin with the position in this file (JSON) instead of a new game"))
        .arg(
            file_arg("save", "Save the game in this file [default: furlong-GAME-SEED.json]")
                .help_heading("Files"),
        )
        .arg(
            file_arg(
                "resume",
                "Go on with the game in this file; it knows rules, seats, bots and seed; --bot changes bots",
            )
            .help_heading("Files")
            .conflicts_with_all(["ruleset", "players", "seed", "people", "watch", "names", "position"])
            .conflicts_with_all(G::OPTIONS.iter().map(|option| option.name)),
        )
        .arg(allow_exec_arg())
        .arg(most_events_arg())
        .arg(plain_arg())
}

/// Rules, number of players, and seed.
pub(super) fn game_args<G: Playable>() -> [Arg; 3] {
    let names: Vec<&str> = G::Ruleset::EMBEDDED.iter().map(|embedded| embedded.name).collect();
    let usual = names.first().copied().unwrap_or_default();
    [
        Arg::new("ruleset")
            .long("ruleset")
            .short('r')
            .value_name("NAME|PATH")
            .help(format!("The rules: {}, or the path of a file [default: {usual}]", names.join(", "))),
        Arg::new("players")
            .long("players")
            .short('n')
            .value_name("N")
            .help("How many seats there are [default: 4, or what the rules allow]")
            .value_parser(value_parser!(u8)),
        Arg::new("seed")
            .long("seed")
            .short('s')
            .value_name("N")
            .help("Where all chance comes from: the same seed gives the same game [default: any]")
            .value_parser(value_parser!(u64)),
    ]
}

/// Two rulesets, `a` and `b`.
pub(super) fn two_rulesets_args<G: Playable>() -> [Arg; 2] {
    let names: Vec<&str> = G::Ruleset::EMBEDDED.iter().map(|embedded| embedded.name).collect();
    [("a", "A", "first"), ("b", "B", "second")].map(|(name, value, which)| {
        let help = format!("The {which} ruleset: {}, or the path of a file", names.join(", "));
        Arg::new(name).value_name(value).help(help).required(true)
    })
}

/// How many of something, at least one.
pub(super) fn count_arg(name: &'static str, value: &'static str, help: String) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help).value_parser(value_parser!(u64).range(1..))
}

/// What was given for [`count_arg`].
pub(super) fn count(matches: &ArgMatches, name: &str) -> Option<u64> {
    matches.get_one::<u64>(name).copied()
}

/// After how many events a game is broken off.
pub(super) fn most_events_arg() -> Arg {
    let help = format!("Events after which a game counts as unfinished [default: {MOST_EVENTS}]");
    count_arg("most-events", "N", help)
}

/// What was given for [`most_events_arg`], or what is usual.
pub(super) fn most_events(matches: &ArgMatches) -> u32 {
    count(matches, "most-events").map_or(MOST_EVENTS, |most| most.try_into().unwrap_or(u32::MAX))
}

/// The number of decisions at the start of each game that are drawn at random.
pub(super) fn openings_arg() -> Arg {
    let help = "Begin each game with N random plies, the same in all seatings of a deal and under both rulesets \
                [default: 0]";
    count_arg("openings", "N", help.to_owned())
}

/// The number given for [`openings_arg`], 0 when there is none.
pub(super) fn openings(matches: &ArgMatches) -> u32 {
    count(matches, "openings").map_or(0, |plies| plies.try_into().unwrap_or(u32::MAX))
}

/// The policy for bots that fail.
pub(super) fn forfeit_arg() -> Arg {
    let help = "A bot that dies, answers too late or chooses what is not legal forfeits its game, which the other \
                seats share, and the run goes on [default: the run ends]";
    flag_arg("forfeit", help)
}

/// The policy given by [`forfeit_arg`].
pub(super) fn on_failure(matches: &ArgMatches) -> OnFailure {
    if matches.get_flag("forfeit") { OnFailure::Forfeit } else { OnFailure::Stop }
}

/// How many threads play.
pub(super) fn threads_arg() -> Arg {
    count_arg("threads", "N", "How many threads play [default: one for each processor]".to_owned())
}

/// What was given for [`threads_arg`].
pub(super) fn threads(matches: &ArgMatches) -> Option<NonZeroUsize> {
    count(matches, "threads").and_then(|threads| NonZeroUsize::new(threads as usize))
}

/// Something that is asked for by its name alone.
pub(super) fn flag_arg(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)
}

/// The options of the game's own set-up.
pub(super) fn option_args<G: Playable>() -> impl Iterator<Item = Arg> {
    G::OPTIONS.iter().map(|option| {
        Arg::new(option.name)
            .long(option.name)
            .value_name(option.value)
            .help(option.meaning)
            .help_heading("Options of the game")
    })
}

/// The options of the set-up that were given, with their values.
pub(super) fn given_options<G: Playable>(matches: &ArgMatches) -> Result<Vec<(String, String)>, Failure> {
    if let Ok(Some(given)) = matches.try_get_many::<String>("option") {
        let pair = |text: &String| {
            let pair = text.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
            pair.ok_or_else(|| Failure::Usage(format!("--option: `{text}` is not NAME=VALUE")))
        };
        return given.map(pair).collect();
    }
    let given = |name: &str| {
        let value = matches.try_get_one::<String>(name).ok().flatten()?;
        Some((name.to_owned(), value.clone()))
    };
    Ok(G::OPTIONS.iter().filter_map(|option| given(option.name)).collect())
}

/// The options of the game's own set-up as one argument, for a command with options of the same names.
pub(super) fn setup_arg<G: Playable>() -> Arg {
    let known: Vec<String> =
        G::OPTIONS.iter().map(|option| format!("{}={}", option.name, option.value)).collect();
    Arg::new("option")
        .long("option")
        .value_name("NAME=VALUE")
        .help(format!(
            "An option of the game: {}; `furlong play {} --help` explains",
            known.join(", "),
            G::ID
        ))
        .action(ArgAction::Append)
}

/// Which bots play.
pub(super) fn bot_arg(help: &str) -> Arg {
    Arg::new("bot")
        .long("bot")
        .short('b')
        .value_name("BOT|SEAT=BOT")
        .help(format!(
            "{help}; several fill the seats in their order and begin again, 2=BOT is for seat 2; exec:COMMAND is a \
             process"
        ))
        .action(ArgAction::Append)
}

/// A position to begin with.
pub(super) fn position_arg(help: &'static str) -> Arg {
    file_arg("position", help).conflicts_with("players")
}

/// A file.
pub(super) fn file_arg(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name("FILE").help(help).value_parser(value_parser!(PathBuf))
}

/// No colours.
pub(super) fn plain_arg() -> Arg {
    flag_arg("plain", "Without colours")
}

/// The bots of a game, as a paragraph of help.
pub(super) fn bots_help<G: Playable>() -> String {
    let lines: Vec<String> = G::BOTS.iter().map(bot_lines).collect();
    format!(
        "Bots (the first plays when none is named):\n{}\n  exec:COMMAND  A process that plays; \
         exec:seconds=N COMMAND limits each of its decisions [default: 10]",
        lines.join("\n")
    )
}

/// A bot with its parameters, as lines of help.
pub(super) fn bot_lines(kind: &BotKind) -> String {
    let mut lines = format!("  {:<12}  {}", kind.name, kind.about);
    for (name, meaning) in kind.parameters {
        // Writing to a text cannot fail.
        _ = write!(lines, "\n                  {name}=...  {meaning}");
    }
    lines
}

/// The `main` of a program that plays one game: reads the command line, plays, and gives the exit code.
pub fn play_main<G: Playable>() -> std::process::ExitCode {
    let program = std::env::args().next().unwrap_or_else(|| G::ID.to_owned());
    let command = play_command::<G>().bin_name(program.clone());
    let played = command.try_get_matches().map_err(Failure::from);
    super::failure::exit_code(played.and_then(|matches| super::start::play::<G>(&matches, &program)))
}
