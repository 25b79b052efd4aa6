//! `furlong simulate`, `furlong compare` and `furlong merge`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Arg, ArgMatches, Command, value_parser};

use super::Request;
use super::shared::{
    Wanted, bot_arg, bots_help, count, count_arg, file, file_arg, flag_arg, game_args, most_events,
    most_events_arg, repeated, rulesets, rulesets_args, setup_arg, value_arg,
};
use crate::failure::Failure;
use crate::play::lineup::BotsAsked;
use crate::play::table::Occupant;
use furlong::Offer;
use furlong::arena::{MOST_UNFINISHED, OnFailure, Sequential, Shard};

/// Many games under one ruleset.
#[derive(Debug)]
pub(crate) struct Simulate {
    pub(crate) games: Games,
    /// A better bot against others, and the others among themselves, in place of the bots of `games`.
    pub(crate) skill: Option<[Occupant; 2]>,
    pub(crate) measured: Measured,
}

/// Many games under two rulesets or more.
#[derive(Debug)]
pub(crate) struct Compare {
    pub(crate) rulesets: Vec<String>,
    pub(crate) games: Games,
    pub(crate) measured: Measured,
}

/// The games of a run: the rules and the table, the bots, and the terms.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    pub(crate) wanted: Wanted,
    pub(crate) bots: BotsAsked,
    /// The number of games, which is rounded up to whole deals.
    pub(crate) count: u64,
    pub(crate) limits: Limits,
    /// `true` to measure luck; `None` leaves it to the game.
    pub(crate) luck: Option<bool>,
}

/// The part of a run that is played, its end and its output.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) files: FilesAsked,
    pub(crate) shard: Option<Shard>,
    pub(crate) until: Option<Sequential>,
    pub(crate) records: Option<Records>,
    /// The only game that is played, by its number from 1.
    pub(crate) only: Option<u64>,
}

/// The terms of each game in a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) most_events: u32,
    /// The number of decisions at the start of each game that are drawn at random.
    pub(crate) openings: u32,
    /// The greatest share of unfinished games with which figures are judged.
    pub(crate) most_unfinished: f64,
    pub(crate) on_failure: OnFailure,
    pub(crate) threads: Option<NonZeroUsize>,
}

/// The folder in which single games are saved.
#[derive(Debug, Default)]
pub(crate) struct Records {
    pub(crate) folder: PathBuf,
    /// Writes over files that are there.
    pub(crate) force: bool,
}

/// The files of results.
#[derive(Debug)]
pub(crate) struct FilesAsked {
    pub(crate) as_json: bool,
    /// Shows metrics without a difference too.
    pub(crate) is_whole: bool,
    pub(crate) csv: Option<PathBuf>,
    pub(crate) html: Option<PathBuf>,
    pub(crate) out: Option<PathBuf>,
    pub(crate) force: bool,
}

/// A run that is kept in a file: the part that is played, and the file of a run that goes on.
#[derive(Debug)]
pub(crate) struct KeptAsked {
    pub(crate) files: FilesAsked,
    pub(crate) shard: Option<Shard>,
    pub(crate) resume: Option<PathBuf>,
    pub(crate) allow_exec: bool,
}

/// Parts of a run that are joined.
#[derive(Debug)]
pub(crate) struct Merge {
    pub(crate) parts: Vec<PathBuf>,
    pub(crate) files: FilesAsked,
}

impl Request for Simulate {
    fn command(game: &Offer) -> Command {
        let [ruleset, players, seed] = game_args(game);
        let about = format!("Play many games of {} and measure them", game.title);
        let command = Command::new(game.id).about(about).arg(ruleset).args([players, seed]);
        let until = "Play until it is decided whether this player wins more or less than the average seat, by D \
                     (0.02 is 2 %)";
        Measured::args(command, game, until, "PLAYER=D").arg(
            Arg::new("skill")
                .long("skill")
                .value_names(["BETTER", "OTHERS"])
                .num_args(2)
                .help(
                    "Measure skill: one bot against others, and the others among themselves on the same \
                     deals",
                )
                .conflicts_with_all(["bot", "until", "csv", "game", "save-records"]),
        )
    }

    fn read(game: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        let skill = repeated::<String>(matches, "skill");
        let skill = skill.iter().map(|bot| bot.parse()).collect::<Result<Vec<Occupant>, _>>();
        // The option takes two bots.
        let skill = <[Occupant; 2]>::try_from(skill.map_err(Failure::usage)?).ok();
        if skill.as_ref().is_some_and(|[better, others]| better == others) {
            return Err(Failure::usage("--skill: the two bots are the same"));
        }
        Ok(Self { games: Games::read(game, matches, 1)?, skill, measured: Measured::read(matches) })
    }
}

impl Request for Compare {
    fn command(game: &Offer) -> Command {
        let [_, players, seed] = game_args(game);
        let about = format!(
            "Play {} under two or more rulesets on common deals and show what differs from the first",
            game.title
        );
        let command = Command::new(game.id).about(about).args(rulesets_args(game)).args([players, seed]);
        let until = "Play until it is decided whether this metric differs from the first ruleset by D, in its units (for a share, 0.02 is \
                     2 %)";
        Measured::args(command, game, until, "METRIC=D")
    }

    fn read(game: &Offer, matches: &ArgMatches) -> Result<Self, Failure> {
        let (rulesets, games) = (rulesets(matches), Games::read(game, matches, 1)?);
        Ok(Self { rulesets, games, measured: Measured::read(matches) })
    }
}

impl Games {
    /// The games of a verb, which plays `usual` of them where it is not told how many.
    pub(super) fn read(game: &Offer, matches: &ArgMatches, usual: u64) -> Result<Self, Failure> {
        let luck = matches.try_get_one::<String>("luck").ok().flatten();
        Ok(Self {
            wanted: Wanted::read(game, matches)?,
            bots: BotsAsked::read(matches)?,
            count: count(matches, "games").unwrap_or(usual),
            limits: Limits::read(matches),
            luck: luck.map(|luck| luck == "on"),
        })
    }

    /// The same games without a measure of luck.
    pub(super) fn without_luck(self) -> Self {
        Self { luck: Some(false), ..self }
    }
}

impl Measured {
    fn args(command: Command, game: &Offer, until: &'static str, until_what: &'static str) -> Command {
        command
            .after_help(bots_help(game))
            .arg(setup_arg(game))
            .arg(bot_arg("The bots; different bots change seats within each deal"))
            .arg(
                count_arg("games", "The number of games of each ruleset, rounded up to whole deals")
                    .default_value("1000"),
            )
            .args(Limits::args())
            .args(FilesAsked::args(A_ROW_A_GAME))
            .arg(
                shard_arg("Play only the Ith of N parts")
                    .conflicts_with_all(["csv", "html", "json", "until", "game", "save-records"]),
            )
            .arg(
                value_arg("until", until_what)
                    .help(until)
                    .conflicts_with("out")
                    .value_parser(until_of),
            )
            .arg(
                value_arg("luck", "on|off")
                    .help(
                        "Adjust the shares of the win for the luck of chance events, which makes their intervals \
                         narrower [default: on where it helps much: see docs/luck.md]",
                    )
                    .value_parser(["on", "off"]),
            )
            .arg(
                file_arg("save-records", "Save each game in this folder, for `furlong replay`")
                    .value_name("DIR"),
            )
            .arg(
                count_arg(
                    "game",
                    "Play only game K, as the rows of --csv number them, and save it",
                )
                .value_name("K")
                .requires("seed")
                .conflicts_with_all(["csv", "html", "json", "until", "out"]),
            )
    }

    fn read(matches: &ArgMatches) -> Self {
        let (files, only) = (FilesAsked::read(matches), count(matches, "game"));
        let folder = file(matches, "save-records").or_else(|| only.map(|_| PathBuf::new()));
        Self {
            shard: matches.get_one("shard").copied(),
            until: matches.get_one("until").cloned(),
            records: folder.map(|folder| Records { folder, force: files.force }),
            only,
            files,
        }
    }
}

impl Limits {
    pub(super) fn args() -> [Arg; 5] {
        let unfinished = format!(
            "The greatest share of unfinished games, from 0 to 1, with which figures are judged [default: \
             {MOST_UNFINISHED}]"
        );
        let openings = "Begin each game with N random plies, the same in all seatings of a deal and under all \
                        rulesets [default: 0]";
        let forfeit = "A bot that crashes, answers too late or chooses an illegal action forfeits its game; the \
                       other seats share the win, and the run continues [default: the run ends]";
        [
            most_events_arg(),
            value_arg("most-unfinished", "SHARE").help(unfinished).value_parser(share),
            count_arg("openings", openings),
            flag_arg("forfeit", forfeit),
            count_arg("threads", "The number of threads [default: one for each processor]"),
        ]
    }

    pub(super) fn read(matches: &ArgMatches) -> Self {
        let openings = count(matches, "openings").unwrap_or(0);
        let threads = count(matches, "threads").unwrap_or(0);
        let on_failure = if matches.get_flag("forfeit") { OnFailure::Forfeit } else { OnFailure::Stop };
        Self {
            most_events: most_events(matches),
            most_unfinished: matches.get_one("most-unfinished").copied().unwrap_or(MOST_UNFINISHED),
            openings: openings.try_into().unwrap_or(u32::MAX),
            on_failure,
            threads: NonZeroUsize::new(threads as usize),
        }
    }
}

/// Reads a share from 0 to 1.
fn share(typed: &str) -> Result<f64, String> {
    let share = typed.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "not a share from 0 to 1, such as 0.05".to_owned())
}

/// The rows of a run of games.
const A_ROW_A_GAME: &str = "Write a row for each game into this file";

impl FilesAsked {
    /// The options, with a description of the rows of a table.
    pub(super) fn args(rows: &'static str) -> [Arg; 6] {
        [
            flag_arg("all", "Show the metrics of a comparison without a difference beyond chance too"),
            flag_arg("json", "Print the results as JSON, with every game"),
            file_arg("csv", rows),
            file_arg("html", "Write the report with charts into this file, as an HTML page without scripts"),
            file_arg("out", "Write the results into this file, for `furlong merge`"),
            flag_arg("force", "Overwrite an existing file"),
        ]
    }

    /// The values of those that a verb has.
    pub(super) fn read(matches: &ArgMatches) -> Self {
        let flag = |name: &str| matches.try_get_one(name).ok().flatten().copied().unwrap_or(false);
        let file = |name: &str| matches.try_get_one(name).ok().flatten().cloned();
        let [as_json, is_whole, force] = ["json", "all", "force"].map(flag);
        let [csv, html, out] = ["csv", "html", "out"].map(file);
        Self { as_json, is_whole, csv, html, out, force }
    }
}

impl KeptAsked {
    pub(super) fn read(matches: &ArgMatches) -> Self {
        Self {
            files: FilesAsked::read(matches),
            shard: matches.get_one("shard").copied(),
            resume: file(matches, "resume"),
            allow_exec: matches.get_flag("allow-exec"),
        }
    }
}

/// `--shard`: `what` is played, and written as a file.
pub(super) fn shard_arg(what: &str) -> Arg {
    value_arg("shard", "I/N")
        .help(format!("{what} and write it with --out; `furlong merge` merges the parts"))
        .requires_all(["out", "seed"])
        .value_parser(value_parser!(Shard))
}

impl Merge {
    pub(crate) fn command() -> Command {
        Command::new("merge")
            .about("Merge the parts of a run that `--shard` has written, and report on the whole")
            .arg(
                file_arg(
                    "files",
                    "All parts of one run, in any order; a folder stands for its files with the ending .json",
                )
                .long(None)
                .required(true)
                .num_args(1..),
            )
            .args(FilesAsked::args(
                "Write a row for each game, or for each step and metric of a run of `vary`, into this file",
            ))
    }

    pub(crate) fn read(matches: &ArgMatches) -> Self {
        Self { parts: repeated(matches, "files"), files: FilesAsked::read(matches) }
    }
}

/// A name and a difference. The name of a bot may have `=` in it.
fn until_of(typed: &str) -> Result<Sequential, String> {
    let (name, difference) = typed.rsplit_once('=').ok_or("write NAME=D, with D above 0")?;
    let difference: f64 = difference.parse().map_err(|_| format!("`{difference}` is not a number"))?;
    Sequential::new(name, difference).map_err(|error| error.to_string())
}
