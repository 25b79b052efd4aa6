//! The verbs about one table: `play`, `learn`, `bots`, `trace` and `advise`; and `diff`, which plays at tables of its own.

use std::path::PathBuf;
use std::str::FromStr as _;

use clap::builder::NonEmptyStringValueParser;
use clap::{Arg, Args};

use super::groups::{BotLogArg, EventsArg, OwnOptions, ResumeArgs, SeedArg, SetupArgs, TableArgs};
use super::values::{count, whole};
use crate::play::lineup::{BotArgs, bot_help};
use furlong::Seat;
use furlong::any::Offer;
use furlong::arena::diff::Search;
use furlong::bot::ProcessSpec;
use furlong::record::{Flag, TimeControl};
use furlong::text::{Colour, listed, plain};

/// A game at the terminal: a new one, or one that is resumed.
#[derive(Args, Debug)]
#[command(about = "Play {title}", after_help = "{bots}")]
#[command(mut_arg("bot", |bot| bot.help(bot_help("The bots in the seats without a person"))))]
#[command(mut_arg("resume", |resume| {
    resume
        .help("Continue the game in this file, with its rules, seats, bots and seed; --bot changes bots")
        .conflicts_with_all(["ruleset", "players", "seed", "people", "watch", "names", "position", "clock", "colours"])
}))]
pub(crate) struct Play {
    /// The ruleset: {rulesets}, or the path of a file [default: {usual}]
    #[arg(long, short, value_name = "NAME|PATH")]
    pub(crate) ruleset: Option<String>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) options: OwnOptions,
    /// The seats of people, such as 1,3 [default: 1]; bots play the others
    #[arg(long, value_name = "SEATS", value_delimiter = ',')]
    people: Vec<Seat>,
    /// Watch: only bots play
    #[arg(long, conflicts_with = "people")]
    watch: bool,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    /// The names of the seats in order, such as Ada,Bob
    #[arg(long, value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    pub(crate) names: Vec<String>,
    /// The colours of seats, such as 1=red,3=teal: blue, red, green, orange, purple, grey, teal, pink
    #[arg(long, value_name = "SEAT=COLOUR,...", value_delimiter = ',', value_parser = seat_and_colour)]
    pub(crate) colours: Vec<(Seat, Colour)>,
    /// The time that each person has to think: 10m for the game, 10m+5s with an increment a move, or 30s/move
    #[arg(long, value_name = "TIME", conflicts_with = "watch")]
    pub(crate) clock: Option<TimeControl>,
    /// The consequence when it is up: lose, or bot:BOT for a bot that goes on [default: lose]
    #[arg(long, value_name = "lose|bot:BOT", requires = "clock")]
    pub(crate) flag: Option<Flag>,
    /// Begin with the position in this file (JSON) instead of a new game
    #[arg(long, value_name = "FILE", conflicts_with = "players")]
    pub(crate) position: Option<PathBuf>,
    /// Save the game in this file [default: furlong-GAME-SEED.json in the data directory of the system]
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    pub(crate) save: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) resumed: ResumeArgs,
    #[command(flatten)]
    pub(crate) log: BotLogArg,
    #[command(flatten)]
    pub(crate) events: EventsArg,
    /// Print without colours
    #[arg(long)]
    pub(crate) plain: bool,
}

impl Play {
    /// The arguments that only this game has.
    pub(crate) fn options_of(game: &Offer) -> Vec<Arg> {
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
        format!("there is no colour `{}`: {} are known", plain(colour), listed(known))
    })?;
    Ok((seat, colour))
}

/// A guided first game.
#[derive(Args, Debug)]
#[command(about = "Learn {title}")]
pub(crate) struct Learn {
    /// The ruleset: {rulesets}, or the path of a file [default: {usual}]
    #[arg(long, short, value_name = "NAME|PATH")]
    pub(crate) ruleset: Option<String>,
    /// Print without colours
    #[arg(long)]
    pub(crate) plain: bool,
}

/// The bots of a game, or a check of one that is a program.
#[derive(Args, Debug)]
#[command(about = "List the bots of {title}, or check a program that plays it")]
#[command(mut_arg("bot_log", |log| log.requires("check")))]
pub(crate) struct Bots {
    /// Check that this program, exec:COMMAND, keeps to the protocol: at every kind of decision, under every ruleset. The
    /// command ends with 1 when it does not
    #[arg(long, value_name = "exec:COMMAND", value_parser = ProcessSpec::from_str)]
    pub(crate) check: Option<ProcessSpec>,
    /// Check only under this ruleset: {rulesets}, or the path of a file [default: all of the game]
    #[arg(long, short, value_name = "NAME|PATH", requires = "check")]
    pub(crate) ruleset: Option<String>,
    /// The whole games of the check, under each ruleset with each number of players
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count, requires = "check")]
    pub(crate) games: u64,
    /// The seed of the check
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX), requires = "check")]
    pub(crate) seed: u64,
    /// Print what a program reads and answers as a JSON Schema
    #[arg(long, conflicts_with_all = ["check", "reference"])]
    pub(crate) schema: bool,
    /// Print what a program reads and answers as a page of Markdown
    #[arg(long, conflicts_with = "check")]
    pub(crate) reference: bool,
    /// Print what the check finds as JSON
    #[arg(long, requires = "check")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) log: BotLogArg,
}

/// The rules, for programs that search.
#[derive(Args, Debug)]
#[command(
    about = "Answer questions about the rules of {title}, one JSON object a line, for programs that search"
)]
pub(crate) struct RulesServer;

/// Games that are written event by event.
#[derive(Args, Debug)]
#[command(about = "Trace games of {title}")]
#[command(mut_arg("bot", |bot| bot.help(bot_help("The bots [default: the usual bot of the game]"))))]
pub(crate) struct Trace {
    /// The ruleset: {rulesets}, or the path of a file [default: {usual}]
    #[arg(long, short, value_name = "NAME|PATH")]
    pub(crate) ruleset: Option<String>,
    #[command(flatten)]
    pub(crate) table: TableArgs,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// The number of games
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
#[command(about = "Suggest a move at your own table of {title}", after_help = "{bots}")]
#[command(mut_arg("bot", |bot| bot.value_name("BOT").help("The bot to ask")))]
pub(crate) struct Advise {
    /// The ruleset: {rulesets}, or the path of a file [default: {usual}]
    #[arg(long, short, value_name = "NAME|PATH")]
    pub(crate) ruleset: Option<String>,
    #[command(flatten)]
    pub(crate) seed: SeedArg,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    /// Print without colours
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) file: TableFile,
}

/// The file that holds the table, in one of two forms.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
pub(crate) struct TableFile {
    /// The view of your seat, as JSON (`furlong trace` shows the form)
    #[arg(long, value_name = "FILE")]
    pub(crate) view: Option<PathBuf>,
    /// The whole position, as JSON; advice is for the seat to move
    #[arg(long, value_name = "FILE")]
    pub(crate) position: Option<PathBuf>,
}

/// The differences between two rulesets.
#[derive(Args, Debug)]
#[command(about = "Show the rules in which two rulesets of {title} differ, with positions")]
pub(crate) struct Diff {
    /// The first ruleset: {rulesets}, or the path of a file
    #[arg(value_name = "A")]
    pub(crate) a: String,
    /// The second ruleset: {rulesets}, or the path of a file
    #[arg(value_name = "B")]
    pub(crate) b: String,
    /// The number of races to search for each field and number of players
    #[arg(long, value_name = "N", default_value_t = Search::default().games, value_parser = count)]
    games: u64,
    /// The same seed finds the same positions
    #[arg(long, short, value_name = "N", default_value_t = Search::default().seed, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    pub(crate) files: DiffFiles,
    /// Overwrite existing files
    #[arg(long, requires = "DiffFiles")]
    pub(crate) force: bool,
    /// Print the findings as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The files of what was found.
#[derive(Args, Debug)]
pub(crate) struct DiffFiles {
    /// Save the races that lead to the positions in this folder, each as played under A and under B
    #[arg(long, value_name = "DIR")]
    pub(crate) save: Option<PathBuf>,
    /// Write the findings with drawn positions into this file, as an HTML page
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

impl Diff {
    pub(crate) fn search(&self) -> Search {
        Search::default().games(self.games).seed(self.seed)
    }
}
