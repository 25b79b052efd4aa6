//! Groups of arguments that several verbs have.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, Id};

use super::values::{option, share, whole};
use crate::bot_log::BotLog;
use crate::failure::Failure;
use crate::play::lineup::BotArgs;
use furlong::any::CatalogueEntry;
use furlong::arena::{MOST_EVENTS, MOST_UNFINISHED, OnFailure, Shard};
use furlong::bot::ProcessObserver;
use furlong::text::capitalized;
use furlong::{Playable, Roster, Streams};

/// The chance of a game or of many.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SeedArg {
    /// Seed, to repeat a run [default: random]
    #[arg(long, short, value_name = "N", value_parser = whole(0..=u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// Unknown to anybody beforehand.
    #[arg(skip = Streams::any_seed())]
    any: u64,
}

impl SeedArg {
    pub(crate) fn value(self) -> u64 {
        self.seed.unwrap_or(self.any)
    }
}

/// The size of the table, and its chance.
#[derive(Args, Clone, Debug)]
pub(crate) struct TableArgs {
    /// Seats [default: 4, or as the rules allow]
    #[arg(long, short = 'n', value_name = "N", value_delimiter = ',', value_parser = whole(1..=u8::MAX))]
    pub(crate) players: Vec<u8>,
    #[command(flatten)]
    pub(crate) seed: SeedArg,
}

impl TableArgs {
    /// The number of seats, for a verb that plays at tables of one size.
    pub(crate) fn players(&self) -> Result<Option<u8>, Failure> {
        match self.players[..] {
            [] => Ok(None),
            [players] => Ok(Some(players)),
            _ => Err(Failure::usage("--players: only one number of seats is possible here")),
        }
    }
}

/// The options of the game's set-up with their values, as one argument: for verbs with options of the same names.
#[derive(Args, Clone, Debug)]
pub(crate) struct SetupArgs {
    /// Game option: {options}
    ///
    /// `furlong play {id} --help` explains the options of the game: {options}
    #[arg(id = "option", long = "option", value_name = "NAME=VALUE", value_parser = option)]
    pub(crate) options: Vec<(String, String)>,
}

/// The place of options at the end of the help. Help itself comes after them.
pub(crate) const AFTER_ALL: usize = 900;

/// The options of the game's set-up with their values, each an argument of its own.
// Which ones there are is known only when the game is, so it is not derived.
#[derive(Clone, Debug)]
pub(crate) struct OwnOptions(pub(crate) Vec<(String, String)>);

impl OwnOptions {
    /// Begins the names of these arguments, apart from those of all others.
    const PREFIX: &str = "option:";

    /// The arguments.
    pub(crate) fn of(game: &CatalogueEntry) -> impl Iterator<Item = Arg> {
        game.options.iter().map(|option| {
            Arg::new(format!("{}{}", Self::PREFIX, option.name))
                .long(option.name)
                .value_name(option.value)
                .help(capitalized(option.meaning))
                .display_order(AFTER_ALL)
        })
    }
}

impl FromArgMatches for OwnOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = |id: &Id| {
            let name = id.as_str().strip_prefix(Self::PREFIX)?;
            Some((name.to_owned(), matches.get_one::<String>(id.as_str())?.clone()))
        };
        Ok(Self(matches.ids().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for OwnOptions {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

/// The games of a run: the table and the bots, and the terms. Under which rules they are played the verb says.
#[derive(Args, Clone, Debug)]
pub(crate) struct Games {
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// The number of games, which is rounded up to whole deals: see [`Games::of`].
    #[arg(skip = 1_u64)]
    pub(crate) count: u64,
    /// `true` to measure luck; `None` leaves it to the game.
    #[arg(skip = Some(false))]
    pub(crate) luck: Option<bool>,
}

impl Games {
    /// As many of these games.
    pub(crate) fn of(self, count: u64) -> Self {
        Self { count, ..self }
    }

    /// Takes several numbers of seats, for goals that must be met at each; the first remains for everything else.
    pub(crate) fn take_sizes(&mut self) -> Result<Vec<u8>, Failure> {
        if self.table.players.len() < 2 {
            return Ok(Vec::new());
        }
        if !self.setup.options.is_empty() {
            return Err(Failure::usage("--option: not possible with several numbers of seats"));
        }
        let sizes = self.table.players.clone();
        self.table.players.truncate(1);
        Ok(sizes)
    }

    /// The same games with a measure of luck, or without.
    pub(crate) fn with_luck(self, luck: Option<bool>) -> Self {
        Self { luck, ..self }
    }
}

/// The terms of each game in a run.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Limits {
    #[command(flatten)]
    pub(crate) events: EventsArg,
    /// Unfinished games tolerated
    ///
    /// The largest share of unfinished games, from 0 to 1, for which figures are still judged
    #[arg(long, value_name = "SHARE", default_value_t = MOST_UNFINISHED, value_parser = share)]
    pub(crate) most_unfinished: f64,
    /// Begin with N random plies
    ///
    /// They are the same in all seatings of a deal and under all rulesets
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=u32::MAX))]
    pub(crate) openings: u32,
    /// A failing bot loses its game; the run goes on
    ///
    /// A bot that crashes, answers too late or chooses an illegal action forfeits its game: the other seats share the win, and
    /// the run continues. Without this option the run ends
    #[arg(long)]
    pub(crate) forfeit: bool,
    /// Threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = whole(NonZeroUsize::MIN..=NonZeroUsize::MAX))]
    pub(crate) threads: Option<NonZeroUsize>,
}

impl Limits {
    pub(crate) fn on_failure(self) -> OnFailure {
        if self.forfeit { OnFailure::Forfeit } else { OnFailure::Stop }
    }
}

/// The log of what programs that play are told and answer.
#[derive(Args, Clone, Debug)]
pub(crate) struct BotLogArg {
    /// Log what bot programs read and write, in DIR
    ///
    /// Each process gets its own file in DIR, with the time, the game and the event of each line
    #[arg(long, value_name = "DIR")]
    bot_log: Option<PathBuf>,
}

impl BotLogArg {
    /// The log, where one was asked for.
    pub(crate) fn begin(&self) -> Result<Option<Arc<dyn ProcessObserver>>, Failure> {
        Ok(match &self.bot_log {
            Some(folder) => Some(Arc::new(BotLog::begin(folder)?)),
            None => None,
        })
    }

    /// The bots, with a log where one was asked for.
    pub(crate) fn listening<G: Playable>(&self, bots: &Roster<G>) -> Result<Roster<G>, Failure> {
        let bots = bots.clone();
        Ok(match self.begin()? {
            Some(log) => bots.with_process_observer(log),
            None => bots,
        })
    }
}

/// The end of a game that does not end.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct EventsArg {
    /// Stop games after N events
    ///
    /// A longer game counts as unfinished
    #[arg(long, value_name = "N", default_value_t = MOST_EVENTS, value_parser = whole(1..=u32::MAX))]
    pub(crate) most_events: u32,
}

/// The results of a run, and the pages that are made of them.
#[derive(Args, Clone, Debug)]
pub(crate) struct FileArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The forms of a report for people.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct PageArgs {
    /// Show all metrics, not only significant ones
    #[arg(long)]
    pub(crate) all: bool,
    /// Write one row per game to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Write the report with charts as an HTML page
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// The results of a run.
#[derive(Args, Clone, Debug)]
pub(crate) struct OutputArgs {
    /// Print the results as JSON, with every game
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the results to this file, for `merge`
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,
}

/// A run that is kept in a file: the part that is played, and the file of a run that goes on.
#[derive(Args, Clone, Debug)]
pub(crate) struct SavedRunArgs {
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) shard: ShardArg,
    #[command(flatten)]
    pub(crate) resumed: ResumeArgs,
}

/// A part of a run.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct ShardArg {
    /// Play part I of N; `merge` joins the parts
    ///
    /// Plays only the Ith of N parts of the run, and writes it with --out; `furlong merge` joins the parts
    #[arg(long, value_name = "I/N", requires_all = ["out", "seed"])]
    pub(crate) shard: Option<Shard>,
}

/// A file that is continued.
#[derive(Args, Clone, Debug)]
pub(crate) struct ResumeArgs {
    /// Continue the run in this file of --out
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Run bot commands of that file without asking
    #[arg(long, requires = "resume", hide_short_help = true)]
    pub(crate) allow_exec: bool,
}
