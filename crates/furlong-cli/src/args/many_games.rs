//! The verbs that play many games and report them: `simulate`, `compare`, `merge`, `report` and `ladder`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{ArgAction, Args};

use super::groups::{
    BotLogArg, FileArgs, Games, Limits, PageArgs, SavedRunArgs, SeedArg, SetupArgs, ShardArg,
};
use super::values::{count, elo_test, until, whole};
use crate::play::lineup::{PlayerTypesArg, bot_without_seat};
use furlong::arena::{EloTest, Sequential};
use furlong::table::Occupant;

/// The seconds that a person is assumed to take for a decision.
pub(crate) const SECONDS_PER_DECISION: u32 = 10;

/// Many games under one ruleset.
#[derive(Args, Debug)]
#[command(about = "Play many games of {name} and report the figures", after_help = "{names}")]
#[command(mut_arg("until", |until| {
    until.value_name("PLAYER=D").help("Play until it is decided whether PLAYER gains D").long_help(
        "Play until it is decided whether PLAYER wins more or less than the average seat by D; 0.02 is 2 %",
    )
}))]
pub(crate) struct Simulate {
    /// A ruleset or its path [default: {usual}]
    #[arg(long, short, value_name = "NAME|PATH")]
    pub(crate) ruleset: Option<String>,
    /// Games per ruleset
    ///
    /// Rounded up to whole deals
    #[arg(id = "games", long = "games", value_name = "N", default_value_t = 1000, value_parser = count)]
    pub(crate) count: u64,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) measured: Measured,
    /// Measure what a seat gains from a better bot
    ///
    /// One bot plays against others, and the others among themselves on the same deals
    #[arg(long, value_names = ["BETTER", "OTHERS"], num_args = 2, action = ArgAction::Set)]
    #[arg(conflicts_with_all = ["bot", "until", "csv", "game", "save_records"])]
    pub(crate) skill: Vec<Occupant>,
}

/// Many games under two rulesets or more.
#[derive(Args, Debug)]
#[command(
    about = "Play {name} under several rulesets on the same deals and compare them",
    after_help = "{names}"
)]
pub(crate) struct Compare {
    /// The first ruleset, or the path of a file
    #[arg(value_name = "A")]
    pub(crate) a: String,
    /// Rulesets to compare with the first, or paths of files
    #[arg(value_name = "B", required = true)]
    pub(crate) b: Vec<String>,
    /// Games per ruleset
    ///
    /// Rounded up to whole deals
    #[arg(id = "games", long = "games", value_name = "N", default_value_t = 1000, value_parser = count)]
    pub(crate) count: u64,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) kinds: PlayerTypesArg,
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
    /// Play until a difference of D is decided
    ///
    /// Play until it is decided whether this metric differs from the first ruleset by D, in its units (for a share, 0.02 is
    /// 2 %)
    #[arg(long, value_name = "METRIC=D", conflicts_with = "out", value_parser = until)]
    pub(crate) until: Option<Sequential>,
    /// Adjust for luck [default: on where it helps]
    ///
    /// Adjust the shares of the win for the luck of chance events, which makes their intervals narrower [default: on where
    /// it helps: see docs/luck.md]
    #[arg(long, value_name = "on|off", hide_possible_values = true, value_parser = PossibleValuesParser::new(["on", "off"]).map(|word| word == "on"))]
    pub(crate) luck: Option<bool>,
    /// Save each game in DIR, for `replay`
    #[arg(long, value_name = "DIR")]
    save_records: Option<PathBuf>,
    /// Play and save only game K (a row of --csv)
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
#[command(about = "Join the parts of a run written with --shard, and report it")]
#[command(mut_arg("csv", |csv| {
    csv.help("Write one row per game (or step and metric) to this file")
}))]
pub(crate) struct Merge {
    /// All parts of one run: files, or folders of .json files
    #[arg(value_name = "FILE", required = true)]
    pub(crate) parts: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) files: FileArgs,
}

/// A page about a ruleset.
#[derive(Args, Debug)]
#[command(about = "Play many games of {name} and write a page about the ruleset", after_help = "{names}")]
pub(crate) struct Report {
    /// A ruleset or its path
    pub(crate) ruleset: String,
    /// Games
    ///
    /// Rounded up to whole deals
    #[arg(id = "games", long = "games", value_name = "N", default_value_t = 1000, value_parser = count)]
    pub(crate) count: u64,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) kinds: PlayerTypesArg,
    /// Assumed thinking time
    ///
    /// The seconds that a person takes for a decision, to estimate the length of a game
    #[arg(long, value_name = "N", default_value_t = SECONDS_PER_DECISION, value_parser = whole(1..=3600_u32))]
    pub(crate) seconds_per_decision: u32,
    /// Measure N doublings of search
    ///
    /// Measure the depth of skill: what N doublings of the search of `hard` gain, each against the one before
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=6_u32))]
    pub(crate) depth: u32,
    /// Write the page to this file
    ///
    /// A typical game is saved next to it, with the ending .json
    #[arg(long, value_name = "FILE")]
    pub(crate) html: PathBuf,
    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,
}

/// A form for games of people, or such games compared with those of bots.
#[derive(Args, Debug)]
#[command(
    about = "Print a form for a table of people who play {name}, or compare their games with those of bots",
    after_help = "{names}"
)]
pub(crate) struct Playtest {
    /// A ruleset or its path
    pub(crate) ruleset: String,
    /// Games of people to compare
    ///
    /// Saved games of people, or .csv files with the headings of the form. Without files, the form is printed
    #[arg(value_name = "FILE")]
    pub(crate) people: Vec<PathBuf>,
    /// Games of bots
    ///
    /// Rounded up to whole deals
    #[arg(id = "games", long = "games", value_name = "N", default_value_t = 400, value_parser = count)]
    pub(crate) count: u64,
    #[command(flatten)]
    pub(crate) games: Games,
    #[command(flatten)]
    pub(crate) kinds: PlayerTypesArg,
}

/// Every two bots against each other: a new ladder, or one that is resumed.
#[derive(Args, Debug)]
#[command(about = "Rate the bots of {name}: each plays every other", after_help = "{names}")]
#[command(mut_arg("json", |json| json.help("Print the results as JSON")))]
#[command(mut_arg("out", |out| {
    out.help("Save the results, for --resume or `merge`").alias("save")
}))]
#[command(mut_arg("shard", |shard| {
    shard
        .help("Play part I of N; `merge` joins the parts")
        .long_help("Play only the Ith of N parts of the deals and write it with --out; `furlong merge` joins the parts")
        .conflicts_with_all(["html", "json", "csv", "save_records"])
}))]
#[command(mut_arg("resume", |resume| {
    resume
        .help("Continue the ladder in this file")
        .long_help("Continue the ladder in this file; with --bot, further bots meet those of the ladder")
        .conflicts_with_all(["ruleset", "players", "seed", "option", "gauntlet", "until", "most_events", "openings", "out", "shard"])
}))]
pub(crate) struct Ladder {
    /// A ruleset or its path [default: {usual}]
    #[arg(long, short, value_name = "NAME|PATH")]
    pub(crate) ruleset: Option<String>,
    /// Numbers of seats to rate at [default: 2,4]
    #[arg(long, short = 'n', value_name = "N", value_delimiter = ',', value_parser = whole(1..=u8::MAX))]
    pub(crate) players: Vec<u8>,
    #[command(flatten)]
    pub(crate) seed: SeedArg,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// A bot to rate; repeatable [default: levels]
    ///
    /// A bot to rate; repeat the option for more. In each pairing the bot named first plays alone, in each seat in turn, and
    /// the other plays all other seats [default: the levels of play, or all bots of a game without levels]
    #[arg(long = "bot", short = 'b', id = "bot", value_name = "BOT", value_parser = bot_without_seat)]
    pub(crate) bots: Vec<Occupant>,
    /// Only the first bot meets the others
    #[arg(long)]
    pub(crate) gauntlet: bool,
    /// Deals per pairing [default: 200]
    ///
    /// Deals per pairing; with --until, the most [default: 200, or 20000 with --until]
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) deals: Option<u64>,
    /// Play until this test is decided
    ///
    /// Play each pairing until it is decided whether the first bot is stronger by A or by B Elo points; `elo0=-10,elo1=0`
    /// asks whether it is no weaker. `alpha` and `beta` are the probabilities of a wrong B and a wrong A (0.05). A part (--shard)
    /// plays all its deals, and `furlong merge` decides
    #[arg(long, value_name = "elo0=A,elo1=B", value_parser = elo_test)]
    pub(crate) until: Option<EloTest>,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Leave out thinking times
    ///
    /// The output then depends on the seed only
    #[arg(long)]
    pub(crate) no_times: bool,
    /// Write the ratings with charts as an HTML page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write one row per pairing and deal to this file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Save each game in DIR, for `replay`
    #[arg(long, value_name = "DIR")]
    pub(crate) save_records: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) log: BotLogArg,
    #[command(flatten)]
    pub(crate) kept: SavedRunArgs,
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
