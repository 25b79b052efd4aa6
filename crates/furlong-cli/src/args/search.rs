//! The verbs of a designer: `check`, `tune`, `vary` and `price`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::groups::{Games, KeptArgs, PageArgs};
use super::values::{count, whole};
use crate::play::lineup::{KindsArg, bot_help};
use furlong::design::Plan;
use furlong::ruleset::WantedField;

/// A ruleset that should meet goals.
#[derive(Args, Debug)]
#[command(
    about = "Play {title} until it is decided whether a ruleset meets your goals",
    after_help = "Exit codes: 0 all goals are met, 1 a goal is missed, 3 none is missed but some are not decided, 2 the \
                  command line or the file of goals is wrong.\n\n{bots}"
)]
pub(crate) struct Check {
    /// The ruleset: {rulesets}, or the path of a file
    pub(crate) ruleset: String,
    /// The goals, a TOML file: see docs/goals.md
    #[arg(long, value_name = "FILE")]
    pub(crate) goals: PathBuf,
    /// The most games, and as many for each two bots of a goal about skill
    #[arg(id = "games", long = "games", value_name = "N", default_value_t = 20_000, value_parser = count)]
    pub(crate) count: u64,
    /// Propose no steps towards goals that are missed
    #[arg(long)]
    pub(crate) no_proposals: bool,
    #[command(flatten)]
    pub(crate) games: Games,
    /// Print the findings as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A search for rulesets that meet goals.
#[derive(Args, Debug)]
#[command(
    about = "Search rulesets of {title} that meet your goals",
    after_help = "Exit codes: 0 a candidate is confirmed to meet all goals, 1 each one misses a goal, 3 something is not \
                  decided, 2 the command line or the file of goals is wrong.\n\n{bots}"
)]
pub(crate) struct Tune {
    /// The ruleset: {rulesets}, or the path of a file
    pub(crate) ruleset: String,
    /// The goals, a TOML file: see docs/goals.md
    #[arg(long, value_name = "FILE")]
    pub(crate) goals: PathBuf,
    /// A field to vary by its steps, or with these values, as in hand=5,6,7 or hand=4..8; repeat the option for each
    /// [default: all fields]
    #[arg(long, value_name = "FIELD[=VALUES]", num_args = 1..)]
    pub(crate) fields: Vec<WantedField>,
    /// The most games of the search [default: 200000]
    #[arg(id = "games", long = "games", value_name = "N", value_parser = count)]
    count: Option<u64>,
    /// The most minutes of the search [default: no limit]
    #[arg(long, value_name = "N", value_parser = count)]
    minutes: Option<u64>,
    /// The most games of the confirmation of each candidate, and as many for each two bots of a goal about skill
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = count)]
    pub(crate) confirm: u64,
    /// The most candidates to confirm
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(1..=usize::MAX))]
    pub(crate) front: usize,
    #[command(flatten)]
    pub(crate) games: Games,
    /// Write each candidate as a ruleset into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite existing rulesets
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
    /// Keep the games of the search in this file, and continue with those in it
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Print the findings as JSON
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

/// All rulesets one step away from one, played and compared with it.
#[derive(Args, Debug)]
#[command(about = "Change each rule of {title} by one step, and measure what it does", after_help = "{bots}")]
#[command(mut_arg("csv", |csv| csv.help("Write a row for each step and metric into this file")))]
#[command(mut_arg("shard", |shard| {
    shard
        .help("Play only the Ith of N parts of the steps and write it with --out; `furlong merge` merges the parts")
        .conflicts_with_all(["csv", "html", "json", "total", "minutes", "pairs"])
}))]
#[command(mut_arg("resume", |resume| {
    resume
        .help("Continue the run in this file of --out, with its rules, bots, fields and games")
        .help_heading(None)
        .conflicts_with_all(["ruleset", "players", "seed", "option", "bot", "by", "fields", "games", "total", "minutes"])
        .conflicts_with_all(["pairs", "shard", "out", "most_events", "openings"])
}))]
pub(crate) struct Vary {
    /// The ruleset: {rulesets}, or the path of a file [default: {usual}]
    pub(crate) ruleset: Option<String>,
    /// The number of games of each step, rounded up to whole deals [default: 1000]
    #[arg(id = "games", long = "games", value_name = "N", value_parser = count)]
    #[arg(conflicts_with_all = ["total", "minutes"])]
    count: Option<u64>,
    /// The number of games of all steps together, spent on the steps whose effects are not yet decided
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "minutes")]
    total: Option<u64>,
    /// As --total, as many games as take about N minutes
    #[arg(long, value_name = "N", value_parser = count)]
    minutes: Option<u64>,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) kinds: KindsArg,
    /// Vary only these fields, tables of fields or entries: movement, hand, decks.first[2]; or try these values:
    /// hand=4,5,8 [default: every field by one step]
    #[arg(long, value_name = "FIELD[=VALUE,...]", num_args = 1..)]
    pub(crate) fields: Vec<String>,
    /// Rank the steps by how far they bring each goal of this file nearer: see docs/goals.md
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pairs", "metric", "resume", "by"])]
    pub(crate) goals: Option<PathBuf>,
    /// Measure the interactions of the N strongest steps, one of each field
    #[arg(long, value_name = "N", value_parser = whole(2..=12_usize))]
    pub(crate) pairs: Option<usize>,
    /// Show the chart of this metric [default: the one with the greatest effect]
    #[arg(long)]
    pub(crate) metric: Option<String>,
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    pub(crate) kept: KeptArgs,
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
    about = "Measure what each element of {title} is worth, by forbidding it to one seat",
    after_help = "{bots}"
)]
#[command(mut_arg("bot", |bot| bot.help(bot_help("The bot of all seats"))))]
#[command(mut_arg("csv", |csv| csv.help("Write a row for each element and kind of players into this file")))]
#[command(mut_arg("json", |json| json.help("Print the results as JSON")))]
#[command(mut_arg("out", |out| {
    out.help("Save the run in this file after each element, to continue with --resume, or the part")
}))]
#[command(mut_arg("shard", |shard| {
    shard
        .help("Play only the Ith of N parts of the elements and write it with --out; `furlong merge` merges the parts")
        .conflicts_with_all(["csv", "html", "json"])
}))]
#[command(mut_arg("resume", |resume| {
    resume
        .help("Continue the run in this file of --out, with its rules, bot, elements and games")
        .help_heading(None)
        .conflicts_with_all(["ruleset", "players", "seed", "option", "bot", "by", "element", "games"])
        .conflicts_with_all(["shard", "out", "force", "most_events", "openings"])
}))]
pub(crate) struct Price {
    /// The ruleset: {rulesets}, or the path of a file [default: {usual}]
    pub(crate) ruleset: Option<String>,
    /// Forbid only this element; repeat the option for each [default: every element of the game]
    #[arg(id = "element", long = "element", value_name = "NAME")]
    pub(crate) elements: Vec<String>,
    /// The number of games of each element, rounded up to whole deals
    #[arg(id = "games", long = "games", value_name = "N", default_value_t = 1000, value_parser = count)]
    pub(crate) count: u64,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) kinds: KindsArg,
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    pub(crate) kept: KeptArgs,
}
