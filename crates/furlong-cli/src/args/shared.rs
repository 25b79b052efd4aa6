//! The arguments that several verbs share, made from what a game says of itself, and their values.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::builder::{NonEmptyStringValueParser, StyledStr};
use clap::{Arg, ArgAction, ArgMatches, value_parser};

use crate::failure::Failure;
use furlong::arena::MOST_EVENTS;
use furlong::text::separated;
use furlong::{BotKind, Offer, Seat, Streams};

/// The game that is wanted: its rules, its table and its chance.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// The name of the ruleset or the path of its file; the usual one when `None`.
    pub(crate) ruleset: Option<String>,
    /// The number of players; a usual one when `None`.
    pub(crate) players: Option<u8>,
    /// Options of the set-up with their values.
    pub(crate) options: Vec<(String, String)>,
    pub(crate) seed: u64,
}

impl Wanted {
    pub(super) fn read(game: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        Ok(Self {
            ruleset: matches.try_get_one("ruleset").ok().flatten().cloned(),
            players: matches.try_get_one("players").ok().flatten().copied(),
            options: options(game, matches)?,
            seed: seed(matches),
        })
    }
}

/// Rules, number of players, and seed.
pub(crate) fn game_args(game: &Offer) -> [Arg; 3] {
    [
        usual_ruleset_arg(game).long("ruleset").short('r').value_name("NAME|PATH"),
        number_arg::<u8>("players", "N", 1..=u8::MAX.into())
            .short('n')
            .help("The number of seats [default: 4, or the nearest number that the rules allow]"),
        seed_arg("The seed of all chance: the same seed gives the same game [default: a random one]"),
    ]
}

/// The ruleset of a verb that works on one, by its place.
pub(super) fn ruleset_arg(game: &Offer) -> Arg {
    let help = format!("The ruleset: {}, or the path of a file", ruleset_names(game));
    Arg::new("ruleset").value_name("RULESET").help(help).required(true)
}

/// The same for a verb that can do without.
pub(super) fn usual_ruleset_arg(game: &Offer) -> Arg {
    let (names, usual) = (ruleset_names(game), game.usual_ruleset());
    let help = format!("The ruleset: {names}, or the path of a file [default: {usual}]");
    Arg::new("ruleset").value_name("RULESET").help(help)
}

pub(super) fn seed_arg(help: impl Into<StyledStr>) -> Arg {
    number_arg::<u64>("seed", "N", 0..=u64::MAX).short('s').help(help.into())
}

/// The seed that was given, or one that nobody knows beforehand.
pub(crate) fn seed(matches: &ArgMatches) -> u64 {
    matches.get_one("seed").copied().unwrap_or_else(Streams::any_seed)
}

fn ruleset_names(game: &Offer) -> String {
    separated(game.rulesets.iter().map(|embedded| embedded.name), ", ")
}

/// Two rulesets, `a` and `b`.
pub(super) fn two_rulesets_args(game: &Offer) -> [Arg; 2] {
    let names = ruleset_names(game);
    [("a", "A", "first"), ("b", "B", "second")].map(|(name, value, which)| {
        let help = format!("The {which} ruleset: {names}, or the path of a file");
        Arg::new(name).value_name(value).help(help).required(true)
    })
}

/// Two rulesets or more, `a` and `b`.
pub(super) fn rulesets_args(game: &Offer) -> [Arg; 2] {
    let [first, others] = two_rulesets_args(game);
    let help =
        format!("The rulesets that are compared with the first: {}, or paths of files", ruleset_names(game));
    [first, others.help(help).num_args(1..)]
}

/// The values of [`rulesets_args`].
pub(super) fn rulesets(matches: &ArgMatches) -> Vec<String> {
    ["a", "b"].into_iter().flat_map(|side| matches.get_many(side).into_iter().flatten()).cloned().collect()
}

/// The values of [`two_rulesets_args`].
pub(super) fn two_rulesets(matches: &ArgMatches) -> [String; 2] {
    ["a", "b"].map(|side| matches.get_one::<String>(side).cloned().unwrap_or_default())
}

/// An option that takes a value.
pub(crate) fn value_arg(name: &'static str, value: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value)
}

/// An option that takes a whole number of this range.
pub(crate) fn number_arg<N>(name: &'static str, value: &'static str, range: RangeInclusive<u64>) -> Arg
where
    N: TryFrom<u64> + Clone + Send + Sync + 'static,
{
    // A negative number is a wrong value, not an unknown option.
    value_arg(name, value).allow_negative_numbers(true).value_parser(whole::<N>(range))
}

/// Reads a whole number of this range.
pub(crate) fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |typed| {
        let number = typed.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| format!("not a whole number from {} to {}", range.start(), range.end()))
    }
}

/// A number of something, at least one.
pub(super) fn count_arg(name: &'static str, help: impl Into<StyledStr>) -> Arg {
    number_arg::<u64>(name, "N", 1..=u64::MAX).help(help.into())
}

/// The value of a [`count_arg`].
pub(super) fn count(matches: &ArgMatches, name: &str) -> Option<u64> {
    matches.get_one(name).copied()
}

/// The number of events after which a game is broken off.
pub(super) fn most_events_arg() -> Arg {
    let help =
        format!("The number of events after which a game counts as unfinished [default: {MOST_EVENTS}]");
    count_arg("most-events", help)
}

/// The value of [`most_events_arg`].
pub(super) fn most_events(matches: &ArgMatches) -> u32 {
    count(matches, "most-events").map_or(MOST_EVENTS, |most| most.try_into().unwrap_or(u32::MAX))
}

/// An argument without a value.
pub(crate) fn flag_arg(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)
}

/// The options of the game's set-up, each an argument of its own.
pub(crate) fn option_args(game: &Offer) -> impl Iterator<Item = Arg> {
    game.options.iter().map(|option| {
        value_arg(option.name, option.value).help(option.meaning).help_heading("Options of the game")
    })
}

/// The options of the game's set-up as one argument, for a command with options of the same names.
pub(super) fn setup_arg(game: &Offer) -> Arg {
    let known = game.options.iter().map(|option| format!("{}={}", option.name, option.value));
    let (known, id) = (separated(known, ", "), game.id);
    let help = format!("An option of the game: {known}; `furlong play {id} --help` explains");
    repeated_arg("option", "NAME=VALUE").help(help)
}

/// The values of [`option_args`] or of [`setup_arg`], by name.
pub(crate) fn options(game: &Offer, matches: &ArgMatches) -> Result<Vec<(String, String)>, Failure> {
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
    Ok(game.options.iter().filter_map(|option| given(option.name)).collect())
}

/// The bots that play: see [`BotsAsked`](crate::lineup::BotsAsked).
pub(super) fn bot_arg(help: &str) -> Arg {
    repeated_arg("bot", "BOT|SEAT=BOT").short('b').help(format!(
        "{help}; several fill the seats in order, over and over; 2=BOT is for seat 2; exec:COMMAND is a program of your own"
    ))
}

/// An option that may be given several times.
pub(crate) fn repeated_arg(name: &'static str, value: &'static str) -> Arg {
    value_arg(name, value).action(ArgAction::Append)
}

/// The values of a [`repeated_arg`].
pub(crate) fn repeated<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> Vec<T> {
    matches.get_many(name).into_iter().flatten().cloned().collect()
}

/// The names of the players.
pub(crate) fn names_arg(help: &'static str) -> Arg {
    value_arg("names", "NAMES").help(help).value_delimiter(',').value_parser(NonEmptyStringValueParser::new())
}

/// A saved game, by its place.
pub(super) fn game_file_arg(help: &'static str) -> Arg {
    file_arg("file", help).long(None).required(true)
}

/// One seat.
pub(super) fn seat_arg(help: &'static str) -> Arg {
    value_arg("seat", "S").help(help).value_parser(value_parser!(Seat))
}

/// A file.
pub(crate) fn file_arg(name: &'static str, help: &'static str) -> Arg {
    value_arg(name, "FILE").help(help).value_parser(value_parser!(PathBuf))
}

/// The value of a [`file_arg`].
pub(super) fn file(matches: &ArgMatches, name: &str) -> Option<PathBuf> {
    matches.get_one(name).cloned()
}

/// Plain text, without colours.
pub(super) fn plain_arg() -> Arg {
    flag_arg("plain", "Print without colours")
}

/// Allows the commands of a resumed file without a question.
pub(super) fn allow_exec_arg() -> Arg {
    flag_arg("allow-exec", "Run, without asking, the commands that the resumed file names as bots")
        .requires("resume")
        .help_heading("Files")
}

/// The bots of a game, as a paragraph of help.
pub(crate) fn bots_help(game: &Offer) -> String {
    format!(
        "Bots (the first is the default):\n{}\n  \
         exec:COMMAND  A program that plays, as in exec:seconds=2 games=1 COMMAND\n                  \
         seconds=...  seconds for each decision; 10\n                  \
         games=...  games before a new process starts; no limit",
        separated(game.bots.iter().map(bot_lines), "\n")
    )
}

/// A bot with its parameters, as lines of help.
fn bot_lines(kind: &BotKind) -> String {
    let mut lines = format!("  {:<12}  {}", kind.name, kind.about);
    for (name, meaning) in kind.parameters {
        // Writing to a text cannot fail.
        _ = write!(lines, "\n                  {name}=...  {meaning}");
    }
    lines
}
