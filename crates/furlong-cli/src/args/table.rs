//! The verbs about one table: `play`, `learn`, `bots`, `trace` and `advise`; and `diff`, which plays at tables of its own.

use std::path::PathBuf;
use std::str::FromStr as _;

use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, Args};

use super::groups::{BotLogArg, EventsArg, OwnOptions, SeedArg, SetupArgs, TableArgs};
use super::values::{count, whole};
use crate::play::lineup::BotArgs;
use furlong::Seat;
use furlong::any::CatalogueEntry;
use furlong::arena::diff::Search;
use furlong::bot::ProcessSpec;
use furlong::record::{Flag, TimeControl};
use furlong::text::{Colour, listed, plain};

/// A game at the terminal: a new one, or one that is resumed.
#[derive(Args, Debug)]
#[command(
    about = "Play {name}, or watch bots play it",
    after_help = "{levels}\nAll options: furlong help play {id}"
)]
#[command(mut_arg("bot", |bot| bot
    .help("A bot for the other seats [default: {opponent}]")
    .long_help(
        "A bot for the seats without a person [default: {opponent}; {usual-bot} if nobody else plays]. Repeat the option \
         for several: they take the seats in order, starting over when there are more seats. 2=BOT is for seat 2, and \
         exec:COMMAND is a program of your own"
    )))]
#[command(mut_arg("bot_log", |log| log.hide_short_help(true)))]
#[command(mut_arg("most_events", |most| most.hide_short_help(true)))]
#[command(mut_arg("seed", |seed| seed.help("Repeat a game: same seed, same chance events")))]
pub(crate) struct Play {
    /// A ruleset or its path [default: {usual}]
    #[arg(long, short, value_name = "NAME|PATH")]
    pub(crate) ruleset: Option<String>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) options: OwnOptions,
    /// Seats of people, such as 1,3 [default: 1]
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    people: Vec<Seat>,
    /// Watch bots play
    #[arg(long, conflicts_with = "people")]
    watch: bool,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    /// Names in seat order, such as Ada,Bob
    #[arg(long, value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    pub(crate) names: Vec<String>,
    /// Colours of seats, such as 1=red,3=teal
    ///
    /// The colours are blue, red, green, orange, purple, grey, teal and pink
    #[arg(long, value_name = "SEAT=COLOUR", value_delimiter = ',', value_parser = seat_and_colour)]
    pub(crate) colours: Vec<(Seat, Colour)>,
    /// Time limit per person: 10m, 10m+5s or 30s/move
    ///
    /// 10m is for the whole game, 10m+5s adds 5 seconds for each move, and 30s/move is for each move
    #[arg(long, value_name = "TIME", conflicts_with = "watch")]
    pub(crate) clock: Option<TimeControl>,
    /// When time runs out: lose, or bot:BOT to let a bot take over [default: lose]
    #[arg(long, hide_short_help = true, value_name = "lose|bot:BOT", requires = "clock")]
    pub(crate) flag: Option<Flag>,
    /// Begin with the position in this file (JSON)
    #[arg(long, hide_short_help = true, value_name = "FILE", conflicts_with = "players")]
    pub(crate) position: Option<PathBuf>,
    /// Save the game in this file
    ///
    /// By default the file is furlong-GAME-SEED.json in the data directory of the system
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Continue a saved game [default: the latest]
    ///
    /// The game is in this file, or has this name in `furlong games` [default: the latest one that is not over]. It keeps its
    /// rules, seats, bots and seed; --bot changes bots
    #[arg(
        long,
        value_name = "NAME|FILE",
        num_args = 0..=1,
        conflicts_with_all = ["ruleset", "players", "seed", "people", "watch", "names", "position", "clock", "colours"]
    )]
    #[expect(clippy::option_option, reason = "the option may stand without a value")]
    pub(crate) resume: Option<Option<PathBuf>>,
    /// Run bot commands of that file without asking
    #[arg(long, requires = "resume", hide_short_help = true)]
    pub(crate) allow_exec: bool,
    #[command(flatten)]
    pub(crate) log: BotLogArg,
    #[command(flatten)]
    pub(crate) events: EventsArg,
    #[command(flatten)]
    pub(crate) lines: LinesArgs,
}

/// The options of a display line by line.
#[derive(Args, Debug)]
pub(crate) struct LinesArgs {
    /// Do not use colours
    #[arg(long, hide_short_help = true)]
    pub(crate) plain: bool,
    /// With --plain, print only the lines of the board that changed
    ///
    /// For screen readers and logs. `view` prints the whole table
    #[arg(long, hide_short_help = true, requires = "plain")]
    pub(crate) changes: bool,
}

impl Play {
    /// The arguments that only this game has.
    pub(crate) fn options_of(game: &CatalogueEntry) -> Vec<Arg> {
        OwnOptions::of(game).map(|option| option.conflicts_with("resume")).collect()
    }

    /// The seats of people.
    pub(crate) fn people(&self) -> Vec<Seat> {
        if self.people.is_empty() && !self.watch { vec![Seat::FIRST] } else { self.people.clone() }
    }
}

/// The seat and the colour of `2=red`.
fn seat_and_colour(typed: &str) -> Result<(Seat, Colour), String> {
    let (seat, colour) = typed.split_once('=').ok_or("write a seat and its colour: 2=red")?;
    let seat = seat.parse::<Seat>().map_err(|error| error.to_string())?;
    let colour = colour.parse::<Colour>().map_err(|_| {
        let known = Colour::ALL.map(|colour| colour.to_string());
        format!("there is no colour `{}`; there are {}", plain(colour), listed(known))
    })?;
    Ok((seat, colour))
}

/// A guided first game.
#[derive(Args, Debug)]
#[command(about = "Learn {name} in a short guided race", after_help = "{names}")]
pub(crate) struct Learn {
    /// A ruleset or its path [default: {usual}]
    #[arg(long, short, value_name = "NAME|PATH")]
    pub(crate) ruleset: Option<String>,
    /// Do not use colours
    #[arg(long)]
    pub(crate) plain: bool,
}

/// Puzzles of a game.
#[derive(Args, Debug)]
#[command(about = "Find the best move in positions of {name}", after_help = "{names}")]
pub(crate) struct Puzzles {
    /// A ruleset or its path [default: {usual}]
    #[arg(long, short, value_name = "NAME|PATH")]
    pub(crate) ruleset: Option<String>,
    /// Do not use colours
    #[arg(long)]
    pub(crate) plain: bool,
}

/// The bots of a game, or a check of one that is a program.
#[derive(Args, Debug)]
#[command(about = "List the bots of {name}, or check a program that plays it")]
#[command(mut_arg("bot_log", |log| log.requires("check")))]
pub(crate) struct Bots {
    /// Check a program; exit code 1 if it breaks the protocol
    #[arg(long, value_name = "exec:COMMAND", value_parser = ProcessSpec::from_str)]
    pub(crate) check: Option<ProcessSpec>,
    /// Check only this ruleset [default: all]
    #[arg(long, short, value_name = "NAME|PATH", requires = "check")]
    pub(crate) ruleset: Option<String>,
    /// Whole games per ruleset and table
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count, requires = "check")]
    pub(crate) games: u64,
    /// Seed of the check
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX), requires = "check")]
    pub(crate) seed: u64,
    /// Print the protocol as a JSON Schema
    #[arg(long, conflicts_with_all = ["check", "reference"])]
    pub(crate) schema: bool,
    /// Print the protocol as Markdown
    #[arg(long, conflicts_with = "check")]
    pub(crate) reference: bool,
    /// Print the results of the check as JSON
    #[arg(long, requires = "check")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) log: BotLogArg,
}

/// The rules, for programs that search.
#[derive(Args, Debug)]
#[command(about = "Answer questions about the rules of {name}, one JSON object per line")]
pub(crate) struct RulesServer;

/// Games that are written event by event.
#[derive(Args, Debug)]
#[command(about = "Write whole games of {name} as JSON, one line per event", after_help = "{names}")]
pub(crate) struct Trace {
    /// A ruleset or its path [default: {usual}]
    #[arg(long, short, value_name = "NAME|PATH")]
    pub(crate) ruleset: Option<String>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// Games
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    #[command(flatten)]
    pub(crate) log: BotLogArg,
    #[command(flatten)]
    pub(crate) events: EventsArg,
}

/// Advice at a table of one's own.
#[derive(Args, Debug)]
#[command(about = "Suggest a move for a game of {name} on your own table", after_help = "{names}")]
#[command(mut_arg("bot", |bot| bot.value_name("BOT").help("The bot to ask").long_help(None::<&str>)))]
pub(crate) struct Advise {
    /// A ruleset or its path [default: {usual}]
    #[arg(long, short, value_name = "NAME|PATH")]
    pub(crate) ruleset: Option<String>,
    #[command(flatten)]
    pub(crate) seed: SeedArg,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    /// Do not use colours
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) file: TableFile,
}

/// The file that holds the table, in one of two forms.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub(crate) struct TableFile {
    /// Your seat's view as JSON, as `furlong trace` writes it
    #[arg(long, value_name = "FILE")]
    pub(crate) view: Option<PathBuf>,
    /// The whole position, as JSON; advises the seat to move
    #[arg(long, value_name = "FILE")]
    pub(crate) position: Option<PathBuf>,
}

/// The differences between two rulesets.
#[derive(Args, Debug)]
#[command(about = "Show how two rulesets of {name} differ, with positions")]
pub(crate) struct Diff {
    /// The first ruleset, or the path of a file
    #[arg(value_name = "A")]
    pub(crate) a: String,
    /// The second ruleset, or the path of a file
    #[arg(value_name = "B")]
    pub(crate) b: String,
    /// Races to search per field and number of players
    #[arg(long, value_name = "N", default_value_t = Search::default().games, value_parser = count)]
    games: u64,
    /// Seed, to find the same positions again
    #[arg(long, short, value_name = "N", default_value_t = Search::default().seed, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    pub(crate) files: DiffFiles,
    /// Overwrite existing files
    #[arg(long, requires = "DiffFiles")]
    pub(crate) force: bool,
    /// Print the results as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The files of what was found.
#[derive(Args, Debug)]
pub(crate) struct DiffFiles {
    /// Save the races that lead to the positions in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) save: Option<PathBuf>,
    /// Write an HTML page with the positions drawn
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

impl Diff {
    pub(crate) fn search(&self) -> Search {
        Search::default().games(self.games).seed(self.seed)
    }
}
