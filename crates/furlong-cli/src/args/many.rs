//! The verbs that play many games and report them: `simulate`, `compare`, `merge`, `report` and `ladder`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{ArgAction, Args};

use super::groups::{BotLogArg, FileArgs, Games, KeptArgs, Limits, PageArgs, SeedArg, SetupArgs, ShardArg};
use super::values::{count, until, whole};
use crate::play::lineup::{KindsArg, bot_without_seat};
use furlong::arena::Sequential;
use furlong::table::Occupant;

/// Many games under one ruleset.
#[derive(Args, Debug)]
#[command(about = "Play many games of {title} and measure them", after_help = "{bots}")]
#[command(mut_arg("until", |until| {
    until.value_name("PLAYER=D").help(
        "Play until it is decided whether this player wins more or less than the average seat, by D (0.02 is 2 %)",
    )
}))]
pub(crate) struct Simulate {
    /// The ruleset: {rulesets}, or the path of a file [default: {usual}]
    #[arg(long, short, value_name = "NAME|PATH")]
    pub(crate) ruleset: Option<String>,
    /// The number of games of each ruleset, rounded up to whole deals
    #[arg(id = "games", long = "games", value_name = "N", default_value_t = 1000, value_parser = count)]
    pub(crate) count: u64,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) measured: Measured,
    /// Measure skill: one bot against others, and the others among themselves on the same deals
    #[arg(long, value_names = ["BETTER", "OTHERS"], num_args = 2, action = ArgAction::Set)]
    #[arg(conflicts_with_all = ["bot", "until", "csv", "game", "save_records"])]
    pub(crate) skill: Vec<Occupant>,
}

/// Many games under two rulesets or more.
#[derive(Args, Debug)]
#[command(
    about = "Play {title} under two or more rulesets on common deals and show what differs from the first",
    after_help = "{bots}"
)]
pub(crate) struct Compare {
    /// The first ruleset: {rulesets}, or the path of a file
    #[arg(value_name = "A")]
    pub(crate) a: String,
    /// The rulesets that are compared with the first: {rulesets}, or paths of files
    #[arg(value_name = "B", required = true)]
    pub(crate) b: Vec<String>,
    /// The number of games of each ruleset, rounded up to whole deals
    #[arg(id = "games", long = "games", value_name = "N", default_value_t = 1000, value_parser = count)]
    pub(crate) count: u64,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) kinds: KindsArg,
    #[command(flatten)]
    pub(crate) measured: Measured,
}

/// The part of a run that is played, its end and its output.
#[derive(Args, Debug)]
#[command(mut_arg("shard", |shard| {
    shard.conflicts_with_all(["csv", "html", "json", "until", "game", "save_records"])
}))]
pub(crate) struct Measured {
    #[command(flatten)]
    pub(crate) files: FileArgs,
    #[command(flatten)]
    pub(crate) log: BotLogArg,
    #[command(flatten)]
    pub(crate) shard: ShardArg,
    /// Play until it is decided whether this metric differs from the first ruleset by D, in its units (for a share, 0.02 is
    /// 2 %)
    #[arg(long, value_name = "METRIC=D", conflicts_with = "out", value_parser = until)]
    pub(crate) until: Option<Sequential>,
    /// Adjust the shares of the win for the luck of chance events, which makes their intervals narrower [default: on where
    /// it helps much: see docs/luck.md]
    #[arg(long, value_name = "on|off", value_parser = PossibleValuesParser::new(["on", "off"]).map(|word| word == "on"))]
    pub(crate) luck: Option<bool>,
    /// Save each game in this folder, for `furlong replay`
    #[arg(long, value_name = "DIR")]
    save_records: Option<PathBuf>,
    /// Play only game K, as the rows of --csv number them, and save it
    #[arg(long, value_name = "K", value_parser = count, requires = "seed")]
    #[arg(conflicts_with_all = ["csv", "html", "json", "until", "out"])]
    pub(crate) game: Option<u64>,
}

/// The folder in which single games are saved.
#[derive(Debug)]
pub(crate) struct Records {
    pub(crate) folder: PathBuf,
    /// Writes over files that are there.
    pub(crate) force: bool,
}

impl Measured {
    /// Returns whether the run is of one kind of players: a question that is decided while they play, or single games.
    pub(crate) fn is_of_one_kind(&self) -> bool {
        self.until.is_some() || self.game.is_some() || self.save_records.is_some()
    }

    /// The records that are saved; that of a single game stands in the current folder where none is named.
    pub(crate) fn records(&self) -> Option<Records> {
        let folder = self.save_records.clone().or_else(|| self.game.map(|_| PathBuf::new()))?;
        Some(Records { folder, force: self.files.output.force })
    }
}

/// Parts of a run that are joined.
#[derive(Args, Debug)]
#[command(about = "Merge the parts of a run that `--shard` has written, and report on the whole")]
#[command(mut_arg("csv", |csv| {
    csv.help("Write a row for each game, or for each step and metric of a run of `vary`, into this file")
}))]
pub(crate) struct Merge {
    /// All parts of one run, in any order; a folder stands for its files with the ending .json
    #[arg(value_name = "FILE", required = true)]
    pub(crate) parts: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) files: FileArgs,
}

/// A page about a ruleset.
#[derive(Args, Debug)]
#[command(about = "Play many games of {title} and write a page about the ruleset", after_help = "{bots}")]
pub(crate) struct Report {
    /// The ruleset: {rulesets}, or the path of a file
    pub(crate) ruleset: String,
    /// The number of games, rounded up to whole deals
    #[arg(id = "games", long = "games", value_name = "N", default_value_t = 1000, value_parser = count)]
    pub(crate) count: u64,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) kinds: KindsArg,
    /// The seconds that a person takes for a decision, for an estimate of the length of a game
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole(1..=3600_u32))]
    pub(crate) seconds_per_decision: u32,
    /// Measure the depth of skill: what N doublings of the search of `hard` gain, each against the one before
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=6_u32))]
    pub(crate) depth: u32,
    /// Write the page into this file, and a typical game as a record next to it, with the ending .json
    #[arg(long, value_name = "FILE")]
    pub(crate) html: PathBuf,
    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,
}

/// Every two bots against each other: a new ladder, or one that is resumed.
#[derive(Args, Debug)]
#[command(about = "Rate the bots of {title}: every two play each other", after_help = "{bots}")]
#[command(mut_arg("json", |json| json.help("Print the results as JSON")))]
#[command(mut_arg("out", |out| {
    out.help("Save the results in this file, to continue with --resume or for `furlong merge`")
        .alias("save")
        .help_heading("Files")
}))]
#[command(mut_arg("force", |force| force.help_heading("Files")))]
#[command(mut_arg("shard", |shard| {
    shard
        .help("Play only the Ith of N parts of the deals and write it with --out; `furlong merge` merges the parts")
        .conflicts_with_all(["html", "json", "csv", "save_records"])
}))]
#[command(mut_arg("resume", |resume| {
    resume
        .help("Continue the ladder in this file, with its rules, tables, bots and seed")
        .conflicts_with_all(["ruleset", "players", "seed", "option", "bot", "most_events", "openings", "out", "shard"])
}))]
pub(crate) struct Ladder {
    /// The ruleset: {rulesets}, or the path of a file [default: {usual}]
    #[arg(long, short, value_name = "NAME|PATH")]
    pub(crate) ruleset: Option<String>,
    /// The numbers of seats, such as 2,4, each with its own table of ratings [default: 2,4]
    #[arg(long, short = 'n', value_name = "N", value_delimiter = ',', value_parser = whole(1..=u8::MAX))]
    pub(crate) players: Vec<u8>,
    #[command(flatten)]
    pub(crate) seed: SeedArg,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// A bot to rate; repeat the option for each. Of every two, the one named first sits alone, in each seat in turn, and
    /// the other has all other seats [default: the levels of play; all bots of a game without levels]
    #[arg(long = "bot", short = 'b', id = "bot", value_name = "BOT", value_parser = bot_without_seat)]
    pub(crate) bots: Vec<Occupant>,
    /// The number of deals of every two bots [default: 200]
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) deals: Option<u64>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Leave out the thinking times, so that the output depends on the seed only
    #[arg(long)]
    pub(crate) no_times: bool,
    /// Write the ratings with charts into this file, as an HTML page
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    html: Option<PathBuf>,
    /// Write a row for each pairing and deal into this file
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    csv: Option<PathBuf>,
    /// Save each game in this folder, for `furlong replay`
    #[arg(long, value_name = "DIR", help_heading = "Files")]
    pub(crate) save_records: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) log: BotLogArg,
    #[command(flatten)]
    pub(crate) kept: KeptArgs,
}

impl Ladder {
    /// The page of the ratings.
    pub(crate) fn pages(&self) -> PageArgs {
        PageArgs { html: self.html.clone(), csv: self.csv.clone(), ..PageArgs::default() }
    }

    /// The folder of its games.
    pub(crate) fn records(&self) -> Option<Records> {
        let folder = self.save_records.clone()?;
        Some(Records { folder, force: self.kept.output.force })
    }
}
