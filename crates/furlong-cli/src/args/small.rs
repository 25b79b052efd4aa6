//! The verbs with few arguments: `learn`, `bots`, `trace`, `advise`, `diff`, `draw`, `replay` and `rules`.

use std::path::PathBuf;

use clap::{Arg, ArgGroup, ArgMatches, Command};

use super::Request;
use super::shared::{
    Wanted, bot_arg, bots_help, count, count_arg, file, file_arg, flag_arg, game_args, game_file_arg,
    most_events, most_events_arg, number_arg, plain_arg, seat_arg, seed_arg, setup_arg, two_rulesets,
    two_rulesets_args, value_arg,
};
use crate::failure::Failure;
use crate::play::lineup::BotsAsked;
use furlong::arena::diff::Search;
use furlong::{Offer, Seat};

/// A guided first game.
#[derive(Debug)]
pub(crate) struct Learn {
    /// The name of the ruleset or the path of its file; the usual one when `None`.
    pub(crate) ruleset: Option<String>,
    pub(crate) is_plain: bool,
}

impl Request for Learn {
    fn command(game: &Offer) -> Command {
        let [ruleset, ..] = game_args(game);
        Command::new(game.id).about(format!("Learn {}", game.title)).args([ruleset, plain_arg()])
    }

    fn read(_: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        Ok(Self { ruleset: matches.get_one("ruleset").cloned(), is_plain: matches.get_flag("plain") })
    }
}

/// The bots of a game.
#[derive(Debug)]
pub(crate) struct Bots;

impl Request for Bots {
    fn command(game: &Offer) -> Command {
        Command::new(game.id).about(game.title)
    }

    fn read(_: &Offer, _: &ArgMatches) -> Result<Self, Failure> {
        Ok(Self)
    }
}

/// Games that are written event by event.
#[derive(Debug)]
pub(crate) struct Trace {
    pub(crate) wanted: Wanted,
    pub(crate) games: u64,
    pub(crate) bots: BotsAsked,
    pub(crate) most_events: u32,
}

impl Request for Trace {
    fn command(game: &Offer) -> Command {
        Command::new(game.id)
            .about(format!("Trace games of {}", game.title))
            .args(game_args(game))
            .arg(setup_arg(game))
            .arg(number_arg::<u64>("games", "K", 0..=u64::MAX).help("The number of games").default_value("1"))
            .arg(bot_arg("The bots [default: the default bot of `play`]"))
            .arg(most_events_arg())
    }

    fn read(game: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        Ok(Self {
            wanted: Wanted::read(game, matches)?,
            games: count(matches, "games").unwrap_or(1),
            bots: BotsAsked::read(matches)?,
            most_events: most_events(matches),
        })
    }
}

/// Advice at a table of one's own.
#[derive(Debug)]
pub(crate) struct Advise {
    pub(crate) wanted: Wanted,
    pub(crate) table: TableFile,
    pub(crate) bots: BotsAsked,
    pub(crate) is_plain: bool,
}

/// The file that holds the table.
#[derive(Debug)]
pub(crate) enum TableFile {
    View(PathBuf),
    Position(PathBuf),
}

impl Request for Advise {
    fn command(game: &Offer) -> Command {
        let [ruleset, _, seed] = game_args(game);
        Command::new(game.id)
            .about(format!("Suggest a move at your own table of {}", game.title))
            .after_help(bots_help(game))
            .args([ruleset, seed, bot_arg("").value_name("BOT").help("The bot to ask"), plain_arg()])
            .arg(file_arg("view", "The view of your seat, as JSON (`furlong trace` shows the form)"))
            .arg(file_arg("position", "The whole position, as JSON; advice is for the seat to move"))
            .group(ArgGroup::new("table").args(["view", "position"]).required(true))
    }

    fn read(game: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        let view = file(matches, "view").map(TableFile::View);
        let table = view.or_else(|| file(matches, "position").map(TableFile::Position));
        Ok(Self {
            wanted: Wanted::read(game, matches)?,
            table: table.ok_or_else(|| Failure::usage("which table?"))?,
            bots: BotsAsked::read(matches)?,
            is_plain: matches.get_flag("plain"),
        })
    }
}

/// The differences between two rulesets.
#[derive(Debug)]
pub(crate) struct Diff {
    pub(crate) rulesets: [String; 2],
    pub(crate) search: Search,
    /// The folder for records.
    pub(crate) save: Option<PathBuf>,
    /// The page.
    pub(crate) html: Option<PathBuf>,
    pub(crate) force: bool,
    pub(crate) as_json: bool,
}

impl Request for Diff {
    fn command(game: &Offer) -> Command {
        let Search { games, seed, .. } = Search::default();
        let games =
            format!("The number of races to search for each field and number of players [default: {games}]");
        Command::new(game.id)
            .about(format!("Show the rules in which two rulesets of {} differ, with positions", game.title))
            .args(two_rulesets_args(game))
            .arg(count_arg("games", games))
            .arg(seed_arg(format!("The same seed finds the same positions [default: {seed}]")))
            .arg(
                file_arg(
                    "save",
                    "Save the races that lead to the positions in this folder, each as played under A and under B",
                )
                .value_name("DIR"),
            )
            .arg(file_arg("html", "Write the findings with drawn positions into this file, as an HTML page"))
            .group(ArgGroup::new("files").args(["save", "html"]).multiple(true))
            .arg(flag_arg("force", "Overwrite existing files").requires("files"))
            .arg(flag_arg("json", "Print the findings as JSON"))
    }

    fn read(_: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        let usual = Search::default();
        let number = |name: &str, usual| count(matches, name).unwrap_or(usual);
        let (games, seed) = (number("games", usual.games), number("seed", usual.seed));
        let search = usual.games(games).seed(seed);
        Ok(Self {
            rulesets: two_rulesets(matches),
            search,
            save: file(matches, "save"),
            html: file(matches, "html"),
            force: matches.get_flag("force"),
            as_json: matches.get_flag("json"),
        })
    }
}

/// A moment of a saved game to be drawn.
#[derive(Debug)]
pub(crate) struct Draw {
    pub(crate) file: PathBuf,
    pub(crate) out: PathBuf,
    /// The number of events before the moment; all of them when `None`.
    pub(crate) event: Option<usize>,
    /// The seat from whose eyes it is drawn; the first one when `None`.
    pub(crate) seat: Option<Seat>,
    pub(crate) force: bool,
}

impl Draw {
    pub(crate) fn command() -> Command {
        Command::new("draw")
            .about("Draw the board of a saved game as a picture (SVG)")
            .arg(game_file_arg("A saved game"))
            .arg(file_arg("out", "Write the picture into this file").short('o').required(true))
            .arg(
                number_arg::<usize>("at", "N", 0..=u64::MAX)
                    .help("Draw the board after event N [default: as it stands]"),
            )
            .arg(seat_arg("Draw what this seat sees [default: 1]"))
            .arg(flag_arg("force", "Overwrite an existing file"))
    }

    pub(crate) fn read(matches: &ArgMatches) -> Self {
        Self {
            file: file(matches, "file").unwrap_or_default(),
            out: file(matches, "out").unwrap_or_default(),
            event: matches.get_one("at").copied(),
            seat: matches.get_one("seat").copied(),
            force: matches.get_flag("force"),
        }
    }
}

/// A recorded game.
#[derive(Debug)]
pub(crate) struct Replay {
    pub(crate) file: PathBuf,
    /// The seat from whose eyes it is shown; everything when `None`.
    pub(crate) seat: Option<Seat>,
    pub(crate) event: Option<usize>,
    pub(crate) only_check: bool,
    pub(crate) is_plain: bool,
}

impl Replay {
    pub(crate) fn command() -> Command {
        Command::new("replay")
            .about("Step through a saved game, or check it")
            .arg(game_file_arg("A saved game"))
            .arg(seat_arg("Show only what this seat could see [default: everything]"))
            .arg(
                number_arg::<usize>("event", "N", 0..=u64::MAX)
                    .help("Begin after this event; in a pipe, show only the table there"),
            )
            .arg(flag_arg(
                "check",
                "Only check that every event follows the rules: exit code 0 if so, else 1",
            ))
            .arg(plain_arg())
    }

    pub(crate) fn read(matches: &ArgMatches) -> Self {
        Self {
            file: file(matches, "file").unwrap_or_default(),
            seat: matches.get_one("seat").copied(),
            event: matches.get_one("event").copied(),
            only_check: matches.get_flag("check"),
            is_plain: matches.get_flag("plain"),
        }
    }
}

/// A question about the rulesets of one game.
#[derive(Clone, Debug)]
pub(crate) enum Rules {
    List,
    /// A ruleset in full; the usual one when `None`.
    Show(Option<String>),
    Check(String),
    New {
        file: Option<PathBuf>,
        extends: Option<String>,
    },
}

impl Rules {
    pub(crate) fn command(known: &[&str]) -> Command {
        let game = || Arg::new("game").value_name("GAME").help(format!("One of: {}", known.join(", ")));
        let ruleset = |help: &'static str| Arg::new("ruleset").value_name("NAME|PATH").help(help);
        let command = |name: &'static str, about: &'static str| Command::new(name).about(about);
        Command::new("rules")
            .about("List, show, check and make rulesets")
            .subcommand_required(true)
            .disable_help_subcommand(true)
            .subcommand_value_name("WHAT")
            .subcommand(command("list", "List the rulesets of a game, or of all games").arg(game()))
            .subcommand(
                command("show", "Show every field of a ruleset with its meaning, and the rules in words")
                    .arg(game().required(true))
                    .arg(ruleset("The ruleset [default: the first that `rules list` shows]")),
            )
            .subcommand(
                command(
                    "check",
                    "List all faults of a ruleset: exit code 0 if there are none, else 1",
                )
                .arg(game().required(true))
                .arg(ruleset("The ruleset").required(true)),
            )
            .subcommand(
                command("new", "Write a ruleset file to edit, with every field, its meaning and its choices")
                    .arg(game().required(true))
                    .arg(
                        file_arg("file", "The file to write, which must not exist yet [default: the standard output]")
                            .long(None)
                            .value_name("FILE.toml"),
                    )
                    .arg(
                        value_arg("extends", "NAME|PATH").help(
                            "The ruleset to extend; a path is relative to the folder of the new file [default: the first \
                             that `rules list` shows]",
                        ),
                    ),
            )
    }

    /// The question, and the game that it is about; all games when `None`.
    pub(crate) fn read(matches: &ArgMatches) -> Result<(Self, Option<&str>), Failure> {
        let (what, matches) = matches.subcommand().ok_or_else(|| Failure::usage("what of the rules?"))?;
        let text = |name: &str| matches.try_get_one::<String>(name).ok().flatten();
        let rules = match what {
            "list" => Self::List,
            "show" => Self::Show(text("ruleset").cloned()),
            "check" => Self::Check(text("ruleset").cloned().unwrap_or_default()),
            _ => Self::New { file: file(matches, "file"), extends: text("extends").cloned() },
        };
        Ok((rules, text("game").map(String::as_str)))
    }
}
