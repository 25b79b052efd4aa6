//! The verbs of a designer: `check`, `tune`, `vary` and `price`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, Args};

use super::groups::{Games, PageArgs, SavedRunArgs};
use super::values::{count, whole};
use crate::play::lineup::PlayerTypesArg;
use furlong::design::Plan;
use furlong::ruleset::WantedField;

/// Words `--by` for verbs with goals.
fn by_of_goals(by: Arg) -> Arg {
    by.help("Each goal must be met for each of these bots").long_help(
        "Each goal that names no players must be met for each of these bots: the bot plays games in all seats, and all \
         verdicts hold together [default: only the bots of --bot]",
    )
}

/// Words `--players` for verbs with goals.
fn players_of_goals(players: Arg) -> Arg {
    players.value_name("N,...").help("Seats; goals must be met at each of several").long_help(
        "Numbers of seats. With several, as in 2,3,4, each goal must be met at each size, and all verdicts hold together; \
         other sizes than the first have the game's usual set-up [default: 4, or as the rules allow]",
    )
}

/// A ruleset that should meet goals.
#[derive(Args, Debug)]
#[command(
    about = "Play {name} until it is decided whether a ruleset meets your goals",
    after_help = "Exit codes: 0 all goals met, 1 a goal missed, 2 wrong command line or goals file, 3 undecided\n\n{names}"
)]
#[command(mut_arg("by", by_of_goals))]
#[command(mut_arg("players", players_of_goals))]
pub(crate) struct Check {
    /// A ruleset or its path
    pub(crate) ruleset: String,
    /// Your goals, a TOML file: see docs/goals.md
    #[arg(long, value_name = "FILE")]
    pub(crate) goals: PathBuf,
    /// The most games
    ///
    /// As many again may be played for each pair of bots in a goal about skill
    #[arg(id = "games", long = "games", value_name = "N", default_value_t = 20_000, value_parser = count)]
    pub(crate) count: u64,
    /// Do not suggest changes for missed goals
    #[arg(long)]
    pub(crate) no_proposals: bool,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) kinds: PlayerTypesArg,
    /// Print the results as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the results with charts as an HTML page
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Overwrite an existing page
    #[arg(long, requires = "html")]
    pub(crate) force: bool,
}

/// A search for rulesets that meet goals.
#[derive(Args, Debug)]
#[command(
    about = "Search for rulesets of {name} that meet your goals",
    after_help = "Exit codes: 0 a candidate meets all goals, 1 each misses one, 2 wrong command line or goals file, \
                  3 undecided\n\n{names}"
)]
#[command(mut_arg("by", by_of_goals))]
#[command(mut_arg("players", players_of_goals))]
pub(crate) struct Tune {
    /// A ruleset or its path
    pub(crate) ruleset: String,
    /// Your goals, a TOML file: see docs/goals.md
    #[arg(long, value_name = "FILE")]
    pub(crate) goals: PathBuf,
    /// Fields to vary, as hand or hand=5..7
    ///
    /// Vary these fields by their steps, or with these values: hand=5,6,7 or hand=4..8 [default: all fields]
    #[arg(long, value_name = "FIELD[=...]", num_args = 1..)]
    pub(crate) fields: Vec<WantedField>,
    /// The most games of the search [default: 200000]
    #[arg(id = "games", long = "games", value_name = "N", value_parser = count)]
    count: Option<u64>,
    /// The most minutes [default: no limit]
    #[arg(long, value_name = "N", value_parser = count)]
    minutes: Option<u64>,
    /// The most games per candidate
    ///
    /// As many again may be played for each pair of bots in a goal about skill
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = count)]
    pub(crate) confirm: u64,
    /// The most candidates to confirm
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(1..=usize::MAX))]
    pub(crate) front: usize,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) kinds: PlayerTypesArg,
    /// Write candidates as rulesets in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write the results with charts as an HTML page
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,
    /// Keep the search in this file and continue it
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Print the results as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl Tune {
    /// The games of the search.
    pub(crate) fn count(&self) -> u64 {
        self.count.unwrap_or(if self.minutes.is_some() { u64::MAX } else { 200_000 })
    }

    /// The time of the search.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.minutes.map(|minutes| Duration::from_secs(minutes.saturating_mul(60)))
    }
}

/// All rulesets that differ from one by one step, played and compared with it.
#[derive(Args, Debug)]
#[command(about = "Change each rule of {name} by one step, and measure the effect", after_help = "{names}")]
#[command(mut_arg("players", |players| players.help("Seats; with --goals several, as 2,3,4")))]
#[command(mut_arg("csv", |csv| csv.help("Write one row per step and metric to this file")))]
#[command(mut_arg("shard", |shard| {
    shard
        .help("Play part I of N; `merge` joins the parts")
        .conflicts_with_all(["csv", "html", "json", "total", "minutes", "pairs"])
}))]
#[command(mut_arg("resume", |resume| {
    resume
        .conflicts_with_all(["ruleset", "players", "seed", "option", "bot", "by", "fields", "games", "total", "minutes"])
        .conflicts_with_all(["pairs", "shard", "out", "most_events", "openings"])
}))]
pub(crate) struct Vary {
    /// A ruleset or its path [default: {usual}]
    pub(crate) ruleset: Option<String>,
    /// Games per step [default: 1000]
    ///
    /// Rounded up to whole deals
    #[arg(id = "games", long = "games", value_name = "N", value_parser = count)]
    #[arg(conflicts_with_all = ["total", "minutes"])]
    count: Option<u64>,
    /// Games in total, spent on undecided steps
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "minutes")]
    total: Option<u64>,
    /// Like --total, for about N minutes
    #[arg(long, value_name = "N", value_parser = count)]
    minutes: Option<u64>,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) kinds: PlayerTypesArg,
    /// Fields to vary, as hand or hand=4,5,8
    ///
    /// Vary only these fields, tables of fields or entries: movement, hand, decks.first[2]; or try these values:
    /// hand=4,5,8 [default: every field by one step]
    #[arg(long, value_name = "FIELD[=...]", num_args = 1..)]
    pub(crate) fields: Vec<String>,
    /// Rank the steps by your goals: see docs/goals.md
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pairs", "metric", "resume"])]
    pub(crate) goals: Option<PathBuf>,
    /// Measure interactions of the N strongest steps
    #[arg(long, value_name = "N", value_parser = whole(2..=12_usize))]
    pub(crate) pairs: Option<usize>,
    /// Chart this metric [default: the strongest]
    #[arg(long)]
    pub(crate) metric: Option<String>,
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    pub(crate) kept: SavedRunArgs,
}

/// The games of all steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Budget {
    Games(Plan),
    /// Minutes, about.
    Minutes(u64),
}

impl Vary {
    pub(crate) fn budget(&self) -> Budget {
        match (self.total, self.minutes) {
            (Some(games), _) => Budget::Games(Plan::Spread { games }),
            (_, Some(minutes)) => Budget::Minutes(minutes),
            _ => Budget::Games(Plan::Each { games: self.count.unwrap_or(1000) }),
        }
    }
}

/// A bot without one element of the rules against the same bot with it, for each element.
#[derive(Args, Debug)]
#[command(
    about = "Measure what each element of {name} is worth by forbidding it to one seat",
    after_help = "{names}"
)]
#[command(mut_arg("bot", |bot| bot.help("The bot of all seats [default: {usual-bot}]").long_help(None::<&str>)))]
#[command(mut_arg("csv", |csv| csv.help("Write one row per element and player type")))]
#[command(mut_arg("json", |json| json.help("Print the results as JSON")))]
#[command(mut_arg("out", |out| {
    out.help("Save the results, for --resume or `merge`")
}))]
#[command(mut_arg("shard", |shard| {
    shard
        .help("Play part I of N; `merge` joins the parts")
        .conflicts_with_all(["csv", "html", "json"])
}))]
#[command(mut_arg("resume", |resume| {
    resume
        .conflicts_with_all(["ruleset", "players", "seed", "option", "bot", "by", "element", "games"])
        .conflicts_with_all(["shard", "out", "force", "most_events", "openings"])
}))]
pub(crate) struct Price {
    /// A ruleset or its path [default: {usual}]
    pub(crate) ruleset: Option<String>,
    /// Forbid only this element; repeatable
    #[arg(id = "element", long = "element", value_name = "NAME")]
    pub(crate) elements: Vec<String>,
    /// Games per element
    ///
    /// Rounded up to whole deals
    #[arg(id = "games", long = "games", value_name = "N", default_value_t = 1000, value_parser = count)]
    pub(crate) count: u64,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) kinds: PlayerTypesArg,
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    pub(crate) kept: SavedRunArgs,
}
